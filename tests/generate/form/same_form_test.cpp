// SPDX-License-Identifier: GPL-3.0-or-later
#include "generate/form/same_form.h"

#include <gtest/gtest.h>

#include "generate/form/build.h"

namespace warpstring::generate {
namespace {

using namespace build;

Expr plus(std::int64_t summand, const std::string& name, Run run = {}) {
    return map(run, iota(4), [&](const Expr& x) { return operation("+", {x, integer(summand)}); }, name);
}

TEST(SameForm, boundNamesDoNotCount) {
    EXPECT_TRUE(sameForm(plus(1, "x"), plus(1, "y")));
    EXPECT_FALSE(sameForm(plus(1, "x"), plus(2, "x")));
    EXPECT_FALSE(sameForm(plus(1, "x"), plus(1, "x", {.level = Level::Global})));
}

TEST(SameForm, freeVariablesAreThemselves) {
    const auto a = std::make_shared<const Variable>(Variable{"a", Type()});
    const auto b = std::make_shared<const Variable>(Variable{"a", Type()});
    EXPECT_TRUE(sameForm(use(a), use(a)));
    EXPECT_FALSE(sameForm(use(a), use(b)));
}

TEST(SameForm, boundVariablesStandForTheirOwnPlace) {
    const Type pair = Type::tuple({Type(), Type()});
    const auto first = [&](int part) {
        return map({}, zip({iota(4), iota(4)}), [&](const Expr& x) { return get(x, part); });
    };
    EXPECT_TRUE(sameForm(first(0), first(0)));
    EXPECT_FALSE(sameForm(first(0), first(1)));
    const auto of = [&](int which) {
        return reduce(
            {.level = Level::Sequential},
            function({Type(), Type()},
                     [&](const std::vector<Expr>& own) { return own[static_cast<std::size_t>(which)]; }),
            integer(0), iota(3));
    };
    EXPECT_FALSE(sameForm(of(0), of(1)));
}

TEST(SameForm, emptyIsOnlyEmpty) {
    EXPECT_TRUE(sameForm({}, {}));
    EXPECT_FALSE(sameForm(integer(1), {}));
}

} // namespace
} // namespace warpstring::generate
