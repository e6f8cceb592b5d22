// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/batch/content_hash.h"

#include <cstdint>
#include <cstdio>
#include <fstream>
#include <vector>

namespace warpstring::batch {

namespace {

constexpr std::uint64_t emptyHash = 0xcbf29ce484222325u;

void addTo(std::uint64_t& hash, std::string_view text) {
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
}

std::string toHex(std::uint64_t hash) {
    char text[17];
    std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(hash));
    return text;
}

} // namespace

std::string ContentHashes::ofText(std::string_view text) {
    std::uint64_t hash = emptyHash;
    addTo(hash, text);
    return toHex(hash);
}

Result<std::string> ContentHashes::of(const std::filesystem::path& path) {
    if (const auto found = known_.find(path.string()); found != known_.end()) return found->second;
    std::ifstream file(path, std::ios::binary);
    std::uint64_t hash = emptyHash;
    std::vector<char> block(1 << 16);
    while (file) {
        file.read(block.data(), static_cast<std::streamsize>(block.size()));
        addTo(hash, {block.data(), static_cast<std::size_t>(file.gcount())});
    }
    if (!file.eof())
        return Diagnostic{"batch.unreadable-input",
                          Severity::Error,
                          {path.string(), 0, 0},
                          "cannot read " + path.string(),
                          "check its permissions"};
    return known_.emplace(path.string(), toHex(hash)).first->second;
}

} // namespace warpstring::batch
