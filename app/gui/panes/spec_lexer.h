// SPDX-License-Identifier: GPL-3.0-or-later
// Colours of a spec's TOML: tables, keys, strings, numbers and comments.
#pragma once

#include "app/gui/panes/scintilla.h"

#include "app/gui/drawing/theme.h"

namespace warpstring::gui {

class SpecLexer : public QsciLexerCustom {
    Q_OBJECT

public:
    enum Style { Default, Comment, Header, Key, Text, Number };

    explicit SpecLexer(QObject* parent = nullptr);

    void setTheme(const Theme& theme, const QFont& font);

    [[nodiscard]] const char* language() const override { return "TOML"; }
    [[nodiscard]] QString description(int style) const override;
    void styleText(int start, int end) override;
};

} // namespace warpstring::gui
