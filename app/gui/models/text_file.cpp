// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/text_file.h"

#include <QFile>
#include <QSaveFile>

namespace warpstring::gui {

Result<std::string> readText(const std::filesystem::path& path) {
    QFile file(QString::fromStdString(path.string()));
    if (std::error_code ignored;
        std::filesystem::is_regular_file(path, ignored) && file.open(QIODevice::ReadOnly))
        return file.readAll().toStdString();
    if (std::error_code ignored; std::filesystem::is_directory(path, ignored))
        return Diagnostic{"file.unreadable",
                          Severity::Error,
                          {path.string(), 0, 0},
                          path.string() + " is a folder",
                          "open a kernel or a launch file in it"};
    return Diagnostic{"file.unreadable",
                      Severity::Error,
                      {path.string(), 0, 0},
                      "cannot read " + path.string(),
                      "was it moved or deleted?"};
}

Diagnostics writeText(const std::filesystem::path& path, const std::string& text) {
    QSaveFile file(QString::fromStdString(path.string()));
    const auto size = static_cast<qint64>(text.size());
    if (file.open(QIODevice::WriteOnly) && file.write(text.data(), size) == size && file.commit()) return {};
    return {{"file.unwritable",
             Severity::Error,
             {path.string(), 0, 0},
             "cannot write " + path.string() + ": " + file.errorString().toStdString(),
             "is the folder there, and may you write to it? The text is kept here"}};
}

} // namespace warpstring::gui
