// SPDX-License-Identifier: GPL-3.0-or-later
// What stands in the margin of the source: heat, token kinds, diagnostics.
#pragma once

#include <QString>
#include <map>
#include <vector>

#include "app/gui/models/session/analysis.h"
#include "app/gui/models/string/cost_change.h"
#include "app/gui/models/unit_text.h"
#include "stringmodel/line_costs.h"

namespace warpstring::gui {

struct LineMark {
    double heat = 0;              ///< 0..1 of the hottest line
    double fraction = 0;          ///< of a warp's cycles
    QString kinds;                ///< of the tokens that it makes, in order, each once: "C M G"
    std::optional<double> change; ///< of the line's cycles since the baseline, as a fraction
    QString tooltip;
};

/// A finding at a line of the kernel's source; line 0: it has no line there.
struct LineDiagnostic {
    int line = 0;
    Severity severity = Severity::Error;
    QString text;   ///< message, code and hint
    int column = 0; ///< where it begins, from 1, in bytes; 0: no place within the line
};

/// `change`: what the figures are held against; may be null.
[[nodiscard]] std::map<int, LineMark> sourceMarks(const Analysis& analysis, TimeUnit unit,
                                                  const CostChange* change = nullptr);

/// The diagnostics that are about `file`, by line.
[[nodiscard]] std::vector<LineDiagnostic> diagnosticsIn(const Diagnostics& diagnostics,
                                                        const std::filesystem::path& file);

/// "M", "M\u0304", ...: a token's letter as the paper writes it.
[[nodiscard]] QString tokenLetter(token_string::TokenKind kind);
/// "global load", "barrier", ...
[[nodiscard]] QString tokenMeaning(token_string::TokenKind kind);

} // namespace warpstring::gui
