// SPDX-License-Identifier: GPL-3.0-or-later
// Editing a spec: text and values in step, undo over both, copies of what is shipped.
#include "app/gui/models/spec/spec_edit.h"

#include <QSignalSpy>
#include <gtest/gtest.h>
#include <iostream>
#include <random>

#include "app/gui/models/spec/spec_effect.h"
#include "core/files/specs/hardware_spec_file.h"
#include "tests/app/gui/models/spec/spec_folders.h"

namespace warpstring::gui {
namespace {

using test::TestSpecs;
using test::textOf;

TEST(SpecEdit, ChangesTheSpecAtOnce) {
    const TestSpecs specs;
    SpecEdit edit(specs.folders());
    ASSERT_TRUE(edit.open(specs.shipped("nvidia-h200")).empty());
    EXPECT_FALSE(edit.modified());
    EXPECT_EQ(edit.currentSpec()->execution.clockMhz, 1980);
    const QSignalSpy changed(&edit, &SpecEdit::specChanged);
    EXPECT_TRUE(edit.setValue("execution.clock_mhz", "1500"));
    EXPECT_EQ(changed.count(), 1);
    EXPECT_EQ(edit.currentSpec()->execution.clockMhz, 1500);
    EXPECT_TRUE(edit.text().contains("clock_mhz = { value = 1500, unit"));
    EXPECT_TRUE(edit.modified());
    ASSERT_EQ(edit.differences().size(), 1U);
    EXPECT_EQ(edit.differences().front().before, "1980");
    EXPECT_TRUE(edit.setValue("execution.clock_mhz", "1980"));
    EXPECT_FALSE(edit.modified()) << "nothing is left of an edit that is taken back";
}

TEST(SpecEdit, KeepsTheLastValidSpecWhileThereAreFaults) {
    const TestSpecs specs;
    SpecEdit edit(specs.folders());
    ASSERT_TRUE(edit.open(specs.shipped("nvidia-h200")).empty());
    const QSignalSpy changed(&edit, &SpecEdit::specChanged);
    EXPECT_TRUE(edit.setValue("execution.clock_mhz", "fast"));
    EXPECT_EQ(edit.document().entry("execution.clock_mhz").value, "fast");
    ASSERT_EQ(edit.diagnostics().size(), 1U);
    EXPECT_EQ(edit.diagnostics().front().place.line, edit.document().entry("execution.clock_mhz").line);
    EXPECT_EQ(changed.count(), 0);
    EXPECT_EQ(edit.currentSpec()->execution.clockMhz, 1980);
    edit.setText(edit.text() + "[open");
    EXPECT_EQ(changed.count(), 0);
    EXPECT_FALSE(edit.diagnostics().empty());
    edit.undo();
    edit.undo();
    EXPECT_TRUE(edit.diagnostics().empty());
    EXPECT_FALSE(edit.modified());
}

TEST(SpecEdit, RejectsWhatCannotBeWrittenAndKeepsIt) {
    const TestSpecs specs;
    SpecEdit edit(specs.folders());
    ASSERT_TRUE(edit.open(specs.shipped("nvidia-h200")).empty());
    const QString before = edit.text();
    EXPECT_FALSE(edit.setValue("instructions.move", "quick"));
    EXPECT_EQ(edit.text(), before);
    ASSERT_NE(edit.rejected("instructions.move"), nullptr);
    EXPECT_EQ(edit.rejected("instructions.move")->value, "quick");
    EXPECT_TRUE(edit.setValue("instructions.move", "instructions = 2, cycles = 3"));
    EXPECT_EQ(edit.rejected("instructions.move"), nullptr);
}

TEST(SpecEdit, UndoesTypingAndValuesInTheirOrder) {
    const TestSpecs specs;
    SpecEdit edit(specs.folders());
    ASSERT_TRUE(edit.open(specs.shipped("geforce-8800-gtx")).empty());
    const QString original = edit.text();
    // Three characters into the first line, as an editor reports them.
    for (const char* typed : {"x", "xy", "xyz"}) edit.setText(QString(typed) + original);
    const QString afterTyping = edit.text();
    ASSERT_TRUE(edit.setValue("execution.multiprocessors", "30"));
    const QString afterValue = edit.text();
    edit.setText(afterValue + "# the end\n");
    EXPECT_EQ(edit.undoText(), "typing");
    edit.undo();
    EXPECT_EQ(edit.text(), afterValue);
    EXPECT_EQ(edit.undoText(), "execution.multiprocessors");
    edit.undo();
    EXPECT_EQ(edit.text(), afterTyping);
    edit.undo();
    EXPECT_EQ(edit.text(), original) << "one line's typing is one step";
    EXPECT_FALSE(edit.canUndo());
    while (edit.canRedo()) edit.redo();
    EXPECT_EQ(edit.text(), afterValue + "# the end\n");
    edit.revert();
    EXPECT_EQ(edit.text(), original);
    edit.undo();
    EXPECT_EQ(edit.text(), afterValue + "# the end\n");
}

/// Whatever is done, going back and forth gives every state again.
TEST(SpecEdit, HistoryHoldsEveryStateOfRandomEdits) {
    const auto seed = std::random_device{}();
    std::cout << "seed " << seed << "\n";
    std::mt19937 random(seed);
    const TestSpecs specs;
    SpecEdit edit(specs.folders());
    ASSERT_TRUE(edit.open(specs.shipped("nvidia-h200")).empty());
    std::vector<QString> states{edit.text()};
    const auto entries = edit.document().entries();
    for (int i = 0; i < 60; ++i) {
        const files::SpecEntry& entry = entries[random() % entries.size()];
        switch (random() % 4) {
        case 0: edit.remove(entry.key.path); break;
        case 1: edit.setProvenance(entry.key.path, {"paper", "CPG", "step " + std::to_string(i)}); break;
        case 2: edit.setText(edit.text() + "\n# " + QString::number(i) + "\n"); break;
        default: edit.setValue(entry.key.path, QString::number(random() % 100)); break;
        }
        if (edit.text() != states.back()) states.push_back(edit.text());
    }
    for (std::size_t i = states.size(); i-- > 0; edit.undo()) ASSERT_EQ(edit.text(), states[i]);
    EXPECT_FALSE(edit.canUndo());
    for (std::size_t i = 0; i < states.size(); ++i, edit.redo()) ASSERT_EQ(edit.text(), states[i]);
}

TEST(SpecEdit, SavesACopyOfAShippedSpec) {
    const TestSpecs specs;
    const std::string shipped = textOf(specs.shipped("nvidia-h200"));
    SpecEdit edit(specs.folders());
    ASSERT_TRUE(edit.open(specs.shipped("nvidia-h200")).empty());
    EXPECT_TRUE(edit.isShipped());
    ASSERT_TRUE(edit.setValue("execution.clock_mhz", "1500"));
    ASSERT_TRUE(edit.save()) << edit.notice().toStdString();
    EXPECT_EQ(textOf(specs.shipped("nvidia-h200")), shipped);
    EXPECT_EQ(edit.path(), specs.own("nvidia-h200-edited"));
    EXPECT_FALSE(edit.isShipped());
    EXPECT_FALSE(edit.modified());
    EXPECT_TRUE(edit.notice().contains("copy"));
    const auto copy = files::readHardwareSpec(specs.own("nvidia-h200-edited"));
    ASSERT_TRUE(copy.ok());
    EXPECT_EQ(copy->name, "nvidia-h200-edited");
    EXPECT_EQ(copy->execution.clockMhz, 1500);
    // Of all lines but two nothing changed: comments, order and spacing are the shipped ones.
    std::istringstream a(shipped), b(textOf(edit.path()));
    int different = 0;
    for (std::string x, y; std::getline(a, x) && std::getline(b, y);) different += x != y ? 1 : 0;
    EXPECT_EQ(different, 2);
    // Still compared with the shipped one; a second save goes to the copy.
    EXPECT_EQ(edit.differences().size(), 2U);
    ASSERT_TRUE(edit.setValue("execution.clock_mhz", "1600"));
    ASSERT_TRUE(edit.save());
    EXPECT_EQ(edit.path(), specs.own("nvidia-h200-edited"));
    SpecEdit second(specs.folders());
    ASSERT_TRUE(second.open(specs.shipped("nvidia-h200")).empty());
    ASSERT_TRUE(second.setValue("execution.clock_mhz", "1000"));
    ASSERT_TRUE(second.save());
    EXPECT_EQ(second.path(), specs.own("nvidia-h200-edited-2")) << "an older copy is not overwritten";
    EXPECT_EQ(second.referenceName(), "the shipped nvidia-h200");
}

TEST(SpecEdit, DoesNotOverwriteWhatAnotherProgramWrote) {
    const TestSpecs specs;
    SpecEdit edit(specs.folders());
    ASSERT_TRUE(edit.open(specs.shipped("nvidia-h200")).empty());
    ASSERT_TRUE(edit.setValue("execution.clock_mhz", "1500"));
    ASSERT_TRUE(edit.save());
    std::ofstream(edit.path(), std::ios::app) << "# mine\n";
    ASSERT_TRUE(edit.setValue("execution.clock_mhz", "1400"));
    EXPECT_FALSE(edit.save());
    EXPECT_TRUE(edit.modified());
    EXPECT_NE(textOf(edit.path()).find("# mine"), std::string::npos);
    EXPECT_TRUE(edit.save()) << "asked for twice";
    EXPECT_EQ(textOf(edit.path()), edit.text().toStdString());
}

TEST(SpecEdit, SaysWhyItCannotSave) {
    const TestSpecs specs;
    SpecFolders folders = specs.folders();
    folders.own = "/proc/nowhere";
    SpecEdit edit(folders);
    ASSERT_TRUE(edit.open(specs.shipped("nvidia-h200")).empty());
    ASSERT_TRUE(edit.setValue("execution.clock_mhz", "1500"));
    EXPECT_FALSE(edit.save());
    EXPECT_TRUE(edit.notice().startsWith("Not saved"));
    EXPECT_TRUE(edit.saveFailed());
    EXPECT_TRUE(edit.modified()) << "nothing is lost";
}

TEST(SpecEdit, OpensOnlyText) {
    const TestSpecs specs;
    SpecEdit edit(specs.folders());
    EXPECT_EQ(edit.open(specs.root() / "none.toml").front().code, "spec.file-not-found");
    std::ofstream(specs.root() / "bytes.toml", std::ios::binary) << "name = \"\xff\xfe\"\n";
    EXPECT_EQ(edit.open(specs.root() / "bytes.toml").front().code, "spec.not-text");
    EXPECT_FALSE(edit.isOpen());
    ASSERT_TRUE(edit.openUnsaved(specs.shipped("nvidia-h200"), "name = 1").empty());
    EXPECT_TRUE(edit.modified());
    EXPECT_EQ(edit.currentSpec()->name, "nvidia-h200");
}

TEST(SpecEdit, TellsTheEffectInTheUnitThatIsAskedFor) {
    const TestSpecs specs;
    SpecEdit edit(specs.folders());
    ASSERT_TRUE(edit.open(specs.shipped("geforce-8800-gtx")).empty());
    AnalysisRequest request = test::requestFor("scan/scan-init");
    batch::GraphCache graphs;
    const SharedAnalysis before = *analyse(request, graphs);
    const double clock = edit.currentSpec()->execution.clockMhz;
    ASSERT_TRUE(edit.setValue("execution.clock_mhz", QString::number(2 * clock)));
    ASSERT_TRUE(edit.setValue("global_memory.bandwidth_gb_s",
                              QString::number(2 * edit.currentSpec()->globalMemory.bandwidthGBs)));
    request.spec = edit.currentSpec();
    const SharedAnalysis after = *analyse(request, graphs);
    // Twice the clock and twice the bandwidth: as many cycles, half the time.
    EXPECT_EQ(specEffectText(before, after, TimeUnit::Cycles).count("unchanged"), 2);
    EXPECT_EQ(specEffectText(before, after, TimeUnit::Microseconds).count("(-50.0 %)"), 2)
        << specEffectText(before, after, TimeUnit::Microseconds).toStdString();
    EXPECT_TRUE(specEffectText(before, {}, TimeUnit::Cycles).isEmpty());
}

} // namespace
} // namespace warpstring::gui
