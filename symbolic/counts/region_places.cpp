// SPDX-License-Identifier: GPL-3.0-or-later
#include "symbolic/counts/region_places.h"

#include "symbolic/counts/loop_bounds.h"

namespace warpstring::symbolic {

namespace {

constexpr std::size_t mostPlaces = 512;
constexpr std::size_t placesAtSight = 4; ///< as many are not looked through for empty ones
constexpr std::int64_t mostIterations = 128;

RegionPlaces unknown(const IndexReader& reader, const std::string& what) {
    return {std::nullopt, what + ": " + reader.why(), reader.isOfData(), reader.hinderingNames()};
}

std::string lineText(const CodePlace& place) { return "line " + std::to_string(place.at.line); }

} // namespace

const RegionPlaces& PlaceFinder::of(RegionId region) {
    const RegionPlaces& plain = find(region, false);
    if (plain.places || plain.isOfData) return plain;
    const RegionPlaces& single = find(region, true);
    return single.places || single.isOfData ? single : plain;
}

const RegionPlaces& PlaceFinder::find(RegionId id, bool oneByOne) {
    if (const auto known = found_.find({id, oneByOne}); known != found_.end()) return known->second;
    const Region& region = space_.pdg.regions[id];
    RegionPlaces result;
    if (region.kind == Region::Kind::Entry) {
        result.places = {space_.everywhere()};
    } else {
        const RegionPlaces& around = find(region.parent, oneByOne);
        result = around;
        if (around.places)
            result = region.kind == Region::Kind::Branch ? branch(region, *around.places)
                                                         : body(region, *around.places, oneByOne);
        if (result.places && result.places->size() > placesAtSight)
            std::erase_if(*result.places, [&](const Place& place) { return space_.isEmpty(place.where); });
        if (result.places && result.places->size() > mostPlaces)
            result = {std::nullopt, lineText(region.place) + ": it has too many cases", false, {}};
    }
    return found_.emplace(std::pair(id, oneByOne), std::move(result)).first->second;
}

RegionPlaces PlaceFinder::branch(const Region& region, const std::vector<Place>& around) const {
    RegionPlaces result;
    result.places.emplace();
    for (const Place& place : around) {
        IndexReader reader(space_, place);
        const auto cases = reader.truth(region.guard, true);
        if (!cases) return unknown(reader, "the condition of " + lineText(region.place));
        for (const Conjunction& one : *cases)
            if (auto where = joined(place.where, one)) {
                result.places->push_back({std::move(*where), place.fixed, place.counters});
                // What is multiplied by an open name is no condition that points can be counted by.
                if (space_.pointsOf(result.places->back())) continue;
                RegionPlaces refused{std::nullopt,
                                     "the condition of " + lineText(region.place) +
                                         ": it is not affine in IDs, counters and names",
                                     false,
                                     {}};
                for (const Condition& condition : one)
                    for (const auto& name : condition.left.names())
                        if (space_.symbols.values.contains(name)) refused.hindering.insert(name);
                return refused;
            }
    }
    return result;
}

bool PlaceFinder::unroll(LoopId loop, const Place& entered, RegionPlaces& result) const {
    std::vector<Place> reached{entered};
    for (std::int64_t iteration = 0; !reached.empty(); ++iteration) {
        if (iteration >= mostIterations || result.places->size() + reached.size() > mostPlaces) return false;
        std::vector<Place> next;
        for (Place& place : reached) {
            place.fixed[loop] = iteration;
            IndexReader reader(space_, place);
            const auto goesOn = reader.truth(space_.pdg.loops[loop].continues, true);
            if (!goesOn) {
                result = unknown(reader, "the loop of " + lineText(space_.pdg.loops[loop].place));
                return true;
            }
            for (const Conjunction& one : *goesOn)
                if (auto where = joined(place.where, one); where && !space_.isEmpty(*where))
                    next.push_back({std::move(*where), place.fixed, place.counters});
            result.places->push_back(std::move(place));
        }
        reached = std::move(next);
    }
    return true;
}

RegionPlaces PlaceFinder::body(const Region& region, const std::vector<Place>& around, bool oneByOne) const {
    RegionPlaces result;
    result.places.emplace();
    for (const Place& place : around) {
        if (oneByOne) {
            if (!unroll(region.loop, place, result))
                return {std::nullopt,
                        "the loop of " + lineText(region.place) +
                            ": its iterations are too many to be taken one by one",
                        false,
                        {}};
            if (!result.places) return result;
            continue;
        }
        IndexReader reader(space_, place);
        const auto all = iterations(space_, place, reader, region.loop);
        if (!all) {
            RegionPlaces refused = unknown(reader, "the loop of " + lineText(region.place));
            if (reader.why().empty()) refused.reason += "it does not end by an affine condition";
            return refused;
        }
        for (const Place& one : *all) {
            if (!space_.pointsOf(one)) {
                RegionPlaces refused{std::nullopt,
                                     "the loop of " + lineText(region.place) +
                                         ": its bounds are not affine in IDs, counters and names",
                                     false,
                                     {}};
                for (const Condition& condition : one.where)
                    for (const auto& name : condition.left.names())
                        if (space_.symbols.values.contains(name)) refused.hindering.insert(name);
                return refused;
            }
            result.places->push_back(one);
        }
    }
    return result;
}

IndexReader& PlaceFinder::readerAt(const Place& place) {
    return readers_.try_emplace(&place, space_, place).first->second;
}

AccessAddresses PlaceFinder::addressesAt(const MemoryAccess& access, const std::vector<Place>& places) {
    AccessAddresses result;
    result.cases.emplace();
    for (const Place& place : places) {
        const auto cases = readerAt(place).value(access.offset);
        if (!cases) { // why this one fails, not one before
            readers_.erase(&place);
            IndexReader reader(space_, place);
            (void)reader.value(access.offset);
            return {std::nullopt, reader.why(), reader.isOfData(), reader.hinderingNames()};
        }
        for (const IndexCase& one : *cases)
            if (auto where = joined(place.where, one.where))
                result.cases->push_back({{std::move(*where), place.fixed, place.counters}, one.value});
    }
    if (result.cases->size() > placesAtSight)
        std::erase_if(*result.cases, [&](const AddressCase& one) { return space_.isEmpty(one.place.where); });
    return result;
}

AccessAddresses PlaceFinder::addresses(const MemoryAccess& access, RegionId region) {
    const RegionPlaces& around = of(region);
    if (!around.places) return {std::nullopt, around.reason, around.isOfData, around.hindering};
    if (!access.offset) return {std::nullopt, "its address is not known", true, {}};
    AccessAddresses plain = addressesAt(access, *around.places);
    if (plain.cases || plain.isOfData) return plain;
    const RegionPlaces& single = find(region, true);
    if (!single.places) return plain;
    AccessAddresses apart = addressesAt(access, *single.places);
    return apart.cases ? apart : plain;
}

} // namespace warpstring::symbolic
