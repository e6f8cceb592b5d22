// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/generate/size_table.h"

#include <algorithm>

#include "app/gui/models/launch/form_roles.h"
#include "app/gui/models/qt_text.h"
#include "app/gui/models/unit_text.h"

namespace warpstring::gui {

std::optional<std::int64_t> sizeOf(const QString& text) {
    for (const QString& infix : {QStringLiteral("<<"), QStringLiteral("^")}) {
        const QStringList parts = text.split(infix);
        if (parts.size() != 2) continue;
        bool isBase = false, isShift = false;
        const qlonglong base = parts[0].trimmed().toLongLong(&isBase);
        const int shift = parts[1].trimmed().toInt(&isShift);
        const bool isPower = infix == QLatin1String("^");
        if (!isBase || !isShift || shift < 0 || shift > 46 || base < 1 || base > (1LL << 16) ||
            (isPower && base != 2))
            return std::nullopt;
        return isPower ? std::int64_t{1} << shift : std::int64_t{base} << shift;
    }
    bool isNumber = false;
    const qlonglong number = QString(text).remove(QLatin1Char(',')).trimmed().toLongLong(&isNumber);
    return isNumber && number >= 1 ? std::optional<std::int64_t>(number) : std::nullopt;
}

SizeTable::SizeTable(PatternDocument& document, QObject* parent)
    : QAbstractTableModel(parent), document_(document) {
    connect(&document_, &PatternDocument::read, this, &SizeTable::follow);
    follow();
}

/// Rows stay where the text has the same sizes: one of them may be edited.
void SizeTable::follow() {
    const PatternReading& reading = document_.reading();
    if (reading.written.empty() && !reading.faults.empty()) return; // the text cannot be read now
    std::vector<Row> rows;
    rows.reserve(reading.written.size());
    for (const generate::PatternSize& size : reading.written) {
        Row row{size.name, size.value, size.value, document_.givenSizes().contains(size.name), {}};
        for (const generate::PatternSize& now : reading.sizes)
            if (now.name == size.name) row.value = now.value;
        rows.push_back(std::move(row));
    }
    const bool isSame = std::ranges::equal(rows, rows_, {}, &Row::name, &Row::name);
    if (!isSame) {
        beginResetModel();
        rows_ = std::move(rows);
        endResetModel();
        return;
    }
    rows_ = std::move(rows);
    if (!rows_.empty()) Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, Columns - 1));
}

int SizeTable::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int SizeTable::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : Columns; }

QVariant SizeTable::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const Row& row = rows_[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
    case Qt::EditRole:
        if (index.column() == Name) return toQString(row.name);
        if (index.column() == Value) return QString::number(row.value);
        if (!row.fault.isEmpty()) return row.fault;
        if (row.isGiven) return QStringLiteral("the file has %1").arg(row.written);
        return row.value != row.written ? QStringLiteral("follows the others") : QString();
    case Qt::ToolTipRole:
        return index.column() == Value
                   ? QStringLiteral("A number such as 4096 or 1 << 12; empty: as the file has it")
                   : QVariant();
    case FormFaultRole: return row.fault;
    default: return {};
    }
}

bool SizeTable::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid) || index.column() != Value || role != Qt::EditRole)
        return false;
    Row& row = rows_[static_cast<std::size_t>(index.row())];
    const QString text = value.toString().trimmed();
    const auto number = sizeOf(text);
    row.fault =
        number || text.isEmpty() ? QString() : QStringLiteral("\"%1\" is no number from 1 on").arg(text);
    Q_EMIT dataChanged(this->index(index.row(), 0), this->index(index.row(), Columns - 1));
    if (!row.fault.isEmpty()) return false;
    if (number == row.value) return true;
    document_.setSize(row.name, number != row.written ? number : std::nullopt);
    return true;
}

Qt::ItemFlags SizeTable::flags(const QModelIndex& index) const {
    if (!index.isValid()) return Qt::NoItemFlags;
    const Qt::ItemFlags flags = Qt::ItemIsEnabled | Qt::ItemIsSelectable;
    return index.column() == Value ? flags | Qt::ItemIsEditable : flags;
}

QVariant SizeTable::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
    static const char* const titles[Columns] = {"size", "value", "note"};
    return section >= 0 && section < Columns ? QVariant(QString::fromLatin1(titles[section])) : QVariant();
}

} // namespace warpstring::gui
