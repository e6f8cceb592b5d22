// SPDX-License-Identifier: GPL-3.0-or-later
// Where the regions of a graph are executed, as conditions on IDs and counters that do not overlap.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "symbolic/counts/index_cases.h"

namespace warpstring::symbolic {

/// The places of a region, or why there are none.
struct RegionPlaces {
    std::optional<std::vector<Place>> places;
    std::string reason;
    bool isOfData = false;           ///< it hangs on what is in memory
    std::set<std::string> hindering; ///< names without which, as numbers, it might be told
};

/// An access's address at one of its places.
struct AddressCase {
    Place place;
    Polynomial bytes; ///< from the object's start
};
struct AccessAddresses {
    std::optional<std::vector<AddressCase>> cases;
    std::string reason;
    bool isOfData = false;
    std::set<std::string> hindering;
};

/// Finds places from the outermost region inwards, each once. Where a loop's conditions or what is read in it
/// is not affine in the counter (tree reductions), its iterations are taken one by one.
class PlaceFinder {
public:
    explicit PlaceFinder(const IndexSpace& space) : space_(space) {}

    [[nodiscard]] const RegionPlaces& of(RegionId region);
    [[nodiscard]] AccessAddresses addresses(const MemoryAccess& access, RegionId region);

private:
    [[nodiscard]] const RegionPlaces& find(RegionId region, bool oneByOne);
    [[nodiscard]] RegionPlaces branch(const Region& region, const std::vector<Place>& around) const;
    [[nodiscard]] RegionPlaces body(const Region& region, const std::vector<Place>& around,
                                    bool oneByOne) const;
    /// The iterations of a loop one by one; false where they are too many or cannot be told.
    bool unroll(LoopId loop, const Place& entered, RegionPlaces& result) const;
    [[nodiscard]] AccessAddresses addressesAt(const MemoryAccess& access, const std::vector<Place>& places);
    /// Of a place that found_ keeps: what accesses there have in common is read once.
    [[nodiscard]] IndexReader& readerAt(const Place& place);

    const IndexSpace& space_;
    std::map<std::pair<RegionId, bool>, RegionPlaces> found_;
    std::map<const Place*, IndexReader> readers_;
};

} // namespace warpstring::symbolic
