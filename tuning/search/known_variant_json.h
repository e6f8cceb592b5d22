// SPDX-License-Identifier: GPL-3.0-or-later
// What is known of a variant, as it is kept in files.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "tuning/search/search_state.h"

namespace warpstring::search {

/// Its figures and its fault, but for the outcome.
void addKnown(nlohmann::ordered_json& json, const KnownVariant& known);
/// Nothing where `outcome` is no word of one.
[[nodiscard]] std::optional<KnownVariant> knownOf(const nlohmann::ordered_json& json,
                                                  const std::string& outcome);
/// On one line; bytes that are no UTF-8 do not fail.
[[nodiscard]] std::string lineOf(const nlohmann::ordered_json& json);

} // namespace warpstring::search
