// SPDX-License-Identifier: GPL-3.0-or-later
#include "symbolic/counts/warp_transactions.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <set>

namespace warpstring::symbolic {

namespace {

constexpr std::int64_t mostNear = 8; ///< values of a name at which rows of a warp may share segments

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

/// The greatest number of which all values are a multiple, once the constant is away, and `size` too; nullopt
/// where a factor is no whole number.
std::optional<std::int64_t> alignmentOf(const Polynomial& polynomial, std::int64_t size) {
    Wide common = size;
    for (const auto& [monomial, coefficient] : polynomial.terms()) {
        if (!coefficient.isInteger()) return std::nullopt;
        if (!monomial.factors.empty()) common = greatestCommonDivisor(common, coefficient.numerator());
    }
    return static_cast<std::int64_t>(common);
}

/// Where the names allow it, segments of each warp.
struct SegmentPiece {
    Conjunction where;
    std::int64_t segments = 0;
};
using SegmentPieces = std::optional<std::vector<SegmentPiece>>;

/// What a warp of whole rows of lanes touches.
class WarpShape {
public:
    WarpShape(const IndexSpace& space, std::int64_t warpSize, std::int64_t segment, int bytes)
        : names_(space.symbols.values), warpSize_(warpSize), segment_(segment), bytes_(bytes) {
        for (std::size_t d = 0; d < 3; ++d) local_[d] = static_cast<std::int64_t>(space.launch.range.local[d]);
        row_ = std::min(local_[0], warpSize_);
        rows_ = row_ > 0 && warpSize_ % row_ == 0 ? warpSize_ / row_ : 0;
        if (local_[rows_ == 1 ? 0 : 1] % (rows_ == 1 ? warpSize_ : std::max<std::int64_t>(rows_, 1)) != 0)
            rows_ = 0;
    }

    /// Segments of a warp's lanes at `offset`, the same for every warp; nullopt where they are not.
    [[nodiscard]] SegmentPieces segments(const Polynomial& offset) const {
        std::array<Polynomial, 3> strides;
        Polynomial rest = offset;
        for (std::size_t d = 0; d < 3; ++d) {
            const auto powers = rest.byPowersOf(localName(d));
            if (powers.size() > 2 || powers[0].mentions(localName(d))) return std::nullopt;
            if (powers.size() == 2) strides[d] = powers[1];
            rest = powers[0];
        }
        if (rows_ == 0) return std::nullopt;
        if (rows_ == 1 || wholeNumber(strides[1])) {
            const auto all = numbered(strides, rest);
            return all ? SegmentPieces({{{}, *all}}) : std::nullopt;
        }
        return byDistance(strides, rest);
    }

private:
    /// Rows a multiple of a name apart: each has segments of its own once they are far enough apart, and where
    /// they are not, the name has few values.
    [[nodiscard]] SegmentPieces byDistance(const std::array<Polynomial, 3>& strides,
                                           const Polynomial& rest) const {
        const Polynomial& distance = strides[1];
        const auto step = wholeNumber(strides[0]);
        const auto names = distance.names();
        const auto factor = distance.terms().size() == 1 ? distance.terms()[0].second.integer() : std::nullopt;
        if (!step || !factor || *factor <= 0 || names.size() != 1 || !names_.contains(names[0]) ||
            !(distance == Polynomial(*factor) * Polynomial::name(names[0])))
            return std::nullopt;
        const auto own = same({rest, distance, strides[2]}, *step, {0}); // of one row
        if (!own) return std::nullopt;
        const std::int64_t far = *own * rows_;
        const std::int64_t reach = (*step < 0 ? -*step : *step) * (row_ - 1) + bytes_ - 1 + segment_;
        std::int64_t near = (reach + *factor - 1) / *factor - 1; // the last value at which they may meet
        if (near > mostNear) return std::nullopt;
        std::vector<SegmentPiece> pieces;
        bool isFar = true; // so far all are as many as far apart
        for (; near >= 1; --near) {
            std::array<Polynomial, 3> at;
            for (std::size_t d = 0; d < 3; ++d) at[d] = strides[d].replaced(names[0], Polynomial(near));
            const auto all = numbered(at, rest.replaced(names[0], Polynomial(near)));
            if (!all) return std::nullopt;
            if (isFar && *all == far) continue;
            if (isFar) pieces.push_back({{{Polynomial::name(names[0]) - (near + 1)}}, far});
            isFar = false;
            pieces.push_back({{{Polynomial::name(names[0]) - near, true}}, *all});
        }
        if (isFar) pieces.push_back({{}, far});
        return pieces;
    }

    [[nodiscard]] std::optional<std::int64_t> numbered(const std::array<Polynomial, 3>& strides,
                                                       const Polynomial& rest) const {
        const auto step = wholeNumber(strides[0]);
        if (!step) return std::nullopt;
        if (rows_ == 1) // a row's later warps begin further on
            return same(
                {rest, strides[1], strides[2],
                 Polynomial(local_[0] > warpSize_ ? *step * warpSize_ : 0) * Polynomial::name(localName(0))},
                *step, {0});
        const auto next = wholeNumber(strides[1]);
        if (!next || *next % bytes_ != 0) return std::nullopt;
        std::vector<std::int64_t> starts;
        starts.reserve(static_cast<std::size_t>(rows_));
        for (std::int64_t y = 0; y < rows_; ++y) starts.push_back(y * *next);
        return same({rest, strides[2],
                     Polynomial(local_[1] > rows_ ? *next * rows_ : 0) * Polynomial::name(localName(1))},
                    *step, starts);
    }

    /// Segments of rows of lanes that begin at `starts` and are moved by all of `moves`, wherever that leads;
    /// nullopt where it matters. Strides are moves by whole numbers of times.
    [[nodiscard]] std::optional<std::int64_t> same(const std::vector<Polynomial>& moves, std::int64_t step,
                                                   const std::vector<std::int64_t>& starts) const {
        std::int64_t unit = segment_, first = 0;
        for (std::size_t i = 0; i < moves.size(); ++i) {
            // What is no part of the address itself stands for its multiples.
            const Polynomial move = i == 0 ? moves[i] : moves[i] * Polynomial::name("times");
            const auto own = alignmentOf(move, segment_);
            const auto constant = move.constantTerm().integer();
            if (!own || !constant) return std::nullopt;
            unit = std::gcd(unit, *own);
            first += *constant;
        }
        if (step % bytes_ != 0 || first % bytes_ != 0 || unit % bytes_ != 0) return std::nullopt;
        std::optional<std::int64_t> all;
        for (std::int64_t moved = 0; moved < segment_; moved += unit) {
            const std::int64_t here = segmentsOf(first + moved, step, starts);
            if (all && *all != here) return std::nullopt;
            all = here;
        }
        return all;
    }

    [[nodiscard]] std::int64_t segmentsOf(std::int64_t start, std::int64_t step,
                                          const std::vector<std::int64_t>& starts) const {
        std::set<std::int64_t> touched;
        for (const std::int64_t first : starts)
            for (std::int64_t lane = 0; lane < row_; ++lane)
                touched.insert(Rational(start + first + lane * step, segment_).floor().integer().value_or(0));
        return static_cast<std::int64_t>(touched.size());
    }

    const NameValues& names_;
    std::int64_t warpSize_, segment_;
    int bytes_;
    std::array<std::int64_t, 3> local_{};
    std::int64_t row_ = 0, rows_ = 0; ///< lanes of a row, rows of a warp; 0: warps are no whole rows
};

} // namespace

std::optional<Formula> transactionFormula(const IndexSpace& space, const HardwareSpec& spec,
                                          const std::vector<AddressCase>& cases, int bytes) {
    const auto segment = segmentBytes(spec.globalMemory);
    const auto warpSize = static_cast<std::int64_t>(spec.execution.warpSize);
    if (!segment || *segment % bytes != 0 || space.launch.groupSize % warpSize != 0) return std::nullopt;
    const WarpShape shape(space, warpSize, *segment, bytes);
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
        const auto segments = shape.segments(one.bytes);
        const auto points = segments ? space.pointsOf(one.place) : std::nullopt;
        std::string reason;
        const auto items = points ? points->count(reason) : std::nullopt;
        if (!items) return std::nullopt;
        std::vector<FormulaPiece> pieces;
        for (const SegmentPiece& piece : *segments)
            for (FormulaPiece own : items->pieces()) {
                own.where.insert(own.where.end(), piece.where.begin(), piece.where.end());
                own.value = own.value * Polynomial(Rational(piece.segments, warpSize));
                pieces.push_back(std::move(own));
            }
        parts.emplace_back(std::move(pieces));
    }
    return sumOf(*space.points, parts);
}

} // namespace warpstring::symbolic
