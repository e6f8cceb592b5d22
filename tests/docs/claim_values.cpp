// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/docs/claim_values.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "tests/docs/claims.h"
#include "tests/docs/words.h"

namespace warpstring::test {

namespace {

using Json = nlohmann::json;

bool isNumber(const std::string& text) {
    return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
}

/// "[X=4]" of "matmul-tiled-sizes,X=4".
bool isOfSweep(const Json& launch, const std::string& step) {
    const auto parts = split(launch.at("launch").get<std::string>(), ",");
    return std::find(parts.begin(), parts.end(), step.substr(1, step.size() - 2)) != parts.end();
}

void collect(const Json& at, const std::vector<std::string>& steps, std::size_t first,
             std::vector<Json>& found) {
    if (first == steps.size()) return found.push_back(at);
    const std::string& step = steps[first];
    if (!at.is_array()) return collect(at.at(step), steps, first + 1, found);
    if (isNumber(step)) return collect(at.at(std::stoul(step)), steps, first + 1, found);
    const bool isSelection = step == "*" || step.starts_with("[");
    if (!isSelection && at.size() != 1) throw std::runtime_error("\"" + step + "\" of several");
    for (const Json& element : at)
        if (!step.starts_with("[") || isOfSweep(element, step))
            collect(element, steps, first + (isSelection ? 1 : 0), found);
}

/// Takes `ending` off the text, when it is there.
bool dropEnding(std::string& text, const std::string& ending) {
    if (!text.ends_with(ending)) return false;
    text.resize(text.size() - ending.size());
    return true;
}

std::vector<std::string> cells(const std::string& row) {
    auto parts = split(row.substr(1, row.rfind('|') - 1), "|");
    for (std::string& cell : parts) {
        std::erase(cell, '`');
        const auto first = cell.find_first_not_of(' ');
        cell = first == std::string::npos ? "" : cell.substr(first, cell.find_last_not_of(' ') - first + 1);
    }
    return parts;
}

} // namespace

std::vector<Json> valuesAt(const Json& document, const std::string& path) {
    std::vector<Json> found;
    collect(document, split(path, "."), 0, found);
    if (found.empty()) throw std::runtime_error("nothing is at " + path);
    return found;
}

std::vector<double> numbersAt(const Json& document, const std::string& path) {
    if (const auto sides = split(path, " over "); sides.size() == 2) {
        auto quotients = numbersAt(document, sides[0]);
        const auto divisors = numbersAt(document, sides[1]);
        for (std::size_t i = 0; i < quotients.size(); ++i) quotients[i] /= divisors.at(i);
        return quotients;
    }
    if (path.starts_with("count of ")) return {static_cast<double>(valuesAt(document, path.substr(9)).size())};
    std::string plain = path;
    const bool isSum = plain.starts_with("sum of ");
    if (isSum) plain.erase(0, 7);
    const double scale = dropEnding(plain, "_us in ms")  ? 1e-3
                         : dropEnding(plain, "_us in s") ? 1e-6
                         : dropEnding(plain, " in %")    ? 100
                                                         : 1;
    if (scale < 1) plain += "_us";
    std::vector<double> numbers;
    for (const Json& value : valuesAt(document, plain)) {
        if (!value.is_number()) throw std::runtime_error(plain + " is " + value.dump().substr(0, 80));
        numbers.push_back(scale * value.get<double>());
    }
    if (isSum) return {std::accumulate(numbers.begin(), numbers.end(), 0.0)};
    return numbers;
}

double tableNumber(const std::string& page, const std::string& path) {
    const auto wanted = split(path, " / "); // heading, row, column
    std::vector<std::string> head;
    bool underHeading = false;
    for (const std::string& line : split(page, "\n")) {
        if (line.starts_with("#")) {
            underHeading = wanted.size() == 3 && line.ends_with("# " + wanted[0]);
            head.clear();
        }
        if (!underHeading || !line.starts_with("|")) continue;
        const auto row = cells(line);
        if (head.empty()) head = row;
        if (row[0] != wanted[1]) continue;
        const auto column = std::find(head.begin(), head.end(), wanted[2]) - head.begin();
        if (const auto cell = static_cast<std::size_t>(column); cell < row.size())
            if (const auto numbers = figuresIn(row[cell], 0, row[cell].size()); !numbers.empty())
                return std::stod(numbers.front().text);
    }
    throw std::runtime_error("there is no " + path);
}

} // namespace warpstring::test
