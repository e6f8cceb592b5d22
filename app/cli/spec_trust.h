// SPDX-License-Identifier: GPL-3.0-or-later
// `warpstring spec trust`: what specs have been held against.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>

namespace warpstring::cli {

/// `specFolder` tells the folder in which names are looked up first, once the command line is read.
void addSpecTrust(CLI::App& spec, std::function<std::string()> specFolder, int& exit);

} // namespace warpstring::cli
