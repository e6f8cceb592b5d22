// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/comparison/comparison_table.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>

#include "app/gui/models/qt_text.h"
#include "app/gui/models/sort_keys.h"
#include "study/comparison/comparison_numbers.h"

namespace warpstring::gui {

using comparison::ComparedLaunch;
using comparison::LaunchWord;
using records::Quantity;

namespace {

/// From here on sorting by words takes longer than a frame: their order is found on another thread.
constexpr std::size_t largeTable = 2000;

/// What a column of text shows.
LaunchWord wordIn(int column, Quantity quantity) {
    switch (column) {
    case ComparisonTable::Kernel: return LaunchWord::Kernel;
    case ComparisonTable::Family: return LaunchWord::Family;
    case ComparisonTable::Spec: return LaunchWord::Spec;
    case ComparisonTable::Device: return LaunchWord::Device;
    case ComparisonTable::Caches: return LaunchWord::Caches;
    case ComparisonTable::BoundBy: return LaunchWord::BoundBy;
    case ComparisonTable::ExclusionReason:
        return quantity == Quantity::KernelTime ? LaunchWord::KernelTimeExclusion
                                                : LaunchWord::WarpLatencyExclusion;
    default: return LaunchWord::Launch;
    }
}

bool isNumber(int column) { return column >= ComparisonTable::Simulated && column <= ComparisonTable::Change; }

} // namespace

Tone toneOfError(double signedError) {
    const double size = std::fabs(signedError);
    return size <= 0.1 ? Tone::Good : size <= 0.2 ? Tone::Fair : Tone::Bad;
}

bool ComparisonFilter::takes(const comparison::ComparisonSummary& summary) const {
    if (!device.isEmpty() ? device.toStdString() != summary.device : ownDevice && !summary.ownDevice)
        return false;
    return !cache || *cache == summary.cache;
}

void ComparisonTable::setComparison(std::shared_ptr<const comparison::Comparison> comparison,
                                    std::map<std::string, double> clockMhz) {
    beginResetModel();
    all_.clear();
    specsWithRecords_.clear();
    owners_.clear();
    clockMhz_ = std::move(clockMhz);
    if (comparison) {
        all_.reserve(comparison->launches.size());
        for (const ComparedLaunch& launch : comparison->launches) add(launch);
        owners_.push_back(std::move(comparison));
    }
    index_.reset();
    then_.reset();
    prepare();
    order_ = passing(everyRow());
    order(order_);
    endResetModel();
}

void ComparisonTable::add(const ComparedLaunch& launch) {
    all_.push_back(&launch);
    if (launch.ownDevice && !launch.device.empty()) specsWithRecords_.insert(launch.spec);
}

/// On another thread where there is much to do.
void ComparisonTable::prepare() {
    ++revision_;
    if (all_.size() < largeTable) return;
    if (!task_) task_ = std::make_unique<BackgroundTask>();
    task_->start([this, revision = revision_, launches = all_, owners = owners_, baseline = baseline_,
                  index = index_](const std::atomic<bool>& cancelled) mutable {
        if (cancelled) return;
        if (!index) index = indexOf(launches, &cancelled);
        if (cancelled) return;
        auto then = launchesThen(launches, baseline.get());
        QMetaObject::invokeMethod(
            this,
            [this, revision, index, then, owners] {
                if (revision != revision_) return;
                const bool waited = !canSort(sortColumn_);
                index_ = index;
                then_ = then;
                if (waited) sort(sortColumn_, sortOrder_);
            },
            Qt::QueuedConnection);
    });
}

const ComparisonIndex* ComparisonTable::preparedIndex() const {
    if (!index_ && all_.size() < largeTable) index_ = indexOf(all_);
    return index_.get();
}

const LaunchesThen* ComparisonTable::preparedThen() const {
    if (!then_ && all_.size() < largeTable) then_ = launchesThen(all_, baseline_.get());
    return then_.get();
}

bool ComparisonTable::canSort(int column) const {
    if (column < 0) return true;
    return column == Change ? preparedThen() != nullptr : preparedIndex() != nullptr;
}

void ComparisonTable::append(SharedLaunches launches, const std::map<std::string, double>& clockMhz) {
    const std::size_t from = all_.size();
    for (const auto& [spec, clock] : clockMhz) clockMhz_[spec] = clock;
    for (const ComparedLaunch& launch : *launches) add(launch);
    owners_.push_back(std::move(launches));
    index_.reset();
    then_.reset();
    ++revision_;
    const auto more = passing(everyRow(from));
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
    then_.reset();
    prepare();
    refresh();
}

void ComparisonTable::refresh() {
    Q_EMIT headerDataChanged(Qt::Horizontal, Simulated, ExclusionReason);
    if (order_.empty()) return;
    if (sortColumn_ >= Simulated)
        sort(sortColumn_, sortOrder_);
    else
        Q_EMIT dataChanged(index(0, Simulated), index(rowCount() - 1, ExclusionReason));
}

void ComparisonTable::setFilter(const ComparisonFilter& filter) {
    if (filter == filter_) return;
    // A key more: what passes has passed before, and stays in order.
    const bool narrower = filter.device == filter_.device && filter.ownDevice == filter_.ownDevice &&
                          filter.cache == filter_.cache && filter.text.startsWith(filter_.text);
    filter_ = filter;
    beginResetModel();
    if (narrower) {
        order_ = passing(order_);
    } else {
        order_ = passing(everyRow());
        order(order_);
    }
    endResetModel();
}

std::vector<std::uint32_t> ComparisonTable::everyRow(std::size_t from) const {
    std::vector<std::uint32_t> rows(all_.size() - from);
    std::iota(rows.begin(), rows.end(), std::uint32_t(from));
    return rows;
}

std::vector<std::uint32_t> ComparisonTable::passing(const std::vector<std::uint32_t>& rows) const {
    const std::vector<std::string> words = comparison::filterWords(filter_.text.toStdString());
    const std::string device = filter_.device.toStdString();
    const ComparisonIndex* made = index_.get(); // without one each launch is looked at as it is
    std::string text;
    std::vector<std::uint32_t> passed;
    passed.reserve(rows.size());
    for (const std::uint32_t row : rows) {
        const ComparedLaunch& launch = *all_[row];
        if (!device.empty() && !launch.device.empty() && launch.device != device) continue;
        if (device.empty() && filter_.ownDevice && !launch.ownDevice) continue;
        // Of use where nothing stands beside the spec otherwise.
        if (launch.kernelTime.exclusion == comparison::Exclusion::OtherDevice &&
            (!device.empty() || !filter_.ownDevice || specsWithRecords_.contains(launch.spec)))
            continue;
        if (filter_.cache && !launch.device.empty() && launch.cache != *filter_.cache) continue;
        if (!words.empty()) {
            if (made == nullptr) text = haystackOf(launch);
            const std::string& haystack = made == nullptr ? text : made->haystacks[row];
            if (!comparison::holdsAll(haystack, words)) continue;
        }
        passed.push_back(row);
    }
    return passed;
}

std::vector<double> ComparisonTable::keysOf(const std::vector<std::uint32_t>& rows) const {
    std::vector<double> keys(rows.size(), missingKey);
    if (!canSort(sortColumn_)) return keys;
    if (sortColumn_ == Change) {
        const LaunchesThen& then = *preparedThen();
        for (std::size_t i = 0; i < rows.size() && !then.empty(); ++i)
            keys[i] = Baseline::change(*all_[rows[i]], then[rows[i]], quantity_).value_or(missingKey);
        return keys;
    }
    const ComparisonIndex& index = *preparedIndex();
    const auto& numbers = index.numbers[static_cast<std::size_t>(quantity_)];
    const std::vector<double>& values = sortColumn_ == Simulated  ? numbers.simulated
                                        : sortColumn_ == Measured ? numbers.measured
                                        : sortColumn_ == Spread   ? numbers.spread
                                        : sortColumn_ == Error    ? numbers.error
                                                               : index.ranksOf(wordIn(sortColumn_, quantity_));
    for (std::size_t i = 0; i < rows.size(); ++i) keys[i] = values[rows[i]];
    if (sortColumn_ == Error)
        for (double& key : keys) key = std::fabs(key);
    const bool native =
        unit_ == TimeUnit::Cycles ? quantity_ == Quantity::WarpLatency : quantity_ == Quantity::KernelTime;
    if (native || clockMhz_.size() < 2 || (sortColumn_ != Simulated && sortColumn_ != Measured)) return keys;
    // Clocks differ, and with them perhaps the order in the unit. The rank of a spec stands for it.
    const std::vector<double>& specs = index.ranksOf(LaunchWord::Spec);
    std::vector<double> factors; ///< by rank of the spec
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (std::isnan(specs[rows[i]])) continue;
        const auto spec = static_cast<std::size_t>(specs[rows[i]]);
        if (spec >= factors.size()) factors.resize(spec + 1, missingKey);
        if (std::isnan(factors[spec])) factors[spec] = inShownUnit(1, *all_[rows[i]]);
        keys[i] *= factors[spec];
    }
    return keys;
}

void ComparisonTable::order(std::vector<std::uint32_t>& rows) const {
    sortRows(rows);
    if (sortColumn_ >= 0) sortByKeys(rows, keysOf(rows), sortOrder_ == Qt::DescendingOrder);
}

void ComparisonTable::sort(int column, Qt::SortOrder direction) {
    sortColumn_ = column < ColumnCount ? column : -1;
    sortOrder_ = direction;
    if (!canSort(sortColumn_)) return; // sorted when what it needs has come
    Q_EMIT layoutAboutToBeChanged({}, QAbstractItemModel::VerticalSortHint);
    const std::vector<std::uint32_t> before = order_;
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
    const double mhz = clock == clockMhz_.end() ? missingKey : clock->second;
    if (quantity_ == Quantity::WarpLatency) return inUnit(value, mhz, unit_);
    if (unit_ == TimeUnit::Microseconds) return value;
    return unit_ == TimeUnit::Nanoseconds ? value * 1e3 : value * mhz;
}

std::optional<double> ComparisonTable::numberOf(const ComparedLaunch& launch, int column) const {
    const comparison::ComparedQuantity& compared = launch.of(quantity_);
    switch (column) {
    case Simulated:
        if (compared.simulated) return inShownUnit(*compared.simulated, launch);
        break;
    case Measured:
        if (compared.measured) return inShownUnit(*compared.measured, launch);
        break;
    case Spread: return spreadOf(compared);
    case Error: return compared.signedError();
    case Change:
        if (baseline_) return baseline_->change(launch, quantity_);
        break;
    default: break;
    }
    return std::nullopt;
}

QString ComparisonTable::textOf(const ComparedLaunch& launch, int column) const {
    if (column == ExclusionReason) {
        const comparison::ComparedQuantity& compared = launch.of(quantity_);
        return toQString(compared.reason() + (compared.detail.empty() ? "" : " (" + compared.detail + ")"));
    }
    if (!isNumber(column)) return toQString(wordOf(launch, wordIn(column, quantity_)));
    const auto number = numberOf(launch, column);
    if (!number) return {};
    if (column == Error || column == Change) return toQString(comparison::signedErrorText(number));
    if (column == Spread) return QStringLiteral("\u00b1") + percentText(*number);
    return numberText(*number);
}

Tone ComparisonTable::toneOf(const ComparedLaunch& launch, int column) const {
    const comparison::ComparedQuantity& compared = launch.of(quantity_);
    if (column >= Kernel || (!compared.isCounted() && column >= Simulated)) return Tone::Muted;
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
                   ? toQString(
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
