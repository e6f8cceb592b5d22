// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/generate/rule_table.h"

#include <algorithm>

namespace warpstring::gui {

namespace {

QString ruleWords(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

} // namespace

RuleTable::RuleTable(QObject* parent) : QAbstractTableModel(parent), isOn_(generate::rules().size(), true) {}

generate::Allowed RuleTable::allowed() const {
    generate::Allowed allowed;
    for (std::size_t i = 0; i < isOn_.size(); ++i)
        if (!isOn_[i]) allowed.never.emplace(generate::rules()[i].name);
    return allowed;
}

int RuleTable::off() const { return static_cast<int>(std::count(isOn_.begin(), isOn_.end(), false)); }

void RuleTable::setAll(bool isOn) {
    std::fill(isOn_.begin(), isOn_.end(), isOn);
    Q_EMIT dataChanged(index(0, Name), index(rowCount() - 1, Name), {Qt::CheckStateRole});
    Q_EMIT edited();
}

int RuleTable::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(isOn_.size());
}

int RuleTable::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : Columns; }

QVariant RuleTable::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const auto at = static_cast<std::size_t>(index.row());
    const generate::Rule& rule = generate::rules()[at];
    switch (role) {
    case Qt::DisplayRole:
        return ruleWords(index.column() == Name ? rule.name : index.column() == Says ? rule.says : rule.source);
    case Qt::ToolTipRole: return ruleWords(rule.says) + QLatin1Char('\n') + ruleWords(rule.source);
    case Qt::CheckStateRole:
        if (index.column() != Name) return {};
        return isOn_[at] ? Qt::Checked : Qt::Unchecked;
    default: return {};
    }
}

bool RuleTable::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid) || role != Qt::CheckStateRole ||
        index.column() != Name)
        return false;
    const bool isOn = value.value<Qt::CheckState>() == Qt::Checked;
    const auto at = static_cast<std::size_t>(index.row());
    if (isOn == isOn_[at]) return false;
    isOn_[at] = isOn;
    Q_EMIT dataChanged(index, index, {Qt::CheckStateRole});
    Q_EMIT edited();
    return true;
}

Qt::ItemFlags RuleTable::flags(const QModelIndex& index) const {
    if (!index.isValid()) return Qt::NoItemFlags;
    const Qt::ItemFlags flags = Qt::ItemIsEnabled | Qt::ItemIsSelectable;
    return index.column() == Name ? flags | Qt::ItemIsUserCheckable : flags;
}

QVariant RuleTable::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
    static const char* const titles[Columns] = {"rule", "what it says", "source"};
    return section >= 0 && section < Columns ? QVariant(QString::fromLatin1(titles[section])) : QVariant();
}

} // namespace warpstring::gui
