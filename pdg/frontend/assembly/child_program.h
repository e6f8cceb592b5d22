// SPDX-License-Identifier: GPL-3.0-or-later
// A program that is run to its end, for what it prints.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/cancellation.h"

namespace warpstring::frontend {

struct ChildOutput {
    int status = 0;   ///< its exit status; 128 + a signal's number
    std::string text; ///< of stdout and stderr together
};

/// Runs `program` with `arguments` and nothing to read, without a shell. Nothing where it cannot be started, or
/// where it was ended because of the cancellation. What it prints passes through `folder`.
[[nodiscard]] std::optional<ChildOutput> runToItsEnd(const std::filesystem::path& program,
                                                     const std::vector<std::string>& arguments,
                                                     const std::filesystem::path& folder,
                                                     const Cancellation* cancellation);

} // namespace warpstring::frontend
