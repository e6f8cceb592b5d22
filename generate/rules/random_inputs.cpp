// SPDX-License-Identifier: GPL-3.0-or-later
#include <utility>

#include "core/random/draws.h"
#include "generate/rules/random_program.h"

namespace warpstring::generate {
namespace {

using random_kernels::Draws;

Value someValue(const Type& type, Draws& draws) {
    std::vector<Value> parts;
    if (type.isValue()) {
        const auto one = [&] { return Value(static_cast<double>(draws.between(-8, 8))); };
        if (type.value().width == 1) return one();
        for (int i = 0; i < type.value().width; ++i) parts.push_back(one());
    } else if (type.isTuple()) {
        for (const Type& part : type.parts()) parts.push_back(someValue(part, draws));
    } else {
        const std::int64_t length = type.length().constant().value_or(0);
        for (std::int64_t i = 0; i < length; ++i) parts.push_back(someValue(type.element(), draws));
    }
    return Value(std::move(parts));
}

} // namespace

std::vector<Value> randomInputs(const Program& program, std::uint64_t seed, std::uint64_t index) {
    Draws draws(seed + 1, index);
    std::vector<Value> inputs;
    for (const VariablePointer& parameter : program.parameters)
        inputs.push_back(someValue(parameter->type, draws));
    return inputs;
}

} // namespace warpstring::generate
