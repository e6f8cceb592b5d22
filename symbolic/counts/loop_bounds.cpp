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

/// All conditions fail no further once they failed: the counter only takes from them, and from one at least.
bool isFalling(const Conjunction& goesOn, const std::string& counter) {
    bool isBounded = false;
    for (const Condition& condition : goesOn) {
        const auto factor = factorOfCounter(condition.left, counter);
        if (!factor || factor->sign() > 0 || (condition.isEquality && factor->sign() != 0)) return false;
        isBounded = isBounded || factor->sign() < 0;
    }
    return isBounded;
}

/// What is left of `all` where the conjunction does not hold, in conjunctions that exclude each other.
std::vector<Conjunction> withoutOne(const std::vector<Conjunction>& all, const Conjunction& excluded) {
    std::vector<Conjunction> result;
    for (const Conjunction& one : all) {
        Conjunction held = one;
        for (const Condition& condition : excluded) {
            std::vector<Condition> failing;
            failing.reserve(2);
            failing.push_back({Polynomial(-1) - condition.left});
            if (condition.isEquality) failing.push_back({condition.left - 1});
            for (const Condition& failed : failing)
                if (auto where = joined(held, {failed})) result.push_back(std::move(*where));
            auto next = joined(held, {condition});
            if (!next) break;
            held = std::move(*next);
        }
    }
    return result;
}

} // namespace

std::optional<std::vector<LoopCase>> loopCases(const IndexSpace& space, const Place& place, IndexReader& reader,
                                               LoopId loop) {
    const auto truths = reader.truth(space.pdg.loops[loop].continues, true);
    if (!truths) return std::nullopt;
    const std::string counter = counterName(loop);
    struct Group {
        Conjunction where;
        std::vector<Conjunction> goesOn;
    };
    std::vector<Group> groups; // by what does not change in the loop
    for (const Conjunction& one : *truths) {
        Group own;
        own.goesOn.emplace_back();
        for (const Condition& condition : one)
            (condition.left.mentions(counter) ? own.goesOn[0] : own.where).push_back(condition);
        const auto same = std::find_if(groups.begin(), groups.end(),
                                       [&](const Group& other) { return other.where == own.where; });
        if (same == groups.end())
            groups.push_back(std::move(own));
        else
            same->goesOn.push_back(std::move(own.goesOn[0]));
    }
    std::vector<LoopCase> cases;
    std::vector<Conjunction> others{{}};
    for (const Group& group : groups) {
        const auto where = joined(place.where, group.where);
        if (!where) continue;
        const Place within{*where, place.fixed, place.counters};
        const auto goesOn = group.goesOn.size() == 1 ? std::optional(group.goesOn[0])
                                                     : untilMet(space, within, group.goesOn, counter);
        if (!goesOn || !isFalling(*goesOn, counter)) return std::nullopt;
        cases.push_back({group.where, goesOn});
        others = withoutOne(others, group.where);
        if (others.size() > 16) return std::nullopt;
    }
    for (Conjunction& other : others) cases.push_back({std::move(other), std::nullopt});
    if (cases.size() > 1)
        std::erase_if(cases, [&](const LoopCase& one) {
            const auto where = joined(place.where, one.where);
            return !where || space.isEmpty(*where);
        });
    return cases;
}

std::optional<IndexCases> lastIteration(const IndexSpace& space, const Place& place, IndexReader& reader,
                                        LoopId loop) {
    const auto cases = loopCases(space, place, reader, loop);
    if (!cases) return std::nullopt;
    const std::string counter = counterName(loop);
    IndexCases result;
    for (const LoopCase& one : *cases) {
        if (!one.goesOn) {
            result.push_back({one.where, 0});
            continue;
        }
        if (one.goesOn->size() != 1) return std::nullopt;
        const Polynomial& left = (*one.goesOn)[0].left; // rest - step * counter
        const Polynomial rest = left.replaced(counter, Polynomial());
        const auto step = (Rational(-1) * *factorOfCounter(left, counter)).integer();
        const auto where = joined(place.where, one.where);
        if (!step || !where) return std::nullopt;
        const Polynomial end = Polynomial::floorOf(rest, *step) + 1;
        if (space.isNonNegative(rest, *where)) {
            result.push_back({one.where, end});
            continue;
        }
        if (auto goes = joined(one.where, {{rest}})) result.push_back({std::move(*goes), end});
        if (auto stops = joined(one.where, {{Polynomial(-1) - rest}})) result.push_back({std::move(*stops), 0});
    }
    return result;
}

std::optional<std::vector<Place>> iterations(const IndexSpace& space, const Place& place, IndexReader& reader,
                                             LoopId loop) {
    const auto cases = loopCases(space, place, reader, loop);
    if (!cases) return std::nullopt;
    const std::string counter = counterName(loop);
    const Polynomial at = Polynomial::name(counter);
    std::vector<Place> all;
    for (const LoopCase& one : *cases) {
        const auto where = joined(place.where, one.where);
        if (!where) continue;
        const auto add = [&](const Conjunction& conditions) {
            auto own = joined(*where, conditions);
            if (!own) return;
            all.push_back({std::move(*own), place.fixed, place.counters});
            all.back().counters.push_back(loop);
        };
        if (!one.goesOn) {
            add({{at, true}});
            continue;
        }
        // Whether the first iteration is like the others: followed from one before it that there is not.
        const bool isOne = std::all_of(one.goesOn->begin(), one.goesOn->end(), [&](const Condition& condition) {
            return space.isNonNegative(condition.left.replaced(counter, Polynomial(-1)), *where);
        });
        if (!isOne) add({{at, true}});
        Conjunction later{{isOne ? at : at - 1}};
        for (const Condition& condition : *one.goesOn)
            later.push_back({condition.left.replaced(counter, at - 1), condition.isEquality});
        add(later);
    }
    return all;
}

} // namespace warpstring::symbolic
