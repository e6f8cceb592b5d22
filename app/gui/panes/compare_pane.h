// SPDX-License-Identifier: GPL-3.0-or-later
// Simulated beside measured: charts over a table of launches, metrics beside them.
#pragma once

#include <QTimer>
#include <filesystem>
#include <optional>

#include "app/gui/models/comparison/accuracy_table.h"
#include "app/gui/models/comparison/comparison_chart.h"
#include "app/gui/models/comparison/comparison_run.h"
#include "app/gui/models/comparison/comparison_table.h"
#include "app/gui/models/comparison/family_tree.h"
#include "app/gui/panes/baseline_button.h"
#include "app/gui/panes/pane.h"

class QComboBox;
class QLineEdit;
class QProgressBar;
class QSplitter;
class QTabBar;
class QTableView;
class QToolButton;
class QTreeView;

namespace warpstring::gui {

class ChartView;
class MeasureBar;
class MessageStrip;
class SpecButton;

/// Compares when it is first seen after a change, on a thread of its own.
class ComparePane : public Pane {
    Q_OBJECT

public:
    explicit ComparePane(PaneContext context, QWidget* parent = nullptr);
    ~ComparePane() override;

    /// What is compared: this file, or all in its folder. Empty: nothing.
    void setLaunchFile(const std::filesystem::path& path);
    /// Names of specs, or files; names are looked up in `folder` first.
    void setSpecs(const std::vector<std::string>& names, const std::string& folder = {});
    [[nodiscard]] const std::vector<std::string>& specs() const { return request_.plan.specs; }
    /// Files and folders, besides the folder `measurements` beside the launch file.
    void addRecords(const std::vector<std::filesystem::path>& paths);
    [[nodiscard]] const std::vector<std::filesystem::path>& addedRecords() const { return request_.records; }
    [[nodiscard]] const std::vector<SharedBaseline>& baselines() const { return baseline_->baselines(); }
    void setBaselines(std::vector<SharedBaseline> baselines) { baseline_->setBaselines(std::move(baselines)); }
    /// What is simulated in place of what is saved.
    void setEdited(const EditedInputs& edited);
    /// Whether the last comparison was of that file on that spec (ComparedLaunch::spec), both as saved.
    [[nodiscard]] bool hasCompared(const std::filesystem::path& launchFile, const std::string& spec) const;
    /// Its error (errorOfFile()), whatever is filtered; nothing where there is no record of the spec's own
    /// device.
    [[nodiscard]] std::optional<double> lastError(const std::filesystem::path& launchFile,
                                                  const std::string& spec) const;
    /// Pins what is compared, and holds it against that from then on.
    void pin(const QString& name);
    void showChart(charts::ChartKind kind);

    [[nodiscard]] QString cliCommand() const override;
    [[nodiscard]] std::optional<Picture> picture() const override;
    [[nodiscard]] QAbstractItemModel* table() const override;
    [[nodiscard]] QStringList otherFormats() const override;
    [[nodiscard]] Diagnostics writeOther(const QString& path) override;

    [[nodiscard]] ComparisonRun& run() { return run_; }
    [[nodiscard]] MeasureBar& measuring() { return *measure_; }
    [[nodiscard]] ChartView& chart() { return *chart_; }

public Q_SLOTS:
    /// Compares again, with what is on the disk now and what is edited of it.
    void compareNow();

Q_SIGNALS:
    void recordsChanged(const warpstring::gui::SharedRecords& records);
    /// A row was chosen with Enter or a double click.
    void openRequested(const QString& launchFile, const QString& launch);
    void baselineListChanged();
    /// A comparison has ended: lastError() may say something new.
    void compared();

protected:
    void showEvent(QShowEvent* event) override;

private:
    /// Of the choice of devices: what stands before their names.
    enum DeviceChoice { OwnDevice, AllDevices, FirstDevice };
    [[nodiscard]] static QStringList deviceChoices();

    // compare_pane_layout.cpp
    void buildWidgets();
    void buildRows();
    void connectWidgets();

    // compare_pane.cpp
    void later();
    void takePart(const SharedLaunches& launches, const std::map<std::string, double>& clockMhz);
    void takeOutcome(const ComparisonOutcome& outcome);
    void listDevices();
    void applyFilter();
    void showMetrics();
    void setMetrics(const std::vector<comparison::ComparisonSummary>& summaries);
    void fitMetrics();
    void fitFamilies();
    void showState();
    [[nodiscard]] QString otherDevicesHint() const;
    void chooseFromChart(std::size_t launch);
    void openRow(const QModelIndex& index);
    void loadRecordsDialog();
    void reportDialog();

    ComparisonRequest request_;
    std::filesystem::path launchFile_;
    ComparisonOutcome outcome_;
    EditedInputs startedFrom_;   ///< of the comparison that was started last
    bool outcomeOfSaved_ = true; ///< outcome_ is of nothing edited
    bool stale_ = false, growing_ = false, otherLaunches_ = true;
    bool metricsWait_ = false; ///< for the chart of the launches that are shown
    ComparisonTable launches_;
    AccuracyTable metrics_;
    FamilyTree families_;
    ComparisonRun run_;
    ChartMaker chartMaker_;
    QTimer pause_, chartPause_;

    QComboBox *quantity_ = nullptr, *scope_ = nullptr, *device_ = nullptr, *caches_ = nullptr,
              *swept_ = nullptr;
    SpecButton* specs_ = nullptr;
    BaselineButton* baseline_ = nullptr;
    QToolButton *measureButton_ = nullptr, *loadButton_ = nullptr, *reportButton_ = nullptr,
                *worstButton_ = nullptr, *cancelButton_ = nullptr;
    QLineEdit* filter_ = nullptr;
    QProgressBar* progress_ = nullptr;
    MessageStrip *messages_ = nullptr, *hint_ = nullptr, *edited_ = nullptr;
    MeasureBar* measure_ = nullptr;
    QTabBar* kinds_ = nullptr;
    ChartView* chart_ = nullptr;
    QSplitter *across_ = nullptr, *down_ = nullptr;
    QTableView *tableView_ = nullptr, *metricsView_ = nullptr;
    QTreeView* familiesView_ = nullptr;
};

} // namespace warpstring::gui
