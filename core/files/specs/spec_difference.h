// SPDX-License-Identifier: GPL-3.0-or-later
// What two hardware specs, as texts, say differently.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/files/specs/spec_document.h"

namespace warpstring::files {

struct SpecDifference {
    std::string path;
    std::string unit;
    std::optional<std::string> before, after; ///< nothing where the key is absent
    SpecProvenanceText provenanceBefore, provenanceAfter;

    [[nodiscard]] bool valueChanged() const { return before != after; }
    /// A value that is another while its source is said to be the same.
    [[nodiscard]] bool sourceIsStale() const {
        return before && after && valueChanged() && provenanceBefore == provenanceAfter &&
               provenanceAfter != SpecProvenanceText{};
    }
};

/// In the order of `after`, which is that of the schema. Numbers that are equal are no difference, however they
/// are written.
[[nodiscard]] std::vector<SpecDifference> specDifferences(const std::vector<SpecEntry>& before,
                                                          const std::vector<SpecEntry>& after);

[[nodiscard]] inline std::vector<SpecDifference> specDifferences(const SpecDocument& before,
                                                                 const SpecDocument& after) {
    return specDifferences(before.entries(), after.entries());
}

} // namespace warpstring::files
