// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/print_diagnostics.h"

#include "tests/app/common/fixture.h"

namespace warpstring::cli {

namespace {

TEST(PrintDiagnostics, EachIsOnStandardErrorWithItsPlaceCodeAndHint) {
    testing::internal::CaptureStderr();
    testing::internal::CaptureStdout();
    printDiagnostics({{"launch.unknown-key", Severity::Error, {"k.toml", 3, 7}, "no such key", "try another"},
                      {"batch.slow", Severity::Warning, {}, "it is slow", ""},
                      {"spec.note", Severity::Note, {"s.toml", 0, 0}, "by the way", ""}});
    EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
    const std::string said = testing::internal::GetCapturedStderr();
    EXPECT_NE(said.find("k.toml:3:7: error: no such key [launch.unknown-key]\n  hint: try another\n"),
              std::string::npos)
        << said;
    const std::size_t warning = said.find("warning: it is slow [batch.slow]");
    const std::size_t note = said.find("s.toml: note: by the way [spec.note]");
    EXPECT_LT(said.find("error: "), warning) << said;
    EXPECT_LT(warning, note) << "in their order: " << said;
    EXPECT_NE(note, std::string::npos);
    EXPECT_EQ(said.find('\033'), std::string::npos) << "a file has no colours";
}

TEST(PrintDiagnostics, OfNoneNothingIsPrinted) {
    testing::internal::CaptureStderr();
    printDiagnostics({});
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

} // namespace

} // namespace warpstring::cli
