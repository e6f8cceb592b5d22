// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/drawing/page_writer.h"

#include <algorithm>
#include <cmath>

namespace warpstring::gui {

double PageWriter::widthOf(const QString& text, Letters letters) const {
    return std::ceil(fonts_.metrics(letters).horizontalAdvance(text)) + 1;
}

void PageWriter::heading(const QString& text) {
    cell(left_, width_, text, Qt::AlignLeft, Letters::Strong);
    y_ += fonts_.line(Letters::Strong) + 4;
}

void PageWriter::paragraph(const QString& text, Letters letters, Ink ink) {
    const QRectF needed = fonts_.metrics(letters).boundingRect(QRectF(0, 0, width_, 10000),
                                                               Qt::AlignLeft | Qt::TextWordWrap, text);
    const double height = std::ceil(needed.height()) + 1;
    page_.texts.push_back(
        {QRectF(left_, y_, width_, height), text, letters, ink, Qt::AlignLeft | Qt::AlignTop, true});
    y_ += height + 3;
}

void PageWriter::cell(double x, double width, const QString& text, Qt::Alignment side, Letters letters,
                      Ink ink) {
    const QRectF rect(x, y_, width, fonts_.line(letters == Letters::Title ? Letters::Title : Letters::Body));
    const QString shown = fonts_.metrics(letters).elidedText(text, Qt::ElideMiddle, width + 0.5);
    page_.texts.push_back({rect, shown, letters, ink, side | Qt::AlignVCenter, false});
}

void PageWriter::bar(double x, double width, const std::vector<BarPart>& parts, double height) {
    const double top = y_ + (line() - height) / 2;
    page_.boxes.push_back({QRectF(x, top, width, height), {Ink::Of::Grid}, 0});
    double at = x;
    for (const BarPart& part : parts) {
        const double length = std::clamp(part.share, 0.0, 1.0) * width;
        page_.boxes.push_back({QRectF(at, top, std::min(length, x + width - at), height), part.ink, 0});
        at += length;
    }
}

void PageWriter::link(double from, const Focus& focus, const QString& name, const QString& tip) {
    page_.links.push_back({QRectF(left_ - 4, from, width_ + 8, y_ - from), focus, name, tip});
}

} // namespace warpstring::gui
