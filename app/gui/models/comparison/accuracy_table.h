// SPDX-License-Identifier: GPL-3.0-or-later
// The metrics of a comparison, a row a metric, a column a spec against a device.
#pragma once

#include <QAbstractTableModel>
#include <memory>
#include <vector>

#include "app/gui/models/comparison/baseline.h"
#include "app/gui/models/comparison/comparison_table.h"

namespace warpstring::gui {

/// After each column that the baseline has a partner for comes one with the changes since.
class AccuracyTable : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { MetricName, FirstGroup }; ///< from FirstGroup on: summaries and their changes

    using QAbstractTableModel::QAbstractTableModel;

    /// Shows the summaries of the quantity. Of the filter, device and caches count.
    void setSummaries(std::vector<comparison::ComparisonSummary> summaries, records::Quantity quantity,
                      const ComparisonFilter& filter);
    void setBaseline(std::shared_ptr<const Baseline> baseline);
    [[nodiscard]] const std::vector<comparison::ComparisonSummary>& summaries() const { return summaries_; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

private:
    /// What a column shows: a summary, or its change since `then`.
    struct Group {
        std::size_t summary = 0;
        const comparison::ComparisonSummary* then = nullptr;
    };
    void makeGroups();

    std::vector<comparison::ComparisonSummary> summaries_;
    std::shared_ptr<const Baseline> baseline_;
    std::vector<Group> groups_;
};

} // namespace warpstring::gui
