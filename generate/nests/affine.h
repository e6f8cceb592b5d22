// SPDX-License-Identifier: GPL-3.0-or-later
// Subscripts as sums of loops' counters with factors, and whether two of them meet.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "generate/form/expr.h"

namespace warpstring::generate {

/// A counted loop, its counter from 0 and by 1.
struct NestLoop {
    VariablePointer counter;
    std::int64_t trips = 0;
    bool isParallel = false; // of the index space
    SourceLocation place;
};

/// constant + sum of factor * counter. No factor is 0.
struct Affine {
    std::map<const Variable*, std::int64_t> factors;
    std::int64_t constant = 0;

    [[nodiscard]] std::int64_t factor(const Variable* counter) const;
    friend bool operator==(const Affine&, const Affine&) = default;
    friend Affine operator+(Affine a, const Affine& b);
    friend Affine operator*(Affine a, std::int64_t by);
};

/// Nullopt where it is no such sum of int variables, or numbers go beyond 2^53.
[[nodiscard]] std::optional<Affine> affineOf(const Expr& expr);

/// Rounded down; b is positive.
[[nodiscard]] std::int64_t quotientDown(std::int64_t a, std::int64_t b);

/// As an expression of int; `loops` have the counters.
[[nodiscard]] Expr exprOf(const Affine& affine, const std::vector<NestLoop>& loops);
/// "2 * i + 1"
[[nodiscard]] std::string toText(const Affine& affine, const std::vector<NestLoop>& loops);

/// What it lies between, both ends belonging to it.
[[nodiscard]] NatRange rangeOf(const Affine& affine, const std::vector<NestLoop>& loops);

/// An access by an iteration of the loops around it.
struct NestAccess {
    Affine element;
    std::vector<NestLoop> loops;
};

/// Two iterations that access one element.
struct Meeting {
    std::map<const Variable*, std::int64_t> first;
    std::map<const Variable*, std::int64_t> second;
    std::int64_t element = 0;
};

enum class Decision { Never, Meets, Undecided };

/// Whether iterations that differ in a counter of `apart`, which both accesses have, access one element:
/// decided exactly, by a search that narrows each variable to what the others can reach, within a share of
/// work.
[[nodiscard]] Decision meets(const NestAccess& first, const NestAccess& second,
                             const std::vector<const Variable*>& apart, Meeting& meeting);

} // namespace warpstring::generate
