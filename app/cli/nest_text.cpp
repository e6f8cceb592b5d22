// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/nest_text.h"

namespace warpstring::cli {

std::string nestText(const generate::Nest& nest) {
    std::string text;
    for (const std::string& result : nest.results) text.append(result).append("\n");
    for (const Diagnostic& own : nest.assumptions)
        text.append("assumed at line ")
            .append(std::to_string(own.place.line))
            .append(": ")
            .append(own.message)
            .append("\n");
    return text;
}

void tellNest(const generate::Nest& nest, Json& json) {
    if (nest.results.empty()) return;
    json.set("results", Json::arrayOf(nest.results));
    json.set("assumptions", Json::arrayOf(nest.assumptions, [](const Diagnostic& own) {
                 Json told = Json::Object{};
                 told.set("line", own.place.line);
                 told.set("message", own.message);
                 return told;
             }));
}

} // namespace warpstring::cli
