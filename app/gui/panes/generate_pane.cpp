// SPDX-License-Identifier: GPL-3.0-or-later
// The description of a pattern and the search over its derivations.
#include "app/gui/panes/generate_pane.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QSpinBox>
#include <QTabWidget>
#include <QTableView>
#include <QToolButton>
#include <algorithm>
#include <cmath>
#include <utility>

#include "app/common/program_paths.h"
#include "app/gui/models/generate/candidate_plot.h"
#include "app/gui/models/generate/generate_words.h"
#include "app/gui/models/qt_text.h"
#include "app/gui/panes/code_editor.h"
#include "app/gui/panes/find_bar.h"
#include "app/gui/panes/form_table.h"
#include "app/gui/panes/message_strip.h"
#include "app/gui/panes/spec_button.h"
#include "app/gui/panes/string_pane.h"
#include "app/gui/panes/summary_pane.h"
#include "app/gui/panes/variant_canvas.h"
#include "core/text/duration_text.h"

namespace warpstring::gui {

GeneratePane::GeneratePane(Session& session, PaneContext context, QWidget* parent)
    : Pane(QStringLiteral("Generate"), context, parent), session_(session) {
    buildWidgets();
    buildFoundWidgets();
    buildRows();
    connectWidgets();
    connectFound();
    setSpecs({session_.specName()});
    followed_ = specs_->specs();
    showReading();
    showState();
}

GeneratePane::~GeneratePane() {
    run_.drop();
    // They refer to the selection: they go first.
    delete string_;
    delete summary_;
}

void GeneratePane::connectWidgets() {
    connect(editor_, &QsciScintilla::textChanged, this, [this] {
        if (!taking_) document_.setText(editor_->text().toStdString());
    });
    connect(&document_, &PatternDocument::replaced, this, &GeneratePane::takeText);
    connect(&document_, &PatternDocument::read, this, &GeneratePane::showReading);
    connect(&document_, &PatternDocument::changed, this, &GeneratePane::showState);
    connect(&rules_, &RuleTable::edited, this, &GeneratePane::showState);
    connect(start_, &QPushButton::clicked, this, &GeneratePane::startOrCancel);
    connect(open_, &QPushButton::clicked, this, &GeneratePane::openChosen);
    connect(save_, &QToolButton::clicked, this, &GeneratePane::saveDialog);
    connect(picture_, &QToolButton::clicked, this, &GeneratePane::pictureDialog);
    connect(stateButton_, &QToolButton::clicked, this, &GeneratePane::stateDialog);
    connect(&run_, &GenerateRun::runningWays, this, [this](const QString& device) {
        progress_->setRange(0, 0);
        told_->setText(QStringLiteral("running ways for %1").arg(device));
    });
    connect(specs_, &SpecButton::specsChosen, this, &GeneratePane::showState);
    // Devices follow the window's, unless a person chose others here.
    connect(&session_, &Session::specChanged, this, [this] {
        if (specs_->specs() != followed_) return;
        setSpecs({session_.specName()});
        followed_ = specs_->specs();
    });
    connect(&run_, &GenerateRun::progressed, this,
            [this](const QString& device, quint64 done, quint64 total, double bestUs) {
                progress_->setRange(0, static_cast<int>(total));
                progress_->setValue(static_cast<int>(done));
                told_->setText(
                    std::isfinite(bestUs)
                        ? QStringLiteral("on %1, the fastest %2").arg(device, toQString(durationText(bestUs)))
                        : QStringLiteral("on %1").arg(device));
            });
    connect(&run_, &GenerateRun::finished, this, &GeneratePane::takeOutcome);
    connect(&display(), &Display::changed, this, [this] {
        editor_->setTheme(theme());
        source_->setTheme(theme());
        showKernelAnalysis(kernelAnalysis_);
    });
}

void GeneratePane::setSpecs(const std::vector<std::string>& names) {
    specs_->setSpecs(names, {});
    showState();
}

void GeneratePane::setBudget(int ways) { budget_->setValue(ways); }

void GeneratePane::setMethod(generate::Method method) {
    method_->setCurrentText(QString::fromUtf8(name(method)));
}

void GeneratePane::setRuns(bool verifies, int measured) {
    verifies_->setChecked(verifies);
    measured_->setValue(measured);
}

void GeneratePane::setState(const QString& file) {
    state_ = file;
    stateButton_->setText(file.isEmpty() ? QStringLiteral("State\u2026")
                                         : QStringLiteral("State: %1").arg(file.section(QLatin1Char('/'), -1)));
}

void GeneratePane::takeText() {
    taking_ = true;
    editor_->replaceText(toQString(document_.text()), false);
    taking_ = false;
    hint_->clear();
    showState();
}

void GeneratePane::showReading() {
    const PatternReading& reading = document_.reading();
    Diagnostics told = reading.faults;
    told.insert(told.end(), reading.notes.begin(), reading.notes.end());
    editor_->showDiagnostics(diagnosticsIn(told, document_.path()));
    Diagnostics elsewhere; // those that have no line
    for (const Diagnostic& fault : reading.faults)
        if (fault.place.line < 1 || fault.place.file != document_.path().string()) elsewhere.push_back(fault);
    messages_->show(elsewhere);
    sizesView_->fit();
    if (reading.program)
        hint_->setText(QStringLiteral("%1: %2").arg(toQString(reading.program->name),
                                                    toQString(toText(reading.program->body.type()))));
    else if (!reading.faults.empty())
        hint_->setText(
            QStringLiteral("%1 %2 in the description")
                .arg(reading.faults.size())
                .arg(reading.faults.size() == 1 ? QStringLiteral("fault") : QStringLiteral("faults")));
    showState();
}

Result<std::vector<NamedSpec>> GeneratePane::chosenSpecs() const {
    std::vector<NamedSpec> chosen;
    for (const std::string& name : specs_->specs()) {
        if (name == session_.specName() && session_.spec()) { // as it is edited
            chosen.push_back({name, session_.spec()});
            continue;
        }
        auto spec = cli::loadSpec(name, cli::specFolders({}));
        if (!spec) return spec.diagnostics();
        chosen.push_back({name, std::make_shared<const HardwareSpec>(*std::move(spec))});
    }
    return chosen;
}

GenerateSettings GeneratePane::settings() const {
    GenerateSettings chosen;
    chosen.allowed = rules_.allowed();
    chosen.budget = static_cast<std::size_t>(budget_->value());
    chosen.seed = static_cast<std::uint64_t>(seed_->value());
    chosen.extent = wide_->isChecked() ? generate::Extent::Wide : generate::Extent::Listed;
    for (const auto method : {generate::Method::Enumeration, generate::Method::Tree})
        if (method_->currentText() == QString::fromUtf8(name(method))) chosen.method = method;
    chosen.verifies = verifies_->isChecked();
    chosen.measured = static_cast<std::size_t>(measured_->value());
    chosen.device = runsOn_->text().trimmed().toStdString();
    chosen.state = state_.toStdString();
    return chosen;
}

void GeneratePane::startOrCancel() {
    if (run_.running()) {
        run_.cancel();
        return;
    }
    GenerateRequest request;
    request.program = document_.program();
    if (!request.program) return;
    auto specs = chosenSpecs();
    if (!specs) {
        messages_->show(specs.diagnostics());
        return;
    }
    request.specs = *std::move(specs);
    if (request.specs.empty()) return;
    request.description = {document_.text(), document_.path().string(), document_.knownSizes()};
    static_cast<GenerateSettings&>(request) = searchedSettings_ = settings();
    searched_ = {document_.text(), document_.givenSizes()};
    forgetOutcome();
    progress_->setRange(0, 0);
    told_->clear();
    run_.start(std::move(request));
    showState();
}

void GeneratePane::forgetOutcome() {
    outcome_.reset();
    candidates_.setOutcome(nullptr, 0);
    portability_.setOutcome(nullptr);
    for (VariantCanvas* canvas : {scatter_, parallel_}) canvas->setPlot(nullptr);
    choice_.hover(std::nullopt);
    choice_.choose(std::nullopt);
    showChosen();
    messages_->clear();
}

void GeneratePane::takeOutcome(const SharedGenerateOutcome& outcome) {
    outcome_ = outcome;
    portability_.setOutcome(outcome);
    portabilityView_->resizeColumnsToContents();
    messages_->show(outcome->faults);
    if (outcome->devices.empty() && outcome->faults.empty())
        messages_->say(Severity::Note, QStringLiteral("Cancelled before a way had a time."));
    devices_->clear();
    for (const DeviceCandidates& each : outcome->devices) devices_->addItem(toQString(each.device.name));
    views_->setTabVisible(views_->indexOf(portabilityView_), outcome->devices.size() > 1);
    showDevice(0);
}

void GeneratePane::showDevice(int device) {
    device_ = static_cast<std::size_t>(std::max(0, device));
    choice_.hover(std::nullopt);
    choice_.choose(std::nullopt);
    const bool isFound = outcome_ && device_ < outcome_->devices.size();
    SharedVariantPlot plot;
    if (isFound) {
        plot = std::make_shared<const VariantPlot>(
            plotOf(outcome_->devices[device_].result.candidates, outcome_->devices[device_].told.measured));
        const QString before = axis_->currentText();
        const QSignalBlocker blocker(axis_);
        axis_->clear();
        for (const PlotAxis& axis : plot->axes) axis_->addItem(toQString(axis.name));
        axis_->setCurrentIndex(std::max(0, axis_->findText(before)));
        scatter_->setAxis(static_cast<std::size_t>(axis_->currentIndex()));
    }
    for (VariantCanvas* canvas : {scatter_, parallel_}) canvas->setPlot(plot);
    candidates_.setOutcome(isFound ? outcome_ : nullptr, device_, plot);
    candidatesView_->resizeColumnsToContents();
    if (isFound) choice_.choose(0);
    showState();
}

QString GeneratePane::noticeOfText() const {
    if (!outcome_ || run_.running()) return {};
    if (searched_ != std::pair(document_.text(), document_.givenSizes()))
        return QStringLiteral("The description or a size is another one than was searched: generate again.");
    if (rules_.allowed().never != searchedSettings_.allowed.never)
        return QStringLiteral("Other rules are allowed than were taken: generate again.");
    return {};
}

void GeneratePane::showState() {
    const bool isRunning = run_.running(), isFound = wanted().has_value();
    start_->setText(isRunning ? QStringLiteral("&Cancel") : QStringLiteral("&Generate"));
    start_->setEnabled(isRunning || (document_.program() && !specs_->specs().empty()));
    progress_->setVisible(isRunning);
    told_->setVisible(isRunning);
    hint_->setVisible(!isRunning);
    for (QWidget* each : std::initializer_list<QWidget*>{budget_, seed_, wide_, specs_, method_, verifies_,
                                                         measured_, runsOn_, stateButton_})
        each->setEnabled(!isRunning);
    open_->setEnabled(isFound);
    save_->setEnabled(isFound);
    picture_->setEnabled(isFound);
    foundBox_->setVisible(isFound);
    empty_->setVisible(!isFound);
    devices_->setVisible(isFound && outcome_->devices.size() > 1);
    const int off = rules_.off();
    below_->setTabText(1, off > 0 ? QStringLiteral("Rules (%1 off)").arg(off) : QStringLiteral("Rules"));
    const QString notice = noticeOfText();
    if (notice.isEmpty())
        notice_->clear();
    else
        notice_->say(Severity::Note, notice);
}

QString GeneratePane::cliCommand() const {
    if (document_.path().empty() || specs_->specs().empty()) return {};
    return generateCommand(document_.path(), specs_->specs(), document_.knownSizes(), settings());
}

std::optional<Picture> GeneratePane::picture() const {
    if (!scatter_->plot() || scatter_->plot()->variants.empty()) return std::nullopt;
    const auto view = drawings_->currentWidget() == parallel_ ? VariantView::Parallel : VariantView::Scatter;
    return variantPicture(scatter_->plot(), view, scatter_->axis(), QStringLiteral("Ways"));
}

QAbstractItemModel* GeneratePane::table() const {
    return candidates_.rowCount() > 0 ? candidatesView_->model() : nullptr;
}

Finder* GeneratePane::finder() { return findBar_; }

} // namespace warpstring::gui
