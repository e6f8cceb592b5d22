// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/window/main_window.h"

#include <QApplication>
#include <QCloseEvent>
#include <QDir>
#include <QDockWidget>
#include <QFileInfo>
#include <QJsonObject>
#include <QMimeData>
#include <QSettings>
#include <QStackedWidget>
#include <QStandardPaths>
#include <QStatusBar>
#include <QTabBar>
#include <QTabWidget>
#include <QToolBar>
#include <QVBoxLayout>

#include "app/common/program_paths.h"
#include "app/gui/models/session/project.h"
#include "app/gui/panes/code_editor.h"
#include "app/gui/panes/compare_pane.h"
#include "app/gui/panes/launch_pane.h"
#include "app/gui/panes/source_pane.h"
#include "app/gui/panes/spec_editor_pane.h"
#include "app/gui/window/message_bar.h"
#include "app/gui/window/start_page.h"
#include "app/gui/window/summary_bar.h"

namespace warpstring::gui {

namespace {

constexpr int autosaveMs = 1000; ///< after the last edit
const auto defaultSpec = QStringLiteral("nvidia-h200");
const auto specSetting = QStringLiteral("simulation/spec");

bool isProject(const QString& path) { return path.endsWith(QLatin1String(".warpstring")); }

/// Of the launch; empty while nothing is open.
std::filesystem::path currentPath(Session& session) {
    const KernelDocument* document = session.current();
    return document != nullptr ? document->launchPath() : std::filesystem::path();
}

/// What opens the document once more: a launch that was drafted is in no file yet.
QString pathToOpen(const KernelDocument& document) {
    return QString::fromStdString(
        (document.drafted() ? document.sourcePath() : document.launchPath()).string());
}

} // namespace

UserFolders UserFolders::standard() {
    return {QStandardPaths::writableLocation(QStandardPaths::AppConfigLocation),
            QStandardPaths::writableLocation(QStandardPaths::AppDataLocation)};
}

MainWindow::MainWindow(UserFolders folders, const Opening& opening)
    : folders_(std::move(folders)), recent_(folders_.data + QStringLiteral("/recent.json")),
      autosave_(folders_.data + QStringLiteral("/autosave")), session_(new Session(this)),
      baseline_(new AnalysisBaseline(*session_, this)), docks_(*this) {
    setWindowTitle(QStringLiteral("Warpstring"));
    setAcceptDrops(true);
    resize(1280, 800);
    const Diagnostics begun = beginAnalysis(opening);
    buildCentre();
    buildPanes();
    buildMenus();
    followSession();
    docks_.restoreDefault();
    docks_.setShown(false);
    readSettings();
    applyTheme();
    showDocuments();
    for (const QString& file : opening.files) open(file);
    const bool asNamed = opening.spec.isEmpty() || opening.spec.toStdString() == session_->specName();
    if (hasErrors(begun)) messages_->say(begun, asNamed ? whileFaulty(currentPath(*session_)) : whileDevice());
    // Once the window is there, and what was named at its start is open.
    QTimer::singleShot(0, this, [this] {
        offerUnsavedWork();
        listsSamples_ = true;
        if (session_->documents() == 0) showStartPage();
    });
}

MainWindow::~MainWindow() {
    // Panes refer to the session and the selection: they go first.
    for (Pane* pane : panes()) delete pane;
}

void MainWindow::buildCentre() {
    auto* centre = new QWidget;
    auto* column = new QVBoxLayout(centre);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    messages_ = new MessageBar(display_);
    summary_ = new SummaryBar(*session_, *baseline_, display_);
    documents_ = new QTabBar;
    documents_->setTabsClosable(true);
    documents_->setExpanding(false);
    documents_->setDocumentMode(true);
    documents_->setAccessibleName(QStringLiteral("Open kernels"));
    centre_ = new QStackedWidget;
    start_ = new StartPage;
    editors_ = new QTabWidget;
    editors_->setDocumentMode(true);
    centre_->addWidget(start_);
    centre_->addWidget(editors_);
    column->addWidget(messages_);
    column->addWidget(documents_);
    column->addWidget(centre_, 1);
    setCentralWidget(centre);
    // The answer stands above everything, whatever the panes' layout is.
    auto* bar = addToolBar(QStringLiteral("Result"));
    bar->setObjectName(QStringLiteral("result"));
    bar->setMovable(false);
    bar->addWidget(summary_);
    docks_.setBar(bar);
    statusBar()->setSizeGripEnabled(true);
    connect(documents_, &QTabBar::currentChanged, this, [this](int index) {
        if (index >= 0) session_->setCurrent(static_cast<std::size_t>(index));
    });
    connect(documents_, &QTabBar::tabCloseRequested, this, &MainWindow::closeDocument);
    connect(start_, &StartPage::openWanted, this, [this](const QString& path, const QString& spec) {
        if (open(path) && !spec.isEmpty()) setSpec(spec);
    });
    connect(start_, &StartPage::dialogWanted, this, &MainWindow::openDialog);
    connect(summary_, &SummaryBar::faulty, this,
            [this](const Diagnostics& faults) { messages_->say(faults, whileDevice()); });
}

std::vector<Pane*> MainWindow::panes() const {
    std::vector<Pane*> all{source_, launch_};
    const auto docked = docks_.panes();
    all.insert(all.end(), docked.begin(), docked.end());
    return all;
}

void MainWindow::followSession() {
    connect(session_, &Session::analysisChanged, this, &MainWindow::showAnalysis);
    connect(session_, &Session::documentsChanged, this, &MainWindow::showDocuments);
    connect(session_, &Session::currentChanged, this, &MainWindow::showDocuments);
    connect(session_, &Session::currentChanged, this, [this] { selection_.clear(); });
    for (const auto signal : {&Session::documentsChanged, &Session::currentChanged, &Session::specChanged,
                              &Session::diagnosticsChanged, &Session::stateChanged})
        connect(session_, signal, messages_, &MessageBar::review);
    connect(session_, &Session::draftRefused, this,
            [this](const Diagnostics& faults) { messages_->say(faults, whileFaulty(currentPath(*session_))); });
    autosaveTimer_.setSingleShot(true);
    autosaveTimer_.setInterval(autosaveMs);
    connect(&autosaveTimer_, &QTimer::timeout, this, &MainWindow::keepEdits);
    connect(&display_, &Display::changed, this, &MainWindow::applyTheme);
    connect(&systemTheme_, &SystemTheme::changed, this, [this] { setTheme(themeChoice_); });
}

void MainWindow::showAnalysis() {
    // Tokens and nodes of the one before mean nothing now; what was pinned is found again by its line.
    const auto pinned = selection_.pinned().lines;
    selection_.clear();
    for (Pane* pane : panes()) pane->showAnalysis(session_->analysis());
    if (session_->analysis() && !pinned.empty())
        selection_.pin(session_->analysis()->elements.fromLine(pinned.front()));
    Q_EMIT shown();
}

void MainWindow::showDocuments() {
    const QSignalBlocker quiet(documents_);
    const int count = static_cast<int>(session_->documents());
    while (documents_->count() > count) documents_->removeTab(documents_->count() - 1);
    while (documents_->count() < count) documents_->addTab(QString());
    for (int i = 0; i < count; ++i) {
        KernelDocument& document = session_->document(static_cast<std::size_t>(i));
        connect(&document, &KernelDocument::changed, &autosaveTimer_, qOverload<>(&QTimer::start),
                Qt::UniqueConnection);
        const QString name = QString::fromStdString(document.launchPath().stem().string());
        documents_->setTabText(i, document.modified() || document.drafted() ? name + QStringLiteral(" \u2022")
                                                                            : name);
        documents_->setTabToolTip(i, QString::fromStdString(document.launchPath().string()));
    }
    if (count > 0) documents_->setCurrentIndex(static_cast<int>(session_->currentIndex()));
    documents_->setVisible(count > 0);
    for (QAction* action : ofDocuments_) action->setEnabled(count > 0);
    editors_->setTabVisible(1, count > 0);
    if (KernelDocument* document = session_->current()) {
        editors_->setTabText(0, QString::fromStdString(document->sourcePath().filename().string()) +
                                    (document->sourceModified() ? QStringLiteral(" \u2022") : QString()));
        editors_->setTabText(1, QString::fromStdString(document->launchPath().filename().string()) +
                                    (document->launchModified() ? QStringLiteral(" \u2022") : QString()));
        setWindowTitle(
            QStringLiteral("%1 - Warpstring").arg(QString::fromStdString(document->launchPath().string())));
    } else {
        setWindowTitle(QStringLiteral("Warpstring"));
    }
    if (count == 0) showStartPage();
    centre_->setCurrentWidget(count > 0 ? static_cast<QWidget*>(editors_) : start_);
    docks_.setShown(count > 0);
}

void MainWindow::showStartPage() {
    // Reading all samples takes a while: not where a kernel is opened at once.
    if (listsSamples_ && !start_->hasSamples()) start_->showSamples(listSamples(cli::samplesFolder()));
    start_->showRecent(recent_.files());
    centre_->setCurrentWidget(start_);
}

bool MainWindow::open(const QString& path) {
    if (isProject(path)) return openProject(path);
    const std::size_t before = session_->documents();
    const auto found = session_->open(path.toStdString());
    KernelDocument* document = session_->current();
    const bool opened = document != nullptr && (session_->documents() > before || found.empty());
    if (opened) {
        recent_.add({pathToOpen(*document), QString::fromStdString(session_->specName()),
                     QDateTime::currentDateTimeUtc(), std::nullopt});
        listRecent();
        source_->setFocus();
    }
    if (hasErrors(found) || !opened)
        messages_->say(found, opened ? whileFaulty(document->launchPath()) : whileShown());
    return opened;
}

bool MainWindow::setSpec(const QString& nameOrPath) {
    const auto faults = session_->setSpec(nameOrPath.toStdString());
    if (!faults.empty()) messages_->say(faults, whileDevice());
    return faults.empty();
}

bool MainWindow::openProject(const QString& path) {
    const auto project = readProject(path);
    if (!project) {
        messages_->say(project.diagnostics(), whileShown());
        return false;
    }
    projectPath_ = QFileInfo(path).absoluteFilePath();
    if (!project->spec.isEmpty()) setSpec(project->spec);
    Diagnostics missing;
    for (const QString& file : project->launchFiles) {
        const auto found = session_->open(file.toStdString());
        if (hasErrors(found)) missing.insert(missing.end(), found.begin(), found.end());
    }
    // By its name: a file that is gone moves the others up, and some may have been open before.
    if (project->current >= 0 && project->current < project->launchFiles.size())
        for (std::size_t i = 0; i < session_->documents(); ++i)
            if (session_->document(i).launchPath() == project->launchFiles[project->current].toStdString())
                session_->setCurrent(i);
    std::vector<std::string> specs;
    for (const QString& spec : project->comparedSpecs) specs.push_back(spec.toStdString());
    if (!specs.empty()) compare_->setSpecs(specs);
    std::vector<std::filesystem::path> records;
    for (const QString& record : project->records) records.emplace_back(record.toStdString());
    if (!records.empty()) compare_->addRecords(records);
    std::vector<SharedBaseline> baselines;
    for (const auto& json : project->baselines) {
        auto baseline = baselineFromJson(json.toObject());
        if (baseline)
            baselines.push_back(std::make_shared<const Baseline>(std::move(*baseline)));
        else
            missing.insert(missing.end(), baseline.diagnostics().begin(), baseline.diagnostics().end());
    }
    compare_->setBaselines(std::move(baselines));
    if (!project->layout.isEmpty()) docks_.restore(project->layout);
    recent_.add({projectPath_, QString::fromStdString(session_->specName()), QDateTime::currentDateTimeUtc(),
                 std::nullopt});
    listRecent();
    if (!missing.empty()) messages_->say(missing);
    return true;
}

bool MainWindow::saveProject(const QString& path) {
    Project project;
    for (std::size_t i = 0; i < session_->documents(); ++i)
        project.launchFiles += QString::fromStdString(session_->document(i).launchPath().string());
    project.current = static_cast<int>(session_->currentIndex());
    project.spec = QString::fromStdString(session_->specName());
    for (const std::string& spec : compare_->specs()) project.comparedSpecs += QString::fromStdString(spec);
    for (const auto& record : compare_->addedRecords())
        project.records += QString::fromStdString(record.string());
    for (const SharedBaseline& baseline : compare_->baselines()) project.baselines.append(toJson(*baseline));
    project.layout = docks_.state();
    const auto faults = writeProject(project, path);
    projectSaved_ = faults.empty();
    messages_->review();
    if (!projectSaved_) {
        messages_->say(faults, [this] { return !projectSaved_; });
        return false;
    }
    projectPath_ = QFileInfo(path).absoluteFilePath();
    statusBar()->showMessage(QStringLiteral("Saved %1").arg(projectPath_), 8000);
    return true;
}

void MainWindow::setTheme(ThemeChoice choice) {
    themeChoice_ = choice;
    const bool dark = choice == ThemeChoice::Dark || (choice == ThemeChoice::System && systemTheme_.dark());
    display_.setTheme(dark ? darkTheme() : lightTheme());
    applyTheme();
}

void MainWindow::setUnit(TimeUnit unit) { display_.setUnit(unit); }

void MainWindow::applyTheme() {
    const QPalette palette = display_.theme().palette();
    if (QApplication::palette() == palette) return;
    QApplication::setPalette(palette);
    // Qt's Fusion darkens a window's colour for the frame of a box, which a dark theme swallows: boxes are told
    // of another window, whose frames are as light as the theme's borders. They draw nothing else with it.
    QPalette boxes = palette;
    if (display_.theme().dark) boxes.setColor(QPalette::Window, display_.theme().border.lighter(160));
    QApplication::setPalette(boxes, "QCheckBox");
}

void MainWindow::restoreDefaultLayout() { docks_.restoreDefault(); }

void MainWindow::goTo(const SourceLocation& place) {
    KernelDocument* document = session_->current();
    if (document == nullptr || place.line <= 0) return;
    const bool inLaunch = place.file == document->launchPath().string();
    editors_->setCurrentWidget(inLaunch ? static_cast<QWidget*>(launch_) : source_);
    if (inLaunch) launch_->showText();
    (inLaunch ? launch_->editor() : source_->editor()).goToLine(place.line);
}

MessageBar::Holds MainWindow::whileShown() {
    return [this, path = currentPath(*session_)] { return currentPath(*session_) == path; };
}

MessageBar::Holds MainWindow::whileDevice() {
    return [this, name = session_->specName()] { return session_->specName() == name; };
}

MessageBar::Holds MainWindow::whileFaulty(const std::filesystem::path& launchPath) {
    return [this, launchPath] {
        return currentPath(*session_) == launchPath && session_->state() != Session::State::Good;
    };
}

MessageBar::Holds MainWindow::whileModified(const std::filesystem::path& launchPath) {
    return [this, launchPath] {
        for (std::size_t i = 0; i < session_->documents(); ++i)
            if (session_->document(i).launchPath() == launchPath) return session_->document(i).modified();
        return false;
    };
}

void MainWindow::keepEdits() {
    Diagnostics faults;
    const auto take = [&](const Diagnostics& more) { faults.insert(faults.end(), more.begin(), more.end()); };
    for (std::size_t i = 0; i < session_->documents(); ++i) take(autosave_.keep(session_->document(i)));
    if (const SpecEdit& spec = specEditor_->edit(); spec.isOpen())
        take(spec.modified() ? autosave_.keepSpec(spec.path(), spec.text().toStdString())
                             : autosave_.forget(spec.path()));
    keeps_ = faults.empty();
    messages_->review();
    if (!keeps_) messages_->say(faults, [this] { return !keeps_; });
}

void MainWindow::offerUnsavedWork() {
    const auto left = autosave_.left();
    if (left.empty()) return;
    const UnsavedWork& work = left.front();
    const auto& path = work.isSpec ? work.specPath : work.launchPath;
    const QString text =
        QStringLiteral("Unsaved edits of %1 from %2 were kept.%3")
            .arg(QString::fromStdString(path.filename().string()),
                 work.when.toLocalTime().toString(QStringLiteral("yyyy-MM-dd HH:mm")),
                 left.size() > 1 ? QStringLiteral(" %1 more files wait.").arg(left.size() - 1) : QString());
    messages_->say(Severity::Note, text,
                   {{QStringLiteral("&Restore"),
                     [this, work] {
                         restoreWork(work);
                         offerUnsavedWork();
                     }},
                    {QStringLiteral("&Discard"),
                     [this, work] {
                         autosave_.discard(work);
                         offerUnsavedWork();
                     }}},
                   [file = work.file] { return QFileInfo::exists(file); });
}

void MainWindow::restoreWork(const UnsavedWork& work) {
    if (work.isSpec) {
        const auto faults =
            specEditor_->edit().openUnsaved(work.specPath, QString::fromStdString(work.specText));
        if (!faults.empty()) messages_->say(faults);
        if (!hasErrors(faults) && autosave_.keepSpec(work.specPath, work.specText).empty())
            autosave_.discard(work);
        if (QDockWidget* dock = docks_.dockOf(specEditor_); dock != nullptr && docks_.shown()) dock->raise();
        return;
    }
    session_->restore(work);
    if (autosave_.keep(*session_->current()).empty()) autosave_.discard(work);
    source_->setFocus();
}

/// A kernel that is opened is analysed while the window is built. Returns what is wrong with what was asked
/// for.
Diagnostics MainWindow::beginAnalysis(const Opening& opening) {
    Diagnostics wrong;
    const auto usual = QSettings(settingsFile(), QSettings::IniFormat).value(specSetting).toString();
    if (!opening.spec.isEmpty()) wrong = session_->setSpec(opening.spec.toStdString());
    for (const QString& spec : {usual, defaultSpec})
        if (!session_->spec() && !spec.isEmpty()) (void)session_->setSpec(spec.toStdString());
    if (opening.files.size() == 1 && !isProject(opening.files.front())) {
        const auto found = session_->open(opening.files.front().toStdString());
        wrong.insert(wrong.end(), found.begin(), found.end());
    }
    return wrong;
}

QString MainWindow::settingsFile() const { return folders_.config + QStringLiteral("/settings.ini"); }

void MainWindow::readSettings() {
    QSettings settings(settingsFile(), QSettings::IniFormat);
    const QByteArray geometry = settings.value(QStringLiteral("window/geometry")).toByteArray();
    if (!geometry.isEmpty()) restoreGeometry(geometry);
    docks_.restore(settings.value(QStringLiteral("window/layout")).toByteArray());
    display_.setFoldsUnrolled(settings.value(QStringLiteral("view/fold_unrolled"), true).toBool());
    setUnit(static_cast<TimeUnit>(std::clamp(settings.value(QStringLiteral("view/unit")).toInt(), 0, 2)));
    setTheme(static_cast<ThemeChoice>(std::clamp(settings.value(QStringLiteral("view/theme")).toInt(), 0, 2)));
}

void MainWindow::writeSettings() {
    QDir().mkpath(folders_.config);
    QSettings settings(settingsFile(), QSettings::IniFormat);
    settings.setValue(QStringLiteral("window/geometry"), saveGeometry());
    settings.setValue(QStringLiteral("window/layout"), docks_.state());
    settings.setValue(QStringLiteral("view/unit"), static_cast<int>(display_.unit()));
    settings.setValue(QStringLiteral("view/fold_unrolled"), display_.foldsUnrolled());
    settings.setValue(QStringLiteral("view/theme"), static_cast<int>(themeChoice_));
    settings.setValue(specSetting, QString::fromStdString(session_->specName()));
}

/// Another program may have written the files that are open: said once for each time that it did.
void MainWindow::offerFilesOnDisk() {
    KernelDocument* document = session_->current();
    if (document == nullptr || !document->changedOnDisk()) {
        changeOffered_ = {};
        return;
    }
    const auto written = [](const std::filesystem::path& path) {
        return QFileInfo(QString::fromStdString(path.string())).lastModified();
    };
    const QDateTime change = std::max(written(document->launchPath()), written(document->sourcePath()));
    if (change == changeOffered_) return;
    changeOffered_ = change;
    const QString name = QString::fromStdString(document->launchPath().stem().string());
    messages_->say(
        Severity::Warning,
        document->modified()
            ? QStringLiteral("The files of %1 were changed by another program. Reading them again gives up "
                             "the edits here.")
                  .arg(name)
            : QStringLiteral("The files of %1 were changed by another program.").arg(name),
        {{QStringLiteral("&Read Again"),
          [this, path = document->launchPath()] {
              KernelDocument* current = session_->current();
              if (current == nullptr || current->launchPath() != path) return;
              messages_->say(current->revert(), whileShown());
              autosaveTimer_.start();
          }}},
        [this, path = document->launchPath()] {
            return currentPath(*session_) == path && session_->current()->changedOnDisk();
        });
}

bool MainWindow::event(QEvent* event) {
    if (event->type() == QEvent::WindowActivate) offerFilesOnDisk();
    return QMainWindow::event(event);
}

/// Nothing is asked: edits are kept and offered at the next start.
void MainWindow::closeEvent(QCloseEvent* event) {
    keepEdits();
    writeSettings();
    event->accept();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    if (event->mimeData()->hasUrls()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
    for (const QUrl& url : event->mimeData()->urls())
        if (url.isLocalFile()) open(url.toLocalFile());
    event->acceptProposedAction();
}

} // namespace warpstring::gui
