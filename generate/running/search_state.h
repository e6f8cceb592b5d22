// SPDX-License-Identifier: GPL-3.0-or-later
// The file in which a search over derivations keeps what it found out, for the same search to go on from.
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "generate/running/description.h"
#include "generate/search/search.h"

namespace warpstring::generate {

/// The same for a description, devices and what changes the times of ways: the budget, the method and the seed
/// may be others. Errors: of SearchState::open().
[[nodiscard]] Result<std::unique_ptr<search::SearchState>> openState(const std::filesystem::path& file,
                                                                     const Description& description,
                                                                     const std::vector<HardwareSpec>& specs,
                                                                     const GenerateOptions& options);

} // namespace warpstring::generate
