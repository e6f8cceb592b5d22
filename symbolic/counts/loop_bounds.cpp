// SPDX-License-Identifier: GPL-3.0-or-later
#include "symbolic/counts/loop_bounds.h"

#include <algorithm>

namespace warpstring::symbolic {

namespace {

/// What the counter is multiplied by; nullopt where the condition is not affine in it.
std::optional<Rational> factorOfCounter(const Polynomial& left, const std::string& counter) {
    const auto powers = left.byPowersOf(counter);
    if (powers[0].mentions(counter) || powers.size() > 2) return std::nullopt; // within a quotient
    if (powers.size() == 1) return Rational(0);
    return powers[1].constant();
}

/// "counter != end" as two cases, one below and one above: the one below, where the counter starts there and
/// meets the end.
std::optional<Conjunction> untilMet(const IndexSpace& space, const Place& place,
                                    const std::vector<Conjunction>& cases, const std::string& counter) {
    if (cases.size() != 2 || cases[0].empty() || cases[0].size() != cases[1].size()) return std::nullopt;
    for (std::size_t i = 0; i + 1 < cases[0].size(); ++i)
        if (!(cases[0][i] == cases[1][i])) return std::nullopt;
    const Condition &one = cases[0].back(), &other = cases[1].back();
    if (one.isEquality || other.isEquality || !(one.left + other.left == Polynomial(-2))) return std::nullopt;
    const auto factor = factorOfCounter(one.left, counter);
    if (!factor || factor->sign() == 0) return std::nullopt;
    const std::size_t below = factor->sign() < 0 ? 0 : 1;
    const Polynomial distance = (below == 0 ? one.left : other.left).replaced(counter, 0) + 1;
    const auto step = (factor->sign() < 0 ? Rational(-1) * *factor : *factor).integer();
    if (!step) return std::nullopt;
    const Polynomial rest = distance - Polynomial(*step) * Polynomial::floorOf(distance, *step);
    if (!rest.isZero() || !space.isNonNegative(distance, place.where)) return std::nullopt;
    return cases[below];
}

} // namespace

std::optional<Conjunction> continuing(const IndexSpace& space, const Place& place, IndexReader& reader,
                                      LoopId loop) {
    const auto cases = reader.truth(space.pdg.loops[loop].continues, true);
    if (!cases) return std::nullopt;
    const std::string counter = counterName(loop);
    if (cases->empty()) return Conjunction{{Polynomial(-1) - Polynomial::name(counter)}}; // never
    const auto goesOn =
        cases->size() == 1 ? std::optional((*cases)[0]) : untilMet(space, place, *cases, counter);
    if (!goesOn) return std::nullopt;
    bool isBounded = false;
    for (const Condition& condition : *goesOn) {
        const auto factor = factorOfCounter(condition.left, counter);
        if (!factor || factor->sign() > 0 || (condition.isEquality && factor->sign() != 0)) return std::nullopt;
        isBounded = isBounded || factor->sign() < 0;
    }
    return isBounded ? goesOn : std::nullopt;
}

std::optional<IndexCases> lastIteration(const IndexSpace& space, const Place& place, IndexReader& reader,
                                        LoopId loop) {
    const auto goesOn = continuing(space, place, reader, loop);
    if (!goesOn || goesOn->size() != 1) return std::nullopt;
    const std::string counter = counterName(loop);
    const Polynomial& left = (*goesOn)[0].left; // rest - step * counter
    const Polynomial rest = left.replaced(counter, 0);
    const auto step = (Rational(-1) * *factorOfCounter(left, counter)).integer();
    if (!step) return std::nullopt;
    const Polynomial end = Polynomial::floorOf(rest, *step) + 1;
    if (space.isNonNegative(rest, place.where)) return IndexCases{{{}, end}};
    return IndexCases{{{{rest}}, end}, {{{Polynomial(-1) - rest}}, 0}};
}

std::optional<std::vector<Place>> iterations(const IndexSpace& space, const Place& place, IndexReader& reader,
                                             LoopId loop) {
    const auto goesOn = continuing(space, place, reader, loop);
    if (!goesOn) return std::nullopt;
    const std::string counter = counterName(loop);
    const Polynomial before = Polynomial::name(counter) - 1;
    Conjunction reached;
    for (const Condition& condition : *goesOn)
        reached.push_back({condition.left.replaced(counter, before), condition.isEquality});
    // Whether the first iteration is like the others: followed from one before it that there is not.
    const bool isOne = std::all_of(goesOn->begin(), goesOn->end(), [&](const Condition& condition) {
        return !condition.isEquality && space.isNonNegative(condition.left.replaced(counter, -1), place.where);
    });
    std::vector<Place> all;
    const auto add = [&](const Conjunction& conditions) {
        auto where = joined(place.where, conditions);
        if (!where) return;
        all.push_back({std::move(*where), place.fixed, place.counters});
        all.back().counters.push_back(loop);
    };
    const Polynomial at = Polynomial::name(counter);
    if (!isOne) add({{at, true}});
    Conjunction later{{isOne ? at : at - 1}};
    later.insert(later.end(), reached.begin(), reached.end());
    add(later);
    return all;
}

} // namespace warpstring::symbolic
