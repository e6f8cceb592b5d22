// SPDX-License-Identifier: GPL-3.0-or-later
#include "generate/rules/derivation.h"

#include <gtest/gtest.h>

#include "generate/form/build.h"
#include "generate/form/same_form.h"

namespace warpstring::generate {
namespace {

using namespace build;

/// Equation 5.14: a vector times 3.
Program scaling(std::int64_t length) {
    Program program;
    program.name = "vectorScal";
    program.parameters = {std::make_shared<const Variable>(
        Variable{"xs", Type::array(Type::of({ScalarType::Float, 1}), length)})};
    program.body = map({}, use(program.parameters[0]),
                       [](const Expr& x) { return operation("*", {x, literal({ScalarType::Float, 1}, 3)}); });
    return program;
}

/// Equation 5.15.
Derivation vectorized() {
    return {scaling(4096),
            {{"split-join", {}, {{"n", 1024}}},
             {"vectorize", {0, 1}, {{"n", 4}}},
             {"map-workgroup", {0}, {{"dimension", 0}}},
             {"map-local", {0, 1, 0}, {{"dimension", 0}}}}};
}

TEST(Derivation, equation515) {
    const Result<std::vector<Expr>> forms = replay(vectorized());
    ASSERT_TRUE(forms) << toText(forms.diagnostics().front());
    ASSERT_EQ(forms->size(), 5U);
    const Program program = vectorized().start;
    const Expr expected =
        join(map({.level = Level::Workgroup}, split(1024, forms->front()->inputs[0]), [](const Expr& chunk) {
            return asScalar(map({.level = Level::Local}, asVector(4, chunk), [](const Expr& x) {
                return operation("*", {x, literal({ScalarType::Float, 1}, 3)});
            }));
        }));
    ASSERT_FALSE(expected.empty());
    EXPECT_TRUE(sameForm(forms->back(), expected));
}

TEST(Derivation, goesThroughJson) {
    const Json json = toJson(vectorized().steps);
    const Result<Json> read = parseJson(json.compact());
    ASSERT_TRUE(read);
    const Result<std::vector<Step>> steps = stepsOf(*read);
    ASSERT_TRUE(steps);
    EXPECT_EQ(*steps, vectorized().steps);
}

std::string faultOf(const std::vector<Step>& steps) {
    const Result<Program> program = derived({scaling(64), steps});
    return program ? "" : program.diagnostics().front().code;
}

TEST(Derivation, faultsAreTold) {
    EXPECT_EQ(faultOf({{"split-joined", {}, {{"n", 4}}}}), "derivation.rule");
    EXPECT_EQ(faultOf({{"split-join", {7}, {{"n", 4}}}}), "derivation.place");
    EXPECT_EQ(faultOf({{"split-join", {}, {{"n", 5}}}}), "derivation.step");
    EXPECT_EQ(faultOf({{"reduction", {}, {{"n", 4}}}}), "derivation.step");
    const Result<std::vector<Step>> steps = stepsOf(Json::Array{Json::Object{{"at", Json::Array{0}}}});
    ASSERT_FALSE(steps);
    EXPECT_EQ(steps.diagnostics().front().code, "derivation.json");
    EXPECT_FALSE(stepsOf(Json("split-join")));
}

TEST(Applicable, keepsToTheHierarchyOfOpenCl) {
    const Expr body = scaling(64).body;
    const Result<Expr> split = after(body, {"split-join", {}, {{"n", 8}}});
    ASSERT_TRUE(split);
    EXPECT_FALSE(isLegal(*split, {"map-local", {0}, {{"dimension", 0}}})) << "in no group";
    const Result<Expr> groups = after(*split, {"map-workgroup", {0}, {{"dimension", 0}}});
    ASSERT_TRUE(groups);
    EXPECT_TRUE(isLegal(*groups, {"map-local", {0, 1}, {{"dimension", 0}}}));
    EXPECT_TRUE(isLegal(*groups, {"map-workgroup", {0, 1}, {{"dimension", 1}}}));
    EXPECT_FALSE(isLegal(*groups, {"map-workgroup", {0, 1}, {{"dimension", 0}}}));
    EXPECT_FALSE(isLegal(*groups, {"map-global", {0, 1}, {{"dimension", 0}}}));
    EXPECT_FALSE(isLegal(*groups, {"map-lane", {0, 1}, {}}));
    EXPECT_TRUE(isLegal(*groups, {"map-sequential", {0, 1}, {}}));
}

TEST(Applicable, rulesCanBeForcedAndForbidden) {
    const Expr body = scaling(64).body;
    for (const Step& step : applicable(body, {.only = {"split-join"}, .never = {}}))
        EXPECT_EQ(step.rule, "split-join");
    EXPECT_FALSE(applicable(body, {.only = {"split-join"}, .never = {}}).empty());
    for (const Step& step : applicable(body, {.only = {}, .never = {"vectorize"}}))
        EXPECT_NE(step.rule, "vectorize");
    EXPECT_TRUE(applicable(body, {.only = {"vectorize"}, .never = {"vectorize"}}).empty());
}

} // namespace
} // namespace warpstring::generate
