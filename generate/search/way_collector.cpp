// SPDX-License-Identifier: GPL-3.0-or-later
#include "generate/search/way_collector.h"

#include "generate/rules/site.h"

namespace warpstring::generate {

std::string named(std::string_view name, const Numbers& numbers) {
    std::string text(name);
    if (numbers.empty()) return text;
    std::string inner;
    for (const auto& [key, value] : numbers)
        inner += (inner.empty() ? "" : ", ") + key + " = " + std::to_string(value);
    return text + "(" + inner + ")";
}

Collector::Group groupOf(std::string_view x, std::string_view y) {
    return [x, y](const Numbers& numbers) -> std::array<std::int64_t, 3> {
        return {number(numbers, x).value_or(0), number(numbers, y).value_or(0), 0};
    };
}

std::function<std::string(const Numbers&)> inGroups(const std::string& name) {
    return [name](const Numbers& numbers) {
        const auto y = numbers.find("y");
        if (y == numbers.end()) return name + ", groups of " + std::to_string(numbers.at("group"));
        return name + ", groups of " + std::to_string(numbers.at("x")) + " x " + std::to_string(y->second);
    };
}

} // namespace warpstring::generate
