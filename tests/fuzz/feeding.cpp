// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/feeding.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>

namespace warpstring::test {

namespace fs = std::filesystem;

namespace {

std::uint64_t seed() {
    const char* given = std::getenv("WARPSTRING_TEST_SEED");
    return given != nullptr ? std::strtoull(given, nullptr, 10) : 1;
}

} // namespace

std::vector<std::string> samplesIn(const fs::path& folder, const std::string& extension) {
    std::vector<fs::path> paths;
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(WARPSTRING_SOURCE_DIR) / folder))
        if (entry.path().extension() == extension) paths.push_back(entry.path());
    std::sort(paths.begin(), paths.end());
    std::vector<std::string> texts;
    for (const auto& path : paths) {
        std::stringstream text;
        text << std::ifstream(path).rdbuf();
        texts.push_back(text.str());
    }
    return texts;
}

void feed(const std::string& name, const Mutator& mutator, void (*harness)(std::string_view), int rounds) {
    const fs::path kept = fs::path(testing::TempDir()) / ("warpstring-" + name + "-input");
    std::cout << "WARPSTRING_TEST_SEED=" << seed() << ", text at work: " << kept.string() << std::endl;
    std::mt19937_64 random(seed());
    for (int i = 0; i < rounds; ++i) {
        const std::string text = mutator.mutate(random);
        std::ofstream(kept, std::ios::binary) << text;
        harness(text);
    }
    fs::remove(kept);
}

} // namespace warpstring::test
