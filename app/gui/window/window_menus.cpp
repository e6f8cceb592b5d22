// SPDX-License-Identifier: GPL-3.0-or-later
// The menus of the main window: every action of the program, with its key.
#include <QAction>
#include <QActionGroup>
#include <QApplication>
#include <QClipboard>
#include <QDockWidget>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenuBar>
#include <QMessageBox>
#include <QStatusBar>
#include <QTabBar>
#include <QTabWidget>

#include "app/gui/panes/code_editor.h"
#include "app/gui/panes/diff_pane.h"
#include "app/gui/panes/find_bar.h"
#include "app/gui/panes/generate_pane.h"
#include "app/gui/panes/launch_pane.h"
#include "app/gui/panes/lines_pane.h"
#include "app/gui/panes/search_pane.h"
#include "app/gui/panes/source_pane.h"
#include "app/gui/panes/tune_pane.h"
#include "app/gui/window/export_dialog.h"
#include "app/gui/window/main_window.h"
#include "app/gui/window/message_bar.h"

namespace warpstring::gui {

void MainWindow::buildMenus() {
    buildFileMenu();
    buildEditMenu();
    buildViewMenu();
    buildHelpMenu();
}

void MainWindow::buildFileMenu() {
    QMenu* menu = menuBar()->addMenu(QStringLiteral("&File"));
    menu->addAction(QStringLiteral("&Open..."), QKeySequence::Open, this, &MainWindow::openDialog);
    recentMenu_ = menu->addMenu(QStringLiteral("Open &Recent"));
    listRecent();
    connect(recentMenu_, &QMenu::aboutToShow, this, &MainWindow::listRecent); // files come and go
    const auto ofDocuments = [this](QAction* action) { ofDocuments_.push_back(action); };
    ofDocuments(menu->addAction(QStringLiteral("&Save"), QKeySequence::Save, this, &MainWindow::saveCurrent));
    ofDocuments(menu->addAction(QStringLiteral("Re&vert to Saved"), this, &MainWindow::revertCurrent));
    ofDocuments(menu->addAction(QStringLiteral("&Close"), QKeySequence::Close, this, [this] {
        if (documents_->count() > 0) closeDocument(documents_->currentIndex());
    }));
    menu->addSeparator();
    const QKeySequence saveProjectKey(Qt::CTRL | Qt::SHIFT | Qt::Key_S);
    ofDocuments(menu->addAction(QStringLiteral("Save &Project..."), saveProjectKey, this, [this] {
        auto* dialog = new QFileDialog(this, QStringLiteral("Save Project"), projectPath_,
                                       QStringLiteral("Projects (*.warpstring)"));
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->setAcceptMode(QFileDialog::AcceptSave);
        dialog->setDefaultSuffix(QStringLiteral("warpstring"));
        connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) { saveProject(path); });
        dialog->open();
    }));
    QMenu* exports = menu->addMenu(QStringLiteral("&Export"));
    ofDocuments(exports->menuAction());
    connect(exports, &QMenu::aboutToShow, this, [this, exports] {
        exports->clear();
        for (Pane* pane : panes()) {
            pane->catchUp();
            QAction* action = exports->addAction(QStringLiteral("%1...").arg(pane->accessibleName()), this,
                                                 [this, pane] { exportPaneDialog(*pane); });
            action->setEnabled(!proposedExtension(*pane).isEmpty());
        }
    });
    const QKeySequence exportKey(Qt::CTRL | Qt::Key_E);
    ofDocuments(menu->addAction(QStringLiteral("E&xport This Pane..."), exportKey, this, [this] {
        if (Pane* pane = focusedPane()) exportPaneDialog(*pane);
    }));
    menu->addSeparator();
    menu->addAction(QStringLiteral("&Quit"), QKeySequence::Quit, this, &QWidget::close);
}

void MainWindow::listRecent() {
    recentMenu_->clear();
    for (const RecentFile& file : recent_.files()) {
        const QFileInfo info(file.path);
        QAction* action = recentMenu_->addAction(
            info.fileName() + (file.spec.isEmpty() ? QString() : QStringLiteral("  on %1").arg(file.spec)),
            this, [this, file] {
                if (open(file.path) && !file.spec.isEmpty()) setSpec(file.spec);
            });
        action->setEnabled(info.exists()); // as on the start page
    }
    recentMenu_->setEnabled(!recent_.files().empty());
    QStringList launches;
    for (const RecentFile& file : recent_.files())
        if (file.path.endsWith(QLatin1String(".toml")) && QFileInfo::exists(file.path)) launches += file.path;
    diff_->setRecent(launches);
}

void MainWindow::buildEditMenu() {
    QMenu* menu = menuBar()->addMenu(QStringLiteral("&Edit"));
    menu->addAction(QStringLiteral("&Undo"), QKeySequence::Undo, this, [this] { editorHere().undo(); });
    menu->addAction(QStringLiteral("&Redo"), QKeySequence::Redo, this, [this] { editorHere().redo(); });
    menu->addSeparator();
    menu->addAction(QStringLiteral("&Find..."), QKeySequence::Find, this, &MainWindow::findHere);
    menu->addAction(QStringLiteral("Find E&verywhere..."), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_F), this,
                    &MainWindow::findEverywhere);
    menu->addAction(QStringLiteral("Find &Next"), QKeySequence::FindNext, this, [this] { findNext(true); });
    menu->addAction(QStringLiteral("Find &Previous"), QKeySequence::FindPrevious, this,
                    [this] { findNext(false); });
    menu->addAction(QStringLiteral("&Go to Line..."), QKeySequence(Qt::CTRL | Qt::Key_G), this, [this] {
        if (GeneratePane* page = pattern()) {
            page->findBar().openGoToLine();
            return;
        }
        if (launch_->isVisible()) launch_->showText();
        (launch_->isVisible() ? launch_->findBar() : source_->findBar()).openGoToLine();
    });
    menu->addSeparator();
    QMenu* commands = menu->addMenu(QStringLiteral("Copy &Command Line Of"));
    connect(commands, &QMenu::aboutToShow, this, [this, commands] {
        commands->clear();
        for (Pane* pane : panes()) {
            pane->catchUp();
            QAction* action =
                commands->addAction(pane->accessibleName(), this, [this, pane] { copyCommand(*pane); });
            action->setEnabled(!pane->cliCommand().isEmpty());
        }
    });
    menu->addAction(QStringLiteral("Copy This Pane's Command &Line"),
                    QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C), this, [this] {
                        if (Pane* pane = focusedPane()) copyCommand(*pane);
                    });
    menu->addSeparator();
    ofDocuments_.push_back(menu->addAction(
        QStringLiteral("Pin as &Baseline"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_B), this, [this] {
            baseline_->pin();
            statusBar()->showMessage(QStringLiteral("Changes are told from here on"), 4000);
        }));
    QAction* resets =
        menu->addAction(QStringLiteral("Reset B&aseline to Opening"), this, [this] { baseline_->reset(); });
    ofDocuments_.push_back(resets);
    connect(menu, &QMenu::aboutToShow, resets, [this, resets] { resets->setEnabled(baseline_->isPinned()); });
    connect(menu, &QMenu::aboutToHide, resets, [resets] { resets->setEnabled(true); });
    menu->addSeparator();
    menu->addAction(QStringLiteral("Free the Pinned &Element"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_E),
                    this, [this] { selection_.clear(); });
}

void MainWindow::buildViewMenu() {
    QMenu* menu = menuBar()->addMenu(QStringLiteral("&View"));
    int number = 1;
    menu->addAction(QStringLiteral("Source"), QKeySequence(Qt::ALT | Qt::Key_0), this, [this] {
        editors_->setCurrentWidget(source_);
        source_->setFocus();
    });
    for (QDockWidget* dock : docks_.docks()) {
        QAction* action = menu->addAction(dock->widget()->accessibleName(), this, [dock] {
            dock->show();
            dock->raise();
            dock->widget()->setFocus();
        });
        // There are more panes than figures.
        if (dock->widget() == lines_)
            action->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_L));
        else if (dock->widget() == diff_)
            action->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_D));
        else if (dock->widget() == tune_)
            action->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_T));
        else if (number <= 9)
            action->setShortcut(QKeySequence(static_cast<int>(Qt::ALT) | (Qt::Key_0 + number++)));
    }
    menu->addAction(QStringLiteral("Next Pane"), QKeySequence(Qt::Key_F6), this, [this] { stepPane(1); });
    menu->addAction(QStringLiteral("Previous Pane"), QKeySequence(Qt::SHIFT | Qt::Key_F6), this,
                    [this] { stepPane(-1); });
    menu->addAction(QStringLiteral("&Restore Default Layout"), this, &MainWindow::restoreDefaultLayout);
    menu->addSeparator();
    QMenu* themes = menu->addMenu(QStringLiteral("&Theme"));
    auto* themeGroup = new QActionGroup(this);
    for (const auto& [choice, label] : {std::pair{ThemeChoice::System, QStringLiteral("Follow the &System")},
                                        std::pair{ThemeChoice::Light, QStringLiteral("&Light")},
                                        std::pair{ThemeChoice::Dark, QStringLiteral("&Dark")}}) {
        QAction* action = themes->addAction(label, this, [this, choice = choice] { setTheme(choice); });
        action->setCheckable(true);
        themeGroup->addAction(action);
        connect(themes, &QMenu::aboutToShow, action,
                [this, action, choice = choice] { action->setChecked(themeChoice_ == choice); });
    }
    QMenu* units = menu->addMenu(QStringLiteral("&Units"));
    auto* unitGroup = new QActionGroup(this);
    for (const auto unit : {TimeUnit::Cycles, TimeUnit::Nanoseconds, TimeUnit::Microseconds}) {
        QAction* action = units->addAction(unitName(unit), this, [this, unit] { setUnit(unit); });
        action->setCheckable(true);
        unitGroup->addAction(action);
        connect(units, &QMenu::aboutToShow, action,
                [this, action, unit] { action->setChecked(display_.unit() == unit); });
    }
    menu->addAction(QStringLiteral("Next U&nit"), QKeySequence(Qt::CTRL | Qt::Key_U), this,
                    [this] { setUnit(static_cast<TimeUnit>((static_cast<int>(display_.unit()) + 1) % 3)); });
    menu->addSeparator();
    QAction* shape = menu->addAction(QStringLiteral("Keep Loops and Branches as &Written"));
    shape->setCheckable(true);
    shape->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_L));
    connect(shape, &QAction::toggled, session_, &Session::setSourceShape);
    QAction* folds = menu->addAction(QStringLiteral("&Fold Unrolled Iterations"));
    folds->setCheckable(true);
    folds->setChecked(display_.foldsUnrolled());
    folds->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_R));
    connect(folds, &QAction::toggled, &display_, &Display::setFoldsUnrolled);
    connect(&display_, &Display::changed, folds,
            [this, folds] { folds->setChecked(display_.foldsUnrolled()); });
    QMenu* models = menu->addMenu(QStringLiteral("&Model"));
    auto* modelGroup = new QActionGroup(this);
    for (const auto& [model, label] :
         {std::pair{ModelChoice::BySpec, QStringLiteral("By the &Device")},
          std::pair{ModelChoice::ClosedForm, QStringLiteral("The Paper's &Walk (Closed Form)")},
          std::pair{ModelChoice::Timeline, QStringLiteral("&Timeline")}}) {
        QAction* action = models->addAction(label, this, [this, model = model] { session_->setModel(model); });
        action->setCheckable(true);
        modelGroup->addAction(action);
        connect(models, &QMenu::aboutToShow, action,
                [this, action, model = model] { action->setChecked(session_->model() == model); });
    }
}

void MainWindow::buildHelpMenu() {
    QMenu* menu = menuBar()->addMenu(QStringLiteral("&Help"));
    menu->addAction(QStringLiteral("&About Warpstring"), this, [this] {
        auto* box = new QMessageBox(
            QMessageBox::NoIcon, QStringLiteral("About Warpstring"),
            QStringLiteral(
                "<h3>Warpstring %1</h3><p>A string-model simulator of warp latency: OpenCL kernels in, their "
                "time "
                "and the reasons out.</p><p>GPL-3.0-or-later. After Baghsorkhi, Delahaye, Gropp and Hwu: "
                "Analytical "
                "Performance Prediction for Evaluation and Tuning of GPGPU Applications, EPHAM 2009.</p>")
                .arg(QApplication::applicationVersion()),
            QMessageBox::Close, this);
        box->setAttribute(Qt::WA_DeleteOnClose);
        box->open();
    });
}

/// Of the kernel that is shown, else of what was opened last: what is opened next lies there more often than
/// not.
QString MainWindow::folderToOpen() {
    if (pattern() != nullptr) return QString::fromStdString(shownPath().parent_path().string());
    if (const KernelDocument* document = session_->current()) {
        const auto& path = document->sourcePath().empty() ? document->launchPath() : document->sourcePath();
        return QString::fromStdString(path.parent_path().string());
    }
    for (const RecentFile& file : recent_.files())
        if (const QFileInfo folder(QFileInfo(file.path).absolutePath()); folder.isDir())
            return folder.filePath();
    return {};
}

void MainWindow::openDialog() {
    auto* dialog = new QFileDialog(
        this, QStringLiteral("Open"), folderToOpen(),
        QStringLiteral("Kernels, launches, patterns, nests, projects (*.cl *.toml *.pattern *.c *.warpstring);;"
                       "All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFiles);
    connect(dialog, &QFileDialog::filesSelected, this, [this](const QStringList& paths) {
        for (const QString& path : paths) open(path);
    });
    dialog->open();
}

void MainWindow::exportPaneDialog(Pane& pane) {
    pane.catchUp();
    if (proposedExtension(pane).isEmpty()) {
        statusBar()->showMessage(QStringLiteral("%1 has nothing to export").arg(pane.accessibleName()), 4000);
        return;
    }
    auto* dialog = new ExportDialog(pane, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this,
            [this] { statusBar()->showMessage(QStringLiteral("Exported"), 4000); });
    dialog->open();
}

void MainWindow::copyCommand(Pane& pane) {
    pane.catchUp();
    const QString command = pane.cliCommand();
    if (command.isEmpty()) return;
    QApplication::clipboard()->setText(command);
    // Said before the command, which may be longer than the bar. It is no comment in what is copied: not every
    // shell that a person types into knows comments.
    const QString unsaved = unsavedInputs(pane);
    const QString how = unsaved.isEmpty()
                            ? QStringLiteral("Copied")
                            : QStringLiteral("Copied; it takes %1 as saved, without the edits").arg(unsaved);
    statusBar()->showMessage(QStringLiteral("%1: %2").arg(how, command), 8000);
}

/// The outermost: a page of a pattern has panes within it, whose kernel is in no file.
Pane* MainWindow::focusedPane() const {
    Pane* found = nullptr;
    for (QWidget* widget = QApplication::focusWidget(); widget != nullptr; widget = widget->parentWidget())
        if (auto* pane = qobject_cast<Pane*>(widget)) found = pane;
    return found;
}

/// Of the text that is shown.
CodeEditor& MainWindow::editorHere() const {
    if (GeneratePane* page = pattern()) return page->editor();
    return launch_->isVisible() ? launch_->editor() : source_->editor();
}

Finder& MainWindow::finderHere() {
    if (Pane* pane = focusedPane(); pane != nullptr && pane->finder() != nullptr) return *pane->finder();
    if (GeneratePane* page = pattern()) return page->findBar();
    if (!launch_->isVisible()) return source_->findBar();
    launch_->showText();
    return launch_->findBar();
}

void MainWindow::findHere() {
    lastFinder_ = &finderHere();
    lastFinder_->openFind();
}

void MainWindow::findEverywhere() {
    if (pattern() != nullptr) { // there is no analysed kernel to look through
        findHere();
        return;
    }
    const EditorFinder selected(editorHere());
    QDockWidget* dock = docks_.dockOf(search_);
    dock->show();
    dock->raise();
    search_->propose(selected.proposal());
    lastFinder_ = search_;
    search_->openFind();
}

/// Of what was looked for here, else of what was looked for last.
void MainWindow::findNext(bool forward) {
    Finder* finder = &finderHere();
    if (!finder->isOpen() && lastFinder_ != nullptr) finder = lastFinder_;
    lastFinder_ = finder;
    finder->findNext(forward);
}

/// Through the panes that can be seen.
void MainWindow::stepPane(int by) {
    std::vector<Pane*> visible;
    for (Pane* pane : panes())
        if (pane->isVisible() && !pane->visibleRegion().isEmpty()) visible.push_back(pane);
    if (visible.empty()) return;
    const auto found = std::find(visible.begin(), visible.end(), focusedPane());
    const auto count = static_cast<std::ptrdiff_t>(visible.size());
    const std::ptrdiff_t at = found == visible.end() ? (by > 0 ? -1 : 0) : found - visible.begin();
    visible[static_cast<std::size_t>((at + by + count) % count)]->setFocus();
}

} // namespace warpstring::gui
