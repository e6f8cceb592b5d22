// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/panes/compare_pane.h"

#include <QComboBox>
#include <QDateTime>
#include <QFileDialog>
#include <QHeaderView>
#include <QLineEdit>
#include <QProgressBar>
#include <QTabBar>
#include <QTableView>
#include <QToolButton>
#include <QTreeView>
#include <algorithm>
#include <utility>

#include "app/gui/charts/chart_view.h"
#include "app/gui/charts/html_report.h"
#include "app/gui/models/shell_words.h"
#include "app/gui/panes/chart_tabs.h"
#include "app/gui/panes/measure_bar.h"
#include "app/gui/panes/message_strip.h"
#include "app/gui/panes/spec_button.h"
#include "study/batch/output_file.h"

namespace warpstring::gui {

namespace {

constexpr int pauseMs = 200;      ///< after a change, before it is all compared again
constexpr int filterPauseMs = 60; ///< after a key in the filter

QString nowUtc() { return QDateTime::currentDateTimeUtc().toString(Qt::ISODate); }

} // namespace

ComparePane::ComparePane(PaneContext context, QWidget* parent)
    : Pane(QStringLiteral("Compare"), context, parent) {
    buildWidgets();
    buildRows();
    connectWidgets();
    pause_.setSingleShot(true);
    pause_.setInterval(pauseMs);
    connect(&pause_, &QTimer::timeout, this, [this] {
        if (isVisible()) compareNow();
    });
    chartPause_.setSingleShot(true);
    chartPause_.setInterval(filterPauseMs);
    connect(&chartPause_, &QTimer::timeout, this, [this] {
        ChartRequest request;
        request.kind = chartTabs.at(static_cast<std::size_t>(kinds_->currentIndex()));
        request.options.quantity = launches_.quantity();
        if (specs_->specs().size() > 1) request.options.by = charts::ChartGrouping::Spec;
        request.options.swept = swept_->currentText().toStdString();
        request.launches = launches_.shown();
        request.owners = launches_.owners();
        request.baseline = baseline_->chosen();
        swept_->setVisible(request.kind == charts::ChartKind::Sweep && swept_->count() > 1);
        chartMaker_.make(std::move(request));
    });
    launches_.setUnit(display().unit());
    ComparisonFilter own;
    own.ownDevice = true;
    launches_.setFilter(own);
    tableView_->setColumnHidden(ComparisonTable::Change, true);
    // What a person looks for stands beside the name, where a narrow pane still has it.
    QHeaderView& header = *tableView_->horizontalHeader();
    int place = header.visualIndex(ComparisonTable::Launch);
    for (const int column : {ComparisonTable::Simulated, ComparisonTable::Measured, ComparisonTable::Error})
        header.moveSection(header.visualIndex(column), ++place);
    showState();
}

ComparePane::~ComparePane() = default;

void ComparePane::setLaunchFile(const std::filesystem::path& path) {
    otherLaunches_ = otherLaunches_ || path != launchFile_;
    launchFile_ = path;
    request_.plan.launches.clear();
    if (!path.empty()) request_.plan.launches = {scope_->currentIndex() == 0 ? path : path.parent_path()};
    measure_->setLaunches(request_.plan.launches);
    baseline_->setSuggestedName(QString::fromStdString(path.stem().string()));
    later();
}

void ComparePane::setSpecs(const std::vector<std::string>& names, const std::string& folder) {
    specs_->setSpecs(names, folder);
    request_.plan.specs = names;
    request_.plan.specFolder = folder;
    later();
}

void ComparePane::addRecords(const std::vector<std::filesystem::path>& paths) {
    for (const auto& path : paths)
        if (std::find(request_.records.begin(), request_.records.end(), path) == request_.records.end())
            request_.records.push_back(path);
    later();
}

void ComparePane::setEdited(const EditedInputs& edited) {
    if (edited == request_.plan.edited) return;
    request_.plan.edited = edited;
    later();
}

/// Soon, or when the pane is seen.
void ComparePane::later() {
    stale_ = true;
    pause_.start();
    showState();
}

void ComparePane::showEvent(QShowEvent* event) {
    Pane::showEvent(event);
    if (stale_) pause_.start();
}

void ComparePane::compareNow() {
    stale_ = false;
    if (request_.plan.launches.empty() || request_.plan.specs.empty()) {
        outcome_ = {};
        messages_->clear();
        launches_.setComparison(nullptr, {});
        showMetrics();
        chartPause_.start();
        showState();
        return;
    }
    growing_ = false;
    progress_->setRange(0, 0);
    startedFrom_ = request_.plan.edited;
    run_.start(request_);
    showState();
}

void ComparePane::takePart(const SharedLaunches& launches, const std::map<std::string, double>& clockMhz) {
    if (!growing_) launches_.setComparison(nullptr, {}); // the last comparison was shown until now
    growing_ = true;
    launches_.append(launches, clockMhz);
    listDevices();
    chartPause_.start();
}

void ComparePane::takeOutcome(const ComparisonOutcome& outcome) {
    outcome_ = outcome;
    outcomeOfSaved_ = startedFrom_.empty();
    growing_ = false;
    launches_.setComparison(outcome.comparison, outcome.clockMhz);
    listDevices();
    showMetrics();
    // Widths that a person has chosen stay as long as the launches do.
    if (std::exchange(otherLaunches_, false)) tableView_->resizeColumnsToContents();
    Diagnostics diagnostics = outcome.diagnostics;
    if (!outcome.comparison->complete)
        diagnostics.push_back({"compare.interrupted",
                               Severity::Warning,
                               {},
                               "cancelled: " + std::to_string(outcome.comparison->launches.size()) +
                                   " launches were compared until then",
                               "choose a spec or this file again to compare all"});
    messages_->show(diagnostics);
    chartPause_.start();
    showState();
    Q_EMIT recordsChanged(outcome.records);
    Q_EMIT compared();
}

/// The devices and swept values that there are to choose from.
void ComparePane::listDevices() {
    const QStringList devices = launches_.devices();
    const int chosen = device_->currentIndex();
    const QString chosenName = device_->currentText();
    device_->clear();
    device_->addItems(deviceChoices());
    device_->addItems(devices);
    device_->setCurrentIndex(chosen < FirstDevice ? chosen : std::max(0, device_->findText(chosenName)));
    QStringList names;
    for (const comparison::ComparedLaunch* launch : launches_.all())
        for (const SweptValue& value : launch->swept)
            if (const QString name = QString::fromStdString(value.name); !names.contains(name))
                names.append(name);
    const QString swept = swept_->currentText();
    swept_->clear();
    swept_->addItems(names);
    swept_->setCurrentIndex(int(names.indexOf(swept))); // -1: the one with most values
    applyFilter();
}

void ComparePane::applyFilter() {
    ComparisonFilter filter;
    filter.text = filter_->text();
    filter.ownDevice = device_->currentIndex() == OwnDevice;
    if (device_->currentIndex() >= FirstDevice) filter.device = device_->currentText();
    if (caches_->currentIndex() > 0)
        filter.cache = caches_->currentIndex() == 1 ? records::CacheState::Warm : records::CacheState::Cold;
    if (filter == launches_.filter()) return;
    launches_.setFilter(filter);
    showState();
    showMetrics();
    chartPause_.start();
}

/// Of the launches that the table shows. Where words choose them they come with the chart, from another thread.
void ComparePane::showMetrics() {
    metricsWait_ = outcome_.comparison && !launches_.filter().text.trimmed().isEmpty();
    if (!metricsWait_)
        setMetrics(outcome_.comparison ? outcome_.comparison->summaries
                                       : std::vector<comparison::ComparisonSummary>());
}

void ComparePane::setMetrics(const std::vector<comparison::ComparisonSummary>& summaries) {
    metrics_.setSummaries(summaries, launches_.quantity(), launches_.filter());
    families_.setSummaries(summaries, launches_.filter());
    fitMetrics();
    if (families_.rowCount() <= 3) familiesView_->expandAll();
    fitFamilies();
}

/// Titles are long: they stand in several lines.
void ComparePane::fitMetrics() {
    metricsView_->resizeColumnsToContents();
    const int most = 16 * metricsView_->fontMetrics().averageCharWidth();
    for (int column = AccuracyTable::FirstGroup; column < metrics_.columnCount(); ++column)
        metricsView_->setColumnWidth(column, std::min(metricsView_->columnWidth(column), most));
    const bool others =
        std::ranges::any_of(metrics_.summaries(), [](const auto& each) { return !each.ownDevice; });
    metricsView_->horizontalHeader()->setFixedHeight(
        (others ? 6 : 4) * metricsView_->fontMetrics().lineSpacing() + 6);
}

/// Names may be as long as the pane is wide: the figures beside them are seen first, whole names in tool tips.
void ComparePane::fitFamilies() {
    for (int column = 0; column < FamilyTree::ColumnCount; ++column)
        familiesView_->resizeColumnToContents(column);
    familiesView_->setColumnWidth(FamilyTree::Name, 34 * familiesView_->fontMetrics().averageCharWidth());
}

void ComparePane::showState() {
    progress_->setVisible(run_.running());
    cancelButton_->setVisible(run_.running());
    reportButton_->setEnabled(outcome_.comparison && !outcome_.comparison->launches.empty());
    measureButton_->setEnabled(!launchFile_.empty());
    if (const EditedInputs& edited = request_.plan.edited; edited.empty() || launchFile_.empty())
        edited_->clear();
    else
        edited_->say(Severity::Note, QStringLiteral("Simulated as edited, not as saved: %1.")
                                         .arg(QString::fromStdString(namesOf(edited))));
    if (launchFile_.empty())
        hint_->say(Severity::Note,
                   QStringLiteral("Open a launch file to see its simulated times beside measured ones."));
    else if (request_.plan.specs.empty())
        hint_->say(Severity::Note, QStringLiteral("Choose a hardware spec to simulate."));
    else if (outcome_.comparison && !run_.running() && !outcome_.comparison->launches.empty() &&
             outcome_.comparison->summaries.empty() && outcome_.comparison->specsWithoutRecords.empty())
        hint_->say(
            Severity::Note,
            QStringLiteral("No measurement belongs to these launches%1: measure them here, or load records "
                           "of another machine.")
                .arg(outcome_.comparison->unmatchedRecords.empty()
                         ? QString()
                         : QStringLiteral(
                               " (%1 records are of other launches, or of ones that were changed since)")
                               .arg(outcome_.comparison->unmatchedRecords.size())));
    else if (const QString others = otherDevicesHint(); !others.isEmpty())
        hint_->say(Severity::Note, others);
    else
        hint_->clear();
}

/// Where records of other devices alone are left out: that there are some. Empty: it is not so.
QString ComparePane::otherDevicesHint() const {
    if (!outcome_.comparison || run_.running() || !launches_.filter().ownDevice) return {};
    QStringList specs, devices;
    for (const std::string& spec : outcome_.comparison->specsWithoutRecords)
        specs.append(QString::fromStdString(spec));
    for (const std::string& device : outcome_.comparison->otherDevices)
        devices.append(QString::fromStdString(device));
    if (specs.isEmpty()) return {};
    return QStringLiteral(
               "No measurement of these launches is of the device of %1. There are some of %2: choose "
               "one of them, or all devices, to lay the spec beside another device's.")
        .arg(specs.join(QStringLiteral(", ")), devices.join(QStringLiteral(", ")));
}

bool ComparePane::hasCompared(const std::filesystem::path& launchFile, const std::string& spec) const {
    const auto file = launchFile.lexically_normal();
    return outcome_.comparison && outcome_.comparison->complete && outcomeOfSaved_ &&
           std::ranges::any_of(outcome_.comparison->launches, [&](const comparison::ComparedLaunch& launch) {
               return launch.spec == spec && std::filesystem::path(launch.file).lexically_normal() == file;
           });
}

std::optional<double> ComparePane::lastError(const std::filesystem::path& launchFile,
                                             const std::string& spec) const {
    if (!hasCompared(launchFile, spec)) return std::nullopt;
    return errorOfFile(launches_.all(), launchFile, spec);
}

void ComparePane::pin(const QString& name) {
    if (!outcome_.comparison || run_.running()) return;
    baseline_->add(std::make_shared<const Baseline>(pinned(*outcome_.comparison, name, nowUtc())));
    Q_EMIT message(QStringLiteral("\"%1\" is pinned: what changes from now on is shown beside it.").arg(name));
}

void ComparePane::showChart(charts::ChartKind kind) {
    const auto* const tab = std::ranges::find(chartTabs, kind);
    if (tab != chartTabs.end()) kinds_->setCurrentIndex(int(tab - chartTabs.begin()));
}

void ComparePane::chooseFromChart(std::size_t launch) {
    const auto& drawn = chartMaker_.request().launches;
    if (launch >= drawn.size()) return;
    const int row = launches_.rowOf(drawn[launch]);
    if (row < 0) return;
    tableView_->setCurrentIndex(launches_.index(row, ComparisonTable::Launch));
    tableView_->scrollTo(launches_.index(row, ComparisonTable::Launch), QAbstractItemView::PositionAtCenter);
}

void ComparePane::openRow(const QModelIndex& index) {
    if (!index.isValid()) return;
    const comparison::ComparedLaunch& launch = launches_.launchAt(index.row());
    Q_EMIT openRequested(QString::fromStdString(launch.file), QString::fromStdString(launch.launch));
}

QString ComparePane::cliCommand() const {
    if (request_.plan.launches.empty() || request_.plan.specs.empty()) return {};
    std::string line = compareCommand(request_);
    const ComparisonFilter& filter = launches_.filter();
    if (!filter.device.isEmpty())
        addWord(line, "-d", filter.device.toStdString());
    else if (!filter.ownDevice)
        line += " --any-device";
    if (filter.cache) addWord(line, "--caches", std::string(name(*filter.cache)));
    if (const QString words = filter.text.simplified(); !words.isEmpty())
        addWord(line, "--filter", words.toStdString());
    return QString::fromStdString(line);
}

std::optional<Picture> ComparePane::picture() const {
    if (chart_->data().empty()) return std::nullopt;
    return pictureOf(chart_->data());
}

QAbstractItemModel* ComparePane::table() const {
    if (metricsView_->hasFocus()) return metricsView_->model();
    if (familiesView_->hasFocus()) return familiesView_->model();
    return tableView_->model();
}

QStringList ComparePane::otherFormats() const { return {QStringLiteral("HTML report (*.html)")}; }

Diagnostics ComparePane::writeOther(const QString& path) {
    if (!path.endsWith(QLatin1String(".html"), Qt::CaseInsensitive)) return Pane::writeOther(path);
    comparison::Comparison shown;
    for (const comparison::ComparedLaunch* launch : launches_.shown()) shown.launches.push_back(*launch);
    shown.summaries = summariesOf(shown.launches);
    if (outcome_.comparison) {
        shown.unmeasured = outcome_.comparison->unmeasured;
        shown.unmatchedRecords = outcome_.comparison->unmatchedRecords;
    }
    HtmlReportFacts facts;
    facts.command = cliCommand().toStdString();
    facts.date = nowUtc().left(10).toStdString();
    facts.version = WARPSTRING_VERSION;
    charts::ChartOptions options;
    options.quantity = launches_.quantity();
    return batch::replaceFile(path.toStdString(), htmlReport(shown, facts, options));
}

void ComparePane::loadRecordsDialog() {
    auto* dialog = new QFileDialog(this, QStringLiteral("Load records"),
                                   QString::fromStdString(launchFile_.parent_path().string()),
                                   QStringLiteral("Records (*.jsonl *.json);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFiles);
    connect(dialog, &QFileDialog::filesSelected, this, [this](const QStringList& files) {
        std::vector<std::filesystem::path> paths;
        for (const QString& file : files) paths.emplace_back(file.toStdString());
        addRecords(paths);
    });
    dialog->open();
}

void ComparePane::reportDialog() {
    auto* dialog =
        new QFileDialog(this, QStringLiteral("Write the report"), QString(), QStringLiteral("HTML (*.html)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("html"));
    dialog->selectFile(QString::fromStdString(launchFile_.stem().string()) +
                       QStringLiteral("-comparison.html"));
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
        const Diagnostics faults = writeOther(path);
        messages_->show(faults);
        if (faults.empty()) Q_EMIT message(QStringLiteral("The report is in %1.").arg(path));
    });
    dialog->open();
}

} // namespace warpstring::gui
