// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/accuracy/recorded_ratio_error.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <sstream>
#include <vector>

#include "core/text/text_format.h"
#include "study/accuracy/accuracy_record.h"

namespace warpstring::accuracy {

namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 3> setsByTrust{"field-checked-on", "checked-on", "all"};

std::vector<fs::path> recordsIn(const fs::path& folder) {
    std::error_code ignored;
    std::vector<fs::path> found;
    for (const auto& entry : fs::directory_iterator(folder, ignored)) {
        const std::string name = entry.path().filename().string();
        if (name.starts_with("accuracy-") && name.ends_with(".json")) found.push_back(entry.path());
    }
    std::sort(found.begin(), found.end());
    return found;
}

} // namespace

RecordedRatioError recordedRatioError(std::string_view spec, const fs::path& folder) {
    for (const auto& path : recordsIn(folder)) {
        std::ostringstream text;
        text << std::ifstream(path, std::ios::binary).rdbuf();
        const auto record = parseAccuracyRecord(text.str(), path);
        if (!record || record->spec != spec) continue;
        for (const auto& set : setsByTrust)
            if (const RatioErrors* errors = record->ratioErrors(set); errors != nullptr && errors->pairs > 0)
                return {*errors, std::string(set), path};
    }
    return {{0, assumedRatioError, assumedRatioError}, "", {}};
}

std::string toText(const RecordedRatioError& error) {
    const std::string median = formatted("%.1f %%", 100 * error.errors.median);
    if (error.record.empty()) return median + ", assumed: there are no measurements on it";
    return median +
           formatted(", the median of %zu pairs measured on it (%s)", error.errors.pairs, error.of.c_str());
}

} // namespace warpstring::accuracy
