// SPDX-License-Identifier: GPL-3.0-or-later
// A search space as texts that a person edits: an axis a row, constraints below. docs/tune.md.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tuning/search/space_reading.h"

namespace warpstring::gui {

struct SpaceRow {
    std::string name;   ///< "tile", "local", "rewrite.pad"; empty: a constraint
    std::string values; ///< "8, 16", "16x16, 32x8", "none, pad tile=1"; the expression of a constraint
    bool isOn = true;   ///< off: it does not count
    std::string fault{};

    [[nodiscard]] bool isConstraint() const { return name.empty(); }
};

struct SpaceForm {
    search::SpaceOrigin origin = search::SpaceOrigin::Derived;
    std::vector<SpaceRow> rows; ///< axes, then constraints
    /// Rewrites that the command would try are off: with them there are too many combinations (derivedForm()).
    bool isHeldBack = false;

    /// The space as a file of its own ("warpstring.space/1"), each row on a line.
    [[nodiscard]] std::string text() const;
    /// The row that stands on a line of text(); nothing for the other lines.
    [[nodiscard]] std::optional<std::size_t> rowAt(int line) const;
};

/// What [tune] of a launch file says, else its [sweep], faults included; nothing where there is neither or the
/// file cannot be read.
[[nodiscard]] std::optional<SpaceForm> formOfLaunch(const search::NamedText& launch);
/// Combinations up to which rewrites of a derived space are on from the start: as many as a search looks at
/// within its usual budget (search::evaluationSeconds).
inline constexpr std::uint64_t mostAtFirst = 4000;
/// Of a space that was derived, its rewrites among the axes, with other rewrites that could be tried besides.
/// Those are off, alternatives for one thing of the kernel one axis; those of the space are on unless there are
/// more than mostAtFirst combinations and other axes beside them. Null: `others` alone, which are on then.
[[nodiscard]] SpaceForm derivedForm(const search::SearchSpace* space, const std::vector<std::string>& others);

struct CheckedSpace {
    std::optional<search::SearchSpace> space; ///< nothing where the form has a fault
    Diagnostics others;                       ///< faults that are of no row
};
/// The space that the form makes of a launch file; faults of rows are written to them.
[[nodiscard]] CheckedSpace checkForm(SpaceForm& form, const search::NamedText& launch);

/// "none" is no rewrite.
inline constexpr std::string_view noRewrite = "none";

} // namespace warpstring::gui
