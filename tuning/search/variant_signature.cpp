// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/search/variant_signature.h"

#include "core/records/resolved_launch.h"

namespace warpstring::search {

std::string signatureOf(const Variant& variant) {
    if (variant.graphOptions.size() == variant.launch.options.size()) return "";
    Launch launch = variant.launch;
    launch.file.clear();
    launch.name.clear();
    launch.description.clear();
    launch.swept.clear();
    launch.options = variant.graphOptions;
    std::string signature = records::launchToJson(launch).compact() + '\0' + toText(variant.launch.registers);
    if ((*variant.texts)->isRewritten) signature += '\0' + (*variant.texts)->source;
    return signature;
}

} // namespace warpstring::search
