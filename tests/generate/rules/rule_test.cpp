// SPDX-License-Identifier: GPL-3.0-or-later
// Each rule at random sites of random programs: both sides have one value.
#include "generate/rules/rule.h"

#include <gtest/gtest.h>

#include "core/random/draws.h"
#include "generate/form/build.h"
#include "generate/rules/applicable.h"
#include "generate/rules/random_program.h"

namespace warpstring::generate {
namespace {

using random_kernels::Draws;

/// Some rules at some places before, so that sites of low-level patterns are there too.
Program prepared(std::uint64_t index) {
    Program program = randomProgram(7, index);
    Draws draws(8, index);
    for (std::int64_t steps = draws.between(0, 12); steps > 0; --steps) {
        const Path place = draws.of(positions(program.body));
        const Rule& rule = draws.of(rules());
        const std::vector<Numbers> choices = rule.choices(siteAt(program.body, place));
        if (choices.empty()) continue;
        const Result<Expr> next = after(program.body, {std::string(rule.name), place, draws.of(choices)});
        if (next && positions(*next).size() < 400) program.body = *next;
    }
    return program;
}

class RuleProperty : public testing::TestWithParam<std::string> {};

TEST_P(RuleProperty, bothSidesAreEqual) {
    const Rule& rule = *findRule(GetParam());
    constexpr int wanted = 20;
    int found = 0;
    for (std::uint64_t index = 0; index < 5000 && found < wanted; ++index) {
        const Program program = prepared(index);
        const std::vector<Value> inputs = randomInputs(program, 7, index);
        const Result<Value> before = evaluate(program, inputs);
        ASSERT_TRUE(before) << toText(before.diagnostics().front());
        Draws draws(9, index);
        for (const Path& place : positions(program.body)) {
            const std::vector<Numbers> choices = rule.choices(siteAt(program.body, place));
            if (choices.empty()) continue;
            const Numbers& numbers = draws.of(choices);
            const Expr form = rule.apply(siteAt(program.body, place), numbers);
            if (form.empty()) continue;
            EXPECT_EQ(toText(form.type()), toText(siteAt(program.body, place).type()));
            const Result<Expr> next = replacedAt(program.body, place, form);
            if (!next) continue; // fits only the first time of an iterate
            Program changed = program;
            changed.body = *next;
            const Result<Value> behind = evaluate(changed, inputs);
            ASSERT_TRUE(behind) << toText(behind.diagnostics().front());
            ASSERT_EQ(*before, *behind) << index << ": " << toText(Step{GetParam(), place, numbers}) << "\n"
                                        << toText(*before) << "\n"
                                        << toText(*behind);
            if (++found >= wanted) break;
        }
    }
    EXPECT_GE(found, wanted);
}

/// Those of tiles have tests of their own: no random program has their sites. Nor has one roots.
std::vector<std::string> ruleNames() {
    std::vector<std::string> names;
    for (const Rule& rule : rules()) {
        const bool hasOwn = rule.name.starts_with("tile-") || rule.name == "vectorize-stencil" ||
                            rule.name == "root-of-divisor";
        if (!hasOwn) names.emplace_back(rule.name);
    }
    return names;
}

INSTANTIATE_TEST_SUITE_P(Rules, RuleProperty, testing::ValuesIn(ruleNames()), [](const auto& tested) {
    std::string name = tested.param;
    std::erase(name, '-');
    return name;
});

TEST(RootOfDivisor, isAProductInFloatAlone) {
    const Rule& rule = *findRule("root-of-divisor");
    const auto quotient = [](ScalarType scalar, double dividend) {
        const auto variable = [&](const char* name) {
            return build::use(std::make_shared<const Variable>(Variable{name, Type::of({scalar, 1})}));
        };
        const Expr above = dividend == 0 ? variable("x") : build::literal({scalar, 1}, dividend);
        return build::operation("/", {above, build::operation("sqrt", {variable("y")})});
    };
    const Expr product = rule.apply(quotient(ScalarType::Float, 0), {});
    ASSERT_FALSE(product.empty());
    EXPECT_EQ(product->name, "*");
    EXPECT_EQ(product->inputs[0]->variable->name, "x");
    EXPECT_EQ(product->inputs[1]->name, "rsqrt");
    EXPECT_EQ(product->inputs[1]->inputs[0]->variable->name, "y");
    EXPECT_EQ(rule.apply(quotient(ScalarType::Float, 1), {})->name, "rsqrt");
    EXPECT_TRUE(rule.apply(quotient(ScalarType::Double, 0), {}).empty());
    EXPECT_TRUE(rule.apply(build::integer(3), {}).empty());
}

TEST(Rules, haveOneNameEachAndSayWhatTheyDo) {
    std::set<std::string_view> names;
    for (const Rule& rule : rules()) {
        EXPECT_TRUE(names.insert(rule.name).second) << rule.name;
        EXPECT_FALSE(rule.source.empty()) << rule.name;
        EXPECT_FALSE(rule.says.empty()) << rule.name;
    }
    EXPECT_EQ(findRule("split-join")->name, "split-join");
    EXPECT_EQ(findRule("join"), nullptr);
}

Expr reductionOf(const std::string& name, double start) {
    const Function function = build::function(
        {Type(), Type()}, [&](const std::vector<Expr>& own) { return build::operation(name, own); });
    return build::reduce({}, function, build::integer(static_cast<std::int64_t>(start)), build::iota(8));
}

TEST(Rules, reductionsThatMayNotBeRegroupedAreRefused) {
    const Rule& rule = *findRule("reduction");
    EXPECT_FALSE(rule.apply(reductionOf("+", 0), {{"n", 4}}).empty());
    EXPECT_FALSE(rule.apply(reductionOf("max", 0), {{"n", 4}}).empty());
    EXPECT_TRUE(rule.apply(reductionOf("+", 1), {{"n", 4}}).empty()) << "1 is not the identity of +";
    EXPECT_TRUE(rule.apply(reductionOf("-", 0), {{"n", 4}}).empty()) << "- is not associative";
}

TEST(Rules, numbersThatDoNotFitAreRefused) {
    const Rule& rule = *findRule("reduction");
    for (const std::int64_t n : {-4, 0, 3, 16})
        EXPECT_TRUE(rule.apply(reductionOf("+", 0), {{"n", n}}).empty()) << n;
    EXPECT_TRUE(rule.apply(reductionOf("+", 0), {}).empty());
}

} // namespace
} // namespace warpstring::generate
