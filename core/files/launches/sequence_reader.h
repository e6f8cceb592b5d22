// SPDX-License-Identifier: GPL-3.0-or-later
// A sequence's document made into a Sequence, with the place of everything that may be at fault.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/files/launches/launch_scope.h"
#include "core/files/launches/launch_variants.h"
#include "core/sequence.h"
#include "core/sequence_checks.h"

namespace warpstring::files {

class SequenceReader {
public:
    /// Keeps the reference to the document.
    SequenceReader(const TomlValue& document, const std::filesystem::path& path);

    [[nodiscard]] Result<Sequence> read();

private:
    bool checkSchema();
    std::vector<SequenceStep> readSteps(const TomlValue& table, const std::string& prefix);
    SequenceStep readStep(const TomlValue& table, const std::string& number);
    std::optional<Launch> readLaunch(const TomlValue& table, const std::string& what);
    std::vector<NamedValues> readValues(const TomlValue& table, const TomlValue& launch);
    std::optional<TomlValue> valueOf(const TomlValue& written, const std::string& what, bool isVerbatim);
    std::map<std::string, std::string> readNames(const TomlValue& table, const std::string& key,
                                                 const std::string& where);
    std::uint64_t readRepeat(const TomlValue& value, const std::string& what);
    std::vector<BufferSwap> readSwaps(const TomlValue& value);
    std::optional<SequenceReference> readReference();
    void place(const std::string& where, TomlPlace at) { places_[where] = faults_.location(at); }

    const TomlValue& document_;
    std::filesystem::path path_;
    TomlFaults faults_;
    ExpressionCache expressions_;
    SweepValues nothingSwept_;
    std::optional<LaunchScope> scope_; ///< of [constants]
    SequencePlaces places_;
    bool complete_ = true; ///< every launch was read: whether they go together can be asked
};

} // namespace warpstring::files
