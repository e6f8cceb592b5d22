// SPDX-License-Identifier: GPL-3.0-or-later
// A launch file whose launches are made one at a time: a million of them take no more memory than one.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/launch.h"
#include "core/result.h"

namespace warpstring::files {

struct TomlValue;
class LaunchReader;

/// The product of a file's [sweep] lists, in the order of the file with the last list varying fastest; one
/// launch without them. A copy shares the document and may be used on another thread; one instance may not.
class LaunchSweep {
public:
    /// Reports what is wrong with the file whatever its sweep's values are; faults of a combination come from
    /// at().
    [[nodiscard]] static Result<LaunchSweep> open(const std::filesystem::path& path);
    /// The same from text; `path` names it in diagnostics and anchors its relative paths.
    [[nodiscard]] static Result<LaunchSweep> parse(std::string_view text, const std::filesystem::path& path);

    LaunchSweep(const LaunchSweep& other);
    LaunchSweep(LaunchSweep&&) noexcept;
    LaunchSweep& operator=(LaunchSweep other) noexcept;
    ~LaunchSweep();

    /// A source that counts as being there though no file may hold it: an editor has its text.
    void assumeSource(const std::filesystem::path& path);

    /// Launches, 1 to 1,000,000.
    [[nodiscard]] std::uint64_t count() const;
    /// The launch of one combination, or all its faults. Its [reference] is checked for its keys but not read.
    /// Takes a few microseconds. `index` is below count().
    [[nodiscard]] Result<Launch> at(std::uint64_t index);
    /// All launches, or the faults of the first that has some.
    [[nodiscard]] Result<std::vector<Launch>> all();
    /// Launch::name alone.
    [[nodiscard]] std::string nameOf(std::uint64_t index);
    /// The kernel's source and the data files of buffers, as far as they exist: what results depend on besides
    /// the launch file itself. They are the same for all launches.
    [[nodiscard]] std::vector<std::filesystem::path> inputFiles();

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }
    /// What stands in place of the file at path(); nullptr where it was read from there.
    [[nodiscard]] const std::string* givenText() const { return givenText_.get(); }

private:
    LaunchSweep(std::shared_ptr<const TomlValue> document, std::filesystem::path path);

    std::shared_ptr<const TomlValue> document_;
    std::filesystem::path path_;
    std::unique_ptr<LaunchReader> reader_;
    std::filesystem::path assumedSource_; ///< empty: none
    std::shared_ptr<const std::string> givenText_;
};

} // namespace warpstring::files
