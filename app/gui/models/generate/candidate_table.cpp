// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/generate/candidate_table.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "app/gui/models/comparison/comparison_table.h"
#include "app/gui/models/qt_text.h"
#include "app/gui/models/sort_keys.h"
#include "core/text/duration_text.h"
#include "generate/search/candidate_texts.h"

namespace warpstring::gui {

namespace {

constexpr double asGoodAsBest = 1.02; ///< times the fastest: told apart by less than the model can tell

QString bindingsOf(const generate::Candidate& candidate) {
    QStringList bounds;
    for (const std::string& bound : candidate.boundBy) {
        const QString text = toQString(bound);
        if (bounds.isEmpty() || bounds.back() != text) bounds += text;
    }
    return bounds.join(QStringLiteral("; "));
}

} // namespace

void CandidateTable::setOutcome(SharedGenerateOutcome outcome, std::size_t device, SharedVariantPlot plot) {
    beginResetModel();
    outcome_ = std::move(outcome);
    device_ = device;
    plot_ = std::move(plot);
    hovered_.reset();
    numbers_.clear();
    for (std::size_t axis = 0; plot_ && axis < plot_->axes.size(); ++axis)
        if (const std::string& name = plot_->axes[axis].name;
            name != pathAxis && name != kernelsAxis && name != boundAxis)
            numbers_.push_back(axis);
    const bool isShown = outcome_ && device_ < outcome_->devices.size();
    isMeasured_ = isShown && !outcome_->devices[device_].told.measured.empty();
    order_.resize(isShown ? outcome_->devices[device_].result.candidates.size() : 0);
    std::iota(order_.begin(), order_.end(), 0U);
    endResetModel();
}

void CandidateTable::setHovered(std::optional<search::VariantId> id) {
    if (id == hovered_) return;
    for (const auto& each : {std::exchange(hovered_, id), hovered_})
        if (const int row = each ? rowOf(*each) : -1; row >= 0)
            Q_EMIT dataChanged(index(row, 0), index(row, columnCount() - 1), {ComparisonTable::MarkRole});
}

std::optional<search::VariantId> CandidateTable::idAt(int row) const {
    if (row < 0 || row >= rowCount()) return std::nullopt;
    return order_[static_cast<std::size_t>(row)];
}

int CandidateTable::rowOf(search::VariantId id) const {
    const auto found = std::ranges::find(order_, id);
    return found == order_.end() ? -1 : static_cast<int>(found - order_.begin());
}

int CandidateTable::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(order_.size());
}

int CandidateTable::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0
                            : FirstNumber + static_cast<int>(numbers_.size()) +
                                  (isMeasured_ ? FigureCount : FigureCount - Kernels);
}

double CandidateTable::measuredUs(std::size_t rank) const {
    const auto& measured = outcome_->devices[device_].told.measured;
    return rank < measured.size() ? measured[rank].measuredUs : 0;
}

QString CandidateTable::textOf(std::size_t rank, int column) const {
    const generate::Candidate& candidate = candidateAt(rank);
    switch (column) {
    case Rank: return QString::number(rank + 1);
    case Time: return toQString(durationText(candidate.timeUs));
    case OverBest: return QString::number(numberOf(rank, column), 'f', 2);
    case Path: return toQString(rulePathOf(candidate));
    default: break;
    }
    switch (figureOf(column)) {
    case Measured: return measuredUs(rank) > 0 ? toQString(durationText(measuredUs(rank))) : QString();
    case Ratio: return measuredUs(rank) > 0 ? QString::number(numberOf(rank, column), 'f', 2) : QString();
    case Kernels: return QString::number(candidate.generated.kernels.size());
    case BoundBy: return bindingsOf(candidate);
    case Steps: return QString::number(candidate.steps.size());
    default: break;
    }
    const std::size_t axis = numbers_[static_cast<std::size_t>(column - FirstNumber)];
    return toQString(plot_->axes[axis].words[plot_->find(rank)->choice[axis]]);
}

double CandidateTable::numberOf(std::size_t rank, int column) const {
    const generate::Candidate& candidate = candidateAt(rank);
    if (column == Rank || column == Time) return static_cast<double>(rank);
    if (column == OverBest) return candidate.timeUs / candidateAt(0).timeUs;
    switch (figureOf(column)) {
    case Measured: return measuredUs(rank) > 0 ? measuredUs(rank) : missingKey;
    case Ratio: return measuredUs(rank) > 0 ? candidate.timeUs / measuredUs(rank) : missingKey;
    case Kernels: return static_cast<double>(candidate.generated.kernels.size());
    case Steps: return static_cast<double>(candidate.steps.size());
    default: return missingKey;
    }
}

QVariant CandidateTable::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const std::size_t rank = order_[static_cast<std::size_t>(index.row())];
    const bool isWords = index.column() == Path || figureOf(index.column()) == BoundBy;
    switch (role) {
    case Qt::DisplayRole: return textOf(rank, index.column());
    case Qt::ToolTipRole:
        return index.column() == Path ? toQString(generate::choicesText(candidateAt(rank).choices))
                                      : textOf(rank, index.column());
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(
            Qt::Alignment((isWords ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter));
    case ComparisonTable::ToneRole:
        if (index.column() < Path && numberOf(rank, OverBest) <= asGoodAsBest) return int(Tone::Good);
        return int(figureOf(index.column()) >= 0 ? Tone::Muted : Tone::Plain);
    case ComparisonTable::MarkRole: return hovered_ == rank;
    default: return {};
    }
}

QVariant CandidateTable::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole || section < 0 || section >= columnCount())
        return {};
    static const char* const titles[FirstNumber] = {"rank", "time", "over best", "rule path"};
    static const char* const figures[FigureCount] = {"measured", "ratio", "kernels", "bound by", "steps"};
    if (section < FirstNumber) return QString::fromLatin1(titles[section]);
    if (const int figure = figureOf(section); figure >= 0) return QString::fromLatin1(figures[figure]);
    return toQString(plot_->axes[numbers_[static_cast<std::size_t>(section - FirstNumber)]].name);
}

void CandidateTable::sort(int column, Qt::SortOrder direction) {
    Q_EMIT layoutAboutToBeChanged({}, QAbstractItemModel::VerticalSortHint);
    const std::vector<std::uint32_t> before = order_;
    sortRows(order_);
    if (column >= 0 && column < columnCount() && !order_.empty()) {
        std::vector<double> keys(order_.size());
        for (std::size_t i = 0; i < keys.size(); ++i) keys[i] = numberOf(i, column);
        if (keys.front() != keys.front()) { // words, told apart as people do
            std::vector<std::string> texts(keys.size());
            std::vector<const std::string*> words(keys.size());
            for (std::size_t i = 0; i < keys.size(); ++i) {
                texts[i] = textOf(i, column).toStdString();
                words[i] = &texts[i];
            }
            keys = ranksOf(words);
        }
        sortByKeys(order_, keys, direction == Qt::DescendingOrder);
    }
    QModelIndexList now;
    const QModelIndexList old = persistentIndexList();
    for (const QModelIndex& each : old)
        now.append(index(rowOf(before[static_cast<std::size_t>(each.row())]), each.column()));
    changePersistentIndexList(old, now);
    Q_EMIT layoutChanged({}, QAbstractItemModel::VerticalSortHint);
}

} // namespace warpstring::gui
