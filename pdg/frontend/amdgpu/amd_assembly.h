// SPDX-License-Identifier: GPL-3.0-or-later
// The text that LLVM's AMDGPU back end prints for a kernel, read: what each instruction is, which line it
// stands for, and what the compiler says of registers.
#pragma once

#include <optional>
#include <string_view>

#include "core/compiled_for_amd.h"

namespace warpstring::frontend {

/// The counter of the class that an instruction belongs to, by its mnemonic: "v_add_f32_e32", "s_cbranch_scc1",
/// "global_load_dwordx4".
[[nodiscard]] int AmdInstructions::* amdInstructionClass(std::string_view mnemonic);

/// Reads the assembly of a module with one kernel, with LLVM's comments. Lines are those of the file whose name
/// ends like `source`. Nothing where the text says no number of registers of the kernel.
[[nodiscard]] std::optional<CompiledForAmd> readAmdAssembly(std::string_view text, std::string_view kernel,
                                                            std::string_view source);

} // namespace warpstring::frontend
