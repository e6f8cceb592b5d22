// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/session/project.h"

#include <gtest/gtest.h>

#include "tests/app/gui/scratch_folder.h"

namespace warpstring::gui {

namespace {

using test::ScratchFolder;
using test::textOf;

QString text(const std::filesystem::path& path) { return QString::fromStdString(path.string()); }

Project someProject(const ScratchFolder& folder) {
    Project project;
    project.launchFiles = {text(folder / "a.toml"), text(folder / "deep/er/b.toml"),
                           QStringLiteral("/elsewhere/c.toml")};
    project.current = 1;
    project.spec = QStringLiteral("nvidia-h200");
    project.comparedSpecs = {QStringLiteral("nvidia-h200"), QStringLiteral("nvidia-l4")};
    project.records = {text(folder / "records")};
    project.baselines = {QStringLiteral("before"), 12.5};
    project.layout = QByteArray("\x00\xff layout \n", 11);
    return project;
}

TEST(ProjectFile, GivesBackWhatWasWritten) {
    const ScratchFolder folder;
    const Project project = someProject(folder);
    const QString path = text(folder / "my.warpstring");
    ASSERT_TRUE(writeProject(project, path).empty());
    const auto read = readProject(path);
    ASSERT_TRUE(read.ok()) << toText(read.diagnostics().front());
    EXPECT_EQ(read->launchFiles, project.launchFiles);
    EXPECT_EQ(read->current, project.current);
    EXPECT_EQ(read->spec, project.spec);
    EXPECT_EQ(read->comparedSpecs, project.comparedSpecs);
    EXPECT_EQ(read->records, project.records);
    EXPECT_EQ(read->baselines, project.baselines);
    EXPECT_EQ(read->layout, project.layout);
}

TEST(ProjectFile, MovesWithItsFolder) {
    const ScratchFolder folder;
    std::filesystem::create_directory(folder / "before");
    Project project;
    project.launchFiles = {text(folder / "before/a.toml"), text(folder / "before/deep/b.toml"),
                           text(folder / "beside.toml")};
    project.records = {text(folder / "before/records")};
    ASSERT_TRUE(writeProject(project, text(folder / "before/my.warpstring")).empty());
    std::filesystem::rename(folder / "before", folder / "after");
    const auto read = readProject(text(folder / "after/my.warpstring"));
    ASSERT_TRUE(read.ok());
    const QStringList expected{text(folder / "after/a.toml"), text(folder / "after/deep/b.toml"),
                               text(folder / "beside.toml")};
    EXPECT_EQ(read->launchFiles, expected);
    EXPECT_EQ(read->records, QStringList{text(folder / "after/records")});
}

TEST(ProjectFile, OfALaterVersionIsRefused) {
    const ScratchFolder folder;
    const auto read =
        readProject(text(folder.write("later.warpstring", R"({"schema": "warpstring.project/2"})")));
    ASSERT_FALSE(read.ok());
    EXPECT_EQ(read.diagnostics().front().code, "project.version");
    EXPECT_NE(read.diagnostics().front().hint.find('2'), std::string::npos);
}

TEST(ProjectFile, ThatIsNoneIsRefusedWithTheReason) {
    const ScratchFolder folder;
    for (const std::string& content :
         {std::string(), std::string("{"), std::string("[]"), std::string("{}"), std::string("\x00\xff\xfe", 3),
          std::string(R"({"schema": "warpstring.launch/1"})"), std::string(R"({"schema": 1})"),
          std::string(R"({"schema": "warpstring.project/"})"),
          std::string(R"({"schema": "warpstring.project/0"})"),
          std::string(R"({"schema": "warpstring.project/-1"})")}) {
        const auto read = readProject(text(folder.write("garbage.warpstring", content)));
        ASSERT_FALSE(read.ok()) << content;
        EXPECT_EQ(read.diagnostics().front().code, "project.syntax") << content;
        EXPECT_FALSE(read.diagnostics().front().hint.empty()) << content;
    }
    for (const auto& path : {folder / "missing.warpstring", folder.path()}) {
        const auto read = readProject(text(path));
        ASSERT_FALSE(read.ok()) << path;
        EXPECT_EQ(read.diagnostics().front().code, "file.unreadable") << path;
    }
}

TEST(ProjectFile, WithValuesOfAnotherKindIsReadAsFarAsItGoes) {
    const ScratchFolder folder;
    const auto read = readProject(text(folder.write(
        "odd.warpstring", R"({"schema": "warpstring.project/1", "launch_files": [1, null, "a.toml", ""],
                              "current": "x", "spec": [], "baselines": 3, "layout": "!!!"})")));
    ASSERT_TRUE(read.ok());
    EXPECT_EQ(read->launchFiles, QStringList{text(folder / "a.toml")});
    EXPECT_EQ(read->current, 0);
    EXPECT_TRUE(read->spec.isEmpty());
    EXPECT_TRUE(read->baselines.isEmpty());
}

TEST(ProjectFile, ThatCannotBeWrittenLeavesWhatWasThere) {
    const ScratchFolder folder;
    const auto faults = writeProject({}, text(folder / "no/such/folder/p.warpstring"));
    ASSERT_EQ(faults.size(), 1U);
    EXPECT_EQ(faults.front().code, "file.unwritable");
}

} // namespace

} // namespace warpstring::gui
