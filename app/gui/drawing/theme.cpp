// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/drawing/theme.h"

#include <algorithm>
#include <cmath>

namespace warpstring::gui {

namespace {

QColor rgb(unsigned value) { return QColor::fromRgb(value); }

// A colour that is missing or too many for the tokens and stalls does not compile: to_array has as many as are
// written.

/// Okabe and Ito's colours, which people with any colour vision tell apart; yellow darkened on light ground.
Theme light() {
    Theme theme;
    theme.background = rgb(0xffffff);
    theme.surface = rgb(0xf4f5f7);
    theme.text = rgb(0x1b1f24);
    theme.muted = rgb(0x5f6873);
    theme.grid = rgb(0xe1e4e8);
    theme.border = rgb(0xb9c0c8);
    theme.accent = rgb(0x0a62a9);
    theme.hover = rgb(0xfff1b8);
    theme.pin = rgb(0xffc53d);
    theme.error = rgb(0xb3261e);
    theme.warning = rgb(0x9a6200);
    theme.good = rgb(0x1a7f46);
    theme.simulated = rgb(0x0072b2);
    theme.measured = rgb(0xd55e00);
    theme.active = rgb(0x0072b2);
    theme.masked = rgb(0xe1e4e8);
    theme.conflict = rgb(0xd55e00);
    theme.token = std::to_array<QColor>({rgb(0x6c7a89), rgb(0x0072b2), rgb(0x56a5dc), rgb(0xcc4d2e),
                                         rgb(0x009e73), rgb(0x55bf9d), rgb(0xb07aa1)});
    theme.stall =
        std::to_array<QColor>({rgb(0x6c7a89), rgb(0xcc4d2e), rgb(0x009e73), rgb(0xe69f00), rgb(0xc9ced6),
                               rgb(0x8c6bb1), rgb(0x56a5dc), rgb(0xb07aa1), rgb(0xe4d8b4)});
    theme.series = {rgb(0x0072b2), rgb(0xd55e00), rgb(0x009e73), rgb(0xcc79a7),
                    rgb(0xe69f00), rgb(0x56b4e9), rgb(0x8a7a00), rgb(0x333333)};
    return theme;
}

Theme dark() {
    Theme theme;
    theme.dark = true;
    theme.background = rgb(0x16191d);
    theme.surface = rgb(0x20242a);
    theme.text = rgb(0xe8eaed);
    theme.muted = rgb(0x9aa4af);
    theme.grid = rgb(0x30363d);
    theme.border = rgb(0x4a525c);
    theme.accent = rgb(0x6cb6ff);
    theme.hover = rgb(0x3d3a24);
    theme.pin = rgb(0xb88600);
    theme.error = rgb(0xff8a80);
    theme.warning = rgb(0xf0b34a);
    theme.good = rgb(0x5bd08e);
    theme.simulated = rgb(0x56b4e9);
    theme.measured = rgb(0xff8c42);
    theme.active = rgb(0x56b4e9);
    theme.masked = rgb(0x30363d);
    theme.conflict = rgb(0xff8c42);
    theme.token = std::to_array<QColor>({rgb(0x93a1b0), rgb(0x4aa3e0), rgb(0x2f6f9f), rgb(0xf0785a),
                                         rgb(0x2fc294), rgb(0x22805f), rgb(0xc79bbd)});
    theme.stall =
        std::to_array<QColor>({rgb(0x93a1b0), rgb(0xf0785a), rgb(0x2fc294), rgb(0xf0b34a), rgb(0x4a525c),
                               rgb(0xa88bd0), rgb(0x4aa3e0), rgb(0xc79bbd), rgb(0x6b6242)});
    theme.series = {rgb(0x56b4e9), rgb(0xff8c42), rgb(0x2fc294), rgb(0xe09ac4),
                    rgb(0xf0b34a), rgb(0x8fd0f5), rgb(0xf0e442), rgb(0xe8eaed)};
    return theme;
}

} // namespace

const Theme& lightTheme() {
    static const Theme theme = light();
    return theme;
}

const Theme& darkTheme() {
    static const Theme theme = dark();
    return theme;
}

QColor Theme::mixed(const QColor& a, const QColor& b, double share) {
    const auto channel = [&](int x, int y) { return static_cast<int>(std::lround(x + (y - x) * share)); };
    return QColor(channel(a.red(), b.red()), channel(a.green(), b.green()), channel(a.blue(), b.blue()));
}

QColor Theme::heat(double fraction) const {
    return mixed(background, dark ? rgb(0xb8452b) : rgb(0xf2845c), std::clamp(fraction, 0.0, 1.0));
}

QColor Theme::textOn(const QColor& background) {
    const double luminance = 0.299 * background.red() + 0.587 * background.green() + 0.114 * background.blue();
    return luminance > 140 ? rgb(0x14171a) : rgb(0xffffff);
}

QPalette Theme::palette() const {
    QPalette palette;
    palette.setColor(QPalette::Window, surface);
    palette.setColor(QPalette::WindowText, text);
    palette.setColor(QPalette::Base, background);
    palette.setColor(QPalette::AlternateBase, mixed(background, surface, 0.6));
    palette.setColor(QPalette::Text, text);
    palette.setColor(QPalette::PlaceholderText, muted);
    palette.setColor(QPalette::Button, mixed(surface, border, 0.12));
    palette.setColor(QPalette::ButtonText, text);
    palette.setColor(QPalette::BrightText, error);
    palette.setColor(QPalette::Highlight, accent);
    palette.setColor(QPalette::HighlightedText, textOn(accent));
    palette.setColor(QPalette::ToolTipBase, surface);
    palette.setColor(QPalette::ToolTipText, text);
    palette.setColor(QPalette::Link, accent);
    palette.setColor(QPalette::LinkVisited, accent);
    palette.setColor(QPalette::Light, mixed(surface, background, 0.5));
    palette.setColor(QPalette::Midlight, mixed(surface, border, 0.3));
    palette.setColor(QPalette::Mid, border);
    palette.setColor(QPalette::Dark, mixed(border, text, 0.2));
    palette.setColor(QPalette::Shadow, dark ? QColor(Qt::black) : mixed(border, text, 0.5));
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, mixed(surface, muted, dark ? 0.85 : 0.75));
    return palette;
}

} // namespace warpstring::gui
