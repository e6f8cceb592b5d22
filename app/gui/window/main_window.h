// SPDX-License-Identifier: GPL-3.0-or-later
// The window: panes in docks around the source, menus, messages in place.
#pragma once

#include <QDateTime>
#include <QMainWindow>
#include <QTimer>
#include <functional>
#include <optional>

#include "app/gui/models/comparison/record_loader.h"
#include "app/gui/models/plan_request.h"
#include "app/gui/models/search/search_hit.h"
#include "app/gui/models/session/analysis_baseline.h"
#include "app/gui/models/session/autosave.h"
#include "app/gui/models/session/recent_files.h"
#include "app/gui/models/session/session.h"
#include "app/gui/models/tune/rewrite_run.h"
#include "app/gui/panes/pane.h"
#include "app/gui/window/message_bar.h"
#include "app/gui/window/pane_docks.h"
#include "app/gui/window/system_theme.h"

class QAction;
class QMenu;
class QStackedWidget;
class QTabBar;
class QTabWidget;

namespace warpstring::gui {

class BatchPane;
class CodeEditor;
class ComparePane;
class DiffPane;
class Finder;
class GeneratePane;
class GraphPane;
class LaunchPane;
class LinesPane;
class MemoryPane;
class ProblemsPane;
class SearchPane;
class SourcePane;
class SpecEditorPane;
class StartPage;
class StringPane;
class SummaryBar;
class SummaryPane;
class TimelinePane;
class TunePane;

enum class ThemeChoice { System, Light, Dark };

/// Where the program keeps what is not the person's own file.
struct UserFolders {
    QString config; ///< settings
    QString data;   ///< recent files, autosave, edited specs
    [[nodiscard]] static UserFolders standard();
};

/// What the program is started with.
struct Opening {
    QString spec; ///< empty: as in the settings
    QStringList files;
};

class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    explicit MainWindow(UserFolders folders = UserFolders::standard(), const Opening& opening = {});
    ~MainWindow() override;

    /// A launch file, a kernel source, a pattern or a project; what is wrong is said in place. False: it is not
    /// open.
    bool open(const QString& path);
    bool openProject(const QString& path);
    bool saveProject(const QString& path);
    /// Chooses the device. An empty name means the one of the settings.
    bool setSpec(const QString& nameOrPath);
    void setTheme(ThemeChoice choice);
    void setUnit(TimeUnit unit);
    void restoreDefaultLayout();

    [[nodiscard]] Session& session() { return *session_; }
    [[nodiscard]] AnalysisBaseline& baseline() { return *baseline_; }
    [[nodiscard]] Selection& selection() { return selection_; }
    [[nodiscard]] Display& display() { return display_; }
    [[nodiscard]] SourcePane& source() { return *source_; }
    [[nodiscard]] SummaryPane& summary() { return *summaryPane_; }
    [[nodiscard]] StringPane& string() { return *string_; }
    [[nodiscard]] LinesPane& lines() { return *lines_; }
    [[nodiscard]] MemoryPane& memory() { return *memory_; }
    [[nodiscard]] DiffPane& diff() { return *diff_; }
    [[nodiscard]] SearchPane& search() { return *search_; }
    [[nodiscard]] ComparePane& compare() { return *compare_; }
    [[nodiscard]] BatchPane& batch() { return *batch_; }
    [[nodiscard]] TimelinePane& timeline() { return *timeline_; }
    [[nodiscard]] TunePane& tune() { return *tune_; }
    [[nodiscard]] SpecEditorPane& specEditor() { return *specEditor_; }
    [[nodiscard]] PaneDocks& docks() { return docks_; }
    [[nodiscard]] MessageBar& messages() { return *messages_; }
    /// The page of the pattern that is shown; nullptr where a kernel is, or nothing.
    [[nodiscard]] GeneratePane* pattern() const;
    /// Every pane, the source, the launch and the pages of patterns included.
    [[nodiscard]] std::vector<Pane*> panes() const;
    [[nodiscard]] const RecentFiles& recent() const { return recent_; }

Q_SIGNALS:
    /// Every pane shows what is known of the current texts.
    void shown();

protected:
    bool event(QEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    // main_window.cpp
    void buildCentre();
    void followSession();
    void showAnalysis();
    void showDocuments();
    void showStartPage();
    void applyTheme();
    void goTo(const SourceLocation& place);
    /// A message holds as long as the document that is current now stays current, or the device.
    [[nodiscard]] MessageBar::Holds whileShown();
    [[nodiscard]] MessageBar::Holds whileDevice();
    /// A message holds as long as the document is current and its kernel has no good result, or as long as it
    /// has edits.
    [[nodiscard]] MessageBar::Holds whileFaulty(const std::filesystem::path& launchPath);
    [[nodiscard]] MessageBar::Holds whileModified(const std::filesystem::path& launchPath);
    [[nodiscard]] Diagnostics beginAnalysis(const Opening& opening);
    [[nodiscard]] QString settingsFile() const;
    void readSettings();
    void writeSettings();

    // window_edits.cpp
    void saveCurrent();
    void revertCurrent();
    void offerToSave(const std::filesystem::path& path, const std::function<Diagnostics()>& save,
                     const std::function<void()>& close, const MessageBar::Holds& holds);
    void closeDocument(int index);
    void keepEdits();
    void offerFilesOnDisk();
    void offerOnDisk(const std::filesystem::path& path, const std::vector<std::filesystem::path>& files,
                     bool isChanged, bool isModified, const std::function<Diagnostics()>& readAgain);
    void offerUnsavedWork();
    void restoreWork(const UnsavedWork& work);

    // window_patterns.cpp
    /// The launch or the pattern that is shown; empty while nothing is open.
    [[nodiscard]] std::filesystem::path shownPath() const;
    GeneratePane& addPattern();
    [[nodiscard]] GeneratePane* patternOf(const std::filesystem::path& path) const;
    bool openPattern(const QString& path);
    void restorePattern(const UnsavedWork& work);
    void showPattern(std::size_t index);
    void closePattern(GeneratePane& page);
    void savePattern(GeneratePane& page);
    void openGenerated(const DocumentTexts& texts, const QString& spec);

    // window_panes.cpp
    void buildPanes();
    void connectPanes();
    void followDocument();
    [[nodiscard]] EditedInputs editedInputs();
    void tellEdits();
    /// The names of what the pane's command takes as it is saved, and that has edits; empty: of nothing.
    [[nodiscard]] QString unsavedInputs(const Pane& pane);
    void applyTexts(const std::string& launch, const std::string& source);
    void applyRewrite(const RewriteOutcome& outcome);
    void takeSavedSpec();
    void openLaunch(const QString& file, const QString& launch);
    void showDiffLine(const QString& file, int line);
    void showHit(const SearchHit& hit, bool goes);

    // window_menus.cpp
    void buildMenus();
    void buildFileMenu();
    void buildEditMenu();
    void buildViewMenu();
    void buildHelpMenu();
    void listRecent();
    [[nodiscard]] CodeEditor& editorHere() const;
    [[nodiscard]] QString folderToOpen();
    void openDialog();
    void exportPaneDialog(Pane& pane);
    void copyCommand(Pane& pane);
    [[nodiscard]] Pane* focusedPane() const;
    void stepPane(int by);
    /// What looks for things where the focus is, else in the source or the launch.
    [[nodiscard]] Finder& finderHere();
    void findHere();
    void findEverywhere();
    void findNext(bool forward);

    UserFolders folders_;
    Display display_;
    Selection selection_;
    SystemTheme systemTheme_;
    ThemeChoice themeChoice_ = ThemeChoice::System;
    RecentFiles recent_;
    Autosave autosave_;
    Session* session_;
    AnalysisBaseline* baseline_;
    PaneDocks docks_;
    QString projectPath_;

    MessageBar* messages_ = nullptr;
    SummaryBar* summary_ = nullptr;
    QTabBar* documents_ = nullptr;
    QStackedWidget* centre_ = nullptr;
    StartPage* start_ = nullptr;
    QTabWidget* editors_ = nullptr;
    SourcePane* source_ = nullptr;
    LaunchPane* launch_ = nullptr;
    SummaryPane* summaryPane_ = nullptr;
    StringPane* string_ = nullptr;
    LinesPane* lines_ = nullptr;
    MemoryPane* memory_ = nullptr;
    GraphPane* graph_ = nullptr;
    std::vector<GeneratePane*> patterns_; ///< their tabs stand behind those of kernels
    std::optional<std::size_t> pattern_;  ///< the page that is shown
    SearchPane* search_ = nullptr;
    DiffPane* diff_ = nullptr;
    Finder* lastFinder_ = nullptr; ///< that was asked last; one of a pane
    TimelinePane* timeline_ = nullptr;
    ComparePane* compare_ = nullptr;
    BatchPane* batch_ = nullptr;
    TunePane* tune_ = nullptr;
    RecordLoader records_;
    RewriteRun rewrite_;                 ///< of a remedy
    std::filesystem::path followedFile_; ///< of comparison, batch and records
    std::vector<std::string> followed_;  ///< specs of comparison and batch that came from the session
    ProblemsPane* problems_ = nullptr;
    SpecEditorPane* specEditor_ = nullptr;
    QMenu* recentMenu_ = nullptr;
    std::vector<QAction*> ofDocuments_; ///< that mean something while a document is open
    bool keeps_ = true;                 ///< edits were kept when it was tried last
    bool projectSaved_ = true;          ///< when it was tried last
    bool listsSamples_ = false;         ///< the start page may: the window is there
    QTimer autosaveTimer_;
    QDateTime changeOffered_; ///< when the files were written that were offered last
};

} // namespace warpstring::gui
