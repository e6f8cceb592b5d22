// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/session/project.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include "app/gui/models/text_file.h"

namespace warpstring::gui {

namespace {

constexpr auto schemaName = "warpstring.project/";
constexpr int version = 1;

Diagnostic fault(const QString& path, const char* code, const QString& message, const QString& hint) {
    return {code, Severity::Error, {path.toStdString(), 0, 0}, message.toStdString(), hint.toStdString()};
}

/// Below the project's folder relative to it, else absolute: a folder with its project can be moved.
QJsonArray stored(const QStringList& paths, const QDir& folder) {
    QJsonArray array;
    for (const QString& path : paths) {
        const QString relative = folder.relativeFilePath(path);
        array.append(relative.startsWith(QLatin1String("..")) ? path : relative);
    }
    return array;
}

QStringList found(const QJsonValue& value, const QDir& folder) {
    QStringList paths;
    for (const QJsonValue& each : value.toArray())
        if (const QString path = each.toString(); !path.isEmpty())
            paths += QDir::cleanPath(folder.absoluteFilePath(path));
    return paths;
}

} // namespace

Result<Project> readProject(const QString& path) {
    const auto text = readText(path.toStdString());
    if (!text) return text.diagnostics();
    QJsonParseError error;
    const auto document = QJsonDocument::fromJson(QByteArray::fromStdString(*text), &error);
    if (!document.isObject())
        return fault(path, "project.syntax",
                     QStringLiteral("%1 is no project: %2").arg(path, error.errorString()),
                     QStringLiteral("projects are made by File > Save Project"));
    const QJsonObject object = document.object();
    const QString schema = object[QStringLiteral("schema")].toString();
    bool isNumber = false;
    const int fileVersion = schema.mid(static_cast<int>(qstrlen(schemaName))).toInt(&isNumber);
    if (!schema.startsWith(QLatin1String(schemaName)) || !isNumber || fileVersion < 1)
        return fault(path, "project.syntax",
                     QStringLiteral("%1 is no project: its schema is \"%2\"").arg(path, schema),
                     QStringLiteral("projects are made by File > Save Project"));
    if (fileVersion > version)
        return fault(path, "project.version",
                     QStringLiteral("%1 was made by a later version of Warpstring").arg(path),
                     QStringLiteral("this one reads version %1, the file is of version %2")
                         .arg(version)
                         .arg(fileVersion));
    const QDir folder = QFileInfo(path).absoluteDir();
    Project project;
    project.launchFiles = found(object[QStringLiteral("launch_files")], folder);
    project.current = object[QStringLiteral("current")].toInt();
    project.spec = object[QStringLiteral("spec")].toString();
    for (const QJsonValue& spec : object[QStringLiteral("compared_specs")].toArray())
        project.comparedSpecs += spec.toString();
    project.records = found(object[QStringLiteral("records")], folder);
    project.baselines = object[QStringLiteral("baselines")].toArray();
    project.layout = QByteArray::fromBase64(object[QStringLiteral("layout")].toString().toLatin1());
    return project;
}

Diagnostics writeProject(const Project& project, const QString& path) {
    const QDir folder = QFileInfo(path).absoluteDir();
    const QJsonObject object{
        {QStringLiteral("schema"), QLatin1String(schemaName) + QString::number(version)},
        {QStringLiteral("launch_files"), stored(project.launchFiles, folder)},
        {QStringLiteral("current"), project.current},
        {QStringLiteral("spec"), project.spec},
        {QStringLiteral("compared_specs"), QJsonArray::fromStringList(project.comparedSpecs)},
        {QStringLiteral("records"), stored(project.records, folder)},
        {QStringLiteral("baselines"), project.baselines},
        {QStringLiteral("layout"), QString::fromLatin1(project.layout.toBase64())}};
    return writeText(path.toStdString(), QJsonDocument(object).toJson().toStdString());
}

} // namespace warpstring::gui
