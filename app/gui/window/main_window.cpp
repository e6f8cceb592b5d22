// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/window/main_window.h"

#include <QApplication>
#include <QCloseEvent>
#include <QDir>
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
#include <algorithm>
#include <utility>

#include "app/common/program_paths.h"
#include "app/gui/models/session/project.h"
#include "app/gui/panes/code_editor.h"
#include "app/gui/panes/compare_pane.h"
#include "app/gui/panes/generate_pane.h"
#include "app/gui/panes/launch_pane.h"
#include "app/gui/panes/source_pane.h"
#include "app/gui/window/message_bar.h"
#include "app/gui/window/start_page.h"
#include "app/gui/window/summary_bar.h"

namespace warpstring::gui {

namespace {

constexpr int autosaveMs = 1000; ///< after the last edit
const auto defaultSpec = QStringLiteral("nvidia-h200");
const auto specSetting = QStringLiteral("simulation/spec");

bool isProject(const QString& path) { return path.endsWith(QLatin1String(".warpstring")); }

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
    if (hasErrors(begun)) messages_->say(begun, asNamed ? whileFaulty(shownPath()) : whileDevice());
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
        if (index < 0) return;
        const auto at = static_cast<std::size_t>(index);
        if (at >= session_->documents()) {
            showPattern(at - session_->documents());
            return;
        }
        pattern_.reset();
        session_->setCurrent(at);
        showDocuments();
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
    all.insert(all.end(), patterns_.begin(), patterns_.end());
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
            [this](const Diagnostics& faults) { messages_->say(faults, whileFaulty(shownPath())); });
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
    const int kernels = static_cast<int>(session_->documents());
    const int count = kernels + static_cast<int>(patterns_.size());
    while (documents_->count() > count) documents_->removeTab(documents_->count() - 1);
    while (documents_->count() < count) documents_->addTab(QString());
    const auto tell = [this](int tab, const std::string& name, bool modified,
                             const std::filesystem::path& path) {
        documents_->setTabText(tab, QString::fromStdString(name) +
                                        (modified ? QStringLiteral(" \u2022") : QString()));
        documents_->setTabToolTip(tab, QString::fromStdString(path.string()));
    };
    for (int i = 0; i < kernels; ++i) {
        KernelDocument& document = session_->document(static_cast<std::size_t>(i));
        connect(&document, &KernelDocument::changed, &autosaveTimer_, qOverload<>(&QTimer::start),
                Qt::UniqueConnection);
        tell(i, document.launchPath().stem().string(), document.modified() || document.drafted(),
             document.launchPath());
    }
    for (int i = kernels; i < count; ++i) {
        const PatternDocument& document = patterns_[static_cast<std::size_t>(i - kernels)]->document();
        tell(i, document.path().filename().string(), document.modified(), document.path());
    }
    if (kernels == 0 && !pattern_ && !patterns_.empty()) pattern_ = patterns_.size() - 1;
    const bool isPattern = pattern_.has_value();
    if (count > 0)
        documents_->setCurrentIndex(isPattern ? kernels + static_cast<int>(*pattern_)
                                              : static_cast<int>(session_->currentIndex()));
    documents_->setVisible(count > 0);
    for (QAction* action : ofDocuments_) action->setEnabled(count > 0);
    editors_->setTabVisible(1, kernels > 0);
    if (KernelDocument* document = session_->current()) {
        editors_->setTabText(0, QString::fromStdString(document->sourcePath().filename().string()) +
                                    (document->sourceModified() ? QStringLiteral(" \u2022") : QString()));
        editors_->setTabText(1, QString::fromStdString(document->launchPath().filename().string()) +
                                    (document->launchModified() ? QStringLiteral(" \u2022") : QString()));
    }
    setWindowTitle(count > 0
                       ? QStringLiteral("%1 - Warpstring").arg(QString::fromStdString(shownPath().string()))
                       : QStringLiteral("Warpstring"));
    if (count == 0) showStartPage();
    centre_->setCurrentWidget(isPattern     ? static_cast<QWidget*>(patterns_[*pattern_])
                              : kernels > 0 ? static_cast<QWidget*>(editors_)
                                            : start_);
    docks_.setShown(kernels > 0 && !isPattern);
}

void MainWindow::showStartPage() {
    // Reading all samples takes a while: not where a kernel is opened at once.
    if (listsSamples_ && !start_->hasSamples()) start_->showSamples(listSamples(cli::samplesFolder()));
    start_->showRecent(recent_.files());
    centre_->setCurrentWidget(start_);
}

bool MainWindow::open(const QString& path) {
    if (isProject(path)) return openProject(path);
    if (isPatternFile(path.toStdString())) return openPattern(path);
    const std::size_t before = session_->documents();
    const auto found = session_->open(path.toStdString());
    KernelDocument* document = session_->current();
    const bool opened = document != nullptr && (session_->documents() > before || found.empty());
    if (opened) {
        if (std::exchange(pattern_, std::nullopt)) showDocuments();
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
    pattern_.reset();
    for (const QString& file : project->launchFiles) {
        if (isPatternFile(file.toStdString())) {
            openPattern(file);
            continue;
        }
        const auto found = session_->open(file.toStdString());
        if (hasErrors(found)) missing.insert(missing.end(), found.begin(), found.end());
    }
    // By its name: a file that is gone moves the others up, and some may have been open before.
    if (project->current >= 0 && project->current < project->launchFiles.size()) {
        const std::filesystem::path file = project->launchFiles[project->current].toStdString();
        const auto page = std::ranges::find(patterns_, patternOf(file));
        pattern_.reset();
        if (page != patterns_.end()) pattern_ = static_cast<std::size_t>(page - patterns_.begin());
        for (std::size_t i = 0; i < session_->documents(); ++i)
            if (session_->document(i).launchPath() == file) session_->setCurrent(i);
    }
    showDocuments();
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
    project.current = documents_->currentIndex();
    for (GeneratePane* page : patterns_)
        project.launchFiles += QString::fromStdString(page->document().path().string());
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
    return [this, path = shownPath()] { return shownPath() == path; };
}

MessageBar::Holds MainWindow::whileDevice() {
    return [this, name = session_->specName()] { return session_->specName() == name; };
}

MessageBar::Holds MainWindow::whileFaulty(const std::filesystem::path& launchPath) {
    return
        [this, launchPath] { return shownPath() == launchPath && session_->state() != Session::State::Good; };
}

MessageBar::Holds MainWindow::whileModified(const std::filesystem::path& launchPath) {
    return [this, launchPath] {
        for (std::size_t i = 0; i < session_->documents(); ++i)
            if (session_->document(i).launchPath() == launchPath) return session_->document(i).modified();
        return false;
    };
}

/// A kernel that is opened is analysed while the window is built. Returns what is wrong with what was asked
/// for.
Diagnostics MainWindow::beginAnalysis(const Opening& opening) {
    Diagnostics wrong;
    const auto usual = QSettings(settingsFile(), QSettings::IniFormat).value(specSetting).toString();
    if (!opening.spec.isEmpty()) wrong = session_->setSpec(opening.spec.toStdString());
    for (const QString& spec : {usual, defaultSpec})
        if (!session_->spec() && !spec.isEmpty()) (void)session_->setSpec(spec.toStdString());
    if (opening.files.size() == 1 && !isProject(opening.files.front()) &&
        !isPatternFile(opening.files.front().toStdString())) {
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
