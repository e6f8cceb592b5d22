// SPDX-License-Identifier: GPL-3.0-or-later
// Counts a launch with one choice of open names. Only this room sees it.
#pragma once

#include <map>
#include <set>

#include "symbolic/counts/access_box.h"
#include "symbolic/counts/launch_counts.h"
#include "symbolic/counts/region_places.h"

namespace warpstring::symbolic {

class LaunchCounter {
public:
    LaunchCounter(const Pdg& pdg, const Launch& launch, const HardwareSpec& spec,
                  const evaluation::Evaluation& evaluation, const LaunchSymbols& symbols);

    /// Open names without which more would have formulas. Stopped, not all are told, like what count() has.
    [[nodiscard]] std::set<std::string> hinderingNames(const Cancellation* cancellation);
    [[nodiscard]] LaunchCounts count(const Cancellation* cancellation);

private:
    /// An access with all that is known of its addresses.
    struct Addressed {
        AccessAddresses addresses;
        std::vector<Frame> frames;          ///< one each case
        std::vector<LaunchRegion> regions;  ///< of those with points
        bool isAffine = false;              ///< `regions` are all
        std::vector<SymbolicRegion> shapes; ///< one each case, where hasShapes
        bool hasShapes = false;
    };

    [[nodiscard]] const Addressed& addressed(AccessId access);
    [[nodiscard]] Count counted(const Formula& inner) const;
    [[nodiscard]] Count summed(const std::vector<Count>& counts);
    void countOperations(LaunchCounts& result);
    [[nodiscard]] AccessCounts access(const MemoryAccess& access);
    [[nodiscard]] std::vector<AccessStride> strides(const MemoryAccess& access, RegionId region);
    void findFootprint(const MemoryAccess& access, AccessCounts& result);
    [[nodiscard]] BufferCounts buffer(std::uint32_t argument, const std::vector<AccessCounts>& accesses);
    [[nodiscard]] std::optional<Formula> unionFormula(const std::vector<const MemoryAccess*>& accesses);
    /// Points of the addresses themselves, where boxes do not tell them; in bytes.
    [[nodiscard]] std::optional<std::int64_t> imageBytes(const std::vector<const MemoryAccess*>& accesses);

    const Pdg& pdg_;
    const Launch& launch_;
    const HardwareSpec& spec_;
    const evaluation::Evaluation& evaluation_;
    const LaunchSymbols& symbols_;
    PointSpacePointer points_;
    IndexSpace space_;
    PlaceFinder finder_;
    std::map<AccessId, Addressed> addressed_;
    struct RegionCount {
        Count count;
        std::optional<Formula> inner; ///< in inner names
        CountSource source = CountSource::Unknown;
        std::string reason;
    };
    [[nodiscard]] const RegionCount& regionCount(RegionId region);
    std::map<RegionId, RegionCount> counts_;
};

} // namespace warpstring::symbolic
