// SPDX-License-Identifier: GPL-3.0-or-later
// What a claim's path takes of a program's JSON or of a page's tables.
//
// JSON: keys and numbers of elements with points between, "kernel.time_us"; "*" for every element of an array,
// "[X=4]" for the launch of a sweep. An array of one launch is entered by itself. Behind the path may stand
// " in ms" or " in s" where it ends in _us, " in %"; before it "sum of " or "count of ". "PATH over PATH"
// divides.
//
// Tables: "heading / first cell of the row / head of the column", without back quotes; a cell's first number
// counts.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace warpstring::test {

/// Throws std::runtime_error where there is no such thing.
[[nodiscard]] std::vector<nlohmann::json> valuesAt(const nlohmann::json& document, const std::string& path);

/// The same for numbers, with unit, sum and division.
[[nodiscard]] std::vector<double> numbersAt(const nlohmann::json& document, const std::string& path);

[[nodiscard]] double tableNumber(const std::string& page, const std::string& path);

} // namespace warpstring::test
