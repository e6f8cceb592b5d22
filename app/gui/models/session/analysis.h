// SPDX-License-Identifier: GPL-3.0-or-later
// Everything that the panes show of one kernel under one launch on one device, as a value.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/gui/models/session/element_index.h"
#include "core/hardware_spec.h"
#include "core/launch.h"
#include "pdg/evaluation/replay.h"
#include "pdg/pdg.h"
#include "stringmodel/simulation.h"
#include "study/batch/graph_cache.h"

namespace warpstring::gui {

struct AnalysisRequest {
    Launch launch;
    std::string sourceText; ///< as edited; `launch.source` names it and anchors its includes
    std::string launchText; ///< as edited, of the file that `launch` is from; empty where it is from none
    std::shared_ptr<const HardwareSpec> spec;
    std::string specName; ///< as the CLI takes it: a shipped spec's name, or a file
    bool sourceShape = false;
    double threshold = 1 << 22; ///< EvaluationOptions::threshold
    ModelChoice model = ModelChoice::BySpec;
    std::size_t mostSpans = 20000; ///< operations of warps that the timeline keeps for its picture
    int multiprocessor = -1;       ///< TimelineOptions::multiprocessor
};

struct Analysis {
    AnalysisRequest request;
    std::shared_ptr<const Pdg> pdg;
    Simulation simulation;
    /// For specs without pipes: the timeline to look at, which gives no reported figure.
    std::optional<timeline::KernelTimeline> pictureTimeline;
    std::vector<evaluation::Replay> replays;
    ElementIndex elements;
    std::vector<FlatToken> tokens; ///< of simulation.string

    /// Its figures are those of a kernel that does not run so: there to find the fault by, not to be told as
    /// times.
    [[nodiscard]] bool faulty() const { return hasErrors(simulation.diagnostics); }
    [[nodiscard]] const Launch& launch() const { return request.launch; }
    [[nodiscard]] const HardwareSpec& spec() const { return *request.spec; }
    /// The timeline of the simulation or else the one to look at, with spans; never null.
    [[nodiscard]] const timeline::KernelTimeline* timeline() const {
        return simulation.timeline ? &*simulation.timeline : &*pictureTimeline;
    }
};

using SharedAnalysis = std::shared_ptr<const Analysis>;

/// Graphs that a cache keeps for a person who edits: typing goes back and forth between few texts.
inline constexpr std::size_t mostGraphsOfEdits = 16;

/// The graph of the text as edited, on the request's device.
[[nodiscard]] batch::GraphCache::Graph graphFor(const AnalysisRequest& request, batch::GraphCache& graphs,
                                                const Cancellation* cancellation = nullptr);

/// What an analysis simulates with; without an assembler, and without spans to draw.
[[nodiscard]] SimulationOptions simulationOptions(const AnalysisRequest& request,
                                                  const Cancellation* cancellation = nullptr);

/// The whole way from source to what is shown. Fails as buildPdg and simulate do.
[[nodiscard]] Result<SharedAnalysis> analyse(const AnalysisRequest& request, batch::GraphCache& graphs,
                                             const Cancellation* cancellation = nullptr);

/// The options of a CLI command that computes the same: "samples/scan/scan-div.toml -s nvidia-h200". File names
/// are quoted where a shell wants it.
[[nodiscard]] std::string analysisArguments(const AnalysisRequest& request);

} // namespace warpstring::gui
