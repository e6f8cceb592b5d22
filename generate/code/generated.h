// SPDX-License-Identifier: GPL-3.0-or-later
// OpenCL C for a form, without analysis: every decision is in the form (seeds/003, section 5.5).
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/result.h"
#include "generate/form/expr.h"

namespace warpstring::generate {

struct CodeOptions {
    /// Work-items of a group by dimension; 0: what the form's maps over local work-items want, 256 at most, or
    /// 256.
    std::array<std::int64_t, 3> local = {0, 0, 0};
    /// Groups and global work-items at most, by dimension: what is beyond is done in loops. 0: no limit.
    std::array<std::int64_t, 3> groups = {0, 0, 0};
    /// Work-items that run in lock step: maps over lanes need no barrier where it is 32. 1 is right on any
    /// device.
    std::int64_t lockStep = 1;
    /// The compiler may take native functions and reorder sums: -cl-fast-relaxed-math.
    bool isFastMath = false;
    /// Abstract patterns are loops too: maps around everything over work-items, all else sequential, sums of
    /// floats in double precision. What results are compared with.
    bool isReference = false;
    /// Of a reference: one work-item does all of it, in one kernel.
    bool isSerial = false;
};

/// A buffer of the program: a parameter, the result, or what one kernel leaves to another.
struct GeneratedBuffer {
    enum class Role { Input, Result, Between };

    std::string name;
    ValueType type;
    std::int64_t count = 0; // elements of `type`
    Role role = Role::Input;
};

/// Something that is passed by value.
struct GeneratedScalar {
    std::string name;
    ValueType type;
};

struct GeneratedKernel {
    struct Argument {
        std::size_t buffer = 0; // an index in Generated::buffers
        bool isWritten = false;
        bool isRead = false;
    };

    std::string name;
    std::string text;                // the function
    std::vector<Argument> arguments; // in the function's order, scalars behind them
    std::vector<GeneratedScalar> scalars;
    std::array<std::int64_t, 3> global = {1, 1, 1};
    std::array<std::int64_t, 3> local = {1, 1, 1};
    std::int64_t localBytes = 0;
    bool usesGroups = false; // its work-items share local memory or barriers: the local size is not free
};

struct Generated {
    std::string source;                   // all kernels and the user functions that they call
    std::vector<GeneratedKernel> kernels; // in the order in which they run
    std::vector<GeneratedBuffer> buffers; // inputs, results, the others
    std::string compilerOptions;          // that the kernels want
};

/// Errors: generate.not-lowered (a pattern that no rule has given a place to run), generate.nesting (a level
/// where it cannot be), generate.other-work-item (a private value that another work-item has), generate.type (a
/// type that buffers cannot have).
[[nodiscard]] Result<Generated> generateCode(const Program& program, const CodeOptions& options = {});

} // namespace warpstring::generate
