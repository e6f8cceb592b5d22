// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/spec/spec_trust.h"

#include <gtest/gtest.h>

#include "tests/app/gui/models/spec/spec_folders.h"

namespace warpstring::gui {
namespace {

TEST(SpecTrust, TellsTheFiguresOfWhatNothingIsTunedOn) {
    const test::TestSpecs specs;
    SpecEdit edit(specs.folders());
    using evidence::EvidenceKind;
    const evidence::EvidenceList list{{"nvidia-h200", EvidenceKind::Records, "all", "NVIDIA H200", "a.json", "",
                                       12, 0.25, 0.5, 0.75, 3, true},
                                      {"nvidia-h200",
                                       EvidenceKind::Records,
                                       "field",
                                       "NVIDIA H200",
                                       "a.json",
                                       "",
                                       7,
                                       0.125,
                                       0.25,
                                       {},
                                       0,
                                       false}};
    EXPECT_TRUE(specTrustText(edit, list).isEmpty());

    ASSERT_TRUE(edit.open(specs.shipped("nvidia-h200")).empty());
    const QString text = specTrustText(edit, list);
    EXPECT_TRUE(
        text.startsWith("Held against records of 19 launches (field: MAPE 12.5 %, bias +25.0 %). Values: "))
        << text.toStdString();
    EXPECT_TRUE(text.endsWith("estimated.")) << text.toStdString();
    ASSERT_TRUE(edit.setValue("execution.clock_mhz", "1000"));
    EXPECT_TRUE(specTrustText(edit, list).endsWith(" 1 value differs from what was held."));

    SpecEdit other(specs.folders());
    ASSERT_TRUE(other.open(specs.shipped("geforce-8800-gtx")).empty());
    EXPECT_TRUE(specTrustText(other, list).startsWith("Held against nothing. Values: "));
}

} // namespace
} // namespace warpstring::gui
