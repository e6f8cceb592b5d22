// SPDX-License-Identifier: GPL-3.0-or-later
// The seam between languages and lowering: the same kernel through another language is the same graph.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "pdg/export/json.h"
#include "tests/pdg/frontend/ir_language.h"

namespace warpstring::frontend {
namespace {

BuildOptions options(bool sourceShape) {
    BuildOptions result;
    result.addressBits = 64;
    result.sourceShape = sourceShape;
    return result;
}

struct Sample {
    const char* file;
    const char* macros;
};

class SampleSource : public ::testing::TestWithParam<Sample> {};

TEST_P(SampleSource, IsTheSameGraphFromTheIrThatItBecomes) {
    const auto source = readKernelSource(std::string(WARPSTRING_SOURCE_DIR "/samples/") + GetParam().file);
    ASSERT_TRUE(source.ok());
    for (const bool sourceShape : {false, true}) {
        auto how = options(sourceShape);
        how.options = GetParam().macros;
        const auto kernels = listKernels(*source, how);
        ASSERT_TRUE(kernels.ok());
        ASSERT_FALSE(kernels->empty());
        const KernelSource text{source->name, test::irOf(*source, how), &test::spirText()};
        for (const auto& kernel : *kernels) {
            auto fromSource = buildPdg(*source, kernel, how);
            auto fromText = buildPdg(text, kernel, how);
            ASSERT_TRUE(fromSource.ok()) << kernel;
            ASSERT_TRUE(fromText.ok()) << kernel << ": " << toText(fromText.diagnostics()[0]);
            fromText->source = fromSource->source;
            fromText->notes = fromSource->notes; // the compiler's warnings
            EXPECT_EQ(pdg_export::toJson(*fromText), pdg_export::toJson(*fromSource)) << kernel;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Samples, SampleSource,
                         ::testing::Values(Sample{"scan/scan.cl", "-DT=128"}, Sample{"matmul/matmul.cl", ""},
                                           Sample{"transpose/transpose.cl", ""},
                                           Sample{"reduction/reduction.cl", "-DWG_SIZE=128"},
                                           Sample{"fft/fft_shared.cl", "-DRADIX=4"}),
                         [](const auto& sample) {
                             const std::string file = sample.param.file;
                             return file.substr(0, file.find('/'));
                         });

TEST(Language, ItsConventionsAreAllThatLoweringKnowsOfIt) {
    const KernelSource text{"made_up.ll",
                            "target datalayout = \"e-i64:64-v16:16-v32:32-n8:16:32:64\"\n"
                            "target triple = \"spir64-unknown-unknown\"\n"
                            "@tile = internal addrspace(9) global [64 x float] undef, align 4\n"
                            "declare i32 @item()\n"
                            "declare i32 @group()\n"
                            "declare i32 @items()\n"
                            "declare void @meet() convergent\n"
                            "define void @kernel.k(ptr addrspace(7) %a, i32 %n) {\n"
                            "  %l = call i32 @item()\n"
                            "  %g = call i32 @group()\n"
                            "  %s = call i32 @items()\n"
                            "  %first = mul i32 %g, %s\n"
                            "  %i = add i32 %first, %l\n"
                            "  %from = getelementptr float, ptr addrspace(7) %a, i32 %i\n"
                            "  %x = load float, ptr addrspace(7) %from, align 4\n"
                            "  %slot = getelementptr [64 x float], ptr addrspace(9) @tile, i32 0, i32 %l\n"
                            "  store volatile float %x, ptr addrspace(9) %slot, align 4\n"
                            "  call void @meet()\n"
                            "  %y = load volatile float, ptr addrspace(9) %slot, align 4\n"
                            "  store float %y, ptr addrspace(7) %from, align 4\n"
                            "  ret void\n"
                            "}\n",
                            &test::madeUpText()};
    const auto pdg = buildPdg(text, "kernel.k", options(false));
    ASSERT_TRUE(pdg.ok()) << toText(pdg.diagnostics()[0]);
    ASSERT_EQ(pdg->accesses.size(), 4u);
    const MemorySpace spaces[] = {MemorySpace::Global, MemorySpace::Shared, MemorySpace::Shared,
                                  MemorySpace::Global};
    for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(pdg->accesses[i].space, spaces[i]) << i;
    EXPECT_EQ(exprText(pdg->exprs, pdg->accesses[1].offset, {}),
              exprText(pdg->exprs, pdg->accesses[2].offset, {}));
    EXPECT_TRUE(pdg->accesses[0].offset);
    EXPECT_EQ(std::count_if(pdg->statements.begin(), pdg->statements.end(),
                            [](const auto& s) { return s.kind == StatementKind::Barrier; }),
              1);
    ASSERT_EQ(pdg->arguments.size(), 2u);
    EXPECT_EQ(pdg->arguments[0].kind, KernelArgument::Kind::Buffer);
    EXPECT_EQ(pdg->sharedBytes, 256u);
}

TEST(Language, ReportsItsFaultsThroughTheSameInterface) {
    const auto fault = buildPdg({"k.ll", "define void @k( {\n", &test::spirText()}, "k", options(false));
    ASSERT_FALSE(fault.ok());
    EXPECT_EQ(fault.diagnostics()[0].code, "frontend.compile");
    EXPECT_GT(fault.diagnostics()[0].place.line, 0);
    const auto none =
        buildPdg({"k.ll", "define void @k() { ret void }\n", &test::madeUpText()}, "k", options(false));
    ASSERT_FALSE(none.ok());
    EXPECT_EQ(none.diagnostics()[0].code, "frontend.no-kernel");
    EXPECT_EQ(none.diagnostics()[0].hint, "call a function kernel.NAME");
}

} // namespace
} // namespace warpstring::frontend
