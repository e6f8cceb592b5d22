// SPDX-License-Identifier: GPL-3.0-or-later
// The samples that come with the program, for the start page.
#pragma once

#include <QString>
#include <filesystem>
#include <vector>

namespace warpstring::gui {

struct Sample {
    std::filesystem::path file;
    QString folder, name, description;
    QString kernel;             ///< empty of a pattern, whose kernels are to be found
    std::uint64_t launches = 1; ///< of its sweep

    [[nodiscard]] bool isPattern() const { return kernel.isEmpty(); }
};

/// The samples in the order of folders, then of names. Small launches that only tests use ("check-...") are
/// left out, as is what cannot be read. Patterns are described by the comment that they begin with.
[[nodiscard]] std::vector<Sample> listSamples(const std::filesystem::path& root);

} // namespace warpstring::gui
