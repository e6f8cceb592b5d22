// SPDX-License-Identifier: GPL-3.0-or-later
// The part of Clang's own declarations of OpenCL C that a source can speak of: reading all of them takes longer
// than reading most kernels.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>

namespace warpstring::frontend {

/// Where Clang finds its declarations.
[[nodiscard]] const std::string& defaultHeaderPath();

/// What is to be read before a source that names so much.
struct NamedDeclarations {
    /// Clang's header with those macros and vector types left empty that neither the source and its options nor
    /// the rest of the header name; each line keeps its number.
    std::string header;
    std::unordered_set<std::string_view> names; ///< in the texts and in the header: views into them

    /// Of macros as Clang defines them before the first line those that are named; those of OpenCL's versions,
    /// extensions and features, for which Clang itself asks, in any case.
    [[nodiscard]] std::string ofPredefined(std::string_view lines) const;
};

/// Nothing where names may come from elsewhere: the source includes files, pastes names together or breaks them
/// by line ends. The texts outlive what is returned.
[[nodiscard]] std::optional<NamedDeclarations> declarationsFor(std::string_view source,
                                                               std::string_view options);

} // namespace warpstring::frontend
