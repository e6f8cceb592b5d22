// SPDX-License-Identifier: GPL-3.0-or-later
// Short branches as predicates of their instructions: which ones, what the program looks like, what is counted.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "stringmodel/machine/instruction_cost.h"
#include "stringmodel/machine/lane_meetings.h"
#include "stringmodel/machine/machine_program.h"
#include "stringmodel/timeline/multiprocessor.h"
#include "tests/stringmodel/simulations.h"

namespace {

using namespace warpstring;
using namespace warpstring::machine;
using namespace warpstring::test;

constexpr int groups = 32, warpsPerGroup = 4;
constexpr std::uint64_t itemsPerGroup = 128;
const NDRange predicatedRange{1, {groups * itemsPerGroup, 1, 1}, {itemsPerGroup, 1, 1}};

HardwareSpec predicating(int instructions) {
    auto spec = device("nvidia-h200");
    spec.compiler.predicatedInstructions = instructions;
    return spec;
}

struct LoweredBody {
    HardwareSpec spec;
    Prepared prepared;
    MachineProgram program;
};

LoweredBody loweredBody(const std::string& body, int predicatedInstructions,
                        const std::vector<Annotation>& annotations = {}) {
    const auto kernel = "__kernel void k(__global const float* restrict a, __global float* restrict b,\n"
                        "                __global float* restrict c, __global float* restrict d, int n) {\n"
                        "  const int i = get_global_id(0), l = get_local_id(0);\n" +
                        body + "}\n";
    auto spec = predicating(predicatedInstructions);
    auto launched = subject(kernel, predicatedRange);
    auto& data = std::get<BufferArgument>(launched.launch.arguments.at("a"));
    data.init = BufferInit::Random; // zeros would decide conditions on data
    data.range = {0, 1};
    launched.launch.annotations = annotations;
    auto made = prepared(launched, spec);
    auto program = lower(made.pdg, made.evaluation, spec);
    return {std::move(spec), std::move(made), std::move(program)};
}

/// The steps of a kind, by where they stand.
std::vector<std::size_t> stepsOf(const MachineProgram& program, MachineStep::Kind kind) {
    std::vector<std::size_t> places;
    for (std::size_t at = 0; at < program.steps.size(); ++at)
        if (program.steps[at].kind == kind) places.push_back(at);
    return places;
}

/// Branches that the source asks for, without the meetings behind them.
std::int64_t branchOperations(const MachineProgram& program) {
    return std::count_if(program.operations.begin(), program.operations.end(), [](const auto& operation) {
        return operation.predicate != none && operation.prepares == none;
    });
}

bool isBranchedTo(const MachineProgram& program, RegionId region) {
    return std::any_of(program.steps.begin(), program.steps.end(), [&](const auto& step) {
        return step.kind == MachineStep::Kind::Region && step.region() == region;
    });
}

/// Of the kernel's branches, in program order; an outer one before those within it.
std::vector<RegionId> branchRegions(const Pdg& pdg) {
    std::vector<RegionId> regions;
    for (const auto& region : pdg.regions)
        if (region.kind == Region::Kind::Branch) regions.push_back(region.id);
    return regions;
}

RegionId regionOf(const LoweredBody& subject, const MachineOperation& operation) {
    return operation.statement == none ? none : subject.prepared.pdg.statements[operation.statement].region;
}

/// Machine instructions of a region's statements, without what decides on regions within.
double instructionsOf(const LoweredBody& subject, RegionId region) {
    double sum = 0;
    for (const auto& operation : subject.program.operations)
        if (regionOf(subject, operation) == region) sum += operation.instructions;
    return sum;
}

/// The same as it decides between a branch and predicates.
double branchedOver(const LoweredBody& subject, RegionId region) {
    double sum = 0;
    for (const auto& statement : subject.prepared.pdg.statements)
        if (statement.region == region) sum += machine::branchedOver(statement, subject.spec);
    return sum;
}

/// Guarded are the operations of the given regions, and each by its own.
void expectGuards(const LoweredBody& subject, const std::set<RegionId>& predicated) {
    for (const auto& operation : subject.program.operations) {
        const RegionId region = regionOf(subject, operation);
        EXPECT_EQ(operation.guard, predicated.contains(region) ? region : none);
    }
}

/// The step that finds out whether a warp executes the region; there must be one.
const MachineStep& guardOf(const MachineProgram& program, RegionId region) {
    for (const auto& step : program.steps)
        if (step.kind == MachineStep::Kind::Guard && step.region() == region) return step;
    throw std::runtime_error("no guard");
}

/// Guards are found before the operations that they are for.
void expectGuardsFirst(const MachineProgram& program) {
    std::set<RegionId> known;
    for (const auto& step : program.steps) {
        if (step.kind == MachineStep::Kind::Guard) {
            if (step.around() != none) {
                EXPECT_TRUE(known.contains(step.around())) << "the outer one comes first";
            }
            known.insert(step.region());
        }
        if (step.kind != MachineStep::Kind::Operation) continue;
        const RegionId guard = program.operations[step.index].guard;
        EXPECT_TRUE(guard == none || known.contains(guard));
    }
}

// The first warp of each group copies an element; something follows, so that the branch does not end the
// kernel.
const std::string oneWarpCopies = "  if (l < 32) b[i] = a[i];\n  c[i] = i;\n";

// Two warps copy one, one of them another.
const std::string nested =
    "  if (l < 64) {\n    b[i] = a[i];\n    if (l < 32) c[i] = a[i + 64];\n  }\n  d[i] = 3;\n";

TEST(Predication, TakesThePlaceOfAShortBranch) {
    const auto branching = loweredBody(oneWarpCopies, 0), made = loweredBody(oneWarpCopies, 100);
    const auto regions = branchRegions(made.prepared.pdg);
    ASSERT_EQ(regions.size(), 1U);
    ASSERT_EQ(stepsOf(branching.program, MachineStep::Kind::Region).size(), 1U);
    ASSERT_EQ(branchOperations(branching.program), 1);

    EXPECT_TRUE(stepsOf(made.program, MachineStep::Kind::Region).empty());
    EXPECT_EQ(branchOperations(made.program), 0);
    EXPECT_GE(instructionsOf(made, regions[0]), 2) << "a load and a store";
    expectGuards(made, {regions[0]});
    EXPECT_EQ(stepsOf(made.program, MachineStep::Kind::Guard).size(), 1U);
    EXPECT_EQ(guardOf(made.program, regions[0]).around(), none);
    expectGuardsFirst(made.program);
}

TEST(Predication, IsOffWhereTheCompilerHasNone) {
    for (const auto& body : {oneWarpCopies, nested}) {
        const auto made = loweredBody(body, 0);
        EXPECT_TRUE(stepsOf(made.program, MachineStep::Kind::Guard).empty());
        EXPECT_EQ(stepsOf(made.program, MachineStep::Kind::Region).size(),
                  branchRegions(made.prepared.pdg).size());
        expectGuards(made, {});
    }
}

TEST(Predication, EndsAtTheLimitOfInstructions) {
    const std::string copiesOfSome[] = {
        oneWarpCopies, "  if (l < 32) b[i] = a[i] * 2.0f + a[i + 64];\n  c[i] = i;\n",
        "  if (l < 32) { b[i] = sqrt(a[i]); d[i] = a[i + 1] / a[i + 2]; }\n  c[i] = i;\n"};
    for (const auto& body : copiesOfSome) {
        const auto branching = loweredBody(body, 0);
        const double instructions = branchedOver(branching, branchRegions(branching.prepared.pdg).at(0));
        const int limit = static_cast<int>(std::ceil(instructions));
        EXPECT_TRUE(stepsOf(loweredBody(body, limit).program, MachineStep::Kind::Region).empty()) << body;
        EXPECT_EQ(stepsOf(loweredBody(body, limit - 1).program, MachineStep::Kind::Region).size(), 1U) << body;
        EXPECT_EQ(branchOperations(loweredBody(body, limit - 1).program), 1) << body;
    }
}

struct Branch {
    std::string name, body;
};

class BranchesThatStay : public testing::TestWithParam<Branch> {};

TEST_P(BranchesThatStay, HaveNoGuards) {
    const auto made = loweredBody(GetParam().body, 1000);
    ASSERT_FALSE(branchRegions(made.prepared.pdg).empty());
    EXPECT_TRUE(stepsOf(made.program, MachineStep::Kind::Guard).empty());
    EXPECT_FALSE(stepsOf(made.program, MachineStep::Kind::Region).empty());
    EXPECT_GE(branchOperations(made.program), 1);
    expectGuards(made, {});
}

INSTANTIATE_TEST_SUITE_P(
    Kernels, BranchesThatStay,
    testing::Values(Branch{"WithABarrier",
                           "  if (n > 10) {\n    b[i] = 1;\n    barrier(CLK_GLOBAL_MEM_FENCE);\n"
                           "    c[i] = 2;\n  }\n  d[i] = 3;\n"},
                    Branch{"WithALoop", "  if (l < 32)\n    for (int j = 0; j < n; ++j) b[i + j * 4] = j;\n"
                                        "  d[i] = 3;\n"},
                    Branch{"AtTheEndOfTheKernel", "  c[i] = 2;\n  if (l < 32) b[i] = a[i];\n"}),
    [](const auto& made) { return made.param.name; });

// What ends an iteration does not end the kernel; the guard is found anew in each.
TEST(Predication, IsWithinTheLoopAroundIt) {
    const auto made = loweredBody("  for (int j = 0; j < n; ++j) {\n    c[i + j * 4] = j;\n"
                                  "    if (l < 32) b[i + j * 4] = j;\n  }\n",
                                  100);
    const RegionId innermost = branchRegions(made.prepared.pdg).back(); // around the loop: n > 0
    EXPECT_FALSE(isBranchedTo(made.program, innermost));
    expectGuards(made, {innermost});
    const auto guards = stepsOf(made.program, MachineStep::Kind::Guard);
    ASSERT_FALSE(guards.empty());
    for (const auto guard : guards) {
        EXPECT_GT(guard, stepsOf(made.program, MachineStep::Kind::LoopTest).front());
        EXPECT_LT(guard, stepsOf(made.program, MachineStep::Kind::LoopNext).back());
    }
    expectGuardsFirst(made.program);
}

TEST(Predication, OfNestedBranchesNamesTheOuterOne) {
    const auto made = loweredBody(nested, 100);
    const auto regions = branchRegions(made.prepared.pdg);
    ASSERT_EQ(regions.size(), 2U);
    ASSERT_EQ(made.prepared.pdg.regions[regions[1]].parent, regions[0]);
    EXPECT_TRUE(stepsOf(made.program, MachineStep::Kind::Region).empty());
    EXPECT_EQ(branchOperations(made.program), 0);
    EXPECT_EQ(guardOf(made.program, regions[0]).around(), none);
    EXPECT_EQ(guardOf(made.program, regions[1]).around(), regions[0]);
    EXPECT_EQ(stepsOf(made.program, MachineStep::Kind::Guard).size(), 2U);
    expectGuards(made, {regions[0], regions[1]});
    expectGuardsFirst(made.program);
}

// The outer branch is longer by what it holds itself: it stays one, around a predicate.
TEST(Predication, OfAShortBranchWithinALongOne) {
    const auto branching = loweredBody(nested, 0);
    const auto regions = branchRegions(branching.prepared.pdg);
    const auto made = loweredBody(nested, static_cast<int>(std::ceil(branchedOver(branching, regions.at(1)))));
    const auto branches = stepsOf(made.program, MachineStep::Kind::Region);
    ASSERT_EQ(branches.size(), 1U);
    EXPECT_EQ(made.program.steps[branches[0]].region(), regions[0]);
    EXPECT_EQ(guardOf(made.program, regions[1]).around(), none) << "a warp there executes the outer one";
    EXPECT_GT(stepsOf(made.program, MachineStep::Kind::Guard).at(0), branches[0]);
    EXPECT_EQ(branchOperations(made.program), 1);
    expectGuards(made, {regions[1]});
}

// One side is predicated, the other has a loop: there is still a branch.
TEST(Predication, OfOneSideLeavesTheBranch) {
    const auto made = loweredBody("  if (l < 32) b[i] = a[i];\n"
                                  "  else for (int j = 0; j < n; ++j) c[i + j * 4] = j;\n  d[i] = 3;\n",
                                  100);
    const auto guards = stepsOf(made.program, MachineStep::Kind::Guard);
    ASSERT_EQ(guards.size(), 1U);
    const RegionId side = made.program.steps[guards[0]].region();
    EXPECT_FALSE(isBranchedTo(made.program, side));
    expectGuards(made, {side});
    EXPECT_EQ(std::count_if(made.program.operations.begin(), made.program.operations.end(),
                            [&](const auto& operation) {
                                if (operation.predicate == none || operation.prepares != none) return false;
                                const auto& predicate = made.prepared.pdg.predicates[operation.predicate];
                                return predicate.whenTrue == side || predicate.whenFalse == side;
                            }),
              1);
    expectGuardsFirst(made.program);
}

// --- work ------------------------------------------------------------------------------------------------

// Every warp issues the branch's instructions, and counters of pipes count what is issued. The local ID passes
// the pipe to memory.
TEST(Predication, CountsInstructionsAndPipesOfAllWarps) {
    const auto branching = loweredBody(oneWarpCopies, 0), made = loweredBody(oneWarpCopies, 100);
    const double within = instructionsOf(made, branchRegions(made.prepared.pdg).at(0));
    EXPECT_NEAR(made.program.instructionsPerWarp,
                branching.program.instructionsPerWarp - 1 - meetingInstructions + within * 3 / warpsPerGroup,
                1e-9)
        << "the branch and the meeting behind it are gone";
    const auto memory = static_cast<std::size_t>(Pipe::Memory);
    EXPECT_NEAR(branching.program.pipeInstructionsPerWarp[memory], 2 + 2.0 / warpsPerGroup, 1e-6);
    EXPECT_NEAR(made.program.pipeInstructionsPerWarp[memory], 2 + 2, 1e-6);
}

// Of nested ones too: all warps issue what one in two and one in four execute.
TEST(Predication, CountsNestedInstructionsOfAllWarps) {
    const auto made = loweredBody(nested, 100);
    double instructions = 0;
    for (const auto& operation : made.program.operations) instructions += operation.instructions;
    EXPECT_NEAR(made.program.instructionsPerWarp, instructions, 1e-9);
    EXPECT_NEAR(made.program.operationsPerWarp, static_cast<double>(made.program.operations.size()), 1e-9);
    EXPECT_NEAR(made.program.pipeInstructionsPerWarp[static_cast<std::size_t>(Pipe::Memory)], 2 + 2 + 2, 1e-6);
}

timeline::MultiprocessorRun simulated(const LoweredBody& subject) {
    const auto& [pdg, evaluation, occupancy] = subject.prepared;
    const timeline::Activity activity(pdg, evaluation);
    timeline::AccessPatterns patterns(pdg, evaluation, subject.spec);
    timeline::MultiprocessorTask task;
    task.residentGroups = 4;
    task.l2BytesPerCycle = task.l2WriteBytesPerCycle = 20;
    task.dramBytesPerCycle = 8;
    task.dramReadFraction.assign(pdg.accesses.size(), 1);
    task.dramWriteFraction.assign(pdg.accesses.size(), 1);
    task.groups.resize(groups);
    std::iota(task.groups.begin(), task.groups.end(), 0);
    task.mostSpans = 1'000'000;
    return runMultiprocessor(pdg, evaluation, subject.spec, subject.program, activity, patterns, task,
                             {{groups, {}}})
        .runs.front();
}

/// Requests of memory by buffer.
std::map<std::string, double> requestsOf(const LoweredBody& subject, const timeline::MultiprocessorRun& run) {
    std::map<std::string, double> requests;
    for (const auto& access : subject.prepared.pdg.accesses)
        requests[subject.prepared.pdg.arguments[access.object].name] += run.traffic[access.id].requests;
    return requests;
}

TEST(PredicatedWarps, OutsideOfTheBranchAccessNothing) {
    const auto made = loweredBody(nested, 100);
    ASSERT_EQ(stepsOf(made.program, MachineStep::Kind::Guard).size(), 2U);
    const auto run = simulated(made);
    EXPECT_EQ(requestsOf(made, run),
              (std::map<std::string, double>{
                  {"a", groups * 3}, {"b", groups * 2}, {"c", groups * 1}, {"d", groups * warpsPerGroup}}));
    // Spans are those of warps that do something: none of guarded operations outside.
    std::map<RegionId, std::set<std::uint32_t>> warps;
    for (const auto& span : run.spans)
        warps[made.program.operations[span.operation].guard].insert(span.warp % warpsPerGroup);
    const auto regions = branchRegions(made.prepared.pdg);
    EXPECT_EQ(warps[none], (std::set<std::uint32_t>{0, 1, 2, 3}));
    EXPECT_EQ(warps[regions.at(0)], (std::set<std::uint32_t>{0, 1}));
    EXPECT_EQ(warps[regions.at(1)], (std::set<std::uint32_t>{0}));
}

/// A warp's cycles, the shortest.
double leastCycles(const LoweredBody& subject) {
    const auto cycles = simulated(subject).warpCycles;
    return *std::min_element(cycles.begin(), cycles.end());
}

// Eight loads of local memory, each of which tells where the next one is, by one warp of four.
TEST(PredicatedWarps, WaitForWhatTheyPassOver) {
    const std::string chase = "  __local int t[128];\n  t[l] = i & 127;\n  barrier(CLK_LOCAL_MEM_FENCE);\n"
                              "  int p = l;\n"
                              "  if (l < 32) p = t[t[t[t[t[t[t[t[p]]]]]]]];\n  d[i] = p;\n";
    const auto made = loweredBody(chase, 1000), branching = loweredBody(chase, 0);
    ASSERT_EQ(stepsOf(made.program, MachineStep::Kind::Guard).size(), 1U);
    const double latency = made.spec.sharedMemory.latency;
    EXPECT_GT(leastCycles(made), leastCycles(branching) + 7 * latency) << "others branch around it";
    EXPECT_NEAR(made.program.passesPerWarp, branching.program.passesPerWarp + 8 * 0.75, 1e-9);
}

TEST(PredicatedWarps, IssueWhatTheyPassOver) {
    for (const auto& body : {oneWarpCopies, nested}) {
        const auto made = loweredBody(body, 100);
        EXPECT_EQ(simulated(made).operations,
                  static_cast<double>(made.program.operations.size()) * groups * warpsPerGroup);
        EXPECT_NEAR(simulated(made).operations, made.program.operationsPerWarp * groups * warpsPerGroup, 1e-6);
    }
}

// Where addresses are not known and conditions depend on data, no pattern of lanes says who is outside.
TEST(PredicatedWarps, AccessAsMuchAsBranchingOnes) {
    const std::string kernels[] = {
        oneWarpCopies, nested, "  if (a[i] > 0.99f) b[(int)a[i + 1]] = a[i + 2];\n  c[i] = i;\n",
        std::string("  for (int j = 0; j < n; ++j) {\n    if ((j & 3) == l / 32) b[i + j] = a[i + j];\n") +
            "    c[i + j] = j;\n  }\n",
        "  if (l < 96) {\n    b[i] = a[i];\n    if (a[i + 1] > 0.99f) c[i] = a[i + 2];\n  }\n  d[i] = 3;\n"};
    for (const auto& body : kernels) {
        const auto branching = loweredBody(body, 0), made = loweredBody(body, 100);
        ASSERT_FALSE(stepsOf(made.program, MachineStep::Kind::Guard).empty()) << body;
        const auto requests = requestsOf(made, simulated(made));
        EXPECT_EQ(requests, requestsOf(branching, simulated(branching))) << body;
    }
}

// Of 64 iterations 16 are in the outer branch, and half of those in the inner one: what the
// kernel writes itself is not known, so shares are all that tells.
TEST(PredicatedWarps, AreInTheInnerBranchOnlyWithinTheOuterOne) {
    const std::string body = "  for (int j = 0; j < n; ++j) {\n"
                             "    if (d[i + j] > 0.5f) { // warpstring: outer\n      b[i + j] = 1;\n"
                             "      if (d[i + j + 64] > 0.5f) // warpstring: inner\n        c[i + j] = 2;\n"
                             "    }\n    d[i + j] = 3;\n  }\n";
    std::vector<Annotation> weights(2);
    weights[0].label = "outer";
    weights[0].low = weights[0].high = 0.25;
    weights[1].label = "inner";
    weights[1].low = weights[1].high = 0.5;
    const auto made = loweredBody(body, 100, weights);
    ASSERT_GE(stepsOf(made.program, MachineStep::Kind::Guard).size(), 2U);
    constexpr double warps = groups * warpsPerGroup;
    auto requests = requestsOf(made, simulated(made));
    EXPECT_EQ(requests["b"], 16 * warps);
    EXPECT_EQ(requests["c"], 8 * warps);
}

} // namespace
