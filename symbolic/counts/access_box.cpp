// SPDX-License-Identifier: GPL-3.0-or-later
#include "symbolic/counts/access_box.h"

#include <algorithm>
#include <map>
#include <ranges>

namespace warpstring::symbolic {

namespace {

bool mentionsAnyOf(const Polynomial& polynomial, const std::vector<std::string>& variables) {
    return std::any_of(variables.begin(), variables.end(),
                       [&](const std::string& variable) { return polynomial.mentions(variable); });
}

struct LinearTerm {
    std::string variable;
    Polynomial factor; ///< of no variable
};
/// nullopt where the polynomial is not affine in the variables. Terms of factor 0 are there too.
std::optional<std::vector<LinearTerm>> linearTerms(const Polynomial& polynomial,
                                                   const std::vector<std::string>& variables) {
    std::vector<LinearTerm> terms;
    for (const std::string& variable : variables) {
        const auto powers = polynomial.byPowersOf(variable);
        if (powers.size() > 2 || powers[0].mentions(variable)) return std::nullopt;
        terms.push_back({variable, powers.size() == 2 ? powers[1] : Polynomial()});
        if (mentionsAnyOf(terms.back().factor, variables)) return std::nullopt;
    }
    return terms;
}

Polynomial withoutVariables(Polynomial polynomial, const std::vector<std::string>& variables) {
    for (const std::string& variable : variables) polynomial = polynomial.replaced(variable, Polynomial());
    return polynomial;
}

struct SymbolicBounds {
    std::optional<Polynomial> low, high;
};

/// Keeps the tighter of two bounds; false where nobody can tell which it is.
bool tighten(std::optional<Polynomial>& bound, const Polynomial& other, int sign) {
    if (!bound || (Polynomial(sign) * (other - *bound)).isSurelyNonNegative()) {
        bound = other;
        return true;
    }
    return (Polynomial(sign) * (*bound - other)).isSurelyNonNegative();
}

} // namespace

std::optional<SymbolicRegion> symbolicRegion(const Frame& frame, std::string& reason) {
    const auto fail = [&](const std::string& why) {
        reason = why;
        return std::nullopt;
    };
    const auto terms = linearTerms(frame.value, frame.variables);
    if (!terms) return fail("the address is not affine in IDs and counters");
    std::map<std::string, SymbolicBounds> bounds;
    std::vector<Condition> others;
    for (const Condition& condition : frame.where) {
        std::vector<std::string> own;
        for (const std::string& variable : frame.variables)
            if (condition.left.mentions(variable)) own.push_back(variable);
        const auto powers = own.size() == 1 ? condition.left.byPowersOf(own[0]) : std::vector<Polynomial>{};
        const auto factor =
            powers.size() == 2 && !powers[0].mentions(own[0]) ? powers[1].constant() : std::nullopt;
        const auto step = factor ? factor->integer() : std::nullopt;
        if (!step) {
            others.push_back(condition);
            continue;
        }
        const std::int64_t size = *step < 0 ? -*step : *step;
        SymbolicBounds& mine = bounds[own[0]];
        // step * x + rest >= 0
        if (condition.isEquality && size != 1) return fail("a condition picks every so many points");
        const Polynomial rest =
            condition.isEquality ? Polynomial(*step) * powers[0] : Polynomial::floorOf(powers[0], size);
        bool isKnown = true;
        if (*step > 0 || condition.isEquality) isKnown = tighten(mine.low, Polynomial() - rest, 1);
        if (*step < 0 || condition.isEquality)
            isKnown = isKnown && tighten(mine.high, condition.isEquality ? Polynomial() - rest : rest, -1);
        if (!isKnown) return fail("which of its bounds is the tighter one hangs on the names");
    }
    SymbolicRegion region;
    region.base = withoutVariables(frame.value, frame.variables);
    for (const LinearTerm& term : *terms) {
        const SymbolicBounds& mine = bounds[term.variable];
        if (!mine.low || !mine.high) return fail("a bound hangs on other IDs or counters");
        const Polynomial count = *mine.high - *mine.low + 1;
        if (!(count - 1).isSurelyNonNegative()) return fail("whether there is any point hangs on the names");
        region.base += term.factor * *mine.low;
        if (term.factor.isZero() || count == Polynomial(1)) continue;
        Polynomial stride = term.factor;
        if ((Polynomial() - stride).isSurelyNonNegative()) { // turned
            region.base += stride * (count - 1);
            stride = Polynomial() - stride;
        } else if (!stride.isSurelyNonNegative()) {
            return fail("the sign of a stride hangs on the names");
        }
        region.dimensions.push_back({stride, count});
    }
    for (const Condition& condition : others) {
        Polynomial least = condition.left;
        for (const std::string& variable : frame.variables) {
            const auto powers = least.byPowersOf(variable);
            if (powers.size() == 1) continue;
            const auto factor = powers.size() == 2 && !powers[0].mentions(variable) // not within a quotient
                                    ? powers[1].constant()
                                    : std::nullopt;
            if (!factor) return fail("a condition ties IDs and counters together");
            least =
                least.replaced(variable, factor->sign() > 0 ? *bounds[variable].low : *bounds[variable].high);
        }
        if (condition.isEquality || mentionsAnyOf(least, frame.variables) || !least.isSurelyNonNegative())
            return fail("a condition ties IDs and counters together");
    }
    auto& dimensions = region.dimensions;
    const auto joinOnce = [&] {
        for (std::size_t great = 0; great < dimensions.size(); ++great)
            for (std::size_t small = 0; small < dimensions.size(); ++small) {
                if (great == small) continue;
                const auto times = exactQuotient(dimensions[great].stride, dimensions[small].stride);
                if (!times || !times->hasIntegerCoefficients() || !(*times - 1).isSurelyNonNegative()) continue;
                if (!(dimensions[small].count - *times).isSurelyNonNegative()) continue;
                dimensions[small].count += *times * (dimensions[great].count - 1);
                dimensions.erase(dimensions.begin() + static_cast<std::ptrdiff_t>(great));
                return true;
            }
        return false;
    };
    while (joinOnce()) {
    }
    for (std::size_t i = 0; i < dimensions.size(); ++i)
        for (std::size_t j = i + 1; j < dimensions.size(); ++j) {
            if ((dimensions[i].stride - dimensions[j].stride).isSurelyNonNegative()) continue;
            if (!(dimensions[j].stride - dimensions[i].stride).isSurelyNonNegative())
                return fail("which stride is the greater one hangs on the names");
            std::swap(dimensions[i], dimensions[j]);
        }
    return region;
}

std::optional<Polynomial> distinctBytes(const SymbolicRegion& region, int bytes) {
    Polynomial reach = bytes, product = bytes;
    for (const auto& dimension : std::views::reverse(region.dimensions)) {
        if (!(dimension.stride - reach).isSurelyNonNegative()) return std::nullopt;
        reach += dimension.stride * (dimension.count - 1);
        product = product * dimension.count;
    }
    return product;
}

std::optional<LaunchRegion> launchRegion(const Frame& frame, const NameValues& values, int bytes,
                                         bool& isEmpty) {
    isEmpty = false;
    const auto numbered = [&](Polynomial polynomial) {
        for (const auto& [name, value] : values) polynomial = polynomial.replaced(name, value);
        return polynomial;
    };
    const auto terms = linearTerms(numbered(frame.value), frame.variables);
    if (!terms) return std::nullopt;
    struct Row {
        std::map<std::string, std::int64_t> factors;
        std::int64_t constant = 0;
    };
    std::vector<Row> rows; // of at least 0
    for (const Condition& condition : frame.where) {
        const Polynomial left = numbered(condition.left);
        const auto own = linearTerms(left, frame.variables);
        const auto constant = own ? withoutVariables(left, frame.variables).constant() : std::nullopt;
        const auto number = constant ? constant->integer() : std::nullopt;
        if (!number) return std::nullopt;
        Row row{{}, *number};
        for (const LinearTerm& term : *own) {
            const auto factor = term.factor.constant() ? term.factor.constant()->integer() : std::nullopt;
            if (!factor) return std::nullopt;
            if (*factor != 0) row.factors[term.variable] = *factor;
        }
        rows.push_back(row);
        if (!condition.isEquality) continue;
        row.constant = -row.constant;
        for (auto& [variable, factor] : row.factors) factor = -factor;
        rows.push_back(row);
    }
    struct Range {
        std::optional<Wide> low, high;
    };
    std::map<std::string, Range> ranges;
    for (const std::string& variable : frame.variables) ranges[variable] = {};
    /// The most that the row's other terms add up to.
    const auto mostOfOthers = [&](const Row& row, const std::string& but) -> std::optional<Wide> {
        Wide sum = row.constant;
        for (const auto& [variable, factor] : row.factors) {
            if (variable == but) continue;
            const auto& end = factor > 0 ? ranges[variable].high : ranges[variable].low;
            if (!end) return std::nullopt;
            sum += factor * *end;
        }
        return sum;
    };
    for (int round = 0; round < 4; ++round)
        for (const Row& row : rows)
            for (const auto& [variable, factor] : row.factors) {
                const auto most = mostOfOthers(row, variable);
                if (!most) continue;
                Range& range = ranges[variable];
                if (factor > 0) { // factor * x >= -most
                    const Wide low = (Rational(0) - (Rational(*most, factor)).floor()).numerator();
                    if (!range.low || low > *range.low) range.low = low;
                } else {
                    const Wide high = Rational(*most, -factor).floor().numerator();
                    if (!range.high || high < *range.high) range.high = high;
                }
            }
    LaunchRegion result;
    result.region.bytes = bytes;
    const auto base = withoutVariables(numbered(frame.value), frame.variables).constant();
    Wide start = base ? base->numerator() : 0;
    if (!base || !base->isInteger()) return std::nullopt;
    constexpr Wide farthest = Wide{1} << 62;
    if (start > farthest || start < -farthest) return std::nullopt;
    result.origin = static_cast<std::int64_t>(start);
    for (const LinearTerm& term : *terms) {
        const Range& range = ranges[term.variable];
        const auto stride = term.factor.constant() ? term.factor.constant()->integer() : std::nullopt;
        if (!range.low || !range.high || !stride) return std::nullopt;
        isEmpty = isEmpty || *range.high < *range.low;
        start += *stride * *range.low;
        if (*range.high - *range.low >= farthest || start > farthest || start < -farthest) return std::nullopt;
        result.region.dimensions.push_back({*stride, static_cast<std::int64_t>(*range.high - *range.low + 1)});
        result.axes.push_back({term.variable, *stride, static_cast<std::int64_t>(*range.low),
                               static_cast<std::int64_t>(*range.high)});
    }
    for (const Row& row : rows) {
        Wide least = row.constant;
        for (const auto& [variable, factor] : row.factors)
            least += factor * *(factor > 0 ? ranges[variable].low : ranges[variable].high);
        isEmpty = isEmpty || (row.factors.empty() && least < 0);
        result.isExact = result.isExact && least >= 0;
    }
    if (isEmpty) return result;
    result.region.base = static_cast<std::int64_t>(start);
    auto whole = regions::normalised(result.region);
    if (!whole) return std::nullopt;
    result.region = std::move(*whole);
    return result;
}

} // namespace warpstring::symbolic
