// SPDX-License-Identifier: GPL-3.0-or-later
// The widgets of the compare pane and what they set off.
#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QSplitter>
#include <QTabBar>
#include <QTabWidget>
#include <QTableView>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>
#include <utility>

#include "app/gui/charts/chart_view.h"
#include "app/gui/panes/chart_tabs.h"
#include "app/gui/panes/compare_pane.h"
#include "app/gui/panes/measure_bar.h"
#include "app/gui/panes/message_strip.h"
#include "app/gui/panes/small_widgets.h"
#include "app/gui/panes/spec_button.h"
#include "app/gui/panes/tone_delegate.h"
#include "study/charts/chart_kinds.h"

namespace warpstring::gui {

namespace {

QComboBox* choice(const QString& name, const QStringList& items, int letters, const QString& tip = {}) {
    auto* box = new QComboBox;
    box->addItems(items);
    box->setAccessibleName(name);
    box->setToolTip(tip);
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(letters);
    return box;
}

} // namespace

QStringList ComparePane::deviceChoices() {
    return {QStringLiteral("the spec's device"), QStringLiteral("all devices")};
}

void ComparePane::buildWidgets() {
    quantity_ =
        choice(QStringLiteral("Quantity"), {QStringLiteral("kernel time"), QStringLiteral("warp latency")}, 10);
    scope_ =
        choice(QStringLiteral("Launches"), {QStringLiteral("this file"), QStringLiteral("its folder")}, 8,
               QStringLiteral("Compare the launches of this file, or of all files in its folder: families of "
                              "variants are ranked among them"));
    specs_ = new SpecButton;
    device_ = choice(QStringLiteral("Device"), deviceChoices(), 12,
                     QStringLiteral("Whose records count: those of the device that each spec is of, or of "
                                    "others too"));
    caches_ = choice(QStringLiteral("Caches"),
                     {QStringLiteral("warm and cold"), QStringLiteral("warm"), QStringLiteral("cold")}, 12,
                     QStringLiteral("Records with this state of the caches alone"));
    baseline_ = new BaselineButton;
    measureButton_ = wordButton(QStringLiteral("&Measure\u2026"),
                                QStringLiteral("Run these launches on an OpenCL device of this machine"));
    measureButton_->setCheckable(true);
    loadButton_ = wordButton(QStringLiteral("&Load records\u2026"),
                             QStringLiteral("Add measurement records, of another machine for instance"));
    reportButton_ =
        wordButton(QStringLiteral("&Report\u2026"), QStringLiteral("Write this comparison as one HTML file"));
    worstButton_ = wordButton(QStringLiteral("&Worst first"), QStringLiteral("Sort by the size of errors"));
    cancelButton_ = wordButton(QStringLiteral("Cancel"), QStringLiteral("Keep what was compared until now"));
    filter_ = new QLineEdit;
    filter_->setPlaceholderText(QStringLiteral("Filter: words of launch, kernel, family, device \u2026"));
    filter_->setAccessibleName(QStringLiteral("Filter"));
    filter_->setClearButtonEnabled(true);
    progress_ = new QProgressBar;
    progress_->setMaximumWidth(140);
    progress_->setAccessibleName(QStringLiteral("Launches simulated"));
    messages_ = new MessageStrip(display());
    hint_ = new MessageStrip(display());
    edited_ = new MessageStrip(display());
    edited_->setAccessibleName(QStringLiteral("What is edited"));
    measure_ = new MeasureBar(display());
    measure_->hide();
    kinds_ = new QTabBar;
    for (const charts::ChartKind kind : chartTabs) {
        const std::string_view title = traits(kind).title;
        kinds_->addTab(QString::fromUtf8(title.data(), qsizetype(title.size())));
    }
    kinds_->setAccessibleName(QStringLiteral("Chart"));
    kinds_->setDrawBase(false);
    kinds_->setExpanding(false);
    swept_ = choice(QStringLiteral("Swept value"), {}, 8, QStringLiteral("The value along the axis"));
    swept_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    swept_->hide();
    chart_ = new ChartView(theme());
    chart_->setMinimumHeight(120);
    tableView_ = new QTableView;
    tableView_->setAccessibleName(QStringLiteral("Launches"));
    tableView_->setModel(&launches_);
    styleTable(*tableView_, display());
    metricsView_ = new QTableView;
    metricsView_->setAccessibleName(QStringLiteral("Metrics"));
    metricsView_->setModel(&metrics_);
    styleTable(*metricsView_, display());
    metricsView_->setSortingEnabled(false);
    metricsView_->horizontalHeader()->setSortIndicatorShown(false);
    // Titles such as "nvidia-h200 against NVIDIA H200, caches cold" over narrow figures.
    metricsView_->horizontalHeader()->setDefaultAlignment(Qt::AlignCenter | Qt::Alignment(Qt::TextWordWrap));
    familiesView_ = new QTreeView;
    familiesView_->setAccessibleName(QStringLiteral("Families of variants"));
    familiesView_->setModel(&families_);
    familiesView_->setUniformRowHeights(true);
    familiesView_->setItemDelegate(new ToneDelegate(display(), *familiesView_));
}

void ComparePane::buildRows() {
    auto* what = new QHBoxLayout;
    what->addWidget(quantity_);
    what->addWidget(scope_);
    what->addWidget(specs_);
    what->addWidget(device_, 1);
    what->addWidget(caches_);
    auto* does = new QHBoxLayout;
    does->addWidget(kinds_);
    does->addWidget(swept_);
    does->addStretch(1);
    does->addWidget(baseline_);
    does->addWidget(measureButton_);
    does->addWidget(loadButton_);
    does->addWidget(reportButton_);
    auto* beside = new QTabWidget;
    beside->setDocumentMode(true);
    beside->addTab(metricsView_, QStringLiteral("Metrics"));
    beside->addTab(familiesView_, QStringLiteral("Families"));
    across_ = new QSplitter(Qt::Horizontal);
    across_->addWidget(chart_);
    across_->addWidget(beside);
    across_->setStretchFactor(0, 3);
    across_->setStretchFactor(1, 2);
    across_->setSizes({460, 300});
    across_->setChildrenCollapsible(true);
    auto* finding = new QHBoxLayout;
    finding->setContentsMargins(0, 0, 0, 0);
    finding->addWidget(filter_, 1);
    finding->addWidget(worstButton_);
    finding->addWidget(progress_); // here, where there is room: they come and go
    finding->addWidget(cancelButton_);
    auto* below = new QWidget;
    auto* belowRows = new QVBoxLayout(below);
    belowRows->setContentsMargins(0, 0, 0, 0);
    belowRows->setSpacing(4);
    belowRows->addLayout(finding);
    belowRows->addWidget(tableView_, 1);
    down_ = new QSplitter(Qt::Vertical);
    down_->addWidget(across_);
    down_->addWidget(below);
    down_->setStretchFactor(0, 3);
    down_->setStretchFactor(1, 2);
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(4, 4, 4, 4);
    rows->setSpacing(4);
    rows->addLayout(what);
    rows->addLayout(does);
    rows->addWidget(measure_);
    rows->addWidget(messages_);
    rows->addWidget(edited_);
    rows->addWidget(hint_);
    rows->addWidget(down_, 1);
}

void ComparePane::connectWidgets() {
    connect(quantity_, &QComboBox::currentIndexChanged, this, [this](int index) {
        launches_.setQuantity(index == 0 ? records::Quantity::KernelTime : records::Quantity::WarpLatency);
        showMetrics();
        chartPause_.start();
    });
    connect(scope_, &QComboBox::currentIndexChanged, this, [this] {
        otherLaunches_ = true;
        setLaunchFile(launchFile_);
    });
    connect(specs_, &SpecButton::specsChosen, this, [this] {
        request_.plan.specs = specs_->specs();
        device_->setCurrentIndex(OwnDevice);
        later();
    });
    connect(device_, &QComboBox::activated, this, &ComparePane::applyFilter);
    connect(caches_, &QComboBox::currentIndexChanged, this, &ComparePane::applyFilter);
    connect(filter_, &QLineEdit::textChanged, this, &ComparePane::applyFilter);
    connect(worstButton_, &QToolButton::clicked, this, [this] {
        tableView_->sortByColumn(ComparisonTable::Error, Qt::DescendingOrder);
        tableView_->scrollToTop();
    });
    connect(baseline_, &BaselineButton::pinRequested, this, &ComparePane::pin);
    connect(baseline_, &BaselineButton::baselinesChanged, this, &ComparePane::baselineListChanged);
    connect(baseline_, &BaselineButton::chosenChanged, this, [this] {
        launches_.setBaseline(baseline_->chosen());
        metrics_.setBaseline(baseline_->chosen());
        tableView_->setColumnHidden(ComparisonTable::Change, !baseline_->chosen());
        fitMetrics();
        chartPause_.start();
    });
    connect(measureButton_, &QToolButton::toggled, measure_, &QWidget::setVisible);
    connect(measure_, &MeasureBar::closed, this, [this] {
        measureButton_->setChecked(false);
        measureButton_->setFocus();
    });
    connect(measure_, &MeasureBar::recordsAdded, this,
            [this](const std::filesystem::path& path) { addRecords({path}); });
    connect(loadButton_, &QToolButton::clicked, this, &ComparePane::loadRecordsDialog);
    connect(reportButton_, &QToolButton::clicked, this, &ComparePane::reportDialog);
    connect(cancelButton_, &QToolButton::clicked, &run_, &ComparisonRun::cancel);
    connect(kinds_, &QTabBar::currentChanged, this, [this] { chartPause_.start(); });
    connect(swept_, &QComboBox::activated, this, [this] { chartPause_.start(); });
    connect(chart_, &ChartView::launchChosen, this, &ComparePane::chooseFromChart);
    connect(tableView_, &QTableView::activated, this, &ComparePane::openRow);
    connect(&display(), &Display::changed, this, [this] {
        launches_.setUnit(display().unit());
        chart_->setTheme(theme());
    });
    connect(&run_, &ComparisonRun::progressed, this, [this](quint64 done, quint64 total) {
        progress_->setRange(0, int(total));
        progress_->setValue(int(done));
    });
    connect(&run_, &ComparisonRun::compared, this, &ComparePane::takePart);
    connect(&run_, &ComparisonRun::finished, this, &ComparePane::takeOutcome);
    connect(&chartMaker_, &ChartMaker::made, this, [this](const charts::ChartData& chart) {
        chart_->setData(chart);
        if (std::exchange(metricsWait_, false)) setMetrics(chartMaker_.summaries());
        if (chart.kind == charts::ChartKind::Sweep &&
            swept_->currentIndex() < 0) // the one with most values was taken
            swept_->setCurrentIndex(swept_->findText(QString::fromStdString(chart.x.title)));
        QStringList notes;
        for (const std::string& note : chart.notes) notes.append(QString::fromStdString(note));
        if (const QString others = otherDevicesHint(); !others.isEmpty())
            hint_->say(Severity::Note, others);
        else if (chart.empty() && !launches_.all().empty())
            hint_->say(Severity::Note, notes.join(QLatin1Char(' ')));
        else if (!launches_.all().empty())
            hint_->clear();
    });
}

} // namespace warpstring::gui
