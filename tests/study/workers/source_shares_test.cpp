// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/workers/source_shares.h"

#include "tests/study/study_fixture.h"

namespace warpstring::workers {
namespace {

class SourceSharesTest : public StudyTest {
protected:
    /// name.toml: `count` launches of name.cl.
    void writeSource(const std::string& name, int count) const {
        writeSweep(name, count);
        std::string text = read(name + ".toml");
        text.replace(text.find("k.cl"), 4, name + ".cl");
        write(name + ".toml", text);
    }
    static std::string text(const std::optional<batch::RowRange>& share) {
        return share ? std::to_string(share->first) + "-" + std::to_string(share->end) : "none";
    }
};

TEST_F(SourceSharesTest, AWorkerStaysWithItsSourceWhileThereAreOthers) {
    for (const char* name : {"a", "b", "c"}) writeSource(name, 10);
    SourceShares shares(plan({"a", "b", "c"}), {0, 30}, 2);
    EXPECT_EQ(text(shares.take(0, 30, 4)), "0-1") << "nobody knows yet what a row of it takes";
    EXPECT_EQ(text(shares.take(1, 30, 4)), "10-11") << "not the source that the other one parses";
    EXPECT_EQ(text(shares.take(0, 30, 4)), "1-5");
    EXPECT_EQ(text(shares.take(0, 30, 8)), "5-10") << "no share has two sources";
    EXPECT_EQ(text(shares.take(0, 30, 8)), "20-21");
    EXPECT_EQ(text(shares.take(1, 30, 9)), "11-20");
    EXPECT_EQ(text(shares.take(1, 30, 8)), "21-22") << "better parsed twice than left alone";
    EXPECT_EQ(text(shares.take(0, 30, 8)), "22-30");
    EXPECT_EQ(text(shares.take(0, 30, 8)), "none");
}

TEST_F(SourceSharesTest, FilesOfOneSourceAreOne) {
    writeSweep("a", 3);
    writeSource("b", 3);
    writeSweep("c", 3);
    SourceShares shares(plan({"a", "b", "c"}, 2), {2, 18}, 2);
    EXPECT_EQ(text(shares.take(0, 18, 100)), "2-3") << "the rows before are there already";
    EXPECT_EQ(text(shares.take(0, 18, 100)), "3-6");
    EXPECT_EQ(text(shares.take(0, 18, 100)), "12-18") << "of the source that it has parsed";
    EXPECT_EQ(text(shares.take(1, 18, 100)), "6-7");
}

TEST_F(SourceSharesTest, NoShareReachesBeyondTheEnd) {
    writeSource("a", 10);
    writeSource("b", 10);
    SourceShares shares(plan({"a", "b"}), {0, 20}, 2);
    EXPECT_EQ(text(shares.take(0, 6, 4)), "0-1");
    EXPECT_EQ(text(shares.take(1, 6, 4)), "1-2") << "helps, for the other source is too far ahead";
    EXPECT_EQ(text(shares.take(0, 6, 9)), "2-6");
    EXPECT_EQ(text(shares.take(1, 6, 4)), "none");
    EXPECT_EQ(text(shares.take(1, 20, 9)), "6-10");
    EXPECT_EQ(text(shares.take(0, 20, 4)), "10-11");
}

TEST_F(SourceSharesTest, FaultyLaunchesAreSharedOutToo) {
    write("faulty.toml", "schema = \"warpstring.launch/1\"\nkernel = \"k\"\nsource = \"k.cl\"\n"
                         "global = [\"n\"]\nlocal = [64]\n[constants]\nn = 64\n[sweep]\nn = [65, 64]\n");
    SourceShares shares(plan({"faulty"}), {0, 2}, 1);
    EXPECT_EQ(text(shares.take(0, 2, 100)), "0-1");
}

} // namespace
} // namespace warpstring::workers
