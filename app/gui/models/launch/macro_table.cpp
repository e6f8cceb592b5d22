// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/launch/macro_table.h"

#include <algorithm>

#include "app/gui/models/qt_text.h"

namespace warpstring::gui {

void MacroTable::setRows(std::vector<FormMacro> rows) {
    const bool isLonger = rows.size() > rows_.size();
    const bool areTheSame = rows.size() >= rows_.size() &&
                            std::equal(rows_.begin(), rows_.end(), rows.begin(),
                                       [](const FormMacro& a, const FormMacro& b) { return a.name == b.name; });
    if (!areTheSame) {
        beginResetModel();
        rows_ = std::move(rows);
        endResetModel();
        return;
    }
    // The row that took a new macro is its row now.
    if (isLonger) beginInsertRows({}, rowCount(), static_cast<int>(rows.size()));
    rows_ = std::move(rows);
    if (isLonger) endInsertRows();
    Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, Columns - 1));
}

std::string MacroTable::nameAt(int row) const {
    return row >= 0 && static_cast<std::size_t>(row) < rows_.size() ? rows_[static_cast<std::size_t>(row)].name
                                                                    : std::string();
}

int MacroTable::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size()) + 1;
}

int MacroTable::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : Columns; }

QVariant MacroTable::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const auto at = static_cast<std::size_t>(index.row());
    if (at >= rows_.size()) {
        if (role == Qt::ToolTipRole) return QStringLiteral("The name of a new macro");
        return {};
    }
    const FormMacro& row = rows_[at];
    QString note = toQString(row.fault);
    if (note.isEmpty() && row.isSwept) note = QStringLiteral("swept");
    if (note.isEmpty() && !row.guess.empty()) note = QStringLiteral("guessed: ") + toQString(row.guess);
    switch (role) {
    case Qt::DisplayRole:
    case Qt::EditRole:
        return index.column() == Name    ? toQString(row.name)
               : index.column() == Value ? toQString(row.value)
                                         : note;
    case Qt::ToolTipRole: return note.isEmpty() ? QVariant() : QVariant(note);
    case FormGuessRole: return toQString(row.guess);
    case FormFaultRole: return toQString(row.fault);
    default: return {};
    }
}

bool MacroTable::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (role != Qt::EditRole || !index.isValid() || value.toString() == data(index, Qt::EditRole).toString())
        return false;
    const QString name = toQString(nameAt(index.row()));
    if (index.column() == Name) Q_EMIT nameEntered(name, value.toString());
    if (index.column() == Value) Q_EMIT valueEntered(name, value.toString());
    return index.column() != Note;
}

Qt::ItemFlags MacroTable::flags(const QModelIndex& index) const {
    if (!index.isValid()) return Qt::NoItemFlags;
    const auto at = static_cast<std::size_t>(index.row());
    const bool isOpen =
        index.column() == Name || (index.column() == Value && at < rows_.size() && !rows_[at].isSwept);
    return Qt::ItemIsEnabled | Qt::ItemIsSelectable | (isOpen ? Qt::ItemIsEditable : Qt::NoItemFlags);
}

QVariant MacroTable::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
    static const char* const titles[Columns] = {"macro", "value", "note"};
    return section >= 0 && section < Columns ? QVariant(QString::fromLatin1(titles[section])) : QVariant();
}

} // namespace warpstring::gui
