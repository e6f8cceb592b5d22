// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/generate/portability_table.h"

#include "app/gui/models/comparison/comparison_table.h"
#include "app/gui/models/qt_text.h"
#include "core/text/duration_text.h"
#include "generate/search/candidate_texts.h"

namespace warpstring::gui {

namespace {

/// How far a winner may be from the best elsewhere to be called as good, and fair.
constexpr double asGood = 1.02, fair = 1.25;

} // namespace

void PortabilityTable::setOutcome(SharedGenerateOutcome outcome) {
    beginResetModel();
    outcome_ = std::move(outcome);
    endResetModel();
}

std::optional<double> PortabilityTable::ratio(std::size_t winner, std::size_t device) const {
    const double time = outcome_->timesUs[winner][device], own = outcome_->timesUs[device][device];
    if (time <= 0 || own <= 0) return std::nullopt;
    return time / own;
}

int PortabilityTable::rowCount(const QModelIndex& parent) const {
    return parent.isValid() || !outcome_ ? 0 : static_cast<int>(outcome_->timesUs.size());
}

int PortabilityTable::columnCount(const QModelIndex& parent) const {
    return parent.isValid() || !outcome_ ? 0 : FirstDevice + static_cast<int>(outcome_->timesUs.size());
}

QVariant PortabilityTable::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const auto winner = static_cast<std::size_t>(index.row());
    const DeviceCandidates& row = outcome_->devices[winner];
    const bool isDevice = index.column() >= FirstDevice;
    const auto device = static_cast<std::size_t>(std::max(0, index.column() - FirstDevice));
    const auto times = isDevice ? ratio(winner, device) : std::nullopt;
    switch (role) {
    case Qt::DisplayRole:
        if (index.column() == WinnerOf) return toQString(row.device.name);
        if (index.column() == Time) return toQString(durationText(outcome_->timesUs[winner][winner]));
        return times ? QString::number(*times, 'f', 2) : QStringLiteral("refused");
    case Qt::ToolTipRole: {
        const QString way = toQString(generate::choicesText(row.result.candidates.front().choices));
        if (!isDevice) return way;
        return times ? QStringLiteral("%1\n%2 on %3")
                           .arg(way, toQString(durationText(outcome_->timesUs[winner][device])),
                                toQString(outcome_->devices[device].device.name))
                     : way;
    }
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(
            Qt::Alignment((index.column() == WinnerOf ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter));
    case ComparisonTable::ToneRole:
        if (!isDevice) return int(Tone::Plain);
        if (!times) return int(Tone::Bad);
        if (winner == device) return int(Tone::Muted);
        return int(*times <= asGood ? Tone::Good : *times <= fair ? Tone::Fair : Tone::Bad);
    default: return {};
    }
}

QVariant PortabilityTable::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole || section < 0 || section >= columnCount())
        return {};
    if (section == WinnerOf) return QStringLiteral("winner of");
    if (section == Time) return QStringLiteral("time there");
    return QStringLiteral("on %1").arg(
        toQString(outcome_->devices[static_cast<std::size_t>(section - FirstDevice)].device.name));
}

} // namespace warpstring::gui
