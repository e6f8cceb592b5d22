// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/window/summary_bar.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QTextDocument>
#include <algorithm>

#include "app/common/program_paths.h"
#include "core/files/specs/hardware_spec_file.h"

namespace warpstring::gui {

namespace {

/// More launches of a sweep than this are chosen by number in the batch pane, not from a list.
constexpr std::uint64_t mostListed = 2000;

/// Names of launches without the words that all begin with: "n=512" of "matmul-sizes,n=512". A list has room
/// for what tells them apart.
QStringList whatDiffers(QStringList names) {
    if (names.size() < 2) return names;
    qsizetype common = 0;
    for (qsizetype end = 0; (end = names.front().indexOf(QLatin1Char(','), common)) >= 0; common = end + 1) {
        const QString beginning = names.front().left(end + 1);
        if (!std::all_of(names.begin(), names.end(),
                         [&](const QString& name) { return name.startsWith(beginning); }))
            break;
    }
    for (QString& name : names) name.remove(0, common);
    return names;
}

} // namespace

SummaryBar::SummaryBar(Session& session, Display& display, QWidget* parent)
    : QWidget(parent), session_(session), display_(display), specs_(new QComboBox), launches_(new QComboBox),
      figures_(new QLabel), state_(new QLabel) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(8, 4, 8, 4);
    specs_->setAccessibleName(QStringLiteral("Device"));
    specs_->setToolTip(QStringLiteral("The device that is simulated"));
    specs_->setMinimumContentsLength(16);
    launches_->setAccessibleName(QStringLiteral("Launch"));
    launches_->setToolTip(QStringLiteral("The launch of the file's sweep"));
    launches_->setMinimumContentsLength(18);
    launches_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    row->addWidget(launches_);
    row->addWidget(specs_);
    row->addWidget(figures_, 1);
    row->addWidget(state_);
    figures_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    figures_->setAccessibleName(QStringLiteral("Result"));
    // Long results must not make the window wide.
    figures_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    state_->setMinimumWidth(state_->fontMetrics().horizontalAdvance(QStringLiteral("computing ...")));
    listSpecs();
    connect(specs_, &QComboBox::textActivated, this, [this](const QString& name) {
        const auto faults = session_.setSpec(name.toStdString());
        if (!faults.empty()) Q_EMIT faulty(faults);
    });
    connect(launches_, &QComboBox::activated, this, [this](int index) {
        if (KernelDocument* document = session_.current())
            document->setLaunchIndex(static_cast<std::uint64_t>(index));
        session_.analyseNow();
    });
    connect(&session_, &Session::specChanged, this, &SummaryBar::listSpecs);
    for (const auto signal :
         {&Session::currentChanged, &Session::analysisChanged, &Session::diagnosticsChanged})
        connect(&session_, signal, this, &SummaryBar::showLaunches);
    for (const auto signal : {&Session::analysisChanged, &Session::stateChanged, &Session::diagnosticsChanged})
        connect(&session_, signal, this, &SummaryBar::showFigures);
    connect(&display_, &Display::changed, this, &SummaryBar::showFigures);
    showFigures();
}

void SummaryBar::listSpecs() {
    specs_->clear();
    for (const auto& path : files::listHardwareSpecs(cli::specFolders({})))
        specs_->addItem(QString::fromStdString(path.stem().string()));
    const QString current = QString::fromStdString(session_.specName());
    if (!current.isEmpty() && specs_->findText(current) < 0) specs_->addItem(current);
    specs_->setCurrentText(current);
}

void SummaryBar::showLaunches() {
    KernelDocument* document = session_.current();
    const std::uint64_t count = document != nullptr ? std::min(document->launchCount(), mostListed) : 0;
    // Only when it is another list: a person may have it open.
    const auto listed = [&](int index) { return launches_->itemData(index, Qt::ToolTipRole).toString(); };
    const bool same = static_cast<std::uint64_t>(launches_->count()) == count && count > 0 &&
                      listed(0) == document->launchName(0) &&
                      listed(static_cast<int>(count) - 1) == document->launchName(count - 1);
    if (!same) {
        QStringList names;
        for (std::uint64_t i = 0; i < count; ++i) names += document->launchName(i);
        launches_->clear();
        launches_->addItems(whatDiffers(names));
        for (int i = 0; i < names.size(); ++i) launches_->setItemData(i, names[i], Qt::ToolTipRole);
    }
    launches_->setEnabled(count > 1);
    if (count > 0) launches_->setCurrentIndex(static_cast<int>(std::min(document->launchIndex(), count - 1)));
}

void SummaryBar::showFigures() {
    const SharedAnalysis& analysis = session_.analysis();
    const bool good = analysis && !analysis->faulty();
    switch (session_.state()) {
    case Session::State::Empty: state_->clear(); break;
    case Session::State::Computing: state_->setText(QStringLiteral("computing ...")); break;
    case Session::State::Good:
        state_->setText(QStringLiteral("%1 ms").arg(session_.milliseconds(), 0, 'f', 0));
        break;
    case Session::State::Faulty:
        state_->setText(good ? QStringLiteral("last good result") : QStringLiteral("no result"));
        break;
    }
    if (!good) {
        parts_.clear();
        if (session_.state() == Session::State::Faulty) parts_ += QStringLiteral("see Problems");
        fitFigures();
        return;
    }
    const Simulation& simulation = analysis->simulation;
    const double clock = analysis->spec().execution.clockMhz;
    // The kernel's start is part of its time: in cycles it is that time at the device's clock.
    const QString kernel = timeText(simulation.kernelTimeUs() * clock, clock, display_.unit());
    parts_ = {QStringLiteral("<b>%1</b> kernel time").arg(kernel)};
    if (const SimulationBounds* bounds = simulation.reportedBounds())
        parts_ += QStringLiteral("between %1 and %2")
                      .arg(timeText(bounds->lowerTimeUs * clock, clock, display_.unit()),
                           timeText(bounds->upperTimeUs * clock, clock, display_.unit()));
    parts_ << QStringLiteral("<b>%1</b> a warp")
                  .arg(timeText(simulation.warpLatencyCycles(), clock, display_.unit()))
           << QStringLiteral("bound by <b>%1</b>")
                  .arg(QString::fromStdString(simulation.boundBy()).toHtmlEscaped())
           << QStringLiteral("%1 warps resident").arg(numberText(simulation.residentWarps))
           << QStringLiteral("%1, limited by %2")
                  .arg(percentText(simulation.occupancy.fraction),
                       QString::fromStdString(simulation.occupancy.limiter).toHtmlEscaped())
           << (simulation.timeline ? QStringLiteral("by the timeline") : QStringLiteral("by the closed form"));
    fitFigures();
}

/// As many parts as there is room for; all of them in the tooltip.
void SummaryBar::fitFigures() {
    const QString gap = QStringLiteral(" &nbsp; ");
    QStringList shown = parts_;
    QTextDocument text;
    text.setDefaultFont(figures_->font());
    text.setDocumentMargin(0);
    const auto fits = [&] {
        text.setHtml(shown.join(gap));
        return text.idealWidth() <= figures_->width();
    };
    while (shown.size() > 1 && !fits()) shown.removeLast();
    figures_->setText(shown.join(gap));
    QString plain = parts_.join(QStringLiteral("   "));
    figures_->setToolTip(plain.remove(QStringLiteral("<b>")).remove(QStringLiteral("</b>")));
}

void SummaryBar::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fitFigures();
}

QString SummaryBar::text() const { return figures_->toolTip(); }

} // namespace warpstring::gui
