// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/window/summary_bar.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QTextDocument>
#include <algorithm>

#include "app/common/program_paths.h"
#include "app/gui/models/string/cost_change.h"
#include "core/files/specs/hardware_spec_file.h"
#include "core/text/duration_text.h"
#include "core/text/text_format.h"

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

SummaryBar::SummaryBar(Session& session, AnalysisBaseline& baseline, Display& display, QWidget* parent)
    : QWidget(parent), session_(session), baseline_(baseline), display_(display), specs_(new QComboBox),
      launches_(new QComboBox), figures_(new QLabel), state_(new QLabel) {
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
    connect(&baseline_, &AnalysisBaseline::changed, this, &SummaryBar::showFigures);
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
    parts_.clear();
    if (!good) {
        const QString where = QStringLiteral("see Problems");
        if (session_.state() == Session::State::Faulty) parts_.push_back({where, where});
        fitFigures();
        return;
    }
    const Simulation& simulation = analysis->simulation;
    const double clock = analysis->spec().execution.clockMhz;
    const QString time = timeText(*analysis), percent = percentText(simulation.occupancy.fraction);
    const QString bound = QString::fromStdString(simulation.boundBy()).toHtmlEscaped();
    parts_ = {{QStringLiteral("%1 kernel time").arg(time), time},
              {QStringLiteral("bound by <b>%1</b>").arg(bound), QStringLiteral("<b>%1</b>").arg(bound)},
              {QStringLiteral("<b>%1</b> occupancy").arg(percent),
               QStringLiteral("<b>%1</b> occupied").arg(percent)}};
    const auto add = [this](const QString& text) { parts_.push_back({text, text}); };
    if (const SimulationBounds* bounds = simulation.reportedBounds())
        if (const std::string range =
                rangeText(durationText(bounds->lowerTimeUs), durationText(bounds->upperTimeUs));
            !range.empty())
            add(QString::fromStdString(range));
    add(QStringLiteral("<b>%1</b> a warp")
            .arg(gui::timeText(simulation.warpLatencyCycles(), clock, display_.unit())));
    add(QStringLiteral("%1 warps resident, limited by %2")
            .arg(numberText(simulation.residentWarps),
                 QString::fromStdString(simulation.occupancy.limiter).toHtmlEscaped()));
    add(simulation.timeline ? QStringLiteral("by the timeline") : QStringLiteral("by the closed form"));
    fitFigures();
}

/// Of the kernel, with what it was before.
QString SummaryBar::timeText(const Analysis& analysis) const {
    const QString now = QStringLiteral("<b>%1</b>")
                            .arg(QString::fromStdString(durationText(analysis.simulation.kernelTimeUs())));
    const auto change = costChange(baseline_.then(), analysis);
    if (!change || isUnchanged(change->timeUs.fraction())) return now;
    const QColor colour = *change->timeUs.fraction() < 0 ? display_.theme().good : display_.theme().error;
    return QStringLiteral("%1 \u2192 %2 <span style=\"color:%3\">%4</span>")
        .arg(QString::fromStdString(durationText(change->timeUs.then)), now, colour.name(),
             changeText(change->timeUs));
}

/// As many parts as there is room for, of the first three at least their few words; all of them in the tooltip.
void SummaryBar::fitFigures() {
    constexpr std::size_t always = 3;
    QTextDocument text;
    text.setDefaultFont(figures_->font());
    text.setDocumentMargin(0);
    const auto joined = [this](std::size_t count, bool brief) {
        QStringList shown;
        for (std::size_t i = 0; i < std::min(count, parts_.size()); ++i)
            shown += brief ? parts_[i].brief : parts_[i].text;
        return shown.join(QStringLiteral(" &nbsp; "));
    };
    const auto fits = [&](const QString& html) {
        text.setHtml(html);
        return text.idealWidth() <= figures_->width();
    };
    QString shown = joined(parts_.size(), false);
    for (std::size_t count = parts_.size(); count > always && !fits(shown);) shown = joined(--count, false);
    if (!fits(shown)) shown = joined(always, true);
    figures_->setText(shown);
    text.setHtml(joined(parts_.size(), false));
    figures_->setToolTip(text.toPlainText().replace(QChar(QChar::Nbsp), QLatin1Char(' ')));
}

void SummaryBar::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fitFigures();
}

QString SummaryBar::text() const { return figures_->toolTip(); }

} // namespace warpstring::gui
