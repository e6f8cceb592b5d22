// SPDX-License-Identifier: GPL-3.0-or-later
// Every colour of the program, by what it means.
#pragma once

#include <QColor>
#include <QPalette>
#include <array>

#include "stringmodel/string/token_kinds.h"
#include "stringmodel/timeline/multiprocessor.h"

namespace warpstring::gui {

struct Theme {
    bool dark = false;
    QColor background, surface, text, muted, grid, border;
    QColor accent;     ///< links, the current thing
    QColor hover, pin; ///< marks of Selection, drawn behind or around
    QColor error, warning, good;
    QColor simulated, measured;                             ///< the two sides of every comparison
    QColor active, masked;                                  ///< lanes
    QColor conflict;                                        ///< lanes that share a bank
    std::array<QColor, token_string::tokenKindCount> token; ///< by TokenKind
    std::array<QColor, timeline::stallCount> stall;         ///< by Stall
    std::array<QColor, 8> series; ///< specs, variants; told apart by the colour-blind (Okabe and Ito 2008)

    [[nodiscard]] const QColor& of(token_string::TokenKind kind) const {
        return token[static_cast<std::size_t>(kind)];
    }
    [[nodiscard]] const QColor& of(timeline::Stall reason) const {
        return stall[static_cast<std::size_t>(reason)];
    }
    /// A colour between the background's, at 0, and that of the hottest line, at 1.
    [[nodiscard]] QColor heat(double fraction) const;
    /// `a` at a share of 0, `b` at 1.
    [[nodiscard]] static QColor mixed(const QColor& a, const QColor& b, double share);
    /// Black or white, whichever reads better on `background`.
    [[nodiscard]] static QColor textOn(const QColor& background);
    /// What widgets are drawn with.
    [[nodiscard]] QPalette palette() const;
};

[[nodiscard]] const Theme& lightTheme();
[[nodiscard]] const Theme& darkTheme();

} // namespace warpstring::gui
