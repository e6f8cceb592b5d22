// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/panes/code_editor.h"

#include <QFontDatabase>
#include <QFontMetrics>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMimeData>
#include <QMouseEvent>
#include <QToolTip>
#include <Qsci/qscicommandset.h>
#include <algorithm>
#include <cmath>

#include "app/gui/panes/opencl_lexer.h"

namespace warpstring::gui {

namespace {

constexpr int heatSteps = 16;
// Numbers of styles beyond those of lexers (to 91) and of Scintilla itself. Not given by QsciStyle: it has 24
// for all editors of a process, and to later ones it gives -1, which is drawn as nothing at all.
constexpr int heatStyle = 100, kindStyle = heatStyle + heatSteps + 1, errorStyle = kindStyle + 1,
              warningStyle = errorStyle + 1, betterStyle = warningStyle + 1, worseStyle = betterStyle + 1;
constexpr int percentWidth = 6; ///< characters of "12.3% "
constexpr int changeWidth = 7;  ///< characters of " +12.3%"

/// Of a line's cycles, without the blanks for which the margin has no room.
QString changeInMargin(double fraction) { return changeText(fraction).remove(QLatin1Char(' ')); }

constexpr double pinShare = 0.45; ///< of the mark behind a pinned line: the text is to be read on it
constexpr int caretFrame = 1;     ///< pixels: a filled line of the caret would hide what is marked there

constexpr int leastAnnotation = 24, mostAnnotation = 96; ///< characters

/// Lines of at most so many characters, broken at blanks.
QString wrapped(const QString& text, int width) {
    QStringList lines;
    for (const QString& paragraph : text.split(QLatin1Char('\n'))) {
        QString line;
        for (const QString& word : paragraph.split(QLatin1Char(' '))) {
            if (!line.isEmpty() && line.size() + 1 + word.size() > width) {
                lines += line;
                line = QStringLiteral("  ");
            } else if (!line.isEmpty()) {
                line += QLatin1Char(' ');
            }
            line += word;
        }
        lines += line;
    }
    return lines.join(QLatin1Char('\n'));
}

/// Opaque: Scintilla does not draw translucent backgrounds of lines.
QColor mixed(const QColor& over, const QColor& under, double share) {
    const auto part = [share](double a, double b) { return static_cast<float>(share * a + (1 - share) * b); };
    return QColor::fromRgbF(part(over.redF(), under.redF()), part(over.greenF(), under.greenF()),
                            part(over.blueF(), under.blueF()));
}

QFont codeFont() {
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    font.setPointSizeF(std::max(9.0, font.pointSizeF()));
    return font;
}

} // namespace

CodeEditor::CodeEditor(CodeLanguage language, QWidget* parent) : QsciScintilla(parent), language_(language) {
    setUtf8(true);
    setTabWidth(4);
    setIndentationsUseTabs(false);
    setAutoIndent(true);
    setBraceMatching(SloppyBraceMatch);
    setCaretLineVisible(true);
    setCaretLineFrameWidth(caretFrame);
    setAnnotationDisplay(AnnotationBoxed);
    setScrollWidth(1);
    setScrollWidthTracking(true);
    setWrapMode(WrapNone);
    setMarginType(NumberMargin, QsciScintilla::NumberMargin);
    setMarginType(SymbolMargin, QsciScintilla::SymbolMargin);
    setMarginType(CostMargin, TextMargin);
    for (const int margin : {NumberMargin, SymbolMargin, CostMargin}) setMarginSensitivity(margin, true);
    markerDefine(Circle, ErrorMarker);
    markerDefine(Circle, WarningMarker);
    markerDefine(Circle, NoteMarker);
    markerDefine(Background, HoverMarker);
    markerDefine(Background, PinMarker);
    // Backgrounds of lines belong to no margin.
    setMarginMarkerMask(SymbolMargin, 1 << ErrorMarker | 1 << WarningMarker | 1 << NoteMarker);
    for (const int margin : {NumberMargin, CostMargin}) setMarginMarkerMask(margin, 0);
    for (const int indicator : {ErrorIndicator, WarningIndicator})
        indicatorDefine(SquiggleIndicator, indicator);
    switch (language) {
    case CodeLanguage::OpenCl: lexer_ = new OpenClLexer(this); break;
    case CodeLanguage::Pattern: lexer_ = new PatternLexer(this); break;
    case CodeLanguage::Toml: lexer_ = new TomlLexer(this); break;
    }
    setLexer(lexer_);
    // Keys of the window that the editor would take for commands which nobody expects.
    for (const auto command : {QsciCommand::SelectionLowerCase, QsciCommand::LineCut, QsciCommand::LineDelete,
                               QsciCommand::LineTranspose, QsciCommand::LineDuplicate, QsciCommand::LineCopy})
        if (QsciCommand* bound = standardCommands()->find(command)) bound->setKey(0);
    viewport()->setMouseTracking(true);
    connect(this, &QsciScintilla::marginClicked, this, [this](int, int line) { Q_EMIT linePinned(line + 1); });
    connect(this, &QsciScintilla::linesChanged, this, &CodeEditor::showMargins);
    setTheme(lightTheme());
}

void CodeEditor::setTheme(const Theme& theme) {
    theme_ = &theme;
    const QFont font = codeFont();
    if (auto* openCl = qobject_cast<OpenClLexer*>(lexer_)) openCl->setTheme(theme, font);
    if (auto* toml = qobject_cast<TomlLexer*>(lexer_)) toml->setTheme(theme, font);
    setMarginsFont(font);
    setMarginsBackgroundColor(theme.surface);
    setMarginsForegroundColor(theme.muted);
    setCaretForegroundColor(theme.text);
    setCaretLineBackgroundColor(theme.grid);
    setSelectionBackgroundColor(theme.accent);
    setSelectionForegroundColor(Theme::textOn(theme.accent));
    setMatchedBraceBackgroundColor(theme.hover);
    setMatchedBraceForegroundColor(theme.text);
    setMarkerBackgroundColor(theme.error, ErrorMarker);
    setMarkerForegroundColor(theme.error, ErrorMarker);
    setMarkerBackgroundColor(theme.warning, WarningMarker);
    setMarkerForegroundColor(theme.warning, WarningMarker);
    setIndicatorForegroundColor(theme.error, ErrorIndicator);
    setIndicatorForegroundColor(theme.warning, WarningIndicator);
    setMarkerBackgroundColor(theme.accent, NoteMarker);
    setMarkerForegroundColor(theme.accent, NoteMarker);
    setMarkerBackgroundColor(theme.hover, HoverMarker);
    setMarkerBackgroundColor(mixed(theme.pin, theme.background, pinShare), PinMarker);
    makeStyles();
    showMargins();
    showAnnotations();
}

void CodeEditor::replaceText(const QString& text, bool keepHistory) {
    if (this->text() == text) return;
    if (keepHistory) {
        beginUndoAction();
        selectAll();
        replaceSelectedText(text);
        endUndoAction();
    } else {
        setText(text);
        SendScintilla(SCI_EMPTYUNDOBUFFER);
    }
    marks_.clear();
    showMargins();
}

void CodeEditor::showMargins() {
    const QString digits = QString::number(std::max(99, lines()));
    setMarginWidth(NumberMargin, digits + QLatin1Char('0'));
    setMarginWidth(SymbolMargin, 16);
    qsizetype kinds = 0;
    for (const auto& [line, mark] : marks_) kinds = std::max(kinds, mark.kinds.size());
    const int change = changesAreShown() ? changeWidth : 0;
    if (marks_.empty())
        setMarginWidth(CostMargin, 0);
    else
        setMarginWidth(CostMargin,
                       QString(percentWidth + change + std::min<qsizetype>(kinds, 13) + 2, QLatin1Char('0')));
}

bool CodeEditor::changesAreShown() const {
    return std::any_of(marks_.begin(), marks_.end(), [](const auto& each) { return each.second.change; });
}

void CodeEditor::makeStyles() {
    const QFont font = codeFont();
    const auto set = [&](int number, const QColor& colour, const QColor& paper) {
        QsciStyle style(number);
        style.setFont(font);
        style.setColor(colour);
        style.setPaper(paper);
        style.apply(this);
    };
    for (int step = 0; step <= heatSteps; ++step) {
        const QColor heat = step == 0 ? theme_->surface : theme_->heat(0.06 + 0.94 * step / heatSteps);
        set(heatStyle + step, Theme::textOn(heat), heat);
    }
    set(kindStyle, theme_->text, theme_->surface);
    set(errorStyle, theme_->error, theme_->surface);
    set(warningStyle, theme_->warning, theme_->surface);
    set(betterStyle, theme_->good, theme_->surface);
    set(worseStyle, theme_->error, theme_->surface);
}

void CodeEditor::showMarks(const std::map<int, LineMark>& marks) {
    marks_ = marks;
    clearMarginText();
    const bool changes = changesAreShown();
    for (const auto& [line, mark] : marks) {
        if (line < 1 || line > lines()) continue;
        const int step = static_cast<int>(std::lround(std::clamp(mark.heat, 0.0, 1.0) * heatSteps));
        const QString percent = mark.fraction >= 0.0005
                                    ? QString::number(100 * mark.fraction, 'f', 1) + QLatin1Char('%')
                                    : QString();
        // Styles by their numbers: a styled text never frees the copy that it makes of a style.
        QList<QsciStyledText> texts{QsciStyledText(percent.rightJustified(percentWidth), heatStyle + step)};
        if (changes) {
            const double change = mark.change.value_or(0);
            texts +=
                QsciStyledText((mark.change ? changeInMargin(change) : QString()).rightJustified(changeWidth),
                               change < 0 ? betterStyle : worseStyle);
        }
        texts += QsciStyledText(QLatin1Char(' ') + mark.kinds, kindStyle);
        setMarginText(line - 1, texts);
    }
    showMargins();
}

void CodeEditor::showDiagnostics(const std::vector<LineDiagnostic>& diagnostics) {
    diagnostics_ = diagnostics;
    showAnnotations();
}

/// So that a finding can be read without scrolling.
int CodeEditor::columnsOfText() const {
    int pixels = viewport()->width() - 12; // the annotation's frame
    for (int margin = 0; margin < margins(); ++margin) pixels -= marginWidth(margin);
    return std::clamp(pixels / std::max(1, QFontMetrics(codeFont()).horizontalAdvance(QLatin1Char('0'))),
                      leastAnnotation, mostAnnotation);
}

void CodeEditor::resizeEvent(QResizeEvent* event) {
    QsciScintilla::resizeEvent(event);
    if (columnsOfText() != textColumns_ && !diagnostics_.empty()) showAnnotations();
}

void CodeEditor::showAnnotations() {
    textColumns_ = columnsOfText();
    for (const int marker : {ErrorMarker, WarningMarker, NoteMarker}) markerDeleteAll(marker);
    clearAnnotations();
    for (const int indicator : {ErrorIndicator, WarningIndicator})
        clearIndicatorRange(0, 0, std::max(0, lines() - 1), lineLength(std::max(0, lines() - 1)), indicator);
    std::map<int, QString> texts;
    std::map<int, Severity> worst;
    for (const LineDiagnostic& diagnostic : diagnostics_) {
        const int line = std::clamp(diagnostic.line, 1, std::max(1, lines()));
        markerAdd(line - 1, diagnostic.severity == Severity::Error     ? ErrorMarker
                            : diagnostic.severity == Severity::Warning ? WarningMarker
                                                                       : NoteMarker);
        underline(diagnostic, line - 1);
        QString& text = texts[line];
        text += (text.isEmpty() ? QString() : QStringLiteral("\n")) + diagnostic.text;
        const auto [known, added] = worst.emplace(line, diagnostic.severity);
        if (!added) known->second = std::max(known->second, diagnostic.severity);
    }
    for (const auto& [line, text] : texts) {
        if (worst[line] == Severity::Note) continue; // notes show at the mouse
        annotate(line - 1, wrapped(text, std::max(leastAnnotation, textColumns_ - indentation(line - 1))),
                 worst[line] == Severity::Error ? errorStyle : warningStyle);
    }
}

/// From where the finding begins to the end of the word there. `line` counts from 0.
void CodeEditor::underline(const LineDiagnostic& diagnostic, int line) {
    if (diagnostic.column < 1 || diagnostic.line < 1 || diagnostic.severity == Severity::Note) return;
    const QString content = text(line);
    const auto begin = QString::fromUtf8(content.toUtf8().left(diagnostic.column - 1)).size();
    auto end = begin;
    while (end < content.size() && (content[end].isLetterOrNumber() || content[end] == QLatin1Char('_'))) ++end;
    fillIndicatorRange(line, static_cast<int>(begin), line, static_cast<int>(std::max(end, begin + 1)),
                       diagnostic.severity == Severity::Error ? ErrorIndicator : WarningIndicator);
}

void CodeEditor::highlight(const std::vector<int>& hovered, const std::vector<int>& pinned) {
    if (hovered != hovered_) {
        markerDeleteAll(HoverMarker);
        for (const int line : hovered) markerAdd(line - 1, HoverMarker);
        hovered_ = hovered;
    }
    if (pinned != pinned_) {
        markerDeleteAll(PinMarker);
        for (const int line : pinned) markerAdd(line - 1, PinMarker);
        pinned_ = pinned;
    }
}

int CodeEditor::cursorLine() const {
    int line = 0, column = 0;
    getCursorPosition(&line, &column);
    return line + 1;
}

void CodeEditor::goToLine(int line) {
    const int target = std::clamp(line, 1, std::max(1, lines())) - 1;
    setCursorPosition(target, 0);
    ensureLineVisible(target);
    setFocus();
}

void CodeEditor::showFrom(int line) {
    SendScintilla(SCI_SETFIRSTVISIBLELINE, static_cast<unsigned long>(std::max(0, line - 1)));
}

bool CodeEditor::viewportEvent(QEvent* event) {
    if (event->type() == QEvent::MouseMove) {
        const int line = lineAt(static_cast<QMouseEvent*>(event)->pos()) + 1;
        if (line != under_) {
            under_ = line;
            Q_EMIT lineHovered(line);
        }
    } else if (event->type() == QEvent::Leave && under_ != 0) {
        under_ = 0;
        Q_EMIT lineHovered(0);
    } else if (event->type() == QEvent::ToolTip) {
        auto* help = static_cast<QHelpEvent*>(event);
        const int line = lineAt(help->pos()) + 1;
        QStringList texts;
        for (const LineDiagnostic& diagnostic : diagnostics_)
            if (diagnostic.line == line) texts += diagnostic.text;
        if (const auto mark = marks_.find(line); mark != marks_.end() && !mark->second.tooltip.isEmpty())
            texts += mark->second.tooltip;
        if (texts.isEmpty())
            QToolTip::hideText();
        else
            QToolTip::showText(help->globalPos(), texts.join(QLatin1Char('\n')), this);
        return true;
    }
    return QsciScintilla::viewportEvent(event);
}

void CodeEditor::dragEnterEvent(QDragEnterEvent* event) {
    if (event->mimeData()->hasUrls())
        event->ignore();
    else
        QsciScintilla::dragEnterEvent(event);
}

void CodeEditor::dragMoveEvent(QDragMoveEvent* event) {
    if (event->mimeData()->hasUrls())
        event->ignore();
    else
        QsciScintilla::dragMoveEvent(event);
}

void CodeEditor::dropEvent(QDropEvent* event) {
    if (event->mimeData()->hasUrls())
        event->ignore();
    else
        QsciScintilla::dropEvent(event);
}

void CodeEditor::keyPressEvent(QKeyEvent* event) {
    if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) &&
        event->modifiers() == Qt::ControlModifier) {
        Q_EMIT linePinned(cursorLine());
        return;
    }
    QsciScintilla::keyPressEvent(event);
}

} // namespace warpstring::gui
