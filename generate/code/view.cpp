// SPDX-License-Identifier: GPL-3.0-or-later
#include "generate/code/view.h"

#include <algorithm>
#include <utility>

namespace warpstring::generate {
namespace {

View arrayView(const Type& type, std::function<View(const Nat&)> element) {
    View view;
    view.type = type;
    view.element = std::move(element);
    return view;
}

Target arrayTarget(const Type& type, const Target& result, std::function<Target(const Nat&)> element) {
    Target target;
    target.type = type;
    target.guards = result.guards;
    target.element = std::move(element);
    return target;
}

} // namespace

std::string code(const Place& place) {
    if (place.memory->isVariable) return place.memory->name;
    return place.memory->name + "[" + place.index.code() + "]";
}

std::string operand(const View& view, int precedence, bool isRight) {
    const bool needs = view.precedence > precedence || (isRight && view.precedence == precedence);
    return needs && view.precedence > 0 ? "(" + view.code + ")" : view.code;
}

View valueView(const Type& type, std::string code, int precedence) {
    View view;
    view.type = type;
    view.code = std::move(code);
    view.precedence = precedence;
    return view;
}

std::string insideCondition(const Nat& value, const Nat& end) {
    if (value.range().high < 0 || (end - 1 - value).range().high < 0) return std::string(never);
    std::string condition;
    if (value.range().low < 0) condition = value.code() + " >= 0";
    if ((end - 1 - value).range().low < 0)
        condition += std::string(condition.empty() ? "" : " && ") + value.code() + " < " + end.code();
    return condition;
}

namespace views {

View index(const Nat& value) {
    View view;
    view.type = Type::of({ScalarType::Int, 1});
    view.code = value.factorCode();
    view.isSimple = true;
    view.nat = value;
    return view;
}

View split(const View& input, const Type& type) {
    const Nat number = type.element().length();
    return arrayView(type, [input, number, inner = type.element()](const Nat& i) {
        return arrayView(inner, [input, number, i](const Nat& j) { return input.element(i * number + j); });
    });
}

View join(const View& input, const Type& type) {
    const Nat number = input.type.element().length();
    if (input.type.length().is(1)) return input.element(0);
    return arrayView(type,
                     [input, number](const Nat& i) { return input.element(i / number).element(i % number); });
}

View transpose(const View& input, const Type& type) {
    return arrayView(type, [input, inner = type.element()](const Nat& i) {
        return arrayView(inner, [input, i](const Nat& j) { return input.element(j).element(i); });
    });
}

View zip(const std::vector<View>& inputs, const Type& type) {
    return arrayView(type, [inputs, pair = type.element()](const Nat& i) {
        View view;
        view.type = pair;
        for (const View& input : inputs) view.parts.push_back(input.element(i));
        return view;
    });
}

View reorderStride(const View& input, const Type& type, const Nat& stride) {
    const Nat parts = type.length() / stride;
    return arrayView(
        type, [input, stride, parts](const Nat& i) { return input.element(i / parts + stride * (i % parts)); });
}

View slide(const View& input, const Type& type, const Nat& step) {
    return arrayView(type, [input, step, inner = type.element()](const Nat& i) {
        return arrayView(inner, [input, step, i](const Nat& j) { return input.element(i * step + j); });
    });
}

View take(const View& input, const Type& type) { return arrayView(type, input.element); }

View fill(const View& value, const Type& type) {
    return arrayView(type, [value](const Nat&) { return value; });
}

View iota(const Type& type) {
    return arrayView(type, [](const Nat& i) { return index(i); });
}

View guarded(const std::string& condition, const View& view, const View& otherwise) {
    if (condition.empty()) return view;
    if (condition == never) return otherwise;
    View result;
    result.type = view.type;
    if (view.type.isValue()) {
        result.code = "(" + condition + " ? " + view.code + " : " + otherwise.code + ")";
    } else if (view.type.isTuple()) {
        for (std::size_t i = 0; i < view.parts.size(); ++i)
            result.parts.push_back(guarded(condition, view.parts[i], otherwise.parts[i]));
    } else {
        result.element = [condition, view, otherwise](const Nat& i) {
            return guarded(condition, view.element(i), otherwise.element(i));
        };
    }
    return result;
}

} // namespace views

namespace targets {
namespace {

Target guardedLike(Target inner, const Target& outer) {
    for (const std::string& guard : outer.guards) {
        if (std::ranges::find(inner.guards, guard) == inner.guards.end()) inner.guards.push_back(guard);
    }
    return inner;
}

} // namespace

Target element(const Target& array, const Nat& index) { return guardedLike(array.element(index), array); }

Target part(const Target& tuple, std::size_t index) { return guardedLike(tuple.parts[index], tuple); }

Target beforeSplit(const Target& result, const Type& input) {
    const Nat number = result.type.element().length();
    return arrayTarget(input, result, [result, number](const Nat& i) {
        return element(element(result, i / number), i % number);
    });
}

Target beforeJoin(const Target& result, const Type& input) {
    const Nat number = input.element().length();
    const bool isOne = input.length().is(1);
    return arrayTarget(input, result, [result, number, isOne, inner = input.element()](const Nat& i) {
        if (isOne) return result;
        return arrayTarget(inner, result,
                           [result, number, i](const Nat& j) { return element(result, i * number + j); });
    });
}

Target beforeTranspose(const Target& result, const Type& input) {
    return arrayTarget(input, result, [result, inner = input.element()](const Nat& i) {
        return arrayTarget(inner, result, [result, i](const Nat& j) { return element(element(result, j), i); });
    });
}

Target beforeReorderStride(const Target& result, const Type& input, const Nat& stride) {
    const Nat parts = input.length() / stride;
    return arrayTarget(input, result, [result, stride, parts](const Nat& i) {
        return element(result, (i % stride) * parts + i / stride);
    });
}

Target beforeTake(const Target& result, const Type& input) {
    const Nat length = result.type.length();
    return arrayTarget(input, result, [result, length](const Nat& i) {
        Target target = element(result, i);
        if (const std::string condition = insideCondition(i, length); !condition.empty())
            target.guards.push_back(condition);
        return target;
    });
}

Target zipPart(const Target& result, const Type& input, std::size_t part) {
    return arrayTarget(input, result,
                       [result, part](const Nat& i) { return targets::part(element(result, i), part); });
}

} // namespace targets
} // namespace warpstring::generate
