// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/validation/growth_properties.h"

#include <algorithm>
#include <cctype>
#include <limits>

#include "core/random/random_launch.h"
#include "pdg/frontend/build_pdg.h"

namespace warpstring::validation {

namespace {

/// Executions are sums of doubles.
constexpr double rounding = 1e-9;

bool asksHowManyThereAre(const Pdg& pdg) {
    for (std::uint32_t id = 0; id < pdg.exprs.size(); ++id) {
        const ExprOp op = pdg.exprs[ExprId{id}].op;
        if (op == ExprOp::GlobalSize || op == ExprOp::GroupCount) return true;
    }
    return false;
}

bool hasAtomics(const Pdg& pdg) {
    return std::any_of(pdg.accesses.begin(), pdg.accesses.end(),
                       [](const MemoryAccess& access) { return access.kind == AccessKind::Atomic; });
}

/// False where a buffer's data come from a file.
bool lengthenBuffers(Launch& launch) {
    for (auto& [name, argument] : launch.arguments)
        if (auto* buffer = std::get_if<BufferArgument>(&argument)) {
            if (buffer->init == BufferInit::File) return false;
            buffer->count *= 2;
        }
    return true;
}

void addMoreGroups(const Launch& launch, std::vector<GrownLaunch>& grown) {
    for (std::size_t d = 0; d < 3; ++d) {
        if (launch.range.global[d] <= 1) continue;
        GrownLaunch more{Growth::Groups, "global[" + std::to_string(d) + "] x 2", launch};
        more.launch.range.global[d] *= 2;
        if (lengthenBuffers(more.launch)) grown.push_back(std::move(more));
    }
}

/// Whether accesses were brought back to the ends of their objects, where all are alike.
bool leavesMemory(const Simulation& simulation) {
    const auto& faults = simulation.evaluation.diagnostics;
    return std::any_of(faults.begin(), faults.end(),
                       [](const Diagnostic& fault) { return fault.code == evaluation::outOfRangeCode; });
}

double executionsOf(const Simulation& simulation, std::size_t region) {
    return simulation.evaluation.regions[region].executions.value * simulation.evaluation.warps;
}

bool isExact(const Simulation& simulation) {
    const auto& evaluation = simulation.evaluation;
    const auto isKnown = [](const auto& each) { return each.certainty == evaluation::Certainty::Exact; };
    return std::all_of(evaluation.loops.begin(), evaluation.loops.end(), isKnown) &&
           std::all_of(evaluation.regions.begin(), evaluation.regions.end(),
                       [&](const auto& region) { return isKnown(region.condition); }) &&
           std::all_of(evaluation.accesses.begin(), evaluation.accesses.end(),
                       [&](const auto& access) { return isKnown(access) && !access.isDrawn; });
}

/// Whether the kernel has conditions or loops and none of what hangs on them is done more often.
bool areIdle(const Simulation& before, const Simulation& after) {
    bool isAnyGuarded = false;
    for (std::size_t region = 1; region < before.evaluation.regions.size(); ++region) {
        const double was = executionsOf(before, region), is = executionsOf(after, region);
        if (is > was * (1 + rounding)) return false;
        isAnyGuarded = isAnyGuarded || was > 0;
    }
    return isAnyGuarded;
}

/// The text without its numbers.
std::string shapeOf(const std::string& text) {
    std::string shape;
    std::copy_if(text.begin(), text.end(), std::back_inserter(shape),
                 [](unsigned char c) { return std::isdigit(c) == 0; });
    return shape;
}

} // namespace

std::string_view wordOf(Growth growth) {
    switch (growth) {
    case Growth::Groups: return "groups";
    case Growth::IdleGroups: return "idle groups";
    case Growth::LocalBytes: return "local bytes";
    case Growth::Trips: return "trips";
    default: return "contention";
    }
}

std::vector<GrownLaunch> grownLaunches(const Pdg& pdg, const Launch& launch) {
    std::vector<GrownLaunch> grown;
    if (!asksHowManyThereAre(pdg)) addMoreGroups(launch, grown);
    const auto changed = [&](Growth growth, const std::string& name, const std::string& how,
                             Argument argument) {
        GrownLaunch more{growth, name + how, launch};
        more.launch.arguments[name] = std::move(argument);
        grown.push_back(std::move(more));
    };
    const bool collides = hasAtomics(pdg);
    for (const auto& [name, argument] : launch.arguments) {
        if (const auto* local = std::get_if<LocalArgument>(&argument))
            changed(Growth::LocalBytes, name, " x 2", LocalArgument{local->bytes * 2});
        if (const auto* scalar = std::get_if<ScalarArgument>(&argument))
            if (const auto* value = std::get_if<std::int64_t>(&scalar->value);
                value != nullptr && *value > 0 && *value <= std::numeric_limits<std::int32_t>::max() / 2) {
                ScalarArgument twice = *scalar;
                twice.value = *value * 2;
                changed(Growth::Trips, name, " x 2", twice);
            }
        if (const auto* buffer = std::get_if<BufferArgument>(&argument); buffer != nullptr && collides &&
                                                                         buffer->init == BufferInit::Random &&
                                                                         !isFloating(buffer->type.scalar)) {
            BufferArgument constant = *buffer;
            constant.init = BufferInit::Constant;
            constant.constant = buffer->range[0];
            changed(Growth::Contention, name, " all alike", constant);
        }
    }
    return grown;
}

std::optional<DoubledKernel> doubledRandomKernel(std::uint64_t seed, std::uint64_t index,
                                                 std::uint64_t mostGroups) {
    auto once = random_kernels::launchOf(seed, index, mostGroups);
    std::array<std::uint64_t, 3> groups{};
    for (int d = 0; d < 3; ++d) groups[static_cast<std::size_t>(d)] = once.launch.range.groups(d);
    groups[0] *= 2;
    auto twice = random_kernels::launchOver(seed, index, groups);
    if (shapeOf(once.sourceText) != shapeOf(twice.sourceText)) return std::nullopt;
    return DoubledKernel{std::move(once.launch), std::move(twice.launch), std::move(once.sourceText),
                         std::move(twice.sourceText)};
}

bool asksForMore(Growth growth, const Simulation& before, const Simulation& after) {
    if (leavesMemory(after)) return false;
    if (growth == Growth::Groups || growth == Growth::LocalBytes) return true;
    bool isMore = false;
    for (std::size_t region = 0; region < before.evaluation.regions.size(); ++region) {
        const double was = executionsOf(before, region), is = executionsOf(after, region);
        if (is < was * (1 - rounding)) return false;
        isMore = isMore || is > was * (1 + rounding);
    }
    return isMore || growth == Growth::Contention;
}

std::optional<GrowthFinding> growthFinding(Growth growth, const std::string& what, const Simulation& before,
                                           const Simulation& after) {
    if (!asksForMore(growth, before, after)) return std::nullopt;
    return GrowthFinding{before.launch,
                         growth == Growth::Groups && areIdle(before, after) ? Growth::IdleGroups : growth,
                         what,
                         before.kernelTimeUs(),
                         after.kernelTimeUs(),
                         before.boundBy(),
                         after.boundBy(),
                         isExact(before) && isExact(after)};
}

std::optional<std::vector<GrowthFinding>> growthFindings(const Pdg& pdg, const Launch& launch,
                                                         const HardwareSpec& spec,
                                                         const SimulationOptions& options) {
    const auto before = simulate(pdg, launch, spec, options);
    if (!before) return std::nullopt;
    std::vector<GrowthFinding> findings;
    for (const GrownLaunch& grown : grownLaunches(pdg, launch)) {
        const auto after = simulate(pdg, grown.launch, spec, options);
        if (!after) continue; // more than the device holds
        if (auto finding = growthFinding(grown.growth, grown.what, *before, *after))
            findings.push_back(std::move(*finding));
    }
    return findings;
}

std::optional<std::vector<GrowthFinding>> growthFindingsOfRandom(std::uint64_t seed, std::uint64_t index,
                                                                 std::uint64_t mostGroups,
                                                                 const HardwareSpec& spec,
                                                                 const SimulationOptions& options) {
    const auto simulated = [&](const Launch& launch, const std::string& text) -> std::optional<Simulation> {
        const auto graph = frontend::buildPdg({launch.source.string(), text}, launch.kernel,
                                              {launch.options, spec.device.addressBits});
        if (!graph) return std::nullopt;
        auto simulation = simulate(*graph, launch, spec, options);
        if (!simulation) return std::nullopt;
        return std::move(*simulation);
    };
    const auto kernel = doubledRandomKernel(seed, index, mostGroups);
    if (!kernel) return std::vector<GrowthFinding>();
    const auto before = simulated(kernel->launch, kernel->text);
    if (!before) return std::nullopt;
    std::vector<GrowthFinding> findings;
    if (const auto after = simulated(kernel->doubled, kernel->doubledText))
        if (auto finding = growthFinding(Growth::Groups, "groups[0] x 2", *before, *after))
            findings.push_back(std::move(*finding));
    return findings;
}

} // namespace warpstring::validation
