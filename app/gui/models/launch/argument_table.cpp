// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/launch/argument_table.h"

#include <algorithm>

#include "app/gui/models/qt_text.h"

namespace warpstring::gui {

std::optional<ArgumentField> fieldOf(int column) {
    switch (column) {
    case ArgumentTable::Type: return ArgumentField::Type;
    case ArgumentTable::Size: return ArgumentField::Size;
    case ArgumentTable::Contents: return ArgumentField::Contents;
    case ArgumentTable::Parameters: return ArgumentField::Parameters;
    case ArgumentTable::Seed: return ArgumentField::Seed;
    case ArgumentTable::Access: return ArgumentField::Access;
    default: return std::nullopt;
    }
}

void ArgumentTable::setRows(std::vector<FormArgument> rows) {
    const bool sameNames =
        std::equal(rows.begin(), rows.end(), rows_.begin(), rows_.end(),
                   [](const FormArgument& a, const FormArgument& b) { return a.name == b.name; });
    if (!sameNames) {
        beginResetModel();
        rows_ = std::move(rows);
        endResetModel();
        return;
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (rows[i] == rows_[i]) continue;
        rows_[i] = std::move(rows[i]);
        Q_EMIT dataChanged(index(static_cast<int>(i), 0), index(static_cast<int>(i), Columns - 1));
    }
}

int ArgumentTable::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int ArgumentTable::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : Columns; }

QString ArgumentTable::text(const FormArgument& row, int column) const {
    switch (column) {
    case Name: return toQString(row.name);
    case Kind: {
        const auto kind = name(row.kind);
        return QString::fromUtf8(kind.data(), static_cast<qsizetype>(kind.size()));
    }
    case Type: return toQString(row.type);
    case Size: return toQString(row.size);
    case Contents: return toQString(row.contents);
    case Parameters: return toQString(row.parameters);
    case Seed: return toQString(row.seed);
    case Access: return toQString(row.access);
    case Note:
        if (!row.fault.empty()) return toQString(row.fault);
        if (row.isSwept) return QStringLiteral("swept");
        return row.guess.empty() ? QString() : QStringLiteral("guessed: ") + toQString(row.guess);
    default: return {};
    }
}

QVariant ArgumentTable::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const FormArgument& row = rows_[static_cast<std::size_t>(index.row())];
    const auto field = fieldOf(index.column());
    switch (role) {
    case Qt::DisplayRole:
        if (row.isMissing && index.column() == Size) return QStringLiteral("missing");
        return text(row, index.column());
    case Qt::EditRole: return text(row, index.column());
    case Qt::ToolTipRole:
        if (const QString note = text(row, Note); !note.isEmpty()) return note;
        return text(row, index.column());
    case FormChoicesRole: {
        QStringList choices;
        if (field)
            for (const auto& choice : choicesOf(row, *field)) choices += toQString(choice);
        return choices;
    }
    case FormFreeRole: return field == ArgumentField::Type || field == ArgumentField::Size;
    case FormGuessRole: return toQString(row.guess);
    case FormFaultRole: return toQString(row.fault);
    default: return {};
    }
}

QString ArgumentTable::noteOf(int index) const {
    if (index < 0 || index >= rowCount()) return {};
    const QString note = text(row(index), Note);
    return note.isEmpty() ? note : text(row(index), Name) + QStringLiteral(": ") + note;
}

int ArgumentTable::firstFault() const {
    const auto found =
        std::find_if(rows_.begin(), rows_.end(), [](const FormArgument& row) { return !row.fault.empty(); });
    return found == rows_.end() ? -1 : static_cast<int>(found - rows_.begin());
}

bool ArgumentTable::setData(const QModelIndex& index, const QVariant& value, int role) {
    const auto field = fieldOf(index.column());
    if (role != Qt::EditRole || !index.isValid() || !field) return false;
    if (value.toString() == text(rows_[static_cast<std::size_t>(index.row())], index.column())) return false;
    Q_EMIT entered(index.row(), *field, value.toString());
    return true;
}

Qt::ItemFlags ArgumentTable::flags(const QModelIndex& index) const {
    if (!index.isValid()) return Qt::NoItemFlags;
    const auto field = fieldOf(index.column());
    const bool isOpen = field && applies(rows_[static_cast<std::size_t>(index.row())], *field);
    return Qt::ItemIsEnabled | Qt::ItemIsSelectable | (isOpen ? Qt::ItemIsEditable : Qt::NoItemFlags);
}

QVariant ArgumentTable::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= Columns) return {};
    static const char* const titles[Columns] = {"argument",   "kind", "type",   "size or value", "contents",
                                                "parameters", "seed", "access", "note"};
    static const char* const meanings[Columns] = {
        "The kernel's parameter",
        "What the kernel takes",
        "Of the scalar or of an element; of an image its channels' order and type",
        "A value, or elements, bytes, texels: numbers or expressions of other arguments; members of a struct",
        "What a buffer or an image holds before the launch",
        "Of constant contents the value, of random ones and offsets the least and the greatest, else the file",
        "Of contents that are drawn",
        "What the kernel does with it",
        "What is wrong, or why it was guessed"};
    if (role == Qt::DisplayRole) return QString::fromLatin1(titles[section]);
    if (role == Qt::ToolTipRole) return QString::fromLatin1(meanings[section]);
    return {};
}

} // namespace warpstring::gui
