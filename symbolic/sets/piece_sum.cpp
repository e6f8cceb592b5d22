// SPDX-License-Identifier: GPL-3.0-or-later
#include "symbolic/sets/piece_sum.h"

#include <algorithm>

#include "symbolic/sets/point_sum.h"

namespace warpstring::symbolic {

namespace {

constexpr std::size_t mostSummedPieces = 64;

std::string keyOf(const std::vector<Condition>& where) {
    std::string key;
    for (const Condition& condition : where) {
        key += condition.left.text();
        key += condition.isEquality ? "=" : ">";
    }
    return key;
}

/// Without what is known of the names; nullopt where they hold for none. Each is asked for once in a space.
std::optional<std::vector<Condition>> simplified(PointSpace& space, const std::vector<Condition>& where) {
    PointSpace::Parts& parts = space.parts();
    const std::string key = keyOf(where);
    if (const auto found = parts.simplified.find(key); found != parts.simplified.end()) return found->second;
    const auto own = space.apart(where);
    const IslSet& known = own->parts().known;
    const std::vector<std::string> none;
    IslTranslation translation(*own, none);
    const IslSet all(isl_set_from_basic_set(translation.basicSet(where).take()));
    const IslSet held(isl_set_intersect_params(all.copy(), known.copy()));
    std::optional<std::vector<Condition>> result;
    if (isl_set_is_empty(held.get()) != isl_bool_true) {
        const IslSet rest(isl_set_gist_params(isl_set_compute_divs(all.copy()), known.copy()));
        const IslBasicSet hull(isl_set_simple_hull(rest.copy())); // one piece, so it is that piece
        result = hull ? translation.conditions(hull.get()) : std::nullopt;
        if (!result) result = where;
    }
    parts.simplified.emplace(key, result);
    if (result) parts.simplified.emplace(keyOf(*result), result);
    return result;
}

} // namespace

std::optional<Formula> sumOfPieces(PointSpace& space, const std::vector<FormulaPiece>& pieces) {
    std::vector<FormulaPiece> sums;
    for (const FormulaPiece& piece : pieces) {
        PointSum own{{}, piece.where, piece.value};
        if (!tidy(own)) continue;
        auto where = own.conditions.empty() ? std::optional(std::vector<Condition>{})
                                            : simplified(space, own.conditions);
        if (!where) continue;
        const auto same = std::find_if(sums.begin(), sums.end(),
                                       [&](const FormulaPiece& other) { return other.where == *where; });
        if (same == sums.end())
            sums.push_back({std::move(*where), piece.value});
        else
            same->value += piece.value;
    }
    Formula formula(std::move(sums));
    return formula.pieces().size() <= mostSummedPieces ? std::optional(std::move(formula)) : std::nullopt;
}

} // namespace warpstring::symbolic
