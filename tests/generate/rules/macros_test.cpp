// SPDX-License-Identifier: GPL-3.0-or-later
#include "generate/rules/macros.h"

#include <gtest/gtest.h>

#include "generate/form/build.h"
#include "generate/rules/derivation.h"
#include "generate/rules/random_program.h"
#include "tests/generate/rules/whole_numbers.h"

namespace warpstring::generate {
namespace {

using namespace build;

Program on(const Type& type, const Body1& body) {
    Program program;
    program.parameters = {std::make_shared<const Variable>(Variable{"xs", type})};
    program.body = body(use(program.parameters[0]));
    return program;
}

Program on(std::int64_t length, const Body1& body) { return on(Type::array(number, length), body); }

/// The last form, which has the value of the first.
Expr derivedBy(std::string_view macro, const Program& program, const Numbers& numbers) {
    const Result<std::vector<Step>> steps = findMacro(macro)->steps(program.body, {}, numbers);
    EXPECT_TRUE(steps) << macro << ": " << (steps ? "" : toText(steps.diagnostics().front()));
    if (!steps) return {};
    const Result<std::vector<Expr>> forms = replay({program, *steps});
    EXPECT_TRUE(forms) << (forms ? "" : toText(forms.diagnostics().front()));
    if (!forms) return {};
    const std::vector<Value> inputs = randomInputs(program, 21, steps->size());
    const Result<Value> expected = evaluate(program, inputs);
    EXPECT_TRUE(expected);
    for (std::size_t i = 1; i < forms->size(); ++i) {
        const Result<Value> value = evaluate((*forms)[i], {{program.parameters[0].get(), inputs[0]}});
        EXPECT_TRUE(value) << toText((*steps)[i - 1]);
        EXPECT_TRUE(!value || *value == *expected) << macro << " after " << toText((*steps)[i - 1]);
    }
    return forms->back();
}

/// How many places are of this pattern, at this level.
int count(const Expr& expr, Op op, Level level = Level::Abstract) {
    int found = 0;
    for (const Path& place : positions(expr)) {
        const Expr site = siteAt(expr, place);
        if (site->op == op && site->level == level) ++found;
    }
    return found;
}

Program sum(std::int64_t length) {
    return on(length, [](const Expr& xs) {
        return reduce({}, add(), integer(0), map({}, xs, [](const Expr& x) { return operation("*", {x, x}); }));
    });
}

TEST(Macros, reduceInChunks) {
    const Expr several = derivedBy("reduce-in-chunks", sum(192), {{"chunk", 48}, {"group", 16}});
    EXPECT_EQ(count(several, Op::Reduce), 1) << "of the groups' results";
    EXPECT_EQ(count(several, Op::Map, Level::Workgroup), 1);
    EXPECT_EQ(count(several, Op::ToLocal), 1);
    const Expr one = derivedBy("reduce-in-chunks", sum(64), {{"chunk", 16}, {"group", 16}});
    EXPECT_EQ(count(one, Op::ToLocal), 1) << "a work-item copies one";
}

TEST(Macros, reduceInTwoKernels) {
    for (const std::int64_t length : {96, 192, 64 * 48, 32 * 48}) {
        const Expr both = derivedBy("reduce-in-two-kernels", sum(length), {{"chunk", 32}, {"group", 16}});
        EXPECT_EQ(count(both, Op::Reduce), 0) << length;
        EXPECT_EQ(count(both, Op::Map, Level::Workgroup), 2) << length;
    }
}

TEST(Macros, rowsByGroups) {
    for (const std::int64_t columns : {8, 24, 20}) {
        const Program rows = on(Type::array(Type::array(number, columns), 6), [](const Expr& matrix) {
            return join(map({}, matrix, [](const Expr& row) { return reduce({}, add(), integer(0), row); }));
        });
        const Result<std::vector<Step>> steps =
            findMacro("rows-by-groups")->steps(rows.body, {0}, {{"group", 8}});
        ASSERT_TRUE(steps) << columns << ": " << toText(steps.diagnostics().front());
        const Result<Program> changed = derived({rows, *steps});
        ASSERT_TRUE(changed);
        const std::vector<Value> inputs = randomInputs(rows, 1, 1);
        EXPECT_EQ(*evaluate(rows, inputs), *evaluate(*changed, inputs));
        EXPECT_EQ(count(changed->body, Op::Reduce), 0);
    }
}

TEST(Macros, rowsInGroups) {
    const Program rows = on(Type::array(Type::array(number, 20), 6), [](const Expr& matrix) {
        return map({}, matrix, [](const Expr& row) {
            return let(
                map({}, row, [](const Expr& x) { return operation("*", {x, x}); }),
                [](const Expr& squares) {
                    return let(
                        reduce({}, add(), integer(0), squares),
                        [&](const Expr& sum) {
                            return map({}, squares,
                                       [&](const Expr& x) { return operation("-", {x, at(sum, integer(0))}); });
                        },
                        "sum");
                },
                "squares");
        });
    });
    for (const std::int64_t keep : {0, 1}) {
        const Expr form = derivedBy("rows-in-groups", rows, {{"group", 8}, {"keep", keep}});
        EXPECT_EQ(count(form, Op::Reduce), 0);
        EXPECT_EQ(count(form, Op::ToLocal), 1 + keep);
        EXPECT_EQ(count(form, Op::Map, Level::Workgroup), 1);
    }
}

TEST(Macros, severalOutputs) {
    const Program squares = on(
        24, [](const Expr& xs) { return map({}, xs, [](const Expr& x) { return operation("*", {x, x}); }); });
    for (const std::string_view macro : {"outputs-near", "outputs-apart"}) {
        const Expr form = derivedBy(macro, squares, {{"n", 4}});
        EXPECT_EQ(count(form, Op::Map), 0);
        EXPECT_EQ(count(form, Op::Map, Level::Global), 1);
        EXPECT_EQ(count(form, Op::Map, Level::Sequential), 1);
    }
}

TEST(Macros, stagedHalo) {
    const Program blur = on(24, [](const Expr& xs) {
        return map({}, slide(3, 1, pad(1, 1, Boundary::Nearest, {}, xs)), [](const Expr& window) {
            return operation("+", {at(window, integer(0)), at(window, integer(2))});
        });
    });
    const Expr form = derivedBy("staged-halo", blur, {{"tile", 8}});
    EXPECT_EQ(count(form, Op::Map, Level::Workgroup), 1);
    EXPECT_EQ(count(form, Op::Map, Level::Local), 2);
    EXPECT_EQ(count(form, Op::ToLocal), 1);
}

TEST(Macros, scanInBlocks) {
    for (const std::string name : {"+", "max"}) {
        const Program prefix = on(96, [&](const Expr& xs) {
            const Function operation = function(
                {number, number}, [&](const std::vector<Expr>& own) { return build::operation(name, own); });
            return scan({}, operation, integer(0), xs);
        });
        const Expr form = derivedBy("scan-in-blocks", prefix, {{"block", 16}, {"part", 4}});
        EXPECT_EQ(count(form, Op::Map, Level::Workgroup), 3);
        EXPECT_EQ(count(form, Op::Scan), 0);
        EXPECT_EQ(count(form, Op::Scan, Level::Sequential), 1);
        EXPECT_EQ(count(form, Op::ToGlobal), 4) << "two kernels before the last, and their groups' results";
        const Expr staged = derivedBy("scan-in-blocks", prefix, {{"block", 16}, {"part", 4}, {"staged", 1}});
        EXPECT_EQ(count(staged, Op::ToLocal), count(form, Op::ToLocal) + 2) << "the parts and the results";
    }
}

/// f of each row, of `columns` elements, and with another array beside where that is asked for.
Program onRows(std::int64_t columns, bool withOthers, const Body1& of) {
    Program program = on(Type::array(Type::array(number, columns), 12), [&](const Expr& rows) { return rows; });
    const Expr rows = program.body;
    program.body = withOthers ? map({}, zip({iota(12), rows}),
                                    [&](const Expr& pair) {
                                        return operation("+", {get(pair, 0), at(of(get(pair, 1)), integer(0))});
                                    })
                              : map({}, rows, of);
    return program;
}

TEST(Macros, rowsStaged) {
    const auto scanned = [](const Expr& row) { return scan({}, add(), integer(0), row); };
    const auto summed = [](const Expr& row) { return reduce({}, add(), integer(0), row); };
    for (const std::int64_t columns : {3, 4}) {
        const Expr rows = derivedBy("rows-staged", onRows(columns, false, scanned), {{"rows", 4}, {"part", 0}});
        EXPECT_EQ(count(rows, Op::ToLocal), 2) << "rows and results";
        EXPECT_EQ(count(rows, Op::Map, Level::Local), 3) << "in, the scans, out";
        const Expr sums = derivedBy("rows-staged", onRows(columns, true, summed), {{"rows", 4}, {"part", 2}});
        EXPECT_EQ(count(sums, Op::ToLocal), 1);
        EXPECT_EQ(count(sums, Op::Map, Level::Local), 2);
    }
}

TEST(Macros, whatDoesNotFitIsTold) {
    const Program program = sum(64);
    for (const Macro& macro : macros()) {
        const Result<std::vector<Step>> steps = macro.steps(program.body, {}, {});
        ASSERT_FALSE(steps) << macro.name;
        EXPECT_EQ(steps.diagnostics().front().code, "derivation.step");
    }
    EXPECT_EQ(findMacro("reduce"), nullptr);
}

} // namespace
} // namespace warpstring::generate
