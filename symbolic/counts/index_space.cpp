// SPDX-License-Identifier: GPL-3.0-or-later
#include "symbolic/counts/index_space.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "symbolic/counts/access_box.h"

namespace warpstring::symbolic {

namespace {

constexpr const char* axes[] = {"x", "y", "z"};

void collectVariables(const Conjunction& where, std::set<std::string>& names) {
    for (const Condition& condition : where)
        for (auto& name : condition.left.names()) names.insert(name);
}

} // namespace

void Frame::splitQuotients() {
    constexpr int mostSplits = 6;
    for (int split = 0; split < mostSplits; ++split) {
        // The quotient of a variable with the greatest divisor: others may be quotients of its parts.
        std::string variable;
        std::int64_t divisor = 1;
        const auto look = [&](const Polynomial& polynomial) {
            for (const auto& [monomial, coefficient] : polynomial.terms())
                for (const AtomPower& factor : monomial.factors) {
                    if (!factor.atom->numerator || factor.atom->divisor <= divisor) continue;
                    const Polynomial& above = *factor.atom->numerator;
                    const auto names = above.names();
                    if (names.size() != 1 ||
                        std::find(variables.begin(), variables.end(), names[0]) == variables.end())
                        continue;
                    const auto powers = above.byPowersOf(names[0]);
                    if (powers.size() != 2 || powers[1].constant() != Rational(1)) continue;
                    const Rational rest = above.constantTerm();
                    if (rest.sign() < 0 || !powers[0].constant()) continue;
                    variable = names[0];
                    divisor = factor.atom->divisor;
                }
        };
        look(value);
        for (const Condition& condition : where) look(condition.left);
        if (variable.empty()) return;
        const std::string quotient = variable + "/" + std::to_string(divisor);
        const std::string remainder = variable + "%" + std::to_string(divisor);
        const Polynomial whole = Polynomial(divisor) * Polynomial::name(quotient) + Polynomial::name(remainder);
        // floor(remainder / d) of what is below d is 0.
        const auto reduced = [&](const Polynomial& polynomial) {
            Polynomial result;
            const Polynomial parted = polynomial.replaced(variable, whole);
            for (const auto& [monomial, coefficient] : parted.terms()) {
                const bool isBelow =
                    std::any_of(monomial.factors.begin(), monomial.factors.end(), [&](const AtomPower& factor) {
                        if (!factor.atom->numerator) return false;
                        const Polynomial rest = *factor.atom->numerator - Polynomial::name(remainder);
                        const auto constant = rest.constant();
                        return constant && constant->sign() >= 0 &&
                               *constant + Rational(divisor - 1) < Rational(factor.atom->divisor);
                    });
                if (!isBelow) result += Polynomial::monomial(monomial, coefficient);
            }
            return result;
        };
        value = reduced(value);
        Conjunction moved;
        for (const Condition& condition : where) {
            // The variable's own bounds, where the parts' are as good.
            const Polynomial left = reduced(condition.left);
            const auto powers = condition.left.byPowersOf(variable);
            const bool isBound = powers.size() == 2 && powers[1].constant() && !powers[0].mentions(variable) &&
                                 !condition.isEquality;
            const auto factor = isBound ? powers[1].constant() : std::nullopt;
            if (factor == Rational(1) && powers[0].isZero()) {
                moved.push_back({Polynomial::name(quotient)});
                continue;
            }
            const Polynomial end = powers[0] + 1; // factor -1: below this
            const Polynomial wholes = Polynomial(Rational(1, divisor)) * end;
            if (factor == Rational(-1) && wholes.hasIntegerCoefficients()) {
                moved.push_back({wholes - 1 - Polynomial::name(quotient)});
                continue;
            }
            moved.push_back({left, condition.isEquality});
        }
        moved.push_back({Polynomial::name(remainder)});
        moved.push_back({Polynomial(divisor - 1) - Polynomial::name(remainder)});
        where = std::move(moved);
        std::erase(variables, variable);
        variables.push_back(quotient);
        variables.push_back(remainder);
    }
}

std::string localName(std::size_t dimension) { return std::string("lid.") + axes[dimension]; }
std::string groupName(std::size_t dimension) { return std::string("group.") + axes[dimension]; }
std::string globalName(std::size_t dimension) { return std::string("gid.") + axes[dimension]; }
std::string counterName(LoopId loop) { return "i" + std::to_string(loop.index()); }

Frame IndexSpace::framed(const Place& place, const Polynomial& value) const {
    Frame frame{{}, place.where, value};
    for (std::size_t d = 0; d < 3; ++d) {
        const std::string local = localName(d), group = groupName(d), global = globalName(d);
        const auto size = static_cast<std::int64_t>(launch.range.local[d]);
        const bool isOneGroup = symbols.groups[d].constant() == Rational(1);
        const auto isOfBoth = [&](const Polynomial& left) {
            return left.mentions(local) && left.mentions(group);
        };
        const bool isGlobal =
            isOfBoth(value) || std::any_of(frame.where.begin(), frame.where.end(),
                                           [&](const Condition& c) { return isOfBoth(c.left); });
        if (size == 1 || isOneGroup || !isGlobal) {
            if (size > 1) frame.variables.push_back(local);
            if (!isOneGroup) frame.variables.push_back(group);
            continue;
        }
        const Polynomial ofGlobal = Polynomial::name(global) - Polynomial(size) * Polynomial::name(group);
        Conjunction moved, bounds;
        for (const Condition& condition : frame.where) {
            const bool isBound =
                std::find(boundsOfIds.begin(), boundsOfIds.end(), condition) != boundsOfIds.end() &&
                (condition.left.mentions(local) || condition.left.mentions(group));
            (isBound ? bounds : moved)
                .push_back({condition.left.replaced(local, ofGlobal), condition.isEquality});
        }
        frame.value = frame.value.replaced(local, ofGlobal);
        frame.variables.push_back(global);
        // The group stays a variable where something asks for it, or for the local ID, by itself.
        if (frame.value.mentions(group) ||
            std::any_of(moved.begin(), moved.end(),
                        [&](const Condition& condition) { return condition.left.mentions(group); })) {
            frame.variables.push_back(group);
            moved.insert(moved.end(), bounds.begin(), bounds.end());
        }
        moved.push_back({Polynomial::name(global)});
        moved.push_back({Polynomial(size) * symbols.groups[d] - 1 - Polynomial::name(global)});
        frame.where = std::move(moved);
    }
    for (const LoopId loop : place.counters) frame.variables.push_back(counterName(loop));
    frame.splitQuotients();
    return frame;
}

std::optional<PointSet> IndexSpace::pointsOf(const Place& place) const {
    Frame frame = framed(place);
    PointSet set(points, std::move(frame.variables));
    for (const Condition& condition : frame.where) {
        auto next = set.where(condition);
        if (!next) return std::nullopt;
        set = std::move(*next);
    }
    return set;
}

NameRanges IndexSpace::within(const Conjunction& where) const {
    NameRanges narrowed = always;
    narrow(narrowed, where);
    return narrowed;
}

bool IndexSpace::isEmpty(const Conjunction& where) const {
    const NameRanges narrowed = within(where);
    const auto isNever = [&](const Condition& condition) { return decided(condition, narrowed) == false; };
    if (std::any_of(where.begin(), where.end(), isNever)) return true;
    std::set<std::string> names;
    collectVariables(where, names);
    std::vector<std::string> variables;
    for (const std::string& name : names)
        if (!symbols.values.contains(name)) variables.push_back(name);
    // With names as in the launch, or the nearest that fit, there are points if all of a box are.
    NameValues values = symbols.values;
    for (auto& [name, value] : values) {
        const NumberRange& range = narrowed.at(name);
        if (static_cast<double>(value) < range.low) value = static_cast<std::int64_t>(range.low);
        if (static_cast<double>(value) > range.high) value = static_cast<std::int64_t>(range.high);
    }
    bool isNone = false;
    const auto box = launchRegion({variables, where, {}}, values, 1, isNone);
    if (box && !isNone && box->isExact) return false;
    PointSet set(points, std::move(variables));
    for (const Condition& condition : where) {
        auto next = set.where(condition);
        if (!next) return false;
        set = std::move(*next);
    }
    return set.isEmpty();
}

bool IndexSpace::isNonNegative(const Polynomial& polynomial, const Conjunction& where) const {
    if (decided({polynomial}, within(where)) == true) return true;
    Polynomial moved = polynomial; // IDs and counters begin at 0, what is asked for here at 1
    for (const std::string& name : polynomial.names())
        if (!symbols.values.contains(name)) moved = moved.replaced(name, Polynomial::name(name) - 1);
    if (moved.isSurelyNonNegative()) return true;
    Conjunction fails = where;
    fails.push_back({Polynomial(-1) - polynomial});
    return isEmpty(fails);
}

Place IndexSpace::everywhere() const { return {boundsOfIds, {}, {}}; }

IndexSpace indexSpace(const Pdg& pdg, const evaluation::Evaluation& evaluation, const LaunchSymbols& symbols,
                      PointSpacePointer points) {
    IndexSpace space{pdg, evaluation.launch, symbols, std::move(points), {}, {}, {}};
    for (const auto& [name, value] : symbols.values) {
        space.inLaunch[name] = {static_cast<double>(value), static_cast<double>(value)};
        space.always[name] = {1, HUGE_VAL};
        space.points->assume({Polynomial::name(name) - 1});
    }
    const NDRange& range = evaluation.launch.range;
    for (std::size_t d = 0; d < 3; ++d) {
        const auto size = static_cast<std::int64_t>(range.local[d]);
        space.inLaunch[localName(d)] = {0, static_cast<double>(size - 1)};
        space.inLaunch[groupName(d)] = {0, static_cast<double>(range.groups(static_cast<int>(d)) - 1)};
        const auto bound = [&](const std::string& name, const Polynomial& count) {
            space.boundsOfIds.push_back({Polynomial::name(name)});
            space.boundsOfIds.push_back({count - 1 - Polynomial::name(name)});
        };
        if (size > 1) bound(localName(d), size);
        if (symbols.groups[d].constant() != Rational(1)) bound(groupName(d), symbols.groups[d]);
    }
    for (const Loop& loop : pdg.loops) {
        double most = 0;
        for (const auto& cell : evaluation.regions[loop.region].cells) {
            const auto& counter = cell.box.variables[evaluation::loopVariable(loop.id)];
            most = std::max(most, static_cast<double>(counter.at(counter.count - 1)));
            if (cell.openLoops != 0) most = HUGE_VAL;
        }
        space.inLaunch[counterName(loop.id)] = {0, most};
    }
    return space;
}

} // namespace warpstring::symbolic
