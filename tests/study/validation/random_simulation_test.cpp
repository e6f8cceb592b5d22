// SPDX-License-Identifier: GPL-3.0-or-later
// Grown kernels through Clang and the models.
#include "study/validation/random_simulation.h"

#include <gtest/gtest.h>

#include "core/files/specs/hardware_spec_file.h"
#include "core/random/random_launch.h"
#include "pdg/frontend/build_pdg.h"

namespace warpstring::validation {
namespace {

TEST(RandomSimulation, clangTakesEveryKernel) {
    for (std::uint64_t index = 0; index < 200; ++index) {
        const records::ResolvedLaunch resolved = random_kernels::launchOf(11, index, 16);
        const auto arguments = frontend::listArguments(
            {"grown.cl", resolved.sourceText}, resolved.launch.kernel, {resolved.launch.options, 64, false});
        ASSERT_TRUE(arguments) << index << ": " << toText(arguments.diagnostics().front()) << "\n"
                               << resolved.sourceText;
        EXPECT_EQ(arguments->size(), resolved.launch.arguments.size()) << index;
        for (const KernelArgument& argument : *arguments)
            EXPECT_TRUE(resolved.launch.arguments.contains(argument.name)) << index << " " << argument.name;
    }
}

TEST(RandomSimulation, rowsDependOnNothingButTheKernels) {
    const auto spec = files::readHardwareSpec(std::string(WARPSTRING_SOURCE_DIR) + "/hwspecs/nvidia-h200.toml");
    ASSERT_TRUE(spec);
    const RandomKernels kernels{5, 8, 16};
    RandomSimulationOptions one, three;
    one.model = three.model = ModelChoice::ClosedForm;
    three.jobs = 3;
    std::uint64_t last = 0;
    three.onProgress = [&](const batch::BatchProgress& progress) { last = progress.written; };
    const auto rows = simulateRandom(kernels, *spec, one), again = simulateRandom(kernels, *spec, three);
    EXPECT_EQ(last, 8U);
    ASSERT_EQ(rows.size(), 8U);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        EXPECT_EQ(rows[i].launch, "random-5-" + std::to_string(i));
        EXPECT_EQ(rows[i].predictedUs, again[i].predictedUs);
        EXPECT_EQ(rows[i].predictedUs.has_value(), !hasErrors(rows[i].diagnostics)) << rows[i].launch;
        EXPECT_FALSE(rows[i].features.empty());
    }
}

} // namespace
} // namespace warpstring::validation
