// SPDX-License-Identifier: GPL-3.0-or-later
// Files of results: one writer at a time, nothing overwritten unasked, nothing lost.
#include <sys/wait.h>
#include <unistd.h>

#include "study/batch/output_file.h"
#include "tests/study/study_fixture.h"

namespace warpstring::batch {
namespace {

class OutputFiles : public StudyTest {
protected:
    Result<OutputFile> open(OutputMode mode, const std::string& name = "rows.csv") const {
        return OutputFile::open(folder_ / name, mode);
    }
    static std::string codeOf(const Result<OutputFile>& file) {
        return file ? "opened" : file.diagnostics().front().code;
    }
};

TEST_F(OutputFiles, areNotOverwrittenUnasked) {
    write("rows.csv", "old");
    EXPECT_EQ(codeOf(open(OutputMode::Create)), "batch.output-exists");
    EXPECT_EQ(read("rows.csv"), "old");
    EXPECT_EQ(codeOf(open(OutputMode::Create, "new.csv")), "opened");
}

TEST_F(OutputFiles, replacingBeginsAnew) {
    write("rows.csv", "something longer");
    auto file = open(OutputMode::Replace);
    ASSERT_TRUE(file);
    EXPECT_EQ(read("rows.csv"), "");
    EXPECT_TRUE(file->write("new").empty());
    EXPECT_EQ(read("rows.csv"), "new");
}

TEST_F(OutputFiles, resumingGoesOnAtTheEnd) {
    write("rows.csv", "one\n");
    auto file = open(OutputMode::Resume);
    ASSERT_TRUE(file);
    EXPECT_TRUE(file->write("two\n").empty());
    EXPECT_EQ(read("rows.csv"), "one\ntwo\n") << "at once, without a flush";
}

TEST_F(OutputFiles, oneWriterHoldsThem) {
    {
        const auto first = open(OutputMode::Create);
        ASSERT_TRUE(first);
        EXPECT_EQ(codeOf(open(OutputMode::Resume)), "batch.output-busy");
        EXPECT_EQ(codeOf(open(OutputMode::Replace)), "batch.output-busy");
    }
    EXPECT_EQ(codeOf(open(OutputMode::Resume)), "opened") << "and leaves them when it ends";
}

TEST_F(OutputFiles, whatABusyFileHoldsIsNotLostToAReplacement) {
    auto first = open(OutputMode::Create);
    ASSERT_TRUE(first);
    EXPECT_TRUE(first->write("kept").empty());
    EXPECT_FALSE(open(OutputMode::Replace));
    EXPECT_EQ(read("rows.csv"), "kept");
}

TEST_F(OutputFiles, surviveTheEndOfTheProcessHoweverSudden) {
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        auto file = open(OutputMode::Create);
        const bool written = file && file->write("row\n").empty();
        _exit(written ? 0 : 1); // no destructor, no flush
    }
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_EQ(WEXITSTATUS(status), 0);
    EXPECT_EQ(read("rows.csv"), "row\n");
    EXPECT_EQ(codeOf(open(OutputMode::Resume)), "opened") << "nobody holds it any more";
}

TEST_F(OutputFiles, areCutOverwrittenAndRead) {
    auto file = open(OutputMode::Create);
    ASSERT_TRUE(file);
    EXPECT_TRUE(file->write("0123456789").empty());
    EXPECT_TRUE(file->writeAt(2, "ab").empty());
    EXPECT_TRUE(file->truncate(6).empty());
    EXPECT_TRUE(file->write("!").empty()) << "it goes on where it was cut";
    EXPECT_EQ(read("rows.csv"), "01ab45!");
    EXPECT_EQ(*file->read(1, 3), "1ab");
    EXPECT_EQ(*file->read(5, 100), "5!");
    EXPECT_EQ(*file->read(7, 100), "");
}

TEST_F(OutputFiles, whereNothingCanBeWrittenAreRefused) {
    EXPECT_EQ(codeOf(open(OutputMode::Create, "no/such/folder.csv")), "batch.output-unusable");
    EXPECT_EQ(codeOf(open(OutputMode::Replace, ".")), "batch.output-unusable");
    auto full = OutputFile::open("/dev/full", OutputMode::Resume);
    ASSERT_TRUE(full);
    const Diagnostics faults = full->write("row");
    ASSERT_EQ(faults.size(), 1U);
    EXPECT_EQ(faults[0].code, "output.write");
    EXPECT_FALSE(faults[0].hint.empty());
}

TEST_F(OutputFiles, moveWithTheirLock) {
    auto first = open(OutputMode::Create);
    ASSERT_TRUE(first);
    OutputFile moved = std::move(*first);
    EXPECT_TRUE(moved.write("a").empty());
    OutputFile again = OutputFile::standardOutput();
    again = std::move(moved);
    EXPECT_TRUE(again.write("b").empty());
    EXPECT_EQ(codeOf(open(OutputMode::Resume)), "batch.output-busy");
    EXPECT_EQ(read("rows.csv"), "ab");
}

TEST_F(OutputFiles, smallFilesAreReplacedInOneStep) {
    write("plan", "old");
    EXPECT_TRUE(replaceFile(folder_ / "plan", "new").empty());
    EXPECT_EQ(read("plan"), "new");
    EXPECT_FALSE(std::filesystem::exists(folder_ / "plan.new")) << "nothing is left beside it";
    EXPECT_FALSE(replaceFile(folder_ / "no" / "plan", "new").empty());
}

} // namespace
} // namespace warpstring::batch
