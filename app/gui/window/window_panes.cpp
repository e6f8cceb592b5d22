// SPDX-License-Identifier: GPL-3.0-or-later
// Which panes the window has, and how they know of each other.
#include <QDockWidget>
#include <QStatusBar>
#include <QTabWidget>

#include "app/common/program_paths.h"
#include "app/gui/panes/batch_pane.h"
#include "app/gui/panes/code_editor.h"
#include "app/gui/panes/compare_pane.h"
#include "app/gui/panes/diff_pane.h"
#include "app/gui/panes/generate_pane.h"
#include "app/gui/panes/graph_pane.h"
#include "app/gui/panes/launch_pane.h"
#include "app/gui/panes/lines_pane.h"
#include "app/gui/panes/memory_pane.h"
#include "app/gui/panes/problems_pane.h"
#include "app/gui/panes/search_pane.h"
#include "app/gui/panes/source_pane.h"
#include "app/gui/panes/spec_editor_pane.h"
#include "app/gui/panes/string_pane.h"
#include "app/gui/panes/summary_pane.h"
#include "app/gui/panes/threads_pane.h"
#include "app/gui/panes/timeline_pane.h"
#include "app/gui/panes/tune_pane.h"
#include "app/gui/window/main_window.h"
#include "core/files/specs/hardware_spec_file.h"

namespace warpstring::gui {

namespace {

void addEdits(const KernelDocument& document, EditedInputs& edited) {
    if (document.launchModified()) edited.launchFiles[document.launchPath()] = document.launchText();
    if (document.sourceModified()) edited.sources[document.sourcePath()] = document.sourceText();
}

} // namespace

void MainWindow::buildPanes() {
    const PaneContext context{selection_, display_, baseline_};
    source_ = new SourcePane(*session_, context);
    launch_ = new LaunchPane(*session_, context);
    editors_->addTab(source_, source_->windowTitle());
    editors_->addTab(launch_, QStringLiteral("Launch file"));
    summaryPane_ = new SummaryPane(context);
    string_ = new StringPane(context);
    lines_ = new LinesPane(context);
    graph_ = new GraphPane(context);
    memory_ = new MemoryPane(context);
    timeline_ = new TimelinePane(context);
    compare_ = new ComparePane(context);
    diff_ = new DiffPane(*session_, *baseline_, context);
    batch_ = new BatchPane(context);
    tune_ = new TunePane(*session_, context);
    specEditor_ = new SpecEditorPane(context, SpecFolders::standard());
    problems_ = new ProblemsPane(*session_, context);
    search_ = new SearchPane(*session_, context);
    docks_.add(summaryPane_, QStringLiteral("summary"), DockPlace::Side);
    docks_.add(string_, QStringLiteral("string"), DockPlace::Side);
    docks_.add(lines_, QStringLiteral("lines"), DockPlace::Side);
    docks_.add(graph_, QStringLiteral("graph"), DockPlace::Side);
    docks_.add(new ThreadsPane(context), QStringLiteral("threads"), DockPlace::Side);
    docks_.add(memory_, QStringLiteral("memory"), DockPlace::Side);
    docks_.add(timeline_, QStringLiteral("timeline"), DockPlace::Side);
    docks_.add(compare_, QStringLiteral("compare"), DockPlace::Side);
    docks_.add(diff_, QStringLiteral("diff"), DockPlace::Side);
    docks_.add(batch_, QStringLiteral("batch"), DockPlace::Side);
    docks_.add(tune_, QStringLiteral("tune"), DockPlace::Side);
    docks_.add(specEditor_, QStringLiteral("spec"), DockPlace::Side);
    docks_.add(problems_, QStringLiteral("problems"), DockPlace::Below);
    docks_.add(search_, QStringLiteral("search"), DockPlace::Below);
    connectPanes();
}

void MainWindow::connectPanes() {
    for (Pane* pane : panes())
        connect(pane, &Pane::message, this,
                [this](const QString& text) { statusBar()->showMessage(text, 8000); });
    connect(problems_, &ProblemsPane::placeWanted, this, &MainWindow::goTo);
    connect(lines_, &LinesPane::placeWanted, this, &MainWindow::goTo);
    connect(memory_, &MemoryPane::placeWanted, this, &MainWindow::goTo);
    connect(diff_, &DiffPane::lineWanted, this, &MainWindow::showDiffLine);
    connect(search_, &SearchPane::hitWanted, this, &MainWindow::showHit);
    // The kernel is simulated on the device as it is being edited; once it is saved, on the saved one.
    connect(&specEditor_->edit(), &SpecEdit::specChanged, this, [this] {
        SpecEdit& edit = specEditor_->edit();
        session_->setEditedSpec(edit.modified() ? edit.currentSpec() : nullptr);
    });
    connect(&specEditor_->edit(), &SpecEdit::fileWritten, this, &MainWindow::takeSavedSpec);
    connect(&specEditor_->edit(), &SpecEdit::changed, &autosaveTimer_, qOverload<>(&QTimer::start));
    connect(session_, &Session::currentChanged, this, &MainWindow::followDocument);
    connect(session_, &Session::stateChanged, this, &MainWindow::followDocument);
    // What is compared follows the device, unless a person chose other specs there.
    const auto follow = [this] {
        const std::vector<std::string> now{session_->specName()};
        if (compare_->specs().empty() || compare_->specs() == followed_) compare_->setSpecs(now);
        if (batch_->specs().empty() || batch_->specs() == followed_) batch_->setSpecs(now);
        followed_ = now;
    };
    connect(session_, &Session::specChanged, this, follow);
    if (!session_->specName().empty()) follow();
    connect(&records_, &RecordLoader::loaded, timeline_, &TimelinePane::setRecords);
    connect(compare_, &ComparePane::recordsChanged, timeline_, &TimelinePane::setRecords);
    connect(&records_, &RecordLoader::loaded, summaryPane_, &SummaryPane::setRecords);
    connect(compare_, &ComparePane::recordsChanged, summaryPane_, &SummaryPane::setRecords);
    connect(compare_, &ComparePane::compared, this, [this] {
        const auto spec = session_->spec();
        if (!spec) return;
        for (std::size_t i = 0; i < session_->documents(); ++i) {
            const auto& file = session_->document(i).launchPath();
            if (compare_->hasCompared(file, spec->name))
                recent_.setError(QString::fromStdString(file.string()),
                                 QString::fromStdString(session_->specName()),
                                 compare_->lastError(file, spec->name));
        }
    });
    connect(session_, &Session::documentsChanged, this, &MainWindow::tellEdits);
    connect(session_, &Session::specChanged, this, &MainWindow::tellEdits);
    connect(compare_, &ComparePane::openRequested, this, &MainWindow::openLaunch);
    connect(batch_, &BatchPane::openRequested, this, &MainWindow::openLaunch);
    connect(summaryPane_, &SummaryPane::rewriteWanted, this, [this](const QString& words) {
        if (const auto inputs = tuneInputs(*session_)) rewrite_.start(*inputs, words);
    });
    connect(&rewrite_, &RewriteRun::finished, this,
            [this](const std::shared_ptr<const RewriteOutcome>& outcome) { applyRewrite(*outcome); });
    connect(tune_, &TunePane::applyWanted, this, &MainWindow::applyTexts);
    followDocument();
}

/// One step of each editor that changes, which Undo takes back there.
void MainWindow::applyTexts(const std::string& launch, const std::string& source) {
    const KernelDocument* document = session_->current();
    if (document == nullptr) return;
    if (document->sourceText() != source) source_->editor().replaceText(QString::fromStdString(source), true);
    if (document->launchText() != launch) launch_->editor().replaceText(QString::fromStdString(launch), true);
}

/// Texts that were edited meanwhile are not written over.
void MainWindow::applyRewrite(const RewriteOutcome& outcome) {
    const auto now = tuneInputs(*session_);
    if (!now || !now->hasTextsOf(outcome.inputs)) return;
    if (!outcome.rewritten) {
        messages_->say(outcome.rewritten.diagnostics(), whileShown());
        return;
    }
    applyTexts(outcome.rewritten->text.launch, outcome.rewritten->text.source);
    QStringList notes;
    for (const std::string& note : outcome.rewritten->notes) notes += QString::fromStdString(note);
    statusBar()->showMessage(QStringLiteral("Applied %1; Undo takes it back. %2")
                                 .arg(outcome.words, notes.join(QStringLiteral("; "))),
                             8000);
}

void MainWindow::takeSavedSpec() {
    const SpecEdit& edit = specEditor_->edit();
    if (!edit.diagnostics().empty()) return; // no program takes it yet
    const std::string name = edit.path().stem().string();
    const auto named = files::findHardwareSpec(name, cli::specFolders({}));
    std::error_code ignored;
    const bool isNamed = named && std::filesystem::equivalent(*named, edit.path(), ignored);
    setSpec(QString::fromStdString(isNamed ? name : edit.path().string()));
}

/// Comparison, batch and records are of the current document's launch file. They begin once its kernel has been
/// analysed, which is what a person waits for.
void MainWindow::followDocument() {
    const KernelDocument* document = session_->current();
    const auto state = session_->state();
    if (document != nullptr && (state == Session::State::Empty || state == Session::State::Computing)) return;
    tellEdits();
    const auto file =
        document != nullptr && !document->drafted() ? document->launchPath() : std::filesystem::path();
    if (file == followedFile_) return;
    followedFile_ = file;
    compare_->setLaunchFile(file);
    batch_->setLaunchFile(file);
    if (!file.empty()) records_.load(file);
}

EditedInputs MainWindow::editedInputs() {
    EditedInputs edited;
    for (std::size_t i = 0; i < session_->documents(); ++i) addEdits(session_->document(i), edited);
    if (const auto spec = session_->editedSpec()) edited.specs[session_->specName()] = spec;
    return edited;
}

/// The comparison and the next batch take texts and the device as they are edited.
void MainWindow::tellEdits() {
    const EditedInputs edited = editedInputs();
    compare_->setEdited(edited);
    batch_->setEdited(edited);
}

/// A command reads files, which panes are ahead of.
QString MainWindow::unsavedInputs(const Pane& pane) {
    if (const auto* page = qobject_cast<const GeneratePane*>(&pane))
        return page->document().modified() ? QString::fromStdString(page->document().path().filename().string())
                                           : QString();
    EditedInputs edited = editedInputs();
    if (&pane == specEditor_) {
        edited.sources.clear();
        edited.launchFiles.clear();
    } else if (&pane != compare_ && &pane != batch_ && &pane != diff_) {
        EditedInputs shown;
        if (const KernelDocument* document = session_->current()) addEdits(*document, shown);
        shown.specs = edited.specs;
        edited = shown;
    }
    return QString::fromStdString(namesOf(edited));
}

void MainWindow::showDiffLine(const QString& file, int line) {
    if (!open(file)) return;
    goTo({session_->current()->sourcePath().string(), line, 0});
}

/// The pane that has it comes to the front; the others follow the pin.
void MainWindow::showHit(const SearchHit& hit, bool goes) {
    Pane* pane = source_;
    if (hit.place == SearchPlace::String) pane = string_;
    if (hit.place == SearchPlace::Graph) pane = graph_;
    if (QDockWidget* dock = docks_.dockOf(pane)) {
        dock->show();
        dock->raise();
    } else {
        editors_->setCurrentWidget(pane);
    }
    pane->catchUp();
    if (session_->analysis()) selection_.hold(focusOf(hit, session_->analysis()->elements));
    if (pane == source_) source_->showHit(hit);
    if (pane == string_) string_->showHit(hit);
    if (pane == graph_) graph_->showHit(hit);
    if (goes) pane->setFocus();
}

/// A launch of a file's sweep, by its name.
void MainWindow::openLaunch(const QString& file, const QString& launch) {
    if (!open(file)) return;
    KernelDocument* document = session_->current();
    for (std::uint64_t i = 0; i < document->launchCount(); ++i)
        if (document->launchName(i) == launch) {
            document->setLaunchIndex(i);
            session_->analyseNow();
            return;
        }
}

} // namespace warpstring::gui
