// SPDX-License-Identifier: GPL-3.0-or-later
// How findings read, and which names are meant.
#include <gtest/gtest.h>

#include "core/diagnostic.h"
#include "core/result.h"

namespace warpstring {
namespace {

TEST(Diagnostics, readAsCompilersWriteThem) {
    Diagnostic fault{"launch.x", Severity::Error, {"a.toml", 3, 7}, "it is wrong", "do it right"};
    EXPECT_EQ(toText(fault), "a.toml:3:7: error: it is wrong [launch.x]\n  hint: do it right");
    fault.place.column = 0;
    fault.severity = Severity::Warning;
    EXPECT_EQ(toText(fault), "a.toml:3: warning: it is wrong [launch.x]\n  hint: do it right");
    fault.place.line = 0;
    fault.hint.clear();
    EXPECT_EQ(toText(fault), "a.toml: warning: it is wrong [launch.x]");
    fault.place.file.clear();
    fault.code.clear();
    fault.severity = Severity::Note;
    EXPECT_EQ(toText(fault), "note: it is wrong");
}

TEST(Diagnostics, warningsAreNoErrors) {
    Diagnostics all;
    EXPECT_FALSE(hasErrors(all));
    all.push_back({"a", Severity::Warning, {}, "", ""});
    all.push_back({"b", Severity::Note, {}, "", ""});
    EXPECT_FALSE(hasErrors(all));
    all.push_back({"c", Severity::Error, {}, "", ""});
    EXPECT_TRUE(hasErrors(all));
}

TEST(ClosestName, isOneEditAwayOrAThirdOfTheWord) {
    const std::vector<std::string> names{"global", "local", "kernel", "source", "n"};
    EXPECT_EQ(closestName("globl", names), "global");
    EXPECT_EQ(closestName("kernle", names), "kernel");
    EXPECT_EQ(closestName("m", names), "n") << "one letter for another";
    EXPECT_EQ(closestName("locl", names), "local");
    EXPECT_EQ(closestName("entirely", names), "");
    EXPECT_EQ(closestName("global", {}), "");
    EXPECT_EQ(closestName("lokal", {"total", "local", "lokale"}), "local") << "the first of those equally near";
}

TEST(Results, holdAValueOrTheReasonsWhyThereIsNone) {
    const Result<int> value(7);
    ASSERT_TRUE(value.ok());
    EXPECT_EQ(*value, 7);
    const Result<int> failure(Diagnostic{"a", Severity::Error, {}, "no", ""});
    EXPECT_FALSE(failure);
    ASSERT_EQ(failure.diagnostics().size(), 1U);
    EXPECT_EQ(failure.diagnostics()[0].message, "no");
    Result<std::string> text(std::string("moved"));
    const std::string taken = std::move(text).value();
    EXPECT_EQ(taken, "moved");
}

} // namespace
} // namespace warpstring
