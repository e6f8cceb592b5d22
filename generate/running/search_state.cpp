// SPDX-License-Identifier: GPL-3.0-or-later
#include "generate/running/search_state.h"

namespace warpstring::generate {

Result<std::unique_ptr<search::SearchState>> openState(const std::filesystem::path& file,
                                                       const Description& description,
                                                       const std::vector<HardwareSpec>& specs,
                                                       const GenerateOptions& options) {
    std::string settings = std::to_string(options.lockStep);
    if (options.isFastMath) settings += "\nfast math";
    for (const auto& [name, value] : description.sizes)
        settings.append("\nsize ").append(name).append("=").append(std::to_string(value));
    for (const std::string& rule : options.allowed.only) settings.append("\nallow ").append(rule);
    for (const std::string& rule : options.allowed.never) settings.append("\nforbid ").append(rule);
    return search::SearchState::open(file, search::searchRecord(description.text, "", "", specs, settings));
}

} // namespace warpstring::generate
