// SPDX-License-Identifier: GPL-3.0-or-later
// Random small kernels: an abstract syntax tree that can be printed as OpenCL C and interpreted lane by lane.
// Every access stands on a line of its own, so that what a graph says of it can be found by line.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "core/launch.h"

namespace warpstring::oracle {

/// Integer expressions; conditions are 0 or 1.
struct Expression {
    enum class Op {
        Constant,
        LocalId,
        GlobalId,
        GroupId,
        Scalar,
        Variable, // `value` is the constant, dimension or number
        Add,
        Sub,
        Mul,
        Divide,
        Modulo,
        And,
        ShiftLeft,
        Minimum,
        Maximum,
        Choose,
        Less,
        LessEqual,
        Greater,
        GreaterEqual,
        Equal,
        NotEqual,
        Both,
        Either,
        Not
    };
    Op op = Op::Constant;
    std::int64_t value = 0;
    std::vector<Expression> operands;
};

enum class StepKind { Add, Subtract, ShiftLeft, ShiftRight, Multiply };

struct KernelStatement {
    enum class Kind { Load, Store, ReadData, If, For, Break, Continue, Return, Barrier } kind = Kind::Load;
    int line = 0;         ///< in the text; accesses only
    int array = 0;        ///< accesses: index into RandomKernel::arrays
    int variable = 0;     ///< ReadData: set by it; For: its counter
    Expression index;     ///< accesses
    Expression condition; ///< If, For, Break, Continue, Return
    Expression first;     ///< For
    StepKind step = StepKind::Add;
    Expression stepBy;
    std::vector<KernelStatement> body, otherwise;
};

/// Buffers and __local arrays. The last one is `data`, ints that conditions and addresses depend on.
struct KernelArray {
    std::string name, element;
    int elementBytes = 4;
    bool shared = false;
    std::int64_t count = 1; ///< elements
};

enum class KernelForm {
    Affine,     ///< conditions and addresses affine or geometric in IDs and counters
    General,    ///< minima, choices, quotients and products besides
    KnownData,  ///< conditions and addresses depend on a buffer that the launch supplies
    UnknownData ///< the same, but the kernel writes to the buffer
};

struct RandomKernel {
    KernelForm form = KernelForm::Affine;
    NDRange range;
    bool isUnsigned = false;
    int variables = 0;
    std::vector<std::int64_t> scalars;
    std::vector<KernelArray> arrays;
    std::vector<KernelStatement> body;
    std::string text;
    std::map<int, int> loopLines; ///< of the accesses in loops: the line of the innermost

    [[nodiscard]] Launch launch() const;
};

/// Elements of `data` that are read; stores to it, where there are any, go beyond them.
inline constexpr std::int64_t dataCount = 64;

/// Printed, with arrays of one element: interpret() tells how long they must be.
[[nodiscard]] RandomKernel randomKernel(KernelForm form, std::mt19937_64& random);

} // namespace warpstring::oracle
