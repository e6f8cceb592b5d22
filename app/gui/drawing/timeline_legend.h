// SPDX-License-Identifier: GPL-3.0-or-later
// What the colours of a timeline mean.
#pragma once

#include <QFont>
#include <QString>
#include <array>
#include <optional>
#include <vector>

#include "app/gui/drawing/theme.h"
#include "stringmodel/timeline/multiprocessor.h"

class QPainter;
class QRectF;

namespace warpstring::gui {

/// The kinds of tokens that operations of a warp have.
inline constexpr std::array<token_string::TokenKind, 6> operationKinds{
    token_string::TokenKind::Compute,     token_string::TokenKind::Load,
    token_string::TokenKind::Store,       token_string::TokenKind::SharedLoad,
    token_string::TokenKind::SharedStore, token_string::TokenKind::Barrier};

/// What a colour means; neither kind nor stall: the heading of a line.
struct LegendEntry {
    QString text;
    std::optional<token_string::TokenKind> kind;
    std::optional<timeline::Stall> stall;
};

[[nodiscard]] std::vector<LegendEntry> legendEntries();

/// The height of the lines that the legend takes at a width.
[[nodiscard]] double legendHeight(const QFont& font, double width);
void paintLegend(QPainter& painter, const Theme& theme, const QFont& font, const QRectF& area);

} // namespace warpstring::gui
