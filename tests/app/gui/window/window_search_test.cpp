// SPDX-License-Identifier: GPL-3.0-or-later
// What is looked for is found where one is, and everywhere, by keys alone.
#include <QComboBox>
#include <QLineEdit>
#include <QTreeView>

#include "app/gui/panes/find_bar.h"
#include "app/gui/panes/search_pane.h"
#include "tests/app/gui/window/window_fixture.h"

namespace warpstring::gui {

namespace {

class WindowSearch : public test::WindowTest {
protected:
    void SetUp() override {
        WindowTest::SetUp();
        ASSERT_TRUE(openSample("scan/scan-init"));
    }
    static void key(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
        ASSERT_NE(QApplication::focusWidget(), nullptr);
        QTest::keyClick(QApplication::focusWidget(), key, modifiers);
    }
    static void type(const char* text) {
        QTest::keyClicks(QApplication::focusWidget(), QString::fromUtf8(text));
    }
    static QString outcome(const QWidget& bar) {
        for (const QLabel* label : bar.findChildren<QLabel*>())
            if (label->text().contains(QStringLiteral(" of ")) ||
                label->text().contains(QStringLiteral("found")))
                return label->text();
        return {};
    }
    const Focus& pinned() { return window_->selection().pinned(); }
    const token_string::Token& pinnedToken() {
        return *session().analysis()->tokens[pinned().tokens.front()].token;
    }
};

TEST_F(WindowSearch, TheStringIsSearchedWhereItHasTheFocus) {
    raise(window_->string());
    window_->string().canvas().setFocus();
    key(Qt::Key_F, Qt::ControlModifier);
    auto& bar = *window_->string().findChild<FindBar*>();
    ASSERT_TRUE(bar.isVisible());
    type("local load");
    const QString first = outcome(bar);
    EXPECT_TRUE(first.startsWith(QStringLiteral("1 of "))) << first.toStdString();
    ASSERT_EQ(pinned().tokens.size(), 1U);
    EXPECT_EQ(pinnedToken().kind, token_string::TokenKind::SharedLoad);
    EXPECT_EQ(window_->string().canvas().current(), pinned().tokens.front());
    const TokenIndex before = pinned().tokens.front();
    key(Qt::Key_Return);
    EXPECT_GT(pinned().tokens.front(), before);
    EXPECT_TRUE(outcome(bar).startsWith(QStringLiteral("2 of ")));
    key(Qt::Key_F3, Qt::ShiftModifier);
    EXPECT_EQ(pinned().tokens.front(), before);
    key(Qt::Key_F3);
    EXPECT_GT(pinned().tokens.front(), before);
    key(Qt::Key_Escape);
    EXPECT_FALSE(bar.isVisible());
    EXPECT_TRUE(window_->string().canvas().hasFocus());
    // The source follows the pin, as it does after a click.
    EXPECT_FALSE(pinned().lines.empty());
}

TEST_F(WindowSearch, TheGraphIsSearchedWhereItHasTheFocus) {
    auto& graph = pane<GraphPane>();
    raise(graph);
    ASSERT_TRUE(
        QTest::qWaitFor([&] { return graph.graph().shown() && !graph.graph().busy(); }, test::patienceMs));
    graph.canvas().setFocus();
    key(Qt::Key_F, Qt::ControlModifier);
    auto& bar = *graph.findChild<FindBar*>();
    ASSERT_TRUE(bar.isVisible());
    type("barrier");
    EXPECT_TRUE(outcome(bar).startsWith(QStringLiteral("1 of "))) << outcome(bar).toStdString();
    const auto current = graph.canvas().graphScene().current();
    ASSERT_TRUE(current);
    EXPECT_EQ(graph.graph().focusOf(*current), pinned());
    EXPECT_GE(graph.canvas().zoom(), 0.6) << "it can be read";
    key(Qt::Key_Return);
    EXPECT_NE(graph.canvas().graphScene().current(), current);
}

TEST_F(WindowSearch, TheSourceCountsAndPinsItsLine) {
    editor().setFocus();
    editor().setCursorPosition(0, 0);
    key(Qt::Key_F, Qt::ControlModifier);
    type("barrier");
    EXPECT_TRUE(outcome(window_->source().findBar()).startsWith(QStringLiteral("1 of ")));
    EXPECT_EQ(pinned().lines, std::vector{editor().cursorLine()});
}

TEST_F(WindowSearch, EverythingIsSearchedAtOnce) {
    editor().setFocus();
    key(Qt::Key_F, Qt::ControlModifier | Qt::ShiftModifier);
    auto& search = window_->search();
    ASSERT_TRUE(search.isVisible());
    type("barrier");
    const auto& results = search.results();
    ASSERT_GT(results.hits(), 3U);
    std::set<SearchPlace> seen;
    for (std::size_t i = 0; i < results.hits(); ++i) {
        key(i == 0 ? Qt::Key_Return : Qt::Key_F3);
        EXPECT_EQ(outcome(search), countText(i, results.hits()));
        const SearchHit& hit = results.hit(i);
        if (seen.insert(hit.place).second && hit.place != SearchPlace::Source) {
            Pane& shown =
                hit.place == SearchPlace::String ? static_cast<Pane&>(window_->string()) : pane<GraphPane>();
            EXPECT_FALSE(shown.visibleRegion().isEmpty()) << "it comes to the front";
        }
        EXPECT_EQ(pinned(), focusOf(hit, session().analysis()->elements));
    }
    EXPECT_EQ(seen.size(), searchPlaces.size());
    key(Qt::Key_F3);
    EXPECT_EQ(outcome(search), countText(0, results.hits())) << "behind the last comes the first";
    key(Qt::Key_F3, Qt::ShiftModifier);
    EXPECT_EQ(outcome(search), countText(results.hits() - 1, results.hits()));
    EXPECT_TRUE(search.isAncestorOf(QApplication::focusWidget())) << "one goes on typing";
}

TEST_F(WindowSearch, F3GoesOnFromAnotherPane) {
    editor().setFocus();
    key(Qt::Key_F, Qt::ControlModifier | Qt::ShiftModifier);
    type("barrier");
    key(Qt::Key_Return);
    pane<SummaryPane>().setFocus();
    key(Qt::Key_F3);
    EXPECT_EQ(outcome(window_->search()), countText(1, window_->search().results().hits()));
}

TEST_F(WindowSearch, ARowOfTheListIsGoneTo) {
    editor().setFocus();
    key(Qt::Key_F, Qt::ControlModifier | Qt::ShiftModifier);
    type("barrier");
    key(Qt::Key_Down);
    auto* view = window_->search().findChild<QTreeView*>();
    EXPECT_TRUE(view->hasFocus());
    key(Qt::Key_Return);
    EXPECT_TRUE(editor().hasFocus());
    EXPECT_EQ(editor().selectedText().toLower(), QStringLiteral("barrier"));
}

TEST_F(WindowSearch, TheListFollowsEdits) {
    editor().setFocus();
    key(Qt::Key_F, Qt::ControlModifier | Qt::ShiftModifier);
    type("word_of_an_edit");
    EXPECT_EQ(outcome(window_->search()), QStringLiteral("not found"));
    editor().insertAt(QStringLiteral("// word_of_an_edit\n"), 0, 0);
    settle();
    EXPECT_EQ(window_->search().results().hits(), 1U);
}

} // namespace

} // namespace warpstring::gui
