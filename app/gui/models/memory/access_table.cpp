// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/memory/access_table.h"

#include <QStringList>
#include <algorithm>

#include "app/gui/models/qt_text.h"
#include "app/gui/models/unit_text.h"

namespace warpstring::gui {

namespace {

QString wholeText(const std::optional<std::int64_t>& value) {
    return value ? numberText(static_cast<double>(*value)) : QStringLiteral("not known");
}

QString headingOf(AccessTable::Field field) {
    using Field = AccessTable::Field;
    switch (field) {
    case Field::Line: return QStringLiteral("Line");
    case Field::Access: return QStringLiteral("Access");
    case Field::Direction: return QStringLiteral("Direction");
    case Field::Strides: return QStringLiteral("Strides, bytes");
    case Field::Transactions: return QStringLiteral("Transactions");
    case Field::Footprint: return QStringLiteral("Footprint, bytes");
    case Field::Reuse: return QStringLiteral("Reuse");
    case Field::Executions: return QStringLiteral("Executions");
    case Field::Remark: return QStringLiteral("No formula because of");
    }
    return {};
}

QString toolTipOf(AccessTable::Field field) {
    using Field = AccessTable::Field;
    switch (field) {
    case Field::Strides: return QStringLiteral("From one work-item, work-group or iteration to the next");
    case Field::Footprint: return QStringLiteral("Different bytes that are touched");
    case Field::Reuse: return QStringLiteral("How often a byte is asked for");
    case Field::Executions: return QStringLiteral("By all work-items together");
    default: return {};
    }
}

bool isOfDigits(AccessTable::Field field) {
    return field == AccessTable::Field::Line || field == AccessTable::Field::Reuse;
}

/// A reason of either figure.
const std::string& remarkOf(const symbolic::AccessCounts& counts) {
    return counts.reason.empty() ? counts.footprintReason : counts.reason;
}

} // namespace

QString countText(const symbolic::Count& count) {
    const QString formula = count.formula ? toQString(count.formula->text()) : QString();
    const bool hasNames =
        std::any_of(formula.begin(), formula.end(), [](QChar letter) { return letter.isLower(); });
    if (!hasNames) return wholeText(count.value);
    const bool isPiecewise = formula.contains(QLatin1String(" where "));
    return (isPiecewise ? QStringLiteral("(%1)") : QStringLiteral("%1")).arg(formula) + QStringLiteral(" = ") +
           (count.value ? wholeText(count.value) : QStringLiteral("beyond 64 bits"));
}

QString stridesText(const symbolic::AccessCounts& counts) {
    QStringList words;
    for (const auto& stride : counts.strides) {
        QString word = toQString(stride.along) + QLatin1Char(' ') +
                       (stride.bytes ? toQString(stride.bytes->text()) : QStringLiteral("varies"));
        if (stride.bytes && !stride.bytes->constant() && stride.value)
            word += QStringLiteral(" = ") + wholeText(stride.value);
        words += word;
    }
    return words.join(QStringLiteral(", "));
}

void AccessTable::setMap(SharedMemoryMap map) {
    beginResetModel();
    map_ = std::move(map);
    rows_.clear();
    columns_.clear();
    if (map_) {
        const auto& accesses = map_->counts->accesses;
        for (const MappedBuffer& buffer : map_->buffers)
            for (const AccessTrack& track : buffer.tracks) rows_.push_back(track.access);
        drawn_ = rows_.size();
        for (std::size_t i = 0; i < accesses.size(); ++i)
            if (std::find(rows_.begin(), rows_.end(), i) == rows_.end()) rows_.push_back(i);
        columns_ = {Field::Line,      Field::Access, Field::Direction, Field::Transactions,
                    Field::Footprint, Field::Reuse,  Field::Strides,   Field::Executions};
        if (std::any_of(accesses.begin(), accesses.end(),
                        [](const symbolic::AccessCounts& counts) { return !remarkOf(counts).empty(); }))
            columns_.push_back(Field::Remark);
    }
    endResetModel();
}

int AccessTable::rowOf(std::size_t access) const {
    const auto found = std::find(rows_.begin(), rows_.end(), access);
    return found == rows_.end() ? -1 : static_cast<int>(found - rows_.begin());
}

int AccessTable::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int AccessTable::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(columns_.size());
}

QString AccessTable::textOf(std::size_t access, Field field) const {
    const symbolic::AccessCounts& counts = map_->counts->accesses[access];
    switch (field) {
    case Field::Line: return QString::number(map_->statementOf(access).place.at.line);
    case Field::Access: return toQString(map_->statementOf(access).text);
    case Field::Direction: {
        const auto found =
            std::find_if(map_->buffers.begin(), map_->buffers.end(),
                         [&](const MappedBuffer& buffer) { return buffer.name == counts.object; });
        if (found == map_->buffers.end()) return {};
        return found->isLocal ? QStringLiteral("local") : QString::fromUtf8(symbolic::name(found->direction));
    }
    case Field::Strides: return stridesText(counts);
    case Field::Transactions: return counts.transactions.value ? countText(counts.transactions) : QString();
    case Field::Footprint:
        if (!counts.footprint.value && !counts.footprint.formula) return {};
        return (counts.isFootprintExact ? QString() : QStringLiteral("at most ")) + countText(counts.footprint);
    case Field::Reuse: return counts.reuse ? numberText(*counts.reuse) : QString();
    case Field::Executions:
        return countText(counts.executions) + (counts.source == symbolic::CountSource::Enumerated
                                                   ? QStringLiteral(", enumerated")
                                                   : QString());
    case Field::Remark: return toQString(remarkOf(counts));
    }
    return {};
}

QVariant AccessTable::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const std::size_t access = accessOf(index.row());
    const Field field = columns_[static_cast<std::size_t>(index.column())];
    if (role == Qt::DisplayRole || role == Qt::ToolTipRole) return textOf(access, field);
    if (role == Qt::TextAlignmentRole && isOfDigits(field)) return int(Qt::AlignRight | Qt::AlignVCenter);
    if (role == ColourRole && field == Field::Line && static_cast<std::size_t>(index.row()) < drawn_)
        return index.row();
    return {};
}

QVariant AccessTable::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) return {};
    const Field field = columns_[static_cast<std::size_t>(section)];
    if (role == Qt::DisplayRole) return headingOf(field);
    if (role == Qt::ToolTipRole) return toolTipOf(field);
    return {};
}

} // namespace warpstring::gui
