// SPDX-License-Identifier: GPL-3.0-or-later
// Scalars read as vectors, whole or made of the aligned ones around, and vectors as scalars.
#include "generate/code/emitter.h"

namespace warpstring::generate {
namespace {

/// An aligned vector of a buffer that the kernel does not write, and which component a scalar is of it.
struct Component {
    const Memory* memory;
    Nat vector;
    std::int64_t at;
};

/// Nullopt where that is not known.
std::optional<Component> alignedVector(const View& scalar, const ValueType& vector) {
    const std::optional<Place>& place = scalar.place;
    if (!place || place->memory->space != Space::Global || place->memory->isWritten ||
        place->memory->isVariable || !(place->memory->size % vector.width).is(0))
        return std::nullopt;
    const std::optional<std::int64_t> at = (place->index % vector.width).constant();
    if (!at || *at < 0) return std::nullopt;
    return Component{place->memory.get(), (place->index - *at) / vector.width, *at};
}

/// What a vector is made of: runs of components of the aligned vectors that are there anyway, and scalars.
std::string components(const std::vector<View>& scalars, const ValueType& vector) {
    static constexpr std::string_view digits = "0123456789abcdef";
    std::string code;
    for (std::size_t j = 0; j < scalars.size();) {
        const std::optional<Component> first = alignedVector(scalars[j], vector);
        std::size_t end = j + 1;
        std::string swizzle = first ? std::string(1, digits[static_cast<std::size_t>(first->at)]) : "";
        for (; first && end < scalars.size(); ++end) {
            const std::optional<Component> next = alignedVector(scalars[end], vector);
            if (!next || next->memory != first->memory || !(next->vector == first->vector)) break;
            swizzle += digits[static_cast<std::size_t>(next->at)];
        }
        if (!code.empty()) code += ", ";
        // OpenCL C has vectors of 2, 3, 4, 8 and 16.
        const bool isRun = swizzle.size() > 1 && swizzle.size() <= 4;
        code += isRun ? "((const global " + name(vector) + "*)" + first->memory->name + ")[" +
                            first->vector.code() + "].s" + swizzle
                      : scalars[j].code;
        j = isRun ? end : j + 1;
    }
    return code;
}

} // namespace

View Emitter::readAsVector(const View& input, const Type& type) {
    const ValueType vector = type.element().value();
    View view;
    view.type = type;
    view.element = [input, vector, element = type.element()](const Nat& i) {
        std::vector<View> scalars;
        bool isContiguous = true;
        for (int j = 0; j < vector.width; ++j) {
            scalars.push_back(input.element(i * vector.width + j));
            const std::optional<Place>& place = scalars.back().place;
            isContiguous = isContiguous && place && !place->memory->isVariable &&
                           place->memory->space != Space::Private &&
                           scalars.front().place->memory == place->memory &&
                           place->index == scalars.front().place->index + j;
        }
        if (isContiguous) {
            const Place& first = *scalars.front().place;
            const std::string space = first.memory->space == Space::Local ? "local " : "global ";
            const std::string constness =
                first.memory->isWritten || first.memory->space == Space::Local ? "" : "const ";
            if (divides(vector.width, first.index))
                return valueView(element, "((" + constness + space + warpstring::name(vector) + "*)" +
                                              first.memory->name + ")[" + (first.index / vector.width).code() +
                                              "]");
            if (!alignedVector(scalars.front(), vector))
                return valueView(element, "vload" + std::to_string(vector.width) + "(0, " + first.memory->name +
                                              " + " + first.index.factorCode() + ")");
        }
        return valueView(element, "(" + warpstring::name(vector) + ")(" + components(scalars, vector) + ")");
    };
    return view;
}

View Emitter::readAsScalar(const View& input, const Type& type) {
    const int width = input.type.element().value().width;
    View view;
    view.type = type;
    view.element = [input, width, element = type.element()](const Nat& i) {
        const View vector = input.element(i / width);
        const Nat component = i % width;
        if (vector.place && !vector.place->memory->isVariable &&
            vector.place->memory->space != Space::Private) {
            const Place& place = *vector.place;
            const std::string space = place.memory->space == Space::Local ? "local " : "global ";
            return valueView(element, "((" + space + name(element.value()) + "*)" + place.memory->name + ")[" +
                                          (place.index * width + component).code() + "]");
        }
        if (const std::optional<std::int64_t> known = component.constant()) {
            static constexpr std::string_view digits = "0123456789abcdef";
            return valueView(element,
                             operand(vector, 1, false) + ".s" + digits[static_cast<std::size_t>(*known)]);
        }
        throw CodeFault("generate.vector-component",
                        "a component of a vector is taken by an index that is not known",
                        "toLocal or toGlobal gives the vectors a place");
    };
    return view;
}

} // namespace warpstring::generate
