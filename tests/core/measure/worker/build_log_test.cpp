// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include "core/measure/worker/build_log.h"

namespace warpstring::measure {
namespace {

TEST(FirstErrorPlace, skipsWarningsAndTakesAnyFileName) {
    const char* log = "<kernel>:2:5: warning: unused variable\n"
                      "<kernel>:7:13: error: use of undeclared identifier 'y'\n"
                      "<kernel>:9:1: error: expected '}'\n";
    EXPECT_EQ(firstErrorPlace(log, "k.cl"), (SourceLocation{"k.cl", 7, 13}));
}

TEST(FirstErrorPlace, readsFatalErrorsBehindAPath) {
    EXPECT_EQ(firstErrorPlace("error: /tmp/a b/x.cl:3:10: fatal error: 'a.h' file not found", "k.cl"),
              (SourceLocation{"k.cl", 3, 10}));
}

TEST(FirstErrorPlace, readsPoclsForm) {
    const char* log = "2 errors generated.\n"
                      "warning: /tmp/cache/tempfile_a1.cl:1:2: unused variable\n"
                      "error: /tmp/cache/tempfile_a1.cl:3:15: use of undeclared identifier 'y'\n";
    EXPECT_EQ(firstErrorPlace(log, "k.cl"), (SourceLocation{"k.cl", 3, 15}));
}

TEST(FirstErrorPlace, leavesTheLineOutWhenTheLogGivesNone) {
    for (const char* log : {"", "error", ": error", "ptxas : error : too much shared data", "a:b:c: error: x",
                            "x:99999999999:1: error: y", "line 3: error: z"})
        EXPECT_EQ(firstErrorPlace(log, "k.cl"), (SourceLocation{"k.cl", 0, 0})) << log;
}

TEST(LogOfKernel, leavesOutWhatIsSaidOfOtherKernels) {
    const std::string remark = " is a kernel, so overriding noinline attribute.\n";
    const std::string head = "\nptxas info    : 0 bytes gmem\n";
    const auto section = [](const std::string& kernel) {
        return "ptxas info    : Compiling entry function '" + kernel + "' for 'sm_90a'\n" +
               "ptxas info    : Function properties for " + kernel + "\nptxas info    : Used 9 registers\n";
    };
    const std::string log = "(): Warning: Function a" + remark + "(): Warning: Function ab" + remark + head +
                            section("ab") + section("a");
    EXPECT_EQ(logOfKernel(log, "a"), "(): Warning: Function a" + remark + head + section("a"));
    EXPECT_EQ(logOfKernel(log, "ab"), "(): Warning: Function ab" + remark + head + section("ab"));
}

TEST(LogOfKernel, keepsOtherLogsWhole) {
    for (const char* log :
         {"", "\n", "warning: x.cl:3:1: unused variable\n1 warning generated.", "no end of line"})
        EXPECT_EQ(logOfKernel(log, "k"), log);
}

} // namespace
} // namespace warpstring::measure
