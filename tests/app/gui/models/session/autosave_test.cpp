// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/session/autosave.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <csignal>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/app/gui/scratch_folder.h"

namespace warpstring::gui {

namespace {

using test::ScratchFolder;
using test::smallKernel;
using test::smallLaunch;

constexpr auto writerOption = "--write-autosave-and-wait";

class AutosaveTest : public testing::Test {
protected:
    void SetUp() override {
        launch_ = folder_.write("twice.toml", smallLaunch());
        folder_.write("twice.cl", smallKernel);
        ASSERT_TRUE(document_.open(launch_).empty());
    }

    QString kept() const { return QString::fromStdString((folder_ / "autosave").string()); }
    QStringList files() const { return QDir(kept()).entryList({QStringLiteral("*.json")}, QDir::Files); }

    /// As if another process, that is gone, had written all that is kept.
    void orphan() {
        const pid_t child = fork();
        if (child == 0) _exit(0);
        waitpid(child, nullptr, 0);
        for (const QString& name : files()) {
            QFile file(kept() + QLatin1Char('/') + name);
            ASSERT_TRUE(file.open(QIODevice::ReadOnly));
            QJsonObject object = QJsonDocument::fromJson(file.readAll()).object();
            file.close();
            object.insert(QStringLiteral("process"), static_cast<qint64>(child));
            ASSERT_TRUE(file.open(QIODevice::WriteOnly));
            file.write(QJsonDocument(object).toJson());
        }
    }

    ScratchFolder folder_;
    std::filesystem::path launch_;
    KernelDocument document_;
    Autosave autosave_{kept()};
};

TEST_F(AutosaveTest, KeepsEditsAndNothingElse) {
    EXPECT_TRUE(autosave_.keep(document_).empty());
    EXPECT_TRUE(files().isEmpty());
    document_.setSourceText("// edited \xc3\xa4\n");
    EXPECT_TRUE(autosave_.keep(document_).empty());
    EXPECT_EQ(files().size(), 1);
    document_.setSourceText("// edited again\n");
    EXPECT_TRUE(autosave_.keep(document_).empty());
    EXPECT_EQ(files().size(), 1) << "in place of the one before";
    EXPECT_TRUE(autosave_.left().empty()) << "what a running program keeps is not offered";
    orphan();
    const auto left = autosave_.left();
    ASSERT_EQ(left.size(), 1U);
    EXPECT_EQ(left[0].launchPath, launch_);
    EXPECT_EQ(left[0].sourceText, "// edited again\n");
    EXPECT_EQ(left[0].launchText, smallLaunch());
    EXPECT_TRUE(left[0].sourceModified);
    EXPECT_FALSE(left[0].launchModified);
    EXPECT_TRUE(left[0].when.isValid());
    autosave_.discard(left[0]);
    EXPECT_TRUE(autosave_.left().empty());
    EXPECT_TRUE(files().isEmpty());
}

TEST_F(AutosaveTest, IsForgottenOnceSavedOrUndone) {
    document_.setSourceText("// edited\n");
    EXPECT_TRUE(autosave_.keep(document_).empty());
    EXPECT_TRUE(document_.save().empty());
    EXPECT_TRUE(autosave_.keep(document_).empty());
    EXPECT_TRUE(files().isEmpty());
    document_.setLaunchText(smallLaunch() + "# more\n");
    EXPECT_TRUE(autosave_.keep(document_).empty());
    EXPECT_EQ(files().size(), 1);
    autosave_.forget(document_.launchPath());
    EXPECT_TRUE(files().isEmpty());
}

TEST_F(AutosaveTest, OffersTheLatestFirst) {
    KernelDocument other;
    ASSERT_TRUE(other.open(folder_.write("other.toml", smallLaunch())).empty());
    document_.setSourceText("// first\n");
    other.setSourceText("// second\n");
    EXPECT_TRUE(autosave_.keep(document_).empty());
    EXPECT_TRUE(autosave_.keep(other).empty());
    orphan();
    ASSERT_EQ(autosave_.left().size(), 2U);
    // The one of yesterday comes after.
    const auto left = autosave_.left();
    const auto& first = left[0].launchPath == launch_ ? left[0] : left[1];
    QFile file(first.file);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    QJsonObject object = QJsonDocument::fromJson(file.readAll()).object();
    file.close();
    object.insert(QStringLiteral("when"), QDateTime::currentDateTimeUtc().addDays(-1).toString(Qt::ISODate));
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(QJsonDocument(object).toJson());
    file.close();
    ASSERT_EQ(autosave_.left().size(), 2U);
    EXPECT_EQ(autosave_.left().front().launchPath, folder_ / "other.toml");
}

TEST_F(AutosaveTest, PassesOverWhatItCannotRead) {
    document_.setSourceText("// edited\n");
    EXPECT_TRUE(autosave_.keep(document_).empty());
    orphan();
    folder_.write("autosave/empty.json", "");
    folder_.write("autosave/garbage.json", std::string("\x00\xff{{{", 6));
    folder_.write("autosave/list.json", "[1, 2]");
    folder_.write("autosave/later.json", R"({"schema": "warpstring.autosave/2", "process": 1})");
    folder_.write("autosave/other.txt", "{}");
    std::filesystem::create_directory(folder_ / "autosave/folder.json");
    ASSERT_EQ(autosave_.left().size(), 1U);
    EXPECT_EQ(autosave_.left().front().sourceText, "// edited\n");
    EXPECT_TRUE(std::filesystem::exists(folder_ / "autosave/later.json")) << "a later version may want it";
}

TEST_F(AutosaveTest, ANumberThatAnotherProcessHasNowIsNotTheWriter) {
    document_.setSourceText("// edited\n");
    EXPECT_TRUE(autosave_.keep(document_).empty());
    // This process runs, but did not write it: the writer began at another time.
    QFile file(kept() + QLatin1Char('/') + files().front());
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    QJsonObject object = QJsonDocument::fromJson(file.readAll()).object();
    file.close();
    ASSERT_TRUE(object.contains(QStringLiteral("process_start")));
    object.insert(QStringLiteral("process_start"), QStringLiteral("1"));
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(QJsonDocument(object).toJson());
    file.close();
    EXPECT_EQ(autosave_.left().size(), 1U);
}

TEST_F(AutosaveTest, AProcessThatHasEndedAndIsNotWaitedForIsGone) {
    document_.setSourceText("// typed\n" + smallKernel);
    const pid_t child = fork();
    if (child == 0) {
        (void)autosave_.keep(document_);
        _exit(0);
    }
    // It stays a zombie, with its number and its start, until somebody waits for it.
    siginfo_t ended{};
    ASSERT_EQ(waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED | WNOWAIT), 0);
    ASSERT_EQ(files().size(), 1) << "written by the child";
    EXPECT_EQ(autosave_.left().size(), 1U) << "offered";
    waitpid(child, nullptr, 0);
    EXPECT_EQ(autosave_.left().size(), 1U);
}

TEST_F(AutosaveTest, SaysWhereItCannotWrite) {
    folder_.write("a-file", "");
    Autosave nowhere(QString::fromStdString((folder_ / "a-file/autosave").string()));
    document_.setSourceText("// edited\n");
    const auto faults = nowhere.keep(document_);
    ASSERT_EQ(faults.size(), 1U);
    EXPECT_EQ(faults.front().code, "autosave.write");
    EXPECT_FALSE(faults.front().hint.empty());
    EXPECT_TRUE(nowhere.left().empty());
}

/// The same program again: edits, says that it did, and waits to be killed.
[[noreturn]] void runWriter(const std::string& launch, const std::string& folder, int ready) {
    const std::string number = std::to_string(ready);
    execl("/proc/self/exe", "gui_tests", writerOption, launch.c_str(), folder.c_str(), number.c_str(), nullptr);
    _exit(127);
}

TEST_F(AutosaveTest, SurvivesAKill) {
    int ends[2];
    ASSERT_EQ(pipe(ends), 0);
    const pid_t writer = fork();
    ASSERT_GE(writer, 0);
    if (writer == 0) runWriter(launch_.string(), kept().toStdString(), ends[1]);
    close(ends[1]);
    char done = 0;
    ASSERT_EQ(read(ends[0], &done, 1), 1) << "the writer did not come so far";
    close(ends[0]);
    EXPECT_EQ(files().size(), 1);
    EXPECT_TRUE(autosave_.left().empty()) << "the writer runs";
    ASSERT_EQ(kill(writer, SIGKILL), 0);
    ASSERT_EQ(waitpid(writer, nullptr, 0), writer);
    const auto left = autosave_.left();
    ASSERT_EQ(left.size(), 1U);
    EXPECT_EQ(left.front().sourceText, "// written by a process that was killed\n");
    EXPECT_EQ(left.front().launchPath, launch_);
}

} // namespace

/// What the killed process of AutosaveTest.SurvivesAKill does; for main().
bool isAutosaveWriter(int argc, char** argv) { return argc == 5 && std::string(argv[1]) == writerOption; }

int writeAutosaveAndWait(char** argv) {
    KernelDocument document;
    if (!document.open(argv[2]).empty()) return 1;
    document.setSourceText("// written by a process that was killed\n");
    Autosave autosave(QString::fromLocal8Bit(argv[3]));
    if (!autosave.keep(document).empty()) return 1;
    if (write(std::stoi(argv[4]), "k", 1) != 1) return 1;
    for (;;) pause();
}

} // namespace warpstring::gui
