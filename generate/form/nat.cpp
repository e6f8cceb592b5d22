// SPDX-License-Identifier: GPL-3.0-or-later
#include "generate/form/nat.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

namespace warpstring::generate {
namespace {

std::int64_t floorDivided(std::int64_t a, std::int64_t b) {
    const std::int64_t quotient = a / b;
    return a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}

bool isPowerOfTwo(std::int64_t value) {
    return value > 0 && std::has_single_bit(static_cast<std::uint64_t>(value));
}

} // namespace

/// A factor that is no constant.
struct Nat::Atom {
    enum class Kind { Variable, Quotient, Remainder, Clamped };

    Kind kind = Kind::Variable;
    std::string key; // equal atoms have equal keys
    std::string name;
    NatRange range;
    std::vector<Nat> operands;
};

struct Nat::Parts {
    Nat quotient;
    Nat rest;
};

bool Nat::ByKey::operator()(const AtomPointer& a, const AtomPointer& b) const { return a->key < b->key; }

bool Nat::Product::operator<(const Product& other) const {
    return std::lexicographical_compare(atoms.begin(), atoms.end(), other.atoms.begin(), other.atoms.end(),
                                        ByKey{});
}

bool Nat::Product::operator==(const Product& other) const {
    return std::equal(atoms.begin(), atoms.end(), other.atoms.begin(), other.atoms.end(),
                      [](const AtomPointer& a, const AtomPointer& b) { return a->key == b->key; });
}

Nat::Nat(std::int64_t constant) {
    if (constant != 0) terms_.emplace(Product{}, constant);
}

Nat Nat::of(AtomPointer atom) {
    Nat result;
    result.terms_.emplace(Product{{std::move(atom)}}, 1);
    return result;
}

Nat Nat::variable(const std::string& name, NatRange range) {
    if (range.low == range.high) return range.low;
    return of(std::make_shared<const Atom>(Atom{Atom::Kind::Variable, name, name, range, {}}));
}

Nat Nat::clamped(const Nat& value, const Nat& low, const Nat& high) {
    const NatRange range = value.range();
    const NatRange lows = low.range();
    const NatRange highs = high.range();
    if (range.low >= lows.high && range.high <= highs.low) return value;
    return of(std::make_shared<const Atom>(
        Atom{Atom::Kind::Clamped,
             "clamp(" + value.code() + ", " + low.code() + ", " + high.code() + ")",
             {},
             {std::clamp(range.low, lows.low, highs.high), std::clamp(range.high, lows.low, highs.high)},
             {value, low, high}}));
}

std::optional<std::int64_t> Nat::constant() const {
    if (terms_.empty()) return 0;
    if (terms_.size() == 1 && terms_.begin()->first.atoms.empty()) return terms_.begin()->second;
    return std::nullopt;
}

NatRange Nat::range() const {
    NatRange sum;
    for (const auto& [product, factor] : terms_) {
        NatRange of{factor, factor};
        for (const AtomPointer& atom : product.atoms) {
            const std::int64_t ends[] = {of.low * atom->range.low, of.low * atom->range.high,
                                         of.high * atom->range.low, of.high * atom->range.high};
            of = {*std::ranges::min_element(ends), *std::ranges::max_element(ends)};
        }
        sum = {sum.low + of.low, sum.high + of.high};
    }
    return sum;
}

std::optional<std::int64_t> Nat::evaluate(const std::map<std::string, std::int64_t>& variables) const {
    std::int64_t sum = 0;
    for (const auto& [product, factor] : terms_) {
        std::int64_t value = factor;
        for (const AtomPointer& atom : product.atoms) {
            std::vector<std::int64_t> operands;
            for (const Nat& operand : atom->operands) {
                const std::optional<std::int64_t> known = operand.evaluate(variables);
                if (!known) return std::nullopt;
                operands.push_back(*known);
            }
            switch (atom->kind) {
            case Atom::Kind::Variable: {
                const auto known = variables.find(atom->name);
                if (known == variables.end()) return std::nullopt;
                value *= known->second;
                break;
            }
            case Atom::Kind::Quotient:
            case Atom::Kind::Remainder: {
                if (operands[1] == 0) return std::nullopt;
                const std::int64_t quotient = floorDivided(operands[0], operands[1]);
                value *= atom->kind == Atom::Kind::Quotient ? quotient : operands[0] - quotient * operands[1];
                break;
            }
            case Atom::Kind::Clamped: value *= std::min(std::max(operands[0], operands[1]), operands[2]); break;
            }
        }
        sum += value;
    }
    return sum;
}

bool Nat::mentions(const std::string& variable) const {
    return std::ranges::any_of(terms_, [&](const auto& term) {
        return std::ranges::any_of(term.first.atoms, [&](const AtomPointer& atom) {
            return (atom->kind == Atom::Kind::Variable && atom->name == variable) ||
                   std::ranges::any_of(atom->operands,
                                       [&](const Nat& operand) { return operand.mentions(variable); });
        });
    });
}

Nat Nat::replaced(const std::string& variable, const Nat& by) const {
    if (!mentions(variable)) return *this;
    Nat result;
    for (const auto& [product, factor] : terms_) {
        Nat value = factor;
        for (const AtomPointer& atom : product.atoms) {
            std::vector<Nat> operands;
            for (const Nat& operand : atom->operands) operands.push_back(operand.replaced(variable, by));
            switch (atom->kind) {
            case Atom::Kind::Variable: value = value * (atom->name == variable ? by : of(atom)); break;
            case Atom::Kind::Quotient: value = value * (operands[0] / operands[1]); break;
            case Atom::Kind::Remainder: value = value * (operands[0] % operands[1]); break;
            case Atom::Kind::Clamped: value = value * clamped(operands[0], operands[1], operands[2]); break;
            }
        }
        result = result + value;
    }
    return result;
}

void Nat::add(const Product& product, std::int64_t factor) {
    const auto place = terms_.try_emplace(product, 0).first;
    place->second += factor;
    if (place->second == 0) terms_.erase(place);
}

/// b (x / b) + x % b is x.
void Nat::joinRemainders() {
    for (const auto& [product, factor] : terms_) {
        for (std::size_t i = 0; i < product.atoms.size(); ++i) {
            const AtomPointer& atom = product.atoms[i];
            if (atom->kind != Atom::Kind::Remainder) continue;
            const Nat& value = atom->operands[0];
            const Nat& divisor = atom->operands[1];
            Product others = product;
            others.atoms.erase(others.atoms.begin() + static_cast<std::ptrdiff_t>(i));
            Nat rest;
            rest.terms_.emplace(others, factor);
            const Nat whole = rest * divisor * (value / divisor);
            // Only if what is missing of the whole is there.
            const bool there = std::ranges::all_of(whole.terms_, [&](const auto& term) {
                const auto found = terms_.find(term.first);
                return found != terms_.end() && (found->second > 0) == (term.second > 0) &&
                       std::abs(found->second) >= std::abs(term.second);
            });
            if (!there) continue;
            Nat own;
            own.terms_.emplace(product, factor);
            *this = *this - own - whole + rest * value;
            return;
        }
    }
}

Nat operator+(const Nat& a, const Nat& b) {
    Nat sum = a;
    for (const auto& [product, factor] : b.terms_) sum.add(product, factor);
    sum.joinRemainders();
    return sum;
}

Nat operator-(const Nat& a, const Nat& b) {
    Nat difference = a;
    for (const auto& [product, factor] : b.terms_) difference.add(product, -factor);
    return difference;
}

Nat operator*(const Nat& a, const Nat& b) {
    Nat result;
    for (const auto& [left, leftFactor] : a.terms_) {
        for (const auto& [right, rightFactor] : b.terms_) {
            Nat::Product product = left;
            product.atoms.insert(product.atoms.end(), right.atoms.begin(), right.atoms.end());
            std::ranges::stable_sort(product.atoms, Nat::ByKey{});
            result.add(product, leftFactor * rightFactor);
        }
    }
    return result;
}

/// The product over the divisor where that leaves nothing; the divisor is one product itself.
std::optional<Nat> Nat::exactQuotient(const Product& product, std::int64_t factor, const Nat& divisor) {
    if (divisor.terms_.size() != 1) return std::nullopt;
    const auto& [by, byFactor] = *divisor.terms_.begin();
    if (factor % byFactor != 0) return std::nullopt;
    Product left = product;
    for (const AtomPointer& atom : by.atoms) {
        const auto place =
            std::ranges::find_if(left.atoms, [&](const AtomPointer& own) { return own->key == atom->key; });
        if (place == left.atoms.end()) return std::nullopt;
        left.atoms.erase(place);
    }
    Nat quotient;
    quotient.terms_.emplace(left, factor / byFactor);
    return quotient;
}

Nat::Parts Nat::parted(const Nat& value, const Nat& divisor) {
    Parts parts;
    for (const auto& [product, factor] : value.terms_) {
        if (const std::optional<Nat> exact = exactQuotient(product, factor, divisor)) {
            parts.quotient = parts.quotient + *exact;
        } else {
            parts.rest.add(product, factor);
        }
    }
    return parts;
}

/// The terms that `factor` divides, divided, and the others where they lie below it: value = factor a + b, 0 <=
/// b < factor.
std::optional<std::pair<Nat, Nat>> Nat::partedByFactor(const Nat& value, std::int64_t factor) {
    Parts parts = parted(value, factor);
    const auto constant = parts.rest.terms_.find(Product{});
    if (constant != parts.rest.terms_.end() && (constant->second < 0 || constant->second >= factor)) {
        const std::int64_t times = floorDivided(constant->second, factor);
        parts.quotient = parts.quotient + times;
        parts.rest = parts.rest - times * factor;
    }
    const NatRange range = parts.rest.range();
    if (range.low < 0 || range.high >= factor || parts.quotient.is(0)) return std::nullopt;
    return std::pair{parts.quotient, parts.rest};
}

Nat operator/(const Nat& a, const Nat& b) {
    if (b.is(1)) return a;
    Nat::Parts parts = Nat::parted(a, b);
    const NatRange range = parts.rest.range();
    if (range.low >= 0 && range.high < b.range().low) return parts.quotient;
    const std::optional<std::int64_t> divisor = b.constant();
    if (const std::optional<std::int64_t> value = parts.rest.constant(); divisor && value)
        return parts.quotient + floorDivided(*value, *divisor);
    if (divisor) {
        for (const auto& [product, factor] : parts.rest.terms_) {
            const std::int64_t common = std::gcd(factor, *divisor);
            if (common <= 1) continue;
            if (const auto split = Nat::partedByFactor(parts.rest, common))
                return parts.quotient + split->first / (*divisor / common);
        }
        if (parts.rest.terms_.size() == 1 && parts.rest.terms_.begin()->second == 1 &&
            parts.rest.terms_.begin()->first.atoms.size() == 1) {
            const Nat::Atom& atom = *parts.rest.terms_.begin()->first.atoms.front();
            if (atom.kind == Nat::Atom::Kind::Quotient && atom.operands[1].constant())
                return parts.quotient + atom.operands[0] / (atom.operands[1] * b);
            if (atom.kind == Nat::Atom::Kind::Remainder && divides(b, atom.operands[1]))
                return parts.quotient + (atom.operands[0] / b) % (atom.operands[1] / b);
        }
    }
    const NatRange divisors = b.range();
    auto quotient = std::make_shared<Nat::Atom>();
    quotient->kind = Nat::Atom::Kind::Quotient;
    quotient->operands = {parts.rest, b};
    quotient->key = parts.rest.factorCode() + " / " + b.factorCode();
    quotient->range = {
        std::min(floorDivided(range.low, divisors.low), floorDivided(range.low, divisors.high)),
        std::max(floorDivided(range.high, divisors.low), floorDivided(range.high, divisors.high))};
    return parts.quotient + Nat::of(std::move(quotient));
}

Nat operator%(const Nat& a, const Nat& b) {
    if (b.is(1)) return 0;
    Nat rest = Nat::parted(a, b).rest;
    const NatRange range = rest.range();
    if (range.low >= 0 && range.high < b.range().low) return rest;
    const std::optional<std::int64_t> divisor = b.constant();
    if (const std::optional<std::int64_t> value = rest.constant(); divisor && value)
        return *value - floorDivided(*value, *divisor) * *divisor;
    if (divisor) {
        for (const auto& [product, factor] : rest.terms_) {
            const std::int64_t common = std::gcd(factor, *divisor);
            if (common <= 1) continue;
            if (const auto split = Nat::partedByFactor(rest, common))
                return common * (split->first % (*divisor / common)) + split->second;
        }
        if (rest.terms_.size() == 1 && rest.terms_.begin()->second == 1 &&
            rest.terms_.begin()->first.atoms.size() == 1) {
            const Nat::Atom& atom = *rest.terms_.begin()->first.atoms.front();
            if (atom.kind == Nat::Atom::Kind::Remainder && divides(b, atom.operands[1]))
                return atom.operands[0] % b;
        }
    }
    auto remainder = std::make_shared<Nat::Atom>();
    remainder->kind = Nat::Atom::Kind::Remainder;
    remainder->operands = {rest, b};
    remainder->key = rest.factorCode() + " % " + b.factorCode();
    remainder->range = {0, b.range().high - 1};
    return Nat::of(std::move(remainder));
}

bool divides(const Nat& divisor, const Nat& value) { return (value % divisor).is(0); }

std::string Nat::productCode(const Product& product, std::int64_t factor) const {
    std::string text;
    for (const AtomPointer& atom : product.atoms) {
        if (!text.empty()) text += " * ";
        switch (atom->kind) {
        case Atom::Kind::Variable: text += atom->name; break;
        case Atom::Kind::Clamped: text += atom->key; break;
        case Atom::Kind::Quotient:
        case Atom::Kind::Remainder: {
            const Nat& value = atom->operands[0];
            const Nat& divisor = atom->operands[1];
            const bool isQuotient = atom->kind == Atom::Kind::Quotient;
            const std::optional<std::int64_t> by = divisor.constant();
            if (by && isPowerOfTwo(*by)) { // exact for negative values as well: both round down
                const auto bits = std::countr_zero(static_cast<std::uint64_t>(*by));
                text += "(" + value.factorCode() +
                        (isQuotient ? " >> " + std::to_string(bits) : " & " + std::to_string(*by - 1)) + ")";
            } else {
                text += "(" + value.factorCode() + (isQuotient ? " / " : " % ") + divisor.factorCode() + ")";
            }
            break;
        }
        }
    }
    if (text.empty()) return std::to_string(factor);
    return factor == 1 ? text : text + " * " + std::to_string(factor);
}

std::string Nat::code() const {
    if (terms_.empty()) return "0";
    std::string text;
    std::string constantText;
    for (const auto& [product, factor] : terms_) {
        std::string term = productCode(product, std::abs(factor));
        if (product.atoms.empty()) {
            constantText = (factor < 0 ? " - " : " + ") + term;
        } else if (text.empty()) {
            text = (factor < 0 ? "-" : "") + term;
        } else {
            text += (factor < 0 ? " - " : " + ") + term;
        }
    }
    if (!text.empty()) return text + constantText;
    return constantText.starts_with(" - ") ? "-" + constantText.substr(3) : constantText.substr(3);
}

std::string Nat::factorCode() const {
    const bool isOne = terms_.size() <= 1 && range().low >= 0 &&
                       (terms_.empty() || terms_.begin()->first.atoms.empty() ||
                        (terms_.begin()->first.atoms.size() == 1 && terms_.begin()->second == 1));
    return isOne ? code() : "(" + code() + ")";
}

} // namespace warpstring::generate
