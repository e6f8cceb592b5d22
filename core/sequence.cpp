// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sequence.h"

#include <algorithm>
#include <set>
#include <utility>

namespace warpstring {

namespace {

constexpr std::uint64_t tooManyRuns = mostSequenceRuns + 1;

/// Factors are at most tooManyRuns or any repeat: the product stays within 64 bits.
std::uint64_t timesUpToMost(std::uint64_t runs, std::uint64_t repeat) {
    return std::min(tooManyRuns, runs * std::min(tooManyRuns, repeat));
}

void collect(const std::vector<SequenceStep>& steps, const std::string& prefix, std::uint64_t times,
             std::vector<SequenceLaunch>& found) {
    std::size_t number = 0;
    for (const SequenceStep& step : steps) {
        const std::string name = prefix + std::to_string(++number);
        const std::uint64_t runs = timesUpToMost(times, step.repeat);
        if (step.isGroup())
            collect(step.steps, name + ".", runs, found);
        else
            found.push_back({&step, name, runs});
    }
}

class RunList {
public:
    explicit RunList(const Sequence& sequence) {
        std::size_t index = 0;
        for (const SequenceLaunch& launch : launchesOf(sequence)) {
            indices_[launch.step] = index++;
            for (const auto& [parameter, name] : launch.step->buffers) result_.atEnd[name] = name;
        }
        add(sequence.steps);
    }

    SequenceRuns take() { return std::move(result_); }

private:
    void add(const std::vector<SequenceStep>& steps) {
        for (const SequenceStep& step : steps)
            for (std::uint64_t i = 0; i < step.repeat; ++i) {
                if (step.isGroup())
                    add(step.steps);
                else
                    addRun(step);
                for (const auto& [first, second] : step.swaps)
                    std::swap(result_.atEnd[first], result_.atEnd[second]);
            }
    }

    void addRun(const SequenceStep& step) {
        SequenceRun run;
        run.launch = indices_.at(&step);
        for (const auto& [parameter, name] : step.buffers) run.buffers[parameter] = result_.atEnd.at(name);
        result_.runs.push_back(std::move(run));
    }

    std::map<const SequenceStep*, std::size_t> indices_;
    SequenceRuns result_;
};

} // namespace

std::vector<SequenceLaunch> launchesOf(const Sequence& sequence) {
    std::vector<SequenceLaunch> found;
    collect(sequence.steps, "", 1, found);
    return found;
}

std::uint64_t runCount(const Sequence& sequence) {
    std::uint64_t runs = 0;
    for (const SequenceLaunch& launch : launchesOf(sequence)) runs = std::min(tooManyRuns, runs + launch.runs);
    return runs;
}

SequenceRuns runsOf(const Sequence& sequence) { return RunList(sequence).take(); }

std::map<std::string, BufferArgument> sharedBuffers(const Sequence& sequence, const SequenceRuns& runs) {
    std::map<std::string, BufferArgument> buffers;
    const std::vector<SequenceLaunch> launches = launchesOf(sequence);
    for (const SequenceLaunch& launch : launches)
        for (const auto& [parameter, name] : launch.step->buffers)
            buffers.emplace(name, std::get<BufferArgument>(launch.step->launch.arguments.at(parameter)));

    std::map<std::string, BufferAccess> accesses;
    for (const SequenceRun& run : runs.runs)
        for (const auto& [parameter, name] : run.buffers) {
            const Launch& launch = launches[run.launch].step->launch;
            const BufferAccess access = std::get<BufferArgument>(launch.arguments.at(parameter)).access;
            const auto [known, isNew] = accesses.emplace(name, access);
            if (known->second != access) known->second = BufferAccess::ReadWrite;
        }
    for (auto& [name, buffer] : buffers)
        if (const auto found = accesses.find(name); found != accesses.end()) buffer.access = found->second;
    return buffers;
}

std::map<std::string, SharedTraffic> sharedTraffic(const Sequence& sequence, const SequenceRuns& runs,
                                                   const AccessOfParameter& accessOf) {
    struct Use {
        bool isReadFirst = false, isWritten = false, isWrittenLast = false;
    };
    const std::vector<SequenceLaunch> launches = launchesOf(sequence);
    std::map<std::string, Use> uses;
    for (const SequenceRun& run : runs.runs)
        for (const auto& [parameter, name] : run.buffers) {
            const auto& arguments = launches[run.launch].step->launch.arguments;
            const std::optional<BufferAccess> access =
                accessOf ? accessOf(run.launch, parameter)
                         : std::get<BufferArgument>(arguments.at(parameter)).access;
            if (!access) continue;
            const auto [use, isFirst] = uses.try_emplace(name);
            if (isFirst) use->second.isReadFirst = *access != BufferAccess::Write;
            use->second.isWrittenLast = *access != BufferAccess::Read;
            use->second.isWritten = use->second.isWritten || use->second.isWrittenLast;
        }
    std::set<std::string> results;
    if (sequence.reference)
        for (const auto& [name, parameter] : sequence.reference->buffers) results.insert(runs.atEnd.at(name));
    std::map<std::string, SharedTraffic> traffic;
    for (const auto& [name, use] : uses)
        traffic[name] = {use.isReadFirst, use.isWritten && (use.isWrittenLast || results.contains(name))};
    return traffic;
}

} // namespace warpstring
