// SPDX-License-Identifier: GPL-3.0-or-later
// What of generated kernels is free.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "generate/code/launch_files.h"
#include "generate/code/tune_space.h"
#include "generate/patterns/read_pattern.h"

namespace {

using namespace warpstring::generate;
using testing::HasSubstr;
using testing::Not;

Generated codeOf(const std::string& text) {
    const auto read = readPattern(text, "test.pattern");
    EXPECT_TRUE(read.ok()) << (read.ok() ? "" : read.diagnostics().front().message);
    const auto generated = generateCode(*read);
    EXPECT_TRUE(generated.ok()) << (generated.ok() ? "" : generated.diagnostics().front().message);
    return *generated;
}

TEST(TuneSpace, workItemsOnTheirOwnHaveFreeGroupsAndItems) {
    const Generated made = codeOf("f(x: float[4096]) = x |> mapGlobal(a => a * 2)");
    const TuneSpace space = tuneSpaceOf(made.kernels.front());
    EXPECT_EQ(space.local, (std::vector<std::vector<std::int64_t>>{{32}, {64}, {128}, {256}, {512}, {1024}}));
    EXPECT_EQ(space.items, (std::vector<std::int64_t>{1, 2, 4, 8}));
    const Generated several = withItems(made);
    EXPECT_THAT(several.source, HasSubstr("#define ITEMS 1"));
    EXPECT_THAT(several.source, HasSubstr("    for (int turn = 0; turn < ITEMS; ++turn) {\n"
                                          "        const int item = get_global_id(0) + turn * (4096 / ITEMS);\n"
                                          "        result[item] = x[item] * 2.0f;\n    }\n}\n"));
}

TEST(TuneSpace, lengthsThatDoNotDivideKeepTheirGuard) {
    const Generated made = codeOf("f(x: float[1000]) = x |> mapGlobal(a => a * 2)");
    const TuneSpace space = tuneSpaceOf(made.kernels.front());
    EXPECT_EQ(space.items, (std::vector<std::int64_t>{1, 2, 4})); // 1024 work-items in groups of 256
    EXPECT_THAT(withItems(made).source, HasSubstr("        if (item < 1000)\n"));
}

TEST(TuneSpace, groupsThatShareMemoryHaveNone) {
    const Generated made =
        codeOf("sum(x: float[4096]) = x |> split(128) |> mapWorkgroup(part => part |> "
               "mapLocal(id) |> toLocal |> reorderStride(size / 2) |> mapLocal(id)) |> join");
    EXPECT_TRUE(tuneSpaceOf(made.kernels.front()).empty());
    EXPECT_EQ(withItems(made).source, made.source);
    EXPECT_THAT(made.source, HasSubstr("barrier("));
}

TEST(TuneSpace, groupsThatLoopAloneHaveNone) {
    const Generated made =
        codeOf("f(x: float[4096]) = x |> split(64) |> mapWorkgroup(mapSeq(a => a * 2)) |> join");
    EXPECT_TRUE(tuneSpaceOf(made.kernels.front()).empty()) << made.source;
}

TEST(TuneSpace, launchFilesSayIt) {
    const auto program = readPattern("f(x: float[4096]) = x |> mapGlobal(a => a * 2)", "test.pattern");
    const auto generated = generateCode(*program);
    const auto reference = referenceOf(*program);
    ASSERT_TRUE(generated.ok() && reference.ok());
    const GeneratedFiles files = filesOf(*program, *generated, *reference, {"doubled", "", ""});
    EXPECT_FALSE(files.contains("reference.c"));
    const std::string& launch = files.at("f.toml");
    EXPECT_THAT(launch, HasSubstr("global = [\"4096 / ITEMS\"]"));
    EXPECT_THAT(launch, HasSubstr("[macros]\nITEMS = 1\n"));
    EXPECT_THAT(launch,
                HasSubstr("[tune]\nlocal = [[32], [64], [128], [256], [512], [1024]]\nITEMS = [1, 2, 4, 8]\n"
                          "constraints = [\"4096 % (ITEMS * local_0) == 0\"]\n"));
    EXPECT_THAT(files.at("f-reference.toml"), Not(HasSubstr("[tune]")));
}

} // namespace
