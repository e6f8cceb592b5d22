// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/session/autosave.h"
#include "app/gui/models/qt_text.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSaveFile>
#include <algorithm>

namespace warpstring::gui {

namespace {

/// When a process began, in the kernel's ticks since the computer did; empty where there is none, or one that
/// has ended and is only waited for. With it a number means one process, though numbers come again.
QString startOf(qint64 process) {
    QFile file(QStringLiteral("/proc/%1/stat").arg(process));
    if (!file.open(QIODevice::ReadOnly)) return {};
    const QByteArray stat = file.readAll();
    // The name in parentheses may hold anything; the 22nd field is the 20th behind it (proc(5)).
    const QList<QByteArray> behind = stat.mid(stat.lastIndexOf(')') + 2).split(' ');
    constexpr qsizetype state = 0, startTime = 19;
    if (behind.size() <= startTime || behind[state] == "Z" || behind[state] == "X") return {};
    return QString::fromLatin1(behind[startTime]);
}

bool isRunning(qint64 process, const QString& start) {
    return process > 0 && !start.isEmpty() && startOf(process) == start;
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
    if (!document.modified()) return forget(document.launchPath());
    return write(document.launchPath(),
                 {{QStringLiteral("launch_path"), toQString(document.launchPath().string())},
                  {QStringLiteral("source_path"), toQString(document.sourcePath().string())},
                  {QStringLiteral("launch_modified"), document.launchModified()},
                  {QStringLiteral("source_modified"), document.sourceModified()},
                  {QStringLiteral("launch"), toQString(document.launchText())},
                  {QStringLiteral("source"), toQString(document.sourceText())}});
}

Diagnostics Autosave::keepText(const std::filesystem::path& path, const std::string& specText) {
    return write(path, {{QStringLiteral("spec_path"), toQString(path.string())},
                        {QStringLiteral("spec"), toQString(specText)}});
}

Diagnostics Autosave::write(const std::filesystem::path& path, QJsonObject object) {
    object.insert(QStringLiteral("schema"), QStringLiteral("warpstring.autosave/1"));
    object.insert(QStringLiteral("process"), QCoreApplication::applicationPid());
    object.insert(QStringLiteral("process_start"), startOf(QCoreApplication::applicationPid()));
    object.insert(QStringLiteral("when"), QDateTime::currentDateTimeUtc().toString(Qt::ISODate));
    QDir().mkpath(folder_);
    QSaveFile out(fileFor(path));
    const QByteArray bytes = QJsonDocument(object).toJson();
    if (out.open(QIODevice::WriteOnly) && out.write(bytes) == bytes.size() && out.commit()) return {};
    return {
        {"autosave.write",
         Severity::Warning,
         {},
         "unsaved edits cannot be kept in " + folder_.toStdString() + ": " + out.errorString().toStdString(),
         "save them yourself"}};
}

Diagnostics Autosave::forget(const std::filesystem::path& path) {
    QFile::remove(fileFor(path));
    return {};
}

std::vector<UnsavedWork> Autosave::left() const {
    std::vector<UnsavedWork> works;
    const QDir folder(folder_);
    for (const QFileInfo& info : folder.entryInfoList({QStringLiteral("*.json")}, QDir::Files)) {
        QFile in(info.filePath());
        if (!in.open(QIODevice::ReadOnly)) continue;
        const QJsonObject object = QJsonDocument::fromJson(in.readAll()).object();
        if (object[QStringLiteral("schema")].toString() != QLatin1String("warpstring.autosave/1")) continue;
        if (isRunning(object[QStringLiteral("process")].toInteger(),
                      object[QStringLiteral("process_start")].toString()))
            continue;
        const auto get = [&](const char* key) { return object[QLatin1String(key)].toString().toStdString(); };
        UnsavedWork work;
        work.isText = object.contains(QStringLiteral("spec_path"));
        work.textPath = get("spec_path");
        work.text = get("spec");
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
