// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/comparison_table.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>

#include "app/gui/models/sort_keys.h"
#include "study/comparison_numbers.h"

namespace warpstring::gui {

namespace {

constexpr double missing = std::numeric_limits<double>::quiet_NaN();

QString fromUtf8(const std::string& text) { return QString::fromStdString(text); }

/// The text behind a column of text.
const std::string& wordOf(const ComparedLaunch& launch, int column, Quantity quantity) {
    static const std::string warm(name(CacheState::Warm)), cold(name(CacheState::Cold)), none;
    switch (column) {
    case ComparisonTable::Launch: return launch.launch;
    case ComparisonTable::Kernel: return launch.kernel;
    case ComparisonTable::Family: return launch.family;
    case ComparisonTable::Spec: return launch.spec;
    case ComparisonTable::Device: return launch.device;
    case ComparisonTable::Caches:
        return launch.device.empty() ? none : launch.cache == CacheState::Cold ? cold : warm;
    case ComparisonTable::BoundBy: return launch.boundBy;
    case ComparisonTable::Apart: return launch.of(quantity).apart;
    default: return none;
    }
}

bool isNumber(int column) { return column >= ComparisonTable::Simulated && column <= ComparisonTable::Change; }

} // namespace

Tone toneOfError(double signedError) {
    const double size = std::fabs(signedError);
    return size <= 0.1 ? Tone::Good : size <= 0.2 ? Tone::Fair : Tone::Bad;
}

void ComparisonTable::setComparison(std::shared_ptr<const Comparison> comparison,
                                    std::map<std::string, double> clockMhz) {
    beginResetModel();
    all_.clear();
    owners_.clear();
    haystacks_.clear();
    clockMhz_ = std::move(clockMhz);
    if (comparison) {
        all_.reserve(comparison->launches.size());
        for (const ComparedLaunch& launch : comparison->launches) all_.push_back(&launch);
        owners_.push_back(std::move(comparison));
    }
    order_ = passing(0);
    order(order_);
    endResetModel();
}

void ComparisonTable::append(SharedLaunches launches, const std::map<std::string, double>& clockMhz) {
    const std::size_t from = all_.size();
    for (const auto& [spec, clock] : clockMhz) clockMhz_[spec] = clock;
    for (const ComparedLaunch& launch : *launches) all_.push_back(&launch);
    owners_.push_back(std::move(launches));
    const auto more = passing(from);
    if (more.empty()) return;
    // While rows come in they stand in the plan's order at the end; the whole comparison is sorted again.
    beginInsertRows({}, rowCount(), rowCount() + int(more.size()) - 1);
    order_.insert(order_.end(), more.begin(), more.end());
    endInsertRows();
}

void ComparisonTable::setQuantity(Quantity quantity) {
    if (quantity == quantity_) return;
    quantity_ = quantity;
    refresh();
}

void ComparisonTable::setUnit(TimeUnit unit) {
    if (unit == unit_) return;
    unit_ = unit;
    refresh();
}

void ComparisonTable::setBaseline(std::shared_ptr<const Baseline> baseline) {
    baseline_ = std::move(baseline);
    refresh();
}

void ComparisonTable::refresh() {
    Q_EMIT headerDataChanged(Qt::Horizontal, Simulated, Apart);
    if (order_.empty()) return;
    if (sortColumn_ >= Simulated)
        sort(sortColumn_, sortOrder_);
    else
        Q_EMIT dataChanged(index(0, Simulated), index(rowCount() - 1, Apart));
}

void ComparisonTable::setFilter(const ComparisonFilter& filter) {
    if (filter == filter_) return;
    filter_ = filter;
    refilter();
}

void ComparisonTable::refilter() {
    beginResetModel();
    order_ = passing(0);
    order(order_);
    endResetModel();
}

const std::string& ComparisonTable::haystackOf(std::size_t launch) const {
    if (haystacks_.size() < all_.size()) haystacks_.resize(all_.size());
    std::string& text = haystacks_[launch];
    if (!text.empty()) return text;
    const ComparedLaunch& of = *all_[launch];
    for (const std::string* word : {&of.launch, &of.kernel, &of.family, &of.spec, &of.device, &of.boundBy,
                                    &of.kernel_us.apart, &of.warp_cycles.apart}) {
        text += *word;
        text += '\n';
    }
    for (char& letter : text)
        if (letter >= 'A' && letter <= 'Z') letter = char(letter - 'A' + 'a');
    return text;
}

std::vector<std::uint32_t> ComparisonTable::passing(std::size_t from) const {
    std::vector<std::string> words;
    for (const QString& word : filter_.text.toLower().split(QLatin1Char(' '), Qt::SkipEmptyParts))
        words.push_back(word.toStdString());
    const std::string device = filter_.device.toStdString();
    std::vector<std::uint32_t> rows;
    rows.reserve(all_.size() - from);
    for (std::size_t i = from; i < all_.size(); ++i) {
        const ComparedLaunch& launch = *all_[i];
        if (!device.empty() && !launch.device.empty() && launch.device != device) continue;
        if (filter_.cache && !launch.device.empty() && launch.cache != *filter_.cache) continue;
        if (!words.empty()) {
            const std::string& text = haystackOf(i);
            if (!std::all_of(words.begin(), words.end(),
                             [&](const std::string& word) { return text.find(word) != std::string::npos; }))
                continue;
        }
        rows.push_back(std::uint32_t(i));
    }
    return rows;
}

std::vector<double> ComparisonTable::keysOf(const std::vector<std::uint32_t>& rows) const {
    std::vector<double> keys(rows.size(), missing);
    if (isNumber(sortColumn_)) {
        for (std::size_t i = 0; i < rows.size(); ++i)
            if (const auto number = numberOf(*all_[rows[i]], sortColumn_))
                keys[i] = sortColumn_ == Error ? std::fabs(*number) : *number;
        return keys;
    }
    std::vector<const std::string*> words(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) words[i] = &wordOf(*all_[rows[i]], sortColumn_, quantity_);
    return ranksOf(words);
}

void ComparisonTable::order(std::vector<std::uint32_t>& rows) const {
    if (sortColumn_ < 0) return;
    sortByKeys(rows, keysOf(rows), sortOrder_ == Qt::DescendingOrder);
}

void ComparisonTable::sort(int column, Qt::SortOrder order_direction) {
    sortColumn_ = column < ColumnCount ? column : -1;
    sortOrder_ = order_direction;
    Q_EMIT layoutAboutToBeChanged({}, QAbstractItemModel::VerticalSortHint);
    const std::vector<std::uint32_t> before = order_;
    std::sort(order_.begin(), order_.end()); // equal rows keep the plan's order
    order(order_);
    const QModelIndexList old = persistentIndexList();
    if (!old.isEmpty()) {
        std::vector<int> rowOfLaunch(all_.size(), -1);
        for (std::size_t row = 0; row < order_.size(); ++row) rowOfLaunch[order_[row]] = int(row);
        QModelIndexList now;
        for (const QModelIndex& each : old)
            now.append(index(rowOfLaunch[before[std::size_t(each.row())]], each.column()));
        changePersistentIndexList(old, now);
    }
    Q_EMIT layoutChanged({}, QAbstractItemModel::VerticalSortHint);
}

std::vector<const ComparedLaunch*> ComparisonTable::shown() const {
    std::vector<const ComparedLaunch*> launches;
    launches.reserve(order_.size());
    for (const std::uint32_t row : order_) launches.push_back(all_[row]);
    return launches;
}

int ComparisonTable::rowOf(const ComparedLaunch* launch) const {
    const auto found =
        std::find_if(order_.begin(), order_.end(), [&](std::uint32_t row) { return all_[row] == launch; });
    return found == order_.end() ? -1 : int(found - order_.begin());
}

QStringList ComparisonTable::devices() const {
    std::set<std::string_view> names;
    for (const ComparedLaunch* launch : all_)
        if (!launch->device.empty()) names.insert(launch->device);
    QStringList list;
    for (const auto& name : names) list.append(QString::fromUtf8(name.data(), qsizetype(name.size())));
    return list;
}

double ComparisonTable::inShownUnit(double value, const ComparedLaunch& launch) const {
    const auto clock = clockMhz_.find(launch.spec);
    const double mhz = clock == clockMhz_.end() ? missing : clock->second;
    if (quantity_ == Quantity::WarpLatency) return inUnit(value, mhz, unit_);
    if (unit_ == TimeUnit::Microseconds) return value;
    return unit_ == TimeUnit::Nanoseconds ? value * 1e3 : value * mhz;
}

std::optional<double> ComparisonTable::numberOf(const ComparedLaunch& launch, int column) const {
    const ComparedQuantity& compared = launch.of(quantity_);
    switch (column) {
    case Simulated:
        if (compared.simulated) return inShownUnit(*compared.simulated, launch);
        break;
    case Measured:
        if (compared.measured) return inShownUnit(*compared.measured, launch);
        break;
    case Spread:
        if (compared.measured && *compared.measured > 0)
            return (compared.measuredHigh - compared.measuredLow) / 2 / *compared.measured;
        break;
    case Error: return compared.signedError();
    case Change:
        if (baseline_) return baseline_->change(launch, quantity_);
        break;
    default: break;
    }
    return std::nullopt;
}

QString ComparisonTable::textOf(const ComparedLaunch& launch, int column) const {
    if (column == Apart) {
        const ComparedQuantity& compared = launch.of(quantity_);
        return fromUtf8(compared.apart + (compared.detail.empty() ? "" : " (" + compared.detail + ")"));
    }
    if (!isNumber(column)) return fromUtf8(wordOf(launch, column, quantity_));
    const auto number = numberOf(launch, column);
    if (!number) return {};
    if (column == Error || column == Change) return fromUtf8(signedErrorText(number));
    if (column == Spread) return QStringLiteral("\u00b1") + percentText(*number);
    return numberText(*number);
}

Tone ComparisonTable::toneOf(const ComparedLaunch& launch, int column) const {
    const ComparedQuantity& compared = launch.of(quantity_);
    if (!compared.apart.empty() && column >= Simulated) return Tone::Muted;
    if (column == Error)
        if (const auto error = compared.signedError()) return toneOfError(*error);
    if (column == Change)
        if (const auto change = numberOf(launch, Change))
            return std::fabs(*change) < 0.001 ? Tone::Muted : *change < 0 ? Tone::Good : Tone::Bad;
    return column == Launch || column >= Simulated ? Tone::Plain : Tone::Muted;
}

int ComparisonTable::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : int(order_.size());
}

int ComparisonTable::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

QVariant ComparisonTable::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const ComparedLaunch& launch = launchAt(index.row());
    switch (role) {
    case Qt::DisplayRole: return textOf(launch, index.column());
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(
            Qt::Alignment((isNumber(index.column()) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
    case Qt::ToolTipRole:
        return index.column() == Launch
                   ? fromUtf8(
                         launch.file +
                         (launch.driver.empty() ? "" : "\n" + launch.device + ", driver " + launch.driver) +
                         (launch.takenAt.empty() ? "" : "\nmeasured " + launch.takenAt))
                   : textOf(launch, index.column());
    case ToneRole: return int(toneOf(launch, index.column()));
    case SortRole:
        if (const auto number = numberOf(launch, index.column())) return *number;
        return {};
    default: return {};
    }
}

QVariant ComparisonTable::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount) return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(
            Qt::Alignment((isNumber(section) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
    if (role == Qt::ToolTipRole && section == Spread)
        return quantity_ == Quantity::KernelTime
                   ? QStringLiteral("Half of the 95 % confidence interval of the mean, over the median")
                   : QStringLiteral("Half of the distance between the warps' quartiles, over the median");
    if (role == Qt::ToolTipRole && section == Change)
        return QStringLiteral("Simulated now against simulated in the pinned baseline");
    if (role != Qt::DisplayRole) return {};
    switch (section) {
    case Launch: return QStringLiteral("launch");
    case Kernel: return QStringLiteral("kernel");
    case Family: return QStringLiteral("family");
    case Spec: return QStringLiteral("spec");
    case Device: return QStringLiteral("device");
    case Caches: return QStringLiteral("caches");
    case Simulated: return QStringLiteral("simulated (%1)").arg(unitName(unit_));
    case Measured: return QStringLiteral("measured (%1)").arg(unitName(unit_));
    case Spread: return QStringLiteral("spread");
    case Error: return QStringLiteral("error");
    case Change: return QStringLiteral("vs. baseline");
    case BoundBy: return QStringLiteral("bound by");
    default: return QStringLiteral("listed apart");
    }
}

} // namespace warpstring::gui
