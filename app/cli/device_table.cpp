// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/device_table.h"

#include <algorithm>

#include "app/common/terminal.h"
#include "core/text/duration_text.h"
#include "core/text/text_format.h"

namespace warpstring::cli {

namespace {

using advice::CauseTraits;
using Kinds = std::vector<const CauseTraits*>;

constexpr int timeWidth = 10, gap = 2;

const advice::Finding* findingOf(const AdvisedDevice& device, advice::CauseKind kind) {
    const auto& all = device.advice.findings;
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const auto& finding) { return finding.kind == kind; });
    return found != all.end() && device.advice.matters(found->gain) ? &*found : nullptr;
}

Kinds kindsThatMatter(const std::vector<AdvisedDevice>& devices) {
    Kinds kinds;
    for (const auto& is : advice::causeTraits())
        if (std::any_of(devices.begin(), devices.end(),
                        [&](const auto& device) { return findingOf(device, is.kind) != nullptr; }))
            kinds.push_back(&is);
    return kinds;
}

int columnWidth(const CauseTraits& is) { return std::max(7, static_cast<int>(is.word.size())) + gap; }

int specWidth(const std::vector<AdvisedDevice>& devices) {
    std::size_t width = 0;
    for (const auto& device : devices) width = std::max(width, device.spec.size());
    return static_cast<int>(width);
}

std::string row(const AdvisedDevice& device, Kinds::const_iterator begin, Kinds::const_iterator end, int width,
                const TextStyle& style) {
    std::string text = "  " + padded(device.spec, width);
    if (!device.refusal.empty()) return text + padded("-", timeWidth, true) + "  " + device.refusal + "\n";
    text += padded(durationText(device.advice.timeUs), timeWidth, true);
    for (auto kind = begin; kind != end; ++kind) {
        const auto* finding = findingOf(device, (*kind)->kind);
        const bool isForemost = finding != nullptr && finding == device.advice.foremost();
        text += paint(padded(finding == nullptr ? "." : formatted("%.1f %%", 100 * finding->gain),
                             columnWidth(**kind), true),
                      isForemost ? Colour::Yellow : Colour::None, style.colour);
    }
    return text + "\n";
}

} // namespace

std::string deviceTable(const std::string& launch, const std::vector<AdvisedDevice>& devices,
                        const TextStyle& style) {
    const Kinds kinds = kindsThatMatter(devices);
    const int width = specWidth(devices);
    std::string text = paint("what matters on which", Colour::Bold, style.colour) + " of " + launch +
                       ": gains of the kernel's time, where above the model's error\n";
    auto begin = kinds.begin();
    do {
        int used = 2 + width + timeWidth;
        auto end = begin;
        std::string head = std::string(static_cast<std::size_t>(used), ' ');
        for (; end != kinds.end() && (end == begin || used + columnWidth(**end) <= style.width); ++end) {
            used += columnWidth(**end);
            head += padded((*end)->word, columnWidth(**end), true);
        }
        if (begin != end) text += head + "\n";
        for (const auto& device : devices) text += row(device, begin, end, width, style);
        begin = end;
    } while (begin != kinds.end());
    return text;
}

} // namespace warpstring::cli
