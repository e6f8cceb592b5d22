// SPDX-License-Identifier: GPL-3.0-or-later
// Sweeps: every launch of a file on every chosen spec, as curves and as a table that grows while it runs.
#pragma once

#include <QTimer>
#include <filesystem>

#include "app/gui/models/batch/batch_table.h"
#include "app/gui/models/comparison/comparison_chart.h"
#include "app/gui/panes/pane.h"

class QComboBox;
class QLabel;
class QProgressBar;
class QPushButton;
class QTableView;
class QToolButton;

namespace warpstring::gui {

class ChartView;
class MessageStrip;
class SpecButton;

class BatchPane : public Pane {
    Q_OBJECT

public:
    explicit BatchPane(PaneContext context, QWidget* parent = nullptr);
    ~BatchPane() override;

    /// Rows that are shown stay until a batch is run.
    void setLaunchFile(const std::filesystem::path& path);
    void setSpecs(const std::vector<std::string>& names, const std::string& folder = {});

    /// What the next batch simulates in place of what is saved.
    void setEdited(const EditedInputs& edited);

    [[nodiscard]] const std::vector<std::string>& specs() const { return request_.specs; }

    [[nodiscard]] QString cliCommand() const override;
    [[nodiscard]] std::optional<Picture> picture() const override;
    [[nodiscard]] QAbstractItemModel* table() const override;
    [[nodiscard]] QStringList otherFormats() const override;
    /// Rows by the extension: .jsonl, .sqlite, .db, and .csv with every column.
    [[nodiscard]] Diagnostics writeOther(const QString& path) override;

    [[nodiscard]] BatchRun& run() { return run_; }

public Q_SLOTS:
    /// Begins a batch, or cancels the one that runs.
    void startOrCancel();

Q_SIGNALS:
    /// A row was chosen with Enter or a double click.
    void openRequested(const QString& launchFile, const QString& launch);

private:
    void buildWidgets();
    void buildRows();
    void connectWidgets();
    void takeRows(const SharedRows& rows);
    void drawChart();
    void showState();
    void saveDialog();

    PlanRequest request_;
    BatchTable rows_;
    BatchRun run_;
    ChartMaker chartMaker_;
    QTimer chartPause_;

    SpecButton* specs_ = nullptr;
    QComboBox *scope_ = nullptr, *quantity_ = nullptr, *kind_ = nullptr, *swept_ = nullptr;
    QPushButton* start_ = nullptr;
    QToolButton* save_ = nullptr;
    QProgressBar* progress_ = nullptr;
    MessageStrip *messages_ = nullptr, *edited_ = nullptr, *hint_ = nullptr;
    ChartView* chart_ = nullptr;
    QTableView* tableView_ = nullptr;
    std::filesystem::path launchFile_;
};

} // namespace warpstring::gui
