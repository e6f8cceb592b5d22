// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/counters/program_files.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

namespace warpstring::counters {

namespace {

class ProgramFilesTest : public testing::Test {
protected:
    void SetUp() override { std::filesystem::create_directories(folder_); }
    void TearDown() override { std::filesystem::remove_all(folder_); }
    void write(const std::string& name, const std::string& text) const {
        std::ofstream(folder_ / name) << text;
    }

    const std::filesystem::path folder_ =
        std::filesystem::temp_directory_path() / ("warpstring-program-files-" + std::to_string(getpid()));
};

TEST_F(ProgramFilesTest, TellWhatOpenClSaysOfTheParameters) {
    write("programs.0.jsonl",
          R"({"program":"scale-01","kernel":"scale","file":"scale-01.ptx","bytes":9,"parameters":[)"
          R"({"name":"x","type":"float*","space":"global"},{"name":"t","type":"float*","space":"local"},)"
          R"({"name":"n","type":"int","space":"private"}]})"
          "\n"
          R"({"program":"broken-02","kernel":"k","error":"it does not build"})"
          "\n");
    write("programs.1.jsonl", R"({"program":"sum-03","kernel":"sum","file":"sum-03.bin","parameters":[]})"
                              "\n{\"program\":\"cut off");
    write("notes.jsonl", R"({"program":"other-04","kernel":"k","file":"other"})");
    const auto programs = readPrograms(folder_);
    ASSERT_TRUE(programs);
    ASSERT_EQ(programs->size(), 2U) << "neither what was not built, nor half a line, nor another file";
    const ProgramKernel& scale = programs->at({"scale-01", "scale"});
    EXPECT_EQ(scale.file, folder_ / "scale-01.ptx");
    ASSERT_EQ(scale.parameters.size(), 3U);
    EXPECT_EQ(scale.parameters[0].name, "x");
    EXPECT_EQ(scale.parameters[0].space, probe::AddressSpace::Global);
    EXPECT_EQ(scale.parameters[1].space, probe::AddressSpace::Local);
    EXPECT_EQ(scale.parameters[2].space, probe::AddressSpace::Private);
    EXPECT_EQ(scale.parameters[2].type, "int");
    EXPECT_EQ(programs->at({"sum-03", "sum"}).file, folder_ / "sum-03.bin");
}

TEST_F(ProgramFilesTest, AFolderWithoutProgramsIsAFault) {
    const auto programs = readPrograms(folder_);
    ASSERT_FALSE(programs);
    EXPECT_EQ(programs.diagnostics().front().code, "counters.no-programs");
    EXPECT_FALSE(readPrograms(folder_ / "missing"));
}

TEST(ProgramName, ChangesWithSourceAndOptionsAlone) {
    records::ResolvedLaunch launch;
    launch.sourceText = "kernel void k() {}";
    launch.launch.source = "samples/x/scale.cl";
    launch.launch.options = "-DN=1";
    const std::string name = programName(launch);
    EXPECT_TRUE(name.starts_with("scale-"));
    EXPECT_EQ(name.size(), std::string("scale-0123456789abcdef").size());
    records::ResolvedLaunch other = launch;
    other.launch.kernel = "l";
    other.launch.name = "another";
    EXPECT_EQ(programName(other), name);
    other.launch.options = "-DN=2";
    EXPECT_NE(programName(other), name);
    // The text's end is not the options' beginning.
    other.launch.options = "N=1";
    other.sourceText = launch.sourceText + "-D";
    EXPECT_NE(programName(other), name);
}

} // namespace

} // namespace warpstring::counters
