// SPDX-License-Identifier: GPL-3.0-or-later
// The words around the plot: title, subtitle, legend, names of rows, notes.
#pragma once

#include <QGraphicsItem>

#include "app/gui/charts/chart.h"

namespace warpstring::gui {

class ChartFrame : public QGraphicsItem {
public:
    explicit ChartFrame(Chart& chart);

    /// Breaks lines for a size. `more` are notes that depend on it.
    void layOut(const QSizeF& size, const QStringList& more);
    [[nodiscard]] double topHeight() const { return top_; }
    [[nodiscard]] double bottomHeight() const { return bottom_; }
    /// That the names of rows take, left of the plot.
    [[nodiscard]] double leftWidth() const { return left_; }

    [[nodiscard]] QRectF boundingRect() const override { return QRectF(QPointF(), size_); }
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
    /// An entry of the legend: a swatch and a text.
    struct Entry {
        QString text{};
        const charts::ChartSeries* bar = nullptr;
        const charts::ChartSeries* line = nullptr;
        const charts::ChartSeries* marker = nullptr;
        int band = -1; ///< of ChartData::bands
        bool diagonal = false;
        QPointF at{}; ///< left, top
    };

    [[nodiscard]] double rowNameWidth();
    void makeEntries();
    void flowEntries(double width, int mostRows);
    void drawEntry(QPainter& painter, const Entry& entry) const;
    void drawRowNames(QPainter& painter) const;

    Chart& chart_;
    QSizeF size_;
    QStringList title_, subtitle_, notes_;
    std::vector<Entry> entries_; ///< those that fit
    std::optional<double> rowNameWidth_;
    double top_ = 0, bottom_ = 0, left_ = 0;
};

} // namespace warpstring::gui
