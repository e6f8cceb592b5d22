// SPDX-License-Identifier: GPL-3.0-or-later
#include "symbolic/counts/warp_transactions.h"

#include <algorithm>
#include <map>
#include <set>

namespace warpstring::symbolic {

namespace {

/// Whether it is a multiple of `size` whatever whole numbers its names stand for.
bool isMultiple(const Polynomial& polynomial, std::int64_t size) {
    return (Polynomial(Rational(1, size)) * polynomial).hasIntegerCoefficients();
}

std::optional<std::int64_t> wholeNumber(const Polynomial& polynomial) {
    const auto constant = polynomial.constant();
    return constant ? constant->integer() : std::nullopt;
}

std::optional<std::int64_t> segmentBytes(const HardwareSpec::GlobalMemory& memory) {
    switch (memory.coalescing) {
    case CoalescingRule::LineWarp: return 128;
    case CoalescingRule::SectorWarp: return memory.minTransactionBytes;
    default: return std::nullopt;
    }
}

/// What a warp of whole rows of lanes touches.
class WarpShape {
public:
    WarpShape(const IndexSpace& space, std::int64_t warpSize) : warpSize_(warpSize) {
        for (std::size_t d = 0; d < 3; ++d) local_[d] = static_cast<std::int64_t>(space.launch.range.local[d]);
    }

    /// Segments of a warp's lanes at `offset`; the same for every warp, or nullopt.
    [[nodiscard]] std::optional<std::int64_t> segments(const Polynomial& offset, std::int64_t segment,
                                                       int bytes) const {
        std::array<Polynomial, 3> strides;
        Polynomial rest = offset;
        for (std::size_t d = 0; d < 3; ++d) {
            const auto powers = rest.byPowersOf(localName(d));
            if (powers.size() > 2 || powers[0].mentions(localName(d))) return std::nullopt;
            if (powers.size() == 2) strides[d] = powers[1];
            rest = powers[0];
        }
        // Lanes of a row side by side, or all at one place, wherever that is.
        const auto step = wholeNumber(strides[0]);
        if (!step || *step % bytes != 0 || !isMultiple(rest, bytes)) return std::nullopt;
        const std::int64_t start = *step == 0 ? 0 : floorRemainder(rest.constantTerm(), segment);
        if (start < 0 || (*step != 0 && !isMultiple(rest - Polynomial(rest.constantTerm()), segment)))
            return std::nullopt;
        const std::int64_t row = std::min(local_[0], warpSize_);
        if (warpSize_ % row != 0 || (row == warpSize_ && local_[0] % warpSize_ != 0)) return std::nullopt;
        if (row == warpSize_) { // the row's later warps begin where segments do
            if (local_[0] > warpSize_ && (*step * warpSize_) % segment != 0) return std::nullopt;
            if (!isMultiple(strides[1], segment) || !isMultiple(strides[2], segment)) return std::nullopt;
            return segmentsOf(start, *step, row, {0}, segment);
        }
        // Rows of a warp: where they are a symbolic distance apart, each has segments of its own.
        const std::int64_t rows = warpSize_ / row;
        if (local_[1] % rows != 0 || !isMultiple(strides[2], segment)) return std::nullopt;
        if (const auto next = wholeNumber(strides[1])) {
            if (*step == 0 && *next % segment != 0) return std::nullopt;
            if (*next % bytes != 0 || (local_[1] > rows && (*next * rows) % segment != 0)) return std::nullopt;
            std::vector<std::int64_t> starts;
            starts.reserve(static_cast<std::size_t>(rows));
            for (std::int64_t y = 0; y < rows; ++y) starts.push_back(y * *next);
            return segmentsOf(start, *step, row, starts, segment);
        }
        const std::int64_t reach = *step == 0 ? segment : segment + start + *step * (row - 1);
        if (*step < 0 || !isMultiple(strides[1], segment) || !(strides[1] - reach).isSurelyNonNegative())
            return std::nullopt;
        return rows * segmentsOf(start, *step, row, {0}, segment);
    }

private:
    static std::int64_t floorRemainder(const Rational& number, std::int64_t size) {
        const auto whole = number.integer();
        return whole ? (*whole % size + size) % size : -1;
    }
    static std::int64_t segmentsOf(std::int64_t start, std::int64_t step, std::int64_t row,
                                   const std::vector<std::int64_t>& rows, std::int64_t segment) {
        std::set<std::int64_t> touched;
        for (const std::int64_t first : rows)
            for (std::int64_t lane = 0; lane < row; ++lane)
                touched.insert(Rational(start + first + lane * step, segment).floor().integer().value_or(0));
        return static_cast<std::int64_t>(touched.size());
    }

    std::int64_t warpSize_;
    std::array<std::int64_t, 3> local_{};
};

} // namespace

std::optional<Formula> transactionFormula(const IndexSpace& space, const HardwareSpec& spec,
                                          const std::vector<AddressCase>& cases, int bytes) {
    const auto segment = segmentBytes(spec.globalMemory);
    const auto warpSize = static_cast<std::int64_t>(spec.execution.warpSize);
    if (!segment || *segment % bytes != 0 || space.launch.groupSize % warpSize != 0) return std::nullopt;
    const WarpShape shape(space, warpSize);
    std::vector<Formula> parts;
    for (const AddressCase& one : cases) {
        for (const Condition& condition : one.place.where) {
            const bool isOfLanes = condition.left.mentions(localName(0)) ||
                                   condition.left.mentions(localName(1)) ||
                                   condition.left.mentions(localName(2));
            if (isOfLanes && std::find(space.boundsOfIds.begin(), space.boundsOfIds.end(), condition) ==
                                 space.boundsOfIds.end())
                return std::nullopt;
        }
        const auto segments = shape.segments(one.bytes, *segment, bytes);
        const auto points = segments ? space.pointsOf(one.place) : std::nullopt;
        std::string reason;
        const auto items = points ? points->count(reason) : std::nullopt;
        if (!items) return std::nullopt;
        parts.push_back(items->scaled(Polynomial(Rational(*segments, warpSize))));
    }
    return sumOf(*space.points, parts);
}

} // namespace warpstring::symbolic
