// SPDX-License-Identifier: GPL-3.0-or-later
// The references of the micro-benchmarks, on numbers that can be followed by hand.

#include <gtest/gtest.h>

#include "tests/samples/reference_calls.h"

namespace warpstring::samples {
namespace {

/// `count` elements 0, 1, 2, ... come in, as many go out.
Launch launchOf(ScalarType type, std::uint64_t count, const std::string& options) {
    Launch launch;
    launch.options = options;
    BufferArgument in;
    in.type = {type, 1};
    in.count = count;
    in.init = BufferInit::Iota;
    launch.arguments["in"] = in;
    return launch;
}

std::vector<double> outputOf(records::ReferenceFunction function, const Launch& launch,
                             const std::vector<std::uint64_t>& indices) {
    const auto data = LaunchData::create(launch);
    EXPECT_TRUE(data);
    return function(*data, "out", indices);
}

TEST(MicroReferences, basicOperationsOnIntegersWrap) {
    const auto result = [](const std::string& operation) {
        Launch launch = launchOf(ScalarType::UInt, 8, "-DTYPE=uint -DOP=" + operation);
        setInteger(launch, "operand", 4'294'967'295);
        return outputOf(basicOpReference, launch, {0, 3});
    };
    EXPECT_EQ(result("BASE"), (std::vector<double>{0, 3}));
    EXPECT_EQ(result("ADD"), (std::vector<double>{4'294'967'295, 2}));
    EXPECT_EQ(result("SUB"), (std::vector<double>{1, 4}));
    EXPECT_EQ(result("MUL"), (std::vector<double>{0, 4'294'967'293}));
    EXPECT_EQ(result("DIV"), (std::vector<double>{0, 0}));
}

TEST(MicroReferences, basicOperationsOnFloatsDoNot) {
    Launch launch = launchOf(ScalarType::Float, 8, "-DTYPE=float -DOP=DIV");
    setInteger(launch, "operand", 2);
    EXPECT_EQ(outputOf(basicOpReference, launch, {1, 7}), (std::vector<double>{0.5, 3.5}));
}

TEST(MicroReferences, integerChainsTakeTheTwoResultsBefore) {
    const auto result = [](const std::string& operation, std::int64_t operand) {
        Launch launch = launchOf(ScalarType::UInt, 8, "-DN=4 -DOP=" + operation);
        setInteger(launch, "operand", operand);
        return outputOf(multipleOpsIntReference, launch, {4}); // the seed is 4 | 1
    };
    // 5, 2, 7, 9, 16, 25
    EXPECT_EQ(result("ADD", 2), (std::vector<double>{16 ^ 25}));
    // 5, 2, 3, -1, 4, -5
    EXPECT_EQ(result("SUB", 2), (std::vector<double>{4'294'967'296.0 - 1 - (4 ^ 4)}));
    // 5, 3, 15, 45, 675, 30375
    EXPECT_EQ(result("MUL", 3), (std::vector<double>{675 ^ 30'375}));
    // 101 / 5 = 20, 101 / 20 = 5, 20, 5
    EXPECT_EQ(result("DIV", 101), (std::vector<double>{5 ^ 101}));
}

TEST(MicroReferences, floatChainsRepeatOneOperand) {
    Launch launch = launchOf(ScalarType::Float, 8, "-DN=3 -DOP=MUL");
    setInteger(launch, "operand", 10);
    EXPECT_EQ(outputOf(multipleOpsFloatReference, launch, {3}), (std::vector<double>{3000}));
    launch.options = "-DN=3 -DOP=DIV"; // 10 / 4, 10 / 2.5, 10 / 4
    EXPECT_EQ(outputOf(multipleOpsFloatReference, launch, {4}), (std::vector<double>{2.5}));
}

TEST(MicroReferences, readsFollowTheirClass) {
    const auto result = [](const std::string& access) {
        return outputOf(memoryAccessReference, launchOf(ScalarType::Float, 4096, "-DACCESS=" + access), {3001});
    };
    EXPECT_EQ(result("CST"), (std::vector<double>{1023}));
    EXPECT_EQ(result("IVL"), (std::vector<double>{3001 - 2048}));
    EXPECT_EQ(result("CNT"), (std::vector<double>{3001}));
    EXPECT_EQ(result("IVLCST"), (std::vector<double>{3001 - 1}));
    EXPECT_EQ(result("CNTCST"), (std::vector<double>{3001 + 1023}));
    EXPECT_EQ(result("CNTCNT"), (std::vector<double>{6002}));
    EXPECT_EQ(result("CNTCNT2"), (std::vector<double>{3001 + 1500}));
    EXPECT_THROW(result("NEW"), std::out_of_range);
}

TEST(MicroReferences, productsOfRowAndColumnAreMasked) {
    // Row 1, column 2.
    Launch launch = launchOf(ScalarType::UInt, 4096, "");
    setInteger(launch, "mask", 4095);
    EXPECT_EQ(outputOf(complexAccessReference, launch, {2048 + 2}),
              (std::vector<double>{415'399 * 785LL * (706 * (2 * 96)) % 4096}));
}

TEST(MicroReferences, treesAreMasked) {
    const auto result = [](int nodes) {
        Launch launch = launchOf(ScalarType::Float, 8192, "-DNODES=" + std::to_string(nodes));
        setInteger(launch, "mask", 8191);
        return outputOf(randomIndexReference, launch, {2 * 1024 + 3}); // row 2, column 3
    };
    EXPECT_EQ(result(3), (std::vector<double>{9}));
    EXPECT_EQ(result(7), (std::vector<double>{(1024 * 19 + 3) % 8192}));
    EXPECT_EQ(result(13), (std::vector<double>{(4096 * 8 + 6 + 5) % 8192}));
    EXPECT_EQ(result(21), (std::vector<double>{(31 * (3 * 13 + 7) + 16 * (1234 + 3)) % 8192}));
}

TEST(MicroReferences, neighboursAreSummed) {
    const Launch launch = launchOf(ScalarType::Float, 16, "-DCOUNT=3");
    EXPECT_EQ(outputOf(accessKindReference, launch, {5}), (std::vector<double>{5 + 6 + 7}));
    EXPECT_EQ(outputOf(multipleAccessReference, launch, {5}), (std::vector<double>{42 + 18}));
}

} // namespace
} // namespace warpstring::samples
