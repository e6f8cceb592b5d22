// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/panes/search_pane.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QTreeView>
#include <QVBoxLayout>

namespace warpstring::gui {

SearchPane::SearchPane(Session& session, PaneContext context, QWidget* parent)
    : Pane(QStringLiteral("Search"), context, parent), session_(session), results_(new SearchResults(this)),
      text_(new QLineEdit), places_(new QComboBox),
      caseMatters_(new QCheckBox(QStringLiteral("&Case matters"))), count_(new QLabel), view_(new QTreeView) {
    text_->setPlaceholderText(QStringLiteral("Text, token (G_4), operation, buffer, line 12"));
    text_->setAccessibleName(QStringLiteral("Search for"));
    text_->setClearButtonEnabled(true);
    places_->setAccessibleName(QStringLiteral("Where to search"));
    places_->addItem(QStringLiteral("Everywhere"));
    for (const SearchPlace place : searchPlaces) places_->addItem(name(place), static_cast<int>(place));
    auto* row = new QHBoxLayout;
    row->setContentsMargins(6, 3, 6, 3);
    row->addWidget(text_, 1);
    row->addWidget(places_);
    row->addWidget(caseMatters_);
    row->addWidget(count_);
    view_->setModel(results_);
    view_->setHeaderHidden(true);
    view_->setUniformRowHeights(true);
    view_->setAlternatingRowColors(true);
    view_->setAccessibleName(QStringLiteral("What was found"));
    view_->header()->setSectionResizeMode(SearchResults::Line, QHeaderView::ResizeToContents);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(row);
    column->addWidget(view_, 1);
    setFocusProxy(text_);
    connect(text_, &QLineEdit::textChanged, this, &SearchPane::search);
    connect(places_, &QComboBox::activated, this, &SearchPane::search);
    connect(caseMatters_, &QCheckBox::toggled, this, &SearchPane::search);
    connect(text_, &QLineEdit::returnPressed, this, [this] { findNext(true); });
    connect(&session_, &Session::currentChanged, this, &SearchPane::search);
    connect(&session_, &Session::diagnosticsChanged, this, &SearchPane::search);
    connect(view_->selectionModel(), &QItemSelectionModel::currentChanged, this, &SearchPane::rowChanged);
    connect(view_, &QTreeView::activated, this, [this](const QModelIndex& index) {
        if (const auto hit = results_->hitAt(index)) Q_EMIT hitWanted(results_->hit(*hit), true);
    });
}

void SearchPane::propose(const QString& text) {
    if (!text.isEmpty()) text_->setText(text);
}

void SearchPane::clear() { text_->clear(); }

void SearchPane::openFind() {
    text_->setFocus();
    text_->selectAll();
}

bool SearchPane::isOpen() const { return !text_->text().isEmpty(); }

void SearchPane::findNext(bool forward) {
    catchUp();
    const std::size_t count = results_->hits();
    if (!isOpen()) openFind();
    if (count == 0) return;
    if (!shown_)
        show(forward ? 0 : count - 1);
    else
        show((*shown_ + (forward ? 1 : count - 1)) % count);
}

void SearchPane::search() {
    const auto before = shown_ ? std::optional(results_->hit(*shown_)) : std::nullopt;
    shown_.reset();
    KernelDocument* document = session_.current();
    const QVariant place = places_->currentData();
    results_->search({text_->text(), caseMatters_->isChecked()},
                     place.isValid() ? std::optional(static_cast<SearchPlace>(place.toInt())) : std::nullopt,
                     document != nullptr ? QString::fromStdString(document->sourceText()) : QString(),
                     analysis());
    view_->expandAll();
    for (std::size_t hit = 0; before && !shown_ && hit < results_->hits(); ++hit)
        if (results_->hit(hit).place == before->place && results_->hit(hit).at == before->at) shown_ = hit;
    if (shown_) {
        const QSignalBlocker quiet(view_->selectionModel());
        view_->setCurrentIndex(results_->indexOf(*shown_));
    }
    showCount();
}

void SearchPane::showCount() {
    if (!isOpen())
        count_->clear();
    else if (shown_ || results_->hits() == 0)
        count_->setText(countText(shown_.value_or(0), results_->hits()));
    else
        count_->setText(QStringLiteral("%1 found").arg(results_->hits()));
}

void SearchPane::show(std::size_t hit) {
    const QModelIndex row = results_->indexOf(hit);
    if (row == view_->currentIndex())
        rowChanged(row);
    else
        view_->setCurrentIndex(row);
    view_->scrollTo(row);
}

void SearchPane::rowChanged(const QModelIndex& row) {
    const auto hit = results_->hitAt(row);
    if (!hit) return;
    shown_ = hit;
    showCount();
    Q_EMIT hitWanted(results_->hit(*hit), false);
}

void SearchPane::keyPressEvent(QKeyEvent* event) {
    // From the field into the list.
    if (event->key() == Qt::Key_Down && text_->hasFocus() && results_->hits() > 0) {
        view_->setFocus();
        if (!shown_) show(0);
        return;
    }
    Pane::keyPressEvent(event);
}

} // namespace warpstring::gui
