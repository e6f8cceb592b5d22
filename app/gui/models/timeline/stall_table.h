// SPDX-License-Identifier: GPL-3.0-or-later
// What a warp's cycles go to, as a table; beside it, where a span is measured, what they go to within it.
#pragma once

#include <QAbstractTableModel>
#include <QColor>
#include <array>
#include <optional>

#include "app/gui/models/timeline/span_measure.h"
#include "stringmodel/timeline/kernel_timeline.h"

namespace warpstring::gui {

class StallTable : public QAbstractTableModel {
    Q_OBJECT

public:
    using QAbstractTableModel::QAbstractTableModel;

    /// nullptr: no rows.
    void setTimeline(const timeline::KernelTimeline* timeline, double clockMhz);
    void setUnit(TimeUnit unit);
    /// Columns "in the span" and one for each scheduler, where there is one.
    void setSpan(std::optional<SpanMeasure> span);
    /// The colours of the reasons, by Stall, which are shown as Qt::DecorationRole.
    void setColours(const std::array<QColor, timeline::stallCount>& colours);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    enum Column { Reason, OfWarp, Share, InSpan, FirstScheduler };
    [[nodiscard]] double cycles(timeline::Stall stall) const {
        return cycles_[static_cast<std::size_t>(stall)];
    }
    [[nodiscard]] double all() const;

private:
    [[nodiscard]] QString timeCell(double cycles) const;
    [[nodiscard]] double spanCycles(const SpanPart& part, timeline::Stall stall) const;

    bool filled_ = false;
    std::array<double, timeline::stallCount> cycles_{};         ///< of a warp on average
    std::array<timeline::Stall, timeline::stallCount> order_{}; ///< issue, then the longest first
    double clockMhz_ = 1;
    TimeUnit unit_ = TimeUnit::Cycles;
    std::optional<SpanMeasure> span_;
    std::array<QColor, timeline::stallCount> colours_;
};

} // namespace warpstring::gui
