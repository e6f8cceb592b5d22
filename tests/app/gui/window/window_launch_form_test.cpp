// SPDX-License-Identifier: GPL-3.0-or-later
// The form of a launch as a person uses it: entries change the text, the text changes the form, results follow.
#include <QComboBox>
#include <QLineEdit>
#include <QTabBar>
#include <QTabWidget>

#include "app/gui/panes/form_table.h"
#include "app/gui/panes/launch_form_view.h"
#include "app/gui/panes/size_fields.h"
#include "tests/app/gui/window/window_fixture.h"

namespace warpstring::gui {

namespace {

const std::string twoKernels = "__kernel void clear(__global float* a, int n) {\n"
                               "    int i = get_global_id(0);\n"
                               "    if (i < n) a[i] = 0;\n"
                               "}\n"
                               "__kernel void scale(__global float* a, __global const float* by) {\n"
                               "    a[get_global_id(0)] *= by[get_global_id(0)];\n"
                               "}\n";

class WindowLaunchForm : public test::WindowTest {
protected:
    void SetUp() override { start({QStringLiteral("nvidia-h200"), {}}); }

    LaunchPane& launch() { return pane<LaunchPane>(); }
    LaunchFormView& form() { return launch().form(); }
    std::string launchText() { return session().current()->launchText(); }

    void openBare(const std::string& kernel) {
        ASSERT_TRUE(open(folder_.write("mine/k.cl", kernel)));
        for (QWidget* above = &launch(); above != nullptr; above = above->parentWidget())
            if (auto* tabs = qobject_cast<QTabWidget*>(above)) tabs->setCurrentWidget(&launch());
        ASSERT_TRUE(QTest::qWaitFor([this] { return form().isVisible(); }, test::patienceMs));
    }
    void waitForKernels(std::size_t count) {
        ASSERT_TRUE(
            QTest::qWaitFor([&] { return session().facts().kernels.size() == count; }, test::patienceMs));
    }
    /// Types into a field and goes on.
    static void enter(QLineEdit& field, const QString& text) {
        field.setFocus();
        field.selectAll();
        QTest::keyClicks(&field, text);
        QTest::keyClick(&field, Qt::Key_Return);
    }
    int rowOf(const char* argument) {
        for (int row = 0; row < launch().formModel().arguments().rowCount(); ++row)
            if (launch().formModel().arguments().row(row).name == argument) return row;
        ADD_FAILURE() << argument;
        return 0;
    }
};

TEST_F(WindowLaunchForm, StandsThereFilledAsSoonAsAKernelIsOpen) {
    openBare(twoKernels);
    waitForKernels(2);
    EXPECT_EQ(form().kernel().count(), 2);
    EXPECT_EQ(form().kernel().currentText(), QStringLiteral("clear"));
    EXPECT_FALSE(form().global().field(0).text().isEmpty());
    EXPECT_TRUE(form().global().note().startsWith(QStringLiteral("guessed: ")))
        << form().global().note().toStdString();
    EXPECT_EQ(launch().formModel().arguments().rowCount(), 2);
    EXPECT_TRUE(form().notice().isEmpty()) << form().notice().toStdString();
}

TEST_F(WindowLaunchForm, AnEntryChangesTheTextAndTheResultAndCanBeUndone) {
    openBare(twoKernels);
    const std::string before = launchText();
    enter(form().local().field(0), QStringLiteral("64"));
    EXPECT_NE(launchText().find("local = [64]\n"), std::string::npos) << launchText();
    EXPECT_TRUE(form().local().note().isEmpty()) << "it is no guess any more";
    settle();
    ASSERT_EQ(session().state(), Session::State::Good);
    EXPECT_EQ(session().analysis()->launch().range.local[0], 64U);
    EXPECT_EQ(launch().editor().text().toStdString(), launchText());
    trigger(QStringLiteral("&Undo"));
    EXPECT_EQ(launchText(), before);
    EXPECT_TRUE(form().local().note().startsWith(QStringLiteral("guessed: ")));
    trigger(QStringLiteral("&Redo"));
    EXPECT_EQ(form().local().field(0).text(), QStringLiteral("64"));
}

TEST_F(WindowLaunchForm, SaysBesideTheFieldWhatIsWrong) {
    openBare(twoKernels);
    enter(form().local().field(0), QStringLiteral("2048"));
    EXPECT_TRUE(form().local().note().contains(QStringLiteral("1024"))) << form().local().note().toStdString();
    enter(form().local().field(0), QStringLiteral("7"));
    enter(form().global().field(0), QStringLiteral("1000"));
    EXPECT_EQ(form().global().note(), QStringLiteral("1000 is no multiple of 7"));
    enter(form().local().field(0), QStringLiteral("100"));
    EXPECT_TRUE(form().global().note().isEmpty());
    settle();
    EXPECT_EQ(session().state(), Session::State::Good);
}

TEST_F(WindowLaunchForm, TheTextChangesTheForm) {
    openBare(twoKernels);
    std::string text = launchText();
    text.replace(text.find("kernel"), 0, "description = \"mine\"\n");
    text.replace(text.find("\nn = "), 5, "\nn = 7");
    launch().editor().setText(QString::fromStdString(text));
    EXPECT_TRUE(launch().formModel().arguments().row(rowOf("n")).size.starts_with("7"));
    launch().editor().setText(QString::fromStdString(text + "x = ["));
    EXPECT_FALSE(form().notice().isEmpty());
    EXPECT_FALSE(form().kernel().isEnabled()) << "there is no form of such a text";
    launch().editor().setText(QString::fromStdString(text));
    EXPECT_TRUE(form().notice().isEmpty());
    EXPECT_TRUE(form().kernel().isEnabled());
}

TEST_F(WindowLaunchForm, AnotherKernelBringsItsArgumentsInOneStepBack) {
    openBare(twoKernels);
    waitForKernels(2);
    const std::string before = launchText();
    form().kernel().setCurrentIndex(1);
    Q_EMIT form().kernel().activated(1);
    settle();
    ASSERT_EQ(session().state(), Session::State::Good)
        << toText(session().diagnostics().front()) << launchText();
    EXPECT_EQ(session().analysis()->launch().kernel, "scale");
    EXPECT_TRUE(session().analysis()->launch().arguments.contains("by"));
    ASSERT_TRUE(QTest::qWaitFor([this] { return session().facts().kernel == "scale"; }, test::patienceMs));
    EXPECT_EQ(form().kernel().currentText(), QStringLiteral("scale"));
    EXPECT_EQ(launch().formModel().arguments().row(1).name, "by");
    trigger(QStringLiteral("&Undo"));
    EXPECT_EQ(launchText(), before);
}

TEST_F(WindowLaunchForm, ATableIsEditedFromTheKeyboard) {
    openBare(twoKernels);
    FormTable& table = form().arguments();
    table.setFocus();
    table.setCurrentIndex(table.model()->index(rowOf("n"), ArgumentTable::Size));
    QTest::keyClick(&table, Qt::Key_Return);
    auto* line = table.findChild<QLineEdit*>();
    ASSERT_NE(line, nullptr);
    line->selectAll();
    QTest::keyClicks(line, QStringLiteral("5000"));
    Q_EMIT table.model()->dataChanged(table.model()->index(0, 0),
                                      table.model()->index(1, ArgumentTable::Columns - 1));
    EXPECT_EQ(line->text(), QStringLiteral("5000")) << "what is learned of the row leaves what is typed";
    QTest::keyClick(line, Qt::Key_Return);
    EXPECT_TRUE(QTest::qWaitFor([this] { return launchText().find("n = 5000\n") != std::string::npos; }, 5000))
        << launchText();
    settle();
    ASSERT_EQ(session().state(), Session::State::Good);
    EXPECT_GE(session().analysis()->launch().range.global[0], 5000U) << "guesses name what they hang on";
}

TEST_F(WindowLaunchForm, AMacroIsTypedIntoTheLastRow) {
    openBare(twoKernels);
    FormTable& table = form().macros();
    table.setFocus();
    const auto type = [&](int column, const QString& typed) {
        table.setCurrentIndex(table.model()->index(0, column));
        QTest::keyClick(&table, Qt::Key_F2);
        auto* line = table.findChild<QLineEdit*>();
        ASSERT_NE(line, nullptr);
        line->selectAll();
        QTest::keyClicks(line, typed);
        QTest::keyClick(line, Qt::Key_Return);
        ASSERT_TRUE(
            QTest::qWaitFor([&] { return launchText().find(typed.toStdString()) != std::string::npos; }, 5000));
        ASSERT_TRUE(QTest::qWaitFor([&] { return table.findChild<QLineEdit*>() == nullptr; }, 5000));
    };
    type(MacroTable::Name, QStringLiteral("TILE"));
    EXPECT_EQ(table.currentIndex(), table.model()->index(0, MacroTable::Name)) << "to go on from there";
    type(MacroTable::Value, QStringLiteral("512"));
    EXPECT_NE(launchText().find("[macros]\nTILE = 512\n"), std::string::npos) << launchText();
    EXPECT_EQ(table.model()->rowCount(), 2);
    QTest::keyClick(&table, Qt::Key_Delete);
    EXPECT_EQ(launchText().find("macros"), std::string::npos) << launchText();
}

TEST_F(WindowLaunchForm, TheResultComesAsSoonAsTheFormIsComplete) {
    folder_.write("headers/common.h", "#define SCALE 2.0f\n");
    openBare("#include \"common.h\"\n"
             "__kernel void k(__global float* a) { a[get_global_id(0)] *= SCALE; }\n");
    ASSERT_EQ(session().state(), Session::State::Faulty);
    ASSERT_EQ(session().diagnostics().size(), 1U);
    launch().formModel().addInclude(text(folder_ / "headers"));
    settle();
    EXPECT_EQ(session().state(), Session::State::Good);
    EXPECT_TRUE(message().isEmpty()) << message().toStdString();
    EXPECT_FALSE(form().global().field(0).text().isEmpty());
    EXPECT_EQ(launch().formModel().form().includes.size(), 1U);
}

TEST_F(WindowLaunchForm, WhatIsMissingCanBeGuessed) {
    folder_.write("mine/k.cl", twoKernels);
    folder_.write("mine/k.toml",
                  "# mine\nschema = \"warpstring.launch/1\"\nkernel = \"clear\"\nsource = \"k.cl\"\n"
                  "global = [1024]\nlocal = [64]\n\n[args]\nn = 1000 # rows\n");
    openBare(twoKernels);
    EXPECT_EQ(session().state(), Session::State::Faulty) << "an argument is missing";
    waitForKernels(2);
    EXPECT_TRUE(launch().formModel().form().isIncomplete());
    Q_EMIT form().draftWanted();
    settle();
    EXPECT_EQ(session().state(), Session::State::Good)
        << toText(session().diagnostics().front()) << launchText();
    EXPECT_TRUE(launchText().starts_with("# mine\n"));
    EXPECT_NE(launchText().find("n = 1000 # rows\n"), std::string::npos);
    EXPECT_NE(launchText().find("global = [1024]\n"), std::string::npos);
    EXPECT_FALSE(launch().formModel().form().isIncomplete());
}

TEST_F(WindowLaunchForm, EverythingThatTakesTheFocusHasAName) {
    openBare(twoKernels);
    for (const QWidget* each : form().findChildren<QWidget*>()) {
        const bool isEntry = qobject_cast<const QLineEdit*>(each) != nullptr ||
                             qobject_cast<const QComboBox*>(each) != nullptr ||
                             qobject_cast<const QTableView*>(each) != nullptr;
        if (!isEntry || !each->isVisible() || each->focusPolicy() == Qt::NoFocus) continue;
        EXPECT_FALSE(each->accessibleName().isEmpty()) << each->metaObject()->className();
    }
}

TEST_F(WindowLaunchForm, StandsBesideTheTextWhereThereIsRoom) {
    openBare(twoKernels);
    EXPECT_FALSE(launch().editor().isVisible());
    launch().showText();
    EXPECT_TRUE(launch().editor().isVisible());
    EXPECT_FALSE(form().isVisible());
    launch().showForm();
    window_->resize(1900, 900);
    for (QDockWidget* dock : window_->docks().docks()) dock->hide();
    ASSERT_TRUE(QTest::qWaitFor([this] { return launch().editor().isVisible(); }, 5000)) << launch().width();
    EXPECT_TRUE(form().isVisible());
}

} // namespace

} // namespace warpstring::gui
