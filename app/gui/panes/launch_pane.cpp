// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/panes/launch_pane.h"

#include <QVBoxLayout>

#include "app/gui/panes/code_editor.h"
#include "app/gui/panes/find_bar.h"

namespace warpstring::gui {

LaunchPane::LaunchPane(Session& session, PaneContext context, QWidget* parent)
    : Pane(QStringLiteral("Launch"), context, parent), session_(session),
      editor_(new CodeEditor(CodeLanguage::Toml, this)), findBar_(new FindBar(*editor_, this)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(editor_, 1);
    column->addWidget(findBar_);
    editor_->setAccessibleName(QStringLiteral("Launch file"));
    setFocusProxy(editor_);
    connect(editor_, &QsciScintilla::textChanged, this, [this] {
        if (KernelDocument* document = session_.current(); document != nullptr && !taking_)
            document->setLaunchText(editor_->text().toStdString());
    });
    connect(&session_, &Session::currentChanged, this, &LaunchPane::takeDocument);
    connect(&session_, &Session::diagnosticsChanged, this, &LaunchPane::showDiagnostics);
    connect(&display(), &Display::changed, this, [this] { editor_->setTheme(theme()); });
    editor_->setTheme(theme());
    takeDocument();
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
    }
    showDiagnostics();
}

void LaunchPane::takeFilled() {
    KernelDocument* document = session_.current();
    if (document == nullptr || document != sender()) return;
    taking_ = true;
    editor_->replaceText(QString::fromStdString(document->launchText()), true);
    taking_ = false;
}

void LaunchPane::showDiagnostics() {
    KernelDocument* document = session_.current();
    editor_->showDiagnostics(document != nullptr ? diagnosticsIn(session_.diagnostics(), document->launchPath())
                                                 : std::vector<LineDiagnostic>{});
}

} // namespace warpstring::gui
