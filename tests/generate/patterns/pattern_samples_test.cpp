// SPDX-License-Identifier: GPL-3.0-or-later
// Every described computation of samples/patterns is read, has the type that its text says, and is printed so
// that it is read again.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "generate/form/same_program.h"
#include "generate/patterns/notation.h"
#include "generate/patterns/read_pattern.h"

namespace warpstring::generate {
namespace {

const std::filesystem::path folder = std::filesystem::path(WARPSTRING_SOURCE_DIR) / "samples/patterns";

Result<Program> readSample(const std::string& name, const GivenSizes& sizes = {}) {
    std::stringstream text;
    text << std::ifstream(folder / (name + ".pattern")).rdbuf();
    return readPattern(text.str(), name + ".pattern", sizes);
}

/// Worked out by hand from what each computes.
const std::map<std::string, std::string> types{
    {"asum", "float[1]"},
    {"axpy", "float[33554432]"},
    {"black_scholes", "float2[4194304]"},
    {"canny_suppression", "float[4096][4096]"},
    {"canny_threshold", "int[4096][4096]"},
    {"dot", "float[1]"},
    {"fdtd_electric", "float[4096][4096]"},
    {"fdtd_magnetic", "float2[4096][4096]"},
    {"gaussian", "float[4096][4096]"},
    {"gemm", "float[2048][2048]"},
    {"gemm_update", "float[2048][2048]"},
    {"gemv", "float[8192]"},
    {"heat", "float[4096][4096]"},
    {"histogram", "int[256]"},
    {"mandelbrot", "int[2048][2048]"},
    {"molecular_dynamics", "float4[73728]"},
    {"nbody", "float4[16384]"},
    {"osem_step2", "float[27000000]"},
    {"prefix_sum", "int[16777216]"},
    {"row_scans", "float[524288][32]"},
    {"scal", "float[33554432]"},
    {"sobel", "float[4096][4096]"},
    {"softmax", "float[4096][4096]"},
    {"transpose", "float[4096][4096]"},
};

TEST(PatternSamples, haveTheirTypes) {
    std::size_t files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        if (entry.path().extension() != ".pattern") continue;
        ++files;
        const std::string name = entry.path().stem();
        const Result<Program> program = readSample(name);
        ASSERT_TRUE(program) << toText(program.diagnostics().front());
        const auto type = types.find(name);
        ASSERT_NE(type, types.end()) << name << " has no type here";
        EXPECT_EQ(toText(program->body.type()), type->second) << name;
    }
    EXPECT_EQ(files, types.size());
}

TEST(PatternSamples, arePrintedAndReadAgain) {
    for (const auto& [name, type] : types) {
        const Result<Program> program = readSample(name);
        ASSERT_TRUE(program) << toText(program.diagnostics().front());
        const std::string printed = toNotation(*program);
        const Result<Program> again = readPattern(printed, name);
        ASSERT_TRUE(again) << toText(again.diagnostics().front()) << "\n" << printed;
        EXPECT_TRUE(sameProgram(*program, *again)) << printed;
        EXPECT_EQ(toNotation(*again), printed);
    }
}

TEST(PatternSamples, takeOtherSizes) {
    const Result<Program> small = readSample("gemm", {{"m", 4}, {"n", 8}, {"k", 2}});
    ASSERT_TRUE(small) << toText(small.diagnostics().front());
    EXPECT_EQ(toText(small->body.type()), "float[4][8]");
    EXPECT_FALSE(sameProgram(*small, *readSample("gemm")));

    const Result<Program> unknown = readSample("gemm", {{"mm", 4}});
    ASSERT_FALSE(unknown);
    EXPECT_EQ(unknown.diagnostics().front().code, "pattern.size");
    EXPECT_EQ(unknown.diagnostics().front().message, "there is no size \"mm\" to set");
}

TEST(PatternSamples, sizesAreReadWhateverFollowsThem) {
    const std::string text = "size n = 8;\nsize m = n * 2;\nf(x: float[n]) = nothing";
    const auto sizes = readSizes(text, "f.pattern", {{"n", 16}});
    ASSERT_TRUE(sizes) << toText(sizes.diagnostics().front());
    ASSERT_EQ(sizes->size(), 2U);
    EXPECT_EQ((*sizes)[0].name, "n");
    EXPECT_EQ((*sizes)[1].value, 32);
    const auto faulty = readSizes("size n = k;\nf(x: float[n]) = x", "f.pattern");
    ASSERT_FALSE(faulty);
    EXPECT_EQ(faulty.diagnostics().front().place.line, 1);
}

} // namespace
} // namespace warpstring::generate
