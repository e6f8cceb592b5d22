// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/autosave.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSaveFile>
#include <algorithm>
#include <cerrno>
#include <csignal>

namespace warpstring::gui {

namespace {

QString text(const std::string& value) { return QString::fromStdString(value); }

bool isRunning(qint64 process) {
    return process > 0 && (::kill(static_cast<pid_t>(process), 0) == 0 || errno == EPERM);
}

} // namespace

Autosave::Autosave(QString folder) : folder_(std::move(folder)) {}

QString Autosave::fileFor(const std::filesystem::path& launchPath) const {
    const QByteArray hash =
        QCryptographicHash::hash(QByteArray::fromStdString(launchPath.string()), QCryptographicHash::Sha1)
            .toHex();
    return QStringLiteral("%1/%2-%3.json")
        .arg(folder_, QString::fromLatin1(hash.left(16)))
        .arg(QCoreApplication::applicationPid());
}

Diagnostics Autosave::keep(const KernelDocument& document) {
    if (!document.modified()) {
        forget(document.launchPath());
        return {};
    }
    const QJsonObject object{{QStringLiteral("schema"), QStringLiteral("warpstring.autosave/1")},
                             {QStringLiteral("process"), QCoreApplication::applicationPid()},
                             {QStringLiteral("when"), QDateTime::currentDateTimeUtc().toString(Qt::ISODate)},
                             {QStringLiteral("launch_path"), text(document.launchPath().string())},
                             {QStringLiteral("source_path"), text(document.sourcePath().string())},
                             {QStringLiteral("launch_modified"), document.launchModified()},
                             {QStringLiteral("source_modified"), document.sourceModified()},
                             {QStringLiteral("launch"), text(document.launchText())},
                             {QStringLiteral("source"), text(document.sourceText())}};
    QDir().mkpath(folder_);
    QSaveFile out(fileFor(document.launchPath()));
    const QByteArray bytes = QJsonDocument(object).toJson();
    if (out.open(QIODevice::WriteOnly) && out.write(bytes) == bytes.size() && out.commit()) return {};
    return {
        {"autosave.write",
         Severity::Warning,
         {},
         "unsaved edits cannot be kept in " + folder_.toStdString() + ": " + out.errorString().toStdString(),
         "save them yourself"}};
}

void Autosave::forget(const std::filesystem::path& launchPath) { QFile::remove(fileFor(launchPath)); }

std::vector<UnsavedWork> Autosave::left() const {
    std::vector<UnsavedWork> works;
    const QDir folder(folder_);
    for (const QFileInfo& info : folder.entryInfoList({QStringLiteral("*.json")}, QDir::Files)) {
        QFile in(info.filePath());
        if (!in.open(QIODevice::ReadOnly)) continue;
        const QJsonObject object = QJsonDocument::fromJson(in.readAll()).object();
        if (object[QStringLiteral("schema")].toString() != QLatin1String("warpstring.autosave/1")) continue;
        if (isRunning(object[QStringLiteral("process")].toInteger())) continue;
        const auto get = [&](const char* key) { return object[QLatin1String(key)].toString().toStdString(); };
        UnsavedWork work;
        work.launchPath = get("launch_path");
        work.sourcePath = get("source_path");
        work.launchText = get("launch");
        work.sourceText = get("source");
        work.launchModified = object[QStringLiteral("launch_modified")].toBool();
        work.sourceModified = object[QStringLiteral("source_modified")].toBool();
        work.when = QDateTime::fromString(object[QStringLiteral("when")].toString(), Qt::ISODate);
        work.file = info.filePath();
        works.push_back(std::move(work));
    }
    std::stable_sort(works.begin(), works.end(), [](const auto& a, const auto& b) { return a.when > b.when; });
    return works;
}

void Autosave::discard(const UnsavedWork& work) { QFile::remove(work.file); }

} // namespace warpstring::gui
