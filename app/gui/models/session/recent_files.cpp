// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/session/recent_files.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSaveFile>
#include <algorithm>

namespace warpstring::gui {

namespace {

/// Lists that were written when any device's records counted have "last_error": it says nothing any more.
const QString errorKey = QStringLiteral("own_device_error");

} // namespace

RecentFiles::RecentFiles(QString file) : file_(std::move(file)) {
    QFile in(file_);
    if (!in.open(QIODevice::ReadOnly)) return;
    for (const auto value : QJsonDocument::fromJson(in.readAll()).array()) {
        const QJsonObject object = value.toObject();
        RecentFile recent{object[QStringLiteral("path")].toString(), object[QStringLiteral("spec")].toString(),
                          QDateTime::fromString(object[QStringLiteral("opened")].toString(), Qt::ISODate),
                          std::nullopt};
        if (object.contains(errorKey)) recent.lastError = object[errorKey].toDouble();
        if (!recent.path.isEmpty() && files_.size() < most) files_.push_back(std::move(recent));
    }
}

void RecentFiles::add(RecentFile file) {
    const auto same =
        std::find_if(files_.begin(), files_.end(), [&](const auto& other) { return other.path == file.path; });
    if (same != files_.end()) {
        if (!file.lastError && file.spec == same->spec) file.lastError = same->lastError;
        files_.erase(same);
    }
    files_.insert(files_.begin(), std::move(file));
    if (files_.size() > most) files_.resize(most);
    write();
}

void RecentFiles::setError(const QString& path, const QString& spec, std::optional<double> error) {
    for (RecentFile& file : files_)
        if (file.path == path) {
            file.spec = spec;
            file.lastError = error;
        }
    write();
}

void RecentFiles::clear() {
    files_.clear();
    write();
}

void RecentFiles::write() const {
    QJsonArray array;
    for (const RecentFile& file : files_) {
        QJsonObject object{{QStringLiteral("path"), file.path},
                           {QStringLiteral("spec"), file.spec},
                           {QStringLiteral("opened"), file.opened.toUTC().toString(Qt::ISODate)}};
        if (file.lastError) object.insert(errorKey, *file.lastError);
        array.append(object);
    }
    QDir().mkpath(QFileInfo(file_).path());
    QSaveFile out(file_);
    if (out.open(QIODevice::WriteOnly)) {
        out.write(QJsonDocument(array).toJson());
        (void)out.commit(); // a list of what was opened is no reason to stop anybody
    }
}

} // namespace warpstring::gui
