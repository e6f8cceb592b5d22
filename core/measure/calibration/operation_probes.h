// SPDX-License-Identifier: GPL-3.0-or-later
// Micro-benchmarks of operation classes: what is repeated, and the OpenCL C around it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warpstring::measure {

/// An operation that is repeated. `even` and `odd` take turns and are statements over the chain's own variables
/// X and Y and the work-item's constants A, B (and the shift distances S, R of integers). A step depends on the
/// one before it, and no compiler can fold two of them into less.
struct OperationProbe {
    std::string_view name; ///< of the operation class; with ".variant" where a class has several
    std::string_view type; ///< of X, Y, A, B: "uint", "int", "ulong", "long", "float", "double"
    std::string_view even, odd;
    bool isSequence = false;     ///< many instructions: fewer copies do
    std::string_view extra = ""; ///< operation class that every step contains besides
    double extraCount = 0;
};

[[nodiscard]] const std::vector<OperationProbe>& operationProbes();
/// Nothing for an unknown name.
[[nodiscard]] const OperationProbe* findOperationProbe(std::string_view name);

/// How a generated kernel reads the device's clock.
enum class CalibrationClock {
    None,          ///< it does not: stamps are 0
    NvidiaAssembly ///< %clock64 by inline assembly
};

/// What comes before every generated kernel: extensions, the macro READ_CLOCK(variable).
[[nodiscard]] std::string calibrationPrelude(CalibrationClock clock, bool hasDouble);

/// A kernel's shape: `steps` dependent operations in each of `chains` independent ones, in a loop.
struct ChainShape {
    int chains = 1;
    int steps = 64; ///< even
};

/// A kernel `kernelName(in, out, stamps, iterations)`. `in` holds 1024 times four values of the type: X, Y, A,
/// B. `stamps[0]` gets the cycles of the first warp.
[[nodiscard]] std::string operationKernel(const OperationProbe& probe, const std::string& kernelName,
                                          const ChainShape& shape);

/// The same of steps of `first` with one of `second` after every `every`th of them, each in chains of its own:
/// one mixture of instructions. `in2` is the second's.
[[nodiscard]] std::string mixtureKernel(const OperationProbe& first, const OperationProbe& second, int every,
                                        const std::string& kernelName, const ChainShape& shape);

/// The 4096 values of a type that operation kernels read, as bytes.
[[nodiscard]] std::vector<unsigned char> operationInputs(std::string_view type);

} // namespace warpstring::measure
