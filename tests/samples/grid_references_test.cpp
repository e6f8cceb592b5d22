// SPDX-License-Identifier: GPL-3.0-or-later
// The references of the kernels on grids and element lists, on inputs that a hand can check: 0, 1, 2, ...
#include <cmath>

#include <gtest/gtest.h>

#include "tests/samples/reference_calls.h"

namespace warpstring::samples {
namespace {

void setCounting(Launch& launch, const std::string& name, std::uint64_t count) {
    BufferArgument buffer;
    buffer.type = {ScalarType::Float, 1};
    buffer.count = count;
    buffer.init = BufferInit::Iota;
    launch.arguments[name] = buffer;
}

void setNumber(Launch& launch, const std::string& name, double value) {
    launch.arguments[name] = ScalarArgument{{}, false, value};
}

Launch dgLaunch(const std::string& layout) {
    // Two matrices of 2 x 2, (0 1; 2 3) and (4 5; 6 7), and three elements.
    Launch launch;
    launch.options = "-DNODES=2 -DTRANSPOSED=" + layout;
    setInteger(launch, "elements", 3);
    setCounting(launch, "matrices", 8);
    setCounting(launch, "u", 6);
    return launch;
}

TEST(GridReferences, dgAppliesEachMatrixToEachElement) {
    // Elements (0, 1), (2, 3), (4, 5).
    EXPECT_EQ(all(dgReference, dgLaunch("0"), "res", 12),
              (std::vector<double>{1, 3, 3, 13, 5, 23, 5, 7, 23, 33, 41, 59}));
}

TEST(GridReferences, dgFindsTheNodesOfAnElementApartInTheTransposedLayout) {
    // Elements (0, 3), (1, 4), (2, 5).
    EXPECT_EQ(all(dgReference, dgLaunch("1"), "res", 12),
              (std::vector<double>{3, 4, 5, 9, 14, 19, 15, 24, 33, 21, 34, 47}));
}

TEST(GridReferences, stencilWeighsAPointAndItsNeighbours) {
    // u = 4 row + column: the second difference of a plane is zero, its average the value itself.
    Launch launch;
    setInteger(launch, "n", 2);
    setNumber(launch, "centre", -4.0);
    setNumber(launch, "neighbour", 1.0);
    setCounting(launch, "u", 16);
    EXPECT_EQ(all(stencilReference, launch, "res", 4), (std::vector<double>{0, 0, 0, 0}));
    setNumber(launch, "centre", 0.5);
    setNumber(launch, "neighbour", 0.125);
    EXPECT_EQ(all(stencilReference, launch, "res", 4), (std::vector<double>{5, 6, 9, 10}));
}

TEST(GridReferences, stencilFindsThePointsInTheMiddleOfWiderRows) {
    Launch launch;
    setInteger(launch, "n", 2);
    setInteger(launch, "pitch", 10);
    setNumber(launch, "centre", 1.0);
    setNumber(launch, "neighbour", 0.0);
    setCounting(launch, "u", 40);
    EXPECT_EQ(all(stencilReference, launch, "res", 4), (std::vector<double>{14, 15, 24, 25}));
}

TEST(GridReferences, coulombSumsChargesOverDistances) {
    // Two atoms: charge 3 at (0, 1, 2), charge 7 at (4, 5, 6). Grid points are 2 apart.
    Launch launch;
    setInteger(launch, "n", 2);
    setInteger(launch, "atomCount", 2);
    setNumber(launch, "spacing", 2.0);
    setCounting(launch, "atoms", 8);
    const auto potential = all(coulombReference, launch, "potential", 4);
    EXPECT_NEAR(potential[1], 3.0 / 3.0 + 7.0 / std::sqrt(4.0 + 25.0 + 36.0), 1e-15);
    EXPECT_NEAR(potential[2], 3.0 / std::sqrt(5.0) + 7.0 / std::sqrt(16.0 + 9.0 + 36.0), 1e-15);
}

TEST(GridReferences, transposeSwapsRowsAndColumnsAndCopyDoesNot) {
    Launch launch;
    setInteger(launch, "n", 2);
    setCounting(launch, "in", 4);
    EXPECT_EQ(all(transposeReference, launch, "out", 4), (std::vector<double>{0, 2, 1, 3}));
    EXPECT_EQ(all(copyReference, launch, "out", 4), (std::vector<double>{0, 1, 2, 3}));
}

} // namespace
} // namespace warpstring::samples
