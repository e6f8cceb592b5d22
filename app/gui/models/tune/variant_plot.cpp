// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/tune/variant_plot.h"

#include <algorithm>

#include "app/gui/models/tune/space_form.h"
#include "core/text/duration_text.h"

namespace warpstring::gui {

const PlottedVariant* VariantPlot::find(search::VariantId id) const {
    const auto found = std::find_if(variants.begin(), variants.end(),
                                    [&](const PlottedVariant& variant) { return variant.id == id; });
    return found == variants.end() ? nullptr : &*found;
}

std::string VariantPlot::textOf(const PlottedVariant& variant) const {
    std::string text = variant.name;
    for (std::size_t axis = 0; axis < axes.size() && variant.name.empty(); ++axis)
        text += (axis > 0 ? "," : "") + axes[axis].name + "=" + axes[axis].words[variant.choice[axis]];
    text += "\n" + durationText(variant.timeUs) + (variant.isDominated ? " by the closed form" : "");
    if (variant.measuredUs) text += ", measured " + durationText(*variant.measuredUs);
    return text;
}

std::optional<search::VariantId> VariantPlot::step(std::optional<search::VariantId> id, int steps) const {
    const auto first = static_cast<std::ptrdiff_t>(dominated),
               last = static_cast<std::ptrdiff_t>(variants.size());
    if (first == last) return std::nullopt;
    const PlottedVariant* now = id ? find(*id) : nullptr;
    const std::ptrdiff_t at = now != nullptr ? now - variants.data() - steps : last - 1;
    return variants[static_cast<std::size_t>(std::clamp(at, first, last - 1))].id;
}

VariantPlot plotOf(const TuneOutcome& outcome, const std::map<search::VariantId, double>& measuredUs) {
    VariantPlot plot;
    const auto* device = outcome.device();
    if (!outcome.texts || device == nullptr) return plot;
    for (const search::SpaceAxis& axis : outcome.space().axes()) {
        PlotAxis shown{axis.name, axis.words};
        for (std::string& word : shown.words)
            if (word.empty()) word = noRewrite;
        plot.axes.push_back(std::move(shown));
    }
    for (const search::FoundVariant& found : device->variants) {
        const bool isDominated = found.figures.outcome == search::Outcome::Dominated;
        if (!isDominated && found.figures.outcome != search::Outcome::Ranked) continue;
        PlottedVariant variant{found.id, outcome.space().choiceOf(found.id),
                               isDominated ? found.figures.closedFormUs : found.figures.timeUs, std::nullopt,
                               isDominated};
        if (const auto time = measuredUs.find(found.id); time != measuredUs.end()) {
            variant.measuredUs = time->second;
            ++plot.measured;
        }
        plot.dominated += isDominated ? 1 : 0;
        plot.variants.push_back(std::move(variant));
    }
    // Equal times by id, as the ranking has them.
    std::sort(plot.variants.begin(), plot.variants.end(), [](const PlottedVariant& a, const PlottedVariant& b) {
        if (a.isDominated != b.isDominated) return a.isDominated;
        return std::pair(a.timeUs, a.id) > std::pair(b.timeUs, b.id);
    });
    bool isFirst = true;
    for (const PlottedVariant& variant : plot.variants)
        for (const double time : {variant.timeUs, variant.measuredUs.value_or(variant.timeUs)}) {
            plot.leastUs = isFirst ? time : std::min(plot.leastUs, time);
            plot.mostUs = isFirst ? time : std::max(plot.mostUs, time);
            isFirst = false;
        }
    return plot;
}

} // namespace warpstring::gui
