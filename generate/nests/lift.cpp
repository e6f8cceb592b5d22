// SPDX-License-Identifier: GPL-3.0-or-later
#include "generate/nests/lift.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "generate/form/build.h"
#include "generate/form/substitute.h"
#include "generate/nests/affine.h"

namespace warpstring::generate {

namespace {

/// Elements of a window further apart than this are arrays of their own.
constexpr std::int64_t widestWindow = 16;

/// array[s0][s1]..: its subscripts from the outermost.
struct Chain {
    Expr array;
    std::vector<Expr> subscripts;
};

Chain chainOf(const Expr& expr) {
    Chain chain{expr, {}};
    while (chain.array->op == Op::At) {
        chain.subscripts.insert(chain.subscripts.begin(), chain.array->inputs[1]);
        chain.array = chain.array->inputs[0];
    }
    return chain;
}

Expr indexed(Expr array, const std::vector<Expr>& subscripts) {
    for (const Expr& subscript : subscripts) array = build::at(array, subscript);
    return array;
}

/// A variable, or a part of one.
bool isSame(const Expr& a, const Expr& b) {
    if (a->op != b->op) return false;
    if (a->op == Op::Variable) return a->variable == b->variable;
    return a->op == Op::Get && a->index == b->index && isSame(a->inputs[0], b->inputs[0]);
}

bool isName(const Expr& expr) {
    return expr->op == Op::Variable || (expr->op == Op::Get && isName(expr->inputs[0]));
}

/// Elements of one array that an index takes in one dimension.
struct Taken {
    Expr array;
    std::size_t dimension = 0;
    std::int64_t factor = 1;
    std::int64_t low = 0; // of the offsets
    std::int64_t high = 0;

    [[nodiscard]] bool isWindow() const { return high > low; }
};

/// Where an index takes an element: factor * index + offset in one dimension, nothing of it in the others.
struct Use {
    std::size_t dimension = 0;
    std::int64_t factor = 1;
    std::int64_t offset = 0;
};

std::optional<Use> useOf(const Chain& chain, const Variable* index) {
    if (!isName(chain.array) || uses(chain.array, index) > 0) return std::nullopt;
    std::optional<Use> found;
    for (std::size_t d = 0; d < chain.subscripts.size(); ++d) {
        if (uses(chain.subscripts[d], index) == 0) continue;
        const auto affine = affineOf(chain.subscripts[d]);
        if (found || !affine || affine->factors.size() != 1) return std::nullopt;
        found = Use{d, affine->factor(index), affine->constant};
    }
    return found;
}

/// `of` on the arrays in `depth` dimensions.
Expr atDepth(std::size_t depth, const Expr& array, const build::Body1& of) {
    if (depth == 0) return of(array);
    return build::map({}, array, [&](const Expr& row) { return atDepth(depth - 1, row, of); }, "row");
}

/// With the dimension first and the others as they were.
Expr movedFirst(Expr array, std::size_t dimension) {
    for (std::size_t d = dimension; d-- > 0 && !array.empty();)
        array = atDepth(d, array, [](const Expr& own) { return build::transpose(own); });
    return array;
}

std::int64_t lengthAt(const Type& type, std::size_t dimension) {
    return type.lengths()[dimension].constant().value_or(0);
}

/// What is taken, one after another.
Expr elementsOf(const Taken& taken, std::int64_t count) {
    const bool isWhole = taken.factor == 1 && taken.low == 0 && taken.high == 0 &&
                         lengthAt(taken.array.type(), taken.dimension) == count;
    if (isWhole) return movedFirst(taken.array, taken.dimension);
    const auto own = [&](const Expr& array) {
        const std::int64_t length = array.type().length().constant().value_or(0);
        if (taken.factor != 1)
            return build::gather(array, Nat(count), [&](const Expr& i) {
                return build::operation(
                    "+", {build::operation("*", {i, build::integer(taken.factor)}), build::integer(taken.low)});
            });
        const std::int64_t reach = count + taken.high - taken.low;
        if (taken.low == 0) return reach == length ? array : build::take(Nat(reach), array);
        return build::gather(array, Nat(reach), [&](const Expr& i) {
            return taken.low > 0 ? build::operation("+", {i, build::integer(taken.low)})
                                 : build::operation("-", {i, build::integer(-taken.low)});
        });
    };
    return movedFirst(atDepth(taken.dimension, taken.array,
                              [&](const Expr& array) {
                                  Expr part = own(array);
                                  if (part.empty() || !taken.isWindow()) return part;
                                  return build::slide(Nat(taken.high - taken.low + 1), 1, part);
                              }),
                      taken.dimension);
}

/// Of one index: what it takes, and itself where it is used in another way.
class Lift {
public:
    Lift(VariablePointer index, std::int64_t count) : index_(std::move(index)), count_(count) {}

    /// Finds out what the function takes by the index.
    void look(const Expr& expr) {
        if (expr->op == Op::At) {
            const Chain chain = chainOf(expr);
            if (const auto use = useOf(chain, index_.get())) {
                take(chain, *use);
                for (std::size_t d = 0; d < chain.subscripts.size(); ++d)
                    if (d != use->dimension) look(chain.subscripts[d]);
                return;
            }
        }
        if (expr->op == Op::Variable && expr->variable == index_) isUsedItself_ = true;
        for (const Expr& input : expr->inputs) look(input);
        for (const Function& function : expr->functions) look(function.expr());
    }

    [[nodiscard]] bool takesAnything() const { return !taken_.empty(); }

    /// The input of the map, or the reduction, in the place of iota.
    [[nodiscard]] Expr input() const {
        std::vector<Expr> arrays;
        arrays.reserve(taken_.size() + 1);
        for (const Taken& taken : taken_) arrays.push_back(elementsOf(taken, count_));
        if (isUsedItself_) arrays.push_back(build::iota(Nat(count_)));
        return arrays.size() == 1 ? arrays.front() : build::zip(std::move(arrays));
    }

    /// The body by an element of that; empty where it cannot be.
    [[nodiscard]] Expr body(const Expr& from, const Expr& element) const {
        const bool isTuple = taken_.size() + (isUsedItself_ ? 1 : 0) > 1;
        const auto part = [&](std::size_t i) {
            return isTuple ? build::get(element, static_cast<int>(i)) : element;
        };
        if (from->op == Op::At) {
            const Chain chain = chainOf(from);
            if (const auto use = useOf(chain, index_.get())) {
                const std::size_t own = indexOf(chain, *use);
                std::vector<Expr> subscripts;
                for (std::size_t d = 0; d < chain.subscripts.size(); ++d) {
                    if (d != use->dimension)
                        subscripts.push_back(body(chain.subscripts[d], element));
                    else if (taken_[own].isWindow())
                        subscripts.push_back(build::integer(use->offset - taken_[own].low));
                }
                return indexed(part(own), subscripts);
            }
        }
        if (from->op == Op::Variable) return from->variable == index_ ? part(taken_.size()) : from;
        Node node = *from;
        for (Expr& input : node.inputs) input = body(input, element);
        for (Function& function : node.functions) function.body = body(function.expr(), element).pointer();
        return build::node(std::move(node));
    }

private:
    [[nodiscard]] static bool isOf(const Taken& taken, const Chain& chain, const Use& use) {
        return isSame(taken.array, chain.array) && taken.dimension == use.dimension &&
               taken.factor == use.factor;
    }
    [[nodiscard]] static bool reaches(const Taken& taken, const Use& use) {
        const std::int64_t low = std::min(taken.low, use.offset);
        const std::int64_t high = std::max(taken.high, use.offset);
        return taken.factor == 1 ? high - low < widestWindow : low == high;
    }

    void take(const Chain& chain, const Use& use) {
        for (Taken& taken : taken_) {
            if (!isOf(taken, chain, use) || !reaches(taken, use)) continue;
            taken.low = std::min(taken.low, use.offset);
            taken.high = std::max(taken.high, use.offset);
            return;
        }
        taken_.push_back({chain.array, use.dimension, use.factor, use.offset, use.offset});
    }

    [[nodiscard]] std::size_t indexOf(const Chain& chain, const Use& use) const {
        const auto own = std::ranges::find_if(taken_, [&](const Taken& taken) {
            return isOf(taken, chain, use) && taken.low <= use.offset && use.offset <= taken.high;
        });
        return static_cast<std::size_t>(own - taken_.begin());
    }

    VariablePointer index_;
    std::int64_t count_;
    std::vector<Taken> taken_;
    bool isUsedItself_ = false;
};

/// A map's, or a reduction's, that has the elements of iota.
std::optional<Expr> liftedOnce(const Expr& expr) {
    const bool isFold = expr->op == Op::Reduce;
    if ((expr->op != Op::Map && !isFold) || expr->inputs.front()->op != Op::Iota) return std::nullopt;
    const Function& function = expr->functions.front();
    const VariablePointer& index = function.parameters[isFold ? 1 : 0];
    Lift lift(index, expr->inputs.front()->number.constant().value_or(0));
    lift.look(function.expr());
    if (!lift.takesAnything()) return std::nullopt;
    Node node = *expr;
    node.inputs.front() = lift.input();
    if (node.inputs.front().empty()) return std::nullopt;
    const auto element =
        std::make_shared<const Variable>(Variable{index->name, node.inputs.front().type().element()});
    const Expr body = lift.body(function.expr(), build::use(element));
    if (body.empty()) return std::nullopt;
    Function own = function;
    own.parameters[isFold ? 1 : 0] = element;
    own.body = body.pointer();
    node.functions = {own};
    const Expr result = build::node(std::move(node));
    return !result.empty() && result.type() == expr.type() ? std::optional(result) : std::nullopt;
}

/// Of a map, or maps, that change nothing: what they map.
Expr withoutCopies(const Expr& expr) {
    const auto isCopy = [](const auto& self, const Expr& map) -> bool {
        if (map->op != Op::Map || map->level != Level::Abstract) return false;
        const Function& function = map->functions.front();
        const Expr body = function.expr();
        const auto isOwn = [&](const Expr& own) {
            return own->op == Op::Variable && own->variable == function.parameters.front();
        };
        return isOwn(body) || (self(self, body) && isOwn(body->inputs.front()));
    };
    return isCopy(isCopy, expr) ? expr->inputs.front() : expr;
}

/// A name for a name is not needed.
Expr withoutNames(const Expr& let) {
    if (let->op != Op::Let || !isName(let->inputs.front())) return let;
    const Result<Expr> plain = applied(let->functions.front(), {let->inputs.front()});
    return plain ? *plain : let;
}

} // namespace

Expr lifted(const Expr& expr) {
    const Expr own = liftedOnce(expr).value_or(expr);
    Node node = *own;
    for (Expr& input : node.inputs) input = withoutCopies(lifted(input));
    for (Function& function : node.functions) function.body = lifted(function.expr()).pointer();
    const Expr result = build::node(std::move(node));
    return result.empty() ? own : withoutNames(result);
}

} // namespace warpstring::generate
