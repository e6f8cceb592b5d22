// SPDX-License-Identifier: GPL-3.0-or-later
// The fuzzers' harnesses on a fixed number of mutated samples: no crash, no broken promise.
// WARPSTRING_TEST_SEED starts another series; the text at work is kept in a file, which survives a crash.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "tests/fuzz/mutation.h"

namespace warpstring::test {

/// The texts of all files with this extension in a folder of the project, in the order of their paths.
[[nodiscard]] std::vector<std::string> samplesIn(const std::filesystem::path& folder,
                                                 const std::string& extension);

/// Gives `rounds` mutated texts to a harness.
void feed(const std::string& name, const Mutator& mutator, void (*harness)(std::string_view),
          int rounds = 1000);

} // namespace warpstring::test
