// SPDX-License-Identifier: GPL-3.0-or-later
// Programs of small kernels, counted by hand and by following them step by step.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "stringmodel/machine/machine_program.h"
#include "tests/stringmodel/simulations.h"

namespace {

using namespace warpstring;
using namespace warpstring::machine;
using namespace warpstring::test;

const NDRange programRange{1, {4096, 1, 1}, {128, 1, 1}};

struct Lowered {
    Prepared prepared;
    MachineProgram program;
};

Lowered lowered(const std::string& kernel, const NDRange& range = programRange,
                const HardwareSpec& spec = device("nvidia-h200")) {
    Lowered made{prepared(subject(kernel, range), spec), {}};
    made.program = lower(made.prepared.pdg, made.prepared.evaluation, spec);
    return made;
}

/// A device whose compiler unrolls loops of unknown length so often, and whose assembler leaves them so.
HardwareSpec unrolling(int factor) {
    auto spec = device("nvidia-h200");
    spec.compiler.unrollFactor = factor;
    spec.compiler.againUnrollInstructions = 0;
    return spec;
}

/// Sums a column of `trips` elements. `pragma` stands before the loop.
std::string columnSum(const std::string& trips, const std::string& pragma = "") {
    return "__kernel void k(__global const float* restrict a, __global float* restrict b, int n) {\n"
           "  const int i = get_global_id(0);\n  float sum = 0;\n" +
           pragma + "\n  for (int j = 0; j < " + trips +
           "; ++j) sum += a[i + j * 128] * 3.0f;\n  b[i] = sum;\n}\n";
}

/// What a warp executes that takes every branch: by operation of the program, how often.
struct Executed {
    std::vector<int> times;
    double instructions = 0;
    int loads = 0, stores = 0, barriers = 0;
    std::map<OperationClass, int> classes;
};

Executed follow(const Lowered& subject, std::int64_t trips) {
    const auto& program = subject.program;
    Executed executed;
    executed.times.assign(program.operations.size(), 0);
    std::map<std::uint32_t, std::int64_t> counters;
    std::uint32_t at = 0;
    for (int steps = 0; program.steps[at].kind != MachineStep::Kind::End; ++steps) {
        if (steps > 1'000'000) throw std::runtime_error("the program does not end");
        const auto& step = program.steps[at++];
        switch (step.kind) {
        case MachineStep::Kind::LoopEnter: counters[step.index] = 0; break;
        case MachineStep::Kind::LoopTest:
            if (trips - counters.at(step.index) < step.amount) at = step.target;
            break;
        case MachineStep::Kind::LoopNext:
            counters.at(step.index) += step.amount;
            at = step.target;
            break;
        case MachineStep::Kind::LoopLeave: EXPECT_EQ(counters.at(step.index), trips); break;
        case MachineStep::Kind::Operation: {
            const auto& operation = program.operations[step.index];
            ++executed.times[step.index];
            executed.instructions += operation.instructions;
            if (operation.kind == MachineKind::Barrier) ++executed.barriers;
            if (operation.kind == MachineKind::Global || operation.kind == MachineKind::Shared)
                ++(operation.access == AccessKind::Load ? executed.loads : executed.stores);
            if (operation.statement != none) {
                const auto& statement = subject.prepared.pdg.statements[operation.statement];
                if (statement.kind == StatementKind::Compute) ++executed.classes[statement.operation];
            }
            break;
        }
        default: break;
        }
    }
    return executed;
}

// Around all: the stack's address, the descriptor of memory, the exit (3), two buffers, the size of a group and
// where its IDs begin (4). The global ID: two special registers and a product with sum (3). A pointer into a,
// sum = 0 and j = 0 (3). 32 iterations of: load, product and sum, the pointer's two halves, j + 1, its compare,
// the branch (7). The address in b, whose index is scaled with its sign in two words (2) and added (2), and the
// store (1).
TEST(MachineProgram, HasAsManyInstructionsAsCountedByHand) {
    const auto made = lowered(columnSum("32", "#pragma unroll 1"));
    EXPECT_DOUBLE_EQ(made.program.instructionsPerWarp, 3 + 4 + 1 + 3 + 3 + 32 * 7 + 5); // the 1: the local ID
    const auto executed = follow(made, 32);
    EXPECT_DOUBLE_EQ(executed.instructions, made.program.instructionsPerWarp);
    EXPECT_EQ(executed.loads, 32);
    EXPECT_EQ(executed.stores, 1);
    EXPECT_EQ(executed.classes.at(OperationClass::FloatMad), 32);
    const auto fma = static_cast<std::size_t>(Pipe::Fma), memory = static_cast<std::size_t>(Pipe::Memory);
    EXPECT_DOUBLE_EQ(made.program.pipeInstructionsPerWarp[memory], 34);
    EXPECT_GE(made.program.pipeInstructionsPerWarp[fma], 32);
}

// Barriers are no pass of the data path, by counters of kernels that do nothing else.
TEST(MachineProgram, LocalIdsPassWhereMemoryIsAccessed) {
    const std::string kernel = "__kernel void k(__global float* restrict a) {\n  __local float t[128];\n"
                               "  const int x = get_local_id(0), y = get_local_id(1);\n"
                               "  t[y * 32 + x] = a[get_group_id(0)];\n  barrier(CLK_LOCAL_MEM_FENCE);\n"
                               "  a[get_group_id(0) * 128 + y * 32 + x] = t[127 - y * 32 - x];\n}\n";
    const NDRange plane{2, {4096, 4, 1}, {32, 4, 1}};
    const auto memory = static_cast<std::size_t>(Pipe::Memory),
               control = static_cast<std::size_t>(Pipe::Control);
    const auto inL1 = lowered(kernel, plane);
    EXPECT_DOUBLE_EQ(inL1.program.passesPerWarp, 2);
    EXPECT_DOUBLE_EQ(inL1.program.pipeInstructionsPerWarp[memory], 4 + 2);
    EXPECT_DOUBLE_EQ(inL1.program.pipeInstructionsPerWarp[control], 1);
    auto apart = device("nvidia-h200");
    apart.caches.l1HoldsShared = false;
    const auto separate = lowered(kernel, plane, apart);
    EXPECT_DOUBLE_EQ(separate.program.passesPerWarp, 0);
    EXPECT_DOUBLE_EQ(separate.program.pipeInstructionsPerWarp[memory], 4);
    EXPECT_DOUBLE_EQ(separate.program.pipeInstructionsPerWarp[control], 1);
}

TEST(MachineProgram, LoadsConstantArgumentsAsTheSpecSays) {
    const std::string kernel = "__constant float table[4] = {1, 2, 3, 4};\n"
                               "__kernel void k(__global float* restrict a, __constant float* c) {\n"
                               "  const int x = get_global_id(0);\n  a[x] = c[x & 3] + table[x & 1];\n}\n";
    const auto memory = static_cast<std::size_t>(Pipe::Memory);
    auto spec = device("nvidia-h200");
    spec.compiler.constantBuffersInL1 = true;
    EXPECT_DOUBLE_EQ(lowered(kernel, programRange, spec).program.pipeInstructionsPerWarp[memory], 1 + 2)
        << "the local ID, the store and the load of the argument";
    spec.compiler.constantBuffersInL1 = false;
    EXPECT_DOUBLE_EQ(lowered(kernel, programRange, spec).program.pipeInstructionsPerWarp[memory], 1 + 1);
}

// Of a loop that is unrolled four times, the rest of the trips comes first: a copy behind a branch, then two
// behind another, the second of which is issued under a predicate. Lanes that differ go through all of it.
TEST(MachineProgram, IssuesCopiesOfShortLoopsThatNobodyExecutes) {
    const auto copies = [](int elements, const std::string& pragma = "") {
        const std::string kernel =
            "__kernel void k(__global const float* restrict a, __global float* restrict b) {\n" + pragma +
            "\n  for (int i = get_local_id(0); i < " + std::to_string(elements) +
            "; i += 32) b[i] = a[i];\n}\n";
        const auto made = lowered(kernel, {1, {32, 1, 1}, {32, 1, 1}});
        return (made.program.pipeInstructionsPerWarp[static_cast<std::size_t>(Pipe::Memory)] - 1) / 2;
    };
    EXPECT_DOUBLE_EQ(copies(32), 1);
    EXPECT_DOUBLE_EQ(copies(64), 3) << "the third is nobody's";
    EXPECT_DOUBLE_EQ(copies(48), 3) << "nor where half of the lanes go round once";
    EXPECT_DOUBLE_EQ(copies(96), 3);
    EXPECT_DOUBLE_EQ(copies(128), 4);
    EXPECT_DOUBLE_EQ(copies(112), 3 + 4) << "three trips of some, four of others";
    EXPECT_DOUBLE_EQ(copies(144), 1 + 4);
    EXPECT_DOUBLE_EQ(copies(32 * 12 - 16), 3 + 8 + 4) << "two rounds of some, three of others";
    EXPECT_DOUBLE_EQ(copies(32 * 21), 1 + 16 + 4);
    EXPECT_DOUBLE_EQ(copies(64, "#pragma unroll 1"), 2);
}

TEST(MachineProgram, KeepsLoopsThatMustNotBeUnrolled) {
    const auto made = lowered(columnSum("32", "#pragma unroll 1"));
    ASSERT_EQ(made.program.unroll.size(), 1U);
    EXPECT_EQ(made.program.unroll[0], 1);
    EXPECT_EQ(std::count_if(made.program.operations.begin(), made.program.operations.end(),
                            [](const auto& o) { return o.kind == MachineKind::Global; }),
              2);
    EXPECT_EQ(lowered(columnSum("n"), programRange, unrolling(8)).program.unroll[0], 8);
    EXPECT_EQ(lowered(columnSum("n", "#pragma unroll 1"), programRange, unrolling(8)).program.unroll[0], 1);
}

TEST(MachineProgram, ExecutesTheSameWorkHoweverUnrolled) {
    for (const int factor : {1, 2, 4, 5, 16}) {
        const auto made = lowered(columnSum("n"), programRange, unrolling(factor));
        ASSERT_EQ(made.program.unroll.at(0), factor);
        for (const int trips : {0, 1, 2, 3, 4, 5, 15, 16, 17, 64, 1000}) {
            auto executed = follow(made, trips);
            EXPECT_EQ(executed.loads, trips) << factor;
            EXPECT_EQ(executed.classes[OperationClass::FloatMad], trips) << factor;
            EXPECT_EQ(executed.stores, 1) << factor;
        }
    }
}

// 64 iterations, all within unrolled copies.
TEST(MachineProgram, CountsWhatIsExecuted) {
    double before = 1e9;
    for (const int factor : {1, 2, 4, 16}) {
        const auto made = lowered(columnSum("n"), programRange, unrolling(factor));
        const auto executed = follow(made, 64);
        EXPECT_NEAR(executed.instructions, made.program.instructionsPerWarp, 1e-9) << factor;
        double operations = 0;
        for (const int times : executed.times) operations += times;
        EXPECT_NEAR(operations, made.program.operationsPerWarp, 1e-9) << factor;
        EXPECT_LT(executed.instructions, before) << "control of the loop is shared by its copies";
        before = executed.instructions;
    }
}

// Each iteration of an unrolled loop reads another element.
TEST(MachineProgram, GivesEachCopyItsIteration) {
    const auto made = lowered(columnSum("n"), programRange, unrolling(8));
    std::multiset<int> copies;
    for (const auto& operation : made.program.operations)
        if (operation.kind == MachineKind::Global && operation.access == AccessKind::Load)
            copies.insert(operation.copy);
    EXPECT_EQ(copies, (std::multiset<int>{0, 0, 1, 2, 3, 4, 5, 6, 7})); // and the remainder's
}

TEST(MachineProgram, BarriersKeepAccessesApart) {
    const auto made = lowered("__kernel void k(__global float* a) {\n  __local float s[128];\n"
                              "  const int i = get_local_id(0);\n  s[i] = a[get_global_id(0)];\n"
                              "  barrier(CLK_LOCAL_MEM_FENCE);\n  a[get_global_id(0)] = s[127 - i];\n}\n");
    std::string order;
    for (const auto& operation : made.program.operations) {
        if (operation.kind == MachineKind::Barrier) order += "B";
        if (operation.kind == MachineKind::Global) order += operation.access == AccessKind::Load ? "G" : "g";
        if (operation.kind == MachineKind::Shared) order += operation.access == AccessKind::Load ? "S" : "s";
    }
    EXPECT_EQ(order, "GsBSg");
}

// Without restrict, what the store writes may be what the next copy loads.
TEST(MachineProgram, LoadsPassStoresOnlyWhereTheyCannotMeet) {
    const auto orderWith = [](const std::string& qualifier) {
        const auto made =
            lowered("__kernel void k(__global const float* " + qualifier + " a, __global float* " + qualifier +
                        " b, int n) {\n  const int i = get_global_id(0);\n"
                        "  for (int j = 0; j < n; ++j) b[i + j * 128] = a[i + j * 128] + 1.0f;\n}\n",
                    programRange, unrolling(4));
        std::string order;
        for (const auto& operation : made.program.operations)
            if (operation.kind == MachineKind::Global)
                order += operation.access == AccessKind::Load ? "l" : "s";
        return order.substr(0, 8);
    };
    EXPECT_EQ(orderWith("restrict"), "llllssss");
    EXPECT_EQ(orderWith(""), "lslslsls");
}

// What one copy writes in place is nothing that the next one reads, where its address advances by a constant.
TEST(MachineProgram, LoadsPassStoresOfOtherCopiesWhereTheirDistanceIsKnown) {
    const auto orderOf = [](const std::string& body, const std::string& counter = "int") {
        const auto made = lowered("__kernel void k(__global float* a, int n, int pitch) {\n"
                                  "  __local float s[4096];\n  const int i = get_global_id(0);\n"
                                  "  for (" +
                                      counter + " j = 0; j < n; ++j) { " + body + " }\n  a[i] = s[7];\n}\n",
                                  programRange, unrolling(4));
        std::string order;
        for (const auto& operation : made.program.operations)
            if (operation.kind == MachineKind::Global || operation.kind == MachineKind::Shared)
                order += operation.access == AccessKind::Load ? "l" : "s";
        return order.substr(0, 8);
    };
    EXPECT_EQ(orderOf("a[i + j * 128] += 1.0f;"), "llllssss");
    EXPECT_EQ(orderOf("s[j] = s[j] * 3.0f;"), "llllssss");
    EXPECT_EQ(orderOf("s[j] = s[j] * 3.0f;", "uint"), "llllssss") << "addresses of local memory wrap alike";
    EXPECT_EQ(orderOf("a[i + j * pitch] += 1.0f;"), "lslslsls") << "the pitch may be 0";
    EXPECT_EQ(orderOf("a[i + j % 2] += 1.0f;"), "lslslsls");
    EXPECT_EQ(orderOf("s[j + 1] = s[j] * 3.0f;"), "lslslsls") << "what is written is read next";
}

/// Sums what it has loaded an iteration ago; `before` stands behind the load.
std::string prefetch(const std::string& before = "") {
    return "__kernel void k(__global const float* a, __global float* b, int n) {\n  __local float s[128];\n"
           "  const int i = get_global_id(0);\n  float old = a[i];\n"
           "  for (int j = 1; j < n; ++j) {\n    const float now = a[i + j * 128];\n" +
           before + "    b[i + j * 128] = old * 3.0f;\n    old = now;\n  }\n}\n";
}

// The product of a copy takes what the copy before has loaded, that of the first one what the last has.
TEST(HandedOn, ValuesComeFromTheCopyThatMadeThem) {
    const auto made = lowered(prefetch(), programRange, unrolling(4));
    std::vector<std::int32_t> loaded(4, -1);
    std::vector<std::vector<std::uint32_t>> used(4);
    int copies = 0;
    for (const auto& operation : made.program.operations) {
        if (operation.kind == MachineKind::Global && operation.access == AccessKind::Load && copies < 5) {
            if (++copies > 1) loaded[static_cast<std::size_t>(operation.copy)] = operation.result;
        } else if (operation.statement != none && copies > 1 && copies < 6 && operation.instructions > 0 &&
                   made.prepared.pdg.statements[operation.statement].operation ==
                       OperationClass::FloatMultiply) {
            if (used[static_cast<std::size_t>(operation.copy)].empty())
                used[static_cast<std::size_t>(operation.copy)] = operation.uses;
        }
        EXPECT_GT(operation.instructions, 0) << "nothing is moved in a body of four copies";
        if (operation.copy == 3 && operation.access == AccessKind::Store) break;
    }
    for (std::size_t copy = 0; copy < 4; ++copy) {
        const auto from = static_cast<std::uint32_t>(loaded[(copy + 3) % 4]);
        EXPECT_EQ(std::count(used[copy].begin(), used[copy].end(), from), 1) << copy;
        const auto own = static_cast<std::uint32_t>(loaded[copy]);
        EXPECT_EQ(std::count(used[copy].begin(), used[copy].end(), own), 0) << copy;
    }
}

// In one copy the value is moved: at the end, and ahead of a loop within.
TEST(HandedOn, MovesWaitAtTheEndAndAheadOfLoops) {
    const auto orderOf = [](const std::string& before) {
        const auto made = lowered(prefetch(before), programRange, unrolling(1));
        std::string order;
        for (const auto& operation : made.program.operations) {
            if (operation.instructions == 0) order += 'w';
            if (operation.kind == MachineKind::Global)
                order += operation.access == AccessKind::Load ? 'G' : 'g';
            if (operation.kind == MachineKind::Shared) order += 's';
        }
        return order;
    };
    EXPECT_EQ(orderOf(""), "GGgw");
    EXPECT_EQ(orderOf("for (int m = 0; m < n; ++m) s[m * j & 127] = m;\n"), "GGwsgw");
}

class Programs : public testing::TestWithParam<std::string> {};

TEST_P(Programs, AreWellFormed) {
    const auto& spec = device("nvidia-h200");
    const auto made = prepared(subject(sample(GetParam()).front()), spec);
    const auto program = lower(made.pdg, made.evaluation, spec);
    std::map<std::int32_t, StatementId> makers;
    for (const auto& operation : program.operations) {
        for (const auto slot : operation.uses) EXPECT_LT(slot, program.slots);
        if (operation.result >= 0) {
            EXPECT_LT(static_cast<std::uint32_t>(operation.result), program.slots);
            const auto [known, isNew] = makers.emplace(operation.result, operation.statement);
            EXPECT_EQ(known->second, operation.statement) << "two statements write a slot";
        }
        const bool isWait = operation.instructions == 0; // for what a loop hands on
        EXPECT_EQ(operation.issueCycles > 0, !isWait);
        EXPECT_TRUE(!isWait || (operation.result < 0 && !operation.uses.empty()));
        EXPECT_GE(operation.latency, 0);
        EXPECT_TRUE((operation.kind == MachineKind::Global || operation.kind == MachineKind::Shared) ==
                    (operation.accessId != none));
    }
    // Steps form proper loops: targets lie where they must, every operation is executed by exactly one step.
    std::vector<int> steps(program.operations.size(), 0);
    for (std::uint32_t at = 0; at < program.steps.size(); ++at) {
        const auto& step = program.steps[at];
        switch (step.kind) {
        case MachineStep::Kind::Operation: ++steps.at(step.index); break;
        case MachineStep::Kind::Region:
        case MachineStep::Kind::LoopTest:
            EXPECT_GT(step.target, at);
            EXPECT_LT(step.target, program.steps.size());
            break;
        case MachineStep::Kind::LoopNext:
            ASSERT_LT(step.target, at);
            EXPECT_EQ(program.steps[step.target].kind, MachineStep::Kind::LoopTest);
            EXPECT_EQ(program.steps[step.target].index, step.index);
            EXPECT_EQ(program.steps[step.target].amount, step.amount);
            break;
        default: break;
        }
    }
    EXPECT_TRUE(std::all_of(steps.begin(), steps.end(), [](int count) { return count == 1; }));
    EXPECT_EQ(program.steps.back().kind, MachineStep::Kind::End);
}

INSTANTIATE_TEST_SUITE_P(Samples, Programs, testing::ValuesIn(sampleFiles()), [](const auto& made) {
    std::string name = made.param;
    std::replace_if(name.begin(), name.end(), [](char c) { return std::isalnum(c) == 0; }, '_');
    return name;
});

// What other warps of the scheduler lose, by what is not the FMA pipe's of each operation.
TEST(MixedIssue, CostsSlotsBesideInstructionsOfOtherPipes) {
    const auto spec = device("nvidia-h200");
    const double lost = spec.execution.mixedIssueCycles;
    ASSERT_GT(lost, 0);
    const auto cyclesOf = [&](OperationClass operation) {
        return static_cast<double>(computeOperation(operation, 4, spec).lostCycles);
    };
    EXPECT_EQ(cyclesOf(OperationClass::FloatMad), 0);
    EXPECT_NEAR(cyclesOf(OperationClass::Logic), 4 * lost, 1e-6);
    const auto& exponential = spec.instructions.at(OperationClass::NativeExponential);
    EXPECT_NEAR(cyclesOf(OperationClass::NativeExponential), 4 * lost * (exponential.instructions - 3), 1e-5)
        << "three multiply-adds around the special unit";
    EXPECT_EQ(computeOperation(OperationClass::Logic, 4, device("geforce-8800-gtx")).lostCycles, 0);
}

// Bodies that hold a branch of a few instructions are unrolled with it: each copy has a predicate of its own.
TEST(Unrolling, TakesPredicatedBranchesAlong) {
    const std::string kernel =
        "__kernel void k(__global const float* restrict a, __global float* restrict b, int n) {\n"
        "  const int i = get_global_id(0);\n  float sum = 0;\n"
        "  for (int j = 0; j < n; ++j)\n    if (i + j * 128 < 4000) sum += a[i + j * 128] * 3.0f;\n"
        "  b[i] = sum;\n}\n";
    const auto made = lowered(kernel, programRange, unrolling(4));
    ASSERT_EQ(made.program.unroll.at(0) % 4, 0);
    std::multiset<std::uint32_t> guards; // of the round of most copies
    std::multiset<int> loads;
    for (std::size_t i = 0; made.program.steps[i].kind != MachineStep::Kind::LoopNext; ++i) {
        const auto& step = made.program.steps[i];
        if (step.kind == MachineStep::Kind::Guard) guards.insert(step.amount);
        if (step.kind != MachineStep::Kind::Operation) continue;
        const auto& operation = made.program.operations[step.index];
        if (operation.kind == MachineKind::Global && operation.guard != none) loads.insert(operation.copy);
    }
    ASSERT_EQ(guards.size(), static_cast<std::size_t>(made.program.unroll[0]));
    EXPECT_TRUE(std::equal(guards.begin(), guards.end(), loads.begin(), loads.end()));
    EXPECT_EQ(std::set<std::uint32_t>(guards.begin(), guards.end()).size(), guards.size());
}

// Small bodies with a plain count down, as NVIDIA's assembler does: whether four trips are left at all, then
// 16, 8, 4 and single copies.
TEST(Unrolling, TakesSmallUnrolledBodiesAgain) {
    const auto rounds = [](const std::string& kernel) {
        std::vector<std::uint32_t> copies;
        for (const auto& step : lowered(kernel).program.steps)
            if (step.kind == MachineStep::Kind::LoopTest) copies.push_back(step.amount);
        return copies;
    };
    EXPECT_EQ(rounds(columnSum("n")), (std::vector<std::uint32_t>{4, 16, 8, 4, 1}));
    const std::string head =
        "__kernel void k(__global const float* restrict a, __global float* restrict b, int n) {\n"
        "  const int i = get_global_id(0);\n  float sum = 0;\n  for (int j = 0; j < n; ++j) ";
    EXPECT_EQ(rounds(head + "sum += a[i + j * 128] * (float)j;\n  b[i] = sum;\n}\n"),
              (std::vector<std::uint32_t>{4, 1}))
        << "the body computes with the counter";
    EXPECT_EQ(rounds(head + "sum = fma(sum, sum * a[i + j * 128], a[j]) + a[n + j] * a[7 + i + j * 256];\n"
                            "  b[i] = sum;\n}\n"),
              (std::vector<std::uint32_t>{4, 1}))
        << "it has more instructions";
}

// Constant trips: a power of two of copies that the trips are a multiple of, and what the assembler makes of
// them, barriers or not: as in PTX and machine code of bench/device/constant-loops.toml and barrier-loops.toml.
TEST(Unrolling, TakesConstantTripsInPowersOfTwoAndAgain) {
    const auto copies = [](int trips, int products, bool hasBarriers, bool isOlder = false) {
        const std::string barrier = hasBarriers ? "    barrier(CLK_LOCAL_MEM_FENCE);\n" : "";
        const std::string kernel =
            "__kernel void k(__global float* b, float p) {\n  __local float s[128];\n"
            "  const int i = get_local_id(0);\n  float x = i;\n"
            "  for (int j = 0; j < " +
            std::to_string(trips) + "; ++j) {\n    const float y = s[(i + j) & 127];\n" + barrier +
            "#pragma unroll\n    for (int k = 0; k < " + std::to_string(products) + "; ++k) x = x * p + y;\n" +
            (hasBarriers ? "    s[i] = x;\n" : "") + barrier + "  }\n  b[get_global_id(0)] = x;\n}\n";
        auto spec = device("nvidia-h200");
        if (isOlder) spec.compiler.againUnrollInstructions = 0;
        const auto made = lowered(kernel, programRange, spec);
        return *std::max_element(made.program.unroll.begin(), made.program.unroll.end());
    };
    EXPECT_EQ(copies(1000, 32, false), 4) << "eight would be too long";
    EXPECT_EQ(copies(1000, 1, false), 8) << "times five by the assembler, which is more than counts";
    EXPECT_EQ(copies(1012, 1, false), 4) << "253 rounds are a multiple of 11 at least";
    EXPECT_EQ(copies(1004 * 3, 2, false), 12) << "four, three times by the assembler";
    EXPECT_EQ(copies(255, 32, false), 4) << "with a rest";
    EXPECT_EQ(copies(1000, 200, false), 1);
    EXPECT_EQ(copies(1000, 32, true), 4);
    EXPECT_EQ(copies(1000, 2, true), 8);
    EXPECT_EQ(copies(255, 32, true), 4);
    EXPECT_EQ(copies(1000, 2, true, true), 1) << "of older compilers it is not known";
}

// By a distance that is no constant: each copy's access uses the sum of the copy before.
TEST(Unrolling, HandsAnAdvancedAddressFromCopyToCopy) {
    const auto made =
        lowered("__kernel void k(__global const float* restrict a, __global float* restrict b, int n) {\n"
                "  const int i = get_global_id(0);\n  float sum = 0;\n"
                "  for (int j = 0; j < n; ++j) sum += a[i + j * n] * 3.0f;\n  b[i] = sum;\n}\n",
                programRange, unrolling(4));
    std::map<std::uint32_t, std::pair<int, std::size_t>> sums; // by result: copy and place
    int loads = 0;
    for (std::size_t at = 0; at < made.program.operations.size(); ++at) {
        const auto& operation = made.program.operations[at];
        if (operation.statement == none) continue;
        const auto& statement = made.prepared.pdg.statements[operation.statement];
        if (statement.operation == OperationClass::IndexedAddress && statement.advancedBy == statement.id)
            sums[static_cast<std::uint32_t>(operation.result)] = {operation.copy, at};
        if (operation.kind != MachineKind::Global || operation.access != AccessKind::Load ||
            operation.copy == 0)
            continue;
        ++loads;
        EXPECT_TRUE(std::any_of(operation.uses.begin(), operation.uses.end(),
                                [&](auto used) {
                                    const auto sum = sums.find(used);
                                    return sum != sums.end() && sum->second.first == operation.copy - 1 &&
                                           sum->second.second < at;
                                }))
            << "copy " << operation.copy;
    }
    EXPECT_GE(loads, 3);
}

// A loop that is unrolled with a rest finds out the rest at each entry; one of known trips, or left as written,
// does not.
TEST(Unrolling, IsPreparedAtEachEntryWhereTripsAreNotKnown) {
    const auto prepared = [](const std::string& trips, const std::string& pragma) {
        const auto program = lowered(columnSum(trips, pragma), programRange, unrolling(4)).program;
        double instructions = 0;
        for (const auto& operation : program.operations)
            if (operation.prepares != none) instructions += operation.instructions;
        return instructions;
    };
    EXPECT_EQ(prepared("n", ""), 12);
    EXPECT_EQ(prepared("n", "#pragma unroll 1"), 0);
    EXPECT_EQ(prepared("4000", ""), 0);
}

} // namespace
