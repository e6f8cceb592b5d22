// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/session/sample_list.h"

#include <algorithm>
#include <fstream>

#include "core/files/launches/launch_sweep.h"

namespace warpstring::gui {

namespace {

QString firstComment(const std::filesystem::path& file) {
    std::ifstream text(file);
    std::string line;
    std::getline(text, line);
    return line.starts_with("// ") ? QString::fromStdString(line.substr(3)) : QString();
}

} // namespace

std::vector<Sample> listSamples(const std::filesystem::path& root) {
    std::vector<Sample> samples;
    std::error_code ignored;
    for (const auto& folder : std::filesystem::directory_iterator(root, ignored)) {
        if (!folder.is_directory(ignored)) continue;
        for (const auto& entry : std::filesystem::directory_iterator(folder.path(), ignored)) {
            const auto& file = entry.path();
            const bool isNest = file.extension() == ".c" && folder.path().filename() == "nests";
            if (isNest || file.extension() == ".pattern")
                samples.push_back({file,
                                   QString::fromStdString(folder.path().filename().string()),
                                   QString::fromStdString(file.stem().string()),
                                   firstComment(file),
                                   {}});
            if (file.extension() != ".toml" || file.filename().string().starts_with("check-")) continue;
            auto sweep = files::LaunchSweep::open(file);
            if (!sweep) continue;
            const auto launch = sweep->at(0);
            if (!launch) continue;
            samples.push_back({file, QString::fromStdString(folder.path().filename().string()),
                               QString::fromStdString(file.stem().string()),
                               QString::fromStdString(launch->description),
                               QString::fromStdString(launch->kernel), sweep->count()});
        }
    }
    std::sort(samples.begin(), samples.end(), [](const Sample& a, const Sample& b) { return a.file < b.file; });
    return samples;
}

} // namespace warpstring::gui
