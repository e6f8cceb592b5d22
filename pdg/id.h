// SPDX-License-Identifier: GPL-3.0-or-later
// What names a row of a graph's tables. A type for each table, so that a region is not taken for a statement.
#pragma once

#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace warpstring {

/// The type of `none`, which every id may be. It is a number too, for indices that have no type of their own.
struct NoId {
    constexpr operator std::uint32_t() const { return 0xffffffffu; }
};
inline constexpr NoId none;

/// The index of a row in the table that `Row` names, or `none`; the first row where nothing is said. It is made
/// from a number only where that is written out, and neither taken for nor compared with the id of another
/// table or a number. By itself it becomes a std::size_t and nothing else, for the sake of subscripts: which
/// table those ask is not checked.
template <class Row>
class Id {
public:
    constexpr Id() = default;
    constexpr Id(NoId no) : index_(no) {}
    constexpr explicit Id(std::size_t index) : index_(static_cast<std::uint32_t>(index)) {}
    template <class Other>
    Id(Id<Other>) = delete;

    [[nodiscard]] constexpr std::uint32_t index() const { return index_; }
    // A template, so that no further conversion follows: to a narrower number, to bool.
    template <std::same_as<std::size_t> Index>
    constexpr operator Index() const {
        return index_;
    }

    constexpr Id& operator++() {
        ++index_;
        return *this;
    }
    friend constexpr bool operator==(Id, Id) = default;
    friend constexpr auto operator<=>(Id, Id) = default;
    template <class Other>
    friend bool operator==(Id, Id<Other>) = delete;
    template <class Other>
    friend bool operator<=>(Id, Id<Other>) = delete;
    template <std::integral Number>
    friend bool operator==(Id, Number) = delete;
    template <std::integral Number>
    friend bool operator<=>(Id, Number) = delete;

private:
    std::uint32_t index_ = 0;
};

using RegionId = Id<struct Region>;
using PredicateId = Id<struct Predicate>;
using StatementId = Id<struct Statement>;
using LoopId = Id<struct Loop>;
using AccessId = Id<struct MemoryAccess>;

} // namespace warpstring

template <class Row>
struct std::hash<warpstring::Id<Row>> {
    std::size_t operator()(warpstring::Id<Row> id) const noexcept {
        return std::hash<std::uint32_t>()(id.index());
    }
};
