// SPDX-License-Identifier: GPL-3.0-or-later
// Spec files by name.
#include <map>

#include "core/files/specs/hardware_spec_file.h"

namespace warpstring::files {

namespace fs = std::filesystem;

std::vector<fs::path> listHardwareSpecs(const std::vector<fs::path>& folders) {
    // A multimap: of two files of one name, that of the earlier folder comes first.
    std::multimap<fs::path, fs::path> byName;
    for (const fs::path& folder : folders) {
        std::error_code error;
        for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
            std::error_code ignored;
            if (at->path().extension() == ".toml" && at->is_regular_file(ignored))
                byName.emplace(at->path().stem(), at->path());
        }
    }
    std::vector<fs::path> specs;
    for (auto& [name, path] : byName) specs.push_back(std::move(path));
    return specs;
}

Result<fs::path> findHardwareSpec(const std::string& nameOrPath, const std::vector<fs::path>& folders) {
    const fs::path given(nameOrPath);
    std::error_code error;
    if (given.has_parent_path() || given.extension() == ".toml") {
        if (fs::exists(given, error)) return given;
        if (given.has_parent_path())
            return Diagnostic{"spec.file-not-found",
                              Severity::Error,
                              {nameOrPath, 0, 0},
                              "there is no hardware spec " + nameOrPath,
                              "check the path"};
    }
    const std::string wanted = given.extension() == ".toml" ? given.stem().string() : nameOrPath;
    for (const fs::path& folder : folders) {
        const fs::path candidate = folder / (wanted + ".toml");
        if (!wanted.empty() && fs::is_regular_file(candidate, error)) return candidate;
    }
    std::vector<std::string> names;
    std::string all;
    for (const fs::path& spec : listHardwareSpecs(folders)) {
        if (!names.empty() && names.back() == spec.stem().string()) continue;
        names.push_back(spec.stem().string());
        all += (all.empty() ? "" : ", ") + names.back();
    }
    const std::string closest = closestName(wanted, names);
    std::string hint = closest.empty() ? "" : "did you mean \"" + closest + "\"? ";
    hint += names.empty() ? "there are none in the folders searched" : "there are: " + all;
    return Diagnostic{"spec.unknown-name",
                      Severity::Error,
                      {},
                      "there is no hardware spec named \"" + nameOrPath + "\"",
                      hint};
}

} // namespace warpstring::files
