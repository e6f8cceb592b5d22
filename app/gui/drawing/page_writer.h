// SPDX-License-Identifier: GPL-3.0-or-later
// Writes on a page from above to below, in a column.
#pragma once

#include "app/gui/drawing/page.h"

namespace warpstring::gui {

/// A part of a bar.
struct BarPart {
    double share = 0; ///< of the bar's length
    Ink ink;
};

class PageWriter {
public:
    PageWriter(Page& page, const PageFonts& fonts, double left, double top, double width)
        : page_(page), fonts_(fonts), left_(left), top_(top), width_(width), y_(top) {}

    [[nodiscard]] double left() const { return left_; }
    [[nodiscard]] double right() const { return left_ + width_; }
    [[nodiscard]] double width() const { return width_; }
    [[nodiscard]] double y() const { return y_; }
    [[nodiscard]] Page& page() { return page_; }
    [[nodiscard]] const PageFonts& fonts() const { return fonts_; }
    /// Of a line of body text.
    [[nodiscard]] double line() const { return fonts_.line(Letters::Body); }
    [[nodiscard]] double widthOf(const QString& text, Letters letters = Letters::Body) const;

    void skip(double height) { y_ += height; }
    /// The name of a section.
    void heading(const QString& text);
    /// As many lines as it takes.
    void paragraph(const QString& text, Letters letters = Letters::Body, Ink ink = {});
    /// Of the current line; does not go on. What does not fit is cut in its middle.
    void cell(double x, double width, const QString& text, Qt::Alignment side = Qt::AlignLeft,
              Letters letters = Letters::Body, Ink ink = {});
    /// A flat bar of the current line.
    void bar(double x, double width, const std::vector<BarPart>& parts, double height = 6);
    /// Everything from `from` to where the writer is leads to the focus.
    void link(double from, const Focus& focus, const QString& name, const QString& tip = {});
    void nextLine() { y_ += line(); }

private:
    Page& page_;
    const PageFonts& fonts_;
    double left_, top_, width_, y_;
};

} // namespace warpstring::gui
