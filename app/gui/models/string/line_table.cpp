// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/string/line_table.h"

#include <QStringList>
#include <algorithm>
#include <numeric>

#include "app/gui/models/sort_keys.h"
#include "app/gui/models/string/source_marks.h"

namespace warpstring::gui {

using token_string::TokenKind;

void LineTable::setAnalysis(SharedAnalysis analysis, const std::optional<CostChange>& change) {
    beginResetModel();
    analysis_ = std::move(analysis);
    rows_.clear();
    columns_.clear();
    all_ = most_ = 0;
    if (analysis_) {
        const LineCosts costs = lineCosts(analysis_->simulation, *analysis_->pdg);
        all_ = costs.all;
        most_ = costs.most;
        const QStringList source = QString::fromStdString(analysis_->pdg->source).split(QLatin1Char('\n'));
        for (const auto& [line, cost] : costs.lines) addRow(line, cost, source, change ? &*change : nullptr);
        if (costs.elsewhere.cycles > 0) addRow(0, costs.elsewhere, source, nullptr);
        chooseColumns(change.has_value());
    }
    order();
    endResetModel();
}

void LineTable::addRow(int line, const LineCost& cost, const QStringList& source, const CostChange* change) {
    Row row;
    row.line = line;
    row.text = line > 0 ? source.value(line - 1).simplified()
                        : QStringLiteral("in no line: a warp's start, included files");
    row.cost = cost;
    if (change != nullptr) {
        const LineCost* before = change->before(line);
        row.change = FigureChange{before != nullptr ? before->cycles : 0, cost.cycles};
    }
    rows_.push_back(std::move(row));
}

void LineTable::chooseColumns(bool hasChange) {
    columns_ = {{Field::Line}, {Field::Text}, {Field::Cycles}, {Field::Share}};
    if (hasChange) columns_.push_back({Field::Change});
    const auto any = [this](const auto& has) { return std::any_of(rows_.begin(), rows_.end(), has); };
    if (any([](const Row& row) { return row.cost.transactions > 0; }))
        columns_.push_back({Field::Transactions});
    if (any([](const Row& row) { return row.cost.conflictWays > 1; })) columns_.push_back({Field::Conflicts});
    // As in the timeline's table: issuing, then what takes longest, which a narrow pane still has.
    std::vector<std::pair<double, std::size_t>> parts;
    for (std::size_t part = 0; part < (byReason() ? timeline::stallCount : token_string::tokenKindCount);
         ++part) {
        double sum = 0;
        for (const Row& row : rows_) sum += partOf(row.cost, part);
        if (sum > 0) parts.emplace_back(sum, part);
    }
    const auto isIssue = [this](std::size_t part) {
        return byReason() && static_cast<timeline::Stall>(part) == timeline::Stall::None;
    };
    std::stable_sort(parts.begin(), parts.end(), [&](const auto& a, const auto& b) {
        return isIssue(a.second) != isIssue(b.second) ? isIssue(a.second) : a.first > b.first;
    });
    for (const auto& [sum, part] : parts) columns_.push_back({Field::Part, part});
}

void LineTable::setUnit(TimeUnit unit) {
    if (unit == unit_) return;
    unit_ = unit;
    if (rows_.empty()) return;
    Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1), {Qt::DisplayRole});
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
}

bool LineTable::byReason() const { return analysis_ && analysis_->simulation.timeline; }

double LineTable::partOf(const LineCost& cost, std::size_t part) const {
    return byReason() ? cost.byReason[part] : cost.byKind[part];
}

QString LineTable::partName(std::size_t part) const {
    return byReason() ? QString::fromUtf8(name(static_cast<timeline::Stall>(part)))
                      : tokenMeaning(static_cast<TokenKind>(part));
}

int LineTable::rowOf(int line) const {
    const auto found =
        std::find_if(order_.begin(), order_.end(), [&](std::uint32_t row) { return rows_[row].line == line; });
    return found == order_.end() ? -1 : static_cast<int>(found - order_.begin());
}

int LineTable::sortedColumn() const {
    const auto found = std::find(columns_.begin(), columns_.end(), sortedBy_);
    return found == columns_.end() ? -1 : static_cast<int>(found - columns_.begin());
}

int LineTable::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int LineTable::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(columns_.size());
}

QString LineTable::timeCell(double cycles) const {
    return cycles > 0 ? numberText(inUnit(cycles, analysis_->spec().execution.clockMhz, unit_)) : QString();
}

QString LineTable::textOf(const Row& row, const Column& column) const {
    switch (column.field) {
    case Field::Line: return row.line > 0 ? QString::number(row.line) : QString();
    case Field::Text: return row.text;
    case Field::Cycles: return timeCell(row.cost.cycles);
    case Field::Share: return percentText(all_ > 0 ? row.cost.cycles / all_ : 0);
    case Field::Change:
        if (!row.change) return {};
        return row.change->then > 0 ? changeText(*row.change) : QStringLiteral("new");
    case Field::Part: return timeCell(partOf(row.cost, column.part));
    case Field::Transactions: return row.cost.transactions > 0 ? numberText(row.cost.transactions) : QString();
    case Field::Conflicts:
        return row.cost.conflictWays > 1 ? QStringLiteral("%1-way").arg(row.cost.conflictWays) : QString();
    }
    return {};
}

double LineTable::keyOf(const Row& row, const Column& column) const {
    const auto orMissing = [](double value, double none) { return value > none ? value : missingKey; };
    switch (column.field) {
    case Field::Line: return orMissing(row.line, 0);
    case Field::Cycles:
    case Field::Share: return row.cost.cycles;
    case Field::Change: return row.change ? row.change->fraction().value_or(missingKey) : missingKey;
    case Field::Part: return orMissing(partOf(row.cost, column.part), 0);
    case Field::Transactions: return orMissing(row.cost.transactions, 0);
    case Field::Conflicts: return orMissing(row.cost.conflictWays, 1);
    case Field::Text: break; // ranks of all texts
    }
    return missingKey;
}

void LineTable::order() {
    const bool isShown = sortedColumn() >= 0;
    const Column by = isShown ? sortedBy_ : Column{Field::Cycles};
    std::vector<double> keys;
    if (by.field == Field::Text) {
        std::vector<std::string> texts;
        texts.reserve(rows_.size());
        for (const Row& row : rows_) texts.push_back(row.text.toStdString());
        std::vector<const std::string*> words;
        words.reserve(rows_.size());
        for (const std::string& text : texts) words.push_back(&text);
        keys = ranksOf(words);
    } else {
        for (const Row& row : rows_) keys.push_back(keyOf(row, by));
    }
    order_.resize(rows_.size());
    std::iota(order_.begin(), order_.end(), 0U);
    sortByKeys(order_, keys, !isShown || sortOrder_ == Qt::DescendingOrder);
}

void LineTable::sort(int column, Qt::SortOrder sortOrder) {
    sortedBy_ = column >= 0 && column < columnCount() ? columns_[static_cast<std::size_t>(column)]
                                                      : Column{Field::Cycles};
    sortOrder_ = column >= 0 ? sortOrder : Qt::DescendingOrder;
    Q_EMIT layoutAboutToBeChanged({}, VerticalSortHint);
    const std::vector<std::uint32_t> before = order_;
    order();
    std::vector<int> rowNow(rows_.size());
    for (std::size_t row = 0; row < order_.size(); ++row) rowNow[order_[row]] = static_cast<int>(row);
    const QModelIndexList from = persistentIndexList();
    QModelIndexList to;
    for (const QModelIndex& each : from)
        to += index(rowNow[before[static_cast<std::size_t>(each.row())]], each.column());
    changePersistentIndexList(from, to);
    Q_EMIT layoutChanged({}, VerticalSortHint);
}

QVariant LineTable::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) return {};
    const Row& row = rows_[order_[static_cast<std::size_t>(index.row())]];
    const Column& column = columns_[static_cast<std::size_t>(index.column())];
    switch (role) {
    case Qt::DisplayRole: return textOf(row, column);
    case Qt::ToolTipRole: return column.field == Field::Text ? QVariant(row.text) : QVariant();
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(
            Qt::Alignment(Qt::AlignVCenter | (column.field == Field::Text ? Qt::AlignLeft : Qt::AlignRight)));
    case HeatRole:
        return column.field == Field::Share && row.line > 0 && most_ > 0 ? QVariant(row.cost.cycles / most_)
                                                                         : QVariant();
    default: return {};
    }
}

QVariant LineTable::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) return {};
    const Column& column = columns_[static_cast<std::size_t>(section)];
    const auto telling = [role](const QString& heading, const QString& tip) -> QVariant {
        if (role == Qt::DisplayRole) return heading;
        return role == Qt::ToolTipRole && !tip.isEmpty() ? QVariant(tip) : QVariant();
    };
    switch (column.field) {
    case Field::Line: return telling(QStringLiteral("line"), {});
    case Field::Text: return telling(QStringLiteral("source"), {});
    case Field::Cycles:
        return telling(unitName(unit_) + QStringLiteral("/warp"),
                       QStringLiteral("of a warp on average, issuing and waiting"));
    case Field::Share: return telling(QStringLiteral("share"), QStringLiteral("of all cycles of a warp"));
    case Field::Change:
        return telling(QStringLiteral("change"), QStringLiteral("of the line's cycles since the baseline"));
    case Field::Part:
        return telling(
            partName(column.part),
            byReason() ? QStringLiteral("of these, %1").arg(unitName(unit_)) +
                             (column.part == 0 ? QStringLiteral(" issuing") : QStringLiteral(" waiting for it"))
                       : QStringLiteral("of these, %1 of such tokens").arg(unitName(unit_)));
    case Field::Transactions:
        return telling(QStringLiteral("transactions"), QStringLiteral("with global memory, of a warp"));
    case Field::Conflicts:
        return telling(QStringLiteral("conflicts"),
                       QStringLiteral("of banks, the worst of the line's accesses"));
    }
    return {};
}

} // namespace warpstring::gui
