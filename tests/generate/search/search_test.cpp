// SPDX-License-Identifier: GPL-3.0-or-later
// Enumeration and tree search over derivations of small computations.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <unistd.h>

#include "core/files/specs/hardware_spec_file.h"
#include "generate/patterns/read_pattern.h"
#include "generate/search/lowering.h"
#include "generate/search/search.h"

namespace {

using namespace warpstring;
using namespace warpstring::generate;

Program program(const std::string& text, const GivenSizes& sizes = {}) {
    const auto read = readPattern(text, "test.pattern", sizes);
    EXPECT_TRUE(read.ok()) << (read.ok() ? "" : read.diagnostics().front().message);
    return read.ok() ? *read : Program{};
}

const char* const product = "size n = 128;\n"
                            "gemm(a: float[n][64], b: float[64][n]) =\n"
                            "  a |> map(row => b |> transpose |> map(col => zip(row, col) |> map(mul) |> "
                            "reduce(add, 0)) |> join)";
const char* const sum = "size n = 1 << 12;\nsum(x: float[n]) = x |> map(fabs) |> reduce(add, 0)";

GenerateResult found(const Program& of, const GenerateOptions& options) {
    static const HardwareSpec spec =
        *files::readHardwareSpec(std::string(WARPSTRING_SOURCE_DIR) + "/hwspecs/nvidia-h200.toml");
    static batch::GraphCache graphs;
    const auto result = generate::search(of, spec, graphs, options);
    EXPECT_TRUE(result.ok()) << (result.ok() ? "" : result.diagnostics().front().message);
    return result.ok() ? *result : GenerateResult{};
}

GenerateOptions by(Method method, std::size_t budget = 2000) {
    GenerateOptions options;
    options.method = method;
    options.budget = budget;
    return options;
}

std::vector<std::vector<std::string>> choicesOf(const GenerateResult& result) {
    std::vector<std::vector<std::string>> choices;
    for (const Candidate& candidate : result.candidates) choices.push_back(candidate.choices);
    return choices;
}

TEST(GenerateSearch, theWholeTreeHasTheWinnerOfTheEnumeration) {
    for (const char* text : {sum, product}) {
        const Program of = program(text);
        const GenerateResult all = found(of, by(Method::Enumeration));
        const GenerateResult tree = found(of, by(Method::Tree));
        EXPECT_GE(tree.simulated, all.simulated); // a later stage in all ways behind all ways of the first
        EXPECT_EQ(tree.method, Method::Tree);
        EXPECT_DOUBLE_EQ(tree.candidates.front().timeUs, all.candidates.front().timeUs);
    }
}

TEST(GenerateSearch, partOfTheBudgetIsNearTheWinner) {
    const Program of = program(sum);
    GenerateOptions options = by(Method::Enumeration);
    options.extent = Extent::Wide;
    const GenerateResult all = found(of, options);
    options.method = Method::Tree;
    options.budget = all.simulated / 4;
    double logarithms = 0;
    for (options.seed = 1; options.seed <= 3; ++options.seed) {
        const GenerateResult part = found(of, options);
        EXPECT_EQ(part.simulated, options.budget);
        logarithms += std::log(part.candidates.front().timeUs / all.candidates.front().timeUs);
    }
    EXPECT_LT(std::exp(logarithms / 3), 1.1);
}

TEST(GenerateSearch, noResultHangsOnThreads) {
    const Program of = program(product);
    for (const Method method : {Method::Enumeration, Method::Tree}) {
        GenerateOptions options = by(method, 18);
        const GenerateResult one = found(of, options);
        options.threads = 3;
        EXPECT_EQ(choicesOf(found(of, options)), choicesOf(one));
    }
}

TEST(GenerateSearch, theTreeIsTakenBeyondTheBudget) {
    const Program of = program(sum);
    const std::size_t size = enumerationSize(of, {});
    EXPECT_EQ(found(of, by(Method::Auto, size)).method, Method::Enumeration);
    const GenerateResult beyond = found(of, by(Method::Auto, size / 3));
    EXPECT_EQ(beyond.method, Method::Tree);
    EXPECT_EQ(beyond.simulated, size / 3);
}

TEST(GenerateSearch, theClosedFormLeavesOutWhatIsFarSlower) {
    const Program of = program(sum);
    GenerateOptions options = by(Method::Enumeration);
    const GenerateResult quick = found(of, options);
    EXPECT_GT(quick.dominated, 0U);
    options.dominance = std::numeric_limits<double>::infinity();
    const GenerateResult whole = found(of, options);
    EXPECT_EQ(whole.dominated, 0U);
    EXPECT_EQ(whole.candidates.size(), quick.candidates.size() + quick.dominated);
    EXPECT_DOUBLE_EQ(whole.candidates.front().timeUs, quick.candidates.front().timeUs);
}

TEST(GenerateSearch, aStateGoesOn) {
    const auto file =
        std::filesystem::temp_directory_path() / ("generate-state-" + std::to_string(::getpid()) + ".jsonl");
    std::filesystem::remove(file);
    const Program of = program(sum);
    GenerateOptions options = by(Method::Tree, 12);
    options.details = 20;
    {
        auto state = search::SearchState::open(file, "a record");
        ASSERT_TRUE(state.ok());
        options.state = state->get();
        EXPECT_EQ(found(of, options).known, 0U);
        EXPECT_TRUE((*state)->flush().empty());
    }
    auto state = search::SearchState::open(file, "a record");
    ASSERT_TRUE(state.ok());
    options.state = state->get();
    options.budget = 20;
    const GenerateResult more = found(of, options);
    EXPECT_GE(more.known, 6U); // what is dominated is looked at again
    EXPECT_LE(more.known, 12U);
    options.state = nullptr;
    const GenerateResult anew = found(of, options);
    EXPECT_EQ(choicesOf(more), choicesOf(anew));
    for (std::size_t i = 0; i < more.candidates.size(); ++i)
        EXPECT_EQ(more.candidates[i].kernelsUs, anew.candidates[i].kernelsUs);
    std::filesystem::remove(file);
}

TEST(GenerateSearch, otherLengthsAreLoweredAlike) {
    const Program large = program(product, {{"n", 1024}});
    const Program small = program(product, {{"n", 256}});
    const GenerateResult result = found(large, by(Method::Tree, 12));
    std::size_t alike = 0;
    for (const Candidate& candidate : result.candidates) {
        const auto other = loweredAlike(small, candidate);
        if (!other) continue;
        ++alike;
        EXPECT_EQ(other->choices, candidate.choices);
        EXPECT_EQ(other->code.local, candidate.code.local);
        EXPECT_TRUE(generateCode(other->form, other->code).ok());
    }
    EXPECT_EQ(alike, result.candidates.size());
    const auto none = loweredAlike(program(sum), result.candidates.front());
    ASSERT_FALSE(none.ok());
    EXPECT_EQ(none.diagnostics().front().code, "generate.other-ways");
}

} // namespace
