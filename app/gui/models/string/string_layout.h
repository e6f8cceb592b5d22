// SPDX-License-Identifier: GPL-3.0-or-later
// Where the tokens of a string stand on a page: boxes in lines, repeats as brackets below them.
#pragma once

#include <QPointF>
#include <QRectF>
#include <QString>
#include <functional>
#include <optional>
#include <vector>

#include "app/gui/models/string/shown_string.h"

namespace warpstring::gui {

/// Device-independent pixels.
struct StringMetrics {
    std::function<double(const QString&)> letterWidth; ///< in the font of kinds
    std::function<double(const QString&)> smallWidth;  ///< in the font of indices and counts
    double boxHeight = 40;
    double bracketHeight = 18; ///< of one depth of repeats
    double gap = 4;            ///< between boxes
    double padding = 7;        ///< within a box, on either side
    double lineGap = 14;
    double least = 6; ///< width of a box whose label does not fit
};

struct TokenBox {
    QRectF rect;
    QString letter, below, above; ///< kind, index or count, cycles
    bool labelled = true;         ///< the label fits
    int line = 0;                 ///< of the page
};

/// A loop, or folded iterations, on one line of the page.
struct RepeatBracket {
    std::size_t block = 0; ///< in ShownString::blocks
    bool isFolded = false; ///< unrolled iterations: the boxes have the cycles of all of them
    double left = 0, right = 0, y = 0;
    bool begins = true, ends = true; ///< here, rather than on another line
    QString label;                   ///< "x4096"; "7 copies", or "7" where that fits not; on the longest piece
    int depth = 0;                   ///< 0: the innermost at this place
};

struct StringPage {
    std::vector<TokenBox> boxes; ///< by ShownIndex
    std::vector<RepeatBracket> brackets;
    QSizeF size;

    /// The token at a point; nullopt beside them.
    [[nodiscard]] std::optional<ShownIndex> at(const QPointF& point) const;
    /// The token above or below, nearest in x; the token itself at the first and the last line.
    [[nodiscard]] ShownIndex above(ShownIndex token) const { return vertical(token, -1); }
    [[nodiscard]] ShownIndex below(ShownIndex token) const { return vertical(token, 1); }

private:
    [[nodiscard]] ShownIndex vertical(ShownIndex token, int by) const;
};

enum class TokenWidth {
    Label, ///< as wide as its text
    Cycles ///< by its share of a warp's cycles, waiting at G included
};

/// Lays the string out in lines of at most `width`; `cycles` by ShownIndex, what widths go by.
[[nodiscard]] StringPage layOutString(const Analysis& analysis, const ShownString& shown,
                                      const std::vector<double>& cycles, double width, TokenWidth by,
                                      const StringMetrics& metrics);

} // namespace warpstring::gui
