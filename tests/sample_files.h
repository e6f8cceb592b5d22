// SPDX-License-Identifier: GPL-3.0-or-later
// Which of the samples a test is about.
#pragma once

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

namespace warpstring::test {

/// The field set has kernels as people run them: hundreds, some of which the tool knows little of. What is said
/// of "every sample" is said of the others, whose answers can be worked out by hand.
inline bool isOfFieldSet(const std::filesystem::path& file) {
    return std::any_of(file.begin(), file.end(), [](const auto& part) { return part == "field"; });
}

/// Launch files below samples/, relative to it and in order, whose names start with `prefix` or, without
/// `starting`, do not. None when there is no such folder: this runs before main, where an exception would end
/// the process.
inline std::vector<std::filesystem::path> sampleLaunchFiles(const std::filesystem::path& samples,
                                                            bool ofFieldSet, const std::string& prefix = "",
                                                            bool starting = true) {
    std::vector<std::filesystem::path> files;
    std::error_code error;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(samples, error)) {
        const auto file = std::filesystem::relative(entry.path(), samples);
        if (file.extension() == ".toml" && file.has_parent_path() && // accuracy.toml is none
            isOfFieldSet(file) == ofFieldSet && file.filename().string().starts_with(prefix) == starting)
            files.push_back(file);
    }
    std::sort(files.begin(), files.end());
    return files;
}

} // namespace warpstring::test
