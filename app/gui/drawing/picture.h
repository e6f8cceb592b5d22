// SPDX-License-Identifier: GPL-3.0-or-later
// A drawing that any painter takes at any size, and its files.
#pragma once

#include <QByteArray>
#include <QSizeF>
#include <QString>
#include <functional>
#include <optional>

#include "app/gui/drawing/theme.h"
#include "core/diagnostic.h"

class QPainter;

namespace warpstring::gui {

struct Picture {
    QString title;
    QSizeF size; ///< at which it looks as on the screen, device-independent pixels
    /// Draws all of it from (0, 0) to the size, background included.
    std::function<void(QPainter&, const Theme&, const QSizeF&)> paint;
};

enum class PictureFormat { Png, Svg, Pdf };

/// The format that the path's extension names, whatever its case; nothing where it names none.
[[nodiscard]] std::optional<PictureFormat> pictureFormat(const QString& path);

struct PictureFile {
    QSizeF size;      ///< of the drawing; the picture's own where it is empty
    double scale = 2; ///< PNG: pixels of the file per device-independent pixel
    const Theme* theme = &lightTheme();
};

/// An SVG document of that size, text as text; empty when it cannot be drawn.
[[nodiscard]] QByteArray toSvg(const Picture& picture, const Theme& theme, const QSizeF& size);

/// Writes to a file beside it and renames, so that no torn file is left. Faults: export.unknown-format,
/// export.write, export.too-large.
[[nodiscard]] Diagnostics writePicture(const Picture& picture, const QString& path,
                                       const PictureFile& file = {});

} // namespace warpstring::gui
