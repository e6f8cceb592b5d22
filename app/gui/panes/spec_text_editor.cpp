// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/panes/spec_text_editor.h"

#include <QFontDatabase>
#include <cmath>

#include "app/gui/panes/spec_lexer.h"

namespace warpstring::gui {

namespace {

constexpr unsigned long faultStyle = 60; // beyond those of the lexer and of Scintilla

constexpr int numberMargin = 0, faultMargin = 1, faultMarker = 1, faultLine = 2;

bool continuesCharacter(char byte) { return (static_cast<unsigned char>(byte) & 0xc0) == 0x80; }

} // namespace

SpecTextEditor::SpecTextEditor(QWidget* parent) : QsciScintilla(parent), lexer_(new SpecLexer(this)) {
    setAccessibleName(QStringLiteral("Text of the hardware spec"));
    setUtf8(true);
    setLexer(lexer_);
    setMarginType(numberMargin, NumberMargin);
    setMarginType(faultMargin, SymbolMargin);
    setMarginWidth(faultMargin, 16);
    setMarginMarkerMask(faultMargin, 1 << faultMarker);
    markerDefine(Circle, faultMarker);
    markerDefine(Background, faultLine);
    setAnnotationDisplay(AnnotationBoxed);
    setCaretLineVisible(true);
    setTabWidth(4);
    setIndentationsUseTabs(false);
    SendScintilla(SCI_SETSCROLLWIDTHTRACKING, 1UL);
    SendScintilla(SCI_SETSCROLLWIDTH, 1UL);
    SendScintilla(SCI_SETUNDOCOLLECTION, 0UL);
    for (const auto command : {QsciCommand::Undo, QsciCommand::Redo})
        if (QsciCommand* found = standardCommands()->find(command); found != nullptr) {
            found->setKey(0);
            found->setAlternateKey(0);
        }
    connect(this, &QsciScintilla::textChanged, this, [this] {
        if (!showing_) Q_EMIT typed(text());
    });
    connect(this, &QsciScintilla::cursorPositionChanged, this, [this](int line, int) {
        if (!showing_) Q_EMIT lineChanged(line + 1);
    });
}

void SpecTextEditor::showText(const QString& wanted) {
    const QByteArray now = bytes(0, length()), next = wanted.toUtf8();
    // bytes() may hand over the terminating NUL.
    const qsizetype size = std::min<qsizetype>(now.size(), length());
    qsizetype front = 0;
    while (front < std::min(size, next.size()) && now[front] == next[front]) ++front;
    if (front == size && front == next.size()) return;
    while (front > 0 && front < size && continuesCharacter(now[front])) --front;
    while (front > 0 && front < next.size() && continuesCharacter(next[front])) --front;
    qsizetype back = 0;
    while (back < std::min(size, next.size()) - front && now[size - 1 - back] == next[next.size() - 1 - back])
        ++back;
    while (back > 0 && continuesCharacter(next[next.size() - back])) --back;
    showing_ = true;
    SendScintilla(SCI_SETTARGETSTART, static_cast<unsigned long>(front));
    SendScintilla(SCI_SETTARGETEND, static_cast<unsigned long>(size - back));
    SendScintilla(SCI_REPLACETARGET, static_cast<unsigned long>(next.size() - front - back),
                  next.constData() + front);
    showing_ = false;
    setMarginWidth(numberMargin, QString::number(lines() * 10));
}

void SpecTextEditor::showFaults(const Diagnostics& faults) {
    faults_ = faults;
    markerDeleteAll(faultMarker);
    markerDeleteAll(faultLine);
    clearAnnotations();
    // A number of its own: each QsciStyle without one takes another of the few there are.
    const QByteArray family = lexer_->defaultFont().family().toUtf8();
    SendScintilla(SCI_STYLESETFORE, faultStyle, theme_.error);
    SendScintilla(SCI_STYLESETBACK, faultStyle, theme_.surface);
    SendScintilla(SCI_STYLESETFONT, faultStyle, family.constData());
    SendScintilla(SCI_STYLESETSIZEFRACTIONAL, faultStyle,
                  std::lround(lexer_->defaultFont().pointSizeF() * int{SC_FONT_SIZE_MULTIPLIER}));
    for (const Diagnostic& fault : faults) {
        const int line = std::clamp(fault.place.line - 1, 0, std::max(0, lines() - 1));
        markerAdd(line, faultMarker);
        markerAdd(line, faultLine);
        const QString before = annotation(line);
        const QString text =
            QString::fromStdString(fault.message + (fault.hint.empty() ? "" : ": " + fault.hint));
        annotate(line, before.isEmpty() ? text : before + "\n" + text, static_cast<int>(faultStyle));
    }
}

void SpecTextEditor::setTheme(const Theme& theme) {
    theme_ = theme;
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    font.setPointSizeF(QWidget::font().pointSizeF());
    lexer_->setTheme(theme, font);
    setLexer(lexer_); // takes over its colours
    setColor(theme.text);
    setPaper(theme.background);
    setCaretForegroundColor(theme.text);
    setCaretLineBackgroundColor(theme.surface);
    setSelectionBackgroundColor(theme.accent);
    setSelectionForegroundColor(Theme::textOn(theme.accent));
    setMarginsBackgroundColor(theme.surface);
    setMarginsForegroundColor(theme.muted);
    setMarginsFont(font);
    setMarkerBackgroundColor(theme.error, faultMarker);
    setMarkerForegroundColor(theme.error, faultMarker);
    setMarkerBackgroundColor(theme.surface, faultLine);
    setMarginWidth(numberMargin, QString::number(lines() * 10));
    showFaults(Diagnostics(faults_));
}

void SpecTextEditor::goToLine(int line) {
    if (line < 1 || line > lines()) return;
    showing_ = true;
    setCursorPosition(line - 1, 0);
    // In the upper third, where what follows is seen too.
    const int shown = static_cast<int>(SendScintilla(SCI_LINESONSCREEN));
    const int first = firstVisibleLine();
    if (line - 1 < first || line - 1 >= first + shown - 1)
        setFirstVisibleLine(std::max(0, line - 1 - shown / 3));
    showing_ = false;
}

} // namespace warpstring::gui
