// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/random/random_launch.h"

#include <algorithm>
#include <set>
#include <stdexcept>

#include "core/random/growth.h"
#include "core/random/interpreter.h"
#include "core/random/kernel_text.h"

namespace warpstring::random_kernels {

namespace {

/// FNV-1a, the lower 32 bits: to tell another version's grammar.
std::uint64_t checksum(const std::string& text) {
    std::uint64_t hash = 0xcbf29ce484222325;
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    return hash & 0xffffffff;
}

WorkItem itemAt(const NDRange& range, const std::array<std::uint64_t, 3>& global) {
    WorkItem item;
    for (std::size_t d = 3; d-- > 0;) {
        item.group = item.group * range.groups(static_cast<int>(d)) + global[d] / range.local[d];
        item.item = item.item * range.local[d] + global[d] % range.local[d];
    }
    return item;
}

WorkItem itemNumbered(const NDRange& range, std::uint64_t linear) {
    const std::uint64_t x = range.global[0], y = range.global[1];
    return itemAt(range, {linear % x, linear / x % y, linear / (x * y)});
}

/// Who writes the element; of groups, the first work-item.
WorkItem writerOf(const NDRange& range, const Memory& memory, std::uint64_t element) {
    const std::uint64_t items = range.groupSize() * range.groupCount();
    switch (memory.placement) {
    case Placement::Items: return itemNumbered(range, element / memory.factor);
    case Placement::Planes: return itemNumbered(range, element % items);
    case Placement::Turned: return itemAt(range, {element / range.global[1], element % range.global[1], 0});
    default: return {element / memory.factor, 0};
    }
}

/// Whether work-items say nothing alone.
bool needsGroups(const KernelTree& kernel) {
    return std::any_of(kernel.memories.begin(), kernel.memories.end(), [](const Memory& memory) {
        return memory.space == MemorySpace::Local || memory.placement == Placement::Groups;
    });
}

std::vector<WorkItem> wholeGroup(const NDRange& range, std::uint64_t group) {
    std::vector<WorkItem> items(range.groupSize());
    for (std::uint64_t i = 0; i < items.size(); ++i) items[i] = {group, i};
    return items;
}

/// Valid kernels have no faults; what a reference cannot say must not pass for an output.
void take(const Result<Interpretation>& run, int memory, std::map<std::uint64_t, double>& values) {
    if (!run) throw std::out_of_range(run.diagnostics().front().message);
    if (!run->faults.empty()) throw std::out_of_range("the kernel is not valid: " + run->faults.front());
    if (const auto written = run->written.find(memory); written != run->written.end())
        values.insert(written->second.begin(), written->second.end());
}

records::ResolvedLaunch launchOfTree(const KernelTree& kernel, std::uint64_t seed, std::uint64_t index) {
    records::ResolvedLaunch resolved;
    resolved.sourceText = textOf(kernel);
    Launch& launch = resolved.launch;
    launch.name = nameOf(seed, index);
    launch.file = launch.name + ".toml";
    launch.source = launch.name + ".cl";
    launch.kernel = kernelName;
    launch.options = "-DRANDOM_SEED=" + std::to_string(seed) + " -DRANDOM_INDEX=" + std::to_string(index) +
                     " -DRANDOM_TEXT=" + std::to_string(checksum(resolved.sourceText));
    launch.range = kernel.range;
    for (const Memory& memory : kernel.memories)
        if (memory.space == MemorySpace::Global) launch.arguments[memory.name] = bufferOf(memory);
    for (const ScalarParameter& scalar : kernel.scalars) {
        ScalarArgument argument{scalar.type, true, scalar.value};
        if (!isFloating(scalar.type.scalar)) argument.value = static_cast<std::int64_t>(scalar.value);
        launch.arguments[scalar.name] = argument;
    }
    launch.reference = OutputReference{"random-kernel", nullptr, std::nullopt};
    const bool writesFloats =
        std::any_of(kernel.memories.begin(), kernel.memories.end(),
                    [](const Memory& memory) { return memory.isOutput() && isFloating(memory.type.scalar); });
    if (!writesFloats) launch.reference->tolerance = 0; // integers are exact
    return resolved;
}

} // namespace

std::string nameOf(std::uint64_t seed, std::uint64_t index) {
    return "random-" + std::to_string(seed) + "-" + std::to_string(index);
}

records::ResolvedLaunch launchOf(std::uint64_t seed, std::uint64_t index, std::uint64_t mostGroups) {
    return launchOfTree(grown(seed, index, mostGroups), seed, index);
}

records::ResolvedLaunch launchOver(std::uint64_t seed, std::uint64_t index,
                                   const std::array<std::uint64_t, 3>& groups) {
    return launchOfTree(grownOver(seed, index, groups), seed, index);
}

std::vector<double> randomKernelReference(const records::LaunchData& launch, const std::string& buffer,
                                          std::span<const std::uint64_t> indices) {
    const NDRange& range = launch.launch().range;
    const KernelTree kernel = grownOver(static_cast<std::uint64_t>(launch.integer("RANDOM_SEED")),
                                        static_cast<std::uint64_t>(launch.integer("RANDOM_INDEX")),
                                        {range.groups(0), range.groups(1), range.groups(2)});
    if (kernel.range != range ||
        checksum(textOf(kernel)) != static_cast<std::uint64_t>(launch.integer("RANDOM_TEXT")))
        throw std::out_of_range("the grammar has changed since the kernel was grown");
    const auto found = std::find_if(kernel.memories.begin(), kernel.memories.end(), [&](const Memory& memory) {
        return memory.isOutput() && memory.name == buffer;
    });
    if (found == kernel.memories.end()) return {};
    const int memory = static_cast<int>(found - kernel.memories.begin());
    const auto width = static_cast<std::uint64_t>(found->type.width);

    std::vector<WorkItem> writers;
    std::set<std::pair<std::uint64_t, std::uint64_t>> seen;
    const bool byGroups = needsGroups(kernel);
    for (const std::uint64_t index : indices) {
        WorkItem writer = writerOf(range, *found, index / width);
        if (byGroups) writer.item = 0;
        if (seen.emplace(writer.group, writer.item).second) writers.push_back(writer);
    }
    std::map<std::uint64_t, double> values;
    if (byGroups)
        for (const WorkItem& writer : writers)
            take(interpret(kernel, wholeGroup(range, writer.group)), memory, values);
    else
        take(interpret(kernel, writers), memory, values);
    std::vector<double> expected;
    expected.reserve(indices.size());
    for (const std::uint64_t index : indices) {
        const auto value = values.find(index);
        expected.push_back(value == values.end() ? 0 : value->second);
    }
    return expected;
}

} // namespace warpstring::random_kernels
