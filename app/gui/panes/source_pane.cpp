// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/panes/source_pane.h"

#include <QVBoxLayout>

#include "app/gui/panes/code_editor.h"
#include "app/gui/panes/find_bar.h"

namespace warpstring::gui {

SourcePane::SourcePane(Session& session, PaneContext context, QWidget* parent)
    : Pane(QStringLiteral("Source"), context, parent), session_(session),
      editor_(new CodeEditor(CodeLanguage::OpenCl, this)), found_(*editor_),
      findBar_(new FindBar(found_, this)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(editor_, 1);
    column->addWidget(findBar_);
    editor_->setAccessibleName(QStringLiteral("Kernel source"));
    setFocusProxy(editor_);
    connect(editor_, &QsciScintilla::textChanged, this, [this] {
        if (KernelDocument* document = session_.current(); document != nullptr && !taking_)
            document->setSourceText(editor_->text().toStdString());
    });
    connect(editor_, &CodeEditor::lineHovered, this, [this](int line) {
        selection().hover(line > 0 && analysis() ? analysis()->elements.fromLine(line) : Focus{});
    });
    connect(editor_, &CodeEditor::linePinned, this, [this](int line) {
        if (analysis()) selection().pin(analysis()->elements.fromLine(line));
    });
    connect(findBar_, &FindBar::hitShown, this, [this](const SearchHit& hit) {
        if (analysis()) selection().hold(focusOf(hit, analysis()->elements));
    });
    connect(&session_, &Session::currentChanged, this, &SourcePane::takeDocument);
    connect(&session_, &Session::diagnosticsChanged, this, &SourcePane::showDiagnostics);
    connect(&selection(), &Selection::hoverChanged, this, &SourcePane::showSelection);
    connect(&selection(), &Selection::pinChanged, this, [this] {
        showSelection();
        const auto& lines = selection().pinned().lines;
        if (!lines.empty() && !editor_->hasFocus()) editor_->ensureLineVisible(lines.front() - 1);
    });
    connect(&display(), &Display::changed, this, [this] {
        editor_->setTheme(theme());
        showMarks();
    });
    editor_->setTheme(theme());
    takeDocument();
}

Finder* SourcePane::finder() { return findBar_; }

void SourcePane::takeDocument() {
    KernelDocument* document = session_.current();
    scrolled_ = false;
    taking_ = true;
    editor_->replaceText(document != nullptr ? QString::fromStdString(document->sourceText()) : QString(),
                         false);
    editor_->setReadOnly(document == nullptr);
    taking_ = false;
    if (document != nullptr)
        connect(document, &KernelDocument::sourceReplaced, this, &SourcePane::takeDocument,
                Qt::UniqueConnection);
    showDiagnostics();
}

void SourcePane::analysisChanged() {
    showMarks();
    if (!analysis() || scrolled_) return;
    scrolled_ = true;
    // The kernel may stand far below comments and helpers.
    int first = editor_->lines();
    for (const Statement& statement : analysis()->pdg->statements)
        for (const int line : analysis()->elements.fromStatement(statement.id).lines)
            first = std::min(first, line);
    editor_->showFrom(std::max(1, first - 4));
}

void SourcePane::showMarks() {
    if (!analysis()) {
        editor_->showMarks({});
        return;
    }
    const auto change = costChange(then(), *analysis());
    editor_->showMarks(sourceMarks(*analysis(), display().unit(), change ? &*change : nullptr));
}

void SourcePane::showDiagnostics() {
    KernelDocument* document = session_.current();
    editor_->showDiagnostics(document != nullptr ? diagnosticsIn(session_.diagnostics(), document->sourcePath())
                                                 : std::vector<LineDiagnostic>{});
}

void SourcePane::showSelection() {
    editor_->highlight(selection().hovered().lines, selection().pinned().lines);
}

} // namespace warpstring::gui
