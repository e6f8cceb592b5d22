// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/session/kernel_document.h"

#include <QSignalSpy>
#include <gtest/gtest.h>

#include "tests/app/gui/scratch_folder.h"

namespace warpstring::gui {

namespace {

using test::ScratchFolder;
using test::smallKernel;
using test::smallLaunch;
using test::textOf;

bool has(const Diagnostics& diagnostics, const std::string& code) {
    return std::any_of(diagnostics.begin(), diagnostics.end(),
                       [&](const Diagnostic& diagnostic) { return diagnostic.code == code; });
}

class KernelDocumentTest : public testing::Test {
protected:
    void SetUp() override {
        launch_ = folder_.write("twice.toml", smallLaunch());
        source_ = folder_.write("twice.cl", smallKernel);
    }

    ScratchFolder folder_;
    std::filesystem::path launch_, source_;
    KernelDocument document_;
};

TEST_F(KernelDocumentTest, ALaunchFileBringsItsSource) {
    EXPECT_FALSE(document_.isOpen());
    EXPECT_TRUE(document_.open(launch_).empty());
    EXPECT_TRUE(document_.isOpen());
    EXPECT_EQ(document_.launchPath(), launch_);
    EXPECT_EQ(document_.sourcePath(), source_);
    EXPECT_EQ(document_.sourceText(), smallKernel);
    EXPECT_EQ(document_.launchText(), smallLaunch());
    EXPECT_FALSE(document_.modified());
    EXPECT_FALSE(document_.drafted());
    const auto launch = document_.launch();
    ASSERT_TRUE(launch);
    EXPECT_EQ(launch->kernel, "twice");
}

TEST_F(KernelDocumentTest, ASourceBringsALaunchFileThatUsesIt) {
    folder_.write("another.toml", smallLaunch("another.cl"));
    folder_.write("a-sweep.toml", smallLaunch() + "\n[sweep]\nn = [256, 512]\n");
    EXPECT_TRUE(document_.open(source_).empty());
    EXPECT_EQ(document_.launchPath(), launch_) << "rather than the sweep, or another source's";
    EXPECT_EQ(document_.sourceText(), smallKernel);
}

TEST_F(KernelDocumentTest, ASourceWithoutALaunchWaitsForItsDraft) {
    const auto lonely = folder_.write("lonely/twice.cl", smallKernel);
    EXPECT_TRUE(document_.open(lonely).empty());
    EXPECT_TRUE(document_.drafted());
    ASSERT_TRUE(document_.textToFill().has_value());
    EXPECT_EQ(document_.launchText(), *document_.textToFill());
    EXPECT_FALSE(document_.launch().ok()) << "a skeleton has no sizes";
    QSignalSpy replaced(&document_, &KernelDocument::launchReplaced);
    document_.takeDraft(smallLaunch());
    EXPECT_EQ(replaced.count(), 1);
    EXPECT_FALSE(document_.textToFill().has_value());
    EXPECT_FALSE(document_.modified()) << "nothing was typed yet";
    EXPECT_FALSE(std::filesystem::exists(document_.launchPath()));
    const auto launch = document_.launch();
    ASSERT_TRUE(launch);
    EXPECT_EQ(launch->kernel, "twice");
    EXPECT_FALSE(document_.changedOnDisk());
    EXPECT_TRUE(document_.save().empty());
    EXPECT_FALSE(document_.drafted());
    EXPECT_EQ(textOf(document_.launchPath()), document_.launchText());
}

TEST_F(KernelDocumentTest, ASkeletonIsNoFileAndIsFilledAsItWasEdited) {
    const auto broken = folder_.write("lonely/broken.cl", "__kernel void k(");
    EXPECT_TRUE(document_.open(broken).empty());
    document_.refuseDraft();
    document_.setSourceText("__kernel void kernel(");
    EXPECT_TRUE(document_.save().empty());
    EXPECT_FALSE(std::filesystem::exists(document_.launchPath()));
    EXPECT_TRUE(document_.drafted());
    const std::string edited = document_.launchText() + "options = \"-I include\"\n";
    document_.setLaunchText(edited);
    EXPECT_EQ(document_.textToFill(), edited);
    document_.setLaunchText(smallLaunch());
    EXPECT_FALSE(document_.textToFill().has_value()) << "it is a launch by now";
}

TEST_F(KernelDocumentTest, AnotherKernelIsTakenWithItsDraft) {
    ASSERT_TRUE(document_.open(launch_).empty());
    QSignalSpy filled(&document_, &KernelDocument::launchFilled);
    document_.wantKernel("other");
    EXPECT_EQ(document_.launchText(), smallLaunch()) << "until there is a draft";
    ASSERT_TRUE(document_.textToFill().has_value());
    EXPECT_NE(document_.textToFill()->find("kernel = \"other\""), std::string::npos);
    document_.refuseDraft();
    EXPECT_EQ(document_.launchText(), smallLaunch("twice.cl", "other")) << "the name alone";
    EXPECT_EQ(filled.count(), 1);
    document_.takeDraft(smallLaunch("twice.cl", "other") + "# drafted\n");
    EXPECT_EQ(filled.count(), 2);
    EXPECT_TRUE(document_.launchModified());
}

TEST_F(KernelDocumentTest, RestoresEditsWhetherOrNotTheirFilesAreThere) {
    const DocumentTexts kept{launch_, source_, smallLaunch(), "// edited\n", false, true};
    folder_.write("twice.toml", smallLaunch() + "# by another editor\n");
    document_.restore(kept);
    EXPECT_EQ(document_.sourceText(), "// edited\n");
    EXPECT_TRUE(document_.sourceModified());
    EXPECT_FALSE(document_.launchModified()) << "what was not edited is read from its file";
    EXPECT_TRUE(document_.launchText().ends_with("# by another editor\n"));
    std::filesystem::remove(launch_);
    std::filesystem::remove(source_);
    KernelDocument orphan;
    orphan.restore(kept);
    EXPECT_EQ(orphan.launchText(), smallLaunch());
    EXPECT_TRUE(orphan.modified());
    EXPECT_EQ(orphan.sourceText(), "// edited\n");
    EXPECT_TRUE(orphan.launch().ok()) << "its source is here";
    EXPECT_TRUE(orphan.guessed());
    DocumentTexts whole = kept;
    whole.isWhole = true;
    KernelDocument generated;
    generated.restore(whole);
    EXPECT_TRUE(generated.drafted());
    EXPECT_FALSE(generated.guessed());
    EXPECT_TRUE(orphan.save().empty());
    EXPECT_TRUE(orphan.launch().ok()) << "its files are there again";
    EXPECT_EQ(textOf(launch_), smallLaunch());
    EXPECT_EQ(textOf(source_), "// edited\n");
}

TEST_F(KernelDocumentTest, WhatCannotBeReadIsNotOpen) {
    for (const auto& path : {folder_ / "missing.toml", folder_ / "missing.cl", folder_.path()}) {
        KernelDocument document;
        EXPECT_TRUE(has(document.open(path), "file.unreadable")) << path;
        EXPECT_FALSE(document.isOpen()) << path;
        EXPECT_FALSE(document.launch().ok()) << path;
    }
}

TEST_F(KernelDocumentTest, AFaultyLaunchFileIsOpenWithItsText) {
    const std::string faulty = smallLaunch() + "\n[nonsense]\nkey = 1\n";
    (void)document_.open(folder_.write("faulty.toml", faulty));
    EXPECT_TRUE(document_.isOpen());
    EXPECT_EQ(document_.launchText(), faulty);
    EXPECT_EQ(document_.launchCount(), 0U);
    const auto launch = document_.launch();
    ASSERT_FALSE(launch);
    EXPECT_GT(launch.diagnostics().front().place.line, 0);
    document_.setLaunchText(smallLaunch());
    EXPECT_TRUE(document_.launch().ok());
    EXPECT_EQ(document_.sourceText(), smallKernel) << "read as soon as the launch names it";
}

TEST_F(KernelDocumentTest, BytesThatAreNoTextAreNoLaunch) {
    std::string garbage;
    for (int i = 0; i < 4000; ++i) garbage += static_cast<char>(i * 37 % 256);
    for (const char* name : {"garbage.toml", "garbage/garbage.cl", "empty.toml", "empty/empty.cl"}) {
        KernelDocument document;
        const bool empty = std::string(name).starts_with("empty");
        (void)document.open(folder_.write(name, empty ? std::string() : garbage));
        EXPECT_TRUE(document.isOpen()) << name;
        const auto launch = document.launch();
        ASSERT_FALSE(launch.ok()) << name;
        EXPECT_TRUE(hasErrors(launch.diagnostics())) << name;
    }
}

TEST_F(KernelDocumentTest, ModifiedMeansOtherThanTheFile) {
    ASSERT_TRUE(document_.open(launch_).empty());
    QSignalSpy saved(&document_, &KernelDocument::savedStateChanged);
    QSignalSpy changed(&document_, &KernelDocument::changed);
    document_.setSourceText(smallKernel + "// more\n");
    EXPECT_TRUE(document_.sourceModified());
    EXPECT_FALSE(document_.launchModified());
    EXPECT_EQ(saved.count(), 1);
    document_.setSourceText(smallKernel + "// more still\n");
    EXPECT_EQ(saved.count(), 1) << "it was modified already";
    document_.setSourceText(smallKernel);
    EXPECT_FALSE(document_.modified());
    EXPECT_EQ(saved.count(), 2);
    EXPECT_EQ(changed.count(), 3);
    document_.setSourceText(smallKernel);
    EXPECT_EQ(changed.count(), 3) << "the same text is no change";
}

TEST_F(KernelDocumentTest, SavesWhatIsModifiedAndNothingElse) {
    ASSERT_TRUE(document_.open(launch_).empty());
    document_.setSourceText(smallKernel + "// more\n");
    std::filesystem::remove(launch_); // not modified: not written again
    EXPECT_TRUE(document_.save().empty());
    EXPECT_EQ(textOf(source_), smallKernel + "// more\n");
    EXPECT_FALSE(std::filesystem::exists(launch_));
    EXPECT_FALSE(document_.modified());
}

TEST_F(KernelDocumentTest, WhatCannotBeWrittenStaysModified) {
    ASSERT_TRUE(document_.open(launch_).empty());
    document_.setSourceText("// edited\n");
    std::filesystem::remove(source_);
    std::filesystem::create_directory(source_);
    EXPECT_TRUE(has(document_.save(), "file.unwritable"));
    EXPECT_TRUE(document_.sourceModified());
    EXPECT_EQ(document_.sourceText(), "// edited\n");
}

TEST_F(KernelDocumentTest, RevertGivesUpTheEditsAndKeepsTheLaunchOfTheSweep) {
    folder_.write("twice.toml", smallLaunch() + "\n[sweep]\nn = [256, 512, 1024]\n");
    ASSERT_TRUE(document_.open(launch_).empty());
    document_.setLaunchIndex(2);
    document_.setSourceText("// edited\n");
    document_.setLaunchText("nothing = ");
    EXPECT_EQ(document_.launchCount(), 0U);
    QSignalSpy replaced(&document_, &KernelDocument::sourceReplaced);
    EXPECT_TRUE(document_.revert().empty());
    EXPECT_FALSE(document_.modified());
    EXPECT_EQ(document_.sourceText(), smallKernel);
    EXPECT_EQ(document_.launchCount(), 3U);
    EXPECT_EQ(document_.launchIndex(), 2U);
    EXPECT_GE(replaced.count(), 1);
}

TEST_F(KernelDocumentTest, RevertOfAFileThatIsGoneKeepsTheEdits) {
    ASSERT_TRUE(document_.open(launch_).empty());
    document_.setSourceText("// edited\n");
    std::filesystem::remove(launch_);
    EXPECT_TRUE(has(document_.revert(), "file.unreadable"));
    EXPECT_EQ(document_.sourceText(), "// edited\n");
    EXPECT_TRUE(document_.sourceModified());
}

TEST_F(KernelDocumentTest, TellsWhatOthersChangedOnDisk) {
    ASSERT_TRUE(document_.open(launch_).empty());
    EXPECT_FALSE(document_.changedOnDisk());
    document_.setSourceText("// edited\n");
    EXPECT_FALSE(document_.changedOnDisk()) << "edits are here, not on disk";
    folder_.write("twice.cl", smallKernel + "// by another editor\n");
    EXPECT_TRUE(document_.changedOnDisk());
    EXPECT_TRUE(document_.revert().empty());
    EXPECT_FALSE(document_.changedOnDisk());
    EXPECT_TRUE(document_.sourceText().ends_with("// by another editor\n"));
}

TEST_F(KernelDocumentTest, GoesThroughTheLaunchesOfASweep) {
    folder_.write("twice.toml", smallLaunch() + "\n[sweep]\nn = [256, 512, 1024]\n");
    ASSERT_TRUE(document_.open(launch_).empty());
    ASSERT_EQ(document_.launchCount(), 3U);
    std::set<std::string> names;
    for (std::uint64_t i = 0; i < 3; ++i) {
        document_.setLaunchIndex(i);
        const auto launch = document_.launch();
        ASSERT_TRUE(launch);
        EXPECT_EQ(launch->range.global[0], 256U << i);
        EXPECT_EQ(launch->name, document_.launchName(i).toStdString());
        names.insert(launch->name);
    }
    EXPECT_EQ(names.size(), 3U);
    QSignalSpy changed(&document_, &KernelDocument::changed);
    document_.setLaunchIndex(3);
    EXPECT_EQ(document_.launchIndex(), 2U);
    EXPECT_EQ(changed.count(), 0);
    EXPECT_TRUE(document_.launchName(3).isEmpty());
    // A shorter sweep: the last of it.
    document_.setLaunchText(smallLaunch() + "\n[sweep]\nn = [256, 512]\n");
    EXPECT_EQ(document_.launchIndex(), 1U);
    EXPECT_TRUE(document_.launch().ok());
}

TEST_F(KernelDocumentTest, FollowsTheLaunchToAnotherSource) {
    folder_.write("other.cl", "// the other\n" + smallKernel);
    ASSERT_TRUE(document_.open(launch_).empty());
    QSignalSpy replaced(&document_, &KernelDocument::sourceReplaced);
    document_.setLaunchText(smallLaunch("other.cl"));
    EXPECT_EQ(replaced.count(), 1);
    EXPECT_EQ(document_.sourcePath(), folder_ / "other.cl");
    EXPECT_TRUE(document_.sourceText().starts_with("// the other"));
    EXPECT_FALSE(document_.sourceModified());
    EXPECT_TRUE(document_.launchModified());
}

TEST_F(KernelDocumentTest, ASourceThatIsNotThereIsAFaultOfTheLaunch) {
    ASSERT_TRUE(document_.open(launch_).empty());
    document_.setLaunchText(smallLaunch("missing.cl"));
    EXPECT_EQ(document_.sourceText(), smallKernel) << "what is shown stays";
    EXPECT_EQ(document_.sourcePath(), source_);
    const auto launch = document_.launch();
    ASSERT_FALSE(launch) << "the text of another file is not that of missing.cl";
    EXPECT_NE(launch.diagnostics().front().message.find("missing.cl"), std::string::npos);
    EXPECT_EQ(launch.diagnostics().front().place.file, launch_.string());
}

TEST_F(KernelDocumentTest, EditsOfASourceAreNotLostToAnother) {
    folder_.write("other.cl", "// the other\n" + smallKernel);
    ASSERT_TRUE(document_.open(launch_).empty());
    document_.setSourceText("// edited\n" + smallKernel);
    document_.setLaunchText(smallLaunch("other.cl"));
    EXPECT_EQ(document_.sourcePath(), source_);
    EXPECT_EQ(document_.sourceText(), "// edited\n" + smallKernel);
    const auto launch = document_.launch();
    ASSERT_FALSE(launch) << "the edited text is not that of other.cl";
    EXPECT_EQ(launch.diagnostics().front().code, "launch.source-edited");
    EXPECT_TRUE(document_.save().empty());
    EXPECT_EQ(textOf(source_), "// edited\n" + smallKernel);
    EXPECT_EQ(document_.sourcePath(), folder_ / "other.cl") << "once nothing is lost";
    EXPECT_TRUE(document_.launch().ok());
}

TEST_F(KernelDocumentTest, ALaunchWithoutItsSourceIsOpen) {
    std::filesystem::remove(source_);
    (void)document_.open(launch_);
    EXPECT_TRUE(document_.isOpen());
    EXPECT_EQ(document_.launchText(), smallLaunch());
    const auto launch = document_.launch();
    ASSERT_FALSE(launch.ok());
    EXPECT_EQ(launch.diagnostics().front().code, "launch.file-not-found");
    folder_.write("twice.cl", smallKernel);
    EXPECT_TRUE(document_.launch().ok()) << "as soon as it is there";
    EXPECT_EQ(document_.sourceText(), smallKernel);
}

TEST_F(KernelDocumentTest, PathsAreWhole) {
    std::filesystem::create_directory(folder_ / "deeper");
    ASSERT_TRUE(document_.open(folder_.path() / "deeper" / ".." / "twice.toml").empty());
    EXPECT_EQ(document_.launchPath(), launch_);
    folder_.write("deeper/twice.toml", smallLaunch("../twice.cl"));
    ASSERT_TRUE(document_.open(folder_ / "deeper/twice.toml").empty());
    EXPECT_EQ(document_.sourcePath(), source_);
    ASSERT_TRUE(document_.launch());
    EXPECT_EQ(document_.launch()->source, source_) << "findings are told by the path of what is open";
}

} // namespace

} // namespace warpstring::gui
