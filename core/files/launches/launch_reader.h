// SPDX-License-Identifier: GPL-3.0-or-later
// The document is read once into plain values, then made into a launch for a combination of the sweep, with the
// swept values standing in for the written ones.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/files/launches/launch_axes.h"
#include "core/files/launches/launch_comparison.h"
#include "core/files/launches/launch_scope.h"
#include "core/launch.h"

namespace warpstring::files {

/// Makes the launches of one document. What they share (parsed expressions, the source's place) is found once.
class LaunchReader {
public:
    /// Keeps the reference to the document.
    LaunchReader(const TomlValue& document, const std::filesystem::path& path, bool withReference);
    LaunchReader(const LaunchReader&) = delete;
    LaunchReader& operator=(const LaunchReader&) = delete;

    /// What does not depend on the sweep's values. False: this is no launch file, and nothing else is worth
    /// telling.
    bool readDocument();
    /// Combinations of the sweep; 1 without one, or when there are too many.
    [[nodiscard]] std::uint64_t count() const { return count_; }
    /// Other names and values in place of the document's [sweep]; they outlive this. None: its own values.
    void vary(std::vector<LaunchAxis> axes) { axes_ = std::move(axes); }
    /// A source that counts as being there though no file may hold it: an editor has its text.
    void assumeSource(const std::filesystem::path& path) { assumedSource_ = path.lexically_normal(); }
    /// A launch to be used only when there are no faults.
    [[nodiscard]] Launch read(std::uint64_t index);
    /// The same by the value of each axis, counted from 0.
    [[nodiscard]] Launch readChoice(const std::vector<std::size_t>& choice);
    /// Its name alone.
    [[nodiscard]] std::string nameOf(std::uint64_t index);

    /// All faults since they were last cleared.
    [[nodiscard]] TomlFaults& faults() { return faults_; }

private:
    bool checkSchema();
    void readSweep();
    std::uint64_t combinationCount();
    void selectCombination(std::uint64_t index);
    Launch readSelected();
    std::vector<SweptValue> sweptValues(LaunchScope& scope);
    void checkIdentifier(const TomlValue& value, const std::string& name, const std::string& what);
    std::string readOptions();
    RegisterRequest readRegisters();
    std::string macroText(const std::string& name, const TomlValue& value);
    std::vector<std::uint64_t> readSizes(LaunchScope& scope, const std::string& key);
    void readRange(LaunchScope& scope, NDRange& range);

    const TomlValue& document_;
    std::filesystem::path path_;
    std::string stem_;
    TomlFaults faults_;
    ExpressionCache expressions_;
    ReferenceReader references_;
    std::vector<LaunchAxis> axes_;
    std::uint64_t count_ = 1;
    SweepValues swept_;
    std::optional<std::filesystem::path> source_;
    std::filesystem::path assumedSource_; ///< empty: none
};

} // namespace warpstring::files
