// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/evaluation/triplet.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "pdg/evaluation/floor_divide.h"

namespace warpstring::evaluation {

namespace {

constexpr std::int64_t unbounded = std::numeric_limits<std::int64_t>::max();

bool isModulo(TripletOp op) { return op == TripletOp::ModuloEqual || op == TripletOp::ModuloNotEqual; }

bool satisfies(TripletOp op, std::int64_t thread, std::int64_t g, std::int64_t remainder) {
    switch (op) {
    case TripletOp::LessEqual: return thread <= g;
    case TripletOp::Less: return thread < g;
    case TripletOp::GreaterEqual: return thread >= g;
    case TripletOp::Greater: return thread > g;
    case TripletOp::Equal: return thread == g;
    case TripletOp::NotEqual: return thread != g;
    case TripletOp::ModuloEqual: return g != 0 && g != -1 ? thread % g == remainder : g == -1 && remainder == 0;
    case TripletOp::ModuloNotEqual:
        return g != 0 && g != -1 ? thread % g != remainder : g == -1 && remainder != 0;
    }
    return false;
}

/// Steps [first, last] of the triplet's range at which one thread is active.
struct Interval {
    std::int64_t first = 0, last = -1;
};

/// A linear comparison holds for one thread on one interval of steps (NotEqual: on all but one).
Interval solveThread(const Triplet& triplet, std::int64_t thread) {
    const std::int64_t low = triplet.firstStep;
    const std::int64_t high = triplet.firstStep + triplet.steps - 1;
    const auto& [kind, c, d] = triplet.g;
    TripletOp op = triplet.op;
    if (c == 0) return satisfies(op, thread, d, 0) ? Interval{low, high} : Interval{};
    // thread op C*i + D  <=>  (thread - D) op C*i
    const std::int64_t difference = thread - d;
    if (op == TripletOp::Equal || op == TripletOp::NotEqual) {
        if (difference % c != 0) return {};
        const std::int64_t step = difference / c;
        return step >= low && step <= high ? Interval{step, step} : Interval{};
    }
    const std::int64_t floor = floorDivide(difference, c);
    const std::int64_t ceiling = -floorDivide(-difference, c);
    const bool grows = c > 0;
    // i >= difference/C for thread <= g with C > 0, and so on.
    switch (op) {
    case TripletOp::LessEqual:
        return grows ? Interval{std::max(low, ceiling), high} : Interval{low, std::min(high, floor)};
    case TripletOp::Less:
        return grows ? Interval{std::max(low, floor + 1), high} : Interval{low, std::min(high, ceiling - 1)};
    case TripletOp::GreaterEqual:
        return grows ? Interval{low, std::min(high, floor)} : Interval{std::max(low, ceiling), high};
    default:
        return grows ? Interval{low, std::min(high, ceiling - 1)} : Interval{std::max(low, floor + 1), high};
    }
}

void appendRange(std::vector<StepRange>& ranges, std::int64_t first, std::int64_t count,
                 const ActiveSet& threads) {
    if (count <= 0) return;
    if (!ranges.empty() && ranges.back().threads == threads)
        ranges.back().count += count;
    else
        ranges.push_back({first, count, threads});
}

/// Every step's threads, one step at a time: case 1, and geometric sequences, which are short.
std::optional<std::vector<StepRange>> solveByStep(const Triplet& triplet) {
    std::vector<StepRange> ranges;
    for (std::int64_t i = triplet.firstStep; i < triplet.firstStep + triplet.steps; ++i) {
        const auto g = triplet.g.at(i);
        if (!g) return std::nullopt;
        ActiveSet active;
        for (std::size_t t = 0; t < triplet.threads.size(); ++t)
            if (satisfies(triplet.op, triplet.threads[t], *g, triplet.remainder))
                active.insert(static_cast<int>(t));
        appendRange(ranges, i, 1, active);
    }
    return ranges;
}

/// Case 2: the steps of every thread, then replayed in the order of steps. Only steps at which some thread
/// starts or stops are visited.
std::vector<StepRange> solveByThread(const Triplet& triplet) {
    const bool inverted = triplet.op == TripletOp::NotEqual;
    std::map<std::int64_t, std::pair<std::vector<int>, std::vector<int>>> events; // step -> starting, stopping
    const std::int64_t end = triplet.firstStep + triplet.steps;
    ActiveSet active;
    for (std::size_t t = 0; t < triplet.threads.size(); ++t) {
        const auto interval = solveThread(triplet, triplet.threads[t]);
        const int item = static_cast<int>(t);
        if (inverted) active.insert(item);
        if (inverted && triplet.g.c == 0) {
            if (interval.first > interval.last)
                active -= [&] {
                    ActiveSet one;
                    one.insert(item);
                    return one;
                }();
            continue;
        }
        if (interval.first > interval.last) continue;
        auto& starting = events[interval.first];
        (inverted ? starting.second : starting.first).push_back(item);
        auto& stopping = events[interval.last + 1];
        (inverted ? stopping.first : stopping.second).push_back(item);
    }
    std::vector<StepRange> ranges;
    std::int64_t from = triplet.firstStep;
    for (const auto& [step, change] : events) {
        if (step >= end) break;
        appendRange(ranges, from, step - from, active);
        from = step;
        for (const int item : change.first) active.insert(item);
        ActiveSet leaving;
        for (const int item : change.second) leaving.insert(item);
        active -= leaving;
    }
    appendRange(ranges, from, end - from, active);
    return ranges;
}

/// Case 3: (At + B - r) must be a multiple of g(i), so |g(i)| is one of its divisors and greater than |r|.
std::optional<std::vector<StepRange>> solveByDivisors(const Triplet& triplet) {
    const auto& [kind, c, d] = triplet.g;
    std::map<std::int64_t, ActiveSet> solutions;
    ActiveSet always; // At + B == r is a multiple of every g with |g| > |r|
    for (std::size_t t = 0; t < triplet.threads.size(); ++t) {
        const std::int64_t multiple = triplet.threads[t] - triplet.remainder;
        // A remainder carries its dividend's sign.
        if (triplet.remainder != 0 && (triplet.remainder < 0) != (triplet.threads[t] < 0)) continue;
        if (multiple == 0) {
            always.insert(static_cast<int>(t));
            continue;
        }
        const auto test = [&](std::int64_t divisor) {
            for (const std::int64_t g : {divisor, -divisor}) {
                if (std::abs(g) <= std::abs(triplet.remainder) || (g - d) % c != 0) continue;
                const std::int64_t step = (g - d) / c;
                if (step >= triplet.firstStep && step < triplet.firstStep + triplet.steps)
                    solutions[step].insert(static_cast<int>(t));
            }
        };
        const std::int64_t magnitude = std::abs(multiple);
        for (std::int64_t divisor = 1; divisor <= magnitude / divisor; ++divisor) {
            if (magnitude % divisor != 0) continue;
            test(divisor);
            if (divisor != magnitude / divisor) test(magnitude / divisor);
        }
    }
    // Steps whose |g| does not exceed |r| have no solution; they lie around g's zero.
    std::int64_t deadFirst = 0, deadLast = -1;
    const std::int64_t reach = std::abs(triplet.remainder);
    const std::int64_t a = -floorDivide(-(-reach - d), c), b = floorDivide(reach - d, c);
    deadFirst = c > 0 ? a : -floorDivide(-(reach - d), c);
    deadLast = c > 0 ? b : floorDivide(-reach - d, c);

    const bool inverted = triplet.op == TripletOp::ModuloNotEqual;
    const ActiveSet everyone = ActiveSet::all(static_cast<int>(triplet.threads.size()));
    const std::int64_t end = triplet.firstStep + triplet.steps;
    std::map<std::int64_t, bool> marks; // places where the set may change
    for (const auto& [step, threads] : solutions) marks[step] = marks[step + 1] = true;
    if (deadFirst <= deadLast)
        marks[std::max(deadFirst, triplet.firstStep)] = marks[std::min(deadLast, end - 1) + 1] = true;
    if (d % c == 0) marks[-d / c] = marks[-d / c + 1] = true;
    marks[triplet.firstStep] = true;
    std::vector<StepRange> ranges;
    for (auto mark = marks.begin(); mark != marks.end(); ++mark) {
        const std::int64_t step = mark->first;
        if (step < triplet.firstStep || step >= end) continue;
        const std::int64_t until = std::next(mark) == marks.end() ? end : std::min(end, std::next(mark)->first);
        ActiveSet active;
        const bool isZero = c * step + d == 0;
        if (!isZero) {
            if (step < deadFirst || step > deadLast) active |= always;
            if (const auto found = solutions.find(step); found != solutions.end()) active |= found->second;
            if (inverted) active = everyone - active;
        }
        appendRange(ranges, step, until - step, active);
    }
    return ranges;
}

/// g does not change: one evaluation stands for all steps.
std::optional<std::vector<StepRange>> solveConstant(const Triplet& triplet) {
    Triplet once = triplet;
    once.steps = std::min<std::int64_t>(1, triplet.steps);
    auto ranges = solveByStep(once);
    if (ranges && !ranges->empty()) ranges->front().count = triplet.steps;
    return ranges;
}

} // namespace

std::optional<std::int64_t> StepSequence::at(std::int64_t step) const {
    std::int64_t value = 0;
    if (kind == Kind::Linear) {
        if (__builtin_mul_overflow(c, step, &value) || __builtin_add_overflow(value, d, &value))
            return std::nullopt;
        return value;
    }
    if (step < 0) return std::nullopt; // a fraction
    value = c;
    for (std::int64_t i = 0; i < step && value != 0; ++i) {
        if (d == 1) break;
        if (__builtin_mul_overflow(value, d, &value)) return std::nullopt;
    }
    return value;
}

TripletCase caseOf(const Triplet& triplet) {
    if (isModulo(triplet.op)) return TripletCase::Divisors;
    return triplet.steps <= static_cast<std::int64_t>(triplet.threads.size()) ? TripletCase::StepsToThreads
                                                                              : TripletCase::ThreadsToSteps;
}

double paperCost(const Triplet& triplet) {
    const double t = static_cast<double>(triplet.threads.size());
    const double i = static_cast<double>(triplet.steps);
    const double b = triplet.threads.empty() ? 0 : static_cast<double>(triplet.threads[0]);
    const double a =
        triplet.threads.size() < 2 ? 1 : std::max(1.0, std::abs(static_cast<double>(triplet.threads[1]) - b));
    const double c = std::max(1.0, std::abs(static_cast<double>(triplet.g.c)));
    const double d = static_cast<double>(triplet.g.d);
    switch (caseOf(triplet)) {
    case TripletCase::StepsToThreads: return c / a * i * (i + 1) / 2 + (d - b + a) / a * i;
    case TripletCase::ThreadsToSteps: return 2 * (t * (i + 1) - (a * t * (t - 1) / 2 + (b - d) * t) / c);
    case TripletCase::Divisors: return 2 * (a * t * (t - 1) / 4 + b * t / 2);
    }
    return 0;
}

double solveCost(const Triplet& triplet) {
    const double t = static_cast<double>(triplet.threads.size());
    const double i = static_cast<double>(triplet.steps);
    if (triplet.g.kind == StepSequence::Kind::Linear && triplet.g.c == 0) return t;
    const bool linear = triplet.g.kind == StepSequence::Kind::Linear;
    if (!isModulo(triplet.op)) return linear ? std::min(t * i, 2 * t * std::log2(t + 2)) : t * i;
    if (!linear) return t * i;
    double largest = 1;
    for (const auto thread : triplet.threads)
        largest =
            std::max(largest, std::abs(static_cast<double>(thread) - static_cast<double>(triplet.remainder)));
    return std::min(t * i, t * std::sqrt(largest));
}

std::optional<std::vector<StepRange>> solve(const Triplet& triplet, double threshold) {
    if (triplet.steps <= 0) return std::vector<StepRange>{};
    if (solveCost(triplet) > threshold) return std::nullopt;
    const bool linear = triplet.g.kind == StepSequence::Kind::Linear;
    if (linear && triplet.g.c == 0) return solveConstant(triplet);
    if (linear && (!triplet.g.at(triplet.firstStep) || !triplet.g.at(triplet.firstStep + triplet.steps)))
        return std::nullopt;
    constexpr std::int64_t safe = unbounded / 4;
    for (const auto thread : triplet.threads)
        if (std::abs(thread) > safe) return std::nullopt;
    if (linear &&
        (std::abs(triplet.g.d) > safe || std::abs(triplet.g.c) > safe || std::abs(triplet.remainder) > safe))
        return std::nullopt;
    const double byStep = static_cast<double>(triplet.threads.size()) * static_cast<double>(triplet.steps);
    if (!linear || byStep <= solveCost(triplet)) return solveByStep(triplet);
    return isModulo(triplet.op) ? solveByDivisors(triplet) : std::optional(solveByThread(triplet));
}

} // namespace warpstring::evaluation
