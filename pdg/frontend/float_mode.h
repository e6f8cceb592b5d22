// SPDX-License-Identifier: GPL-3.0-or-later
// What build options allow functions and quotients of single precision to lose.
#pragma once

namespace llvm {
class Module;
} // namespace llvm

namespace warpstring::frontend {

struct FloatMode {
    bool approximates = false; ///< functions as the device's own: -cl-fast-relaxed-math, -cl-unsafe-math-...
    bool flushes = false; ///< denormal values are zero, which needs no scaling: -cl-denorms-are-zero, the above

    friend bool operator==(const FloatMode&, const FloatMode&) = default;
};

/// As the module was told; neither where it was not.
[[nodiscard]] FloatMode floatModeOf(const llvm::Module& module);
void tellFloatMode(llvm::Module& module, FloatMode mode);

} // namespace warpstring::frontend
