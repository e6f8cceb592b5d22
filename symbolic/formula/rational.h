// SPDX-License-Identifier: GPL-3.0-or-later
// Fractions of 128-bit numbers, which tell when they no longer fit.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace warpstring::symbolic {

__extension__ using Wide = __int128;

/// A fraction in lowest terms, its denominator positive. What does not fit 128 bits, or divides by 0, is
/// invalid, and so is all that is computed with it.
class Rational {
public:
    Rational(Wide number = 0) : numerator_(number) {} // NOLINT(google-explicit-constructor): a number is one
    Rational(Wide numerator, Wide denominator);

    [[nodiscard]] bool isValid() const { return denominator_ != 0; }
    [[nodiscard]] bool isInteger() const { return denominator_ == 1; }
    [[nodiscard]] Wide numerator() const { return numerator_; }
    [[nodiscard]] Wide denominator() const { return denominator_; }
    [[nodiscard]] int sign() const { return numerator_ < 0 ? -1 : numerator_ > 0 ? 1 : 0; }
    /// The integer that it is; nullopt where it is none, or does not fit 64 bits.
    [[nodiscard]] std::optional<std::int64_t> integer() const;
    /// Rounded down; invalid where it is.
    [[nodiscard]] Rational floor() const;

    friend Rational operator+(const Rational& a, const Rational& b);
    friend Rational operator-(const Rational& a, const Rational& b);
    friend Rational operator*(const Rational& a, const Rational& b);
    friend Rational operator/(const Rational& a, const Rational& b);
    friend bool operator==(const Rational&, const Rational&) = default;
    friend bool operator<(const Rational& a, const Rational& b) { return (a - b).sign() < 0; }

private:
    [[nodiscard]] static Rational invalid();
    Wide numerator_ = 0, denominator_ = 1;
};

[[nodiscard]] Wide greatestCommonDivisor(Wide a, Wide b);
/// Decimal digits.
[[nodiscard]] std::string wideText(Wide number);

} // namespace warpstring::symbolic
