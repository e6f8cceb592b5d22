// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/search/known_variant_json.h"

#include <algorithm>

namespace warpstring::search {

using OrderedJson = nlohmann::ordered_json;

void addKnown(OrderedJson& json, const KnownVariant& known) {
    if (known.figures.timeUs > 0) json["time_us"] = known.figures.timeUs;
    if (known.figures.closedFormUs > 0) json["closed_form_us"] = known.figures.closedFormUs;
    if (known.fault)
        json["fault"] = {{"code", known.fault->code},       {"file", known.fault->place.file},
                         {"line", known.fault->place.line}, {"column", known.fault->place.column},
                         {"message", known.fault->message}, {"hint", known.fault->hint}};
}

std::optional<KnownVariant> knownOf(const OrderedJson& json, const std::string& outcome) {
    const auto& all = outcomeTraits();
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const OutcomeTraits& traits) { return traits.word == outcome; });
    if (found == all.end()) return std::nullopt;
    KnownVariant known;
    known.figures = {found->outcome, json.value("time_us", 0.0), json.value("closed_form_us", 0.0)};
    if (const auto fault = json.find("fault"); fault != json.end() && fault->is_object())
        known.fault = Diagnostic{fault->value("code", ""),
                                 Severity::Error,
                                 {fault->value("file", ""), fault->value("line", 0), fault->value("column", 0)},
                                 fault->value("message", ""),
                                 fault->value("hint", "")};
    return known;
}

std::string lineOf(const OrderedJson& json) {
    return json.dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
}

} // namespace warpstring::search
