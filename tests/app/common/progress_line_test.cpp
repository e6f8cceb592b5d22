// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/progress_line.h"

#include "tests/app/common/fixture.h"

namespace warpstring::cli {

namespace {

/// What a line that is not on a terminal leaves there.
template <class Work>
std::string said(const Work& work) {
    testing::internal::CaptureStderr();
    work();
    return testing::internal::GetCapturedStderr();
}

TEST(ProgressLine, AFileIsNotFilledByShortWork) {
    EXPECT_EQ(said([] {
                  ProgressLine line(0);
                  for (std::uint64_t i = 0; i < 1000; ++i) line.show({i, 1000, 0});
                  line.clear();
              }),
              "")
        << "the first line comes after some seconds";
}

TEST(ProgressLine, ClearingWhatWasNotShownPrintsNothing) {
    EXPECT_EQ(said([] {
                  ProgressLine line(7);
                  line.clear();
                  line.clear();
              }),
              "");
}

} // namespace

} // namespace warpstring::cli
