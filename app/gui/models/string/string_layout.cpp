// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/string/string_layout.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "app/gui/models/string/source_marks.h"
#include "stringmodel/line_costs.h"
#include "stringmodel/string/notation.h"

namespace warpstring::gui {

using token_string::Repeat;

namespace {

QString boxNumber(double value) { return QString::fromStdString(token_string::shortNumber(value)); }

TokenBox labelled(const token_string::Token& token, TokenIndex index, token_string::CostModel model) {
    TokenBox box;
    box.token = index;
    box.letter = tokenLetter(token.kind);
    if (token.kind == token_string::TokenKind::Compute)
        box.below = boxNumber(token.count);
    else if (token.kind == token_string::TokenKind::Load || token.kind == token_string::TokenKind::Store ||
             token.kind == token_string::TokenKind::Wait)
        box.below = QString::number(token.memory);
    // The paper writes G without its wait.
    if (token.kind != token_string::TokenKind::Wait || model == token_string::CostModel::Timeline)
        box.above = boxNumber(token.cycles);
    return box;
}

/// How many repeats are nested below each repeat: its bracket stands under theirs.
int depthOf(const std::vector<token_string::StringItem>& items, std::map<const Repeat*, int>& depths) {
    int deepest = 0;
    for (const token_string::StringItem& item : items)
        if (const auto* repeat = std::get_if<Repeat>(&item.content)) {
            const int depth = depthOf(repeat->body, depths);
            depths[repeat] = depth;
            deepest = std::max(deepest, depth + 1);
        }
    return deepest;
}

struct Span {
    TokenIndex first = std::numeric_limits<TokenIndex>::max(), last = 0;
};

} // namespace

std::vector<double> tokenCycles(const Analysis& analysis) {
    std::vector<double> cycles;
    for (const FlatToken& flat : analysis.tokens) cycles.push_back(flat.iterations() * flat.token->cycles);
    return cycles;
}

StringPage layOutString(const Analysis& analysis, const std::vector<double>& cycles, double width,
                        TokenWidth by, const StringMetrics& metrics) {
    StringPage page;
    page.size = QSizeF(0, 0);
    std::map<const Repeat*, int> depths;
    const int levels = depthOf(analysis.simulation.string.items, depths);
    const double lineHeight = metrics.boxHeight + levels * metrics.bracketHeight + metrics.lineGap;
    double all = 0;
    for (const double each : cycles) all += each;

    double x = metrics.gap;
    int line = 0;
    for (TokenIndex i = 0; i < analysis.tokens.size(); ++i) {
        TokenBox box = labelled(*analysis.tokens[i].token, i, analysis.simulation.model());
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
    page.size.setHeight(analysis.tokens.empty() ? 0
                                                : 2 * metrics.gap + (line + 1) * lineHeight - metrics.lineGap);

    std::map<const Repeat*, Span> spans;
    std::vector<const Repeat*> order;
    for (TokenIndex i = 0; i < analysis.tokens.size(); ++i)
        for (const Repeat* repeat : analysis.tokens[i].around) {
            Span& span = spans[repeat];
            if (span.first == std::numeric_limits<TokenIndex>::max()) order.push_back(repeat);
            span.first = std::min(span.first, i);
            span.last = std::max(span.last, i);
        }
    for (const Repeat* repeat : order) {
        const Span& span = spans[repeat];
        std::size_t longest = page.brackets.size();
        const std::size_t begin = longest;
        for (TokenIndex i = span.first; i <= span.last;) {
            TokenIndex end = i;
            while (end < span.last && page.boxes[end + 1].line == page.boxes[i].line) ++end;
            RepeatBracket bracket;
            bracket.repeat = repeat;
            bracket.depth = depths[repeat];
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
            page.brackets[longest].label = QStringLiteral("\u00d7") + boxNumber(repeat->count);
    }
    return page;
}

std::optional<TokenIndex> StringPage::at(const QPointF& point) const {
    // Boxes are sorted by line, then by x.
    const auto found = std::partition_point(boxes.begin(), boxes.end(), [&](const TokenBox& box) {
        if (point.y() > box.rect.bottom()) return true;
        return point.y() >= box.rect.top() && point.x() > box.rect.right();
    });
    if (found == boxes.end() || !found->rect.contains(point)) return std::nullopt;
    return found->token;
}

TokenIndex StringPage::vertical(TokenIndex token, int by) const {
    if (token >= boxes.size()) return token;
    const double x = boxes[token].rect.center().x();
    const int line = boxes[token].line + by;
    TokenIndex best = token;
    double distance = std::numeric_limits<double>::infinity();
    for (const TokenBox& box : boxes)
        if (box.line == line && std::fabs(box.rect.center().x() - x) < distance) {
            distance = std::fabs(box.rect.center().x() - x);
            best = box.token;
        }
    return best;
}

} // namespace warpstring::gui
