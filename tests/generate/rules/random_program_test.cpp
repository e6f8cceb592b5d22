// SPDX-License-Identifier: GPL-3.0-or-later
// Random programs are well-typed, the same each time, and keep their value through random derivations.
#include "generate/rules/random_program.h"

#include <gtest/gtest.h>

#include <set>

#include "core/random/draws.h"
#include "generate/form/same_form.h"
#include "generate/form/substitute.h"
#include "generate/rules/derivation.h"

namespace warpstring::generate {
namespace {

TEST(RandomProgram, isWellTyped) {
    for (std::uint64_t index = 0; index < 300; ++index) {
        const Program program = randomProgram(1, index);
        ASSERT_FALSE(program.body.empty()) << index;
        const Result<Expr> again = substituted(program.body, {});
        ASSERT_TRUE(again) << index << ": " << toText(again.diagnostics().front());
        EXPECT_TRUE(again->type() == program.body.type());
    }
}

TEST(RandomProgram, hangsOnItsSeedAlone) {
    EXPECT_EQ(positions(randomProgram(1, 5).body), positions(randomProgram(1, 5).body));
    EXPECT_NE(positions(randomProgram(1, 5).body), positions(randomProgram(2, 5).body));
}

TEST(RandomProgram, hasEveryPattern) {
    std::set<Op> seen;
    for (std::uint64_t index = 0; index < 500; ++index) {
        const Program program = randomProgram(1, index);
        for (const Path& place : positions(program.body)) seen.insert(siteAt(program.body, place)->op);
    }
    for (const Op op :
         {Op::Variable, Op::Literal,   Op::Operator,      Op::Tuple,    Op::Get,     Op::Let,  Op::Map,
          Op::Reduce,   Op::PartRed,   Op::Scan,          Op::Zip,      Op::Split,   Op::Join, Op::Iterate,
          Op::Reorder,  Op::Transpose, Op::Gather,        Op::Slide,    Op::Pad,     Op::Take, Op::Iota,
          Op::Fill,     Op::At,        Op::ReorderStride, Op::AsVector, Op::AsScalar})
        EXPECT_TRUE(seen.contains(op)) << static_cast<int>(op);
}

/// A share of what bench/derivation_check does.
TEST(RandomDerivation, keepsTheValueAtEachStep) {
    std::size_t steps = 0;
    for (std::uint64_t index = 0; index < 500; ++index) {
        const Program program = randomProgram(3, index);
        const std::vector<Value> inputs = randomInputs(program, 3, index);
        const Result<Value> expected = evaluate(program, inputs);
        ASSERT_TRUE(expected) << index << ": " << toText(expected.diagnostics().front());
        random_kernels::Draws draws(4, index);
        Derivation derivation{program, {}};
        Program now = program;
        for (int step = 0; step < 3; ++step) {
            const std::vector<Step> moves = applicable(now.body);
            if (moves.empty() || positions(now.body).size() > 120) break;
            derivation.steps.push_back(draws.of(moves));
            const Result<Expr> next = after(now.body, derivation.steps.back());
            ASSERT_TRUE(next) << index << ": " << toText(next.diagnostics().front());
            now.body = *next;
            const Result<Value> value = evaluate(now, inputs);
            ASSERT_TRUE(value) << index << ": " << toText(value.diagnostics().front());
            ASSERT_EQ(*value, *expected) << index << ": " << toJson(derivation.steps).compact();
            ++steps;
        }
        const Result<Program> again = derived(derivation);
        ASSERT_TRUE(again);
        EXPECT_TRUE(again->body.type() == now.body.type());
    }
    EXPECT_GT(steps, 1200U);
}

} // namespace
} // namespace warpstring::generate
