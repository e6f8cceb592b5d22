// SPDX-License-Identifier: GPL-3.0-or-later
// A project file: kernels with their launches, devices, baselines, layout. JSON, schema "warpstring.project/1".
#pragma once

#include <QByteArray>
#include <QJsonArray>
#include <QString>
#include <QStringList>

#include "core/result.h"

namespace warpstring::gui {

struct Project {
    QStringList launchFiles; ///< absolute here; relative to the project in the file where they lie below it
    int current = 0;
    QString spec;              ///< of the current kernel
    QStringList comparedSpecs; ///< of the comparison
    QStringList records;       ///< files and folders of measurement records
    QJsonArray baselines;      ///< pinned comparisons: toJson() of baseline.h
    QByteArray layout;         ///< of the window
};

/// Fails with file.unreadable, project.syntax or project.version, each with what to do.
[[nodiscard]] Result<Project> readProject(const QString& path);
/// Returns nothing when the project is written, else file.unwritable.
[[nodiscard]] Diagnostics writeProject(const Project& project, const QString& path);

} // namespace warpstring::gui
