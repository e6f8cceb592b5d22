// SPDX-License-Identifier: GPL-3.0-or-later
// How many values of a hardware spec come from where.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "core/hardware_spec.h"

namespace warpstring::evidence {

/// Values of one source.
struct SourceCount {
    std::string source; ///< a key of the spec's sources
    std::size_t count = 0;
};

struct ValueCounts {
    std::array<std::size_t, provenanceKinds.size()> byKind{}; ///< by ProvenanceKind
    std::size_t estimatedFromSource = 0; ///< of the estimated ones: those that name a source
    std::vector<SourceCount> sources;    ///< the most used first

    [[nodiscard]] std::size_t of(ProvenanceKind kind) const { return byKind[static_cast<std::size_t>(kind)]; }
    [[nodiscard]] std::size_t all() const;
    /// Measured by anyone: papers, micro-benchmarks, calibrations.
    [[nodiscard]] std::size_t measured() const;
};

[[nodiscard]] ValueCounts valueCounts(const HardwareSpec& spec);

} // namespace warpstring::evidence
