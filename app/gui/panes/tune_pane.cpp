// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/panes/tune_pane.h"

#include <QComboBox>
#include <QEvent>
#include <QFileDialog>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QSplitter>
#include <QTabWidget>
#include <QTableView>
#include <QToolButton>
#include <algorithm>

#include "app/gui/models/qt_text.h"
#include "app/gui/models/tune/apply_variant.h"
#include "app/gui/models/tune/tune_words.h"
#include "app/gui/panes/form_table.h"
#include "app/gui/panes/measure_bar.h"
#include "app/gui/panes/message_strip.h"
#include "app/gui/panes/variant_canvas.h"
#include "study/batch/output_file.h"

namespace warpstring::gui {

namespace {

enum BudgetUnit { Evaluations, Seconds };

} // namespace

TunePane::TunePane(Session& session, PaneContext context, QWidget* parent)
    : Pane(QStringLiteral("Tune"), context, parent), session_(session) {
    buildWidgets();
    buildRows();
    connectWidgets();
    showSpace();
    showState();
}

TunePane::~TunePane() = default;

void TunePane::connectWidgets() {
    connect(start_, &QPushButton::clicked, this, &TunePane::startOrCancel);
    connect(apply_, &QPushButton::clicked, this, &TunePane::apply);
    connect(save_, &QToolButton::clicked, this, &TunePane::saveDialog);
    connect(again_, &QToolButton::clicked, &space_, &TuneSpace::readAgain);
    connect(&space_, &TuneSpace::changed, this, &TunePane::showSpace);
    connect(form_, &FormTable::removeWanted, &space_.table(), &SpaceTable::removeRow);
    connect(&run_, &TuneRun::progressed, this, [this](quint64 done, quint64 total) {
        progress_->setRange(0, static_cast<int>(total));
        progress_->setValue(static_cast<int>(done));
    });
    connect(&run_, &TuneRun::finished, this, &TunePane::takeOutcome);
    connect(variantsView_->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& row) { choice_.choose(variants_.idAt(row.row())); });
    connect(variantsView_, &QTableView::activated, this, &TunePane::apply);
    connect(&choice_, &VariantChoice::changed, this, [this] {
        const int row = choice_.chosen() ? variants_.rowOf(*choice_.chosen()) : -1;
        if (row >= 0 && row != variantsView_->currentIndex().row())
            variantsView_->setCurrentIndex(variants_.index(row, VariantTable::Rank));
        if (row < 0) variantsView_->clearSelection(); // what is not ranked has no row
        showState();
    });
    connect(&choice_, &VariantChoice::hoverChanged, this, [this] { variants_.setHovered(choice_.hovered()); });
    connect(variantsView_, &QTableView::entered, this,
            [this](const QModelIndex& row) { choice_.hover(variants_.idAt(row.row())); });
    for (VariantCanvas* canvas : {scatter_, parallel_})
        connect(canvas, &VariantCanvas::taken, this, &TunePane::apply);
    connect(axis_, &QComboBox::currentIndexChanged, this,
            [this](int axis) { scatter_->setAxis(static_cast<std::size_t>(std::max(0, axis))); });
    connect(measureButton_, &QToolButton::toggled, measure_, &QWidget::setVisible);
    connect(measure_, &MeasureBar::closed, measureButton_, [this] { measureButton_->setChecked(false); });
    connect(measure_, &MeasureBar::measuringChanged, this, &TunePane::showState);
    connect(&measure_->run(), &MeasureRun::measured, &times_, &VariantTimes::take);
    connect(&times_, &VariantTimes::changed, this, &TunePane::followTimes);
    connect(top_, &QSpinBox::valueChanged, this, &TunePane::prepareMeasuring);
    connect(&session_, &Session::stateChanged, this, &TunePane::followTexts);
    connect(&session_, &Session::currentChanged, this, &TunePane::followTexts);
    connect(&session_, &Session::documentsChanged, this, &TunePane::followTexts);
}

void TunePane::analysisChanged() { followTexts(); }

/// What is searched next. A search goes on while its kernel is edited, and ends when the kernel is closed or
/// another one is shown.
void TunePane::followTexts() {
    auto inputs = analysis() ? tuneInputs(session_) : std::nullopt;
    // Another document is current already and its kernel is yet to be analysed.
    if (inputs && inputs->analysis != analysis()) inputs.reset();
    const KernelDocument* document = session_.current();
    if (outcome_ && (document == nullptr || document->launchPath() != outcome_->request.inputs.launch.path))
        forgetOutcome();
    if (run_.running() && (document == nullptr || !inputs_ || document->launchPath() != inputs_->launch.path))
        run_.drop();
    inputs_ = std::move(inputs);
    space_.setInputs(inputs_);
    showState();
}

void TunePane::setBudget(int evaluations, int seed) {
    unit_->setCurrentIndex(Evaluations);
    budget_->setValue(evaluations);
    seed_->setValue(seed);
}

std::uint64_t TunePane::evaluations() const {
    if (unit_->currentIndex() == Seconds) return search::evaluationsOf(budget_->value());
    return static_cast<std::uint64_t>(budget_->value());
}

void TunePane::startOrCancel() {
    if (run_.running()) {
        run_.cancel();
        return;
    }
    if (!inputs_ || !space_.isGood()) return;
    forgetOutcome();
    progress_->setRange(0, 0);
    TuneRequest request;
    request.inputs = *inputs_;
    request.space = space_.form().text();
    request.evaluations = evaluations();
    request.seed = static_cast<std::uint64_t>(seed_->value());
    run_.start(std::move(request));
    showState();
}

void TunePane::forgetOutcome() {
    outcome_.reset();
    applied_ = {};
    choice_.choose(std::nullopt);
    choice_.hover(std::nullopt);
    variants_.setOutcome(nullptr);
    exclusions_.setOutcome(nullptr);
    times_.setOutcome(nullptr);
    prepareMeasuring();
    messages_->clear();
}

/// Of the search that is shown; what runs goes on.
void TunePane::prepareMeasuring() { measure_->setMaker(times_.maker(static_cast<std::size_t>(top_->value()))); }

void TunePane::followTimes() {
    variants_.setMeasured(times_.all());
    variantsView_->setColumnHidden(VariantTable::Measured, times_.all().empty());
    showPlot();
    showState();
}

void TunePane::showPlot() {
    SharedVariantPlot plot;
    if (outcome_ && outcome_->texts)
        plot = std::make_shared<const VariantPlot>(plotOf(*outcome_, times_.all()));
    for (VariantCanvas* canvas : {scatter_, parallel_}) canvas->setPlot(plot);
}

/// Axes of the search that is shown, the one that was looked at before where it has that.
void TunePane::showAxes() {
    const QString before = axis_->currentText();
    const QSignalBlocker blocker(axis_);
    axis_->clear();
    for (const search::SpaceAxis& axis : outcome_->space().axes()) axis_->addItem(toQString(axis.name));
    axis_->setCurrentIndex(std::max(0, axis_->findText(before)));
    scatter_->setAxis(static_cast<std::size_t>(axis_->currentIndex()));
}

bool TunePane::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Leave) choice_.hover(std::nullopt);
    return Pane::eventFilter(watched, event);
}

void TunePane::takeOutcome(const SharedTuneOutcome& outcome) {
    const bool isFirst = !views_->isVisible();
    outcome_ = outcome;
    applied_ = {};
    if (outcome->texts) showAxes();
    times_.setOutcome(outcome->texts ? outcome : nullptr);
    prepareMeasuring();
    variants_.setOutcome(outcome->texts ? outcome : nullptr);
    exclusions_.setOutcome(outcome);
    followTimes();
    messages_->show(outcome->diagnostics);
    variantsView_->resizeColumnsToContents();
    exclusionsView_->resizeColumnsToContents();
    if (!outcome->answer.top.empty()) choice_.choose(outcome->answer.top.front().id);
    showState();
    if (isFirst && outcome_->texts)
        down_->setSizes({down_->height() / 6, down_->height() * 5 / 12, down_->height() * 5 / 12});
}

std::optional<search::VariantId> TunePane::wanted() const {
    if (!outcome_ || outcome_->answer.top.empty()) return std::nullopt;
    return choice_.chosen() ? choice_.chosen() : outcome_->answer.top.front().id;
}

bool TunePane::hasSearchedTexts() const {
    const KernelDocument* document = session_.current();
    if (document == nullptr || !outcome_) return false;
    const TuneInputs& searched = outcome_->request.inputs;
    const auto has = [&](const std::string& launch, const std::string& source) {
        return document->launchText() == launch && document->sourceText() == source;
    };
    return document->launchPath() == searched.launch.path &&
           (has(searched.launch.text, searched.source.text) || has(applied_.launch, applied_.source));
}

void TunePane::apply() {
    const auto id = wanted();
    if (!id || run_.running()) return;
    if (!hasSearchedTexts()) {
        messages_->say(Severity::Warning, noticeOfTexts());
        return;
    }
    auto texts = textsOfVariant(*outcome_, *id);
    if (!texts) {
        messages_->show(texts.diagnostics());
        return;
    }
    messages_->clear();
    applied_ = std::move(*texts);
    Q_EMIT applyWanted(applied_.launch, applied_.source);
    Q_EMIT message(
        QStringLiteral("Applied %1; Undo takes it back").arg(toQString(outcome_->space().nameOf(*id))));
    showState();
}

void TunePane::saveTo(const QString& folder) {
    const auto id = wanted();
    if (!id) return;
    const auto written = saveVariant(*outcome_, *id, folder.toStdString());
    if (!written) {
        messages_->show(written.diagnostics());
        return;
    }
    messages_->clear();
    Q_EMIT message(QStringLiteral("Written: %1").arg(toQString(written->front().string())));
}

void TunePane::saveDialog() {
    auto* dialog = new QFileDialog(this, QStringLiteral("Folder for the variant"),
                                   toQString(outcome_->request.inputs.launch.path.parent_path().string()));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    connect(dialog, &QFileDialog::fileSelected, this, &TunePane::saveTo);
    dialog->open();
}

QString TunePane::noticeOfTexts() const {
    if (!inputs_) return {};
    if (outcome_ && !hasSearchedTexts())
        return QStringLiteral("The texts are others than those that were searched: search again.");
    const KernelDocument* document = session_.current();
    if (document != nullptr && document->modified())
        return QStringLiteral("The texts are searched as edited, not as saved.");
    return {};
}

void TunePane::showSpace() {
    const SpaceForm& form = space_.form();
    form_->setVisible(!form.rows.empty());
    form_->fit();
    QString origin;
    if (!inputs_)
        origin = QStringLiteral("Open a kernel to search what makes it fastest.");
    else if (space_.busy() && form.rows.empty())
        origin = QStringLiteral("Space: being read");
    else if (!form.rows.empty())
        origin =
            QStringLiteral("Space: %1%2%3")
                .arg(originText(form.origin), space_.isEdited() ? QStringLiteral(", edited here") : QString(),
                     space_.counts() ? QStringLiteral("; ") + countsText(*space_.counts()) : QString());
    if (form.isHeldBack && !space_.isEdited()) origin += QStringLiteral(". ") + heldBackText();
    origin_->setText(origin);
    origin_->setVisible(!origin.isEmpty());
    again_->setVisible(space_.isEdited());
    if (!run_.running() && !outcome_) messages_->show(space_.faults());
    showState();
}

void TunePane::showState() {
    const bool isRanked = wanted().has_value();
    start_->setText(run_.running() ? QStringLiteral("&Cancel") : QStringLiteral("&Start"));
    start_->setEnabled(run_.running() || (inputs_ && space_.isGood()));
    progress_->setVisible(run_.running());
    for (QWidget* each : {static_cast<QWidget*>(budget_), static_cast<QWidget*>(unit_),
                          static_cast<QWidget*>(seed_), static_cast<QWidget*>(form_)})
        each->setEnabled(!run_.running());
    apply_->setEnabled(isRanked && !run_.running());
    save_->setEnabled(isRanked);
    const bool isFound = outcome_ && outcome_->texts;
    views_->setVisible(isFound);
    drawings_->setVisible(isFound);
    measureButton_->setEnabled(isRanked || measure_->measuring());
    top_->setEnabled(isRanked && !measure_->measuring());
    if (!measureButton_->isEnabled()) measureButton_->setChecked(false);
    headline_->setVisible(isFound);
    coverage_->setVisible(isFound);
    if (isFound) {
        headline_->setText(headlineOf(*outcome_));
        QString text = coverageOf(*outcome_);
        for (const QString& more : {whyText(*outcome_), times_.text()})
            if (!more.isEmpty()) text += QLatin1Char('\n') + more;
        coverage_->setText(text);
        coverage_->setToolTip(toQString("Error of ratios of times: " + outcome_->errorSource));
        views_->setTabText(views_->indexOf(exclusionsView_),
                           QStringLiteral("Left out (%1)").arg(exclusions_.total()));
    }
    const QString notice = noticeOfTexts();
    if (notice.isEmpty())
        notice_->clear();
    else
        notice_->say(Severity::Note, notice);
}

QString TunePane::cliCommand() const {
    if (!inputs_ || !space_.isGood()) return {};
    const auto seed = static_cast<std::uint64_t>(seed_->value());
    if (!space_.isEdited() && !space_.form().isHeldBack)
        return QString::fromStdString(tuneCommand(*inputs_, evaluations(), seed));
    if (savedSpace_ != space_.form().text()) return {}; // no file has it
    return QString::fromStdString(tuneCommand(*inputs_, evaluations(), seed, spaceFile_));
}

std::optional<Picture> TunePane::picture() const {
    if (!scatter_->plot() || scatter_->plot()->variants.empty()) return std::nullopt;
    const auto view = drawings_->currentWidget() == parallel_ ? VariantView::Parallel : VariantView::Scatter;
    return variantPicture(scatter_->plot(), view, scatter_->axis(), QStringLiteral("Variants"));
}

QAbstractItemModel* TunePane::table() const {
    return outcome_ && outcome_->texts ? variantsView_->model() : nullptr;
}

QStringList TunePane::otherFormats() const {
    if (!inputs_ || space_.form().rows.empty()) return {};
    return {QStringLiteral("Space (*.toml)")};
}

Diagnostics TunePane::writeOther(const QString& path) {
    spaceFile_ = path.toStdString();
    savedSpace_ = space_.form().text();
    return batch::replaceFile(spaceFile_, savedSpace_);
}

} // namespace warpstring::gui
