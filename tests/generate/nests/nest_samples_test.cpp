// SPDX-License-Identifier: GPL-3.0-or-later
// The nests of samples/nests become the forms that rules know, and compute what loops written here by hand do.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <random>
#include <sstream>

#include "generate/form/evaluate.h"
#include "generate/nests/read_nest.h"
#include "generate/patterns/notation.h"

namespace warpstring::generate {
namespace {

using Numbers = std::vector<double>;

Nest sample(const std::string& name, const std::map<std::string, std::int64_t>& sizes) {
    std::stringstream text;
    text << std::ifstream(std::filesystem::path(WARPSTRING_SOURCE_DIR) / "samples/nests" / (name + ".c"))
                .rdbuf();
    const Result<Nest> nest = readNest(text.str(), name + ".c", sizes);
    EXPECT_TRUE(nest.ok()) << (nest.ok() ? "" : toText(nest.diagnostics().front()));
    return nest.ok() ? *nest : Nest{};
}

/// Floats from 0.5 to 1.5.
Numbers randomNumbers(std::size_t count, unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_int_distribution<int> some(500, 1500);
    Numbers numbers(count);
    for (double& number : numbers) number = static_cast<float>(some(random)) / 1000.0F;
    return numbers;
}

/// Numbers as the value of a type, row by row.
Value shaped(const Type& type, const Numbers& numbers, std::size_t& next) {
    if (!type.isArray()) return numbers.at(next++);
    std::vector<Value> parts;
    const std::int64_t length = type.length().constant().value_or(0);
    parts.reserve(static_cast<std::size_t>(length));
    for (std::int64_t i = 0; i < length; ++i) parts.push_back(shaped(type.element(), numbers, next));
    return Value(std::move(parts));
}

void flatten(const Value& value, Numbers& numbers) {
    if (!value.hasParts()) return numbers.push_back(value.number());
    for (const Value& part : value.parts()) flatten(part, numbers);
}

void expectComputes(const Nest& nest, const std::vector<Numbers>& inputs, const Numbers& expected,
                    const Definitions& definitions = {}) {
    ASSERT_EQ(nest.program.parameters.size(), inputs.size());
    std::vector<Value> values;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        std::size_t next = 0;
        values.push_back(shaped(nest.program.parameters[i]->type, inputs[i], next));
        EXPECT_EQ(next, inputs[i].size());
    }
    const Result<Value> result = evaluate(nest.program, values, definitions);
    ASSERT_TRUE(result) << toText(result.diagnostics().front());
    Numbers numbers;
    flatten(*result, numbers);
    ASSERT_EQ(numbers.size(), expected.size());
    for (std::size_t i = 0; i < numbers.size(); ++i)
        ASSERT_NEAR(numbers[i], expected[i], 1e-5 * (1 + std::abs(expected[i]))) << i;
}

TEST(NestSamples, theProductIsAZipOfRowsAndColumns) {
    const Nest nest = sample("matmul", {{"N", 6}});
    EXPECT_EQ(toNotation(nest.program.body),
              "a |> map(i => b |> transpose |> map(j => (zip(i, j) |> map(mul) |> reduceSeq(add, 0))[0]))");
    EXPECT_EQ(nest.results, std::vector<std::string>{"result is c"});
    EXPECT_TRUE(nest.assumptions.empty());
    const Numbers a = randomNumbers(36, 1);
    const Numbers b = randomNumbers(36, 2);
    Numbers c(36);
    for (std::size_t i = 0; i < 6; ++i)
        for (std::size_t j = 0; j < 6; ++j)
            for (std::size_t k = 0; k < 6; ++k) c[i * 6 + j] += a[i * 6 + k] * b[k * 6 + j];
    expectComputes(nest, {a, b}, c);
}

TEST(NestSamples, theStencilIsAMapOfWindows) {
    const Nest nest = sample("stencil", {{"N", 7}});
    EXPECT_EQ(
        toNotation(nest.program.body),
        "in |> slide(3, 1) |> map(i => i |> map(slide(3, 1)) |> transpose |> map(j => centre * j[1][1] + side "
        "* (j[0][1] + j[2][1] + j[1][0] + j[1][2])))");
    EXPECT_EQ(nest.results, std::vector<std::string>{"result[i][j] is out[i + 1][j + 1]"});
    const Numbers in = randomNumbers(49, 3);
    Numbers out;
    for (std::size_t i = 1; i < 6; ++i)
        for (std::size_t j = 1; j < 6; ++j)
            out.push_back(0.5 * in[i * 7 + j] + 0.25 * (in[i * 7 + j - 7] + in[i * 7 + j + 7] +
                                                        in[i * 7 + j - 1] + in[i * 7 + j + 1]));
    expectComputes(nest, {in, {0.5}, {0.25}}, out);
}

TEST(NestSamples, theDomainIterationCollectsWhatItCalls) {
    const Nest nest = sample("domain_iteration", {{"X", 3}, {"Y", 3}, {"Z", 3}});
    ASSERT_EQ(nest.program.functions.size(), 1U);
    EXPECT_EQ(nest.program.functions.front().name, "g");
    Numbers ma(27);
    for (std::size_t i = 0; i < 27; ++i) ma[i] = static_cast<double>(i * i % 17);
    Numbers expected;
    for (std::size_t a = 0; a < 3; ++a)
        for (std::size_t b = 0; b < 3; ++b)
            for (std::size_t c = 0; c < 3; ++c)
                expected.push_back(ma[c * 9 + a * 3 + b] + 2 * static_cast<double>(a));
    expectComputes(nest, {ma}, expected,
                   {{"g", [](const std::vector<Value>& own) { return Value(2 * own[0].number()); }}});
}

TEST(NestSamples, thePotentialSumsOverAtoms) {
    const Nest nest = sample("coulomb", {{"GRID", 4}, {"ATOMS", 5}});
    const Numbers atoms = randomNumbers(20, 4);
    Numbers potential;
    for (int y = 0; y < 4; ++y) {
        for (int x = 0; x < 4; ++x) {
            double sum = 0;
            for (std::size_t n = 0; n < 5; ++n)
                sum += atoms[n * 4 + 3] /
                       std::hypot(0.25 * x - atoms[n * 4], 0.25 * y - atoms[n * 4 + 1], atoms[n * 4 + 2]);
            potential.push_back(sum);
        }
    }
    expectComputes(nest, {atoms, {0.25}}, potential);
}

TEST(NestSamples, optionsGiveTwoNumbersEach) {
    const Nest nest = sample("black_scholes", {{"OPTIONS", 8}});
    EXPECT_EQ(toText(nest.program.body.type()), "(float, float)[8]");
    EXPECT_EQ(nest.results, (std::vector<std::string>{"result is call", "result2 is put"}));
    std::vector<Numbers> inputs;
    inputs.reserve(5);
    for (unsigned i = 0; i < 5; ++i) inputs.push_back(randomNumbers(8, 10 + i));
    const auto normal = [](double d) { return 0.5 * std::erfc(-d / std::sqrt(2.0)); };
    Numbers expected;
    for (std::size_t i = 0; i < 8; ++i) {
        const double price = inputs[0][i];
        const double strike = inputs[1][i];
        const double years = inputs[2][i];
        const double rate = inputs[3][i];
        const double spread = inputs[4][i] * std::sqrt(years);
        const double d1 =
            (std::log(price / strike) + (rate + 0.5 * inputs[4][i] * inputs[4][i]) * years) / spread;
        const double discounted = strike * std::exp(-rate * years);
        const double worth = price * normal(d1) - discounted * normal(d1 - spread);
        expected.push_back(worth);
        expected.push_back(worth - price + discounted);
    }
    expectComputes(nest, inputs, expected, {{"distribution", [&](const std::vector<Value>& own) {
                                                 return Value(normal(own[0].number()));
                                             }}});
}

TEST(NestSamples, theDotProductIsOneReduction) {
    const Nest nest = sample("dot", {{"n", 32}});
    EXPECT_EQ(toNotation(nest.program.body), "zip(x, y) |> map(mul) |> reduce(add, 0)");
    const Numbers x = randomNumbers(32, 5);
    const Numbers y = randomNumbers(32, 6);
    double sum = 0;
    for (std::size_t i = 0; i < 32; ++i) sum += x[i] * y[i];
    expectComputes(nest, {x, y}, {sum});
}

} // namespace
} // namespace warpstring::generate
