// SPDX-License-Identifier: GPL-3.0-or-later
#include <string>

#include "fuzz/harness.h"

namespace warpstring::fuzz {

namespace {

constexpr std::string_view soundLaunch = R"(schema = "warpstring.launch/1"
kernel = "k"
source = "k.cl"
global = ["n"]
local = [32]
[args]
n = 64
a = { buffer = "int", count = "n" }
)";

} // namespace

void readAnnotationText(std::string_view text) { readLaunchText(std::string(soundLaunch) + std::string(text)); }

} // namespace warpstring::fuzz
