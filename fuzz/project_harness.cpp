// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTemporaryDir>
#include <filesystem>
#include <fstream>

#include "app/gui/models/session/project.h"
#include "fuzz/diagnostics_promise.h"

namespace warpstring::fuzz {

namespace {

bool same(const gui::Project& a, const gui::Project& b) {
    return a.launchFiles == b.launchFiles && a.current == b.current && a.spec == b.spec &&
           a.comparedSpecs == b.comparedSpecs && a.records == b.records && a.baselines == b.baselines &&
           a.layout == b.layout;
}

} // namespace

void readProjectText(std::string_view text) {
    static const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("fuzz.warpstring"));
    std::ofstream(path.toStdString(), std::ios::binary) << text;
    const auto project = gui::readProject(path);
    if (!project) return expectReasons(project.diagnostics());
    if (const auto faults = gui::writeProject(*project, path); !faults.empty())
        fail("a project that is read is written", toText(faults.front()));
    const auto again = gui::readProject(path);
    if (!again) fail("a project that is written is read", toText(again.diagnostics().front()));
    if (!same(*project, *again)) fail("a project that is written is read as the same", text);
}

} // namespace warpstring::fuzz
