// SPDX-License-Identifier: GPL-3.0-or-later
// What a source uses and nothing defines, read from what Clang says of it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/diagnostic.h"

namespace warpstring::drafting {

/// Each name once, in the order of the source.
struct MissingNames {
    std::vector<std::string> values;  ///< "use of undeclared identifier"
    std::vector<std::string> types;   ///< "unknown type name", and undeclared ones that begin a declaration
    std::vector<std::string> headers; ///< "file not found"
    bool isAll = true;                ///< the source has no other error

    [[nodiscard]] bool isEmpty() const { return values.empty() && types.empty() && headers.empty(); }
};

/// Clang does not tell types within functions from values: the text of the source does.
[[nodiscard]] MissingNames missingNamesOf(const Diagnostics& faults, std::string_view source);

/// One finding for one cause: frontend.missing-macros and frontend.missing-headers name all at once, in place
/// of what Clang says at each use; its other errors follow.
[[nodiscard]] Diagnostics byCause(const Diagnostics& faults, std::string_view source);

} // namespace warpstring::drafting
