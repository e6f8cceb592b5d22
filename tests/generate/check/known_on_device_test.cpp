// SPDX-License-Identifier: GPL-3.0-or-later
// Known implementations by groups of several work-items: their kernels compute what there was before, for sizes
// that divide and for sizes that do not.
#include <gtest/gtest.h>

#include "generate/check/device_run.h"
#include "generate/form/build.h"
#include "generate/rules/derivation.h"
#include "generate/rules/macros.h"
#include "generate/rules/random_program.h"
#include "tests/samples/test_device.h"

namespace warpstring::generate {
namespace {

using namespace build;

const Type element = Type::of({ScalarType::Int, 1});

Type matrix(std::int64_t rows, std::int64_t columns) {
    return Type::array(Type::array(element, columns), rows);
}

Expr input(Program& program, const std::string& name, const Type& type) {
    program.parameters.push_back(std::make_shared<const Variable>(Variable{name, type}));
    return use(program.parameters.back());
}

Function sum() {
    return function({element, element}, [](const std::vector<Expr>& own) { return operation("+", own); });
}

/// a [m][k] and b [k][n], 2 a b.
Program product(std::int64_t m, std::int64_t n, std::int64_t k) {
    Program program;
    program.name = "product";
    const Expr a = input(program, "a", matrix(m, k));
    const Expr b = input(program, "b", matrix(k, n));
    program.body = map({}, a, [&](const Expr& row) {
        return join(map({}, transpose(b), [&](const Expr& column) {
            const Expr products = map({}, zip({row, column}), [](const Expr& pair) {
                return operation("*", {get(pair, 0), get(pair, 1)});
            });
            return map({}, reduce({}, sum(), integer(0), products),
                       [](const Expr& x) { return operation("*", {x, integer(2)}); });
        }));
    });
    return program;
}

Program turned(std::int64_t rows, std::int64_t columns) {
    Program program;
    program.name = "turned";
    program.body = map({}, transpose(input(program, "x", matrix(rows, columns))),
                       [](const Expr& row) { return map({}, row, [](const Expr& x) { return x; }); });
    return program;
}

/// Squares of a row's elements less the largest, less the sum of those.
Program normalised(std::int64_t rows, std::int64_t columns) {
    Program program;
    program.name = "normalised";
    const Function largest =
        function({element, element}, [](const std::vector<Expr>& own) { return operation("max", own); });
    program.body = map({}, input(program, "x", matrix(rows, columns)), [&](const Expr& row) {
        return let(
            reduce({}, largest, integer(-100), row),
            [&](const Expr& top) {
                const auto rest = [&](const Expr& squares) {
                    return let(
                        reduce({}, sum(), integer(0), squares),
                        [&](const Expr& all) {
                            return map({}, squares,
                                       [&](const Expr& x) { return operation("-", {x, at(all, integer(0))}); });
                        },
                        "all");
                };
                return let(map({}, row,
                               [&](const Expr& x) {
                                   return operation("-", {operation("*", {x, x}), at(top, integer(0))});
                               }),
                           rest, "squares");
            },
            "top");
    });
    return program;
}

void expectEqual(const Program& program, const std::vector<Step>& steps) {
    const std::string step = toJson(steps).compact();
    static const std::optional<std::size_t> device = samples::testDevice();
    ASSERT_TRUE(device);
    const Result<Program> form = derived({program, steps});
    ASSERT_TRUE(form) << step << toText(form.diagnostics().front());
    const Result<Generated> generated = generateCode(*form);
    ASSERT_TRUE(generated) << step << toText(generated.diagnostics().front());
    const std::vector<Value> inputs = randomInputs(program, 3, 1);
    const Result<Value> expected = evaluate(program, inputs);
    ASSERT_TRUE(expected);
    const Result<Value> value = runOnDevice(*form, *generated, inputs, *device);
    ASSERT_TRUE(value) << step << toText(value.diagnostics().front()) << generated->source;
    EXPECT_EQ(*value, *expected) << step << "\n" << generated->source;
}

TEST(TilesOnDevice, turnMatricesRound) {
    for (const std::int64_t padding : {0, 1}) {
        expectEqual(turned(32, 48),
                    {{"tile-transposed", {}, {{"tile", 16}, {"rows", 4}, {"padding", padding}}}});
        expectEqual(turned(13, 21),
                    {{"tile-transposed", {}, {{"tile", 8}, {"rows", 8}, {"padding", padding}}}});
    }
}

TEST(MacrosOnDevice, reduceRowsInGroups) {
    for (const std::int64_t keep : {0, 1}) {
        const Program program = normalised(5, 20);
        const Result<std::vector<Step>> steps =
            findMacro("rows-in-groups")->steps(program.body, {}, {{"group", 8}, {"keep", keep}});
        ASSERT_TRUE(steps) << toText(steps.diagnostics().front());
        expectEqual(program, *steps);
    }
}

TEST(TilesOnDevice, multiplyMatrices) {
    for (const std::int64_t strided : {0, 1}) {
        for (const std::int64_t width : {1, 4}) {
            const Numbers numbers = {{"tileM", 16}, {"tileN", 16},        {"tileK", 8},    {"blockM", 4},
                                     {"blockN", 4}, {"strided", strided}, {"width", width}};
            expectEqual(product(32, 48, 24), {{"tile-2d", {}, numbers}});
            expectEqual(product(19, 21, 13), {{"tile-2d", {}, numbers}});
        }
    }
}

TEST(TilesOnDevice, multiplyMatricesByVectors) {
    for (const auto& [padding, ahead] : {std::pair{0, 0}, {4, 0}, {0, 1}, {4, 1}}) {
        for (const std::int64_t strided : {0, 1}) {
            const Numbers numbers = {{"tileM", 16},    {"tileN", 16},        {"tileK", 4}, {"blockM", 4},
                                     {"blockN", 8},    {"strided", strided}, {"width", 4}, {"wide", 4},
                                     {"ahead", ahead}, {"padding", padding}};
            expectEqual(strided == 0 ? product(32, 32, 24) : product(19, 21, 13), {{"tile-2d", {}, numbers}});
        }
    }
}

} // namespace
} // namespace warpstring::generate
