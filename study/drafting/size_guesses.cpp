// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/drafting/size_guesses.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "study/drafting/expr_value.h"

namespace warpstring::drafting {

namespace {

constexpr std::uint64_t wavesOfGrid = 8;
constexpr std::int64_t loopTrips = 1024, leastTrips = 16;
/// Steps of shrinkage in which loops alone get shorter.
constexpr int stepsOfLoops = 3;
constexpr std::int64_t mostElements = std::int64_t{1} << 28;
constexpr std::int64_t radius = 4;
constexpr std::int64_t tripsOfGridStride = 16;
constexpr std::int64_t largest = std::int64_t{1} << 40;
/// Of an image, of one that is a buffer: what every device takes.
constexpr std::int64_t largestSide = 16384, largestImageBuffer = std::int64_t{1} << 27;
/// A comparison with a smaller number is more likely one of a border than of the whole.
constexpr std::int64_t leastExtent = 64;

std::uint64_t roundedUp(std::uint64_t size, std::uint64_t unit) { return (size + unit - 1) / unit * unit; }

/// The least t from 1 on for which `holds`, which stays so once it does; nothing up to `largest`.
template <class Holds>
std::optional<std::int64_t> least(Holds&& holds) {
    std::int64_t high = 1;
    while (!holds(high)) {
        high *= 2;
        if (high > largest) return std::nullopt;
    }
    std::int64_t low = high / 2;
    while (high - low > 1) {
        const std::int64_t middle = low + (high - low) / 2;
        (holds(middle) ? high : low) = middle;
    }
    return high;
}

class Guesser {
public:
    Guesser(const Pdg& pdg, const ScalarUses& uses, const HardwareSpec& spec, const KnownSizes& known,
            const std::vector<std::uint64_t>& local)
        : pdg_(pdg), uses_(uses), spec_(spec), known_(known) {
        range_.dimensions = static_cast<int>(local.size());
        std::copy(local.begin(), local.end(), range_.local.begin());
        result_.covered.fill(noScalar);
        result_.scalars = known.scalars;
        result_.scalars.resize(slotCount(pdg));
        result_.guessed.resize(slotCount(pdg));
    }

    SizeGuesses run() {
        if (known_.global.empty()) {
            guessGlobal();
        } else {
            for (std::size_t d = 0; d < known_.global.size() && d < 3; ++d) range_.global[d] = known_.global[d];
        }
        scalarsFromLimits();
        scalarsOfLoops();
        scalarsOfPitches();
        scalarsFromLimits();
        sizesOfImages();
        scalarsOfOtherUses();
        result_.range = range_;
        return std::move(result_);
    }

private:
    static constexpr std::uint32_t noScalar = std::numeric_limits<std::uint32_t>::max();

    [[nodiscard]] bool isOpen(std::uint32_t scalar) const {
        return wholeTypeOf(pdg_, scalar) && !result_.scalars[scalar].has_value();
    }
    [[nodiscard]] std::int64_t largestFor(std::uint32_t slot) const {
        const auto image = imageOf(pdg_, slot);
        if (!image) return largestOf(*wholeTypeOf(pdg_, slot));
        return pdg_.arguments[*image].shape == ImageShape::Buffer ? largestImageBuffer : largestSide;
    }
    [[nodiscard]] std::vector<std::uint32_t> openOnes(const Ingredients& of) const {
        std::vector<std::uint32_t> open;
        for (const auto scalar : of.scalars)
            if (isOpen(scalar)) open.push_back(scalar);
        return open;
    }
    void settle(std::uint32_t scalar, std::int64_t value, std::string reason) {
        value = std::min(value, largestFor(scalar));
        result_.scalars[scalar] = value;
        result_.guessed[scalar] = {value, std::move(reason)};
    }

    [[nodiscard]] std::optional<std::int64_t> valueAt(ExprId id, const WorkItem& item) const {
        return ExprValue(pdg_, item).of(id);
    }
    [[nodiscard]] static bool isGridStride(const Limit& limit) {
        return limit.ofMoving.hasCounter && limit.ofMoving.hasGlobalSize;
    }

    /// Sides of a grid of at least so many full waves, powers of two, the first ones longer.
    void guessGlobal() {
        const auto& device = spec_.occupancy;
        const int perMultiprocessor = device.workItems > 0 ? device.workItems
                                      : device.warps > 0   ? device.warps * spec_.execution.warpSize
                                                           : 1024;
        const std::uint64_t items =
            std::bit_ceil(wavesOfGrid * static_cast<std::uint64_t>(spec_.execution.multiprocessors) *
                          static_cast<std::uint64_t>(perMultiprocessor));
        int bits = std::max(10, std::countr_zero(items) - 2 * std::max(0, known_.shrinkage - stepsOfLoops));
        for (int d = 0; d < range_.dimensions; ++d) {
            const auto at = static_cast<std::size_t>(d);
            const int dimensionsLeft = range_.dimensions - d;
            const int own = (bits + dimensionsLeft - 1) / dimensionsLeft;
            bits -= own;
            range_.global[at] = roundedUp(std::uint64_t{1} << own, range_.local[at]);
            result_.globalReason[at] = known_.shrinkage > stepsOfLoops
                                           ? "larger ones would need too much memory"
                                           : std::to_string(wavesOfGrid) + " full waves of " +
                                                 std::to_string(spec_.execution.multiprocessors) +
                                                 " multiprocessors or more";
        }
        for (unsigned d = 0; d < static_cast<unsigned>(range_.dimensions); ++d)
            if (!coverTold(d, true)) (void)coverTold(d, false);
        for (int d = 0; leavesWhatIsFixed();) {
            auto& size = range_.global[static_cast<std::size_t>(d)];
            const auto group = range_.local[static_cast<std::size_t>(d)];
            result_.globalReason[static_cast<std::size_t>(d)] = "more would leave what the kernel's memory has";
            if (size <= group) {
                if (++d == range_.dimensions) break;
                continue;
            }
            size = roundedUp(size / 2, group);
            if (size <= group) ++d;
            if (d == range_.dimensions) break;
        }
    }

    /// Whether the last work-item is surely led beyond an array of the program, before a buffer, or beyond an
    /// image that it writes.
    [[nodiscard]] bool leavesWhatIsFixed() const {
        const WorkItem last = lastOf(range_, result_.scalars);
        for (const auto& access : pdg_.accesses) {
            if (!access.offset || access.object == none || access.space == MemorySpace::Image ||
                access.space == MemorySpace::Shared || access.space == MemorySpace::Private ||
                pdg_.statements[access.statement].region != entryRegion)
                continue;
            const auto place = valueAt(access.offset, last);
            if (!place) continue;
            if (*place < 0) return true;
            if (!access.objectIsArgument &&
                static_cast<std::uint64_t>(*place) + static_cast<std::uint64_t>(access.bytes) >
                    pdg_.arrays[access.object].bytes)
                return true;
        }
        for (const auto& argument : pdg_.arguments) {
            if (argument.kind != KernelArgument::Kind::Image || argument.access != "write_only" ||
                dimensions(argument.shape) != range_.dimensions)
                continue;
            for (int d = 0; d < range_.dimensions; ++d)
                if (range_.global[static_cast<std::size_t>(d)] > static_cast<std::uint64_t>(largestSide))
                    return true;
        }
        return false;
    }

    /// So many groups that the work-items reach what a comparison tells: a scalar that was said, or a number.
    bool coverTold(unsigned dimension, bool byScalar) {
        std::uint64_t groups = 0;
        std::uint32_t scalar = noScalar;
        for (const Limit& limit : uses_.limits) {
            if (limit.ofMoving.groups != std::set<unsigned>{dimension} || isGridStride(limit)) continue;
            if (byScalar == limit.ofLimit.scalars.empty() || !openOnes(limit.ofLimit).empty()) continue;
            const auto bound = valueAt(limit.limit, lastOf(range_, result_.scalars));
            if (!bound || *bound < (byScalar ? 1 : leastExtent)) continue;
            const auto enough = least([&](std::int64_t count) {
                NDRange range = range_;
                range.global[dimension] = range.local[dimension] * static_cast<std::uint64_t>(count);
                const auto reached = valueAt(limit.moving, lastOf(range, result_.scalars));
                return !reached || *reached + 1 >= *bound;
            });
            if (!enough || static_cast<std::uint64_t>(*enough) <= groups) continue;
            groups = static_cast<std::uint64_t>(*enough);
            scalar = limit.ofLimit.scalars.size() == 1 ? *limit.ofLimit.scalars.begin() : noScalar;
        }
        if (groups == 0) return false;
        range_.global[dimension] = groups * range_.local[dimension];
        result_.globalReason[dimension] = byScalar ? "covers what the kernel compares with its IDs"
                                                   : "covers the number that the kernel compares with its IDs";
        if (scalar != noScalar && isArgument(pdg_, scalar) &&
            roundedUp(static_cast<std::uint64_t>(std::max<std::int64_t>(1, *result_.scalars[scalar])),
                      range_.local[dimension]) == range_.global[dimension])
            result_.covered[dimension] = scalar;
        return true;
    }

    /// Scalars that IDs are compared with are so large that all work-items are on the near side.
    void scalarsFromLimits() {
        struct Candidate {
            std::int64_t value = 0;
            int dimension = -1; ///< that alone is compared
            std::string reason;
        };
        std::vector<std::optional<Candidate>> best(result_.scalars.size());
        std::vector<bool> isOfStride(result_.scalars.size());
        for (const Limit& limit : uses_.limits)
            if (isGridStride(limit))
                for (const auto scalar : limit.ofLimit.scalars) isOfStride[scalar] = true;
        for (const Limit& limit : uses_.limits) {
            auto open = openOnes(limit.ofLimit);
            // Samplers find the texels of neighbours, and of work-items beyond the image.
            std::erase_if(open, [&](auto slot) { return imageOf(pdg_, slot).has_value(); });
            if (open.empty() || !limit.ofMoving.hasIds() || !openOnes(limit.ofMoving).empty()) continue;
            // A tile's work-item in a loop over tiles says nothing of how many there are.
            if (limit.ofMoving.groups.empty() && limit.ofMoving.hasCounter) continue;
            const auto reached = valueAt(limit.moving, lastOf(range_, result_.scalars));
            if (!reached || *reached < 0) continue;
            std::int64_t wanted = *reached + 1;
            if (isGridStride(limit)) {
                wanted = tripsOfGridStride;
                for (const unsigned d : limit.ofMoving.groups)
                    wanted *= static_cast<std::int64_t>(range_.global[d]);
            }
            auto value = least([&](std::int64_t t) {
                WorkItem item = lastOf(range_, result_.scalars);
                for (const auto scalar : open) item.scalars[scalar] = t;
                const auto bound = valueAt(limit.limit, item);
                return bound && *bound >= wanted;
            });
            if (!value) continue;
            const bool isOfOne = limit.ofMoving.groups.size() == 1 && !isGridStride(limit);
            const int dimension = isOfOne ? static_cast<int>(*limit.ofMoving.groups.begin()) : -1;
            if (dimension >= 0 && open.size() == 1) {
                // "x + 1 < n" keeps a border of a grid that n is the size of.
                const auto at = static_cast<std::size_t>(dimension);
                const auto extent = static_cast<std::int64_t>(range_.global[at]);
                if (*value > extent && *value - extent <= static_cast<std::int64_t>(range_.local[at]))
                    value = extent;
            }
            for (const auto scalar : open) {
                if (isOfStride[scalar] && !isGridStride(limit)) continue; // whether there is a first step
                if (best[scalar] && best[scalar]->value <= *value) continue;
                best[scalar] = {*value, open.size() == 1 ? dimension : -1,
                                isGridStride(limit) ? "16 steps of the whole grid"
                                                    : "as far as the work-items go"};
            }
        }
        for (std::uint32_t scalar = 0; scalar < best.size(); ++scalar) {
            if (!best[scalar]) continue;
            settle(scalar, best[scalar]->value, best[scalar]->reason);
            if (const int d = best[scalar]->dimension;
                d >= 0 && isArgument(pdg_, scalar) && known_.global.empty() &&
                result_.covered[static_cast<std::size_t>(d)] == noScalar &&
                best[scalar]->value == static_cast<std::int64_t>(range_.global[static_cast<std::size_t>(d)]))
                result_.covered[static_cast<std::size_t>(d)] = scalar;
        }
    }

    void scalarsOfLoops() {
        for (const Limit& limit : uses_.limits) {
            if (!limit.ofMoving.hasCounter || !limit.ofMoving.groups.empty()) continue;
            for (const auto scalar : openOnes(limit.ofLimit)) {
                if (uses_.negated.contains(scalar))
                    settle(scalar, radius, "a loop runs from below zero to it");
                else
                    settleTrips(scalar);
            }
        }
        for (const auto scalar : uses_.negated)
            if (isOpen(scalar)) settle(scalar, radius, "a loop begins below zero with it");
    }

    /// Not so many that rows of them would make a buffer which hardly fits a device, or the range of int.
    void settleTrips(std::uint32_t scalar) {
        std::int64_t trips = std::max<std::int64_t>(leastTrips, loopTrips >> (2 * known_.shrinkage));
        for (const ScaledUse& use : uses_.scaled) {
            if (use.kind != ScaledUse::Kind::Product || use.scalar != scalar || !use.isInAddress) continue;
            std::int64_t rows = 1;
            for (const unsigned d : use.factor.groups) rows *= static_cast<std::int64_t>(range_.global[d]);
            trips = std::min(trips, std::max(leastTrips, mostElements / rows));
        }
        settle(scalar, trips, "a loop ends with it");
    }

    /// The length of a row: what rows, columns of another matrix or steps of a loop are multiplied with.
    void scalarsOfPitches() {
        for (const ScaledUse& use : uses_.scaled) {
            if (use.kind != ScaledUse::Kind::Product || !use.isInAddress || !isOpen(use.scalar)) continue;
            const auto isBeyondFirst = [](const std::set<unsigned>& dimensions) {
                return std::any_of(dimensions.begin(), dimensions.end(), [](unsigned d) { return d > 0; });
            };
            const Ingredients& factor = use.factor;
            if (isBeyondFirst(factor.groups) || isBeyondFirst(factor.locals) || factor.hasCounter)
                settle(use.scalar, static_cast<std::int64_t>(range_.global[0]), "the length of a row");
        }
    }

    /// A texel for each work-item: as the launch is laid out where it has the dimensions, else with sides
    /// alike.
    void sizesOfImages() {
        const std::uint64_t items = range_.global[0] * range_.global[1] * range_.global[2];
        for (std::size_t i = 0; i < pdg_.arguments.size(); ++i) {
            if (pdg_.arguments[i].kind != KernelArgument::Kind::Image) continue;
            const int dimensions = warpstring::dimensions(pdg_.arguments[i].shape);
            const bool isLaidOut = dimensions <= range_.dimensions;
            const double root = std::pow(static_cast<double>(items), 1.0 / dimensions);
            const std::uint64_t side = std::bit_floor(static_cast<std::uint64_t>(root + 0.5));
            for (int d = 0; d < dimensions; ++d) {
                const auto slot = slotOfImage(pdg_, i, static_cast<unsigned>(d));
                if (!isOpen(slot)) continue;
                const auto at = static_cast<std::size_t>(d);
                const auto covered = isLaidOut ? result_.covered[at] : noScalar;
                const std::uint64_t size = isLaidOut ? range_.global[at] : std::max<std::uint64_t>(1, side);
                settle(slot, covered != noScalar ? *result_.scalars[covered] : static_cast<std::int64_t>(size),
                       "a texel for each work-item");
            }
        }
    }

    /// 0, or where addresses fall from it ("n - 1 - i"), what keeps them within.
    void settleBeginning(std::uint32_t scalar) {
        const auto staysWithin = [&](std::int64_t value) {
            for (WorkItem item : {lastOf(range_, result_.scalars), WorkItem{range_, {}, {}, result_.scalars}}) {
                item.scalars[scalar] = value;
                for (const auto& access : pdg_.accesses)
                    if (access.offset && access.objectIsArgument &&
                        valueAt(access.offset, item).value_or(0) < 0)
                        return false;
            }
            return true;
        };
        const auto enough = staysWithin(0) ? std::nullopt : least(staysWithin);
        if (enough)
            settle(scalar, *enough, "no address begins before its buffer");
        else
            settle(scalar, 0, "an address begins with it");
    }

    void scalarsOfOtherUses() {
        for (const ScaledUse& use : uses_.scaled) {
            if (!isOpen(use.scalar) || use.kind != ScaledUse::Kind::Divisor) continue;
            const bool isRow = use.factor.hasIds() && range_.dimensions == 1;
            const auto side = static_cast<std::uint64_t>(std::sqrt(static_cast<double>(range_.global[0])));
            settle(use.scalar,
                   isRow ? static_cast<std::int64_t>(std::bit_floor(std::max<std::uint64_t>(1, side))) : 16,
                   isRow ? "IDs are divided by it" : "something is divided by it");
        }
        for (const ScaledUse& use : uses_.scaled)
            if (isOpen(use.scalar) && use.kind == ScaledUse::Kind::Summand && use.isInAddress &&
                use.factor.hasIds())
                settleBeginning(use.scalar);
        for (std::uint32_t scalar = 0; scalar < result_.scalars.size(); ++scalar)
            if (isOpen(scalar))
                settle(scalar, 1,
                       uses_.used.contains(scalar) ? "nothing says how large it is"
                                                   : "no address and no condition hangs on it");
    }

    const Pdg& pdg_;
    const ScalarUses& uses_;
    const HardwareSpec& spec_;
    const KnownSizes& known_;
    NDRange range_;
    SizeGuesses result_;
};

} // namespace

std::int64_t largestOf(ScalarType type) {
    const int bits = 8 * bytes(type) - (isSigned(type) ? 1 : 0);
    return bits < 63 ? (std::int64_t{1} << bits) - 1 : std::numeric_limits<std::int64_t>::max();
}

int dimensionsOf(const Pdg& pdg, const ScalarUses& uses) {
    int dimensions = uses.dimensions.empty() ? 1 : static_cast<int>(*uses.dimensions.rbegin()) + 1;
    for (std::size_t d = 0; d < pdg.requiredGroupSize.size() && d < 3; ++d)
        if (pdg.requiredGroupSize[d] > 1) dimensions = std::max(dimensions, static_cast<int>(d) + 1);
    return std::min(dimensions, 3);
}

SizeGuesses guessSizes(const Pdg& pdg, const ScalarUses& uses, const HardwareSpec& spec,
                       const KnownSizes& known, const std::vector<std::uint64_t>& local) {
    return Guesser(pdg, uses, spec, known, local).run();
}

} // namespace warpstring::drafting
