// SPDX-License-Identifier: GPL-3.0-or-later
// OpenCL C, TOML and patterns in the editor's colours.
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

/// Pattern files: what is no pattern is OpenCL C's.
class PatternLexer : public OpenClLexer {
    Q_OBJECT

public:
    using OpenClLexer::OpenClLexer;

    [[nodiscard]] const char* keywords(int set) const override;
};

/// Launch files: Properties is the lexer of QScintilla that comes nearest to TOML.
class TomlLexer : public QsciLexerProperties {
    Q_OBJECT

public:
    using QsciLexerProperties::QsciLexerProperties;

    void setTheme(const Theme& theme, const QFont& font);
};

} // namespace warpstring::gui
