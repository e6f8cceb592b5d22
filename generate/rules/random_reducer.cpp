// SPDX-License-Identifier: GPL-3.0-or-later
#include "generate/rules/random_reducer.h"

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "generate/form/build.h"

namespace warpstring::generate {
namespace {

struct RandomOperator {
    std::string_view name;
    double identity;
    bool ofFloats;
};

constexpr auto reducingOperators = std::to_array<RandomOperator>({{"+", 0, true},
                                                                  {"max", -2147483648.0, true},
                                                                  {"min", 2147483647, true},
                                                                  {"*", 1, false},
                                                                  {"|", 0, false},
                                                                  {"^", 0, false}});

} // namespace

RandomReducer randomReducer(const Type& element, random_kernels::Draws& draws) {
    std::vector<Type> parts = element.isTuple() ? element.parts() : std::vector<Type>{element};
    std::vector<RandomOperator> operators;
    for (const Type& part : parts) {
        if (!part.isValue() || part.value().width != 1) return {};
        std::vector<RandomOperator> fitting;
        for (const RandomOperator& each : reducingOperators) {
            if (each.ofFloats || !isFloating(part.value().scalar)) fitting.push_back(each);
        }
        operators.push_back(draws.of(fitting));
    }
    std::vector<Expr> identities;
    for (std::size_t i = 0; i < parts.size(); ++i)
        identities.push_back(build::literal(parts[i].value(), operators[i].identity));
    const auto combined = [&](const std::vector<Expr>& own) {
        if (!element.isTuple()) return build::operation(std::string(operators[0].name), own);
        std::vector<Expr> results;
        for (int i = 0; i < static_cast<int>(parts.size()); ++i)
            results.push_back(build::operation(std::string(operators[static_cast<std::size_t>(i)].name),
                                               {build::get(own[0], i), build::get(own[1], i)}));
        return build::tuple(std::move(results));
    };
    return {build::function({element, element}, combined),
            element.isTuple() ? build::tuple(std::move(identities)) : identities.front()};
}

} // namespace warpstring::generate
