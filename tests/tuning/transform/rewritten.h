// SPDX-License-Identifier: GPL-3.0-or-later
// Rewrites of small kernels, for tests.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tuning/transform/transform.h"

namespace warpstring::transform {

/// Launch files name a source that must be there; what it holds is not read.
inline std::filesystem::path folder() {
    const auto path = std::filesystem::path(testing::TempDir()) / "warpstring-transform";
    std::filesystem::create_directories(path);
    std::ofstream(path / "k.cl", std::ios::app).flush();
    return path;
}

/// A launch file for a kernel "k": "global = [64]\nlocal = [16]\n" and what else there is.
inline KernelText kernelText(const std::string& source, const std::string& launch) {
    return {source, "schema = \"warpstring.launch/1\"\nkernel = \"k\"\nsource = \"k.cl\"\n" + launch,
            folder() / "k.cl", folder() / "k.toml"};
}

inline Result<Rewritten> rewriteBy(const KernelText& text, const std::vector<std::string>& words) {
    std::vector<Rewrite> rewrites;
    for (const auto& word : words) {
        auto rewrite = parseRewrite(word);
        if (!rewrite) return rewrite.diagnostics();
        rewrites.push_back(*rewrite);
    }
    return rewrite(text, rewrites);
}

/// The code of the first diagnostic, empty where it was done.
inline std::string refusalOf(const KernelText& text, const std::string& words) {
    const auto rewritten = rewriteBy(text, {words});
    return rewritten ? "" : rewritten.diagnostics().front().code;
}

inline std::string told(const Diagnostics& diagnostics) {
    std::string all;
    for (const auto& diagnostic : diagnostics) all += toText(diagnostic) + "\n";
    return all;
}

/// The kernel after a rewrite, or why there is none.
inline std::string sourceAfter(const KernelText& text, const std::string& words) {
    const auto rewritten = rewriteBy(text, {words});
    return rewritten ? rewritten->text.source : told(rewritten.diagnostics());
}
inline std::string launchAfter(const KernelText& text, const std::string& words) {
    const auto rewritten = rewriteBy(text, {words});
    return rewritten ? rewritten->text.launch : told(rewritten.diagnostics());
}

inline bool holds(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

} // namespace warpstring::transform
