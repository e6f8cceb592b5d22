// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/panes/threads_pane.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QSlider>
#include <QSpinBox>
#include <QSplitter>
#include <QTableView>
#include <QToolButton>
#include <QToolTip>
#include <QVBoxLayout>
#include <algorithm>
#include <limits>

#include "app/gui/models/shell_words.h"
#include "app/gui/panes/lane_canvas.h"

namespace warpstring::gui {

namespace {

enum Button { First, Back, Play, Forward, Last };

int asInt(std::uint64_t value) {
    return static_cast<int>(std::min<std::uint64_t>(value, std::numeric_limits<int>::max()));
}

} // namespace

ThreadsPane::ThreadsPane(PaneContext context, QWidget* parent)
    : Pane(QStringLiteral("Threads"), context, parent) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(6, 6, 6, 6);
    column->setSpacing(4);
    column->addLayout(subjectRow());
    column->addLayout(stepRow());
    aroundRow_ = new QWidget(this);
    auto* aroundLayout = new QHBoxLayout(aroundRow_);
    aroundLayout->setContentsMargins(0, 0, 0, 0);
    aroundLayout->addStretch(1);
    column->addWidget(aroundRow_);
    summary_ = new QLabel(this);
    summary_->setWordWrap(true);
    summary_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    doubt_ = new QLabel(this);
    doubt_->setWordWrap(true);
    column->addWidget(summary_);
    column->addWidget(doubt_);

    canvas_ = new LaneCanvas(display());
    canvas_->setAccessibleName(QStringLiteral("Lanes, banks and transactions of the step"));
    auto* scroll = new QScrollArea(this);
    scroll->setWidget(canvas_);
    scroll->setWidgetResizable(true);
    scroll->setFocusProxy(canvas_);
    table_ = new QTableView(this);
    table_->setModel(&rows_);
    table_->setAccessibleName(QStringLiteral("Active warps and cycles of every step"));
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setSelectionMode(QAbstractItemView::SingleSelection);
    table_->verticalHeader()->hide();
    table_->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 6);
    table_->setWordWrap(false);
    auto* parts = new QSplitter(Qt::Vertical, this);
    parts->addWidget(scroll);
    parts->addWidget(table_);
    parts->setStretchFactor(0, 3);
    parts->setStretchFactor(1, 1);
    parts->setChildrenCollapsible(false);
    parts->setSizes({640, 260});
    column->addWidget(parts, 1);
    setFocusProxy(canvas_);

    player_.setInterval(500);
    connectWidgets();
    showGraph();
    showSubject();
    showStep();
}

QLayout* ThreadsPane::subjectRow() {
    auto* row = new QHBoxLayout;
    subjects_ = new QComboBox(this);
    subjects_->setAccessibleName(QStringLiteral("Condition, loop or access"));
    subjects_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    subjects_->setMinimumContentsLength(24);
    asWritten_ = new QCheckBox(QStringLiteral("Loops as &written"), this);
    asWritten_->setToolTip(
        QStringLiteral("Steps are iterations of the loops in the source. Off: of the optimised kernel, whose "
                       "loops may be unrolled."));
    asWritten_->setChecked(true);
    row->addWidget(subjects_, 1);
    row->addWidget(asWritten_);
    return row;
}

QLayout* ThreadsPane::stepRow() {
    auto* row = new QHBoxLayout;
    const auto button = [&](Button which, const QString& text, const QString& name) {
        auto* made = new QToolButton(this);
        made->setText(text);
        made->setToolTip(name);
        made->setAccessibleName(name);
        made->setAutoRaise(true);
        buttons_[which] = made;
        return made;
    };
    row->addWidget(button(First, QStringLiteral("|\u25c0"), QStringLiteral("First step (Home)")));
    row->addWidget(button(Back, QStringLiteral("\u25c0"), QStringLiteral("Step back (Left)")));
    row->addWidget(button(Play, QStringLiteral("Play"), QStringLiteral("Play the steps (Space)")));
    buttons_[Play]->setCheckable(true);
    row->addWidget(button(Forward, QStringLiteral("\u25b6"), QStringLiteral("Step forward (Right)")));
    row->addWidget(button(Last, QStringLiteral("\u25b6|"), QStringLiteral("Last step (End)")));
    slider_ = new QSlider(Qt::Horizontal, this);
    slider_->setAccessibleName(QStringLiteral("Step"));
    row->addWidget(slider_, 1);
    auto* label = new QLabel(QStringLiteral("&Step"), this);
    step_ = new QSpinBox(this);
    label->setBuddy(step_);
    stepCount_ = new QLabel(this);
    row->addWidget(label);
    row->addWidget(step_);
    row->addWidget(stepCount_);
    groupLabel_ = new QLabel(QStringLiteral("Work-&group"), this);
    row->addSpacing(8);
    row->addWidget(groupLabel_);
    for (std::size_t d = 0; d < group_.size(); ++d) {
        group_[d] = new QSpinBox(this);
        group_[d]->setAccessibleName(QStringLiteral("Work-group ID in dimension %1").arg(d));
        row->addWidget(group_[d]);
    }
    groupLabel_->setBuddy(group_[0]);
    return row;
}

void ThreadsPane::connectWidgets() {
    connect(&loader_, &ThreadsLoader::loaded, this,
            [this](const SharedThreadsGraph& graph, const Diagnostics& diagnostics) {
                const bool isFirst = !cursor_.graph();
                failure_ =
                    diagnostics.empty() ? QString() : QString::fromStdString(toText(diagnostics.front()));
                cursor_.setGraph(graph);
                if (graph && isFirst) (void)cursor_.showFocus(selection().pinned());
                Q_EMIT ready();
            });
    connect(&cursor_, &StepCursor::graphChanged, this, &ThreadsPane::showGraph);
    connect(&cursor_, &StepCursor::subjectChanged, this, &ThreadsPane::showSubject);
    connect(&cursor_, &StepCursor::stepChanged, this, &ThreadsPane::showStep);
    connect(&selection(), &Selection::pinChanged, this,
            [this] { (void)cursor_.showFocus(selection().pinned()); });
    connect(&display(), &Display::changed, this, &ThreadsPane::showStep);
    connect(subjects_, &QComboBox::currentIndexChanged, &cursor_, &StepCursor::setSubject);
    connect(asWritten_, &QCheckBox::toggled, this, &ThreadsPane::load);
    connect(slider_, &QSlider::valueChanged, this,
            [this](int at) { cursor_.setStep(static_cast<quint64>(at)); });
    connect(step_, &QSpinBox::valueChanged, this,
            [this](int at) { cursor_.setStep(static_cast<quint64>(at)); });
    for (auto* spin : group_)
        connect(spin, &QSpinBox::valueChanged, this, [this] {
            evaluation::GroupId group{};
            for (std::size_t d = 0; d < group.size(); ++d)
                group[d] = static_cast<std::uint64_t>(group_[d]->value());
            cursor_.setGroup(group);
        });
    connect(buttons_[First], &QToolButton::clicked, this, [this] { (void)moveByKey(Qt::Key_Home); });
    connect(buttons_[Back], &QToolButton::clicked, this, [this] { (void)moveByKey(Qt::Key_Left); });
    connect(buttons_[Forward], &QToolButton::clicked, this, [this] { (void)moveByKey(Qt::Key_Right); });
    connect(buttons_[Last], &QToolButton::clicked, this, [this] { (void)moveByKey(Qt::Key_End); });
    connect(buttons_[Play], &QToolButton::toggled, this, &ThreadsPane::play);
    connect(&player_, &QTimer::timeout, this, [this] {
        if (cursor_.step() + 1 >= cursor_.stepCount())
            buttons_[Play]->setChecked(false);
        else
            cursor_.setStep(cursor_.step() + 1);
    });
    connect(canvas_, &LaneCanvas::hovered, this, &ThreadsPane::showHover);
    connect(canvas_, &LaneCanvas::warpClicked, &cursor_, &StepCursor::chooseWarp);
    connect(canvas_, &LaneCanvas::entered, this,
            [this](bool inside) { selection().hover(inside ? cursor_.focus() : Focus{}); });
    canvas_->installEventFilter(this);
    connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& row) {
                const auto step = rows_.stepOfRow(row.row());
                if (!step) return;
                for (std::size_t depth = 0; depth < cursor_.loopsAround().size(); ++depth)
                    cursor_.setIteration(depth, 0);
                if (rows_.rowOfStep(cursor_.step()) != row.row()) cursor_.setStep(*step);
            });
}

/// A pane that nobody sees compiles nothing.
void ThreadsPane::analysisChanged() { load(); }

void ThreadsPane::load() {
    failure_.clear();
    if (analysis()) {
        loader_.load(analysis(), asWritten_->isChecked());
    } else {
        loader_.cancel();
        cursor_.setGraph(nullptr);
    }
}

void ThreadsPane::showGraph() {
    const QSignalBlocker quiet(subjects_);
    subjects_->clear();
    subjects_->addItems(cursor_.subjectTexts());
    for (int i = 0; i < subjects_->count(); ++i)
        subjects_->setItemData(i, subjects_->itemText(i), Qt::ToolTipRole);
    const evaluation::GroupId counts = cursor_.groupCounts();
    bool any = false;
    for (std::size_t d = 0; d < counts.size(); ++d) {
        const QSignalBlocker still(group_[d]);
        group_[d]->setRange(0, asInt(counts[d] - 1));
        group_[d]->setVisible(counts[d] > 1);
        any |= counts[d] > 1;
    }
    groupLabel_->setVisible(any);
}

void ThreadsPane::showSubject() {
    const QSignalBlocker quiet(subjects_);
    subjects_->setCurrentIndex(cursor_.subjectIndex());
    subjects_->setEnabled(cursor_.subjectIndex() >= 0);
    subjects_->setToolTip(subjects_->currentText());
    const evaluation::StepSubject* own = cursor_.subject();
    rows_.show(cursor_.graph(), own == nullptr ? std::nullopt : std::optional<RegionId>(own->region));
    table_->resizeColumnsToContents();
}

void ThreadsPane::showLoopsAround() {
    const auto& loops = cursor_.loopsAround();
    auto* row = static_cast<QHBoxLayout*>(aroundRow_->layout());
    while (around_.size() < loops.size()) {
        AroundControl made{new QLabel(aroundRow_), new QSpinBox(aroundRow_), new QLabel(aroundRow_)};
        made.label->setBuddy(made.iteration);
        const std::size_t depth = around_.size();
        connect(made.iteration, &QSpinBox::valueChanged, this,
                [this, depth](int at) { cursor_.setIteration(depth, static_cast<quint64>(at)); });
        for (QWidget* widget : {static_cast<QWidget*>(made.label), static_cast<QWidget*>(made.iteration),
                                static_cast<QWidget*>(made.count)})
            row->insertWidget(row->count() - 1, widget);
        around_.push_back(made);
    }
    for (std::size_t depth = 0; depth < around_.size(); ++depth) {
        AroundControl& control = around_[depth];
        const bool isThere = depth < loops.size();
        control.label->setVisible(isThere);
        control.iteration->setVisible(isThere);
        control.count->setVisible(isThere);
        if (!isThere) continue;
        const QSignalBlocker quiet(control.iteration);
        control.label->setText(QStringLiteral("Iteration of the loop of %1").arg(loops[depth].text));
        control.iteration->setAccessibleName(control.label->text());
        control.iteration->setRange(0, asInt(loops[depth].count == 0 ? 0 : loops[depth].count - 1));
        control.iteration->setValue(asInt(loops[depth].at));
        control.iteration->setEnabled(loops[depth].count > 1);
        control.count->setText(QStringLiteral("of %1").arg(loops[depth].count));
    }
    aroundRow_->setVisible(!loops.empty());
}

void ThreadsPane::showStep() {
    showLoopsAround();
    const QSignalBlocker quietSlider(slider_), quietStep(step_), quietTable(table_->selectionModel());
    const int last = asInt(cursor_.stepCount() == 0 ? 0 : cursor_.stepCount() - 1), at = asInt(cursor_.step());
    slider_->setRange(0, last);
    slider_->setValue(at);
    step_->setRange(0, last);
    step_->setValue(at);
    stepCount_->setText(QStringLiteral("of %1").arg(cursor_.stepCount()));
    const bool canMove = last > 0;
    for (QWidget* widget : {static_cast<QWidget*>(slider_), static_cast<QWidget*>(step_)})
        widget->setEnabled(canMove);
    for (auto* button : buttons_) button->setEnabled(canMove);
    buttons_[First]->setEnabled(at > 0);
    buttons_[Back]->setEnabled(at > 0);
    buttons_[Forward]->setEnabled(at < last);
    buttons_[Last]->setEnabled(at < last);
    for (std::size_t d = 0; d < group_.size(); ++d) {
        const QSignalBlocker quiet(group_[d]);
        group_[d]->setValue(asInt(cursor_.group()[d]));
    }
    summary_->setText(failure_.isEmpty() ? cursor_.summary() : failure_);
    doubt_->setText(cursor_.doubt());
    doubt_->setVisible(!cursor_.doubt().isEmpty());
    QPalette colours = palette();
    colours.setColor(QPalette::WindowText, theme().warning);
    doubt_->setPalette(colours);
    canvas_->show(laneScene(cursor_));
    // The table is of the first iterations of loops around.
    const bool inTable = std::all_of(cursor_.loopsAround().begin(), cursor_.loopsAround().end(),
                                     [](const auto& loop) { return loop.at == 0; });
    const int row = rows_.rowOfStep(cursor_.step());
    if (row >= 0 && inTable)
        table_->selectRow(row);
    else
        table_->selectionModel()->clear(); // with the current row, so that a click on it counts
    table_->viewport()->update();
}

void ThreadsPane::showHover(const LaneHit& hit) {
    QString text = hit.item >= 0 ? cursor_.itemText(hit.item) : QString();
    if (const evaluation::WarpService* service = canvas_->scene() ? canvas_->scene()->service() : nullptr;
        service != nullptr && hit.transaction >= 0)
        text = cursor_.transactionText(service->transactions[static_cast<std::size_t>(hit.transaction)]);
    Q_EMIT message(text);
    if (text.isEmpty())
        QToolTip::hideText();
    else
        QToolTip::showText(QCursor::pos(), text, canvas_);
}

void ThreadsPane::play(bool on) {
    if (!on) {
        player_.stop();
        return;
    }
    if (cursor_.step() + 1 >= cursor_.stepCount()) cursor_.setStep(0);
    player_.start();
}

bool ThreadsPane::moveAround(int by) {
    const auto& loops = cursor_.loopsAround();
    if (loops.empty()) return false;
    const quint64 at = loops.back().at;
    cursor_.setIteration(loops.size() - 1, by < 0 ? at - std::min<quint64>(at, 1) : at + 1);
    return true;
}

bool ThreadsPane::moveByKey(int key) {
    const quint64 last = cursor_.stepCount() == 0 ? 0 : cursor_.stepCount() - 1;
    switch (key) {
    case Qt::Key_Left: cursor_.setStep(cursor_.step() == 0 ? 0 : cursor_.step() - 1); return true;
    case Qt::Key_Right: cursor_.setStep(cursor_.step() + 1); return true;
    case Qt::Key_Home: cursor_.setStep(0); return true;
    case Qt::Key_End: cursor_.setStep(last); return true;
    case Qt::Key_PageUp: return moveAround(-1);
    case Qt::Key_PageDown: return moveAround(1);
    case Qt::Key_Up: cursor_.chooseWarp(cursor_.warp() - 1); return true;
    case Qt::Key_Down: cursor_.chooseWarp(cursor_.warp() + 1); return true;
    case Qt::Key_Space:
        if (last > 0) buttons_[Play]->toggle();
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter: selection().pin(cursor_.focus()); return true;
    case Qt::Key_Plus:
    case Qt::Key_Equal: canvas_->zoom(canvas_->zoomFactor() * 1.25); return true;
    case Qt::Key_Minus: canvas_->zoom(canvas_->zoomFactor() / 1.25); return true;
    case Qt::Key_0: canvas_->zoom(1); return true;
    default: return false;
    }
}

bool ThreadsPane::eventFilter(QObject* watched, QEvent* event) {
    if (watched == canvas_ && event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        const bool isPlain = (key->modifiers() & ~(Qt::KeypadModifier | Qt::ShiftModifier)) == 0;
        if (isPlain && moveByKey(key->key())) return true;
    }
    return Pane::eventFilter(watched, event);
}

QString ThreadsPane::cliCommand() const {
    if (!cursor_.graph()) return {};
    const AnalysisRequest& request = cursor_.graph()->analysis->request;
    return QStringLiteral("warpstring replay ") +
           QString::fromStdString(shellWord(request.launch.file.string())) + QStringLiteral(" -s ") +
           QString::fromStdString(shellWord(request.specName)) +
           (cursor_.graph()->asWritten ? QString() : QStringLiteral(" --optimised"));
}

std::optional<Picture> ThreadsPane::picture() const {
    const auto scene = laneScene(cursor_);
    if (!scene) return std::nullopt;
    return lanePicture(*scene, canvas_->width());
}

QAbstractItemModel* ThreadsPane::table() const { return cursor_.graph() ? &rows_ : nullptr; }

} // namespace warpstring::gui
