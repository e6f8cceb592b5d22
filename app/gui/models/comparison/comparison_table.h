// SPDX-License-Identifier: GPL-3.0-or-later
// The launches of a comparison as a table, made for a hundred thousand of them.
#pragma once

#include <QAbstractTableModel>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/gui/models/comparison/baseline.h"
#include "app/gui/models/comparison/comparison_index.h"
#include "app/gui/models/comparison/comparison_run.h"
#include "app/gui/models/unit_text.h"

namespace warpstring::gui {

/// How a cell is meant; views choose its colour.
enum class Tone { Plain, Muted, Good, Fair, Bad };

/// An error's: within 10 %, within 20 %, beyond.
[[nodiscard]] Tone toneOfError(double signedError);

/// Which launches are shown.
struct ComparisonFilter {
    QString text;   ///< words that must all stand somewhere in a row, whatever their case
    QString device; ///< whole name; empty: any
    std::optional<records::CacheState> cache;
    /// Without a name: each spec's own device alone. A spec without records of that is shown as simulated.
    bool ownDevice = false;

    /// Whether metrics of that spec, device and state of the caches are shown.
    [[nodiscard]] bool takes(const comparison::ComparisonSummary& summary) const;

    friend bool operator==(const ComparisonFilter&, const ComparisonFilter&) = default;
};

class ComparisonTable : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column {
        Launch,
        Spec,
        Device,
        Caches,
        Simulated,
        Measured,
        Spread,
        Error,
        Change, ///< of the simulated time against the baseline
        BoundBy,
        ExclusionReason,
        Kernel,
        Family,
        ColumnCount
    };
    enum Role {
        ToneRole = Qt::UserRole, ///< Tone, as int
        SortRole,                ///< the number behind a cell of numbers
        MarkRole                 ///< whether the row is pointed at elsewhere
    };

    using QAbstractTableModel::QAbstractTableModel;

    /// Shows a comparison in place of what was there.
    void setComparison(std::shared_ptr<const comparison::Comparison> comparison,
                       std::map<std::string, double> clockMhz);
    /// Adds rows, while a comparison runs.
    void append(SharedLaunches launches, const std::map<std::string, double>& clockMhz);
    void setQuantity(records::Quantity quantity);
    void setUnit(TimeUnit unit);
    void setFilter(const ComparisonFilter& filter);
    /// Holds simulated times against a baseline; nullptr: against none.
    void setBaseline(std::shared_ptr<const Baseline> baseline);

    /// Whether sorting by any column is done at once; else when another thread has what it needs.
    [[nodiscard]] bool prepared() const { return canSort(Launch) && canSort(Change); }

    [[nodiscard]] records::Quantity quantity() const { return quantity_; }
    [[nodiscard]] TimeUnit unit() const { return unit_; }
    [[nodiscard]] const ComparisonFilter& filter() const { return filter_; }
    /// The launch of a row as shown.
    [[nodiscard]] const comparison::ComparedLaunch& launchAt(int row) const {
        return *all_[order_[std::size_t(row)]];
    }
    /// The launches that are shown, in the order of the rows.
    [[nodiscard]] std::vector<const comparison::ComparedLaunch*> shown() const;
    /// All launches, filtered or not, in the order of the plan.
    [[nodiscard]] const std::vector<const comparison::ComparedLaunch*>& all() const { return all_; }
    /// What keeps them.
    [[nodiscard]] const std::vector<std::shared_ptr<const void>>& owners() const { return owners_; }
    /// The row of a launch, -1 where it is not shown.
    [[nodiscard]] int rowOf(const comparison::ComparedLaunch* launch) const;
    /// A value of the quantity in the unit.
    [[nodiscard]] double inShownUnit(double value, const comparison::ComparedLaunch& launch) const;
    /// The devices that there are records of.
    [[nodiscard]] QStringList devices() const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;
    /// Sorts by a column; of errors their sizes count. Rows without a value come last either way. Column -1:
    /// the plan's order.
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;

private:
    void add(const comparison::ComparedLaunch& launch);
    [[nodiscard]] QString textOf(const comparison::ComparedLaunch& launch, int column) const;
    [[nodiscard]] std::optional<double> numberOf(const comparison::ComparedLaunch& launch, int column) const;
    [[nodiscard]] Tone toneOf(const comparison::ComparedLaunch& launch, int column) const;
    /// Of `rows`, those that pass the filter.
    [[nodiscard]] std::vector<std::uint32_t> passing(const std::vector<std::uint32_t>& rows) const;
    [[nodiscard]] std::vector<std::uint32_t> everyRow(std::size_t from = 0) const;
    [[nodiscard]] std::vector<double> keysOf(const std::vector<std::uint32_t>& rows) const;
    void order(std::vector<std::uint32_t>& rows) const;
    /// Of all launches; nothing while that of a large table is being made: what needs it is done when it comes.
    [[nodiscard]] const ComparisonIndex* preparedIndex() const;
    [[nodiscard]] const LaunchesThen* preparedThen() const;
    [[nodiscard]] bool canSort(int column) const;
    void prepare();
    /// Cells have changed, perhaps what they are sorted by.
    void refresh();

    std::vector<std::shared_ptr<const void>> owners_; ///< of what `all_` points to
    std::vector<const comparison::ComparedLaunch*> all_;
    std::set<std::string> specsWithRecords_;               ///< of their own devices
    std::vector<std::uint32_t> order_;                     ///< of rows: indices of `all_`
    mutable std::shared_ptr<const ComparisonIndex> index_; ///< null: not made
    mutable std::shared_ptr<const LaunchesThen> then_;     ///< null: not looked up
    std::map<std::string, double> clockMhz_;
    std::shared_ptr<const Baseline> baseline_;
    ComparisonFilter filter_;
    records::Quantity quantity_ = records::Quantity::KernelTime;
    TimeUnit unit_ = TimeUnit::Cycles;
    int sortColumn_ = -1;
    Qt::SortOrder sortOrder_ = Qt::AscendingOrder;
    quint64 revision_ = 0;                 ///< of what the index is made of
    std::unique_ptr<BackgroundTask> task_; ///< makes the index of large tables; last: its end comes first
};

} // namespace warpstring::gui
