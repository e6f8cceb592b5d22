// SPDX-License-Identifier: GPL-3.0-or-later
// Calls that are not looked into: printf, functions without a body, inline assembly, and those that are
// refused.
#include <algorithm>

#include <gtest/gtest.h>

#include "pdg/evaluation/evaluation.h"
#include "pdg/frontend/build_pdg.h"
#include "pdg/frontend/inline_assembly.h"

namespace warpstring::frontend {
namespace {

Result<Pdg> tryGraph(const std::string& text, const FunctionCosts& costs = {},
                     const std::string& options = "") {
    BuildOptions how;
    how.addressBits = 64;
    how.options = options;
    how.functionCosts = costs;
    return buildPdg({"k.cl", text}, "k", how);
}

Pdg graph(const std::string& text, const FunctionCosts& costs = {}, const std::string& options = "") {
    auto pdg = tryGraph(text, costs, options);
    if (pdg.ok()) return std::move(*pdg);
    ADD_FAILURE() << toText(pdg.diagnostics()[0]) << "\n" << text;
    return {};
}

Diagnostic refusalOf(const std::string& text, const std::string& options = "") {
    const auto pdg = tryGraph(text, {}, options);
    if (!pdg.ok()) return pdg.diagnostics()[0];
    ADD_FAILURE() << "accepted:\n" << text;
    return {};
}

int operationsOf(const Pdg& pdg, OperationClass operation) {
    int count = 0;
    for (const auto& statement : pdg.statements)
        if (statement.kind == StatementKind::Compute && statement.operation == operation)
            count += statement.count;
    return count;
}

int storesTo(const Pdg& pdg, MemorySpace space) {
    return static_cast<int>(std::count_if(pdg.accesses.begin(), pdg.accesses.end(), [&](const auto& access) {
        return access.space == space && access.kind == AccessKind::Store;
    }));
}

bool isNoted(const Pdg& pdg, const std::string& code) {
    return std::any_of(pdg.notes.begin(), pdg.notes.end(), [&](const auto& note) { return note.code == code; });
}

std::vector<std::string> uncountedOf(const Pdg& pdg) {
    std::vector<std::string> codes;
    for (const auto& uncounted : pdg.uncounted) codes.push_back(uncounted.code);
    return codes;
}

TEST(Printf, IsTheStoresOfItsArgumentsAndACall) {
    const std::string before = "__kernel void k(__global float* a, int n) {\n  a[0] = 1.0f;\n";
    const Pdg silent = graph(before + "}\n");
    const Pdg three = graph(before + "  printf(\"%d %f %s\\n\", n, a[1], \"end\");\n}\n");
    EXPECT_TRUE(isNoted(three, "frontend.printf"));
    EXPECT_FALSE(isNoted(silent, "frontend.printf"));
    EXPECT_EQ(storesTo(three, MemorySpace::Private), 3);
    EXPECT_EQ(three.privateBytes, 24u) << "an int, a double and a pointer, each at its alignment";
    EXPECT_EQ(operationsOf(three, OperationClass::Branch), operationsOf(silent, OperationClass::Branch) + 2);
    const Pdg none = graph(before + "  printf(\"reached\\n\");\n}\n");
    EXPECT_EQ(storesTo(none, MemorySpace::Private), 0);
    EXPECT_TRUE(isNoted(none, "frontend.printf"));
    const auto note = std::find_if(three.notes.begin(), three.notes.end(),
                                   [](const auto& each) { return each.code == "frontend.printf"; });
    EXPECT_EQ(note->place.line, 3);
    EXPECT_NE(note->hint.find("lower bound"), std::string::npos);
    EXPECT_EQ(uncountedOf(none), std::vector<std::string>{"frontend.printf"});
    EXPECT_TRUE(silent.uncounted.empty());
}

// Whether its value is asked for, in a helper, in a loop, by a branch: it costs where it stands.
TEST(Printf, CostsNothingWhereItIsNotReached) {
    const Pdg pdg =
        graph("void say(int x) { if (x > 100000) printf(\"%d\\n\", x); }\n"
              "__kernel void k(__global int* a) {\n"
              "  int g = get_global_id(0);\n  say(g);\n  a[g] = printf(\"%v4f\", (float4)(1.0f)) < 0;\n}\n");
    Launch launch;
    launch.range.global[0] = 256;
    launch.range.local[0] = 64;
    BufferArgument buffer;
    buffer.type = {ScalarType::Int, 1};
    buffer.count = 256;
    launch.arguments["a"] = buffer;
    const auto evaluation = evaluation::evaluate(pdg, launch, HardwareSpec{});
    ASSERT_TRUE(evaluation) << toText(evaluation.diagnostics()[0]);
    double executions = 0;
    for (const auto& region : pdg.regions)
        if (region.kind == Region::Kind::Branch) executions += evaluation->regions[region.id].executions.value;
    EXPECT_EQ(executions, 0);
    EXPECT_EQ(pdg.uncounted.size(), 2u);
    EXPECT_EQ(
        std::count_if(pdg.uncounted.begin(), pdg.uncounted.end(),
                      [&](const auto& each) { return evaluation->regions[each.region].executions.upper == 0; }),
        1);
}

TEST(MissingFunctions, AreRefusedWithAHintHowToSayTheirCost) {
    const auto found =
        refusalOf("float f(float x);\n__kernel void k(__global float* a) {\n a[0] = f(1.0f);\n}\n");
    EXPECT_EQ(found.code, "frontend.missing-function");
    EXPECT_EQ(found.place.line, 3);
    EXPECT_NE(found.message.find("'f'"), std::string::npos) << found.message;
    EXPECT_NE(found.hint.find("function = \"f\""), std::string::npos) << found.hint;
    EXPECT_NE(found.hint.find("[[annotation]]"), std::string::npos) << found.hint;
}

TEST(MissingFunctions, CostWhatTheirAnnotationSays) {
    const Pdg pdg =
        graph("float f(float x);\nvoid g(float x);\n"
              "__kernel void k(__global float* a) { a[0] = f(a[1]); g(a[2]); }\n",
              {{"f", {{OperationClass::FloatMad, 12}, {OperationClass::SineCosine, 2}}}, {"g", {}}});
    EXPECT_EQ(operationsOf(pdg, OperationClass::FloatMad), 12);
    EXPECT_EQ(operationsOf(pdg, OperationClass::SineCosine), 2);
    EXPECT_EQ(pdg.costedFunctions, (std::vector<std::string>{"f", "g"}));
}

TEST(MissingFunctions, OnlyMatterWhereTheyAreReached) {
    graph("int unused(int);\nint again(int n) { return n < 2 ? 1 : n * again(n - 1); }\n"
          "int even(int n);\nint odd(int n) { return n == 0 ? 0 : even(n - 1); }\n"
          "int even(int n) { return n == 0 ? 1 : odd(n - 1); }\n"
          "__kernel void other(__global int* a) { a[0] = unused(again(a[1])) + odd(3); }\n"
          "__kernel void k(__global int* a) { a[0] = 1; if (0) a[1] = unused(2); }\n");
}

TEST(InlineAssembly, IsCountedByItsInstructions) {
    EXPECT_EQ(instructionsOfAssembly(""), 0);
    EXPECT_EQ(instructionsOfAssembly("mov.u32 $0, %clock;"), 1);
    EXPECT_EQ(instructionsOfAssembly("{ .reg .pred p; setp.eq.u32 p, $1, 0; @p add.u32 $0, $0, 1; }"), 2);
    EXPECT_EQ(instructionsOfAssembly("ld.global.v2.f32 {$0, $1}, [$2]; // two\n\n/* add; */ ret;\n"), 2);
    EXPECT_EQ(instructionsOfAssembly("again:\n\tadd $0, $0, 1\n\tbra again\n# end\n"), 2);
    const Pdg pdg = graph("__kernel void k(__global uint* a) {\n  uint x;\n"
                          "  __asm__ volatile(\"mov.u32 %0, %%clock; add.u32 %0, %0, 1;\" : \"=r\"(x));\n"
                          "  a[get_global_id(0)] = x;\n}\n");
    const auto counted = std::find_if(pdg.statements.begin(), pdg.statements.end(),
                                      [](const auto& statement) { return statement.text == "asm x2"; });
    ASSERT_NE(counted, pdg.statements.end());
    EXPECT_EQ(counted->place.at.line, 3);
    EXPECT_TRUE(isNoted(pdg, "frontend.inline-assembly"));
}

TEST(InlineAssembly, IsCountedWhollyWhereItIsLikeAdditions) {
    for (const char* text :
         {"", "add.u32 $0, $0, 1;", "{ .reg .pred p; setp.eq.u32 p, $1, 0; @!p xor.b32 $0, $0, 1; }",
          "mov.b32 $0, $1; // ld.global", "mul.f32 $0, $1, $2; fma.rn.f32 $0, $1, $2, $3;",
          "here: neg.s32 $0, $0;"})
        EXPECT_TRUE(isCountedByAdditions(text)) << text;
    for (const char* text :
         {"ld.global.u32 $0, [$1];", "@p st.shared.f32 [$0], $1;", "red.global.add.u32 [$0], 1;", "bar.sync 0;",
          "again: add.u32 $0, $0, 1; bra again;", "mov.u32 $0, %clock;", "add.u64 $0, $0, 1;",
          "mul.f64 $0, $1, $2;", "mul.lo.u32 $0, $1, $2;", "popc.b32 $0, $1;",
          "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 $0, $1;", "v_add_u32 v0, v0, v1"})
        EXPECT_FALSE(isCountedByAdditions(text)) << text;
    const auto kernel = [](const std::string& assembly) {
        return graph("__kernel void k(__global uint* a) {\n  uint x = a[0], y;\n  __asm__ volatile(\"" +
                     assembly + "\" : \"=r\"(y) : \"r\"(x));\n  a[get_global_id(0)] = y;\n}\n");
    };
    EXPECT_TRUE(kernel("add.u32 %0, %1, 1;").uncounted.empty());
    EXPECT_EQ(uncountedOf(kernel("ld.shared.u32 %0, [%1];")),
              std::vector<std::string>{"frontend.inline-assembly"});
}

TEST(Intrinsics, AreCountedOrSaidToBeUnknown) {
    const auto body = [](const std::string& type, const std::string& value) {
        return graph("__kernel void k(__global " + type +
                     "* a) {\n  const size_t i = get_global_id(0);\n  const " + type +
                     " x = a[i], y = a[i + 64];\n  a[i] = " + value + ";\n}\n");
    };
    const Pdg difference = body("uint", "x > y ? x - y : 0");
    EXPECT_EQ(operationsOf(difference, OperationClass::IntegerMinMax), 1);
    EXPECT_EQ(operationsOf(difference, OperationClass::IntegerAdd), 1);
    EXPECT_EQ(operationsOf(body("uint", "x << 24 | (x & 0xff00) << 8 | (x >> 8 & 0xff00) | x >> 24"),
                           OperationClass::Logic),
              1);
    EXPECT_EQ(operationsOf(body("uint", "__builtin_bitreverse32(x)"), OperationClass::BitCount), 1);
    EXPECT_TRUE(difference.uncounted.empty());
    EXPECT_TRUE(body("uint", "__builtin_expect(x > 3, 1) ? x * 5 : y").uncounted.empty());
    const Pdg sine = body("float", "__builtin_elementwise_sin(x)");
    EXPECT_EQ(operationsOf(sine, OperationClass::OtherMath), 1);
    EXPECT_TRUE(isNoted(sine, "frontend.unknown-builtin"));
    EXPECT_EQ(uncountedOf(sine), std::vector<std::string>{"frontend.unknown-builtin"});
}

TEST(FrontendRefuses, PipesByTheirName) {
    const auto argument = refusalOf("__kernel void k(read_only pipe int p, __global int* a) {\n"
                                    "  int x; read_pipe(p, &x); a[0] = x;\n}\n",
                                    "-cl-std=CL2.0");
    EXPECT_EQ(argument.code, "frontend.pipe");
    EXPECT_NE(argument.hint.find("buffer"), std::string::npos);
}

TEST(FrontendRefuses, DeviceEnqueueByItsName) {
    const auto found = refusalOf("__kernel void k(__global int* a) {\n"
                                 "  void (^child)(void) = ^{ a[0] = 1; };\n"
                                 "  enqueue_kernel(get_default_queue(), 0, ndrange_1D(1), child);\n}\n",
                                 "-cl-std=CL2.0");
    EXPECT_EQ(found.code, "frontend.device-enqueue");
    const auto queue =
        refusalOf("__kernel void k(queue_t q, __global int* a) { a[0] = 1; }\n", "-cl-std=CL2.0");
    EXPECT_EQ(queue.code, "frontend.device-enqueue");
}

} // namespace
} // namespace warpstring::frontend
