// SPDX-License-Identifier: GPL-3.0-or-later
// What costs a launch time and what to do about it, row by row.
#pragma once

#include <QString>
#include <memory>
#include <vector>

#include "app/gui/models/session/analysis.h"
#include "tuning/advice/advice.h"

namespace warpstring::gui {

using SharedAdvice = std::shared_ptr<const advice::Advice>;

struct AdviceRow {
    enum class Kind {
        Finding, ///< all causes of a kind
        Part,    ///< one of several, beneath their finding
        Remedy,  ///< a sentence, beneath its finding
        Overlap  ///< two kinds together
    };
    Kind kind = Kind::Finding;
    double gain = 0, timeUs = 0; ///< none of a remedy
    QString text;
    QString meaning;   ///< a sentence on the kind of cause
    Focus focus;       ///< what has it; empty: the launch as a whole
    QString rewrite{}; ///< of a remedy, that would do it: "pad tile=1"; empty: it takes a person
};

struct AdviceRows {
    QString heading;                           ///< a sentence: the largest gain, or that there is none
    std::vector<AdviceRow> ofKernel, ofDevice; ///< what a person can change, and limits of the device
    QString belowError;                        ///< what was tried and gains less than the model's error
};

[[nodiscard]] AdviceRows adviceRows(const Analysis& analysis, const advice::Advice& advice);

} // namespace warpstring::gui
