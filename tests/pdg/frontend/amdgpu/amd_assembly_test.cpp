// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include "pdg/frontend/amdgpu/amd_assembly.h"

namespace warpstring::frontend {
namespace {

constexpr const char* text = R"(
	.file	1 "/work" "folder/k.cl"
	.file	2 "other.h"
helper:
	v_add_f32_e32 v0, v1, v2
.Lfunc_end0:
; NumVgprs: 200
k:                                      ; @k
.Lfunc_begin1:
	.loc	1 3 9 prologue_end      ; k.cl:3:9
	s_load_dwordx2 s[0:1], s[4:5], 0x0
	s_waitcnt lgkmcnt(0)
	v_lshlrev_b32_e32 v0, 2, v0     ; v_fma_f32 in a comment
	.loc	1 4 1
	s_add_i32 s2, s2, 1
	v_fma_f32 v1, v0, v0, v0
	global_load_dword v1, v0, s[0:1]
	ds_write_b32 v0, v1
	s_barrier
	.loc	2 3 1
	v_cvt_f32_i32_e32 v1, v1
	s_cbranch_scc1 .LBB1_2
.LBB1_2:
	global_atomic_add v0, v1, s[0:1]
	buffer_store_dword v1, off, s[0:3], 0 offset:4
	s_endpgm
.Lfunc_end1:
	v_mov_b32_e32 v0, v0
	.amdhsa_next_free_vgpr 90
; Kernel info:
; NumSgprs: 20
; NumVgprs: 24
; NumAgprs: 4
; TotalNumVgprs: 28
; ScratchSize: 260
; LDSByteSize: 1024 bytes/workgroup (compile time only)
; Occupancy: 8
    .sgpr_spill_count: 1
    .vgpr_spill_count: 3
)";

TEST(AmdAssembly, TellsRegistersOfTheKernel) {
    const auto found = readAmdAssembly(text, "k", "/elsewhere/k.cl");
    ASSERT_TRUE(found);
    EXPECT_EQ(found->vectorRegisters, 28) << "those for accumulation are of the same file";
    EXPECT_EQ(found->scalarRegisters, 20);
    EXPECT_EQ(found->scratchBytes, 260);
    EXPECT_EQ(found->localBytes, 1024);
    EXPECT_EQ(found->wavesPerSimd, 8);
    EXPECT_EQ(found->spilledRegisters, 3);
    EXPECT_EQ(found->spilledScalars, 1);
}

TEST(AmdAssembly, CountsInstructionsByLine) {
    const auto found = readAmdAssembly(text, "k", "k.cl");
    ASSERT_TRUE(found);
    const AmdInstructions& third = found->lines.at(3);
    EXPECT_EQ(third.scalarLoads, 1);
    EXPECT_EQ(third.waits, 1);
    EXPECT_EQ(third.vectorInteger, 1);
    EXPECT_EQ(third.vectorFloat, 0);
    const AmdInstructions& fourth = found->lines.at(4);
    EXPECT_EQ(fourth.scalar, 1);
    EXPECT_EQ(fourth.vectorFloat, 1);
    EXPECT_EQ(fourth.vectorLoads, 1);
    EXPECT_EQ(fourth.localMemory, 1);
    EXPECT_EQ(fourth.barriers, 1);
    EXPECT_EQ(fourth.scalarShare(), 1);
    const AmdInstructions& elsewhere = found->lines.at(0);
    EXPECT_EQ(elsewhere.vectorInteger, 1) << "a conversion";
    EXPECT_EQ(elsewhere.branches, 2);
    EXPECT_EQ(elsewhere.vectorAtomics, 1);
    EXPECT_EQ(elsewhere.vectorStores, 1);
    AmdInstructions sum;
    for (const auto& [line, counts] : found->lines) sum += counts;
    EXPECT_EQ(sum.all(), found->total.all());
    EXPECT_EQ(sum.all(), 13) << "neither of the helper nor behind the end";
    EXPECT_DOUBLE_EQ(found->total.scalarShare(), 1.0 / 3);
}

TEST(AmdAssembly, WithoutTheKernelSaysNothing) {
    EXPECT_FALSE(readAmdAssembly(text, "absent", "k.cl"));
    EXPECT_FALSE(readAmdAssembly("", "k", "k.cl"));
    EXPECT_FALSE(readAmdAssembly("k:\n\ts_endpgm\n", "k", "k.cl"));
}

TEST(AmdAssembly, KnowsWhatMnemonicsAre) {
    const auto is = [](const char* mnemonic, int AmdInstructions::* counter) {
        return amdInstructionClass(mnemonic) == counter;
    };
    EXPECT_TRUE(is("v_pk_fma_f32", &AmdInstructions::vectorFloat));
    EXPECT_TRUE(is("v_cmp_lt_f64_e32", &AmdInstructions::vectorFloat));
    EXPECT_TRUE(is("v_readfirstlane_b32", &AmdInstructions::vectorInteger));
    EXPECT_TRUE(is("s_and_saveexec_b64", &AmdInstructions::scalar));
    EXPECT_TRUE(is("s_buffer_load_dword", &AmdInstructions::scalarLoads));
    EXPECT_TRUE(is("s_waitcnt_vscnt", &AmdInstructions::waits));
    EXPECT_TRUE(is("s_swappc_b64", &AmdInstructions::branches));
    EXPECT_TRUE(is("ds_bpermute_b32", &AmdInstructions::localMemory));
    EXPECT_TRUE(is("flat_load_dwordx4", &AmdInstructions::vectorLoads));
    EXPECT_TRUE(is("scratch_store_dword", &AmdInstructions::vectorStores));
    EXPECT_TRUE(is("buffer_gl0_inv", &AmdInstructions::waits));
    EXPECT_TRUE(is("exp", &AmdInstructions::other));
}

} // namespace
} // namespace warpstring::frontend
