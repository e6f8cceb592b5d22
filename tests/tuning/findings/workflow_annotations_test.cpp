// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/findings/workflow_annotations.h"

#include "tests/tuning/findings/findings_fixture.h"

namespace warpstring::findings {
namespace {

TEST(WorkflowAnnotations, AreCommandsOfTheRunnerCostliestFirst) {
    EXPECT_EQ(
        workflowAnnotations(test::twoRules(), {{"T2", Level::Note, "text", "k.cl", {1, 2, 1, 3}, 5, {}},
                                               {"T1", Level::Warning, "text", "src/k.cl", {7, 3, 7, 18}, 1, {}},
                                               {"T1", Level::Error, "text", "k.cl", {7, 3, 9, 2}, 0, {}}}),
        "::error file=k.cl,line=7,endLine=9,title=First%3A one::text\n" // columns are of one line alone
        "::warning file=src/k.cl,line=7,endLine=7,col=3,endColumn=18,title=First%3A one::text\n"
        "::notice file=k.cl,line=1,endLine=1,col=2,endColumn=3,title=Second::text\n");
}

TEST(WorkflowAnnotations, CannotBeForgedByWhatTheySay) {
    const auto text = workflowAnnotations(
        test::twoRules(),
        {{"T2", Level::Warning, "50 %: a, b\r\n::error::no", "a,b:c%.cl", {1, 1, 1, 2}, 1, {}}});
    EXPECT_EQ(text,
              "::warning file=a%2Cb%3Ac%25.cl,line=1,endLine=1,col=1,endColumn=2,title=Second::50 %25: a, "
              "b%0D%0A::error::no\n");
}

} // namespace
} // namespace warpstring::findings
