// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/comparison/family_tree.h"

#include "app/gui/models/comparison/accuracy_table.h"
#include "app/gui/models/qt_text.h"

namespace warpstring::gui {

namespace {

/// Internal ID of families; a variant has its family's number.
constexpr quintptr family = ~quintptr{0};

} // namespace

void FamilyTree::setSummaries(const std::vector<comparison::ComparisonSummary>& summaries,
                              const ComparisonFilter& filter) {
    beginResetModel();
    families_.clear();
    for (const comparison::ComparisonSummary& summary : summaries) {
        if (summary.families.empty()) continue;
        if (!filter.takes(summary)) continue;
        for (const records::FamilyRanking& ranking : summary.families)
            families_.push_back({ranking, toQString(titleOf(summary))});
    }
    endResetModel();
}

QModelIndex FamilyTree::index(int row, int column, const QModelIndex& parent) const {
    if (!hasIndex(row, column, parent)) return {};
    return createIndex(row, column, parent.isValid() ? quintptr(parent.row()) : family);
}

QModelIndex FamilyTree::parent(const QModelIndex& child) const {
    if (!child.isValid() || child.internalId() == family) return {};
    return createIndex(int(child.internalId()), 0, family);
}

int FamilyTree::rowCount(const QModelIndex& parent) const {
    if (!parent.isValid()) return int(families_.size());
    if (parent.internalId() != family || parent.column() > 0) return 0;
    return int(families_[std::size_t(parent.row())].ranking.variants.size());
}

int FamilyTree::columnCount(const QModelIndex&) const { return ColumnCount; }

QVariant FamilyTree::familyText(const Family& of, int column) const {
    const records::FamilyRanking& ranking = of.ranking;
    switch (column) {
    case Name: return toQString(ranking.family);
    case Tau: return QString::number(ranking.tau(), 'f', 2);
    case Pairs: return QStringLiteral("%1/%2").arg(ranking.concordant).arg(ranking.pairs);
    case MeasuredRank: return toQString(ranking.bestMeasured);
    case SimulatedRank: return toQString(ranking.bestSimulated);
    case Loss:
        return ranking.bestMeasured == ranking.bestSimulated
                   ? QString()
                   : QStringLiteral("+%1 %").arg(100 * ranking.loss, 0, 'f', 0);
    case Against: return of.against;
    default: return {};
    }
}

QVariant FamilyTree::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const bool isFamily = index.internalId() == family;
    const Family& of = families_[isFamily ? std::size_t(index.row()) : std::size_t(index.internalId())];
    if (isFamily) {
        if (role == Qt::DisplayRole) return familyText(of, index.column());
        if (role == Qt::ToolTipRole)
            return QStringLiteral("%1\n%2 variants, %3")
                .arg(toQString(of.ranking.family))
                .arg(of.ranking.variants.size())
                .arg(of.against);
        if (role == ComparisonTable::ToneRole && (index.column() == SimulatedRank || index.column() == Loss))
            return int(of.ranking.bestPicked ? Tone::Good : Tone::Bad);
        return {};
    }
    const records::RankedVariant& variant = of.ranking.variants[std::size_t(index.row())];
    if (role == ComparisonTable::ToneRole && index.column() == SimulatedRank)
        return int(variant.simulatedRank == variant.measuredRank ? Tone::Plain : Tone::Fair);
    if (role == Qt::ToolTipRole) return toQString(variant.name);
    if (role != Qt::DisplayRole) return {};
    switch (index.column()) {
    case Name: return toQString(variant.name);
    case MeasuredRank:
        return QStringLiteral("%1. (%2 us)").arg(variant.measuredRank).arg(numberText(variant.measured));
    case SimulatedRank:
        return QStringLiteral("%1. (%2 us)").arg(variant.simulatedRank).arg(numberText(variant.simulated));
    default: return {};
    }
}

QVariant FamilyTree::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || (role != Qt::DisplayRole && role != Qt::ToolTipRole)) return {};
    const bool tip = role == Qt::ToolTipRole;
    switch (section) {
    case Name: return tip ? QString() : QStringLiteral("family / variant");
    case Tau:
        return tip ? QStringLiteral("Kendall's tau over the pairs that are not tied") : QStringLiteral("tau");
    case Pairs: return tip ? QStringLiteral("Pairs in the measured order") : QStringLiteral("pairs");
    case MeasuredRank: return tip ? QString() : QStringLiteral("measured best / rank");
    case SimulatedRank: return tip ? QString() : QStringLiteral("simulated best / rank");
    case Loss:
        return tip ? QStringLiteral("Measured time of the variant picked by simulation over that of the best")
                   : QStringLiteral("loss");
    case Against: return tip ? QString() : QStringLiteral("spec against device");
    default: return {};
    }
}

} // namespace warpstring::gui
