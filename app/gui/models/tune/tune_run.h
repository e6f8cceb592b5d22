// SPDX-License-Identifier: GPL-3.0-or-later
// The search off the GUI's thread: what `warpstring tune` does, of texts as they are edited.
#pragma once

#include <QObject>
#include <atomic>
#include <memory>
#include <string>

#include "app/gui/models/stoppable_run.h"
#include "app/gui/models/tune/tune_inputs.h"
#include "tuning/search/tune_answer.h"

namespace warpstring::gui {

struct TuneRequest {
    TuneInputs inputs;
    std::string space; ///< "warpstring.space/1"
    std::uint64_t evaluations = 4000;
    std::uint64_t seed = 1;
    std::size_t top = 40; ///< variants that are told in full
    int jobs = 0;         ///< threads; 0: one less than there are cores
};

/// What was found. Shared, and kept as long as somebody shows it.
struct TuneOutcome {
    TuneRequest request;
    std::shared_ptr<search::VariantTextCache> texts; ///< makes variants; null where there is no space
    search::SearchResult result;                     ///< of one device
    search::DeviceAnswer answer;
    std::string errorSource; ///< which error of ratios ties go by, and whence
    Diagnostics diagnostics; ///< why nothing was searched

    [[nodiscard]] const search::SearchSpace& space() const { return texts->space(); }
    [[nodiscard]] const search::DeviceSearch* device() const {
        return result.devices.empty() ? nullptr : &result.devices.front();
    }
};
using SharedTuneOutcome = std::shared_ptr<const TuneOutcome>;

class TuneRun : public StoppableRun {
    Q_OBJECT

public:
    explicit TuneRun(QObject* parent = nullptr) : StoppableRun(parent) {}

    /// What runs is dropped.
    void start(TuneRequest request);

Q_SIGNALS:
    void progressed(quint64 done, quint64 total);
    void finished(const warpstring::gui::SharedTuneOutcome& outcome);
};

} // namespace warpstring::gui
