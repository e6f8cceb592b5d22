// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/spec/spec_key_model.h"

#include <algorithm>
#include <set>

#include "app/gui/models/qt_text.h"
#include "core/files/specs/spec_value_text.h"

namespace warpstring::gui {

using files::SpecEntry;

namespace {

using Type = files::SpecKey::Type;

// An index says where it is by itself: table, row + 1 and part + 1, each 0 where it is none.
constexpr int rowBits = 16, partBits = 8;

quintptr identity(std::size_t table, std::size_t row, std::size_t part) {
    return (table << (rowBits + partBits)) | (row << partBits) | part;
}
std::size_t tableOf(const QModelIndex& index) { return index.internalId() >> (rowBits + partBits); }
std::size_t rowOf1(const QModelIndex& index) {
    return (index.internalId() >> partBits) & ((quintptr{1} << rowBits) - 1);
}
std::size_t partOf1(const QModelIndex& index) { return index.internalId() & ((quintptr{1} << partBits) - 1); }

QString lastPart(const std::string& path, std::size_t parts) {
    std::size_t at = 0;
    for (std::size_t i = 0; i < parts; ++i) at = path.find('.', at) + 1;
    return toQString(path.substr(at));
}

} // namespace

bool SpecKeyModel::Row::looksLike(const Row& other) const {
    const SpecEntry &a = entry, &b = other.entry;
    return a.key.path == b.key.path && a.present == b.present && a.value == b.value &&
           a.provenance == b.provenance && fault == other.fault && changed == other.changed;
}

SpecKeyModel::SpecKeyModel(SpecEdit& edit, QObject* parent) : QAbstractItemModel(parent), edit_(edit) {
    tables_ = read();
    connect(&edit_, &SpecEdit::changed, this, &SpecKeyModel::refresh);
}

SpecKeyModel::Row SpecKeyModel::rowOf(SpecEntry entry, bool changed) const {
    Row row{std::move(entry), {}, changed, {}};
    const SpecEntry& shown = row.entry;
    for (const Diagnostic& fault : edit_.diagnostics())
        if (shown.present && fault.place.line >= shown.line && fault.place.line <= shown.lastLine)
            row.fault += (row.fault.isEmpty() ? "" : "\n") +
                         toQString(fault.message + (fault.hint.empty() ? "" : ": " + fault.hint));
    if (row.fault.isEmpty() && shown.present && !edit_.diagnostics().empty())
        if (const std::string fault = specValueFault(shown.key, shown.value); !fault.empty())
            row.fault = toQString(shown.value + " " + fault);
    if (!shown.present && shown.key.required && edit_.isOpen())
        row.fault = QStringLiteral("missing: every spec has this key");
    if (const auto* rejected = edit_.rejected(shown.key.path)) row.fault = rejected->reason;
    for (SpecEntry& part : row.entry.parts) {
        Row below{std::move(part), {}, false, {}};
        if (below.entry.present && !edit_.diagnostics().empty())
            if (const std::string fault = specValueFault(below.entry.key, below.entry.value); !fault.empty())
                below.fault = toQString(below.entry.value + " " + fault);
        if (const auto* rejected = edit_.rejected(below.entry.key.path)) below.fault = rejected->reason;
        row.parts.push_back(std::move(below));
    }
    row.entry.parts.clear();
    return row;
}

std::vector<SpecKeyModel::Table> SpecKeyModel::read() const {
    std::set<std::string> changed;
    for (const files::SpecDifference& difference : edit_.differences()) changed.insert(difference.path);
    std::vector<Table> tables{{QStringLiteral("file"), QStringLiteral("what the spec is called"), "", 1, {}},
                              {QStringLiteral("sources"),
                               QStringLiteral("what the values cite"),
                               "sources",
                               edit_.document().tableLine("sources"),
                               {}}};
    for (const SpecEntry& entry : edit_.entries()) {
        const std::size_t dot = entry.key.path.find('.');
        const std::string name = dot == std::string::npos ? "" : entry.key.path.substr(0, dot);
        auto table = std::find_if(tables.begin(), tables.end(), [&](const Table& t) { return t.name == name; });
        if (table == tables.end())
            table = tables.insert(table, {toQString(name), {}, name, edit_.document().tableLine(name), {}});
        const bool isChanged = changed.contains(entry.key.path);
        table->rows.push_back(rowOf(entry, isChanged));
    }
    return tables;
}

void SpecKeyModel::refresh() {
    std::vector<Table> wanted = read(); // its tables are always the same ones
    for (std::size_t i = 0; i < tables_.size(); ++i) {
        const QModelIndex table = index(static_cast<int>(i), 0);
        const bool moved = tables_[i].line != wanted[i].line;
        tables_[i].line = wanted[i].line;
        synchronise(table, tables_[i].rows, std::move(wanted[i].rows));
        if (moved) Q_EMIT dataChanged(table, index(static_cast<int>(i), Columns - 1));
    }
}

void SpecKeyModel::synchronise(const QModelIndex& parent, std::vector<Row>& rows, std::vector<Row> wanted) {
    const auto same = [](const Row& a, const Row& b) { return a.entry.key.path == b.entry.key.path; };
    std::size_t front = 0;
    while (front < std::min(rows.size(), wanted.size()) && same(rows[front], wanted[front])) ++front;
    std::size_t back = 0;
    while (back < std::min(rows.size(), wanted.size()) - front &&
           same(rows[rows.size() - 1 - back], wanted[wanted.size() - 1 - back]))
        ++back;
    const auto at = [](auto& list, std::size_t i) { return list.begin() + static_cast<std::ptrdiff_t>(i); };
    if (rows.size() > front + back) {
        beginRemoveRows(parent, static_cast<int>(front), static_cast<int>(rows.size() - back) - 1);
        rows.erase(at(rows, front), at(rows, rows.size() - back));
        endRemoveRows();
    }
    if (wanted.size() > front + back) {
        beginInsertRows(parent, static_cast<int>(front), static_cast<int>(wanted.size() - back) - 1);
        rows.insert(at(rows, front), at(wanted, front), at(wanted, wanted.size() - back));
        endInsertRows();
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const QModelIndex first = index(static_cast<int>(i), 0, parent);
        std::vector<Row> parts = std::move(wanted[i].parts);
        rows[i].entry.line = wanted[i].entry.line; // which no cell shows: lines above move it all the time
        rows[i].entry.lastLine = wanted[i].entry.lastLine;
        if (!rows[i].looksLike(wanted[i]) ||
            !rows[i].fault.isEmpty()) { // what was rejected is not in the entry
            rows[i].entry = std::move(wanted[i].entry);
            rows[i].fault = std::move(wanted[i].fault);
            rows[i].changed = wanted[i].changed;
            Q_EMIT dataChanged(first, first.siblingAtColumn(Columns - 1));
        }
        synchronise(first, rows[i].parts, std::move(parts));
    }
}

QModelIndex SpecKeyModel::index(int row, int column, const QModelIndex& parent) const {
    if (row < 0 || column < 0 || column >= Columns || row >= rowCount(parent)) return {};
    const auto at = static_cast<std::size_t>(row);
    if (!parent.isValid()) return createIndex(row, column, identity(at, 0, 0));
    if (rowOf1(parent) == 0) return createIndex(row, column, identity(tableOf(parent), at + 1, 0));
    return createIndex(row, column, identity(tableOf(parent), rowOf1(parent), at + 1));
}

QModelIndex SpecKeyModel::parent(const QModelIndex& child) const {
    if (!child.isValid() || rowOf1(child) == 0) return {};
    if (partOf1(child) == 0)
        return createIndex(static_cast<int>(tableOf(child)), 0, identity(tableOf(child), 0, 0));
    return createIndex(static_cast<int>(rowOf1(child)) - 1, 0, identity(tableOf(child), rowOf1(child), 0));
}

const SpecKeyModel::Row* SpecKeyModel::rowAt(const QModelIndex& index) const {
    if (!index.isValid() || rowOf1(index) == 0) return nullptr;
    const Row& row = tables_[tableOf(index)].rows[rowOf1(index) - 1];
    return partOf1(index) == 0 ? &row : &row.parts[partOf1(index) - 1];
}

int SpecKeyModel::rowCount(const QModelIndex& parent) const {
    if (!parent.isValid()) return static_cast<int>(tables_.size());
    if (parent.column() != 0 || partOf1(parent) != 0) return 0;
    if (rowOf1(parent) == 0) return static_cast<int>(tables_[tableOf(parent)].rows.size());
    return static_cast<int>(rowAt(parent)->parts.size());
}

int SpecKeyModel::columnCount(const QModelIndex&) const { return Columns; }

bool SpecKeyModel::hasProvenance(const Row& row) const {
    const files::TomlPath path = files::specTomlPath(row.entry.key.path);
    return path.size() == 2 && path.front() != "sources";
}

QVariant SpecKeyModel::text(const Row& row, int column) const {
    const SpecEntry& entry = row.entry;
    switch (column) {
    case Key: {
        const files::TomlPath path = files::specTomlPath(entry.key.path);
        return lastPart(entry.key.path, path.size() == 1 ? 0 : path.size() > 2 ? 2 : 1);
    }
    case Value:
        if (const auto* rejected = edit_.rejected(entry.key.path)) return rejected->value;
        return toQString(entry.value);
    case Unit: return toQString(entry.key.unit);
    case Range: return toQString(specValueRange(entry.key));
    case Kind: return toQString(entry.provenance.kind);
    case Source: return toQString(entry.provenance.source);
    case Note: return toQString(entry.provenance.note);
    default: return {};
    }
}

QStringList SpecKeyModel::choicesOf(const Row& row, int column) const {
    QStringList choices;
    if (column == Kind) {
        for (const ProvenanceKind kind : provenanceKinds) choices << toQString(std::string(name(kind)));
        return choices;
    }
    if (column == Source) {
        choices << QString();
        for (const Row& source : tables_[1].rows) choices << toQString(source.entry.key.path.substr(8));
    } else if (column == Value && row.entry.key.type == Type::Boolean) {
        choices = {QStringLiteral("true"), QStringLiteral("false")};
    } else if (column == Value) {
        for (const std::string& choice : row.entry.key.choices) choices << toQString(choice);
    }
    return choices;
}

QVariant SpecKeyModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const Row* row = rowAt(index);
    if (row == nullptr) {
        const Table& table = tables_[tableOf(index)];
        switch (role) {
        case Qt::DisplayRole: return index.column() == Key ? QVariant(table.title) : QVariant();
        case Qt::ToolTipRole: return table.meaning.isEmpty() ? QVariant() : QVariant(table.meaning);
        case PathRole: return toQString(table.name);
        case LineRole: return table.line;
        case PresentRole: return table.line != 0;
        case ChangedRole:
            return std::any_of(table.rows.begin(), table.rows.end(), [](const Row& r) { return r.changed; });
        default: return {};
        }
    }
    const SpecEntry& entry = row->entry;
    switch (role) {
    case Qt::DisplayRole:
    case Qt::EditRole: return text(*row, index.column());
    case Qt::ToolTipRole: {
        QString tip = toQString(entry.key.meaning);
        if (!row->fault.isEmpty()) tip = row->fault + "\n\n" + tip;
        if (index.column() == Note && !entry.provenance.note.empty()) tip = toQString(entry.provenance.note);
        if (index.column() == Source)
            if (const SpecEntry source = edit_.document().entry("sources." + entry.provenance.source);
                source.present)
                tip = toQString(source.value);
        return tip;
    }
    case Qt::TextAlignmentRole:
        if (index.column() == Value && (entry.key.type == Type::Integer || entry.key.type == Type::Number))
            return QVariant(Qt::AlignRight | Qt::AlignVCenter);
        return {};
    case Qt::AccessibleDescriptionRole: return toQString(entry.key.meaning);
    case PathRole: return toQString(entry.key.path);
    case TypeRole: return static_cast<int>(entry.key.type);
    case ChoicesRole: return choicesOf(*row, index.column());
    case FreeRole: return index.column() == Source;
    case FaultRole: return row->fault;
    case PresentRole: return entry.present;
    case ChangedRole: return row->changed;
    case LineRole: return entry.line;
    default: return {};
    }
}

bool SpecKeyModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    const Row* row = rowAt(index);
    if (row == nullptr || role != Qt::EditRole || !flags(index).testFlag(Qt::ItemIsEditable)) return false;
    const std::string path = row->entry.key.path;
    if (index.column() == Value) {
        // What is cleared goes, unless a text may be empty.
        const bool isCleared = value.toString().trimmed().isEmpty();
        if (isCleared && !row->entry.present) {
            edit_.forgetRejected(path);
            return true;
        }
        if (isCleared && !row->entry.key.required && row->entry.key.type != Type::Text)
            return edit_.remove(path);
        return edit_.setValue(path, value.toString());
    }
    files::SpecProvenanceText provenance = row->entry.provenance;
    std::string& part = index.column() == Kind     ? provenance.kind
                        : index.column() == Source ? provenance.source
                                                   : provenance.note;
    part = value.toString().toStdString();
    return provenance == row->entry.provenance || edit_.setProvenance(path, provenance);
}

Qt::ItemFlags SpecKeyModel::flags(const QModelIndex& index) const {
    if (!index.isValid()) return Qt::NoItemFlags;
    Qt::ItemFlags flags = Qt::ItemIsEnabled | Qt::ItemIsSelectable;
    const Row* row = rowAt(index);
    if (row == nullptr || !edit_.isOpen()) return flags;
    const bool isSource = index.column() >= Kind && row->entry.present && hasProvenance(*row);
    if (index.column() == Value || isSource) flags |= Qt::ItemIsEditable;
    return flags;
}

QVariant SpecKeyModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
    switch (section) {
    case Key: return QStringLiteral("Key");
    case Value: return QStringLiteral("Value");
    case Unit: return QStringLiteral("Unit");
    case Range: return QStringLiteral("Range");
    case Kind: return QStringLiteral("From");
    case Source: return QStringLiteral("Source");
    case Note: return QStringLiteral("Note");
    default: return {};
    }
}

QModelIndex SpecKeyModel::indexOf(const std::string& path) const {
    for (std::size_t t = 0; t < tables_.size(); ++t)
        for (std::size_t r = 0; r < tables_[t].rows.size(); ++r) {
            const Row& row = tables_[t].rows[r];
            const QModelIndex found = createIndex(static_cast<int>(r), 0, identity(t, r + 1, 0));
            if (row.entry.key.path == path) return found;
            for (std::size_t p = 0; p < row.parts.size(); ++p)
                if (row.parts[p].entry.key.path == path) return index(static_cast<int>(p), 0, found);
        }
    return {};
}

QModelIndex SpecKeyModel::indexAtLine(int line) const {
    const std::string path = edit_.document().pathAtLine(line);
    return path.empty() ? QModelIndex() : indexOf(path);
}

} // namespace warpstring::gui
