// SPDX-License-Identifier: GPL-3.0-or-later
// Listings 5.8 to 5.13 of seeds/003, written out as they are printed, against what is derived by name.
#include "generate/rules/listings.h"

#include <gtest/gtest.h>

#include "generate/form/build.h"
#include "generate/form/evaluate.h"
#include "generate/form/same_form.h"
#include "generate/rules/derivation.h"
#include "generate/rules/random_program.h"
#include "tests/generate/rules/whole_numbers.h"

namespace warpstring::generate {
namespace {

using namespace build;

const Run local{.level = Level::Local};
const Run sequential{.level = Level::Sequential};

/// Equation 5.16.
Program vecSum(std::int64_t length) {
    Program program;
    program.name = "vecSum";
    program.parameters = {std::make_shared<const Variable>(Variable{"xs", Type::array(number, length)})};
    program.body = reduce({}, add(), integer(0), use(program.parameters[0]));
    return program;
}

Expr reduceSeq(const Expr& xs) { return reduce(sequential, add(), integer(0), xs); }

Expr copied(const Expr& part) {
    return map(sequential, part, [](const Expr& x) { return x; });
}

Expr copyToGlobal(const Expr& xs) { return join(toGlobal(map(local, split(1, xs), copied))); }

/// join after map (reduceSeq) after split n.
Expr parts(Run run, std::int64_t n, const Expr& xs) { return join(map(run, split(n, xs), reduceSeq)); }

Expr firstParts(std::int64_t n, const Expr& xs) { return join(toLocal(map(local, split(n, xs), reduceSeq))); }

/// The outermost `reduce` of groups' results.
Expr ofGroups(const Program& program, std::int64_t chunk, const Body1& body) {
    return reduce({}, add(), integer(0),
                  join(map({.level = Level::Workgroup}, split(chunk, use(program.parameters[0])), body)));
}

Expr stridedTree(std::int64_t count, const Expr& xs) {
    return iterate(count, xs, [](const Expr& ys) { return parts(local, 2, reorderStrideOfLength(2, ys)); });
}

Expr warpTree(const Expr& xs) {
    return join(map({.level = Level::Warp}, split(64, xs), [](const Expr& part) {
        Expr rest = part;
        for (const std::int64_t stride : {32, 16, 8, 4, 2, 1})
            rest = parts({.level = Level::Lane}, 2, reorderStride(stride, rest));
        return rest;
    }));
}

Expr written(int which, const Program& program) {
    switch (which) {
    case 8:
        return ofGroups(program, 128, [](const Expr& chunk) {
            const Expr copy = join(toLocal(map(local, split(1, chunk), copied)));
            return copyToGlobal(iterate(7, copy, [](const Expr& xs) { return parts(local, 2, xs); }));
        });
    case 9:
        return ofGroups(program, 128, [](const Expr& chunk) {
            return copyToGlobal(stridedTree(7, join(toLocal(map(local, split(1, chunk), copied)))));
        });
    case 10:
        return ofGroups(program, 256, [](const Expr& chunk) {
            return copyToGlobal(stridedTree(7, firstParts(2, reorderStride(128, chunk))));
        });
    case 11:
        return ofGroups(program, 256, [](const Expr& chunk) {
            return copyToGlobal(warpTree(stridedTree(1, firstParts(2, reorderStride(128, chunk)))));
        });
    case 12:
        return ofGroups(program, 256, [](const Expr& chunk) {
            return copyToGlobal(
                warpTree(parts(local, 2, reorderStride(64, firstParts(2, reorderStride(128, chunk))))));
        });
    default:
        return ofGroups(program, 512, [](const Expr& chunk) {
            return copyToGlobal(
                warpTree(parts(local, 2, reorderStride(64, firstParts(4, reorderStride(128, chunk))))));
        });
    }
}

class Listing : public testing::TestWithParam<int> {};

TEST_P(Listing, isDerivedByName) {
    const Program program = vecSum(1024);
    const Result<std::vector<Step>> steps = listing(GetParam(), program.body, {}, {.group = 128, .chunk = 512});
    ASSERT_TRUE(steps) << toText(steps.diagnostics().front());
    const Result<std::vector<Expr>> forms = replay({program, *steps});
    ASSERT_TRUE(forms) << toText(forms.diagnostics().front());
    const Expr expected = written(GetParam(), program);
    ASSERT_FALSE(expected.empty());
    EXPECT_TRUE(sameForm(forms->back(), expected));

    std::vector<Value> numbers;
    for (int i = 0; i < 1024; ++i) numbers.emplace_back(i % 97 - 40);
    const Value input(std::move(numbers));
    const Result<Value> sum = evaluate(program, {input});
    ASSERT_TRUE(sum);
    for (std::size_t i = 0; i < forms->size(); ++i) {
        const Result<Value> value = evaluate((*forms)[i], {{program.parameters[0].get(), input}});
        ASSERT_TRUE(value);
        EXPECT_EQ(*value, *sum) << "after step " << i;
    }
}

TEST_P(Listing, isDerivedForOtherSizes) {
    for (const std::int64_t group : {128, 256, 512}) {
        const Program program = vecSum(16384);
        const Result<std::vector<Step>> steps =
            listing(GetParam(), program.body, {}, {.group = group, .chunk = 2 * group});
        ASSERT_TRUE(steps) << group << ": " << toText(steps.diagnostics().front());
        EXPECT_TRUE(derived({program, *steps}));
    }
}

INSTANTIATE_TEST_SUITE_P(Thesis, Listing, testing::Values(8, 9, 10, 11, 12, 13),
                         [](const auto& tested) { return "listing5" + std::to_string(tested.param); });

TEST(Listings, workItemsMayAddAsManyFirstAsAWarpBeginsWith) {
    for (const std::int64_t each : {2, 32, 64, 128}) {
        const Program program = vecSum(2 * 128 * each);
        const Result<std::vector<Step>> steps =
            listing(13, program.body, {}, {.group = 128, .chunk = 128 * each});
        ASSERT_TRUE(steps) << each << ": " << toText(steps.diagnostics().front());
        const Result<Program> changed = derived({program, *steps});
        ASSERT_TRUE(changed) << toText(changed.diagnostics().front());
        const std::vector<Value> inputs = randomInputs(program, 3, 4);
        EXPECT_EQ(*evaluate(program, inputs), *evaluate(*changed, inputs)) << each;
    }
}

TEST(Listings, whatDoesNotFitIsTold) {
    const Program program = vecSum(1024);
    const auto fault = [&](int which, const ListingSizes& sizes) {
        const Result<std::vector<Step>> steps = listing(which, program.body, {}, sizes);
        return steps ? "" : steps.diagnostics().front().code;
    };
    EXPECT_EQ(fault(7, {}), "derivation.listing");
    EXPECT_EQ(fault(8, {.group = 100}), "derivation.listing");
    EXPECT_EQ(fault(11, {.group = 64}), "derivation.listing");
    EXPECT_EQ(fault(13, {.group = 128, .chunk = 128}), "derivation.listing");
    EXPECT_EQ(fault(8, {.group = 16384}), "derivation.step") << "more than there is";
}

} // namespace
} // namespace warpstring::generate
