// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/panes/batch_pane.h"

#include <QComboBox>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QProgressBar>
#include <QPushButton>
#include <QSplitter>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include "app/gui/charts/chart_view.h"
#include "app/gui/panes/chart_tabs.h"
#include "app/gui/panes/message_strip.h"
#include "app/gui/panes/spec_button.h"
#include "app/gui/panes/tone_delegate.h"

namespace warpstring::gui {

namespace {

constexpr int rowsPauseMs = 150; ///< while rows come in

} // namespace

BatchPane::BatchPane(PaneContext context, QWidget* parent) : Pane(QStringLiteral("Batch"), context, parent) {
    buildWidgets();
    buildRows();
    connectWidgets();
    chartPause_.setSingleShot(true);
    chartPause_.setInterval(rowsPauseMs);
    rows_.setUnit(display().unit());
    showState();
}

BatchPane::~BatchPane() = default;

void BatchPane::buildWidgets() {
    const auto choice = [](const QString& name, const QStringList& items, const QString& tip) {
        auto* box = new QComboBox;
        box->addItems(items);
        box->setAccessibleName(name);
        box->setToolTip(tip);
        box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
        return box;
    };
    scope_ = choice(QStringLiteral("Launches"), {QStringLiteral("this file"), QStringLiteral("its folder")},
                    QStringLiteral("Simulate the sweep of this file, or all files in its folder"));
    specs_ = new SpecButton;
    quantity_ =
        choice(QStringLiteral("Quantity"), {QStringLiteral("kernel time"), QStringLiteral("warp latency")},
               QStringLiteral("What the curves show"));
    kind_ = choice(QStringLiteral("Chart"), {QStringLiteral("curves"), QStringLiteral("stacks")},
                   QStringLiteral("Curves over a swept value, or where the cycles of each launch go"));
    swept_ = choice(QStringLiteral("Swept value"), {}, QStringLiteral("The value along the axis"));
    start_ = new QPushButton;
    save_ = new QToolButton;
    save_->setText(QStringLiteral("&Save rows\u2026"));
    save_->setToolTip(QStringLiteral("Every column of every row, as .jsonl, .csv, .sqlite or .db"));
    save_->setFocusPolicy(Qt::StrongFocus);
    progress_ = new QProgressBar;
    progress_->setAccessibleName(QStringLiteral("Launches simulated"));
    progress_->setFormat(QStringLiteral("%v of %m"));
    progress_->setMaximumWidth(220);
    messages_ = new MessageStrip(display());
    edited_ = new MessageStrip(display());
    hint_ = new MessageStrip(display());
    chart_ = new ChartView(theme());
    chart_->setMinimumHeight(120);
    tableView_ = new QTableView;
    tableView_->setAccessibleName(QStringLiteral("Rows of the batch"));
    tableView_->setModel(&rows_);
    styleTable(*tableView_, display());
    tableView_->resizeColumnsToContents(); // their titles, until there are rows
}

void BatchPane::buildRows() {
    auto* what = new QHBoxLayout;
    for (QWidget* widget : {static_cast<QWidget*>(scope_), static_cast<QWidget*>(specs_),
                            static_cast<QWidget*>(start_), static_cast<QWidget*>(progress_)})
        what->addWidget(widget);
    what->addStretch(1);
    for (QWidget* widget : {kind_, quantity_, swept_}) what->addWidget(widget);
    what->addWidget(save_);
    auto* down = new QSplitter(Qt::Vertical);
    down->addWidget(chart_);
    down->addWidget(tableView_);
    down->setStretchFactor(0, 3);
    down->setStretchFactor(1, 2);
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(4, 4, 4, 4);
    rows->setSpacing(4);
    rows->addLayout(what);
    rows->addWidget(messages_);
    rows->addWidget(edited_);
    rows->addWidget(hint_);
    rows->addWidget(down, 1);
}

void BatchPane::connectWidgets() {
    connect(start_, &QPushButton::clicked, this, &BatchPane::startOrCancel);
    connect(scope_, &QComboBox::currentIndexChanged, this, [this] { setLaunchFile(launchFile_); });
    connect(specs_, &SpecButton::specsChosen, this, [this] {
        request_.specs = specs_->specs();
        showState();
    });
    connect(save_, &QToolButton::clicked, this, &BatchPane::saveDialog);
    for (QComboBox* box : {kind_, quantity_, swept_})
        connect(box, &QComboBox::activated, this, [this] { chartPause_.start(); });
    connect(&chartPause_, &QTimer::timeout, this, &BatchPane::drawChart);
    connect(&chartMaker_, &ChartMaker::made, chart_, [this](const charts::ChartData& chart) {
        chart_->setData(chart);
        if (chart.kind == charts::ChartKind::Sweep &&
            swept_->currentIndex() < 0) // the one with most values was taken
            swept_->setCurrentIndex(swept_->findText(QString::fromStdString(chart.x.title)));
        hint_->clear();
        if (chart.empty() && !chart.notes.empty())
            hint_->say(Severity::Note, QString::fromStdString(chart.notes.front()));
    });
    connect(chart_, &ChartView::launchChosen, this, [this](std::size_t index) {
        for (int row = 0; row < rows_.rowCount(); ++row)
            if (index < rows_.all().size() && &rows_.rowAt(row) == rows_.all()[index]) {
                tableView_->setCurrentIndex(rows_.index(row, BatchTable::Launch));
                return;
            }
    });
    connect(tableView_, &QTableView::activated, this, [this](const QModelIndex& index) {
        const batch::BatchRow& row = rows_.rowAt(index.row());
        Q_EMIT openRequested(QString::fromStdString(row.file), QString::fromStdString(row.launch));
    });
    connect(&display(), &Display::changed, this, [this] {
        rows_.setUnit(display().unit());
        chart_->setTheme(theme());
    });
    connect(&run_, &BatchRun::progressed, this, [this](const batch::BatchProgress& progress) {
        progress_->setRange(0, int(progress.total));
        progress_->setValue(int(progress.written));
    });
    connect(&run_, &BatchRun::rowsAdded, this, &BatchPane::takeRows);
    connect(&run_, &BatchRun::finished, this, [this](const BatchRunOutcome& outcome) {
        Diagnostics told = outcome.diagnostics;
        if (outcome.cancelled)
            told.push_back({"batch.interrupted",
                            Severity::Warning,
                            {},
                            "cancelled: " + std::to_string(outcome.progress.written) + " of " +
                                std::to_string(outcome.progress.total) + " launches are simulated",
                            "saved rows can be gone on with by 'warpstring batch --resume'"});
        if (outcome.progress.errors > 0)
            told.push_back({"batch.rows-with-errors",
                            Severity::Warning,
                            {},
                            std::to_string(outcome.progress.errors) + " launches cannot be simulated",
                            "their last column says why"});
        messages_->show(told);
        tableView_->resizeColumnsToContents();
        chartPause_.start();
        showState();
    });
}

void BatchPane::setLaunchFile(const std::filesystem::path& path) {
    launchFile_ = path;
    request_.launches.clear();
    if (!path.empty()) request_.launches = {scope_->currentIndex() == 0 ? path : path.parent_path()};
    showState();
}

void BatchPane::setSpecs(const std::vector<std::string>& names, const std::string& folder) {
    specs_->setSpecs(names, folder);
    request_.specs = names;
    request_.specFolder = folder;
    showState();
}

void BatchPane::setEdited(const EditedInputs& edited) {
    if (edited == request_.edited) return;
    request_.edited = edited;
    showState();
}

void BatchPane::startOrCancel() {
    if (run_.running()) {
        run_.cancel();
        return;
    }
    if (request_.launches.empty() || request_.specs.empty()) return;
    messages_->clear();
    hint_->clear();
    rows_.clear();
    progress_->setRange(0, 0);
    run_.start(request_);
    showState();
}

void BatchPane::takeRows(const SharedRows& rows) {
    const bool first = rows_.rowCount() == 0;
    const std::size_t swept = rows_.swept().size();
    rows_.append(rows, run_.clockMhz());
    if (rows_.swept().size() != swept || first) {
        const QString chosen = swept_->currentText();
        swept_->clear();
        for (const std::string& name : rows_.swept()) swept_->addItem(QString::fromStdString(name));
        swept_->setCurrentIndex(swept_->findText(chosen)); // -1: the one with most values
        tableView_->resizeColumnsToContents();
    }
    swept_->setVisible(swept_->count() > 1);
    if (!chartPause_.isActive()) chartPause_.start(); // rows keep coming: not put off by them
    save_->setEnabled(true);
}

void BatchPane::drawChart() {
    ChartRequest request;
    request.kind = batchCharts[static_cast<std::size_t>(kind_->currentIndex())];
    request.options.quantity =
        quantity_->currentIndex() == 0 ? records::Quantity::KernelTime : records::Quantity::WarpLatency;
    request.options.swept = swept_->currentText().toStdString();
    request.rows = rows_.all();
    for (const SharedRows& rows : rows_.owners()) request.owners.push_back(rows);
    if (!request.rows.empty()) chartMaker_.make(std::move(request));
}

void BatchPane::showState() {
    start_->setText(run_.running() ? QStringLiteral("&Cancel") : QStringLiteral("&Run"));
    start_->setEnabled(run_.running() || (!request_.launches.empty() && !request_.specs.empty()));
    progress_->setVisible(run_.running());
    save_->setEnabled(rows_.rowCount() > 0);
    swept_->setVisible(swept_->count() > 1);
    const bool otherTexts = rows_.rowCount() > 0 && run_.request().edited != request_.edited;
    const QString names = QString::fromStdString(namesOf(request_.edited));
    if (launchFile_.empty() || (request_.edited.empty() && !otherTexts))
        edited_->clear();
    else if (otherTexts)
        edited_->say(
            Severity::Note,
            request_.edited.empty()
                ? QStringLiteral("These rows are of edits that are gone: run it again.")
                : QStringLiteral("These rows are of other texts than now: run it again for %1.").arg(names));
    else
        edited_->say(Severity::Note, QStringLiteral("Simulated as edited, not as saved: %1.").arg(names));
    if (launchFile_.empty())
        hint_->say(Severity::Note, QStringLiteral("Open a launch file with a [sweep] to run it here."));
    else if (request_.specs.empty())
        hint_->say(Severity::Note, QStringLiteral("Choose hardware specs to simulate."));
    else if (rows_.rowCount() == 0 && !run_.running())
        hint_->say(Severity::Note,
                   QStringLiteral("Run simulates every launch of the file on every chosen spec."));
    else
        hint_->clear();
}

QString BatchPane::cliCommand() const {
    if (request_.launches.empty() || request_.specs.empty()) return {};
    return QString::fromStdString(batchCommand(request_));
}

std::optional<Picture> BatchPane::picture() const {
    if (chart_->data().empty()) return std::nullopt;
    return pictureOf(chart_->data());
}

QAbstractItemModel* BatchPane::table() const { return tableView_->model(); }

QStringList BatchPane::otherFormats() const {
    if (rows_.rowCount() == 0) return {};
    return {QStringLiteral("Rows as JSON Lines (*.jsonl)"), QStringLiteral("Rows as SQLite (*.sqlite *.db)")};
}

Diagnostics BatchPane::writeOther(const QString& path) { return run_.save(path.toStdString()); }

void BatchPane::saveDialog() {
    auto* dialog = new QFileDialog(this, QStringLiteral("Save rows"), QString(),
                                   QStringLiteral("JSON Lines (*.jsonl);;CSV (*.csv);;SQLite (*.sqlite *.db)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("jsonl"));
    connect(dialog, &QFileDialog::filterSelected, dialog, [dialog](const QString& filter) {
        dialog->setDefaultSuffix(
            filter.section(QLatin1String("*."), 1, 1).section(QLatin1Char(' '), 0, 0).remove(QLatin1Char(')')));
    });
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
        const Diagnostics faults = run_.save(path.toStdString());
        messages_->show(faults);
        if (faults.empty()) Q_EMIT message(QStringLiteral("The rows are in %1.").arg(path));
    });
    dialog->open();
}

} // namespace warpstring::gui
