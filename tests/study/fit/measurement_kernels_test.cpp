// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/fit/measurement_kernels.h"

#include <gtest/gtest.h>

#include <fstream>

#include "core/files/launches/launch_file.h"
#include "core/files/specs/hardware_spec_file.h"
#include "pdg/frontend/build_pdg.h"
#include "study/fit/features.h"

namespace warpstring::fit {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> namesOf(const std::vector<std::string>& tags) {
    const auto kernels = measurementKernels(tags);
    EXPECT_TRUE(kernels) << toText(kernels.diagnostics().front());
    std::vector<std::string> names;
    if (kernels)
        for (const auto& kernel : *kernels) names.push_back(kernel.name);
    return names;
}

std::string faultOf(const std::vector<std::string>& tags) {
    const auto kernels = measurementKernels(tags);
    return kernels ? "" : kernels.diagnostics().front().code;
}

TEST(MeasurementKernels, TagsChoose) {
    EXPECT_EQ(namesOf({"flops", "dtype:float"}),
              (std::vector<std::string>{"flops_add_float", "flops_mul_float", "flops_madd_float"}));
    EXPECT_EQ(namesOf({"flops", "madd"}), (std::vector<std::string>{"flops_madd_float", "flops_madd_double"}));
    EXPECT_EQ(namesOf({"memory", "local"}), (std::vector<std::string>{"hiding"}));
    EXPECT_GT(namesOf({}).size(), 10U);
}

TEST(MeasurementKernels, FaultsHaveCodes) {
    EXPECT_EQ(faultOf({"flop"}), "fit.unknown-tag");
    EXPECT_EQ(faultOf({"flops", "k:3"}), "fit.unknown-argument");
    EXPECT_EQ(faultOf({"flops", "m:many"}), "fit.no-such-value");
    EXPECT_EQ(faultOf({"flops", "dtype:half"}), "fit.no-such-value");
    EXPECT_EQ(faultOf({"flops", "barrier"}), "fit.no-kernels");
}

/// Every launch of every kernel compiles and does what its tag says, in the amount that its arguments say.
TEST(MeasurementKernels, EachHasItsFeature) {
    const fs::path folder = fs::path(testing::TempDir()) / "warpstring-measurement-kernels";
    fs::create_directories(folder);
    const auto spec = files::readHardwareSpec(fs::path(WARPSTRING_SOURCE_DIR) / "hwspecs" / "nvidia-h200.toml");
    ASSERT_TRUE(spec);
    const auto kernels = measurementKernels({"m:64", "groups:264", "n:65536"});
    ASSERT_TRUE(kernels);
    for (const auto& kernel : *kernels) {
        std::ofstream(folder / (kernel.name + ".cl")) << kernel.source;
        const auto file = files::parseLaunchFile(kernel.launch, folder / (kernel.name + ".toml"));
        ASSERT_TRUE(file) << kernel.name << ": " << toText(file.diagnostics().front()) << kernel.launch;
        for (const auto& launch : file->launches) {
            frontend::BuildOptions options;
            options.addressBits = 64;
            options.options = launch.options + " -cl-mad-enable";
            const auto pdg = frontend::buildPdg({kernel.name + ".cl", kernel.source}, launch.kernel, options);
            ASSERT_TRUE(pdg) << kernel.name << ": " << toText(pdg.diagnostics().front());
            const auto evaluated = evaluation::evaluate(*pdg, launch, *spec);
            ASSERT_TRUE(evaluated) << kernel.name;
            const auto values =
                featureValues({"f_op_float32_madd", "f_lmem", "f_gmem", "f_sync_barrier", "f_op_double_add"},
                              *pdg, launch, *evaluated);
            const double warps = 264 * 8;
            const auto atLeast = [&](const std::string& name, std::size_t feature, double count) {
                if (kernel.name == name) {
                    EXPECT_GE(values[feature], count) << launch.name;
                    EXPECT_LE(values[feature], 1.1 * count + 8 * warps) << launch.name;
                }
            };
            atLeast("flops_madd_float", 0, warps * 64 * 32);
            atLeast("flops_add_double", 4, warps * 64 * 32);
            atLeast("local_move_float", 1, warps * 64 * 2);
            atLeast("barriers", 3, 264 * 64);
        }
    }
}

} // namespace
} // namespace warpstring::fit
