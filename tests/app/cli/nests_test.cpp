// SPDX-License-Identifier: GPL-3.0-or-later
// `warpstring generate` of annotated C: kernels that PoCL runs and whose results are the reference's.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/app/program.h"

namespace {

using Json = nlohmann::json;
using warpstring::test::run;
using warpstring::test::Workspace;

const std::string nestFolder = std::string(WARPSTRING_SOURCE_DIR) + "/samples/nests/";

/// Generates for small sizes and measures the fastest on PoCL, whose results are compared.
void expectNestRight(const std::string& name, std::vector<std::string> sizes, const std::string& file) {
    const Workspace workspace;
    std::vector<std::string> arguments = {
        "generate", nestFolder + name + ".c", "-s", "nvidia-h200", "-o", "out", "--budget", "40"};
    for (std::string& size : sizes) {
        arguments.push_back("-D");
        arguments.push_back(std::move(size));
    }
    const auto generated = workspace.run(arguments);
    ASSERT_EQ(generated.exit, 0) << generated.err;
    EXPECT_TRUE(generated.prints("the fastest of ")) << generated.out;
    EXPECT_TRUE(generated.prints("\nresult")) << generated.out;
    const auto measured = workspace.run({"measure", "out/" + file, "-d", "portable", "--max-samples", "1"});
    EXPECT_EQ(measured.exit, 0) << measured.out << measured.err;
    EXPECT_TRUE(measured.prints("result right")) << measured.out << measured.err;
}

TEST(Nests, aProductInTiles) { expectNestRight("matmul", {"N=64"}, "matmul.toml"); }

TEST(Nests, aStencil) { expectNestRight("stencil", {"N=66"}, "stencil.toml"); }

TEST(Nests, aDomainIteration) { expectNestRight("domain_iteration", {"X=16", "Y=16", "Z=16"}, "f.toml"); }

TEST(Nests, aPotential) { expectNestRight("coulomb", {"GRID=16", "ATOMS=32"}, "coulomb.toml"); }

TEST(Nests, twoResultsOfEachIteration) {
    expectNestRight("black_scholes", {"OPTIONS=1024"}, "black_scholes.toml");
}

TEST(Nests, aReductionInTwoKernels) { expectNestRight("dot", {"n=65536"}, "dot.sequence.toml"); }

/// Of one work-item of a product of 64 x 64, in a form by hand: multiplications with additions over loads of
/// global memory.
double ratioOf(const std::string& form, int outputs) {
    const Workspace workspace;
    workspace.write("product.pattern",
                    "product(a: float[64][64], b: float[64][64]) = a |> mapGlobal1(row => " + form);
    EXPECT_EQ(workspace.run({"generate", "product.pattern", "-s", "radeon-hd-5870", "-o", "out"}).exit, 0)
        << form;
    const auto simulated = workspace.run({"simulate", "out/product.toml", "-s", "radeon-hd-5870", "--json"});
    EXPECT_EQ(simulated.exit, 0) << simulated.err;
    const Json warp = Json::parse(simulated.out)[0]["closed_form"]["warp"];
    return 64.0 * outputs / (warp["num_mem"].get<double>() - 1); // of which one is the store
}

// R. Garg's thesis, section 2.4, with the figures as its formulas give them.
TEST(Nests, unrollingAloneChangesNoRatioOfArithmeticToLoads) {
    const std::string columns = "transpose(b) |> mapGlobal(column => (";
    const std::string sum = "acc + x.x * y[0] + x.y * y[1] + x.z * y[2] + x.w * y[3], ";
    EXPECT_DOUBLE_EQ(
        ratioOf(columns + "zip(row, column) |> reduceSeq((acc, (x, y)) => acc + x * y, 0.0f))[0]))", 1), 0.5);
    EXPECT_DOUBLE_EQ(
        ratioOf(columns + "zip(row, column) |> split(4) |> reduceSeq((acc, p) => acc + p[0].0 * p[0].1 + "
                          "p[1].0 * p[1].1 + p[2].0 * p[2].1 + p[3].0 * p[3].1, 0.0f))[0]))",
                1),
        0.5);
    EXPECT_DOUBLE_EQ(ratioOf(columns +
                                 "zip(row |> asVector(4), column |> split(4)) |> reduceSeq((acc, (x, y)) => " +
                                 sum + "0.0f))[0]))",
                             1),
                     0.8);
    EXPECT_DOUBLE_EQ(
        ratioOf("b |> map(asVector(4)) |> transpose |> mapGlobal(columns => (zip(row |> asVector(4), "
                "columns |> split(4)) |> reduceSeq((acc, (x, y)) => " +
                    sum + "float4(0.0f, 0.0f, 0.0f, 0.0f)))[0]) |> asScalar)",
                4),
        3.2);
}

TEST(Nests, sayWhatTheyAssume) {
    const Workspace workspace;
    workspace.write("twice.c", "void twice(const float *x, float *y) {\n"
                               "#pragma warpstring parallel\n"
                               "    for (int i = 0; i < 1024; ++i) y[i] = 2 * x[i];\n"
                               "}\n");
    const auto text = workspace.run({"generate", "twice.c", "-s", "nvidia-h200", "--budget", "2"});
    ASSERT_EQ(text.exit, 0) << text.err;
    EXPECT_TRUE(text.prints("\nresult is y\n")) << text.out;
    EXPECT_TRUE(text.prints("\nassumed at line 1: \"y\" and \"x\" do not overlap")) << text.out;
    const auto json = workspace.run({"generate", "twice.c", "-s", "nvidia-h200", "--budget", "2", "--json"});
    ASSERT_EQ(json.exit, 0) << json.err;
    const Json answer = Json::parse(json.out);
    EXPECT_EQ(answer["results"][0], "result is y");
    EXPECT_EQ(answer["assumptions"][0]["line"], 1);
}

TEST(Nests, faultsHaveTheirPlace) {
    const Workspace workspace;
    workspace.write("bad.c", "void f(float *a) {\n#pragma warpstring parallel\n"
                             "    for (int i = 1; i < 8; ++i) a[i] = a[i - 1];\n}\n");
    const auto bad = workspace.run({"generate", "bad.c"});
    EXPECT_EQ(bad.exit, 3);
    EXPECT_TRUE(bad.says("bad.c:3:40: error: of iterations ") && bad.says("[nest.carried]")) << bad.err;
    EXPECT_EQ(workspace.run({"generate", "none.c"}).exit, 3);
}

} // namespace
