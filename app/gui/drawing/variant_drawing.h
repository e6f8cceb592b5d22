// SPDX-License-Identifier: GPL-3.0-or-later
// The variants of a search drawn: times over one parameter, or all parameters as parallel axes.
#pragma once

#include <QFont>
#include <QFontMetricsF>
#include <QPointF>
#include <QRectF>
#include <optional>
#include <vector>

#include "app/gui/drawing/picture.h"
#include "app/gui/drawing/theme.h"
#include "app/gui/models/tune/variant_plot.h"

namespace warpstring::gui {

enum class VariantView {
    Scatter, ///< times over the values of one axis
    Parallel ///< a line for each variant through its values of all axes and its time
};

/// Laid out for a size. Thousands of variants are drawn in a few calls; marks are drawn over that.
class VariantDrawing {
public:
    /// `axis`: of the scatter, counted from 0.
    VariantDrawing(SharedVariantPlot plot, VariantView view, std::size_t axis, const QFont& font,
                   const QSizeF& size);

    void paint(QPainter& painter, const Theme& theme) const;
    void paintMark(QPainter& painter, const Theme& theme, search::VariantId id, bool isChosen) const;
    /// The nearest within a few pixels; of several the fastest. What is not drawn is not found.
    [[nodiscard]] std::optional<search::VariantId> variantAt(const QPointF& position) const;
    /// Where a variant is: its point, or the points of its line. Empty for one that is not drawn.
    [[nodiscard]] std::vector<QPointF> placesOf(search::VariantId id) const;
    /// What colours and shapes mean, and what is left out.
    [[nodiscard]] std::vector<std::string> legend() const;

private:
    [[nodiscard]] bool isDrawn(const PlottedVariant& variant) const;
    [[nodiscard]] std::vector<QPointF> placesAt(std::size_t index) const;
    [[nodiscard]] int rowsOfWords(const QFontMetricsF& metrics) const;
    [[nodiscard]] double up(double timeUs) const;
    [[nodiscard]] double column(std::size_t axis) const;
    [[nodiscard]] double speedOf(const PlottedVariant& variant) const; ///< 1 the fastest ranked, 0 the slowest
    void paintTimes(QPainter& painter, const Theme& theme, double left) const;
    void paintScatter(QPainter& painter, const Theme& theme) const;
    void paintParallel(QPainter& painter, const Theme& theme) const;
    void paintLegend(QPainter& painter, const Theme& theme) const;
    [[nodiscard]] static QColor lineColour(double speed, const Theme& theme);

    SharedVariantPlot plot_;
    VariantView view_;
    std::size_t axis_;
    QFont font_;
    QSizeF size_;
    QRectF area_;      ///< of the points
    int wordRows_ = 1; ///< of the values' words below it
    bool isLogarithmic_ = false;
    double low_ = 0, high_ = 1; ///< times at the ends of the axis
};

/// The picture of a view, for files.
[[nodiscard]] Picture variantPicture(SharedVariantPlot plot, VariantView view, std::size_t axis,
                                     const QString& title);

} // namespace warpstring::gui
