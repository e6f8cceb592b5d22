// SPDX-License-Identifier: GPL-3.0-or-later
#include "generate/nests/affine.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "generate/form/build.h"

namespace warpstring::generate {

namespace {

constexpr double mostExact = 0x1p53;
constexpr int mostMeetingSteps = 200'000;

bool isWhole(const Expr& expr) {
    return expr.type().isValue() && expr.type().value().width == 1 && !isFloating(expr.type().value().scalar);
}

std::int64_t quotientUp(std::int64_t a, std::int64_t b) { // b > 0
    return a >= 0 ? (a + b - 1) / b : -(-a / b);
}

/// factor * value with low <= value <= high.
struct Term {
    std::int64_t factor = 0;
    std::int64_t low = 0;
    std::int64_t high = 0;
    std::int64_t value = 0;

    [[nodiscard]] std::int64_t least() const { return factor > 0 ? factor * low : factor * high; }
    [[nodiscard]] std::int64_t most() const { return factor > 0 ? factor * high : factor * low; }
};

/// Values whose terms sum up to a target.
class TermSearch {
public:
    explicit TermSearch(std::vector<Term> terms) : terms_(std::move(terms)) {
        order_.resize(terms_.size());
        std::iota(order_.begin(), order_.end(), std::size_t{0});
        std::ranges::stable_sort(order_, std::greater<>(),
                                 [&](std::size_t i) { return std::abs(terms_[i].factor); });
    }

    [[nodiscard]] Decision find(std::int64_t target) { return from(0, target); }
    [[nodiscard]] std::int64_t value(std::size_t term) const { return terms_[term].value; }

private:
    Decision from(std::size_t at, std::int64_t target) {
        if (++steps_ > mostMeetingSteps) return Decision::Undecided;
        if (at == order_.size()) return target == 0 ? Decision::Meets : Decision::Never;
        std::int64_t least = 0;
        std::int64_t most = 0;
        std::int64_t divisor = 0;
        for (std::size_t i = at; i < order_.size(); ++i) {
            const Term& term = terms_[order_[i]];
            if (i > at) {
                least += term.least();
                most += term.most();
            }
            divisor = std::gcd(divisor, term.factor);
        }
        Term& own = terms_[order_[at]];
        if (own.low > own.high) return Decision::Never;
        if (own.factor == 0) { // and so have the others
            for (std::size_t i = at; i < order_.size(); ++i) {
                Term& rest = terms_[order_[i]];
                if (rest.low > rest.high) return Decision::Never;
                rest.value = rest.low;
            }
            return target == 0 ? Decision::Meets : Decision::Never;
        }
        if (target % divisor != 0) return Decision::Never;
        // least <= target - factor * value <= most
        const std::int64_t size = std::abs(own.factor);
        std::int64_t low = quotientUp(target - most, size);
        std::int64_t high = quotientDown(target - least, size);
        if (own.factor < 0) {
            std::swap(low, high);
            low = -low;
            high = -high;
        }
        low = std::max(low, own.low);
        high = std::min(high, own.high);
        for (std::int64_t value = low; value <= high; ++value) {
            own.value = value;
            const Decision found = from(at + 1, target - own.factor * value);
            if (found != Decision::Never) return found;
        }
        return Decision::Never;
    }

    std::vector<Term> terms_;
    std::vector<std::size_t> order_;
    int steps_ = 0;
};

const NestLoop* loopOf(const std::vector<NestLoop>& loops, const Variable* counter) {
    const auto found =
        std::ranges::find_if(loops, [&](const NestLoop& loop) { return loop.counter.get() == counter; });
    return found == loops.end() ? nullptr : &*found;
}

/// The two iterations' difference in one counter is `sign` times 1 or more.
class MeetingSearch {
public:
    MeetingSearch(const NestAccess& first, const NestAccess& second, const NestLoop& apart, int sign)
        : apart_(apart), sign_(sign) {
        // x = low + (sign > 0 ? distance : 0), y = low + (sign < 0 ? distance : 0)
        const std::int64_t a = first.element.factor(apart.counter.get());
        const std::int64_t b = second.element.factor(apart.counter.get());
        const std::int64_t most = apart.trips - 1;
        terms_.push_back({a - b, 0, a == b ? 0 : most - 1, 0});
        terms_.push_back({sign > 0 ? a : -b, 1, most, 0});
        for (const NestLoop& loop : first.loops) {
            if (loop.counter == apart.counter) continue;
            const std::int64_t own = first.element.factor(loop.counter.get());
            const bool isShared = loopOf(second.loops, loop.counter.get()) != nullptr;
            if (isShared && own == second.element.factor(loop.counter.get())) {
                add(loop.counter, true, true, {own, -(loop.trips - 1), loop.trips - 1, 0});
                continue;
            }
            add(loop.counter, true, false, {own, 0, loop.trips - 1, 0});
        }
        for (const NestLoop& loop : second.loops) {
            if (loop.counter == apart.counter) continue;
            const std::int64_t own = second.element.factor(loop.counter.get());
            const bool isShared = loopOf(first.loops, loop.counter.get()) != nullptr;
            if (isShared && own == first.element.factor(loop.counter.get())) continue;
            add(loop.counter, false, false, {-own, 0, loop.trips - 1, 0});
        }
    }

    [[nodiscard]] Decision find(std::int64_t target, Meeting& meeting) {
        if (apart_.trips < 2) return Decision::Never;
        TermSearch search(terms_);
        const Decision found = search.find(target);
        if (found != Decision::Meets) return found;
        const std::int64_t low = search.value(0);
        const std::int64_t distance = search.value(1);
        if (low + distance >= apart_.trips) return Decision::Undecided; // another solution may do
        meeting.first[apart_.counter.get()] = low + (sign_ > 0 ? distance : 0);
        meeting.second[apart_.counter.get()] = low + (sign_ < 0 ? distance : 0);
        for (std::size_t i = 0; i < others_.size(); ++i) {
            const Other& other = others_[i];
            const std::int64_t value = search.value(i + 2);
            if (other.isDifference) {
                meeting.first[other.counter] = std::max<std::int64_t>(value, 0);
                meeting.second[other.counter] = std::max<std::int64_t>(-value, 0);
            } else {
                (other.isFirst ? meeting.first : meeting.second)[other.counter] = value;
            }
        }
        return found;
    }

private:
    struct Other {
        const Variable* counter;
        bool isFirst;
        bool isDifference;
    };

    void add(const VariablePointer& counter, bool isFirst, bool isDifference, const Term& term) {
        others_.push_back({counter.get(), isFirst, isDifference});
        terms_.push_back(term);
    }

    const NestLoop& apart_;
    int sign_;
    std::vector<Term> terms_;
    std::vector<Other> others_;
};

} // namespace

std::int64_t quotientDown(std::int64_t a, std::int64_t b) { return a >= 0 ? a / b : -((-a + b - 1) / b); }

std::int64_t Affine::factor(const Variable* counter) const {
    const auto found = factors.find(counter);
    return found == factors.end() ? 0 : found->second;
}

Affine operator+(Affine a, const Affine& b) {
    a.constant += b.constant;
    for (const auto& [counter, factor] : b.factors) {
        a.factors[counter] += factor;
        if (a.factors[counter] == 0) a.factors.erase(counter);
    }
    return a;
}

Affine operator*(Affine a, std::int64_t by) {
    if (by == 0) return {};
    a.constant *= by;
    for (auto& [counter, factor] : a.factors) factor *= by;
    return a;
}

std::optional<Affine> affineOf(const Expr& expr) {
    if (expr.empty() || !isWhole(expr)) return std::nullopt;
    const auto operand = [&](std::size_t i) { return affineOf(expr->inputs[i]); };
    if (expr->op == Op::Variable) {
        if (expr.type().value().scalar != ScalarType::Int) return std::nullopt;
        return Affine{{{expr->variable.get(), 1}}, 0};
    }
    if (expr->op == Op::Literal) {
        if (std::abs(expr->value) > mostExact) return std::nullopt;
        return Affine{{}, static_cast<std::int64_t>(expr->value)};
    }
    if (expr->op != Op::Operator) return std::nullopt;
    const std::string& name = expr->name;
    if (name == "int" || name == "long" || name == "ulong" || name == "uint") return operand(0);
    if (name == "neg") {
        const auto a = operand(0);
        return a ? std::optional(*a * -1) : std::nullopt;
    }
    if (name != "+" && name != "-" && name != "*") return std::nullopt;
    const auto a = operand(0);
    const auto b = operand(1);
    if (!a || !b) return std::nullopt;
    std::optional<Affine> result;
    if (name == "*") {
        if (!a->factors.empty() && !b->factors.empty()) return std::nullopt;
        result = a->factors.empty() ? *b * a->constant : *a * b->constant;
    } else {
        result = name == "+" ? *a + *b : *a + *b * -1;
    }
    const auto isLarge = [](std::int64_t value) { return std::abs(static_cast<double>(value)) > 0x1p46; };
    const bool isBeyond =
        isLarge(result->constant) ||
        std::ranges::any_of(result->factors, [&](const auto& own) { return isLarge(own.second); });
    return isBeyond ? std::nullopt : result;
}

Expr exprOf(const Affine& affine, const std::vector<NestLoop>& loops) {
    Expr sum;
    for (const NestLoop& loop : loops) {
        const std::int64_t factor = affine.factor(loop.counter.get());
        if (factor == 0) continue;
        Expr term = build::use(loop.counter);
        if (factor != 1) term = build::operation("*", {term, build::integer(factor)});
        sum = sum.empty() ? term : build::operation("+", {sum, term});
    }
    if (sum.empty()) return build::integer(affine.constant);
    if (affine.constant == 0) return sum;
    return affine.constant > 0 ? build::operation("+", {sum, build::integer(affine.constant)})
                               : build::operation("-", {sum, build::integer(-affine.constant)});
}

std::string toText(const Affine& affine, const std::vector<NestLoop>& loops) {
    std::string text;
    for (const NestLoop& loop : loops) {
        const std::int64_t factor = affine.factor(loop.counter.get());
        if (factor == 0) continue;
        const std::int64_t size = std::abs(factor);
        text += factor < 0 ? (text.empty() ? "-" : " - ") : (text.empty() ? "" : " + ");
        if (size != 1) text += std::to_string(size) + " * ";
        text += loop.counter->name;
    }
    if (text.empty()) return std::to_string(affine.constant);
    if (affine.constant != 0)
        text += (affine.constant > 0 ? " + " : " - ") + std::to_string(std::abs(affine.constant));
    return text;
}

NatRange rangeOf(const Affine& affine, const std::vector<NestLoop>& loops) {
    NatRange range{affine.constant, affine.constant};
    for (const NestLoop& loop : loops) {
        const std::int64_t reach = affine.factor(loop.counter.get()) * (loop.trips - 1);
        (reach < 0 ? range.low : range.high) += reach;
    }
    return range;
}

Decision meets(const NestAccess& first, const NestAccess& second, const std::vector<const Variable*>& apart,
               Meeting& meeting) {
    const std::int64_t target = second.element.constant - first.element.constant;
    bool isDecided = true;
    for (const Variable* counter : apart) {
        const NestLoop* loop = loopOf(first.loops, counter);
        if (loop == nullptr || loopOf(second.loops, counter) == nullptr) continue;
        for (const int sign : {1, -1}) {
            const Decision found = MeetingSearch(first, second, *loop, sign).find(target, meeting);
            if (found == Decision::Undecided) isDecided = false;
            if (found != Decision::Meets) continue;
            meeting.element = first.element.constant;
            for (const auto& [own, value] : meeting.first) meeting.element += first.element.factor(own) * value;
            return found;
        }
    }
    return isDecided ? Decision::Never : Decision::Undecided;
}

} // namespace warpstring::generate
