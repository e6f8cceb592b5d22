// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/comparison/accuracy_table.h"

#include <cmath>
#include <optional>

namespace warpstring::gui {

using comparison::ComparisonSummary;
using records::Accuracy;

namespace {

enum class Form { Count, Percent, Share, Tau, Picked };

struct Metric {
    const char* name;
    const char* explanation;
    Form form;
    bool lessIsBetter;
    /// Nothing where there are no points or no families.
    std::optional<double> (*value)(const ComparisonSummary& summary);
};

using Value = std::optional<double>;

template <auto Member>
Value errorOf(const ComparisonSummary& summary) {
    if (summary.accuracy.count == 0) return std::nullopt;
    return summary.accuracy.*Member;
}

template <auto Member>
Value countOf(const ComparisonSummary& summary) {
    if (summary.accuracy.count == 0) return std::nullopt;
    return static_cast<double>(summary.accuracy.*Member);
}

Value tauOf(const ComparisonSummary& summary) {
    const records::RankingTotals totals = totalsOf(summary.families);
    if (totals.pairs == 0) return std::nullopt;
    std::size_t discordant = 0;
    for (const records::FamilyRanking& family : summary.families) discordant += family.discordant;
    return (static_cast<double>(totals.concordant) - static_cast<double>(discordant)) /
           static_cast<double>(totals.pairs);
}

Value pickedOf(const ComparisonSummary& summary) {
    const records::RankingTotals totals = totalsOf(summary.families);
    if (totals.families == 0) return std::nullopt;
    return static_cast<double>(totals.picked);
}

const Metric metrics[] = {
    {"points", "launches that the metrics are made from", Form::Count, false,
     [](const ComparisonSummary& s) -> Value { return double(s.accuracy.count); }},
    {"MAPE", "mean absolute relative error", Form::Percent, true, errorOf<&Accuracy::mape>},
    {"median", "of the absolute relative errors", Form::Percent, true, errorOf<&Accuracy::medianError>},
    {"p90", "nine tenths of the errors are below it", Form::Percent, true, errorOf<&Accuracy::p90Error>},
    {"geometric mean", "of the absolute relative errors; those below 0.01 % count as 0.01 %", Form::Percent,
     true, errorOf<&Accuracy::geometricMeanError>},
    {"within 10 %", "points with an error of at most 10 %", Form::Share, false, countOf<&Accuracy::within10>},
    {"within 20 %", "points with an error of at most 20 %", Form::Share, false, countOf<&Accuracy::within20>},
    {"within 2x", "simulated between half and twice the measured", Form::Share, false,
     countOf<&Accuracy::within2x>},
    {"over", "simulated above the measured", Form::Share, true, countOf<&Accuracy::over>},
    {"under", "simulated below the measured", Form::Share, true, countOf<&Accuracy::under>},
    {"tau", "Kendall's, over all pairs of variants that are not tied; by kernel time", Form::Tau, false, tauOf},
    {"best picked", "families whose variant simulated as best is the measured best; by kernel time",
     Form::Picked, false, pickedOf},
    {"listed apart", "points that do not count, with a reason in the table", Form::Count, true,
     [](const ComparisonSummary& s) -> Value { return double(s.excluded); }}};

QString valueText(const Metric& metric, const ComparisonSummary& summary) {
    const auto value = metric.value(summary);
    if (!value) return QStringLiteral("-");
    switch (metric.form) {
    case Form::Percent: return percentText(*value);
    case Form::Tau: return QString::number(*value, 'f', 2);
    case Form::Share:
        return QStringLiteral("%1 (%2 %)")
            .arg(int(*value))
            .arg(100 * *value / static_cast<double>(summary.accuracy.count), 0, 'f', 0);
    case Form::Picked:
        return QStringLiteral("%1 of %2").arg(int(*value)).arg(totalsOf(summary.families).families);
    case Form::Count: break;
    }
    return QString::number(int(*value));
}

std::optional<double> changeOf(const Metric& metric, const ComparisonSummary& now,
                               const ComparisonSummary& then) {
    const auto value = metric.value(now), before = metric.value(then);
    if (!value || !before) return std::nullopt;
    return *value - *before;
}

QString changeText(const Metric& metric, const std::optional<double>& change) {
    if (!change) return {};
    const QString sign = *change > 0 ? QStringLiteral("+") : QString();
    switch (metric.form) {
    case Form::Percent: return sign + QString::number(100 * *change, 'f', 1) + QStringLiteral(" points");
    case Form::Tau: return sign + QString::number(*change, 'f', 2);
    default: return sign + QString::number(int(*change));
    }
}

} // namespace

void AccuracyTable::setSummaries(std::vector<ComparisonSummary> summaries, records::Quantity quantity,
                                 const ComparisonFilter& filter) {
    beginResetModel();
    std::erase_if(summaries, [&](const ComparisonSummary& summary) {
        return summary.quantity != quantity || !filter.takes(summary);
    });
    summaries_ = std::move(summaries);
    makeGroups();
    endResetModel();
}

void AccuracyTable::setBaseline(std::shared_ptr<const Baseline> baseline) {
    beginResetModel();
    baseline_ = std::move(baseline);
    makeGroups();
    endResetModel();
}

void AccuracyTable::makeGroups() {
    groups_.clear();
    for (std::size_t i = 0; i < summaries_.size(); ++i) {
        groups_.push_back({i, nullptr});
        const ComparisonSummary* then = baseline_ ? baseline_->find(summaries_[i]) : nullptr;
        if (then != nullptr) groups_.push_back({i, then});
    }
}

int AccuracyTable::rowCount(const QModelIndex& parent) const {
    return parent.isValid() || groups_.empty() ? 0 : int(std::size(metrics));
}

int AccuracyTable::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : FirstGroup + int(groups_.size());
}

QVariant AccuracyTable::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const Metric& metric = metrics[index.row()];
    if (role == Qt::ToolTipRole) return QString::fromUtf8(metric.explanation);
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(
            Qt::Alignment((index.column() == MetricName ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter));
    if (index.column() == MetricName) {
        if (role == Qt::DisplayRole) return QString::fromUtf8(metric.name);
        return role == ComparisonTable::ToneRole ? QVariant(int(Tone::Muted)) : QVariant();
    }
    const Group& group = groups_[std::size_t(index.column() - FirstGroup)];
    const ComparisonSummary& summary = summaries_[group.summary];
    if (group.then == nullptr)
        return role == Qt::DisplayRole ? QVariant(valueText(metric, summary)) : QVariant();
    const auto change = changeOf(metric, summary, *group.then);
    if (role == Qt::DisplayRole) return changeText(metric, change);
    if (role != ComparisonTable::ToneRole || !change || metric.form == Form::Count) return {};
    if (std::fabs(*change) < 5e-4) return int(Tone::Muted);
    return int((*change < 0) == metric.lessIsBetter ? Tone::Good : Tone::Bad);
}

QVariant AccuracyTable::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) return {};
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole) return {};
    if (section == MetricName) return role == Qt::DisplayRole ? QStringLiteral("metric") : QString();
    const Group& group = groups_[std::size_t(section - FirstGroup)];
    const ComparisonSummary& summary = summaries_[group.summary];
    if (group.then != nullptr)
        return role == Qt::DisplayRole ? QStringLiteral("since")
                                       : QStringLiteral("Changes since \"%1\"").arg(baseline_->name);
    return QString::fromStdString(titleOf(summary));
}

} // namespace warpstring::gui
