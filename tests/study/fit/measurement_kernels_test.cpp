// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/fit/measurement_kernels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "core/files/launches/launch_file.h"
#include "core/files/specs/hardware_spec_file.h"
#include "pdg/frontend/amdgpu/compile_for_amd.h"
#include "pdg/frontend/build_pdg.h"
#include "study/fit/features.h"
#include "study/fit/model_fit.h"

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

/// Launches of measurement kernels with what they are counted as.
struct CountedKernels {
    fs::path folder = fs::path(testing::TempDir()) / "warpstring-measurement-kernels";
    Result<HardwareSpec> spec =
        files::readHardwareSpec(fs::path(WARPSTRING_SOURCE_DIR) / "hwspecs" / "nvidia-h200.toml");

    CountedKernels() { fs::create_directories(folder); }

    template <typename Each>
    void count(const std::vector<std::string>& tags, const std::vector<std::string>& features, Each each) {
        ASSERT_TRUE(spec);
        const auto kernels = measurementKernels(tags);
        ASSERT_TRUE(kernels);
        for (const auto& kernel : *kernels) {
            std::ofstream(folder / (kernel.name + ".cl")) << kernel.source;
            const auto file = files::parseLaunchFile(kernel.launch, folder / (kernel.name + ".toml"));
            ASSERT_TRUE(file) << kernel.name << ": " << toText(file.diagnostics().front()) << kernel.launch;
            for (const auto& launch : file->launches) {
                frontend::BuildOptions options;
                options.addressBits = 64;
                options.options = launch.options + " -cl-mad-enable";
                const frontend::KernelSource source{kernel.name + ".cl", kernel.source};
                const auto pdg = frontend::buildPdg(source, launch.kernel, options);
                ASSERT_TRUE(pdg) << kernel.name << ": " << toText(pdg.diagnostics().front());
                const auto evaluated = evaluation::evaluate(*pdg, launch, *spec);
                ASSERT_TRUE(evaluated) << kernel.name;
                each(kernel, launch, featureValues(features, *pdg, launch, *evaluated));
            }
        }
    }
};

int macroOf(const Launch& launch, const std::string& name) {
    const auto at = launch.options.find("-D" + name + "=");
    return at == std::string::npos ? 0 : std::stoi(launch.options.substr(at + name.size() + 3));
}

/// Every launch of every kernel compiles and does what its tag says, in the amount that its arguments say.
TEST(MeasurementKernels, EachHasItsFeature) {
    CountedKernels kernels;
    int checked = 0;
    kernels.count(
        {"m:64", "groups:264", "n:65536", "LOCAL:2,16", "MADDS:2,16"},
        {"f_op_float32_madd", "f_lmem_cycles", "f_gmem", "f_sync_barrier", "f_op_double_add"},
        [&](const MeasurementKernel& kernel, const Launch& launch, const std::vector<double>& values) {
            const double warps = 264 * 8;
            const auto atLeast = [&](const std::string& name, std::size_t feature, double count) {
                if (kernel.name != name) return;
                EXPECT_GE(values[feature], count) << launch.name;
                EXPECT_LE(values[feature], 1.1 * count + 20 * warps) << launch.name;
                ++checked;
            };
            atLeast("flops_madd_float", 0, warps * 64 * 32);
            atLeast("flops_add_double", 4, warps * 64 * 32);
            atLeast("local_move_float", 1, warps * 64 * 2);
            atLeast("local_madd_float", 1, warps * 64 * macroOf(launch, "LOCAL"));
            atLeast("local_madd_float", 0, warps * 64 * macroOf(launch, "MADDS"));
            atLeast("barriers", 3, 264 * 64);
        });
    EXPECT_EQ(checked, 4 + 2 * 4);
}

/// Accesses of local memory are what the source says in machine code too: none is answered by a register.
TEST(MeasurementKernels, CompilersLeaveLocalAccesses) {
    const auto spec = files::readHardwareSpec(fs::path(WARPSTRING_SOURCE_DIR) / "hwspecs" / "amd-mi210.toml");
    ASSERT_TRUE(spec);
    CountedKernels kernels;
    kernels.count({"local", "dtype:float", "LOCAL:8", "MADDS:16", "m:64", "groups:264", "n:65536"}, {},
                  [&](const MeasurementKernel& kernel, const Launch& launch, const std::vector<double>&) {
                      frontend::BuildOptions options;
                      options.options = launch.options;
                      const auto code = frontend::compileForAmdSpec({kernel.name + ".cl", kernel.source},
                                                                    launch.kernel, options, *spec, 256);
                      ASSERT_TRUE(code) << toText(code.diagnostics().front());
                      const auto lineOf = [&](const char* text) {
                          const auto at = static_cast<std::ptrdiff_t>(kernel.source.find(text));
                          return 1 + std::count(kernel.source.begin(), kernel.source.begin() + at, '\n');
                      };
                      const auto first = lineOf("for (int i = 0; i < m"),
                                 end = lineOf("out[get_global_id(0)] =");
                      int accesses = 0;
                      for (const auto& [line, instructions] : code->compiled->lines)
                          if (line >= first && line < end) accesses += instructions.localMemory;
                      // One instruction can be two accesses.
                      EXPECT_GE(accesses, kernel.name == "local_madd_float" ? 8 / 2 : 2) << kernel.name;
                  });
}

/// Times that a model makes for these kernels give its costs back: local memory and arithmetic vary apart.
TEST(MeasurementKernels, LocalMemoryIsToldFromArithmetic) {
    const auto model = ModelExpression::parse(
        "t0 + c_l*f_lmem_cycles + c_m*f_madd + c_a*f_op_float32_add + c_w*f_thread_groups");
    ASSERT_TRUE(model);
    const std::vector<double> truth{4.7, 3.8e-6, 1.2e-6, 1.0e-6, 6.5e-4};
    ASSERT_EQ(model->parameters().size(), truth.size());
    std::vector<FitPoint> points;
    CountedKernels kernels;
    for (const char* tag : {"local_move", "local_madd", "empty", "flops_add"})
        kernels.count(
            {tag, "dtype:float"}, model->features(),
            [&](const MeasurementKernel& kernel, const Launch& launch, const std::vector<double>& values) {
                points.push_back({launch.name, kernel.name, model->value(values, truth), values, false});
            });
    const auto fitted = fitModel(*model, points);
    ASSERT_TRUE(fitted);
    for (std::size_t j = 0; j < truth.size(); ++j) {
        EXPECT_NEAR(fitted->parameters[j].value / truth[j], 1, 1e-6) << fitted->parameters[j].name;
        EXPECT_TRUE(fitted->parameters[j].isIdentified) << fitted->parameters[j].reason;
    }
    // From eight madds an access to eight accesses a madd.
    double least = 1e9, most = 0;
    for (const auto& point : points) {
        if (point.kernel != "local_madd_float") continue;
        const double ratio = point.features[0] / point.features[1];
        least = std::min(least, ratio);
        most = std::max(most, ratio);
    }
    EXPECT_LT(least, 0.13);
    EXPECT_GT(most, 7);
}

} // namespace
} // namespace warpstring::fit
