// SPDX-License-Identifier: GPL-3.0-or-later
// The result of one launch on one device, flat: a line of a batch (docs/batch.md).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/launch.h"
#include "stringmodel/simulation.h"
#include "study/batch/batch_plan.h"
#include "study/batch/cycle_parts.h"
#include "study/batch/graph_cache.h"

namespace warpstring::batch {

/// What the closed form says of a launch of which the timeline is reported.
struct ClosedFormFigures {
    double warpLatencyCycles = 0, kernelTimeUs = 0;
};

/// What a simulation found. Times are of the kernel on the device, never of this program's own run.
struct RowFigures {
    token_string::CostModel model = token_string::CostModel::ClosedForm; ///< that all figures are of
    double warpLatencyCycles = 0;
    std::optional<timeline::WarpSpread> warpSpread; ///< where the timeline was run
    double kernelTimeUs = 0;
    KernelParts kernelParts; ///< of kernelTimeUs
    double kernelCycles = 0;
    double launchOverheadUs = 0;
    std::string boundBy;
    int groups = 0; ///< resident per multiprocessor
    int warps = 0;  ///< resident per multiprocessor
    std::string limiter;
    int registers = 0; ///< per work-item
    std::optional<SimulationBounds>
        bounds; ///< of the closed form, whatever the model: where something is unknown
    std::optional<ClosedFormFigures> closedForm; ///< where the model is another
    CycleParts parts;                            ///< of the warp latency
    std::size_t assumptions = 0;                 ///< how many; `warpstring simulate` lists them
    std::string string;                          ///< when asked for

    /// The range of the row's own figures: of the same model, or none.
    [[nodiscard]] const SimulationBounds* reportedBounds() const {
        return bounds && model == token_string::CostModel::ClosedForm ? &*bounds : nullptr;
    }
};

struct BatchRow {
    std::uint64_t index = 0; ///< in the whole plan
    std::string launch, spec, file;
    std::string kernel, family; ///< empty where the launch itself is faulty
    std::vector<SweptValue> swept;
    std::optional<RowFigures> figures; ///< none where nothing can be said
    Diagnostics diagnostics;

    [[nodiscard]] bool isError() const { return hasErrors(diagnostics); }
};

/// Computes rows of a plan on one thread; threads share the cache of graphs alone.
class RowSimulator {
public:
    RowSimulator(const BatchPlan& plan, GraphCache& graphs) : plan_(plan), graphs_(graphs) {}

    /// Where it is stopped, its diagnostics say so.
    [[nodiscard]] BatchRow row(std::uint64_t index, const Cancellation* cancellation = nullptr);
    /// The row's names alone: nothing is simulated.
    [[nodiscard]] BatchRow emptyRow(std::uint64_t index);
    /// The same launch with the probe around its kernel that stamps every warp of `stampedFraction` of the
    /// work-groups. Nothing where it cannot be simulated, or not to the point.
    [[nodiscard]] std::optional<RowFigures> probed(std::uint64_t index, int warpSize, double stampedFraction,
                                                   const Cancellation* cancellation = nullptr);

private:
    /// Made once for all specs.
    const Result<Launch>& launchAt(const BatchPlan::Place& place);
    const Result<Pdg>& graphFor(const Launch& launch, const HardwareSpec& spec,
                                const Cancellation* cancellation);
    [[nodiscard]] SimulationOptions options(const Cancellation* cancellation);

    const BatchPlan& plan_;
    GraphCache& graphs_;
    std::optional<files::LaunchSweep> file_;
    std::size_t fileIndex_ = 0;
    std::uint64_t launchIndex_ = 0;
    std::optional<Result<Launch>> launch_;
    GraphCache::Graph graph_; ///< of the last launch: most often that of the next one too
    std::string graphKey_;
};

} // namespace warpstring::batch
