// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/symbolic/counts/enumeration.h"

#include "tests/pdg/evaluation/expr_interpreter.h"

namespace warpstring::oracle {

namespace {

constexpr int warpSize = 32;

class Walk {
public:
    Walk(const Pdg& pdg, const evaluation::LaunchBinding& launch, std::int64_t most,
         std::array<std::int64_t, 3> group, int warp)
        : pdg_(pdg), launch_(launch), left_(most), group_(group), warp_(warp) {
        found_.executions.resize(pdg.regions.size());
        for (auto* places : {&found_.places, &found_.ofGroup, &found_.ofWarp})
            places->resize(pdg.accesses.size());
    }

    std::optional<Enumeration> run(const std::array<std::uint64_t, 3>& first,
                                   const std::array<std::uint64_t, 3>& count) {
        Point point;
        for (std::uint64_t z = first[2]; z < first[2] + count[2]; ++z)
            for (std::uint64_t y = first[1]; y < first[1] + count[1]; ++y)
                for (std::uint64_t x = first[0]; x < first[0] + count[0]; ++x)
                    for (int item = 0; item < launch_.groupSize; ++item) {
                        ExprInterpreter interpreter(pdg_, launch_, item);
                        point.group = {static_cast<std::int64_t>(x), static_cast<std::int64_t>(y),
                                       static_cast<std::int64_t>(z)};
                        point.counters.assign(pdg_.loops.size(), 0);
                        isOfGroup_ = point.group == group_;
                        isOfWarp_ = isOfGroup_ && item / warpSize == warp_;
                        if (!visit(interpreter, entryRegion, point)) return std::nullopt;
                    }
        for (const Statement& statement : pdg_.statements)
            if (statement.kind == StatementKind::Compute)
                found_.operations[statement.operation] += statement.count * found_.executions[statement.region];
        return std::move(found_);
    }

private:
    bool visit(ExprInterpreter& interpreter, RegionId id, Point& point) {
        if (--left_ < 0) return false;
        ++found_.executions[id];
        for (const NodeRef& node : pdg_.regions[id].children) {
            if (node.kind == NodeRef::Kind::Statement) {
                const Statement& statement = pdg_.statements[node.statement()];
                if (statement.kind != StatementKind::Memory) continue;
                if (const ExprId offset = pdg_.accesses[statement.access].offset)
                    if (const auto place = interpreter.integer(offset, point)) {
                        found_.places[statement.access].insert(*place);
                        if (isOfGroup_) found_.ofGroup[statement.access].insert(*place);
                        if (isOfWarp_) found_.ofWarp[statement.access].insert(*place);
                    }
            } else if (node.kind == NodeRef::Kind::Region && !enter(interpreter, node.region(), point)) {
                return false;
            }
        }
        return true;
    }

    bool enter(ExprInterpreter& interpreter, RegionId id, Point& point) {
        const Region& region = pdg_.regions[id];
        if (region.kind == Region::Kind::Branch) {
            const auto holds = interpreter.integer(region.guard, point);
            return holds && (*holds == 0 || visit(interpreter, id, point));
        }
        std::int64_t& counter = point.counters[region.loop];
        for (counter = 0;; ++counter) {
            if (!visit(interpreter, id, point)) return false;
            const auto goesOn = interpreter.integer(pdg_.loops[region.loop].continues, point);
            if (!goesOn) return false;
            if (*goesOn == 0) break;
        }
        counter = 0;
        return true;
    }

    const Pdg& pdg_;
    const evaluation::LaunchBinding& launch_;
    std::int64_t left_;
    const std::array<std::int64_t, 3> group_;
    const int warp_;
    bool isOfGroup_ = false, isOfWarp_ = false;
    Enumeration found_;
};

std::set<std::int64_t> placesOf(const std::vector<regions::AffineRegion>& regions) {
    std::set<std::int64_t> places;
    for (const auto& region : regions) {
        std::set<std::int64_t> own{region.base};
        for (const auto& dimension : region.dimensions) {
            std::set<std::int64_t> moved;
            for (std::int64_t i = 0; i < dimension.count; ++i)
                for (const std::int64_t place : own) moved.insert(place + i * dimension.stride);
            own = std::move(moved);
        }
        places.merge(own);
    }
    return places;
}

std::string number(const std::optional<std::int64_t>& value) {
    return value ? std::to_string(*value) : "nothing";
}

} // namespace

std::optional<Enumeration> enumerate(const Pdg& pdg, const evaluation::LaunchBinding& launch, std::int64_t most,
                                     std::array<std::int64_t, 3> group, int warp) {
    const NDRange& range = launch.range;
    if (static_cast<std::int64_t>(range.groupCount()) > most / launch.groupSize) return std::nullopt;
    return Walk(pdg, launch, most, group, warp)
        .run({0, 0, 0}, {range.groups(0), range.groups(1), range.groups(2)});
}

std::optional<Enumeration> enumerate(const Pdg& pdg, const evaluation::LaunchBinding& launch, std::int64_t most,
                                     const std::array<std::uint64_t, 3>& first,
                                     const std::array<std::uint64_t, 3>& count) {
    if (static_cast<std::int64_t>(count[0] * count[1] * count[2]) > most / launch.groupSize)
        return std::nullopt;
    return Walk(pdg, launch, most, {}, 0).run(first, count);
}

HardwareSpec sectorDevice() {
    HardwareSpec spec;
    spec.globalMemory.coalescing = CoalescingRule::SectorWarp;
    spec.globalMemory.lanesPerRequest = spec.execution.warpSize;
    return spec;
}

std::int64_t Enumeration::bytes(const Pdg& pdg, const std::vector<AccessId>& accesses) const {
    std::map<std::int64_t, std::int64_t> ends; // by first byte
    for (const AccessId access : accesses)
        for (const std::int64_t place : places[access]) {
            std::int64_t& end = ends[place];
            end = std::max(end, place + pdg.accesses[access].bytes);
        }
    std::int64_t sum = 0, reached = INT64_MIN;
    for (const auto& [begin, end] : ends) {
        if (end <= reached) continue;
        sum += end - std::max(begin, reached);
        reached = end;
    }
    return sum;
}

std::string differences(const Pdg& pdg, const symbolic::LaunchCounts& counts, const Enumeration& truth,
                        const symbolic::NameValues& values, bool isOfLaunch) {
    std::string wrong;
    const auto compare = [&](const std::string& what, const symbolic::Count& count, std::int64_t expected) {
        if (isOfLaunch && count.value && *count.value != expected)
            wrong += what + ": " + number(count.value) + " instead of " + std::to_string(expected) + "\n";
        if (!count.formula) return;
        if (const auto value = count.formula->evaluate(values); value != expected)
            wrong += what + ": " + count.formula->text() + " = " + number(value) + " instead of " +
                     std::to_string(expected) + "\n";
    };
    std::map<std::string, std::vector<AccessId>> byBuffer;
    for (const symbolic::AccessCounts& access : counts.accesses) {
        const MemoryAccess& own = pdg.accesses[access.access];
        const Statement& statement = pdg.statements[own.statement];
        const std::string what = "line " + std::to_string(statement.place.at.line) + " " + statement.text;
        compare(what + ", executions", access.executions, truth.executions[statement.region]);
        const bool isDevice = own.space == MemorySpace::Global || own.space == MemorySpace::Constant;
        if ((isDevice || own.space == MemorySpace::Shared) && own.offset && access.reason.empty()) {
            if (access.isFootprintExact)
                compare(what + ", footprint", access.footprint, truth.bytes(pdg, {access.access}));
            if (isOfLaunch)
                for (const bool isWarp : {false, true}) {
                    const auto& touched = isWarp ? access.ofWarp : access.ofGroup;
                    const auto& places = (isWarp ? truth.ofWarp : truth.ofGroup)[access.access];
                    if (touched.reason.empty() && placesOf(touched.regions) != places)
                        wrong += what + (isWarp ? ", regions of the warp\n" : ", regions of the group\n");
                }
            if (isDevice && own.objectIsArgument) byBuffer[access.object].push_back(access.access);
        }
    }
    for (const symbolic::BufferCounts& buffer : counts.buffers) {
        std::size_t all = 0;
        for (const symbolic::AccessCounts& access : counts.accesses) all += access.object == buffer.name;
        const auto& own = byBuffer[buffer.name];
        if (!buffer.isFootprintExact || own.size() != all) continue; // some addresses hang on data
        compare(buffer.name + ", footprint", buffer.footprint, truth.bytes(pdg, own));
    }
    for (const auto& [operation, count] : counts.operations) {
        const auto found = truth.operations.find(operation);
        compare(std::string(name(operation)), count, found == truth.operations.end() ? 0 : found->second);
    }
    return wrong;
}

} // namespace warpstring::oracle
