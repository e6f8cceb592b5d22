// SPDX-License-Identifier: GPL-3.0-or-later
// What a person says of a launch beside its file, or in place of one.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/result.h"

namespace warpstring::drafting {

/// A name and what is said of it, as TOML.
struct NamedValue {
    std::string name;
    std::string toml;
};

/// Empty members say nothing.
struct LaunchChoice {
    std::string kernel;
    std::vector<std::string> global, local; ///< by dimension, as TOML: 1024 or "n * 16"
    std::vector<NamedValue> arguments;      ///< as in [args]
    std::vector<NamedValue> macros;         ///< as in [macros]
    std::vector<std::string> includes;      ///< folders, as -I takes them

    [[nodiscard]] bool isEmpty() const {
        return kernel.empty() && global.empty() && local.empty() && arguments.empty() && macros.empty() &&
               includes.empty();
    }
};

// Each reads the value of the option of its name. Failures (usage.option) name the option and show its form.

/// "1024x1024", "n,n" or "1024".
[[nodiscard]] Diagnostics readSizes(const std::string& option, const std::string& text,
                                    std::vector<std::string>& sizes);
/// "n=4096", "alpha=1.5", "pitch=n+1".
[[nodiscard]] Diagnostics readScalar(const std::string& text, LaunchChoice& choice);
/// "a=float:n*n:random", "a=struct(24):n": the type or the bytes of a struct, elements and, where it is not
/// `zero`, the contents: zero, iota, permutation, random, random(low,high), constant(value),
/// offsets(shortest,longest) or file(path).
[[nodiscard]] Diagnostics readBuffer(const std::string& text, LaunchChoice& choice);
/// "tile=4096": bytes.
[[nodiscard]] Diagnostics readLocalMemory(const std::string& text, LaunchChoice& choice);
/// "in=1024x768:UNORM_INT8:RGBA": sizes and, where they are not those, the type and order of the channels.
[[nodiscard]] Diagnostics readImage(const std::string& text, LaunchChoice& choice);
/// "how=linear:repeat:normalized": a filter, an addressing, whether coordinates are normalized, in any order.
[[nodiscard]] Diagnostics readSampler(const std::string& text, LaunchChoice& choice);
/// "p=n:4096,alpha:1.5,v[2]:1": members by their paths; those that are not named are zero.
[[nodiscard]] Diagnostics readStruct(const std::string& text, LaunchChoice& choice);
/// "NAME=VALUE" or "NAME", which is 1.
[[nodiscard]] Diagnostics readMacro(const std::string& text, LaunchChoice& choice);

/// A launch file's text with what was chosen in place of what it says; everything else stays as it is. Fails
/// where its brackets or quotes do not let it (usage.option).
[[nodiscard]] Result<std::string> withChoice(const std::string& launchText, const std::filesystem::path& path,
                                             const LaunchChoice& choice);

} // namespace warpstring::drafting
