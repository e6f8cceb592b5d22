// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of measured times.
#include "tests/tuning/search/search_fixture.h"
#include "tuning/search/measured_variants.h"
#include "tuning/search/times_table.h"

namespace warpstring::search {
namespace {

class TimesTable : public SearchTest {
protected:
    static constexpr const char* more = "[tune]\nSTRIDE = [8, 1]\nlocal = [[64], [100], [8, 8]]\n";
    /// The first fault's place and message.
    [[nodiscard]] std::string faultOf(const std::string& table) const {
        auto all = texts(more);
        const auto made = recordsOfTimes(table, "t.csv", all);
        return made ? "none" : toText(made.diagnostics().front());
    }
};

TEST_F(TimesTable, isToldByItsHead) {
    EXPECT_TRUE(isTimesTable("# NVIDIA H200\nSTRIDE,local,kernel_us\n"));
    EXPECT_FALSE(isTimesTable("{\"device_name\": \"kernel_us\"}\n"));
    EXPECT_FALSE(isTimesTable(""));
}

TEST_F(TimesTable, hasARecordOfEachVariantOfTheSpace) {
    auto all = texts(more);
    const auto made =
        recordsOfTimes("# NVIDIA H200, driver 1\n# more\nkernel_us,local,STRIDE\r\n12.5,64,1\r\n3,64,7\n"
                       "4,100,1\n20,64,8\n",
                       "t.csv", all);
    ASSERT_TRUE(made.ok());
    ASSERT_EQ(made->size(), 2U) << "7 is no stride of the space, and 100 items divide no size";
    EXPECT_EQ((*made)[0].device.name, "NVIDIA H200");
    EXPECT_DOUBLE_EQ((*made)[0].kernel.statistics.median, 12'500);
    batch::GraphCache graphs;
    const auto found = search::search(all, graphs, {spec("nvidia-h200")}, {}).devices[0];
    const auto measured = measuredOf(found, all, *made, "");
    EXPECT_DOUBLE_EQ(measured.byId.at(3), 12.5) << "STRIDE=1,local=64";
    EXPECT_DOUBLE_EQ(measured.byId.at(0), 20);
}

TEST_F(TimesTable, saysWhatIsWrongWithIt) {
    EXPECT_NE(faultOf("STRIDE,kernel_us\n").find("t.csv:1: error: there is no column of \"local\""),
              std::string::npos)
        << faultOf("STRIDE,kernel_us\n");
    EXPECT_NE(faultOf("STRIDE,local\n").find("no column kernel_us"), std::string::npos);
    EXPECT_NE(faultOf("STRIDE,local,kernel_us\n1,64\n").find("t.csv:2: error: 2 cells below a head of 3"),
              std::string::npos);
    for (const char* cell : {"", "fast", "0", "-1", "nan", "1x"})
        EXPECT_NE(faultOf("STRIDE,local,kernel_us\n1,64," + std::string(cell) + "\n").find("is no time"),
                  std::string::npos)
            << cell;
    EXPECT_NE(faultOf("# nothing\n").find("the table is empty"), std::string::npos);
}

} // namespace
} // namespace warpstring::search
