// SPDX-License-Identifier: GPL-3.0-or-later
// Very many small rectangles for a raster painter: set pixel by pixel and drawn as one image, which takes a
// tenth of the painter's own time.
#pragma once

#include <QImage>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <vector>

namespace warpstring::gui {

class BarImage {
public:
    /// Within `area`, in the painter's units; `pixel` of which are a pixel of its device.
    BarImage(const QRectF& area, double pixel)
        : origin_(std::floor(area.left() / pixel) * pixel, std::floor(area.top() / pixel) * pixel),
          scale_(1 / pixel), image_(std::max(1, static_cast<int>(std::ceil(area.width() * scale_)) + 1),
                                    std::max(1, static_cast<int>(std::ceil(area.height() * scale_)) + 1),
                                    QImage::Format_ARGB32_Premultiplied) {
        image_.fill(Qt::transparent);
    }

    /// No bar is narrower than a pixel.
    void fill(const std::vector<QRectF>& bars, const QColor& colour) {
        const QRgb value = qPremultiply(colour.rgba());
        auto* const pixels = reinterpret_cast<QRgb*>(image_.bits());
        const std::ptrdiff_t stride = image_.bytesPerLine() / static_cast<std::ptrdiff_t>(sizeof(QRgb));
        for (const QRectF& bar : bars) {
            const int left =
                std::min(clamped((bar.left() - origin_.x()) * scale_, image_.width()), image_.width() - 1);
            const int right = std::clamp(clamped((bar.right() - origin_.x()) * scale_, image_.width()),
                                         left + 1, image_.width());
            const int top = clamped((bar.top() - origin_.y()) * scale_, image_.height());
            const int bottom = clamped((bar.bottom() - origin_.y()) * scale_, image_.height());
            for (int y = top; y < bottom; ++y) {
                QRgb* const line = pixels + y * stride;
                for (int x = left; x < right; ++x) line[x] = value;
            }
        }
    }

    void paint(QPainter& painter) const {
        painter.drawImage(QRectF(origin_, QSizeF(image_.size()) / scale_), image_);
    }

private:
    static int clamped(double at, int size) {
        return static_cast<int>(std::clamp(std::floor(at + 0.5), 0.0, static_cast<double>(size)));
    }

    QPointF origin_;
    double scale_;
    QImage image_;
};

} // namespace warpstring::gui
