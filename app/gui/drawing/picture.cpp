// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/drawing/picture.h"

#include <QBuffer>
#include <QFileInfo>
#include <QImage>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QSaveFile>
#include <QSvgGenerator>
#include <cmath>
#include <optional>

#include "app/gui/drawing/export_fault.h"

namespace warpstring::gui {

namespace {

constexpr double mostPixels = 3e8;

bool drawPng(const Picture& picture, const QSizeF& size, const PictureFile& file, QBuffer& out) {
    QImage image(QSize(static_cast<int>(std::ceil(size.width() * file.scale)),
                       static_cast<int>(std::ceil(size.height() * file.scale))),
                 QImage::Format_ARGB32_Premultiplied);
    if (image.isNull()) return false;
    image.setDevicePixelRatio(file.scale);
    image.fill(file.theme->background);
    QPainter painter(&image);
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    picture.paint(painter, *file.theme, size);
    painter.end();
    return image.save(&out, "PNG");
}

bool drawSvg(const Picture& picture, const QSizeF& size, const PictureFile& file, QBuffer& out) {
    QSvgGenerator generator;
    generator.setOutputDevice(&out);
    // A resolution of 96 makes a point of a font what it is on the screen.
    generator.setResolution(96);
    generator.setSize(size.toSize());
    generator.setViewBox(QRectF(QPointF(0, 0), size));
    generator.setTitle(picture.title.toHtmlEscaped()); // which it writes as it is
    generator.setDescription(QStringLiteral("Made by Warpstring"));
    QPainter painter;
    if (!painter.begin(&generator)) return false;
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    picture.paint(painter, *file.theme, size);
    return painter.end();
}

bool drawPdf(const Picture& picture, const QSizeF& size, const PictureFile& file, QBuffer& out) {
    QPdfWriter writer(&out);
    writer.setTitle(picture.title);
    writer.setCreator(QStringLiteral("Warpstring"));
    writer.setResolution(96);
    // 96 device-independent pixels are 72 points.
    writer.setPageSize(QPageSize(size * 0.75, QPageSize::Point));
    writer.setPageMargins(QMarginsF());
    QPainter painter;
    if (!painter.begin(&writer)) return false;
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    picture.paint(painter, *file.theme, size);
    return painter.end();
}

} // namespace

std::optional<PictureFormat> pictureFormat(const QString& path) {
    const QString extension = QFileInfo(path).suffix().toLower();
    if (extension == QLatin1String("png")) return PictureFormat::Png;
    if (extension == QLatin1String("svg")) return PictureFormat::Svg;
    if (extension == QLatin1String("pdf")) return PictureFormat::Pdf;
    return std::nullopt;
}

QByteArray toSvg(const Picture& picture, const Theme& theme, const QSizeF& size) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    PictureFile file;
    file.theme = &theme;
    return drawSvg(picture, size, file, buffer) ? bytes : QByteArray();
}

Diagnostics writePicture(const Picture& picture, const QString& path, const PictureFile& file) {
    const auto format = pictureFormat(path);
    if (!format)
        return {exportFault("export.unknown-format",
                            QStringLiteral("no picture is written to \"%1\"").arg(path),
                            QStringLiteral("the extension says which: .png, .svg or .pdf"))};
    const QSizeF size = file.size.isEmpty() ? picture.size : file.size;
    const double scale = *format == PictureFormat::Png ? file.scale : 1;
    if (size.isEmpty() || size.width() * size.height() * scale * scale > mostPixels)
        return {exportFault(
            "export.too-large",
            QStringLiteral("a picture of %1 x %2 cannot be drawn").arg(size.width()).arg(size.height()),
            QStringLiteral("choose a smaller size, or SVG"))};
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    const bool drawn = *format == PictureFormat::Png   ? drawPng(picture, size, file, buffer)
                       : *format == PictureFormat::Svg ? drawSvg(picture, size, file, buffer)
                                                       : drawPdf(picture, size, file, buffer);
    buffer.close();
    QSaveFile out(path);
    if (drawn && out.open(QIODevice::WriteOnly) && out.write(bytes) == bytes.size() && out.commit()) return {};
    return {exportFault("export.write", QStringLiteral("cannot write %1: %2").arg(path, out.errorString()),
                        QStringLiteral("is the folder there, and is there room?"))};
}

} // namespace warpstring::gui
