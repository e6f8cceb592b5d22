// SPDX-License-Identifier: GPL-3.0-or-later
// OpenCL C and TOML in the editor's colours.
#pragma once

#include "app/gui/drawing/theme.h"
#include "app/gui/panes/scintilla.h"

namespace warpstring::gui {

class OpenClLexer : public QsciLexerCPP {
    Q_OBJECT

public:
    using QsciLexerCPP::QsciLexerCPP;

    [[nodiscard]] const char* keywords(int set) const override;
    void setTheme(const Theme& theme, const QFont& font);
};

/// Launch files: Properties is the lexer of QScintilla that comes nearest to TOML.
class TomlLexer : public QsciLexerProperties {
    Q_OBJECT

public:
    using QsciLexerProperties::QsciLexerProperties;

    void setTheme(const Theme& theme, const QFont& font);
};

} // namespace warpstring::gui
