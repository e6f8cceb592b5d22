// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/panes/diff_pane.h"

#include <QComboBox>
#include <QFileDialog>
#include <QFontDatabase>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QSplitter>
#include <QTabWidget>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "app/common/program_paths.h"
#include "app/gui/models/qt_text.h"
#include "app/gui/panes/diff_line_delegate.h"
#include "app/gui/panes/message_strip.h"
#include "app/gui/panes/string_canvas.h"
#include "app/gui/panes/tone_delegate.h"
#include "core/files/specs/hardware_spec_file.h"

namespace warpstring::gui {

namespace {

constexpr int wideDiff = 1100;          ///< pixels, for which figures and sources stand side by side
constexpr std::size_t mostChoices = 60; ///< of a sweep, and of a folder

QString sideName(DiffSide side) {
    return side == DiffSide::Left ? QStringLiteral("Left") : QStringLiteral("Right");
}

/// The launch files beside a file, sorted.
std::vector<std::filesystem::path> launchesBeside(const std::filesystem::path& file) {
    std::vector<std::filesystem::path> files;
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator(file.parent_path(), ignored))
        if (entry.path().extension() == ".toml" && entry.path() != file) files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    if (files.size() > mostChoices) files.resize(mostChoices);
    return files;
}

} // namespace

DiffPane::DiffPane(Session& session, const AnalysisBaseline& baseline, PaneContext context, QWidget* parent)
    : Pane(QStringLiteral("Diff"), context, parent), session_(session), diff_(session, baseline),
      notice_(new MessageStrip(context.display)) {
    auto* row = new QHBoxLayout;
    row->setContentsMargins(4, 4, 4, 2);
    buildSide(DiffSide::Left, row);
    auto* swap = new QToolButton;
    swap->setText(QStringLiteral("\u21c4"));
    swap->setAccessibleName(QStringLiteral("Swap the sides"));
    swap->setToolTip(swap->accessibleName());
    swap->setFocusPolicy(Qt::StrongFocus);
    row->addWidget(swap);
    buildSide(DiffSide::Right, row);
    auto* tabs = new QTabWidget;
    tabs->setDocumentMode(true);
    tabs->addTab(buildFigures(), QStringLiteral("Figures and sources"));
    tabs->addTab(buildStrings(), QStringLiteral("Strings"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(row);
    column->addWidget(notice_);
    column->addWidget(tabs, 1);
    setFocusProxy(linesView_);
    connect(swap, &QToolButton::clicked, &diff_, &KernelDiff::swap);
    connect(&diff_, &KernelDiff::choicesChanged, this, [this] {
        comesToHottest_ = true;
        list();
    });
    connect(&session_, &Session::currentChanged, this, [this] { comesToHottest_ = true; });
    connect(&diff_, &KernelDiff::changed, this, &DiffPane::showDiff);
    for (const auto signal : {&Session::documentsChanged, &Session::currentChanged, &Session::specChanged})
        connect(&session_, signal, this, &DiffPane::list);
    connect(&display(), &Display::changed, this, &DiffPane::showDiff);
    connect(&selection(), &Selection::pinChanged, this, &DiffPane::followPin);
    diff_.setSeen(false);
    list();
    showDiff();
}

void DiffPane::buildSide(DiffSide side, QLayout* row) {
    SideWidgets& widgets = of(side);
    const auto choice = [&](const QString& name, const QString& tip, int letters) {
        auto* box = new QComboBox;
        box->setAccessibleName(sideName(side) + name);
        box->setToolTip(tip);
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box->setMinimumContentsLength(letters);
        box->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        row->addWidget(box);
        connect(box, &QComboBox::activated, this, [this, side] { choose(side); });
        return box;
    };
    widgets.what = choice(QStringLiteral(" launch"), QStringLiteral("What the side shows"), 11);
    widgets.spec = choice(QStringLiteral(" device"), QStringLiteral("The device that it runs on"), 9);
}

QWidget* DiffPane::buildFigures() {
    measuresView_ = new QTableView;
    measuresView_->setAccessibleName(QStringLiteral("Measures of both sides"));
    measuresView_->setModel(&measures_);
    styleTable(*measuresView_, display());
    measuresView_->setSortingEnabled(false);
    linesView_ = new QTableView;
    linesView_->setAccessibleName(QStringLiteral("Lines of both sources"));
    linesView_->setModel(&lines_);
    styleTable(*linesView_, display());
    linesView_->setSortingEnabled(false);
    linesView_->setItemDelegate(new DiffLineDelegate(display(), *linesView_));
    linesView_->setAlternatingRowColors(false);
    linesView_->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    linesView_->verticalHeader()->setDefaultSectionSize(linesView_->fontMetrics().height() + 2);
    linesView_->horizontalHeader()->setMinimumSectionSize(10);
    connect(linesView_, &QTableView::clicked, this, &DiffPane::pinLine);
    connect(linesView_, &QTableView::activated, this, &DiffPane::goToLine);
    figures_ = new QSplitter(Qt::Vertical);
    figures_->addWidget(measuresView_);
    figures_->addWidget(linesView_);
    figures_->setStretchFactor(0, 2);
    figures_->setStretchFactor(1, 3);
    return figures_;
}

QWidget* DiffPane::buildStrings() {
    auto* strings = new QSplitter(Qt::Vertical);
    for (const DiffSide side : {DiffSide::Left, DiffSide::Right}) {
        SideWidgets& widgets = of(side);
        widgets.title = new QLabel;
        widgets.title->setMargin(4);
        widgets.string = new StringCanvas(widgets.marks, display());
        widgets.string->setAccessibleName(sideName(side) + QStringLiteral(" token string"));
        auto* scroll = new QScrollArea;
        scroll->setWidgetResizable(true);
        scroll->setWidget(widgets.string);
        scroll->setFrameShape(QFrame::NoFrame);
        scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        auto* part = new QWidget;
        auto* column = new QVBoxLayout(part);
        column->setContentsMargins(0, 0, 0, 0);
        column->setSpacing(0);
        column->addWidget(widgets.title);
        column->addWidget(scroll, 1);
        strings->addWidget(part);
    }
    return strings;
}

void DiffPane::setRecent(const QStringList& paths) {
    recent_ = paths;
    list();
}

/// What there is to choose from, and what is chosen.
void DiffPane::list() {
    choices_ = {{DiffChoice::Of::Current}, {DiffChoice::Of::Baseline}};
    const auto add = [this](const std::filesystem::path& file, std::uint64_t launch = 0) {
        const DiffChoice choice{DiffChoice::Of::File, file, launch, {}};
        if (std::find(choices_.begin(), choices_.end(), choice) == choices_.end()) choices_.push_back(choice);
    };
    if (KernelDocument* current = session_.current()) {
        if (const std::uint64_t launches = current->launchCount(); launches > 1)
            for (std::uint64_t i = 0; i < std::min<std::uint64_t>(launches, mostChoices); ++i)
                add(current->launchPath(), i);
        for (std::size_t i = 0; i < session_.documents(); ++i)
            if (i != session_.currentIndex()) add(session_.document(i).launchPath());
        for (const auto& file : launchesBeside(current->launchPath())) add(file);
    }
    for (const QString& path : recent_)
        if (const std::filesystem::path file(path.toStdString());
            session_.current() == nullptr || file != session_.current()->launchPath())
            add(file);
    for (const DiffSide side : {DiffSide::Left, DiffSide::Right})
        if (const DiffChoice& choice = diff_.choice(side); choice.of == DiffChoice::Of::File)
            add(choice.file, choice.launch);
    for (const DiffSide side : {DiffSide::Left, DiffSide::Right}) listSide(side);
}

void DiffPane::listSide(DiffSide side) {
    SideWidgets& widgets = of(side);
    widgets.what->clear();
    KernelDocument* current = session_.current();
    for (const DiffChoice& choice : choices_) {
        QString name =
            choice.of == DiffChoice::Of::Current ? QStringLiteral("this launch") : QStringLiteral("baseline");
        if (choice.of == DiffChoice::Of::File) {
            const bool isOfSweep =
                current != nullptr && choice.file == current->launchPath() && current->launchCount() > 1;
            name = isOfSweep ? current->launchName(choice.launch) : toQString(choice.file.stem().string());
        }
        widgets.what->addItem(name);
        widgets.what->setItemData(widgets.what->count() - 1, toQString(choice.file.string()), Qt::ToolTipRole);
    }
    widgets.what->addItem(QStringLiteral("Open\u2026"));
    DiffChoice chosen = diff_.choice(side);
    const std::string spec = std::exchange(chosen.spec, {});
    widgets.what->setCurrentIndex(
        static_cast<int>(std::find(choices_.begin(), choices_.end(), chosen) - choices_.begin()));
    widgets.spec->clear();
    widgets.spec->addItem(chosen.of == DiffChoice::Of::Baseline ? QStringLiteral("as it was")
                                                                : QStringLiteral("as in the window"));
    for (const auto& path : files::listHardwareSpecs(cli::specFolders({})))
        widgets.spec->addItem(toQString(path.stem().string()));
    if (!spec.empty() && widgets.spec->findText(toQString(spec)) < 0) widgets.spec->addItem(toQString(spec));
    widgets.spec->setCurrentIndex(spec.empty() ? 0 : widgets.spec->findText(toQString(spec)));
}

void DiffPane::choose(DiffSide side) {
    const SideWidgets& widgets = of(side);
    const auto index = static_cast<std::size_t>(std::max(0, widgets.what->currentIndex()));
    if (index >= choices_.size()) {
        listSide(side); // as it was, until a file is chosen
        openDialog(side);
        return;
    }
    DiffChoice choice = choices_[index];
    if (widgets.spec->currentIndex() > 0) choice.spec = widgets.spec->currentText().toStdString();
    diff_.choose(side, std::move(choice));
}

void DiffPane::openDialog(DiffSide side) {
    const KernelDocument* current = session_.current();
    auto* dialog = new QFileDialog(this, QStringLiteral("Lay beside"),
                                   current != nullptr ? toQString(current->launchPath().parent_path().string())
                                                      : QString(),
                                   QStringLiteral("Kernels, launches (*.cl *.toml);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QFileDialog::fileSelected, this, [this, side](const QString& path) {
        diff_.choose(side, {DiffChoice::Of::File, path.toStdString(), 0, diff_.choice(side).spec});
    });
    dialog->open();
}

void DiffPane::showDiff() {
    const auto &left = diff_.analysis(DiffSide::Left), &right = diff_.analysis(DiffSide::Right);
    const bool complete = diff_.complete();
    measures_.setMeasures(complete ? diffMeasures(*left, *right, display().unit())
                                   : std::vector<DiffMeasure>{});
    // A redraw of what is there already would lose the place.
    const int scrolled = linesView_->verticalScrollBar()->value();
    lines_.setLines(complete ? diffLines(*left, *right, display().unit()) : DiffLines{});
    linesView_->verticalScrollBar()->setValue(scrolled);
    measuresView_->resizeColumnsToContents();
    fitLines();
    if (const auto hottest = lines_.lines().hottest; hottest && std::exchange(comesToHottest_, false))
        linesView_->scrollTo(lines_.index(static_cast<int>(*hottest), 0), QAbstractItemView::PositionAtCenter);
    for (const DiffSide side : {DiffSide::Left, DiffSide::Right}) {
        const SharedAnalysis& analysis = diff_.analysis(side);
        of(side).title->setText(diff_.title(side));
        of(side).marks.clear();
        of(side).string->setAnalysis(analysis);
    }
    Diagnostics faults;
    for (const DiffSide side : {DiffSide::Left, DiffSide::Right})
        faults.insert(faults.end(), diff_.faults(side).begin(), diff_.faults(side).end());
    if (session_.current() == nullptr)
        notice_->say(Severity::Note,
                     QStringLiteral("Open a kernel to lay it beside another launch or device."));
    else if (hasErrors(faults))
        notice_->show(faults);
    else if (!complete)
        notice_->say(Severity::Note, QStringLiteral("Computing \u2026"));
    else if (!measures_.differs() && !lines_.lines().differ())
        notice_->say(Severity::Note,
                     QStringLiteral("Both sides are the same: edit the kernel, or choose another "
                                    "launch or device."));
    else
        notice_->say(Severity::Note, QStringLiteral("%1 \u2192 %2%3")
                                         .arg(diff_.title(DiffSide::Left), diff_.title(DiffSide::Right),
                                              diff_.busy() ? QStringLiteral(", computing \u2026") : QString()));
}

/// Numbers as wide as they are; the two texts share the rest.
void DiffPane::fitLines() {
    linesView_->resizeColumnsToContents();
    const int letter = linesView_->fontMetrics().horizontalAdvance(QLatin1Char('0'));
    int taken = 0;
    for (int column = 0; column < DiffLineTable::ColumnCount; ++column) {
        if (column == DiffLineTable::LeftText || column == DiffLineTable::RightText) continue;
        const int least = (column == DiffLineTable::Mark ? 3 : 5) * letter;
        linesView_->setColumnWidth(column, std::max(least, linesView_->columnWidth(column) + letter));
        taken += linesView_->columnWidth(column);
    }
    const int room = (linesView_->viewport()->width() - taken) / 2;
    for (const int column : {DiffLineTable::LeftText, DiffLineTable::RightText})
        linesView_->setColumnWidth(column, std::max(room, 16 * letter));
}

std::optional<DiffSide> DiffPane::currentSide() const {
    for (const DiffSide side : {DiffSide::Right, DiffSide::Left}) {
        const SharedAnalysis& analysis = diff_.analysis(side);
        if (analysis && session_.analysis() &&
            analysis->request.sourceText == session_.analysis()->request.sourceText)
            return side;
    }
    return std::nullopt;
}

void DiffPane::pinLine(const QModelIndex& index) {
    const auto side = currentSide();
    if (!index.isValid() || !side || !session_.analysis()) return;
    const DiffLine& line = lines_.lines().rows[static_cast<std::size_t>(index.row())];
    if (line.line(*side) > 0) selection().hold(session_.analysis()->elements.fromLine(line.line(*side)));
}

/// In the source of the cell's side; of a baseline, which is in no file, in what it became.
void DiffPane::goToLine(const QModelIndex& index) {
    if (!index.isValid()) return;
    const DiffLine& line = lines_.lines().rows[static_cast<std::size_t>(index.row())];
    DiffSide side = DiffLineTable::sideOf(index.column());
    const bool isGone = diff_.choice(side).of == DiffChoice::Of::Baseline;
    if (line.line(side) == 0 || (isGone && line.line(otherSide(side)) > 0)) side = otherSide(side);
    const DiffChoice& choice = diff_.choice(side);
    QString file = toQString(choice.file.string());
    if (choice.of != DiffChoice::Of::File && session_.current() != nullptr)
        file = toQString(session_.current()->launchPath().string());
    Q_EMIT lineWanted(file, line.line(side));
}

void DiffPane::followPin() {
    const auto side = currentSide();
    const auto& pinned = selection().pinned().lines;
    if (!side || pinned.empty() || linesView_->hasFocus()) return;
    const int row = lines_.rowOf(*side, pinned.front());
    if (row < 0) return;
    linesView_->setCurrentIndex(
        lines_.index(row, *side == DiffSide::Left ? DiffLineTable::LeftText : DiffLineTable::RightText));
}

QString DiffPane::cliCommand() const {
    QStringList commands;
    for (const DiffSide side : {DiffSide::Left, DiffSide::Right}) {
        const SharedAnalysis& analysis = diff_.analysis(side);
        if (!analysis) return {};
        const QString command =
            QStringLiteral("warpstring simulate ") + toQString(analysisArguments(analysis->request));
        if (!commands.contains(command)) commands += command;
    }
    return commands.join(QStringLiteral(" && "));
}

QAbstractItemModel* DiffPane::table() const {
    return linesView_->hasFocus() ? linesView_->model() : measuresView_->model();
}

void DiffPane::showEvent(QShowEvent* event) {
    Pane::showEvent(event);
    diff_.setSeen(true);
}

void DiffPane::hideEvent(QHideEvent* event) {
    Pane::hideEvent(event);
    diff_.setSeen(false);
}

void DiffPane::resizeEvent(QResizeEvent* event) {
    Pane::resizeEvent(event);
    figures_->setOrientation(width() >= wideDiff ? Qt::Horizontal : Qt::Vertical);
    fitLines();
}

} // namespace warpstring::gui
