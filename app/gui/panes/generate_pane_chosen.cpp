// SPDX-License-Identifier: GPL-3.0-or-later
// What the page shows of the way that is chosen, and what becomes of it.
#include <QComboBox>
#include <QEvent>
#include <QFileDialog>
#include <QLabel>
#include <QTabWidget>
#include <QTableView>
#include <algorithm>

#include "app/gui/models/generate/generate_words.h"
#include "app/gui/models/qt_text.h"
#include "app/gui/panes/code_editor.h"
#include "app/gui/panes/derivation_view.h"
#include "app/gui/panes/generate_pane.h"
#include "app/gui/panes/message_strip.h"
#include "app/gui/panes/string_pane.h"
#include "app/gui/panes/summary_pane.h"
#include "app/gui/panes/variant_canvas.h"
#include "generate/export/derivation_picture.h"

namespace warpstring::gui {

void GeneratePane::connectFound() {
    connect(candidatesView_->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& row) {
                if (const auto id = candidates_.idAt(row.row())) choice_.choose(id);
            });
    connect(candidatesView_, &QTableView::activated, this, &GeneratePane::openChosen);
    connect(candidatesView_, &QTableView::entered, this,
            [this](const QModelIndex& row) { choice_.hover(candidates_.idAt(row.row())); });
    connect(&choice_, &VariantChoice::changed, this, &GeneratePane::showChosen);
    connect(&choice_, &VariantChoice::hoverChanged, this,
            [this] { candidates_.setHovered(choice_.hovered()); });
    for (VariantCanvas* canvas : {scatter_, parallel_})
        connect(canvas, &VariantCanvas::taken, this, &GeneratePane::openChosen);
    connect(axis_, &QComboBox::currentIndexChanged, this,
            [this](int axis) { scatter_->setAxis(static_cast<std::size_t>(std::max(0, axis))); });
    connect(devices_, &QComboBox::activated, this, &GeneratePane::showDevice);
    connect(kernelBox_, &QComboBox::activated, this, &GeneratePane::analyseChosen);
    connect(&analyses_, &AnalysisRunner::finished, this, &GeneratePane::takeAnalysis);
    connect(source_, &CodeEditor::lineHovered, this, [this](int line) {
        kernelSelection_.hover(line > 0 && kernelAnalysis_ ? kernelAnalysis_->elements.fromLine(line)
                                                           : Focus{});
    });
    connect(source_, &CodeEditor::linePinned, this, [this](int line) {
        if (kernelAnalysis_) kernelSelection_.pin(kernelAnalysis_->elements.fromLine(line));
    });
    for (const auto signal : {&Selection::hoverChanged, &Selection::pinChanged})
        connect(&kernelSelection_, signal, this, [this] {
            source_->highlight(kernelSelection_.hovered().lines, kernelSelection_.pinned().lines);
        });
    for (Pane* each : {static_cast<Pane*>(string_), static_cast<Pane*>(summary_)}) {
        connect(each, &Pane::message, this, &Pane::message);
        const auto follow = [this, each] { each->setSeen(views_->currentWidget() == each); };
        connect(views_, &QTabWidget::currentChanged, each, follow);
        follow();
    }
    connect(summary_, &SummaryPane::rewriteWanted, this,
            [this] { Q_EMIT message(QStringLiteral("Open the kernel as a document to rewrite it")); });
}

bool GeneratePane::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Leave) choice_.hover(std::nullopt);
    return Pane::eventFilter(watched, event);
}

std::optional<CandidatePlace> GeneratePane::wanted() const {
    if (!outcome_ || device_ >= outcome_->devices.size()) return std::nullopt;
    const auto id = choice_.chosen().value_or(0);
    if (outcome_->candidate(device_, id) == nullptr) return std::nullopt;
    return CandidatePlace{device_, static_cast<std::size_t>(id)};
}

std::size_t GeneratePane::kernel() const {
    return static_cast<std::size_t>(std::max(0, kernelBox_->currentIndex()));
}

void GeneratePane::showChosen() {
    const int row = choice_.chosen() ? candidates_.rowOf(*choice_.chosen()) : -1;
    if (row >= 0 && row != candidatesView_->currentIndex().row())
        candidatesView_->setCurrentIndex(candidates_.index(row, CandidateTable::Rank));
    const auto place = wanted();
    kernelBox_->clear();
    if (!place) {
        analyses_.cancel();
        derivation_.setSteps({});
        source_->replaceText({}, false);
        showKernelAnalysis(nullptr);
        showState();
        return;
    }
    const generate::Candidate& candidate = *outcome_->candidate(place->device, place->candidate);
    headline_->setText(headlineOf(*outcome_, *place));
    kernels_->setText(kernelsText(candidate));
    ways_->setText(waysText(*outcome_, place->device));
    runs_->setText(verificationText(*outcome_, place->device));
    runs_->setVisible(!runs_->text().isEmpty());
    auto steps = derivationOf({*outcome_->request.program, candidate.steps});
    if (!steps) messages_->show(steps.diagnostics());
    derivation_.setSteps(steps ? *std::move(steps) : std::vector<DerivationStep>{});
    source_->replaceText(toQString(sourceOf(*outcome_, *place)), false);
    for (const generate::GeneratedKernel& each : candidate.generated.kernels)
        kernelBox_->addItem(toQString(each.name));
    kernelBox_->setVisible(kernelBox_->count() > 1);
    // The one that takes longest is the one to look at.
    kernelBox_->setCurrentIndex(
        static_cast<int>(std::ranges::max_element(candidate.kernelsUs) - candidate.kernelsUs.begin()));
    analyseChosen();
    showState();
}

void GeneratePane::analyseChosen() {
    const auto place = wanted();
    if (!place) return;
    showKernelAnalysis(nullptr);
    // The form that the kernels were made of stands above them, as long as it is.
    const QString before =
        source_->text().section(QStringLiteral("void %1(").arg(kernelBox_->currentText()), 0, 0);
    source_->showFrom(static_cast<int>(before.count(QLatin1Char('\n'))));
    analyses_.submit(requestOf(*outcome_, *place, kernel(), document_.path().parent_path()));
}

void GeneratePane::takeAnalysis(const AnalysisOutcome& outcome) {
    if (analyses_.busy() || !wanted()) return; // another one is asked for
    if (!outcome.analysis) messages_->show(outcome.diagnostics);
    showKernelAnalysis(outcome.analysis);
}

void GeneratePane::showKernelAnalysis(const SharedAnalysis& analysis) {
    kernelSelection_.clear();
    kernelAnalysis_ = analysis;
    string_->showAnalysis(analysis);
    summary_->showAnalysis(analysis);
    source_->showMarks(analysis ? sourceMarks(*analysis, display().unit()) : std::map<int, LineMark>{});
}

void GeneratePane::openChosen() {
    const auto place = wanted();
    if (!place) return;
    const auto isTaken = [this](const std::filesystem::path& path) {
        for (std::size_t i = 0; i < session_.documents(); ++i)
            if (session_.document(i).launchPath() == path || session_.document(i).sourcePath() == path)
                return true;
        return false;
    };
    const auto texts = documentOf(*outcome_, *place, kernel(), document_.path().parent_path(), isTaken);
    Q_EMIT openWanted(texts, toQString(outcome_->devices[place->device].device.name));
}

void GeneratePane::saveTo(const QString& folder) {
    const auto place = wanted();
    if (!place) return;
    const auto written = saveCandidate(*outcome_, *place, folder.toStdString());
    if (!written) {
        messages_->show(written.diagnostics());
        return;
    }
    messages_->clear();
    Q_EMIT message(QStringLiteral("Written: %1 files in %2").arg(written->size()).arg(folder));
}

void GeneratePane::savePictureTo(const QString& file) {
    if (!outcome_ || device_ >= outcome_->devices.size()) return;
    const std::filesystem::path path = file.toStdString();
    Diagnostics faults = generate::refusedTree(path);
    const DeviceCandidates& shown = outcome_->devices[device_];
    if (faults.empty())
        faults =
            generate::writeTree(path, *outcome_->request.program, shown.result.candidates, shown.device.name);
    messages_->show(faults);
    if (faults.empty()) Q_EMIT message(QStringLiteral("Written: %1").arg(file));
}

void GeneratePane::pictureDialog() {
    auto* dialog = new QFileDialog(this, QStringLiteral("Picture of the derivation and the ways"),
                                   toQString(document_.path().parent_path().string()),
                                   QStringLiteral("Pictures (*.svg);;Graphviz (*.dot)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("svg"));
    connect(dialog, &QFileDialog::fileSelected, this, &GeneratePane::savePictureTo);
    dialog->open();
}

/// One that is there is gone on from, so that nothing is asked of it; closing the dialog goes on from none.
void GeneratePane::stateDialog() {
    auto* dialog = new QFileDialog(this, QStringLiteral("File that keeps what the search found"),
                                   toQString(document_.path().parent_path().string()),
                                   QStringLiteral("States of searches (*.jsonl)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setOption(QFileDialog::DontConfirmOverwrite);
    dialog->setDefaultSuffix(QStringLiteral("jsonl"));
    connect(dialog, &QFileDialog::fileSelected, this, &GeneratePane::setState);
    connect(dialog, &QFileDialog::rejected, this, [this] { setState({}); });
    dialog->open();
}

void GeneratePane::saveDialog() {
    auto* dialog = new QFileDialog(this, QStringLiteral("Folder for the kernels"),
                                   toQString(document_.path().parent_path().string()));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    connect(dialog, &QFileDialog::fileSelected, this, &GeneratePane::saveTo);
    dialog->open();
}

} // namespace warpstring::gui
