// SPDX-License-Identifier: GPL-3.0-or-later
#include "generate/code/tune_space.h"

#include <algorithm>
#include <sstream>

namespace warpstring::generate {
namespace {

constexpr std::string_view itemLine = "    const int item = get_global_id(0);\n";

bool isFree(const GeneratedKernel& kernel) {
    const auto has = [&](const char* word) { return kernel.text.find(word) != std::string::npos; };
    return !kernel.usesGroups && kernel.global[0] > 1 && has("get_global_id(") && !has("get_group_id(") &&
           !has("get_local_id(");
}

bool divide(const std::vector<std::int64_t>& local, const std::array<std::int64_t, 3>& global) {
    for (std::size_t d = 0; d < local.size(); ++d)
        if (global[d] % local[d] != 0) return false;
    return true;
}

std::vector<std::vector<std::int64_t>> localSizes(const GeneratedKernel& kernel) {
    std::vector<std::vector<std::int64_t>> known;
    if (kernel.global[2] > 1) return known;
    if (kernel.global[1] > 1)
        known = {{16, 16}, {32, 4}, {32, 8}, {64, 4}, {128, 2}, {256, 1}};
    else
        known = {{32}, {64}, {128}, {256}, {512}, {1024}};
    const std::vector<std::int64_t> own(kernel.local.begin(),
                                        kernel.local.begin() + static_cast<std::ptrdiff_t>(known[0].size()));
    if (std::ranges::find(known, own) == known.end()) known.insert(known.begin(), own);
    std::erase_if(known, [&](const auto& local) { return !divide(local, kernel.global); });
    return known;
}

/// The body once for each of the elements.
std::string severalItems(const GeneratedKernel& kernel) {
    const std::size_t line = kernel.text.find(itemLine);
    const std::size_t body = line + itemLine.size();
    std::string turn = "turn";
    while (kernel.text.find(turn) != std::string::npos) turn += "_";
    std::string text = kernel.text.substr(0, line) + "    for (int " + turn + " = 0; " + turn + " < ITEMS; ++" +
                       turn + ") {\n        const int item = get_global_id(0) + " + turn + " * (" +
                       std::to_string(kernel.global[0]) + " / ITEMS);\n";
    std::istringstream lines(kernel.text.substr(body, kernel.text.rfind('}') - body));
    for (std::string each; std::getline(lines, each);)
        text += each.empty() || each.front() == '#' ? each + "\n" : "    " + each + "\n";
    return text + "    }\n}\n";
}

} // namespace

TuneSpace tuneSpaceOf(const GeneratedKernel& kernel) {
    TuneSpace space;
    if (!isFree(kernel)) return space;
    space.local = localSizes(kernel);
    if (kernel.text.find(itemLine) == std::string::npos) return space;
    for (const std::int64_t items : {1, 2, 4, 8})
        if (kernel.global[0] % (items * kernel.local[0]) == 0) space.items.push_back(items);
    if (space.items.size() < 2) space.items.clear();
    return space;
}

Generated withItems(const Generated& generated) {
    Generated result = generated;
    std::size_t first = std::string::npos;
    for (GeneratedKernel& kernel : result.kernels) {
        const std::size_t at = result.source.find(kernel.text);
        if (at == std::string::npos || tuneSpaceOf(kernel).items.empty()) continue;
        const std::string several = severalItems(kernel);
        result.source.replace(at, kernel.text.size(), several);
        kernel.text = several;
        first = std::min(first, at);
    }
    if (first != std::string::npos)
        result.source.insert(
            0, "#ifndef ITEMS\n#define ITEMS 1 // elements that a work-item computes\n#endif\n\n");
    return result;
}

} // namespace warpstring::generate
