// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/panes/spec_lexer.h"

#include "app/gui/panes/scintilla.h"

namespace warpstring::gui {

SpecLexer::SpecLexer(QObject* parent) : QsciLexerCustom(parent) {}

QString SpecLexer::description(int style) const {
    switch (style) {
    case Default: return QStringLiteral("Default");
    case Comment: return QStringLiteral("Comment");
    case Header: return QStringLiteral("Table");
    case Key: return QStringLiteral("Key");
    case Text: return QStringLiteral("String");
    case Number: return QStringLiteral("Number");
    default: return {};
    }
}

void SpecLexer::setTheme(const Theme& theme, const QFont& font) {
    setDefaultFont(font);
    setDefaultColor(theme.text);
    setDefaultPaper(theme.background);
    for (int style = Default; style <= Number; ++style) {
        setFont(font, style);
        setPaper(theme.background, style);
        setColor(theme.text, style);
    }
    setColor(theme.muted, Comment);
    setColor(theme.accent, Header);
    setColor(theme.good, Text);
    setColor(theme.warning, Number);
    QFont bold = font;
    bold.setBold(true);
    setFont(bold, Header);
}

/// From the start of the text: a string of several lines may begin anywhere, and specs are short.
void SpecLexer::styleText(int, int end) {
    if (editor() == nullptr) return;
    const QByteArray text = editor()->bytes(0, editor()->length());
    const auto size = std::min<qsizetype>(end, text.size());
    startStyling(0);
    bool value = false, lineStart = true; // behind an "="; nothing but blanks so far
    for (qsizetype at = 0; at < size;) {
        const char c = text[at];
        qsizetype next = at + 1;
        int style = Default;
        if (c == '\n') {
            value = false;
            lineStart = true;
        } else if (c == ' ' || c == '\t' || c == '\r') {
            // keeps what it stands in
        } else if (c == '#') {
            style = Comment;
            while (next < text.size() && text[next] != '\n') ++next;
        } else if (c == '[' && lineStart) {
            style = Header;
            while (next < text.size() && text[next] != '\n' && text[next] != '#') ++next;
        } else if (c == '"' || c == '\'') {
            style = value ? Text : Key;
            const QByteArray quote = text.mid(at, 3) == QByteArray(3, c) ? QByteArray(3, c) : QByteArray(1, c);
            next = at + quote.size();
            while (next < text.size() && text.mid(next, quote.size()) != quote &&
                   (quote.size() == 3 || text[next] != '\n'))
                next += text[next] == '\\' && c == '"' ? 2 : 1;
            if (next < text.size() && text[next] != '\n') next += quote.size();
        } else if (c == '=') {
            value = true;
        } else if (c == ',' || c == '{') {
            value = c == ',' && value && text.lastIndexOf('[', at) > text.lastIndexOf('{', at) &&
                    text.lastIndexOf('[', at) > text.lastIndexOf(']', at);
        } else if (std::string_view("[]}").find(c) == std::string_view::npos) {
            style = value ? Number : Key;
            while (next < text.size() &&
                   std::string_view(" \t\r\n,=]}#").find(text[next]) == std::string_view::npos)
                ++next;
        }
        if (c != ' ' && c != '\t' && c != '\n') lineStart = false;
        next = std::min(next, size);
        setStyling(static_cast<int>(next - at), style);
        at = next;
    }
}

} // namespace warpstring::gui
