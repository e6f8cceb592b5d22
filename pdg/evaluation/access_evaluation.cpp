// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/evaluation/access_evaluation.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>

#include "pdg/evaluation/access_points.h"
#include "pdg/evaluation/last_conflicts.h"
#include "pdg/evaluation/memory_rules.h"
#include "pdg/evaluation/random_access.h"
#include "pdg/evaluation/random_contents.h"
#include "pdg/evaluation/thin_cells.h"

namespace warpstring::evaluation {

namespace {

/// How often sum(coefficient * j) takes each residue modulo `period` over the box.
std::vector<std::pair<std::int64_t, double>> residueCounts(const LaneValue& offset, const Box& box,
                                                           std::int64_t period) {
    if (offset.terms.empty()) return {{0, box.points()}};
    std::map<std::int64_t, double> counts{{0, 1.0}};
    const auto modulo = [&](std::int64_t x) { return ((x % period) + period) % period; };
    double outside = 1;
    for (BoxVariable v = 0; v < box.variables.size(); ++v) {
        const auto term = std::find_if(offset.terms.begin(), offset.terms.end(),
                                       [&](const auto& t) { return t.variable == v; });
        const std::uint64_t count = box.variables[v].count;
        if (term == offset.terms.end() || modulo(term->coefficient) == 0) {
            outside *= static_cast<double>(count);
            continue;
        }
        const std::int64_t step = modulo(term->coefficient);
        const auto cycle = static_cast<std::uint64_t>(period / std::gcd(step, period));
        std::map<std::int64_t, double> next;
        for (const auto& [residue, weight] : counts)
            for (std::uint64_t j = 0; j < std::min(cycle, count); ++j) {
                const std::uint64_t whole = count / cycle;
                const auto times = static_cast<double>(whole + (j < count % cycle ? 1 : 0));
                next[modulo(residue + step * static_cast<std::int64_t>(j))] += weight * times;
            }
        counts = std::move(next);
    }
    std::vector<std::pair<std::int64_t, double>> result(counts.begin(), counts.end());
    for (auto& [residue, weight] : result) weight *= outside;
    return result;
}

/// What finding a lane's part in transactions or bank conflicts takes, in lane evaluations.
constexpr double unitsPerLane = 4;

/// Of the threshold, what the addresses of one access may cost in cells before cells are drawn: what is asked
/// of them is a mean, of a condition who is active.
constexpr double addressShare = 0.5;

/// Pieces of one access beyond which its addresses are too diverse to be kept.
constexpr std::size_t mostAccessPieces = 1024;

struct GroupCost {
    double transactions = 0, bytes = 0, cycles = 0;
    int ways = 1;
    TouchedMemory touched;

    void add(const GroupCost& other, double share) {
        transactions += share * other.transactions;
        bytes += share * other.bytes;
        touched.add(other.touched, share);
        cycles += share * other.cycles;
    }
};

/// Points of an access at which untold addresses are drawn: together, and of a cell where there are many.
constexpr int mostDraws = 256;
constexpr int drawsOfCell = 32;

class AccessWalk {
public:
    AccessWalk(ExprEvaluator& evaluator, const MemoryAccess& access, const HardwareSpec& spec, double warps,
               double threshold, Diagnostics& faults)
        : evaluator_(evaluator), access_(access), spec_(spec), warps_(warps),
          mostCells_(std::max(16.0, threshold * addressShare / evaluator.launch().groupSize)), faults_(faults),
          texels_(texelRules(spec.globalMemory)) {}

    AccessEvaluation run(const std::vector<Cell>& cells, AccessLimits until) {
        cells_ = static_cast<int>(std::clamp<std::size_t>(cells.size(), 1, mostDraws));
        std::vector<Cell> pending(cells.rbegin(), cells.rend());
        WorkShare& share = evaluator_.share();
        const double before = share.used();
        double points = 0;
        for (const auto& cell : cells) points += cell.box.points() * cell.scale;
        while (!pending.empty() && (!until.bounded || result_.certainty != Certainty::Bounded)) {
            if (until.bounded) share.foresee(before, done_, points);
            if (share.isOver()) break;
            if (until.sampledGroups && result_.isOfSomeGroups) break;
            if (share.isSpent()) thinCells(pending, mostThinCells / 4);
            const Cell cell = std::move(pending.back());
            pending.pop_back();
            visited_ += 1;
            if (!access_.offset) {
                bound(cell, "its address is not an expression of IDs and counters");
                continue;
            }
            if ((evaluator_.pdg().exprs.dependence(access_.offset) & cell.openLoops) != 0) {
                bound(cell, "its address depends on the counter of a loop whose trip count is not known");
                continue;
            }
            evaluator_.enter(cell.box);
            const LaneValue& offset = evaluator_.value(access_.offset);
            const auto hints = evaluator_.takeHints();
            if (offset.isExact()) {
                if (!isBeyond(cell, offset)) {
                    keep(cell, offset);
                    add(cell, offset);
                } else if (auto parts = addClamped(cell, offset, static_cast<double>(pending.size()));
                           !parts.empty()) {
                    pending.insert(pending.end(), std::make_move_iterator(parts.rbegin()),
                                   std::make_move_iterator(parts.rend()));
                }
                continue;
            }
            if (isUntoldAt(cell)) {
                bound(cell, untoldReason);
                continue;
            }
            auto parts = evaluator_.isSpent() ? std::vector<Cell>{}
                                              : split(cell, hints, static_cast<double>(pending.size()));
            if (parts.empty() && evaluator_.isSpent()) {
                bound(cell, std::string(spentReason));
                continue;
            }
            if (parts.empty()) {
                const bool data = (evaluator_.pdg().exprs.dependence(access_.offset) & dataDependence) != 0;
                bound(cell, data ? untoldReason : "its address would cost more than the threshold to evaluate");
                continue;
            }
            pending.insert(pending.end(), std::make_move_iterator(parts.rbegin()),
                           std::make_move_iterator(parts.rend()));
        }
        if (!piecesComplete_) result_.pieces.clear();
        if (isBeyond_) tellBeyond();
        return result_;
    }

private:
    static constexpr const char* untoldReason = "its address depends on data that the launch does not tell";

    /// Whether smaller cells would not help: at a single point the address is not known either.
    [[nodiscard]] bool isUntoldAt(const Cell& cell) {
        if (!evaluator_.isUntold(access_.offset)) return false;
        evaluator_.enter(pointOf(cell.box, [](BoxVariable, std::uint64_t) { return std::uint64_t{0}; }));
        const bool isKnown = evaluator_.value(access_.offset).isExact();
        (void)evaluator_.takeHints();
        return !isKnown;
    }

    std::vector<Cell> split(const Cell& cell, const std::vector<SplitHint>& hints, double waiting) {
        const double room = mostCells_ - visited_ - waiting;
        if (groupPointsAskedFor(cell.box, hints) > room) result_.isOfSomeGroups = true;
        if (auto parts = splitByHints(cell, hints, room); !parts.empty()) return parts;
        const auto longest = longestVariable(cell.box, evaluator_.pdg().exprs.dependence(access_.offset));
        if (!longest) return {};
        if (auto points = splitCell(cell, {*longest, 0}, room); !points.empty()) return points;
        const std::uint64_t most = cell.box.variables[*longest].count;
        // Too many points: representative ones, drawn by strata.
        constexpr std::uint64_t strata = 64;
        if (most > strata) {
            piecesComplete_ = false;
            result_.certainty = std::max(result_.certainty, Certainty::Sampled);
            result_.reason = "its address was evaluated at " + std::to_string(strata) + " of " +
                             std::to_string(most) + " steps";
        }
        return sampleCell(cell, *longest, strata);
    }

    [[nodiscard]] bool isShared() const { return access_.space == MemorySpace::Shared; }

    /// Addresses of the warp's active lanes, into `lanes`.
    void lanesOf(const LaneValue& offset, const ActiveSet& active, std::int64_t shift, int first,
                 std::vector<std::int64_t>& lanes) const {
        lanes.assign(static_cast<std::size_t>(spec_.execution.warpSize), inactiveLane);
        const int count = std::min(spec_.execution.warpSize, evaluator_.launch().groupSize - first);
        const bool isOne = offset.low.size() == 1;
        for (int lane = 0; lane < count; ++lane)
            if (active.contains(first + lane))
                lanes[static_cast<std::size_t>(lane)] =
                    offset.low[isOne ? 0 : static_cast<std::size_t>(first + lane)] + shift;
    }

    /// What a group asks for, at least and at most. Without `known` the offset tells nothing.
    [[nodiscard]] std::pair<GroupCost, GroupCost> groupCost(const LaneValue& offset, const Cell& cell,
                                                            std::int64_t shift, bool known) {
        GroupCost least, most;
        const bool certain = known && cell.must == cell.may;
        evaluator_.share().spend(unitsPerLane * evaluator_.launch().groupSize);
        for (int first = 0; first < evaluator_.launch().groupSize; first += spec_.execution.warpSize) {
            lanesOf(offset, cell.may, shift, first, may_);
            if (std::all_of(may_.begin(), may_.end(), [](auto address) { return address == inactiveLane; }))
                continue;
            if (!certain) lanesOf(offset, cell.must, shift, first, must_);
            if (isShared())
                addConflicts(must_, may_, certain, known, least, most);
            else
                addTransactions(must_, may_, first, certain, known, least, most);
        }
        return {least, certain ? least : most};
    }

    void addConflicts(std::vector<std::int64_t>& must, std::vector<std::int64_t>& may, bool certain, bool known,
                      GroupCost& least, GroupCost& most) {
        const auto place = [](std::vector<std::int64_t>& lanes, std::int64_t apart) {
            for (std::size_t lane = 0; lane < lanes.size(); ++lane)
                if (lanes[lane] != inactiveLane) lanes[lane] = static_cast<std::int64_t>(lane) * apart;
        };
        if (!known) {
            place(must, 0);
            place(may, static_cast<std::int64_t>(spec_.sharedMemory.banks) * spec_.sharedMemory.bankBytes);
        }
        const auto add = [&](const std::vector<std::int64_t>& lanes, GroupCost& cost) {
            if (std::all_of(lanes.begin(), lanes.end(), [](auto address) { return address == inactiveLane; }))
                return;
            const auto conflicts = conflicts_.of(spec_.sharedMemory, lanes, access_.bytes);
            cost.cycles += conflicts.cycles;
            cost.ways = std::max(cost.ways, conflicts.ways);
        };
        add(certain ? may : must, least);
        if (!certain) add(may, most);
    }

    void addTransactions(std::vector<std::int64_t>& must, std::vector<std::int64_t>& may, int first,
                         bool certain, bool known, GroupCost& least, GroupCost& most) const {
        int bytes = access_.bytes;
        double words = 1;
        if (access_.space == MemorySpace::Private) {
            if (!certain) interleavePrivate(must, first, evaluator_.launch().groupSize);
            interleavePrivate(may, first, evaluator_.launch().groupSize);
            words = privateWords(access_.bytes);
            bytes = 4;
        }
        const auto add = [&](const Transactions& moved, GroupCost& cost) {
            cost.transactions += moved.count * words;
            cost.bytes += moved.bytes * words;
            cost.touched.add(moved.touched, words);
        };
        const auto& memory = access_.space == MemorySpace::Image ? texels_ : spec_.globalMemory;
        if (certain) {
            add(transactions(memory, may, bytes), least);
            return;
        }
        const auto bounds = transactionBounds(memory, must, may, known, bytes);
        add(bounds.least, least);
        add(bounds.most, most);
    }

    /// What the timeline needs to follow addresses; sampled points do not tell about the others.
    void keep(const Cell& cell, const LaneValue& offset) {
        piecesComplete_ = piecesComplete_ && cell.scale == 1 && cell.openLoops == 0 &&
                          result_.pieces.size() < mostAccessPieces;
        if (piecesComplete_) result_.pieces.push_back({cell.box, cell.may, offset});
    }

    void add(const Cell& cell, const LaneValue& offset) {
        const std::int64_t period = isShared() ? spec_.sharedMemory.bankBytes : globalPeriod;
        for (const auto& [shift, points] : residueCounts(offset, cell.box, period)) {
            const auto [least, most] = groupCost(offset, cell, shift, true);
            accumulate(cell, points, least, most, most);
        }
    }

    /// The addresses are not known: between one lucky access and every lane on its own, and what random data
    /// make of it on average.
    void bound(const Cell& cell, const std::string& reason) {
        result_.certainty = Certainty::Bounded;
        result_.reason = reason;
        result_.isDrawn = true;
        piecesComplete_ = false;
        auto [least, most] = groupCost(LaneValue::constant(0), cell, 0, false);
        keepWithinObject(cell, most);
        GroupCost expected = expectedCost(cell, least, most);
        const auto keepBetween = [](double low, double& value, double high) {
            value = std::clamp(value, std::min(low, high), high);
        };
        keepBetween(least.transactions, expected.transactions, most.transactions);
        keepBetween(least.bytes, expected.bytes, most.bytes);
        keepBetween(least.cycles, expected.cycles, most.cycles);
        accumulate(cell, cell.box.points(), least, expected, most);
    }

    /// No more blocks are touched, nor words of a bank, than the object has.
    void keepWithinObject(const Cell& cell, GroupCost& most) const {
        const auto size = static_cast<double>(objectBytes(evaluator_.pdg(), evaluator_.launch(), access_));
        if (size == 0 || access_.space == MemorySpace::Private) return;
        const int warps = cell.may.activeWarps(spec_.execution.warpSize);
        if (isShared()) {
            const auto& memory = spec_.sharedMemory;
            if (!memory.broadcast) return;
            const double turns = std::ceil(size / memory.bankBytes / memory.banks);
            const double requests =
                std::ceil(spec_.execution.warpSize / double(lanesTogether(memory, access_.bytes)));
            if (turns >= most.ways) return;
            most.ways = static_cast<int>(turns);
            most.cycles = std::min(most.cycles, warps * requests * turns * memory.cyclesPerAccess);
            return;
        }
        const double block = blockBytes();
        if (block == 0) return;
        const double requests =
            std::ceil(spec_.execution.warpSize / double(spec_.globalMemory.lanesPerRequest));
        const double blocks = warps * requests * std::ceil(size / block);
        most.bytes *= std::min(1.0, blocks / std::max(1.0, most.transactions));
        most.transactions = std::min(most.transactions, blocks);
    }

    /// Bytes of the blocks of which lanes share transactions; 0 under the rules of half-warps.
    [[nodiscard]] double blockBytes() const {
        const auto& memory = spec_.globalMemory;
        return memory.coalescing == CoalescingRule::LineWarp     ? memory.maxTransactionBytes
               : memory.coalescing == CoalescingRule::SectorWarp ? memory.minTransactionBytes
                                                                 : 0;
    }

    [[nodiscard]] TouchedMemory touchedAtRandom(int lanes, double size) const {
        const auto& memory = spec_.globalMemory;
        if (memory.coalescing != CoalescingRule::SectorWarp) return {};
        const auto blocks = [&](int bytes) {
            return bytes > 0 ? expectedBlocks(lanes, access_.bytes, bytes, size) : 0;
        };
        return {blocks(memory.maxTransactionBytes), blocks(memory.fetchBytes), blocks(memory.spanBytes),
                static_cast<double>(lanes * access_.bytes)};
    }

    /// The mean over points of the cell, with untold memory full of random numbers; in closed form where the
    /// address is no expression. Once many points have been drawn, what they lay between the bounds.
    GroupCost expectedCost(const Cell& cell, const GroupCost& least, const GroupCost& most) {
        if (!access_.offset) return costOfRandomPlaces(cell, most);
        if (!points_) points_.emplace(evaluator_.pdg(), evaluator_.launch(), &evaluator_.share());
        const int draws = std::min({drawsOfCell, mostDraws - drawn_, std::max(2, mostDraws / cells_)});
        GroupCost sum;
        for (int draw = 0; draw < draws; ++draw) {
            points_->drawAnew(static_cast<std::uint64_t>(draw));
            const Box point = pointOf(cell.box, [&](BoxVariable v, std::uint64_t count) {
                // How far a loop counts of which nobody knows is not in the box.
                const bool isOpen = v >= 3 && (cell.openLoops & dependenceOf(v)) != 0;
                return isOpen ? static_cast<std::uint64_t>(draw)
                              : randomBits({static_cast<std::uint64_t>(draw), v}) % count;
            });
            const auto* offsets = points_->at(access_, point);
            if (offsets == nullptr) return costOfRandomPlaces(cell, most);
            Cell here = cell;
            here.must = here.may;
            sum.add(groupCost(LaneValue::integers(*offsets), here, 0, true).second, 1.0 / draws);
        }
        if (draws > 0) {
            drawn_ += draws;
            drawnCost_.add(sum, 1);
            leastDrawn_.add(least, 1);
            mostDrawn_.add(most, 1);
            return sum;
        }
        const auto between = [](double low, double high, double lows, double values, double highs) {
            return highs > lows ? low + (high - low) * (values - lows) / (highs - lows) : high;
        };
        sum = {between(least.transactions, most.transactions, leastDrawn_.transactions, drawnCost_.transactions,
                       mostDrawn_.transactions),
               between(least.bytes, most.bytes, leastDrawn_.bytes, drawnCost_.bytes, mostDrawn_.bytes),
               between(least.cycles, most.cycles, leastDrawn_.cycles, drawnCost_.cycles, mostDrawn_.cycles),
               1,
               {}};
        if (drawnCost_.bytes > 0) sum.touched.add(drawnCost_.touched, sum.bytes / drawnCost_.bytes);
        return sum;
    }

    /// Every lane goes to a random place of the object.
    [[nodiscard]] GroupCost costOfRandomPlaces(const Cell& cell, const GroupCost& most) const {
        const auto size = static_cast<double>(objectBytes(evaluator_.pdg(), evaluator_.launch(), access_));
        const int warpSize = spec_.execution.warpSize;
        GroupCost cost;
        for (int first = 0; first < evaluator_.launch().groupSize; first += warpSize) {
            int lanes = 0;
            for (int item = first; item < std::min(first + warpSize, evaluator_.launch().groupSize); ++item)
                lanes += cell.may.contains(item) ? 1 : 0;
            if (lanes == 0) continue;
            if (isShared()) {
                cost.cycles += expectedConflictCycles(spec_.sharedMemory, lanes, warpSize, access_.bytes, size);
            } else if (const double block = blockBytes(); block > 0 && access_.space != MemorySpace::Private) {
                const double blocks = expectedBlocks(lanes, access_.bytes, block, size);
                cost.transactions += blocks;
                cost.bytes += blocks * block;
                cost.touched.add(touchedAtRandom(lanes, size), 1);
            }
        }
        if (!isShared() && cost.transactions == 0) return most;
        return cost;
    }

    void accumulate(const Cell& cell, double points, const GroupCost& least, const GroupCost& expected,
                    const GroupCost& most) {
        done_ += points * cell.scale;
        const double times = points / warps_;
        const auto grow = [&](Bounded& figure, double low, double value, double high) {
            figure.lower += low * times * cell.scaleLow;
            figure.value += value * times * cell.scale;
            figure.upper += high == 0 ? 0 : high * times * cell.scaleHigh;
        };
        grow(result_.transactions, least.transactions, expected.transactions, most.transactions);
        grow(result_.bytes, least.bytes, expected.bytes, most.bytes);
        result_.touched.add(expected.touched, times * cell.scale);
        grow(result_.sharedCycles, least.cycles, expected.cycles, most.cycles);
        result_.worstWays = std::max(result_.worstWays, most.ways);
    }

    /// Whether work-items that surely make the access leave the object; what they reach is kept.
    bool isBeyond(const Cell& cell, const LaneValue& offset) {
        if (access_.object == none || cell.must.empty()) return false;
        const auto& launch = evaluator_.launch();
        const std::uint64_t size = objectBytes(evaluator_.pdg(), launch, access_);
        const auto extent = termExtent(offset, cell.box);
        // Offsets are signed here: beyond 2 GiB a 32-bit one cannot be told from a negative one.
        if (!extent || (evaluator_.pdg().addressBits == 32 && size > INT32_MAX)) return false;
        std::int64_t least = INT64_MAX, most = INT64_MIN;
        for (int i = 0; i < launch.groupSize; ++i)
            if (cell.must.contains(i)) {
                least = std::min(least, offset.lowAt(static_cast<std::size_t>(i)));
                most = std::max(most, offset.lowAt(static_cast<std::size_t>(i)));
            }
        least += extent->least;
        most += extent->most + access_.bytes;
        if (!result_.reach) result_.reach = {least, most};
        result_.reach = {std::min(result_.reach->least, least), std::max(result_.reach->most, most)};
        const bool isBeyond = least < 0 || static_cast<std::uint64_t>(most) > size;
        isBeyond_ = isBeyond_ || isBeyond;
        return isBeyond;
    }

    /// Adds the cell with addresses that leave the object brought back to its ends. Where that is no sum of
    /// terms, the parts of the cell of which it may be one; where there is no room for them, addresses as they
    /// are.
    std::vector<Cell> addClamped(const Cell& cell, const LaneValue& offset, double waiting) {
        const auto size =
            static_cast<std::int64_t>(objectBytes(evaluator_.pdg(), evaluator_.launch(), access_));
        std::vector<SplitHint> hints;
        const auto bounded = [&](ExprOp op, const LaneValue& value, std::int64_t bound) {
            return applyInteger(op, 64, 64, value, LaneValue::constant(bound), cell.box, hints);
        };
        const LaneValue clamped = bounded(ExprOp::SMin, bounded(ExprOp::SMax, offset, 0),
                                          std::max<std::int64_t>(0, size - access_.bytes));
        if (!clamped.isExact())
            if (auto parts = split(cell, hints, waiting); !parts.empty()) return parts;
        const LaneValue& used = clamped.isExact() ? clamped : offset;
        keep(cell, used);
        add(cell, used);
        return {};
    }

    void tellBeyond() {
        const Pdg& pdg = evaluator_.pdg();
        const std::string object =
            access_.objectIsArgument ? pdg.arguments[access_.object].name : pdg.arrays[access_.object].name;
        faults_.push_back({std::string(outOfRangeCode), Severity::Warning,
                           pdg.statements[access_.statement].place.at,
                           "this access reaches bytes " + std::to_string(result_.reach->least) + " to " +
                               std::to_string(result_.reach->most - 1) + " of '" + object + "', which has " +
                               std::to_string(objectBytes(pdg, evaluator_.launch(), access_)) +
                               "; it counts as if it stayed at the ends",
                           "check the index, the sizes of the launch, or make the array larger"});
    }

    ExprEvaluator& evaluator_;
    const MemoryAccess& access_;
    const HardwareSpec& spec_;
    double warps_;
    double mostCells_;
    double visited_ = 0;
    double done_ = 0; ///< points
    Diagnostics& faults_;
    HardwareSpec::GlobalMemory texels_;    ///< as images are read
    std::vector<std::int64_t> must_, may_; ///< of the warp at hand: allocated once
    LastConflicts conflicts_;
    bool piecesComplete_ = true;
    bool isBeyond_ = false;              ///< some addresses leave the object
    std::optional<AccessPoints> points_; ///< once something is drawn
    int cells_ = 1, drawn_ = 0;
    GroupCost leastDrawn_, drawnCost_, mostDrawn_; ///< sums over cells whose points were drawn
    AccessEvaluation result_;
};

} // namespace

AccessEvaluation evaluateAccess(ExprEvaluator& evaluator, const MemoryAccess& access,
                                const std::vector<Cell>& cells, const HardwareSpec& spec, double warps,
                                double threshold, Diagnostics& faults, AccessLimits until) {
    return AccessWalk(evaluator, access, spec, warps, threshold, faults).run(cells, until);
}

} // namespace warpstring::evaluation
