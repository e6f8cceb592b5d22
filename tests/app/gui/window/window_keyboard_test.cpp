// SPDX-License-Identifier: GPL-3.0-or-later
// Everything is reached by keys, and every key means one thing.
#include <QLineEdit>

#include "app/gui/panes/find_bar.h"
#include "tests/app/gui/window/window_fixture.h"

namespace warpstring::gui {

namespace {

class WindowKeyboard : public test::WindowTest {
protected:
    QLineEdit& findField() { return *window_->source().findBar().findChild<QLineEdit*>(); }
    QString selected() { return editor().selectedText(); }

    static void collect(const QList<QAction*>& actions, std::vector<QAction*>& all) {
        for (QAction* action : actions) {
            if (action->isSeparator()) continue;
            all.push_back(action);
            if (action->menu() != nullptr) {
                Q_EMIT action->menu()->aboutToShow();
                collect(action->menu()->actions(), all);
            }
        }
    }
    std::vector<QAction*> actions() {
        std::vector<QAction*> all;
        collect(window_->menuBar()->actions(), all);
        return all;
    }
    Pane* focused() {
        for (QWidget* widget = QApplication::focusWidget(); widget != nullptr; widget = widget->parentWidget())
            if (auto* found = qobject_cast<Pane*>(widget)) return found;
        return nullptr;
    }
};

TEST_F(WindowKeyboard, EveryActionHasATextAndAKeyOfItsOwn) {
    ASSERT_TRUE(openSample("scan/scan-init"));
    std::map<QKeySequence, QString> keys;
    for (QAction* action : actions()) {
        EXPECT_FALSE(action->text().isEmpty());
        for (const QKeySequence& key : action->shortcuts()) {
            const auto [known, added] = keys.emplace(key, action->text());
            EXPECT_TRUE(added) << key.toString().toStdString() << " is " << known->second.toStdString()
                               << " and " << action->text().toStdString();
        }
    }
    EXPECT_GT(keys.size(), 15U);
}

TEST_F(WindowKeyboard, MnemonicsOfAMenuAreDifferent) {
    ASSERT_TRUE(openSample("scan/scan-init"));
    const auto check = [](const QList<QAction*>& actions) {
        std::map<QString, QString> letters;
        for (const QAction* action : actions) {
            const QKeySequence key = QKeySequence::mnemonic(action->text());
            if (key.isEmpty()) continue;
            const auto [known, added] = letters.emplace(key.toString(), action->text());
            EXPECT_TRUE(added) << known->second.toStdString() << " and " << action->text().toStdString();
        }
    };
    check(window_->menuBar()->actions());
    for (QAction* action : actions())
        if (action->menu() != nullptr) check(action->menu()->actions());
}

TEST_F(WindowKeyboard, ShortcutsAreHeardWhileTheEditorIsTypedInto) {
    ASSERT_TRUE(openSample("scan/scan-init"));
    const auto before = editor().text();
    std::set<QAction*> heard;
    for (QAction* action : actions()) {
        const QString label = action->text();
        // What opens dialogs, ends the program or acts on the text itself is tested elsewhere.
        if (action->shortcut().isEmpty() || label.endsWith(QStringLiteral("...")) ||
            label == QStringLiteral("&Quit") || label == QStringLiteral("&Close") ||
            label == QStringLiteral("&Undo") || label == QStringLiteral("&Redo"))
            continue;
        QObject::connect(action, &QAction::triggered, window_.get(),
                         [&heard, action] { heard.insert(action); });
        editor().setFocus();
        const QKeyCombination key = action->shortcut()[0];
        QTest::keyClick(&editor(), key.key(), key.keyboardModifiers());
        EXPECT_TRUE(heard.contains(action)) << label.toStdString();
        EXPECT_EQ(editor().text(), before) << label.toStdString() << " edits the text";
        settle();
    }
    EXPECT_GT(heard.size(), 8U);
}

TEST_F(WindowKeyboard, StepsThroughThePanesThatCanBeSeen) {
    ASSERT_TRUE(openSample("scan/scan-init"));
    std::set<Pane*> visible;
    for (Pane* each : window_->panes())
        if (each->isVisible() && !each->visibleRegion().isEmpty()) visible.insert(each);
    ASSERT_GE(visible.size(), 3U);
    for (const auto modifiers : {Qt::KeyboardModifiers{}, Qt::KeyboardModifiers{Qt::ShiftModifier}}) {
        std::set<Pane*> reached;
        for (std::size_t i = 0; i < visible.size(); ++i) {
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_F6, modifiers);
            reached.insert(focused());
        }
        EXPECT_EQ(reached, visible);
    }
}

TEST_F(WindowKeyboard, EveryPaneIsRaisedByItsKeyAndTakesTheFocus) {
    ASSERT_TRUE(openSample("scan/scan-init"));
    for (QDockWidget* dock : window_->docks().docks()) {
        auto* shown = qobject_cast<Pane*>(dock->widget());
        ASSERT_NE(shown, nullptr);
        QAction* view = actionIn(window_->menuBar()->actions(), QStringLiteral("&View"));
        ASSERT_NE(view, nullptr);
        QAction* action = actionIn(view->menu()->actions(), shown->accessibleName());
        ASSERT_NE(action, nullptr);
        action->trigger();
        QTest::qWait(10);
        EXPECT_FALSE(shown->visibleRegion().isEmpty()) << dock->objectName().toStdString();
        EXPECT_EQ(focused(), shown) << dock->objectName().toStdString();
    }
}

TEST_F(WindowKeyboard, FindsGoesOnAndSaysWhatIsNotThere) {
    ASSERT_TRUE(openSample("scan/scan-init"));
    editor().setFocus();
    editor().setCursorPosition(0, 0);
    QTest::keyClick(&editor(), Qt::Key_F, Qt::ControlModifier);
    ASSERT_TRUE(window_->source().findBar().isVisible());
    ASSERT_TRUE(findField().hasFocus());
    QTest::keyClicks(&findField(), QStringLiteral("BARRIER"));
    EXPECT_EQ(selected().toLower(), QStringLiteral("barrier"));
    int line = 0, column = 0;
    editor().getCursorPosition(&line, &column);
    QTest::keyClick(&findField(), Qt::Key_Return);
    int next = 0;
    editor().getCursorPosition(&next, &column);
    EXPECT_GT(next, line);
    QTest::keyClick(&findField(), Qt::Key_F3, Qt::ShiftModifier);
    editor().getCursorPosition(&next, &column);
    EXPECT_EQ(next, line);
    findField().clear();
    QTest::keyClicks(&findField(), QStringLiteral("no such words"));
    const auto labels = window_->source().findBar().findChildren<QLabel*>();
    EXPECT_TRUE(std::any_of(labels.begin(), labels.end(),
                            [](auto* label) { return label->text() == QStringLiteral("not found"); }));
    QTest::keyClick(&findField(), Qt::Key_Escape);
    EXPECT_FALSE(window_->source().findBar().isVisible());
    EXPECT_TRUE(editor().hasFocus());
}

TEST_F(WindowKeyboard, GoesToALine) {
    ASSERT_TRUE(openSample("scan/scan-init"));
    editor().setFocus();
    QTest::keyClick(&editor(), Qt::Key_G, Qt::ControlModifier);
    ASSERT_TRUE(findField().isVisible());
    for (const char* wrong : {"0", "99999", "x", ""}) {
        findField().clear();
        QTest::keyClicks(&findField(), QLatin1String(wrong));
        QTest::keyClick(&findField(), Qt::Key_Return);
        EXPECT_TRUE(findField().isVisible()) << wrong;
    }
    findField().clear();
    QTest::keyClicks(&findField(), QStringLiteral("42"));
    QTest::keyClick(&findField(), Qt::Key_Return);
    EXPECT_EQ(editor().cursorLine(), 42);
    EXPECT_TRUE(editor().hasFocus());
}

TEST_F(WindowKeyboard, TokensAreGoneThroughPinnedAndFreed) {
    ASSERT_TRUE(openSample("matmul/matmul-tiled"));
    raise(window_->string());
    auto& canvas = window_->string().canvas();
    canvas.setFocus();
    QTest::keyClick(&canvas, Qt::Key_Home);
    EXPECT_EQ(canvas.current(), 0U);
    QTest::keyClick(&canvas, Qt::Key_Right);
    EXPECT_EQ(canvas.current(), 1U);
    QTest::keyClick(&canvas, Qt::Key_Return);
    EXPECT_TRUE(window_->selection().pinned().hasToken(1));
    QTest::keyClick(&canvas, Qt::Key_End);
    EXPECT_EQ(canvas.current(), session().analysis()->tokens.size() - 1);
    QTest::keyClick(&canvas, Qt::Key_Right);
    EXPECT_EQ(canvas.current(), session().analysis()->tokens.size() - 1);
    QTest::keyClick(&canvas, Qt::Key_Escape);
    EXPECT_TRUE(window_->selection().pinned().empty());
}

} // namespace

} // namespace warpstring::gui
