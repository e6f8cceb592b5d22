// SPDX-License-Identifier: GPL-3.0-or-later
// A share of what bench/generated_check does: random programs, lowered at random, compute on PoCL what they
// mean.
#include "generate/check/generated_check.h"

#include <gtest/gtest.h>

#include "tests/samples/test_device.h"

namespace warpstring::generate {
namespace {

TEST(GeneratedKernels, computeWhatTheirProgramsMean) {
    const std::optional<std::size_t> device = samples::testDevice();
    ASSERT_TRUE(device);
    CheckOptions options;
    options.kernels = 25;
    options.seed = 11;
    options.device = *device;
    options.onFault = [](const std::string& told) { ADD_FAILURE() << told; };
    const CheckTally tally = checkGenerated(options);
    EXPECT_EQ(tally.equal, 25);
    EXPECT_EQ(tally.wrong, 0);
    EXPECT_GT(tally.rules.size(), 10U);
}

} // namespace
} // namespace warpstring::generate
