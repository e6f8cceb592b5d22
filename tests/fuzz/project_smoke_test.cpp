// SPDX-License-Identifier: GPL-3.0-or-later
// Project files of the desktop program.
#include <gtest/gtest.h>

#include "fuzz/harness.h"
#include "tests/fuzz/feeding.h"

namespace {

using warpstring::test::feed;
using warpstring::test::Mutator;

TEST(FuzzProjects, KeepTheirPromises) {
    const std::string project = R"({
    "schema": "warpstring.project/1",
    "launch_files": ["scan/scan-init.toml", "/elsewhere/fft.toml", "../beside.toml"],
    "current": 1,
    "spec": "nvidia-h200",
    "compared_specs": ["nvidia-h200", "nvidia-l4"],
    "records": ["records", "/elsewhere/records.jsonl"],
    "baselines": ["before", 12.5, {"name": "x"}],
    "layout": "AAAA/wAAAAD9AAAAAgAAAA=="
})";
    feed("project",
         Mutator({project, R"({"schema": "warpstring.project/1"})"}, {"null",
                                                                      "[",
                                                                      "{",
                                                                      "\"\"",
                                                                      "\"..\"",
                                                                      "\"/\"",
                                                                      "\"./\"",
                                                                      "\"~\"",
                                                                      "\"a//b/\"",
                                                                      "\"\\u0000\"",
                                                                      "\"warpstring.project/2\"",
                                                                      "\"warpstring.project/\"",
                                                                      "2147483648",
                                                                      "-1",
                                                                      "1e400",
                                                                      "\"\xff\"",
                                                                      "\"\\ud800\"",
                                                                      "\"current\": 1.5,",
                                                                      "\"=\"",
                                                                      "\"C:\\\\a\""}),
         warpstring::fuzz::readProjectText, 3000);
}

} // namespace
