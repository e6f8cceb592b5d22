// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/tune/variant_table.h"

#include <numeric>
#include <utility>

#include "app/gui/models/comparison/comparison_table.h"
#include "app/gui/models/qt_text.h"
#include "app/gui/models/sort_keys.h"
#include "core/text/duration_text.h"

namespace warpstring::gui {

namespace {

QString noteOf(const search::TopVariant& variant, std::size_t rank, std::size_t tied) {
    QStringList notes;
    if (variant.isStart) notes += QStringLiteral("as it stands");
    if (variant.isTied && rank > 0)
        notes += QStringLiteral("tied with the fastest");
    else if (variant.isTied && tied > 1)
        notes += QStringLiteral("fastest, with ties");
    return notes.join(QStringLiteral(", "));
}

/// Those that are told in full, then the rest of the ranking with what is known of it.
std::vector<search::TopVariant> rankedOf(const TuneOutcome& outcome) {
    std::vector<search::TopVariant> variants = outcome.answer.top;
    const auto* device = outcome.device();
    if (!outcome.texts || device == nullptr) return variants;
    const auto ranking = device->ranking();
    for (std::size_t rank = variants.size(); rank < ranking.size(); ++rank) {
        search::TopVariant variant;
        variant.id = ranking[rank].id;
        variant.timeUs = ranking[rank].figures.timeUs;
        variant.closedFormUs = ranking[rank].figures.closedFormUs;
        if (outcome.answer.startUs) variant.speedup = *outcome.answer.startUs / variant.timeUs;
        variant.isTied = rank < outcome.answer.tied;
        variants.push_back(std::move(variant));
    }
    return variants;
}

} // namespace

void VariantTable::setOutcome(SharedTuneOutcome outcome) {
    beginResetModel();
    outcome_ = std::move(outcome);
    variants_ = outcome_ ? rankedOf(*outcome_) : std::vector<search::TopVariant>();
    measuredUs_.clear();
    hovered_.reset();
    order_.resize(variants_.size());
    std::iota(order_.begin(), order_.end(), 0U);
    endResetModel();
}

int VariantTable::axes() const {
    return outcome_ && outcome_->texts ? static_cast<int>(outcome_->space().axes().size()) : 0;
}

void VariantTable::setMeasured(std::map<search::VariantId, double> timesUs) {
    measuredUs_ = std::move(timesUs);
    if (rowCount() > 0) Q_EMIT dataChanged(index(0, Measured), index(rowCount() - 1, Measured));
}

void VariantTable::setHovered(std::optional<search::VariantId> id) {
    if (id == hovered_) return;
    for (const auto& each : {std::exchange(hovered_, id), hovered_})
        if (const int row = each ? rowOf(*each) : -1; row >= 0)
            Q_EMIT dataChanged(index(row, 0), index(row, columnCount() - 1), {ComparisonTable::MarkRole});
}

std::optional<search::VariantId> VariantTable::idAt(int row) const {
    if (row < 0 || row >= rowCount()) return std::nullopt;
    return variantAt(order_[static_cast<std::size_t>(row)]).id;
}

int VariantTable::rowOf(search::VariantId id) const {
    for (int row = 0; row < rowCount(); ++row)
        if (idAt(row) == id) return row;
    return -1;
}

int VariantTable::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(order_.size());
}

int VariantTable::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : FirstAxis + axes() + FigureCount;
}

QString VariantTable::textOf(std::size_t rank, int column) const {
    const search::TopVariant& variant = variantAt(rank);
    switch (column) {
    case Rank: return QString::number(rank + 1);
    case Time: return toQString(durationText(variant.timeUs));
    case Measured: {
        const auto time = measuredUs_.find(variant.id);
        return time == measuredUs_.end() ? QString() : toQString(durationText(time->second));
    }
    case Speedup:
        return outcome_->answer.startUs ? QString::number(variant.speedup, 'f', 2) : QStringLiteral("-");
    default: break;
    }
    const int figure = figureOf(column);
    if (figure < 0) {
        const auto axis = static_cast<std::size_t>(column - FirstAxis);
        const std::string& word =
            outcome_->space().axes()[axis].words[outcome_->space().choiceOf(variant.id)[axis]];
        return word.empty() ? QStringLiteral("none") : toQString(word);
    }
    const bool isTold = !variant.boundBy.empty(); // in full
    switch (figure) {
    case BoundBy: return toQString(variant.boundBy);
    case Limiter: return toQString(variant.limiter);
    case Groups: return isTold ? QString::number(variant.groups) : QString();
    case Warps: return isTold ? QString::number(variant.warps) : QString();
    case Registers: return isTold ? QString::number(variant.registers) : QString();
    default: return noteOf(variant, rank, outcome_->answer.tied);
    }
}

double VariantTable::numberOf(std::size_t rank, int column) const {
    const search::TopVariant& variant = variantAt(rank);
    if (column == Rank || column == Time) return static_cast<double>(rank);
    if (column == Speedup) return variant.speedup;
    if (column == Measured) {
        const auto time = measuredUs_.find(variant.id);
        return time == measuredUs_.end() ? missingKey : time->second;
    }
    switch (figureOf(column)) {
    case Groups: return variant.groups;
    case Warps: return variant.warps;
    case Registers: return variant.registers;
    default: return missingKey;
    }
}

QVariant VariantTable::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const std::size_t rank = order_[static_cast<std::size_t>(index.row())];
    const int figure = figureOf(index.column());
    switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole: return textOf(rank, index.column());
    case Qt::TextAlignmentRole: {
        const bool isWords = figure == BoundBy || figure == Limiter || figure == Note;
        return QVariant::fromValue(
            Qt::Alignment((isWords ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter));
    }
    case ComparisonTable::ToneRole:
        if (index.column() < FirstAxis && variantAt(rank).isTied) return int(Tone::Good);
        return int(figure >= 0 && figure < Note ? Tone::Muted : Tone::Plain);
    case ComparisonTable::MarkRole: return hovered_ == variantAt(rank).id;
    default: return {};
    }
}

QVariant VariantTable::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole || section < 0 || section >= columnCount())
        return {};
    static const char* const ranking[FirstAxis] = {"rank", "time", "measured", "speedup"};
    static const char* const figures[FigureCount] = {"bound by", "limiter",   "groups",
                                                     "warps",    "registers", "note"};
    if (section < FirstAxis) return QString::fromLatin1(ranking[section]);
    if (const int figure = figureOf(section); figure >= 0) return QString::fromLatin1(figures[figure]);
    return toQString(outcome_->space().axes()[static_cast<std::size_t>(section - FirstAxis)].name);
}

void VariantTable::sort(int column, Qt::SortOrder direction) {
    Q_EMIT layoutAboutToBeChanged({}, QAbstractItemModel::VerticalSortHint);
    const std::vector<std::uint32_t> before = order_;
    sortRows(order_);
    if (column >= 0 && column < columnCount() && !order_.empty()) {
        std::vector<double> keys(order_.size());
        bool hasNumbers = false;
        for (std::size_t i = 0; i < keys.size(); ++i) {
            keys[i] = numberOf(i, column);
            hasNumbers = hasNumbers || keys[i] == keys[i];
        }
        if (!hasNumbers) {
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
    const QModelIndexList old = persistentIndexList();
    if (!old.isEmpty()) {
        std::vector<int> rows(order_.size(), -1);
        for (std::size_t row = 0; row < order_.size(); ++row) rows[order_[row]] = static_cast<int>(row);
        QModelIndexList now;
        for (const QModelIndex& each : old)
            now.append(index(rows[before[static_cast<std::size_t>(each.row())]], each.column()));
        changePersistentIndexList(old, now);
    }
    Q_EMIT layoutChanged({}, QAbstractItemModel::VerticalSortHint);
}

} // namespace warpstring::gui
