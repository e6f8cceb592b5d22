// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/tune/space_table.h"

#include "app/gui/models/launch/form_roles.h"
#include "app/gui/models/qt_text.h"

namespace warpstring::gui {

void SpaceTable::setForm(SpaceForm form) {
    beginResetModel();
    form_ = std::move(form);
    endResetModel();
}

void SpaceTable::showFaults(const SpaceForm& checked) {
    if (checked.rows.size() != form_.rows.size()) return;
    for (std::size_t i = 0; i < form_.rows.size(); ++i) form_.rows[i].fault = checked.rows[i].fault;
    Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, Columns - 1));
}

void SpaceTable::removeRow(int row) {
    if (row < 0 || static_cast<std::size_t>(row) >= form_.rows.size()) return;
    if (!form_.rows[static_cast<std::size_t>(row)].isConstraint()) {
        setData(index(row, Name), Qt::Unchecked, Qt::CheckStateRole);
        return;
    }
    beginRemoveRows({}, row, row);
    form_.rows.erase(form_.rows.begin() + row);
    endRemoveRows();
    Q_EMIT edited();
}

int SpaceTable::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(form_.rows.size()) + 1;
}

int SpaceTable::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : Columns; }

QVariant SpaceTable::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const auto at = static_cast<std::size_t>(index.row());
    if (at >= form_.rows.size()) {
        if (role == Qt::ToolTipRole) return QStringLiteral("A new constraint, such as tile * tile <= 1024");
        if (role == Qt::DisplayRole && index.column() == Name) return QStringLiteral("new constraint");
        return {};
    }
    const SpaceRow& row = form_.rows[at];
    const QString note = !row.isOn ? QStringLiteral("off") : toQString(row.fault);
    switch (role) {
    case Qt::DisplayRole:
    case Qt::EditRole:
        if (index.column() == Note) return note;
        if (index.column() == Values) return toQString(row.values);
        return row.isConstraint() ? QStringLiteral("constraint") : toQString(row.name);
    case Qt::CheckStateRole:
        if (index.column() != Name) return {};
        return row.isOn ? Qt::Checked : Qt::Unchecked;
    case Qt::ToolTipRole:
        if (!row.fault.empty()) return toQString(row.fault);
        return index.column() == Values ? toQString(row.values) : QVariant();
    case FormFaultRole: return toQString(row.fault);
    default: return {};
    }
}

bool SpaceTable::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (!index.isValid()) return false;
    const auto at = static_cast<std::size_t>(index.row());
    const QString text = value.toString().trimmed();
    if (at >= form_.rows.size()) {
        if (role != Qt::EditRole || text.isEmpty()) return false;
        beginInsertRows({}, index.row(), index.row());
        form_.rows.push_back({"", text.toStdString()});
        endInsertRows();
    } else if (role == Qt::CheckStateRole && index.column() == Name) {
        const bool isOn = value.value<Qt::CheckState>() == Qt::Checked;
        if (isOn == form_.rows[at].isOn) return false;
        form_.rows[at].isOn = isOn;
        form_.rows[at].fault.clear();
    } else if (role == Qt::EditRole && index.column() == Values) {
        if (text.toStdString() == form_.rows[at].values) return false;
        form_.rows[at].values = text.toStdString();
    } else {
        return false;
    }
    Q_EMIT dataChanged(this->index(index.row(), 0), this->index(index.row(), Columns - 1));
    Q_EMIT edited();
    return true;
}

Qt::ItemFlags SpaceTable::flags(const QModelIndex& index) const {
    if (!index.isValid()) return Qt::NoItemFlags;
    Qt::ItemFlags flags = Qt::ItemIsEnabled | Qt::ItemIsSelectable;
    if (index.column() == Values) flags |= Qt::ItemIsEditable;
    if (index.column() == Name && static_cast<std::size_t>(index.row()) < form_.rows.size())
        flags |= Qt::ItemIsUserCheckable;
    return flags;
}

QVariant SpaceTable::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
    static const char* const titles[Columns] = {"what", "values to try", "note"};
    return section >= 0 && section < Columns ? QVariant(QString::fromLatin1(titles[section])) : QVariant();
}

} // namespace warpstring::gui
