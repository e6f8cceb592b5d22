// SPDX-License-Identifier: GPL-3.0-or-later
// The graph whose steps the threads pane goes through, with all that is found before a step is chosen.
#pragma once

#include <map>
#include <memory>

#include "app/gui/models/session/analysis.h"
#include "pdg/evaluation/step_subjects.h"

namespace warpstring::gui {

struct ThreadsGraph {
    SharedAnalysis analysis;        ///< that it belongs to
    bool asWritten = true;          ///< loops as in the source, whatever the analysis has
    std::shared_ptr<const Pdg> pdg; ///< the analysis's own where the shapes are the same
    evaluation::Evaluation evaluation;
    std::vector<evaluation::StepSubject> subjects;
    std::map<RegionId, evaluation::Replay> replays; ///< of all subjects' regions
};

using SharedThreadsGraph = std::shared_ptr<const ThreadsGraph>;

/// Takes a compilation where the shapes differ. Fails as buildPdg and evaluate do.
[[nodiscard]] Result<SharedThreadsGraph> threadsGraph(const SharedAnalysis& analysis, bool asWritten,
                                                      batch::GraphCache& graphs,
                                                      const Cancellation* cancellation = nullptr);

} // namespace warpstring::gui
