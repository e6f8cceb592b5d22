// SPDX-License-Identifier: GPL-3.0-or-later
// Every built-in function of OpenCL C builds, simulates and costs something.
#include <algorithm>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include <gtest/gtest.h>

#include "tests/stringmodel/builtin_table.h"
#include "tests/stringmodel/simulations.h"

namespace warpstring::test {
namespace {

Result<Pdg> graphOfStatements(const std::string& code) {
    frontend::BuildOptions options;
    options.addressBits = 64;
    options.options = "-cl-std=CL3.0";
    return buildPdg({"k.cl", kernelOf(code)}, "k", options);
}

/// Operations of a work-item, barriers and accesses among them.
int workOf(const Pdg& pdg) {
    int work = 0;
    for (const auto& statement : pdg.statements)
        work += statement.kind == StatementKind::Compute    ? statement.count
                : statement.kind == StatementKind::Register ? 0
                                                            : 1;
    return work;
}

Launch launchOfStatements(const Pdg& pdg) {
    Launch launch;
    launch.name = launch.kernel = "k";
    launch.range.global[0] = 1024;
    launch.range.local[0] = 64;
    for (const auto& argument : pdg.arguments) {
        if (argument.kind == KernelArgument::Kind::Shared) {
            launch.arguments[argument.name] = LocalArgument{4096};
            continue;
        }
        BufferArgument buffer;
        buffer.type = argument.element;
        buffer.count = 1 << 16;
        launch.arguments[argument.name] = buffer;
    }
    return launch;
}

class Builtin : public testing::TestWithParam<BuiltinUse> {};

TEST_P(Builtin, BuildsSimulatesAndCosts) {
    const BuiltinUse& use = GetParam();
    const auto pdg = graphOfStatements(use.code);
    ASSERT_TRUE(pdg) << toText(pdg.diagnostics().front()) << "\n" << use.code;
    for (const auto& note : pdg->notes) ADD_FAILURE() << toText(note);
    const auto simulation = simulate(*pdg, launchOfStatements(*pdg), h200(), {});
    ASSERT_TRUE(simulation) << toText(simulation.diagnostics().front());
    EXPECT_GT(simulation->kernelTimeUs(), 0);
    EXPECT_EQ(pdg->privateBytes, 0u) << "results that come through pointers belong into registers";
    if (use.isFree) return;
    const auto baseline = graphOfStatements(use.baseline);
    ASSERT_TRUE(baseline) << toText(baseline.diagnostics().front()) << "\n" << use.baseline;
    EXPECT_GT(workOf(*pdg), workOf(*baseline)) << use.code;
}

INSTANTIATE_TEST_SUITE_P(OfTheSpecification, Builtin, testing::ValuesIn(builtinTable()),
                         [](const auto& use) { return use.param.name + "_" + std::to_string(use.index); });

// The table is whole: Clang's header of built-ins declares nothing that is neither in it nor left out on
// purpose.
TEST(BuiltinTable, HasEveryNameOfClangsHeader) {
    std::set<std::string> known;
    for (const auto& use : builtinTable()) known.insert(use.name);
    std::ifstream header(WARPSTRING_CLANG_RESOURCE_DIR "/include/opencl-c.h");
    ASSERT_TRUE(header);
    std::ostringstream text;
    text << header.rdbuf();
    // Images (docs/kernels.md), pipes, enqueued kernels and their events, vendors' instructions for video and
    // clocks.
    const std::regex leftOut(
        "(read_image|write_image|get_image|intel_sub_group_avc|intel_sub_group_ime|amd_|arm_|clock_|"
        "__|create_user|release_ev|retain_ev|set_user|is_valid|capture_|enqueue_|ndrange_|"
        "get_default|defined|deprecated|sizeof|reserve_|commit_|get_pipe|"
        "convert_[a-z]+(2|3|8|16)|as_|atomic_fetch$|intel_sub_group_(reduce|scan|broadcast)).*|u?intel.*");
    const std::string all = text.str();
    std::size_t found = 0;
    std::set<std::string> missing;
    const std::regex call("\\b([a-z_][a-zA-Z0-9_]*)\\(");
    for (std::sregex_iterator at(all.begin(), all.end(), call), end; at != end; ++at) {
        const std::string name = (*at)[1];
        if (std::regex_match(name, leftOut)) continue;
        ++found;
        if (!known.contains(name)) missing.insert(name);
    }
    EXPECT_GT(found, 1000u);
    for (const auto& name : missing) ADD_FAILURE() << name;
}

// What no library has is said to be unknown: the table's tests would tell.
TEST(BuiltinTable, AFunctionThatNobodyKnowsIsNoted) {
    const auto pdg =
        frontend::buildPdg({"k.cl", "float __attribute__((overloadable)) unheard_of(float x);\n"
                                    "__kernel void k(__global float* a) { a[0] = unheard_of(a[1]); }\n"},
                           "k", {});
    ASSERT_TRUE(pdg);
    ASSERT_EQ(pdg->notes.size(), 1u);
    EXPECT_EQ(pdg->notes[0].code, "frontend.unknown-builtin");
}

} // namespace
} // namespace warpstring::test
