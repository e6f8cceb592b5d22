// SPDX-License-Identifier: GPL-3.0-or-later
#include "symbolic/formula/rational.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

namespace warpstring::symbolic {

namespace {

/// Numbers up to this length can be negated, added and multiplied by a digit without a check.
constexpr Wide longest = Wide{1} << 125;

bool fits(Wide number) { return number < longest && number > -longest; }

std::optional<Wide> product(Wide a, Wide b) {
    Wide result = 0;
    if (__builtin_mul_overflow(a, b, &result) || !fits(result)) return std::nullopt;
    return result;
}

} // namespace

Wide greatestCommonDivisor(Wide a, Wide b) {
    a = a < 0 ? -a : a;
    b = b < 0 ? -b : b;
    if (constexpr Wide most = std::numeric_limits<std::uint64_t>::max(); a <= most && b <= most)
        return static_cast<Wide>(std::gcd(static_cast<std::uint64_t>(a), static_cast<std::uint64_t>(b)));
    while (b != 0) a = std::exchange(b, a % b);
    return a;
}

std::string wideText(Wide number) {
    std::string digits;
    for (Wide left = number < 0 ? -number : number; left > 0 || digits.empty(); left /= 10)
        digits += static_cast<char>('0' + static_cast<int>(left % 10));
    if (number < 0) digits += '-';
    std::reverse(digits.begin(), digits.end());
    return digits;
}

Rational Rational::invalid() {
    Rational none;
    none.denominator_ = 0;
    return none;
}

Rational::Rational(Wide numerator, Wide denominator) {
    if (denominator == 0 || !fits(numerator) || !fits(denominator)) {
        *this = invalid();
        return;
    }
    if (denominator == 1) {
        numerator_ = numerator;
        return;
    }
    const Wide common = greatestCommonDivisor(numerator, denominator);
    const Wide sign = denominator < 0 ? -1 : 1;
    numerator_ = sign * numerator / common;
    denominator_ = sign * denominator / common;
}

std::optional<std::int64_t> Rational::integer() const {
    if (!isInteger() || numerator_ > std::numeric_limits<std::int64_t>::max() ||
        numerator_ < std::numeric_limits<std::int64_t>::min())
        return std::nullopt;
    return static_cast<std::int64_t>(numerator_);
}

Rational Rational::floor() const {
    if (!isValid()) return *this;
    const Wide cut = numerator_ / denominator_;
    return numerator_ % denominator_ < 0 ? cut - 1 : cut;
}

Rational operator+(const Rational& a, const Rational& b) {
    if (a.denominator_ == 1 && b.denominator_ == 1) return {a.numerator_ + b.numerator_, 1};
    const auto left = product(a.numerator_, b.denominator_), right = product(b.numerator_, a.denominator_);
    const auto below = product(a.denominator_, b.denominator_);
    return left && right && below ? Rational(*left + *right, *below) : Rational::invalid();
}

Rational operator-(const Rational& a, const Rational& b) {
    if (a.denominator_ == 1 && b.denominator_ == 1) return {a.numerator_ - b.numerator_, 1};
    return a + Rational(-1) * b;
}

Rational operator*(const Rational& a, const Rational& b) {
    const auto above = product(a.numerator_, b.numerator_);
    const auto below = product(a.denominator_, b.denominator_);
    return above && below ? Rational(*above, *below) : Rational::invalid();
}

Rational operator/(const Rational& a, const Rational& b) {
    const auto above = product(a.numerator_, b.denominator_);
    const auto below = product(a.denominator_, b.numerator_);
    return above && below ? Rational(*above, *below) : Rational::invalid();
}

} // namespace warpstring::symbolic
