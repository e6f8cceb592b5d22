// SPDX-License-Identifier: GPL-3.0-or-later
// A number as a function of names: polynomials, each where its conditions hold.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "symbolic/formula/polynomial.h"

namespace warpstring::symbolic {

/// left >= 0, or left = 0.
struct Condition {
    Polynomial left;
    bool isEquality = false;

    /// nullopt where a name has no value.
    [[nodiscard]] std::optional<bool> holds(const NameValues& values) const;
    /// "n >= 17": what has a positive coefficient stands on the left.
    [[nodiscard]] std::string text() const;
    friend bool operator==(const Condition&, const Condition&) = default;
};

/// Where all conditions hold, the value.
struct FormulaPiece {
    std::vector<Condition> where;
    Polynomial value;
    friend bool operator==(const FormulaPiece&, const FormulaPiece&) = default;
};

/// The sum of the pieces whose conditions hold.
class Formula {
public:
    Formula() = default;
    Formula(Polynomial everywhere); // NOLINT(google-explicit-constructor): a polynomial is one
    explicit Formula(std::vector<FormulaPiece> pieces);

    [[nodiscard]] const std::vector<FormulaPiece>& pieces() const { return pieces_; }
    [[nodiscard]] bool isZero() const { return pieces_.empty(); }
    /// The one polynomial that holds everywhere; nullopt where there are several, or conditions.
    [[nodiscard]] std::optional<Polynomial> everywhere() const;
    /// nullopt where a name has no value, the number is no whole one or does not fit 64 bits.
    [[nodiscard]] std::optional<std::int64_t> evaluate(const NameValues& values) const;
    [[nodiscard]] Formula replaced(const std::string& name, const Polynomial& by) const;
    [[nodiscard]] Formula scaled(const Polynomial& by) const;
    /// "n^2", "n where n <= 1024; 1024 where n >= 1025" of pieces that exclude each other at sight, "n + (4
    /// where n >= 9)" of others, "0".
    [[nodiscard]] std::string text() const;
    friend bool operator==(const Formula&, const Formula&) = default;

private:
    std::vector<FormulaPiece> pieces_; ///< none of value 0
};

} // namespace warpstring::symbolic
