// SPDX-License-Identifier: GPL-3.0-or-later
// What a search has found out, on disk: one that was interrupted goes on from there.
#pragma once

#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "core/hardware_spec.h"
#include "core/result.h"
#include "tuning/search/choice.h"
#include "tuning/search/variant_figures.h"

namespace warpstring::search {

/// A variant's figures and, where it is excluded, why.
struct KnownVariant {
    VariantFigures figures;
    std::optional<Diagnostic> fault;
};

/// Figures by device and variant. Safe to use from several threads.
class SearchState {
public:
    /// Opens or makes a file of lines of JSON. `record` describes the search (searchRecord()): a file of
    /// another one is refused (tune.other-state). A last line that was cut short is dropped.
    [[nodiscard]] static Result<std::unique_ptr<SearchState>> open(const std::filesystem::path& path,
                                                                   const std::string& record);

    [[nodiscard]] std::optional<KnownVariant> find(std::size_t device, VariantId id) const;
    void add(std::size_t device, VariantId id, const KnownVariant& known);
    /// Writes what was added since; output.write where it cannot.
    [[nodiscard]] Diagnostics flush();
    [[nodiscard]] std::size_t size() const;

private:
    SearchState() = default;

    mutable std::mutex mutex_;
    std::filesystem::path path_;
    std::ofstream out_;
    std::map<std::pair<std::size_t, VariantId>, KnownVariant> known_;
};

/// Changes with all that figures hang on: the texts, the space, the devices and the settings, which are given
/// as text.
[[nodiscard]] std::string searchRecord(const std::string& launchText, const std::string& sourceText,
                                       const std::string& spaceText, const std::vector<HardwareSpec>& specs,
                                       const std::string& settings);

} // namespace warpstring::search
