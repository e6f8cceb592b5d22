// SPDX-License-Identifier: GPL-3.0-or-later
// The token string to look at: hover, click, keyboard.
#pragma once

#include <QWidget>

#include "app/gui/drawing/display.h"
#include "app/gui/models/session/selection.h"
#include "app/gui/models/string/string_layout.h"

namespace warpstring::gui {

class StringCanvas : public QWidget {
    Q_OBJECT

public:
    StringCanvas(Selection& selection, Display& display, QWidget* parent = nullptr);

    void setAnalysis(SharedAnalysis analysis);
    void setWidths(TokenWidth by);
    [[nodiscard]] const StringPage& page() const { return page_; }
    [[nodiscard]] const ShownString& shown() const { return shown_; }
    /// The token under the mouse, else the keyboard's.
    [[nodiscard]] std::optional<ShownIndex> current() const { return current_; }

    /// The keyboard's place, scrolled to.
    void goTo(TokenIndex token);

    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] QSize sizeHint() const override;

Q_SIGNALS:
    void currentChanged();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    void showString();
    void relayout();
    void setCurrent(std::optional<ShownIndex> token);
    [[nodiscard]] Focus focusOn(std::optional<ShownIndex> token) const;
    void scrollToCurrent();
    [[nodiscard]] StringPage laidOut(double width) const;

    Selection& selection_;
    Display& display_;
    SharedAnalysis analysis_;
    ShownString shown_;
    bool folds_ = true;          ///< what is shown is folded
    std::vector<double> cycles_; ///< by ShownIndex
    TokenWidth widths_ = TokenWidth::Label;
    StringPage page_;
    std::optional<ShownIndex> current_;
};

} // namespace warpstring::gui
