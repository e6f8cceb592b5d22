// SPDX-License-Identifier: GPL-3.0-or-later
// OpenCL C's builtin functions: what they are called after mangling and what they ask of the machine.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/operation_class.h"
#include "pdg/frontend/float_mode.h"
#include "pdg/pdg.h"

namespace llvm {
class CallInst;
class Function;
} // namespace llvm

namespace warpstring::frontend {

/// "get_global_id" for a call of _Z13get_global_idj; empty for intrinsics and indirect calls.
[[nodiscard]] std::string_view builtinName(const llvm::CallInst& call);
[[nodiscard]] std::string_view builtinName(const llvm::Function& function);

/// The class of a builtin that computes, per scalar component; nullopt for what is no computation or not known.
[[nodiscard]] std::optional<OperationClass> builtinOperation(std::string_view name, bool isDouble, bool isFloat,
                                                             bool isLong);

/// What build options make of a function of single precision, per scalar component; empty where they leave it
/// as it is (bench/device/functions-float-fast.toml, -unsafe, -flushed).
[[nodiscard]] std::vector<OperationCount> relaxedOperations(std::string_view name, FloatMode mode);

[[nodiscard]] bool isBarrier(std::string_view name);
[[nodiscard]] bool isFence(std::string_view name);
[[nodiscard]] bool isAtomic(std::string_view name);
/// Atomic operations that add one; those that add their second argument.
[[nodiscard]] bool isIncrement(std::string_view name);
[[nodiscard]] bool isAddition(std::string_view name);
/// Atomic operations that compare and exchange.
[[nodiscard]] bool isComparison(std::string_view name);
/// get_global_id and the like, which read the index space.
[[nodiscard]] bool isIndexSpaceQuery(std::string_view name);
/// vload2..16 / vstore2..16: the number of components, else 0.
[[nodiscard]] int vectorLoadWidth(std::string_view name);
[[nodiscard]] int vectorStoreWidth(std::string_view name);

} // namespace warpstring::frontend
