// SPDX-License-Identifier: GPL-3.0-or-later
// Whole numbers of lengths and indices: polynomials in variables with known ranges, with quotients and
// remainders.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace warpstring::generate {

class Nat;

/// Both ends belong to it.
struct NatRange {
    std::int64_t low = 0;
    std::int64_t high = 0;

    friend bool operator==(const NatRange&, const NatRange&) = default;
};

/// A whole number that code computes: a constant, or a sum of products of constants and atoms. An atom is a
/// variable of the code (a loop's counter, an ID), or a quotient, a remainder or a clamped number that does not
/// simplify. Sums are kept in one normal form, so that equal polynomials are equal values; what divides exactly
/// is divided, and what a range proves ((4 l + i) / 4 is l where 0 <= i < 4) is used.
class Nat {
public:
    Nat() = default;
    Nat(std::int64_t constant); // NOLINT(google-explicit-constructor): a number is one
    /// `name` is both the identity and what code calls it.
    [[nodiscard]] static Nat variable(const std::string& name, NatRange range);
    /// min(max(value, low), high).
    [[nodiscard]] static Nat clamped(const Nat& value, const Nat& low, const Nat& high);

    [[nodiscard]] std::optional<std::int64_t> constant() const;
    [[nodiscard]] bool is(std::int64_t value) const { return constant() == value; }
    /// What its value lies in for all values of the variables; not always the tightest.
    [[nodiscard]] NatRange range() const;
    /// Nullopt where a variable has no value or a divisor is 0. Division rounds down.
    [[nodiscard]] std::optional<std::int64_t>
    evaluate(const std::map<std::string, std::int64_t>& variables) const;
    [[nodiscard]] Nat replaced(const std::string& variable, const Nat& by) const;
    [[nodiscard]] bool mentions(const std::string& variable) const;

    /// As an expression of OpenCL C on `int`. Quotients and remainders of what is never negative by powers of
    /// two are shifts and masks.
    [[nodiscard]] std::string code() const;
    /// The same where a factor stands: sums are in parentheses.
    [[nodiscard]] std::string factorCode() const;

    friend Nat operator+(const Nat& a, const Nat& b);
    friend Nat operator-(const Nat& a, const Nat& b);
    friend Nat operator*(const Nat& a, const Nat& b);
    /// Rounded down; `b` is positive.
    friend Nat operator/(const Nat& a, const Nat& b);
    /// What a / b leaves, never negative; `b` is positive.
    friend Nat operator%(const Nat& a, const Nat& b);
    friend bool operator==(const Nat& a, const Nat& b) { return a.terms_ == b.terms_; }

private:
    struct Atom;
    using AtomPointer = std::shared_ptr<const Atom>;
    struct ByKey {
        bool operator()(const AtomPointer& a, const AtomPointer& b) const;
    };
    /// Its atoms in order, each as often as its power; none for the constant term.
    struct Product {
        std::vector<AtomPointer> atoms;

        bool operator<(const Product& other) const;
        bool operator==(const Product& other) const;
    };

    [[nodiscard]] static Nat of(AtomPointer atom);
    [[nodiscard]] static std::optional<Nat> exactQuotient(const Product& product, std::int64_t factor,
                                                          const Nat& divisor);
    struct Parts; // what a divisor divides, and the rest
    [[nodiscard]] static Parts parted(const Nat& value, const Nat& divisor);
    [[nodiscard]] static std::optional<std::pair<Nat, Nat>> partedByFactor(const Nat& value,
                                                                           std::int64_t factor);
    void add(const Product& product, std::int64_t factor);
    void joinRemainders();
    [[nodiscard]] std::string productCode(const Product& product, std::int64_t factor) const;

    std::map<Product, std::int64_t> terms_; // no factor is 0
};

[[nodiscard]] bool divides(const Nat& divisor, const Nat& value);

} // namespace warpstring::generate
