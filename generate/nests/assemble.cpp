// SPDX-License-Identifier: GPL-3.0-or-later
#include "generate/nests/assemble.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "generate/form/build.h"
#include "generate/form/substitute.h"
#include "generate/nests/nest_fault.h"

namespace warpstring::generate {

namespace {

bool holds(const Expr& expr, Op op) {
    return expr->op == op ||
           std::ranges::any_of(expr->inputs, [&](const Expr& own) { return holds(own, op); }) ||
           std::ranges::any_of(expr->functions, [&](const Function& own) { return holds(own.expr(), op); });
}

bool areSameLoops(const std::vector<NestLoop>& a, const std::vector<NestLoop>& b) {
    return std::ranges::equal(a, b,
                              [](const NestLoop& x, const NestLoop& y) { return x.counter == y.counter; });
}

/// The last store to each element.
std::vector<NestStore> lastStores(const std::vector<NestStore>& stores) {
    std::vector<NestStore> last;
    for (const NestStore& store : stores) {
        std::erase_if(last, [&](const NestStore& own) {
            return own.buffer == store.buffer && own.element == store.element;
        });
        last.push_back(store);
    }
    return last;
}

std::string nextName(std::vector<std::string>& taken) {
    for (int number = 1;; ++number) {
        std::string name = number == 1 ? "result" : "result" + std::to_string(number);
        if (std::ranges::find(taken, name) != taken.end()) continue;
        taken.push_back(name);
        return name;
    }
}

/// "result[i][j] is out[i + 1][j + 1]", or "result is out" where both lie alike.
std::string resultText(const std::string& name, const NestStore& store, const NestBuffer& buffer,
                       const std::vector<NestLoop>& loops) {
    const auto subscripts = subscriptsOf(store.element, buffer.lengths, loops);
    const bool isKnown = subscripts && subscripts->size() == loops.size();
    bool isWhole = isKnown;
    for (std::size_t i = 0; isKnown && i < loops.size(); ++i) {
        const Affine own{{{loops[i].counter.get(), 1}}, 0};
        const std::int64_t length = buffer.lengths[i] > 0 ? buffer.lengths[i] : buffer.shape.front();
        isWhole = isWhole && (*subscripts)[i] == own && loops[i].trips == length;
    }
    // A flat array in rows is the same where its elements follow each other.
    Affine row;
    std::int64_t stride = 1;
    for (std::size_t i = loops.size(); i-- > 0;) {
        row.factors[loops[i].counter.get()] = stride;
        stride *= loops[i].trips;
    }
    std::int64_t elements = 1;
    for (const std::int64_t length : buffer.shape) elements *= length;
    if (isWhole || (row == store.element && stride == elements)) return name + " is " + buffer.name;
    std::string text = name;
    for (const NestLoop& loop : loops) text.append("[").append(loop.counter->name).append("]");
    text += " is " + buffer.name;
    if (!subscripts) return text + "[" + toText(store.element, loops) + "]";
    for (const Affine& own : *subscripts) text.append("[").append(toText(own, loops)).append("]");
    return text;
}

/// How many of the loops, from the outermost, have to run for a value to be known.
std::size_t depthOf(const Expr& expr, const NestMeaning& meaning, const std::vector<NestLoop>& loops) {
    std::size_t depth = 0;
    for (std::size_t d = 0; d < loops.size(); ++d)
        if (uses(expr, loops[d].counter.get()) > 0) depth = d + 1;
    for (const NestValue& own : meaning.values)
        if (uses(expr, own.name.get()) > 0) depth = std::max(depth, depthOf(own.value, meaning, loops));
    return depth;
}

/// Maps over all loops around what a point of the index space has.
Expr mapped(Expr body, const NestMeaning& meaning, const std::vector<NestLoop>& loops,
            const SourceLocation& place) {
    std::vector<std::vector<NestValue>> values(loops.size() + 1);
    for (const NestValue& own : meaning.values) {
        const std::size_t depth = depthOf(own.value, meaning, loops);
        if (own.isBefore && holds(own.value, Op::Reduce) && uses(body, own.name.get()) > 0)
            refuseNest("nest.order", place,
                       "\"" + own.name->name + "\" is computed by a loop before the parallel ones",
                       "make it a function of its own, and hand in what that gives");
        values[std::max<std::size_t>(depth, 1)].push_back(own);
    }
    for (std::size_t d = loops.size(); d > 0; --d) {
        body = withValues(body, values[d], 0);
        const NestLoop& loop = loops[d - 1];
        if (body.empty()) return {};
        body = build::map({}, Function{{loop.counter}, body.pointer()}, build::iota(Nat(loop.trips)));
    }
    return body;
}

/// Elements that reductions of one element each come to, in the order they are met.
void collectSums(const Expr& expr, std::vector<Expr>& found) {
    if (expr->op == Op::At && expr->inputs[0]->op == Op::Reduce) {
        if (std::ranges::none_of(found, [&](const Expr& own) { return own.pointer() == expr.pointer(); }))
            found.push_back(expr);
        return;
    }
    for (const Expr& input : expr->inputs) collectSums(input, found);
}

Expr withSums(const Expr& expr, const std::vector<Expr>& sums, const Expr& element) {
    for (std::size_t i = 0; i < sums.size(); ++i) {
        if (sums[i].pointer() == expr.pointer())
            return sums.size() == 1 ? element : build::get(element, static_cast<int>(i));
    }
    Node node = *expr;
    for (Expr& input : node.inputs) input = withSums(input, sums, element);
    return build::node(std::move(node));
}

/// One number that all iterations join to, as an array of it.
Expr asOne(Expr value, const NestMeaning& meaning) {
    for (std::size_t i = meaning.values.size(); i-- > 0;) {
        const Result<Expr> inlined =
            substituted(value, {{meaning.values[i].name.get(), meaning.values[i].value}});
        if (!inlined) return {};
        value = *inlined;
    }
    if (value->op == Op::At && value->inputs[0]->op == Op::Reduce) return value->inputs[0];
    std::vector<Expr> sums;
    collectSums(value, sums);
    if (sums.empty()) return {};
    std::vector<Expr> arrays;
    arrays.reserve(sums.size());
    for (const Expr& sum : sums) arrays.push_back(sum->inputs[0]);
    return build::map({}, arrays.size() == 1 ? arrays.front() : build::zip(std::move(arrays)),
                      [&](const Expr& element) { return withSums(value, sums, element); });
}

} // namespace

AssembledNest assembled(const NestMeaning& meaning, const std::vector<NestBuffer>& buffers,
                        std::vector<std::string> taken, const SourceLocation& place) {
    const std::vector<NestStore> stores = lastStores(meaning.stores);
    AssembledNest nest;
    if (stores.empty() && !meaning.returned)
        refuseNest("nest.no-result", place, "the function writes no array and returns nothing");
    if (!stores.empty() && meaning.returned)
        refuseNest("nest.several", place, "the function writes an array and returns a value as well",
                   "a nest has one result over its index space: make two functions");
    const bool isOne = stores.empty() || (stores.size() == 1 && stores.front().loops.empty());
    if (isOne) {
        nest.body = asOne(stores.empty() ? *meaning.returned : stores.front().value, meaning);
        if (nest.body.empty())
            refuseNest("nest.no-result", place, "no parallel loop computes what the function gives",
                       "#pragma warpstring parallel reduction(+: s) before the loop");
        nest.results = {
            nextName(taken) + "[0] is what " +
            (stores.empty() ? "the function returns" : buffers[stores.front().buffer].name + " gets")};
        return nest;
    }
    std::vector<NestLoop> loops = stores.front().loops;
    for (const NestStore& store : stores) {
        if (!areSameLoops(store.loops, loops))
            refuseNest("nest.several", store.place,
                       "this is written by other loops than \"" + buffers[stores.front().buffer].name + "\" is",
                       "a nest has one index space: make a function of each");
    }
    // In the order in which the first result lies in memory.
    std::ranges::stable_sort(loops, std::greater<>(), [&](const NestLoop& loop) {
        return std::abs(stores.front().element.factor(loop.counter.get()));
    });
    std::vector<Expr> values;
    for (const NestStore& store : stores) {
        values.push_back(store.value);
        nest.results.push_back(resultText(nextName(taken), store, buffers[store.buffer], loops));
    }
    nest.body =
        mapped(values.size() == 1 ? values.front() : build::tuple(std::move(values)), meaning, loops, place);
    if (nest.body.empty()) refuseNest("nest.unsupported", place, "the nest has no form");
    return nest;
}

} // namespace warpstring::generate
