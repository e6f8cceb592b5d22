// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/string/string_layout.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/gui/models/string/source_marks.h"
#include "stringmodel/string/notation.h"

namespace warpstring::gui {

namespace {

QString boxNumber(double value) { return QString::fromStdString(token_string::shortNumber(value)); }

TokenBox labelled(const ShownToken& shown, const Analysis& analysis) {
    std::vector<const token_string::Token*> copies;
    copies.reserve(shown.copies.size());
    for (const TokenIndex copy : shown.copies) copies.push_back(analysis.tokens[copy].token);
    const token_string::Token& token = *copies.front();
    TokenBox box;
    box.letter = tokenLetter(token.kind);
    box.below = token.kind == token_string::TokenKind::Compute
                    ? boxNumber(token.count)
                    : QString::fromStdString(token_string::numbersText(copies));
    // The paper writes G without its wait.
    if (token.kind != token_string::TokenKind::Wait ||
        analysis.simulation.model() == token_string::CostModel::Timeline) {
        double cycles = 0;
        for (const token_string::Token* copy : copies) cycles += copy->cycles;
        box.above = boxNumber(cycles);
    }
    return box;
}

QString labelOf(const ShownBlock& block, double width, const StringMetrics& metrics) {
    if (block.loop != nullptr) return QStringLiteral("\u00d7") + boxNumber(block.loop->count);
    const QString label = QStringLiteral("%1 copies").arg(block.copies);
    return metrics.smallWidth(label) + 4 * metrics.gap <= width ? label : QString::number(block.copies);
}

struct Span {
    ShownIndex first = std::numeric_limits<ShownIndex>::max(), last = 0;
};

} // namespace

StringPage layOutString(const Analysis& analysis, const ShownString& shown, const std::vector<double>& cycles,
                        double width, TokenWidth by, const StringMetrics& metrics) {
    StringPage page;
    page.size = QSizeF(0, 0);
    int levels = 0;
    for (const ShownBlock& block : shown.blocks) levels = std::max(levels, block.depth + 1);
    const double lineHeight = metrics.boxHeight + levels * metrics.bracketHeight + metrics.lineGap;
    double all = 0;
    for (const double each : cycles) all += each;

    double x = metrics.gap;
    int line = 0;
    for (ShownIndex i = 0; i < shown.tokens.size(); ++i) {
        TokenBox box = labelled(shown.tokens[i], analysis);
        const double label = metrics.letterWidth(box.letter) +
                             std::max(metrics.smallWidth(box.below), metrics.smallWidth(box.above)) +
                             2 * metrics.padding;
        double boxWidth = label;
        if (by == TokenWidth::Cycles) {
            // Three lines of the page are all of a warp's cycles: small tokens can still be seen.
            boxWidth =
                all > 0 ? std::max(metrics.least, cycles[i] / all * 3 * (width - 2 * metrics.gap)) : label;
            boxWidth = std::min(boxWidth, width - 2 * metrics.gap);
            box.labelled = boxWidth >= label;
        }
        if (x + boxWidth + metrics.gap > width && x > metrics.gap) {
            ++line;
            x = metrics.gap;
        }
        box.rect = QRectF(x, metrics.gap + line * lineHeight, boxWidth, metrics.boxHeight);
        box.line = line;
        x += boxWidth + metrics.gap;
        page.size.setWidth(std::max(page.size.width(), x));
        page.boxes.push_back(std::move(box));
    }
    page.size.setHeight(shown.tokens.empty() ? 0 : 2 * metrics.gap + (line + 1) * lineHeight - metrics.lineGap);

    std::vector<Span> spans(shown.blocks.size());
    for (ShownIndex i = 0; i < shown.tokens.size(); ++i)
        for (const std::size_t block : shown.tokens[i].around) {
            spans[block].first = std::min(spans[block].first, i);
            spans[block].last = i;
        }
    for (std::size_t block = 0; block < spans.size(); ++block) {
        const Span& span = spans[block];
        std::size_t longest = page.brackets.size();
        const std::size_t begin = longest;
        for (ShownIndex i = span.first; i <= span.last;) {
            ShownIndex end = i;
            while (end < span.last && page.boxes[end + 1].line == page.boxes[i].line) ++end;
            RepeatBracket bracket;
            bracket.block = block;
            bracket.isFolded = shown.blocks[block].loop == nullptr;
            bracket.depth = shown.blocks[block].depth;
            bracket.left = page.boxes[i].rect.left();
            bracket.right = page.boxes[end].rect.right();
            bracket.y = page.boxes[i].rect.bottom() + bracket.depth * metrics.bracketHeight;
            bracket.begins = i == span.first;
            bracket.ends = end == span.last;
            page.brackets.push_back(bracket);
            const auto& best = page.brackets[longest];
            if (bracket.right - bracket.left > best.right - best.left) longest = page.brackets.size() - 1;
            i = end + 1;
        }
        if (begin < page.brackets.size())
            page.brackets[longest].label = labelOf(
                shown.blocks[block], page.brackets[longest].right - page.brackets[longest].left, metrics);
    }
    return page;
}

std::optional<ShownIndex> StringPage::at(const QPointF& point) const {
    // Boxes are sorted by line, then by x.
    const auto found = std::partition_point(boxes.begin(), boxes.end(), [&](const TokenBox& box) {
        if (point.y() > box.rect.bottom()) return true;
        return point.y() >= box.rect.top() && point.x() > box.rect.right();
    });
    if (found == boxes.end() || !found->rect.contains(point)) return std::nullopt;
    return static_cast<ShownIndex>(found - boxes.begin());
}

ShownIndex StringPage::vertical(ShownIndex token, int by) const {
    if (token >= boxes.size()) return token;
    const double x = boxes[token].rect.center().x();
    const int line = boxes[token].line + by;
    ShownIndex best = token;
    double distance = std::numeric_limits<double>::infinity();
    for (ShownIndex i = 0; i < boxes.size(); ++i)
        if (boxes[i].line == line && std::fabs(boxes[i].rect.center().x() - x) < distance) {
            distance = std::fabs(boxes[i].rect.center().x() - x);
            best = i;
        }
    return best;
}

} // namespace warpstring::gui
