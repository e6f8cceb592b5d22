// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/panes/memory_pane.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QScopedValueRollback>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QSplitter>
#include <QTableView>
#include <QToolTip>
#include <QVBoxLayout>
#include <algorithm>
#include <limits>

#include "app/gui/models/qt_text.h"
#include "app/gui/panes/memory_canvas.h"
#include "app/gui/panes/small_widgets.h"
#include "app/gui/panes/tone_delegate.h"

namespace warpstring::gui {

namespace {

constexpr int widestAccessColumn = 320; ///< pixels

/// The access's colour before its line.
class AccessDelegate : public ToneDelegate {
public:
    AccessDelegate(Display& display, QTableView& view) : ToneDelegate(display, view), display_(display) {}

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        ToneDelegate::paint(painter, option, index);
        const QVariant colour = index.data(AccessTable::ColourRole);
        if (!colour.isValid()) return;
        painter->fillRect(QRect(option.rect.left() + 5, option.rect.center().y() - 5, 10, 10),
                          accessColour(display_.theme(), colour.toUInt()));
    }

private:
    Display& display_;
};

int asNumber(std::int64_t value) {
    return static_cast<int>(std::min<std::int64_t>(value, std::numeric_limits<int>::max()));
}

} // namespace

MemoryPane::MemoryPane(PaneContext context, QWidget* parent)
    : Pane(QStringLiteral("Memory"), context, parent), accesses_(new AccessTable(this)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(6, 6, 6, 6);
    column->setSpacing(4);
    column->addWidget(choiceRow());
    note_ = sentence(QStringLiteral("What is not known of accesses"));
    column->addWidget(note_);
    canvas_ = new MemoryCanvas(display());
    canvas_->setAccessibleName(QStringLiteral("Buffers with what each access touches"));
    scroll_ = new QScrollArea(this);
    scroll_->setWidget(canvas_);
    scroll_->setWidgetResizable(true);
    scroll_->setFocusProxy(canvas_);
    table_ = new QTableView(this);
    table_->setModel(accesses_);
    styleTable(*table_, display());
    table_->setSortingEnabled(false); // the order is that of the drawing
    table_->setItemDelegate(new AccessDelegate(display(), *table_));
    table_->setAccessibleName(QStringLiteral("Accesses with strides, transactions, footprint and reuse"));
    table_->setMouseTracking(true);
    auto* parts = new QSplitter(Qt::Vertical, this);
    parts->addWidget(scroll_);
    parts->addWidget(table_);
    parts->setStretchFactor(0, 3);
    parts->setStretchFactor(1, 1);
    parts->setChildrenCollapsible(false);
    parts->setSizes({640, 220});
    column->addWidget(parts, 1);
    setFocusProxy(canvas_);
    connectWidgets();
    showChoice();
    load();
}

QWidget* MemoryPane::choiceRow() {
    auto* whole = new QWidget(this);
    auto* row = new QHBoxLayout(whole);
    row->setContentsMargins(0, 0, 0, 0);
    parts_ = new QComboBox(this);
    parts_->setAccessibleName(QStringLiteral("Part of each buffer"));
    parts_->setToolTip(QStringLiteral("How much of each buffer is drawn"));
    parts_->addItems({QStringLiteral("Whole buffers"), QStringLiteral("Where the work-group goes"),
                      QStringLiteral("Where the warp goes")});
    row->addWidget(parts_);
    row->addStretch(1);
    groupLabel_ = new QLabel(QStringLiteral("Work-&group"), this);
    row->addWidget(groupLabel_);
    for (std::size_t d = 0; d < group_.size(); ++d) {
        group_[d] = numberBox(QStringLiteral("Work-group ID in dimension %1").arg(d),
                              QStringLiteral("The work-group that is drawn stronger"), 0, 0, 0);
        row->addWidget(group_[d]);
    }
    groupLabel_->setBuddy(group_[0]);
    auto* label = new QLabel(QStringLiteral("&Warp"), this);
    warp_ = numberBox(QStringLiteral("Warp of the work-group"),
                      QStringLiteral("The warp that is drawn strongest (Left, Right)"), 0, 0, 0);
    label->setBuddy(warp_);
    row->addWidget(label);
    row->addWidget(warp_);
    return whole;
}

void MemoryPane::connectWidgets() {
    for (QSpinBox* box : {group_[0], group_[1], group_[2], warp_})
        connect(box, &QSpinBox::valueChanged, this, [this] {
            MemoryChoice choice;
            for (std::size_t d = 0; d < group_.size(); ++d) choice.group[d] = group_[d]->value();
            choice.warp = warp_->value();
            choose(choice);
        });
    connect(parts_, &QComboBox::currentIndexChanged, this,
            [this](int part) { showPart(static_cast<MemoryScope>(part)); });
    connect(&loader_, &MemoryLoader::loaded, this, &MemoryPane::showMap);
    connect(canvas_, &MemoryCanvas::hovered, this, &MemoryPane::showHit);
    connect(canvas_, &MemoryCanvas::clicked, this, [this](const MemoryHit& hit) {
        pinRow(accesses_->rowOf(map()->buffers[hit.buffer].tracks[hit.track].access));
    });
    connect(table_, &QTableView::activated, this, [this](const QModelIndex& index) { pinRow(index.row()); });
    connect(table_, &QTableView::entered, this,
            [this](const QModelIndex& index) { selection().hover(focusOfRow(index.row())); });
    connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& index) {
                if (!following_ && index.isValid()) selection().hover(focusOfRow(index.row()));
            });
    connect(&selection(), &Selection::hoverChanged, this, &MemoryPane::followSelection);
    connect(&selection(), &Selection::pinChanged, this, &MemoryPane::followSelection);
    connect(&display(), &Display::changed, canvas_, qOverload<>(&QWidget::update));
    connect(&display(), &Display::changed, table_->viewport(), qOverload<>(&QWidget::update));
    canvas_->installEventFilter(this);
    table_->viewport()->installEventFilter(this);
}

void MemoryPane::analysisChanged() { load(); }

void MemoryPane::load() {
    if (analysis()) {
        if (!map()) note_->setText(QStringLiteral("Counting what accesses touch..."));
        loader_.load(analysis(), choice_);
    } else {
        loader_.cancel();
        showMap(nullptr, {});
        note_->setText(QStringLiteral("Open a kernel and its launch to see what its accesses touch."));
    }
    note_->setVisible(!note_->text().isEmpty());
}

void MemoryPane::choose(const MemoryChoice& choice) {
    choice_ = map() ? within(*map(), choice) : choice;
    showChoice();
    if (map() && map()->choice == choice_ && !loader_.running()) return;
    load();
}

void MemoryPane::showPart(MemoryScope part) {
    part_ = part;
    const QSignalBlocker quiet(parts_);
    parts_->setCurrentIndex(static_cast<int>(part));
    canvas_->show(map(), part_);
    followSelection();
}

void MemoryPane::showMap(const SharedMemoryMap& map, const Diagnostics& diagnostics) {
    {
        const QScopedValueRollback quiet(following_, true);
        accesses_->setMap(map);
    }
    QStringList notes;
    for (const Diagnostic& fault : diagnostics) notes += toQString(fault.message);
    if (map) {
        choice_ = map->choice;
        for (const std::string& note : map->counts->notes) notes += toQString(note);
        if (map->buffers.empty()) notes += QStringLiteral("The kernel accesses no buffer.");
    }
    note_->setText(notes.join(QLatin1Char('\n')));
    note_->setVisible(!notes.isEmpty());
    for (int i = 0; i < accesses_->columnCount(); ++i) {
        table_->resizeColumnToContents(i);
        table_->setColumnWidth(i, std::min(table_->columnWidth(i) + (i == 0 ? 20 : 0), widestAccessColumn));
    }
    showChoice();
    canvas_->show(map, part_);
    followSelection();
}

void MemoryPane::showChoice() {
    const auto& shown = map();
    bool isAny = false;
    for (std::size_t d = 0; d < group_.size(); ++d) {
        const QSignalBlocker quiet(group_[d]);
        const std::int64_t count = shown ? shown->groups[d] : 1;
        group_[d]->setMaximum(asNumber(count - 1));
        group_[d]->setValue(asNumber(choice_.group[d]));
        group_[d]->setVisible(count > 1);
        isAny = isAny || count > 1;
    }
    groupLabel_->setVisible(isAny);
    const QSignalBlocker quiet(warp_);
    warp_->setMaximum(shown ? shown->warps - 1 : 0);
    warp_->setValue(choice_.warp);
    warp_->setEnabled(shown && shown->warps > 1);
    parts_->setEnabled(shown != nullptr);
}

void MemoryPane::showHit(const std::optional<MemoryHit>& hit) {
    if (!hit || !map()) {
        selection().hover({});
        QToolTip::hideText();
        return;
    }
    const MappedBuffer& buffer = map()->buffers[hit->buffer];
    const AccessTrack& track = buffer.tracks[hit->track];
    selection().hover(focusOfRow(accesses_->rowOf(track.access)));
    const QString text = toQString(placeText(*map(), buffer, track, hit->byte));
    Q_EMIT message(text);
    QToolTip::showText(QCursor::pos(), text, canvas_);
}

Focus MemoryPane::focusOfRow(int row) const {
    if (row < 0 || !map() || map()->analysis != analysis()) return {};
    return map()->focusOf(accesses_->accessOf(row));
}

void MemoryPane::pinRow(int row) {
    const Focus focus = focusOfRow(row);
    if (focus.empty()) return;
    if (selection().pinned() != focus) selection().pin(focus); // once more would free it
    Q_EMIT placeWanted(map()->statementOf(accesses_->accessOf(row)).place.at);
}

std::vector<std::size_t> MemoryPane::accessesOf(const Focus& focus) const {
    std::vector<std::size_t> found;
    if (focus.empty() || !map() || map()->analysis != analysis()) return found;
    for (int row = 0; row < accesses_->rowCount(); ++row)
        if (const std::size_t access = accesses_->accessOf(row);
            focus.hasStatement(map()->statementOf(access).id))
            found.push_back(access);
    return found;
}

void MemoryPane::followSelection() {
    const QScopedValueRollback quiet(following_, true);
    const auto pinned = accessesOf(selection().pinned());
    canvas_->mark(accessesOf(selection().hovered()), pinned);
    QItemSelection chosen;
    for (const std::size_t access : accessesOf(selection().current())) {
        const int row = accesses_->rowOf(access);
        chosen.select(accesses_->index(row, 0), accesses_->index(row, accesses_->columnCount() - 1));
    }
    table_->selectionModel()->select(chosen, QItemSelectionModel::ClearAndSelect);
    // What is only pointed at elsewhere moves nothing.
    if (pinned.empty() || !selection().hovered().empty()) return;
    table_->scrollTo(accesses_->index(accesses_->rowOf(pinned.front()), 0));
    if (const MemoryPanel* panel = canvas_->layoutShown().panelOf(*map(), pinned.front())) {
        const QPoint middle = panel->area.center().toPoint();
        scroll_->ensureVisible(middle.x(), middle.y(), 0, static_cast<int>(panel->area.height()) / 2 + 30);
    }
}

bool MemoryPane::eventFilter(QObject* watched, QEvent* event) {
    if (watched == table_->viewport() && event->type() == QEvent::Leave) selection().hover({});
    if (watched != canvas_ || event->type() != QEvent::KeyPress || !map())
        return Pane::eventFilter(watched, event);
    const int rows = accesses_->rowCount();
    const int row = table_->currentIndex().row();
    MemoryChoice choice = choice_;
    switch (static_cast<QKeyEvent*>(event)->key()) {
    case Qt::Key_Up: table_->setCurrentIndex(accesses_->index(std::max(row - 1, 0), 0)); return true;
    case Qt::Key_Down: table_->setCurrentIndex(accesses_->index(std::min(row + 1, rows - 1), 0)); return true;
    case Qt::Key_Left:
        --choice.warp;
        choose(choice);
        return true;
    case Qt::Key_Right:
        ++choice.warp;
        choose(choice);
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter: pinRow(row); return true;
    case Qt::Key_Escape: selection().hover({}); return true;
    default: return Pane::eventFilter(watched, event);
    }
}

std::optional<Picture> MemoryPane::picture() const {
    if (!map()) return std::nullopt;
    return memoryPicture(map(), part_, canvas_->width());
}

QAbstractItemModel* MemoryPane::table() const { return map() ? accesses_ : nullptr; }

} // namespace warpstring::gui
