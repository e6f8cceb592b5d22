// SPDX-License-Identifier: GPL-3.0-or-later
// A page's claims held against what the program says now.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace warpstring::test {

struct PageCheck {
    std::vector<std::string> faults; ///< "README.md:24: printed 8.0, now 7.9 (SOURCE : PATH)"
    std::set<std::size_t> covered;   ///< where figures begin that were compared
    std::size_t strings = 0;         ///< that were compared
};

[[nodiscard]] std::string contentsOf(const std::filesystem::path& file);

/// Checks the text of a page called `name`, whose claims name files of the folder `root`.
[[nodiscard]] PageCheck check(const std::string& name, const std::string& page,
                              const std::filesystem::path& root);

/// The token string with the costs left out that go without saying: 4 cycles an instruction.
[[nodiscard]] std::string withoutUsualCosts(const std::string& tokens);

} // namespace warpstring::test
