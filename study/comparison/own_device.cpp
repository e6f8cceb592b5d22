// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/comparison/own_device.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <string>

#include "core/text/text_format.h"

namespace warpstring::comparison {

namespace {

std::set<std::string> nameWords(std::string_view name) {
    std::set<std::string> words;
    std::string word;
    const auto finish = [&] {
        if (!word.empty()) words.insert(std::move(word));
        word.clear();
    };
    for (const char letter : name) {
        const auto byte = static_cast<unsigned char>(letter);
        if (std::isalnum(byte) != 0)
            word += static_cast<char>(std::tolower(byte));
        else
            finish();
    }
    finish();
    return words;
}

/// Of "h200", not of the "2" of "nvidia-h200-edited-2".
bool isModelNumber(const std::string& word) {
    const auto digits = std::count_if(word.begin(), word.end(), [](char letter) {
        return std::isdigit(static_cast<unsigned char>(letter)) != 0;
    });
    return digits > 1 || (digits == 1 && word.size() > 1);
}

bool speakOfOneModel(std::string_view specName, std::string_view deviceName) {
    const auto spec = nameWords(specName), device = nameWords(deviceName);
    // Words that make another model of the same number.
    for (const char* variant : {"ti", "super", "xt", "xtx"})
        if (spec.contains(variant) != device.contains(variant)) return false;
    bool numbered = false, found = false;
    for (const std::string& word : spec) {
        if (!isModelNumber(word)) continue;
        numbered = true;
        found = found || device.contains(word);
    }
    if (numbered) return found;
    return !spec.empty() && std::includes(device.begin(), device.end(), spec.begin(), spec.end());
}

} // namespace

bool isOwnDevice(const HardwareSpec& spec, std::string_view deviceName) {
    if (!spec.device.openclName.empty())
        return lowered(spec.device.openclName) == lowered(std::string(deviceName));
    return speakOfOneModel(spec.name, deviceName);
}

} // namespace warpstring::comparison
