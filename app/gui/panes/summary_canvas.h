// SPDX-License-Identifier: GPL-3.0-or-later
// The summary to look at: hover, click, keyboard.
#pragma once

#include <QWidget>
#include <optional>

#include "app/gui/drawing/display.h"
#include "app/gui/drawing/summary_page.h"
#include "app/gui/models/session/selection.h"

namespace warpstring::gui {

class SummaryCanvas : public QWidget {
    Q_OBJECT

public:
    SummaryCanvas(Selection& selection, Display& display, QWidget* parent = nullptr);

    /// Nothing: `instead` is written.
    void setSummary(std::optional<Summary> summary, const QString& instead);
    /// Of the summary that is shown.
    void setAdvice(AdviceRows advice);
    [[nodiscard]] const std::optional<Summary>& summary() const { return summary_; }
    [[nodiscard]] const Page& page() const { return shown_.page; }
    /// The link of the keyboard.
    [[nodiscard]] std::optional<std::size_t> current() const { return current_; }
    [[nodiscard]] SummaryPage laidOut(double width) const;

    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] QSize sizeHint() const override;

Q_SIGNALS:
    /// Words of a rewrite that is to be applied.
    void rewriteWanted(const QString& words);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    void relayout();
    void setHovered(std::optional<std::size_t> link);
    /// Pins what the link leads to, or asks for its rewrite.
    void follow(const PageLink& link);
    /// To the next link in that direction that leads to an element or applies a rewrite.
    void step(std::size_t from, int by);

    Selection& selection_;
    Display& display_;
    std::optional<Summary> summary_;
    QString instead_;
    SummaryPage shown_;
    double adviceHeight_ = 0; ///< of the advice that was shown last
    std::optional<std::size_t> hovered_, current_;
};

} // namespace warpstring::gui
