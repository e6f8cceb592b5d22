// SPDX-License-Identifier: GPL-3.0-or-later
// Options of `generate`.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <vector>

namespace warpstring::cli {

struct GenerateCommand {
    std::string file;
    std::vector<std::string> specs, sizes, allow, forbid;
    std::string specFolder, output, state, tree, device;
    std::string search = "auto";
    std::size_t budget = 2000, top = 5, measure = 0;
    std::uint64_t seed = 1;
    unsigned jobs = 2;
    std::int64_t lockStep = 1;
    int writeTop = 1;
    bool wide = false, fastMath = false, explain = false, noVerify = false, json = false, quiet = false;

    void addTo(CLI::App& command);
};

} // namespace warpstring::cli
