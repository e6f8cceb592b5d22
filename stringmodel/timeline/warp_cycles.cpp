// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/timeline/warp_cycles.h"

#include <algorithm>
#include <numeric>

namespace warpstring::timeline {

namespace {

using machine::MachineKind;
using machine::MachineProgram;

constexpr std::size_t at(Stall stall) { return static_cast<std::size_t>(stall); }

/// What waiting for an operation's result counts as.
Stall waitingFor(const machine::MachineOperation& operation) {
    return operation.kind == MachineKind::Global   ? Stall::Global
           : operation.kind == MachineKind::Shared ? Stall::Shared
                                                   : Stall::Operand;
}

/// By slot: the first operation that makes its value. All copies are the same statement's.
std::vector<std::uint32_t> makersOf(const MachineProgram& program) {
    std::vector<std::uint32_t> makers(program.slots, 0);
    for (auto i = static_cast<std::uint32_t>(program.operations.size()); i-- > 0;)
        if (program.operations[i].result >= 0)
            makers[static_cast<std::size_t>(program.operations[i].result)] = i;
    return makers;
}

/// The cycles of one run, summed over its warps, times `weight`.
class Adder {
public:
    explicit Adder(const MachineProgram& program)
        : program_(program), makers_(makersOf(program)), waits_(program.operations.size()) {
        cycles_.operations.resize(program.operations.size());
    }

    void add(const MultiprocessorRun& run, double weight) {
        std::size_t use = 0;
        for (std::uint32_t i = 0; i < program_.operations.size(); ++i) {
            for (std::size_t s = 0; s < stallCount; ++s) cycles_.operations[i][s] += weight * run.stalls[i][s];
            cycles_.operations[i][at(Stall::Barrier)] += weight * run.arrivals[i];
            for (const auto slot : program_.operations[i].uses)
                addWait(i, program_.operations[makers_[slot]].statement, weight * run.loadWaits[use++]);
        }
        for (std::size_t slot = 0; slot < run.drains.size(); ++slot) {
            const std::uint32_t maker = makers_[slot];
            const Stall stall = waitingFor(program_.operations[maker]);
            cycles_.operations[maker][at(stall)] += weight * run.drains[slot];
            if (stall == Stall::Global)
                addWait(maker, program_.operations[maker].statement, weight * run.drains[slot]);
        }
    }

    WarpCycles take() {
        for (const auto& ofOperation : waits_)
            for (const LoadWait& wait : ofOperation)
                if (wait.cycles > 0) cycles_.loadWaits.push_back(wait);
        for (StallCycles& operation : cycles_.operations)
            for (double& cycles : operation) cycles = std::max(0.0, cycles);
        return std::move(cycles_);
    }

private:
    void addWait(std::uint32_t operation, StatementId load, double cycles) {
        if (cycles == 0) return;
        for (LoadWait& wait : waits_[operation])
            if (wait.load == load) {
                wait.cycles += cycles;
                return;
            }
        waits_[operation].push_back({operation, load, cycles});
    }

    const MachineProgram& program_;
    std::vector<std::uint32_t> makers_;
    std::vector<std::vector<LoadWait>> waits_; ///< by operation
    WarpCycles cycles_;
};

/// The waits that are told by name are no more than those of their operations.
void fitWaits(WarpCycles& cycles) {
    std::vector<double> named(cycles.operations.size(), 0);
    for (const LoadWait& wait : cycles.loadWaits) named[wait.operation] += wait.cycles;
    for (LoadWait& wait : cycles.loadWaits)
        wait.cycles *= cycles.operations[wait.operation][at(Stall::Global)] / named[wait.operation];
}

} // namespace

StallCycles WarpCycles::byReason() const {
    StallCycles reasons{};
    reasons[at(Stall::Start)] = start;
    for (const StallCycles& operation : operations)
        for (std::size_t s = 0; s < stallCount; ++s) reasons[s] += operation[s];
    return reasons;
}

double WarpCycles::sum() const {
    const StallCycles reasons = byReason();
    return std::accumulate(reasons.begin(), reasons.end(), 0.0);
}

WarpCycles cyclesOfWarp(const MachineProgram& program, const std::vector<MultiprocessorRun>& runs,
                        const std::vector<double>& weights, int warpsPerGroup, double startCycles,
                        double warpCycles) {
    Adder adder(program);
    for (std::size_t i = 0; i < runs.size(); ++i)
        if (weights[i] != 0 && !runs[i].groups.empty())
            adder.add(runs[i], weights[i] / (static_cast<double>(runs[i].groups.size()) *
                                             static_cast<double>(warpsPerGroup)));
    WarpCycles cycles = adder.take();
    const double before = cycles.sum(); // without the start
    cycles.start = before > 0 ? std::min(startCycles, std::max(0.0, warpCycles)) : std::max(0.0, warpCycles);
    // What a warp issues does not depend on how long others keep it waiting: waits take what is left.
    const double issuing = cycles.byReason()[at(Stall::None)], left = warpCycles - cycles.start;
    const bool isWaiting = before > issuing && left > issuing;
    const double issueScale = isWaiting || before <= 0 ? 1 : std::max(0.0, left / before);
    const double waitScale = isWaiting ? (left - issuing) / (before - issuing) : issueScale;
    for (StallCycles& operation : cycles.operations)
        for (std::size_t s = 0; s < stallCount; ++s)
            operation[s] *= s == at(Stall::None) ? issueScale : waitScale;
    fitWaits(cycles);
    return cycles;
}

} // namespace warpstring::timeline
