// SPDX-License-Identifier: GPL-3.0-or-later
#include "symbolic/counts/launch_counter.h"

#include <algorithm>

#include "symbolic/counts/enumerated_counts.h"
#include "symbolic/counts/warp_transactions.h"
#include "symbolic/regions/union_bytes.h"

namespace warpstring::symbolic {

namespace {

constexpr std::uint64_t imageOperations = 20'000;

bool isOfDevice(const MemoryAccess& access) {
    return access.space == MemorySpace::Global || access.space == MemorySpace::Constant;
}

std::string objectName(const Pdg& pdg, const MemoryAccess& access) {
    if (access.object == none) return "";
    return access.objectIsArgument ? pdg.arguments[access.object].name : pdg.arrays[access.object].name;
}

/// Accesses through pointers that may lead to several buffers.
Diagnostics aliases(const Pdg& pdg, const LaunchCounts& counts) {
    Diagnostics all;
    for (const AccessCounts& own : counts.accesses) {
        const MemoryAccess& access = pdg.accesses[own.access];
        const bool isOfBuffers = isOfDevice(access) || access.space == MemorySpace::Unknown;
        if (!isOfBuffers || access.object != none || own.executions.value == 0) continue;
        const Statement& statement = pdg.statements[access.statement];
        all.push_back({"counts.alias", Severity::Warning, statement.place.at,
                       statement.text + " may lead to any buffer",
                       "directions and footprints are those of the accesses whose buffers are known"});
    }
    return all;
}

void findTouched(const Pdg& pdg, const evaluation::Evaluation& evaluation, const CountOptions& options,
                 LaunchCounts& counts) {
    counts.group = options.group;
    counts.warp = options.warp;
    for (AccessCounts& access : counts.accesses) {
        access.ofGroup = touchedRegions(pdg, evaluation, access.access, {options.group, std::nullopt});
        access.ofWarp = touchedRegions(pdg, evaluation, access.access, {options.group, options.warp});
    }
}

} // namespace

LaunchCounter::LaunchCounter(const Pdg& pdg, const Launch& launch, const HardwareSpec& spec,
                             const evaluation::Evaluation& evaluation, const LaunchSymbols& symbols)
    : pdg_(pdg), launch_(launch), spec_(spec), evaluation_(evaluation), symbols_(symbols),
      points_(std::make_shared<PointSpace>()), space_(indexSpace(pdg, evaluation, symbols, points_)),
      finder_(space_) {}

std::set<std::string> LaunchCounter::hinderingNames(const Cancellation* cancellation) {
    std::set<std::string> inner;
    for (const Statement& statement : pdg_.statements) {
        if (isStopped(cancellation)) break;
        const RegionPlaces& places = finder_.of(statement.region);
        if (!places.places && !places.isOfData) inner.insert(places.hindering.begin(), places.hindering.end());
        if (statement.kind != StatementKind::Memory || !places.places) continue;
        const auto& addresses = addressed(statement.access).addresses;
        if (!addresses.cases && !addresses.isOfData)
            inner.insert(addresses.hindering.begin(), addresses.hindering.end());
    }
    std::set<std::string> names;
    for (const LaunchSymbol& symbol : symbols_.symbols)
        if (inner.contains(symbol.inner)) names.insert(symbol.name);
    return names;
}

Count LaunchCounter::counted(const Formula& inner) const {
    return {symbols_.shown(inner), inner.evaluate(symbols_.values)};
}

const LaunchCounter::RegionCount& LaunchCounter::regionCount(RegionId region) {
    if (const auto known = counts_.find(region); known != counts_.end()) return known->second;
    RegionCount result;
    const RegionPlaces& places = finder_.of(region);
    if (places.places) {
        std::vector<PointSet> sets;
        for (const Place& place : *places.places) {
            auto set = space_.pointsOf(place);
            if (!set) break;
            sets.push_back(std::move(*set));
        }
        if (sets.size() == places.places->size())
            result.inner = PointSet::countAll(sets, result.reason);
        else
            result.reason = "its conditions are not affine in IDs, counters and names";
    } else {
        result.reason = places.reason;
    }
    if (result.inner) {
        result.count = counted(*result.inner);
        result.source = CountSource::Formula;
    } else {
        result.count.value = enumeratedExecutions(evaluation_, region);
        if (result.count.value) result.source = CountSource::Enumerated;
    }
    return counts_.emplace(region, std::move(result)).first->second;
}

void LaunchCounter::countOperations(LaunchCounts& result) {
    struct Sum {
        std::vector<Formula> formulas;
        bool isFormula = true;
        std::optional<std::int64_t> value = 0;
    };
    // Of one region alike in all classes: counted once.
    std::map<OperationClass, std::map<RegionId, std::int64_t>> perRegion;
    for (const Statement& statement : pdg_.statements)
        if (statement.kind == StatementKind::Compute && statement.count > 0)
            perRegion[statement.operation][statement.region] += statement.count;
    for (const auto& [operation, regions] : perRegion) {
        Sum sum;
        for (const auto& [region, times] : regions) {
            const RegionCount& own = regionCount(region);
            if (own.inner)
                sum.formulas.push_back(own.inner->scaled(times));
            else
                sum.isFormula = false, result.operationSource = CountSource::Enumerated;
            std::int64_t product = 0;
            if (!own.count.value || !sum.value || __builtin_mul_overflow(*own.count.value, times, &product) ||
                __builtin_add_overflow(*sum.value, product, &product))
                sum.value = std::nullopt;
            else
                sum.value = product;
        }
        Count count;
        if (sum.isFormula)
            if (const auto total = sumOf(*points_, sum.formulas)) count.formula = symbols_.shown(*total);
        count.value = sum.value;
        if (count.formula && count.formula->isZero()) continue;
        result.operations.push_back({operation, std::move(count)});
    }
}

const LaunchCounter::Addressed& LaunchCounter::addressed(AccessId id) {
    if (const auto known = addressed_.find(id); known != addressed_.end()) return known->second;
    const MemoryAccess& access = pdg_.accesses[id];
    Addressed result;
    result.addresses = finder_.addresses(access, pdg_.statements[access.statement].region);
    if (result.addresses.cases) {
        result.isAffine = result.hasShapes = true;
        for (const AddressCase& one : *result.addresses.cases) {
            result.frames.push_back(space_.framed(one.place, one.bytes));
            bool isEmpty = false;
            auto region = launchRegion(result.frames.back(), symbols_.values, access.bytes, isEmpty);
            if (!region)
                result.isAffine = false;
            else if (!isEmpty)
                result.regions.push_back(std::move(*region));
            std::string reason;
            if (auto shape = symbolicRegion(result.frames.back(), reason))
                result.shapes.push_back(std::move(*shape));
            else
                result.hasShapes = false;
        }
    }
    return addressed_.emplace(id, std::move(result)).first->second;
}

std::vector<AccessStride> LaunchCounter::strides(const MemoryAccess& access, RegionId region) {
    const Addressed& own = addressed(access.id);
    if (!own.addresses.cases || own.addresses.cases->empty()) return {};
    std::vector<std::pair<std::string, LoopId>> names;
    for (std::size_t d = 0; d < 3; ++d) {
        if (launch_.range.local[d] > 1) names.emplace_back(localName(d), none);
        if (symbols_.groups[d].constant() != Rational(1)) names.emplace_back(groupName(d), none);
    }
    std::vector<LoopId> loops;
    for (RegionId at = region; at != none; at = pdg_.regions[at].parent)
        if (pdg_.regions[at].kind == Region::Kind::LoopBody) loops.insert(loops.begin(), pdg_.regions[at].loop);
    for (const LoopId loop : loops) names.emplace_back(counterName(loop), loop);
    std::vector<AccessStride> result;
    for (const auto& [along, loop] : names) {
        std::optional<Polynomial> stride;
        bool isOne = true;
        for (const AddressCase& one : *own.addresses.cases) {
            const auto powers = one.bytes.byPowersOf(along);
            if (powers.size() > 2 || powers[0].mentions(along) || one.place.fixed.contains(loop)) {
                isOne = false;
                break;
            }
            const Polynomial factor = powers.size() == 2 ? powers[1] : Polynomial();
            isOne = isOne && (!stride || *stride == factor);
            stride = factor;
        }
        if (!isOne) stride = std::nullopt;
        AccessStride found{along, loop, std::nullopt, std::nullopt};
        if (stride) {
            found.bytes = symbols_.shown(*stride);
            if (const auto value = stride->evaluate(symbols_.values)) found.value = value->integer();
        }
        result.push_back(std::move(found));
    }
    return result;
}

std::optional<std::int64_t> LaunchCounter::imageBytes(const std::vector<const MemoryAccess*>& accesses) {
    // In places of one size, each access aligned to it.
    const int bytes = accesses[0]->bytes;
    const auto space = std::make_shared<PointSpace>(imageOperations);
    const std::string place = "place";
    std::optional<PointSet> all;
    for (const MemoryAccess* access : accesses) {
        const Addressed& own = addressed(access->id);
        if (!own.addresses.cases || access->bytes != bytes) return std::nullopt;
        for (const Frame& frame : own.frames) {
            const auto numbered = [&](Polynomial polynomial) {
                for (const auto& [name, value] : symbols_.values) polynomial = polynomial.replaced(name, value);
                return polynomial;
            };
            PointSet set(space, frame.variables);
            for (const Condition& condition : frame.where) {
                auto next = set.where({numbered(condition.left), condition.isEquality});
                if (!next) return std::nullopt;
                set = std::move(*next);
            }
            const auto reached = set.extended(place).where(
                {Polynomial(bytes) * Polynomial::name(place) - numbered(frame.value), true});
            if (!reached) return std::nullopt;
            PointSet image = *reached;
            for (const std::string& variable : frame.variables) image = image.projected(variable);
            all = all ? *all | image : image;
            if (space->isSpent()) return std::nullopt;
        }
    }
    if (!all) return 0;
    std::string reason;
    const auto places = all->count(reason);
    const auto number = places ? places->evaluate({}) : std::nullopt;
    std::int64_t product = 0;
    if (!number || space->isSpent() || __builtin_mul_overflow(*number, std::int64_t{bytes}, &product))
        return std::nullopt;
    return product;
}

std::optional<Formula> LaunchCounter::unionFormula(const std::vector<const MemoryAccess*>& accesses) {
    std::vector<SymbolicRegion> different;
    for (const MemoryAccess* access : accesses) {
        const Addressed& own = addressed(access->id);
        if (!own.hasShapes || access->bytes != accesses[0]->bytes) return std::nullopt;
        for (const SymbolicRegion& shape : own.shapes)
            if (std::find(different.begin(), different.end(), shape) == different.end())
                different.push_back(shape);
    }
    if (different.empty()) return Formula();
    const int bytes = accesses[0]->bytes;
    // Runs without gaps that meet are one run.
    const auto end = [&](const SymbolicRegion& run) {
        return run.base + bytes * (run.dimensions.empty() ? Polynomial(1) : run.dimensions[0].count);
    };
    const auto isRun = [&](const SymbolicRegion& shape) {
        return shape.dimensions.empty() ||
               (shape.dimensions.size() == 1 && shape.dimensions[0].stride == Polynomial(bytes));
    };
    const auto joinOnce = [&] {
        for (std::size_t i = 0; i < different.size(); ++i)
            for (std::size_t j = 0; j < different.size(); ++j) {
                if (i == j || !isRun(different[i]) || !isRun(different[j])) continue;
                const SymbolicRegion &a = different[i],
                                     &b = different[j]; // a begins first, b within it or at its end
                const auto whole = exactQuotient(b.base - a.base, bytes);
                if (!whole || !whole->hasIntegerCoefficients() || !whole->isSurelyNonNegative() ||
                    !(end(a) - b.base).isSurelyNonNegative())
                    continue;
                SymbolicRegion joined{a.base, {}};
                const bool isWithin = (end(a) - end(b)).isSurelyNonNegative();
                if (!isWithin && !(end(b) - end(a)).isSurelyNonNegative()) continue;
                const Polynomial count =
                    Polynomial(Rational(1, bytes)) * ((isWithin ? end(a) : end(b)) - a.base);
                if (!(count == Polynomial(1))) joined.dimensions.push_back({bytes, count});
                different[i] = joined;
                different.erase(different.begin() + static_cast<std::ptrdiff_t>(j));
                return true;
            }
        return false;
    };
    while (joinOnce()) {
    }
    Polynomial total;
    for (const SymbolicRegion& shape : different) {
        const auto own = distinctBytes(shape, bytes);
        if (!own) return std::nullopt;
        total += *own;
    }
    // What is left must not meet.
    std::vector<std::pair<Polynomial, Polynomial>> spans;
    for (const SymbolicRegion& shape : different) {
        Polynomial last = shape.base + bytes;
        for (const auto& dimension : shape.dimensions) last += dimension.stride * (dimension.count - 1);
        for (const auto& [begin, finish] : spans)
            if (!(shape.base - finish).isSurelyNonNegative() && !(begin - last).isSurelyNonNegative())
                return std::nullopt;
        spans.emplace_back(shape.base, last);
    }
    return Formula(total);
}

void LaunchCounter::findFootprint(const MemoryAccess& access, AccessCounts& result) {
    const Addressed& own = addressed(access.id);
    if (const auto formula = unionFormula({&access})) result.footprint = counted(*formula);
    for (const LaunchRegion& region : own.regions) result.regions.push_back(region.region);
    result.isAffine = own.isAffine;
    result.boxes = own.regions;
    if (result.footprint.value) return;
    const bool isExact = own.isAffine && std::all_of(own.regions.begin(), own.regions.end(),
                                                     [](const LaunchRegion& region) { return region.isExact; });
    if (isExact)
        if (const auto bytes = regions::unionBytes(result.regions); bytes && bytes->isExact) {
            result.footprint.value = bytes->bytes;
            return;
        }
    result.footprint.value = enumeratedFootprint(pdg_, evaluation_, {&access});
    if (!result.footprint.value) result.footprint.value = imageBytes({&access});
    if (result.footprint.value) return;
    result.isFootprintExact = false;
    if (own.isAffine) {
        if (const auto around = regions::intervalAround(result.regions))
            result.footprint.value = around->end - around->begin;
    } else if (const auto& reach = evaluation_.accesses[access.id].reach) {
        result.footprint.value = reach->most - reach->least;
    }
}

AccessCounts LaunchCounter::access(const MemoryAccess& access) {
    AccessCounts result;
    result.access = access.id;
    result.object = objectName(pdg_, access);
    const RegionId region = pdg_.statements[access.statement].region;
    const RegionCount& times = regionCount(region);
    result.executions = times.count;
    result.source = times.source;
    result.reason = times.reason;
    const Addressed& own = addressed(access.id);
    if (result.reason.empty() && !own.addresses.cases) result.reason = "the address: " + own.addresses.reason;
    result.strides = strides(access, region);
    if (isOfDevice(access)) {
        result.transactions.value = enumeratedTransactions(evaluation_, access.id);
        const auto formula = own.addresses.cases && result.transactions.value
                                 ? transactionFormula(space_, spec_, *own.addresses.cases, access.bytes)
                                 : std::nullopt;
        // Constant memory may be served by another rule than lines or sectors: then it says otherwise.
        if (formula && formula->evaluate(symbols_.values) == result.transactions.value)
            result.transactions.formula = symbols_.shown(*formula);
    }
    if (isOfDevice(access) || access.space == MemorySpace::Shared) findFootprint(access, result);
    if (result.footprint.value && *result.footprint.value > 0 && result.executions.value)
        result.reuse = static_cast<double>(*result.executions.value) * access.bytes /
                       static_cast<double>(*result.footprint.value);
    return result;
}

Count LaunchCounter::summed(const std::vector<Count>& counts) {
    Count sum{Formula(), 0};
    std::vector<Formula> formulas;
    for (const Count& count : counts) {
        if (count.formula) formulas.push_back(*count.formula);
        std::int64_t value = 0;
        if (sum.value && count.value && !__builtin_add_overflow(*sum.value, *count.value, &value))
            sum.value = value;
        else
            sum.value = std::nullopt;
    }
    sum.formula = formulas.size() == counts.size() ? sumOf(*points_, formulas) : std::nullopt;
    return sum;
}

BufferCounts LaunchCounter::buffer(std::uint32_t argument, const std::vector<AccessCounts>& accesses) {
    BufferCounts result;
    result.argument = argument;
    result.name = pdg_.arguments[argument].name;
    result.bytes = static_cast<std::int64_t>(evaluation_.launch.bufferBytes[argument]);
    std::vector<const MemoryAccess*> own;
    std::vector<Count> loads, stores;
    std::vector<regions::AffineRegion> all;
    bool isExact = true, isAffine = true;
    for (const AccessCounts& counts : accesses) {
        const MemoryAccess& access = pdg_.accesses[counts.access];
        if (!access.objectIsArgument || access.object != argument || !isOfDevice(access)) continue;
        if (counts.executions.value == 0) continue; // never executed
        own.push_back(&access);
        Count bytes;
        const RegionCount& times = regionCount(pdg_.statements[access.statement].region);
        if (times.inner) bytes = counted(times.inner->scaled(access.bytes));
        std::int64_t product = 0;
        if (!times.inner && counts.executions.value &&
            !__builtin_mul_overflow(*counts.executions.value, std::int64_t{access.bytes}, &product))
            bytes.value = product;
        if (access.kind != AccessKind::Store) loads.push_back(bytes);
        if (access.kind != AccessKind::Load) stores.push_back(bytes);
        const Addressed& addresses = addressed(access.id);
        isAffine = isAffine && addresses.isAffine;
        for (const LaunchRegion& region : addresses.regions) {
            all.push_back(region.region);
            isExact = isExact && region.isExact;
        }
    }
    result.direction = own.empty()      ? Direction::None
                       : stores.empty() ? Direction::In
                       : loads.empty()  ? Direction::Out
                                        : Direction::InOut;
    result.loaded = summed(loads);
    result.stored = summed(stores);
    if (own.empty()) {
        result.footprint = {Formula(), 0};
        return result;
    }
    if (const auto formula = unionFormula(own)) result.footprint = counted(*formula);
    if (isAffine) {
        result.interval = regions::intervalAround(all);
        if (const auto bytes = regions::unionBytes(all)) {
            result.packedBytes = bytes->packedBytes;
            if (!result.footprint.value && isExact && bytes->isExact) result.footprint.value = bytes->bytes;
        }
    }
    if (!result.footprint.value) result.footprint.value = enumeratedFootprint(pdg_, evaluation_, own);
    if (!result.footprint.value) result.footprint.value = imageBytes(own);
    if (!result.footprint.value) {
        result.isFootprintExact = false;
        if (result.interval)
            result.footprint.value = result.interval->end - result.interval->begin;
        else
            result.footprint.value = result.bytes;
    }
    const auto moved = result.loaded.value && result.stored.value
                           ? std::optional(static_cast<double>(*result.loaded.value) +
                                           static_cast<double>(*result.stored.value))
                           : std::nullopt;
    if (moved && *result.footprint.value > 0)
        result.reuse = *moved / static_cast<double>(*result.footprint.value);
    return result;
}

LaunchCounts LaunchCounter::count(const Cancellation* cancellation) {
    LaunchCounts result;
    result.symbols = symbols_;
    result.notes = symbols_.notes;
    Polynomial items = 1;
    for (const Polynomial& size : symbols_.global) items = items * size;
    result.workItems = counted(Formula(items));
    countOperations(result);
    for (const MemoryAccess& own : pdg_.accesses)
        if (own.statement != none && !isStopped(cancellation)) result.accesses.push_back(access(own));
    for (std::uint32_t argument = 0; argument < pdg_.arguments.size(); ++argument) {
        const auto kind = pdg_.arguments[argument].kind;
        if (isStopped(cancellation)) break;
        if (kind == KernelArgument::Kind::Buffer || kind == KernelArgument::Kind::Constant)
            result.buffers.push_back(buffer(argument, result.accesses));
    }
    return result;
}

std::string_view name(CountSource source) {
    constexpr std::string_view names[] = {"formula", "enumerated", "unknown"};
    return names[static_cast<std::size_t>(source)];
}

std::string_view name(Direction direction) {
    constexpr std::string_view names[] = {"none", "in", "out", "inout"};
    return names[static_cast<std::size_t>(direction)];
}

Result<LaunchCounts> countLaunch(const Pdg& pdg, const Launch& launch, const HardwareSpec& spec,
                                 const CountOptions& options) {
    const auto evaluation = evaluate(pdg, launch, spec, options.evaluation);
    if (!evaluation) return evaluation.diagnostics();
    if (const auto faults = checkScope(*evaluation, {options.group, options.warp}); !faults.empty())
        return faults;
    std::optional<std::vector<std::string>> open = options.open;
    std::vector<std::string> closed, notes;
    const Cancellation* cancellation = options.evaluation.cancellation;
    while (true) {
        const auto symbols = launchSymbols(launch, options.definitions, open);
        if (!symbols) return symbols.diagnostics();
        for (const std::string& note : symbols->notes)
            if (std::find(notes.begin(), notes.end(), note) == notes.end()) notes.push_back(note);
        LaunchCounter counter(pdg, launch, spec, *evaluation, *symbols);
        const auto hindering = counter.hinderingNames(cancellation);
        if (hindering.empty()) {
            LaunchCounts counts = counter.count(cancellation);
            if (isStopped(cancellation)) return cancellation->refusal();
            findTouched(pdg, *evaluation, options, counts);
            counts.notes = std::move(notes);
            counts.diagnostics = aliases(pdg, counts);
            for (const std::string& one : closed)
                counts.notes.push_back(
                    one + " is taken as the number that it is: conditions or addresses multiply or "
                          "divide IDs by it");
            return counts;
        }
        open.emplace();
        for (const LaunchSymbol& symbol : symbols->symbols) {
            if (hindering.contains(symbol.name))
                closed.push_back(symbol.name);
            else
                open->push_back(symbol.name);
        }
    }
}

} // namespace warpstring::symbolic
