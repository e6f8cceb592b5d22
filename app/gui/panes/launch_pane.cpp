// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/panes/launch_pane.h"

#include <QSplitter>
#include <QTabBar>
#include <QVBoxLayout>

#include "app/gui/panes/code_editor.h"
#include "app/gui/panes/find_bar.h"
#include "app/gui/panes/launch_form_view.h"

namespace warpstring::gui {

namespace {

enum View { FormView, TextView };
constexpr int leastWidthOfBoth = 1000; ///< pixels, for which form and text stand side by side

} // namespace

LaunchPane::LaunchPane(Session& session, PaneContext context, QWidget* parent)
    : Pane(QStringLiteral("Launch"), context, parent), session_(session), views_(new QTabBar(this)),
      sides_(new QSplitter(Qt::Horizontal, this)), form_(new LaunchFormView(formModel_, context.display)),
      text_(new QWidget), editor_(new CodeEditor(CodeLanguage::Toml, text_)), found_(*editor_),
      findBar_(new FindBar(found_, text_)) {
    auto* lines = new QVBoxLayout(text_);
    lines->setContentsMargins(0, 0, 0, 0);
    lines->setSpacing(0);
    lines->addWidget(editor_, 1);
    lines->addWidget(findBar_);
    views_->addTab(QStringLiteral("Form"));
    views_->addTab(QStringLiteral("Text"));
    views_->setDrawBase(false);
    views_->setExpanding(false);
    views_->setAccessibleName(QStringLiteral("Launch as form or as text"));
    sides_->addWidget(form_);
    sides_->addWidget(text_);
    sides_->setStretchFactor(0, 3);
    sides_->setStretchFactor(1, 2);
    sides_->setChildrenCollapsible(false);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(views_);
    column->addWidget(sides_, 1);
    editor_->setAccessibleName(QStringLiteral("Launch file"));
    connect(views_, &QTabBar::currentChanged, this, &LaunchPane::arrange);
    connect(editor_, &QsciScintilla::textChanged, this, [this] {
        if (KernelDocument* document = session_.current(); document != nullptr && !taking_)
            document->setLaunchText(editor_->text().toStdString());
    });
    connect(&formModel_, &LaunchFormModel::edited, this,
            [this](const std::string& text) { editor_->replaceText(QString::fromStdString(text), true); });
    connect(form_, &LaunchFormView::kernelChosen, this, [this](const QString& kernel) {
        if (KernelDocument* document = session_.current()) document->wantKernel(kernel.toStdString());
        session_.analyseNow();
    });
    connect(form_, &LaunchFormView::draftWanted, this, [this] {
        if (KernelDocument* document = session_.current()) document->wantDraft();
        session_.analyseNow();
    });
    connect(&session_, &Session::currentChanged, this, &LaunchPane::takeDocument);
    connect(&session_, &Session::diagnosticsChanged, this, &LaunchPane::showDiagnostics);
    connect(&session_, &Session::factsChanged, this, &LaunchPane::takeFacts);
    connect(&session_, &Session::specChanged, this, [this] { formModel_.setSpec(session_.spec()); });
    connect(&display(), &Display::changed, this, [this] { editor_->setTheme(theme()); });
    editor_->setTheme(theme());
    formModel_.setSpec(session_.spec());
    takeFacts();
    takeDocument();
    arrange();
}

void LaunchPane::takeDocument() {
    KernelDocument* document = session_.current();
    taking_ = true;
    editor_->replaceText(document != nullptr ? QString::fromStdString(document->launchText()) : QString(),
                         false);
    editor_->setReadOnly(document == nullptr);
    taking_ = false;
    if (document != nullptr) {
        connect(document, &KernelDocument::launchReplaced, this, &LaunchPane::takeDocument,
                Qt::UniqueConnection);
        connect(document, &KernelDocument::launchFilled, this, &LaunchPane::takeFilled, Qt::UniqueConnection);
        connect(document, &KernelDocument::changed, this, &LaunchPane::refreshForm, Qt::UniqueConnection);
    }
    refreshForm();
    showDiagnostics();
}

void LaunchPane::takeFilled() {
    KernelDocument* document = session_.current();
    if (document == nullptr || document != sender()) return;
    taking_ = true;
    editor_->replaceText(QString::fromStdString(document->launchText()), true);
    taking_ = false;
    refreshForm();
}

void LaunchPane::showDiagnostics() {
    KernelDocument* document = session_.current();
    editor_->showDiagnostics(document != nullptr ? diagnosticsIn(session_.diagnostics(), document->launchPath())
                                                 : std::vector<LineDiagnostic>{});
}

void LaunchPane::refreshForm() {
    const KernelDocument* document = session_.current();
    if (document == nullptr || !isVisible()) return; // read when it is seen
    form_->setFolder(QString::fromStdString(document->launchPath().parent_path().string()));
    formModel_.setText(document->launchText(), document->launchPath());
}

void LaunchPane::takeFacts() {
    const SourceFacts& facts = session_.facts();
    formModel_.setSource(facts.kernels, facts.kernel, facts.arguments);
}

void LaunchPane::showForm() { views_->setCurrentIndex(FormView); }

void LaunchPane::showText() { views_->setCurrentIndex(TextView); }

void LaunchPane::arrange() {
    const bool hasBoth = width() >= leastWidthOfBoth;
    const bool isForm = views_->currentIndex() == FormView;
    views_->setVisible(!hasBoth);
    form_->setVisible(hasBoth || isForm);
    text_->setVisible(hasBoth || !isForm);
    setFocusProxy(isForm ? static_cast<QWidget*>(form_) : editor_);
}

void LaunchPane::resizeEvent(QResizeEvent* event) {
    Pane::resizeEvent(event);
    arrange();
}

void LaunchPane::showEvent(QShowEvent* event) {
    Pane::showEvent(event);
    refreshForm();
}

} // namespace warpstring::gui
