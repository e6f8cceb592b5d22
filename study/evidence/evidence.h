// SPDX-License-Identifier: GPL-3.0-or-later
// What a hardware spec has been held against, and how far it was off: "warpstring.evidence/1" (docs/json.md).
#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "core/text/json.h"

namespace warpstring::evidence {

enum class EvidenceKind {
    Records,     ///< launches that were measured on the device
    Calibration, ///< values that micro-benchmarks of `warpstring-measure --calibrate` gave
    Published,   ///< what others have printed of the device
    MachineCode  ///< instructions and counters of the code that the device runs
};
inline constexpr std::array evidenceKinds{EvidenceKind::Records, EvidenceKind::Calibration,
                                          EvidenceKind::Published, EvidenceKind::MachineCode};

/// "records", "calibration", "published", "machine code"
[[nodiscard]] std::string_view name(EvidenceKind kind);

/// One thing that a spec was held against.
struct Evidence {
    std::string spec;
    EvidenceKind kind = EvidenceKind::Records;
    std::string of;        ///< the set of records, or what a table is of
    std::string device;    ///< that was measured
    std::string file;      ///< relative to the repository; empty for calibrations, whose source the spec names
    std::string note;      ///< what the figures do not say of themselves
    std::size_t count = 0; ///< launches, rows, values or kernels
    std::optional<double> mape; ///< of kernel times, a fraction of 1; none where times cannot be compared
    std::optional<double> bias; ///< geometric mean of simulated to measured, minus 1
    std::optional<double> tau;  ///< Kendall's, the mean over families
    std::size_t families = 0;   ///< that tau is of; 0: not told
    bool tunedOn = false;       ///< values of the spec are tuned on some of these

    friend bool operator==(const Evidence&, const Evidence&) = default;
};

/// Sorted by spec, kinds as in EvidenceKind.
using EvidenceList = std::vector<Evidence>;

/// Figures are rounded to six digits.
[[nodiscard]] Json toJsonObject(const Evidence& evidence);
[[nodiscard]] std::string toJson(const EvidenceList& list);
/// evidence.bad-file when it is none.
[[nodiscard]] Result<EvidenceList> parseEvidence(std::string_view text, const std::filesystem::path& path);
/// What comes with the specs of a folder: its evidence.json. evidence.file-not-found and the like.
[[nodiscard]] Result<EvidenceList> readEvidence(const std::filesystem::path& specFolder);

/// Of one spec, in order.
[[nodiscard]] EvidenceList evidenceOf(const EvidenceList& list, std::string_view spec);

/// What differs between two lists by more than `margin` in a figure, or at all in anything else: for each, a
/// sentence that names the spec and the file.
[[nodiscard]] std::vector<std::string> differences(const EvidenceList& now, const EvidenceList& then,
                                                   double margin);

} // namespace warpstring::evidence
