// SPDX-License-Identifier: GPL-3.0-or-later
// The launch of a file with other values of its names, made in microseconds.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/files/toml/toml_reader.h"
#include "core/launch.h"
#include "core/result.h"

namespace warpstring::files {

class LaunchReader;

/// A name of a launch file (variableNames()) and the values to be tried for it.
struct NamedValues {
    std::string name;
    TomlPlace place; ///< where its values are listed
    std::vector<TomlValue> values;
};

/// Launches of a text by the values that are chosen of each name. Its own [sweep] and [tune] do not count. A
/// copy shares the text and may be used on another thread; one instance may not.
class LaunchVariants {
public:
    /// Fails with what is wrong with the file whatever the values are, and with launch.unknown-tune where it
    /// has no such name. `path` names it in diagnostics and anchors its relative paths.
    [[nodiscard]] static Result<LaunchVariants> parse(std::string_view text, const std::filesystem::path& path,
                                                      std::vector<NamedValues> names);

    LaunchVariants(const LaunchVariants& other);
    LaunchVariants(LaunchVariants&&) noexcept;
    LaunchVariants& operator=(LaunchVariants other) noexcept;
    ~LaunchVariants();

    /// The launch with the value of each name that `choice` counts from 0, or all its faults. `swept` has them.
    [[nodiscard]] Result<Launch> at(const std::vector<std::size_t>& choice);
    /// The launch with the values that the file states itself.
    [[nodiscard]] Result<Launch> start();

    [[nodiscard]] const std::vector<NamedValues>& names() const;

private:
    struct Shared;
    explicit LaunchVariants(std::shared_ptr<const Shared> shared);
    [[nodiscard]] Result<Launch> read(LaunchReader& reader, const std::vector<std::size_t>& choice);

    std::shared_ptr<const Shared> shared_;
    std::unique_ptr<LaunchReader> varied_, plain_;
};

} // namespace warpstring::files
