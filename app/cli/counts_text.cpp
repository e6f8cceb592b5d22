// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/counts_text.h"

#include <algorithm>

#include "app/cli/answer_text.h"
#include "app/common/terminal.h"
#include "core/operation_class.h"
#include "core/text/text_format.h"

namespace warpstring::cli {

namespace {

using symbolic::Count;

std::string numberText(const std::optional<std::int64_t>& value) {
    return value ? withCommas(std::to_string(*value)) : "not known";
}

/// "n^2 = 1,048,576", "4 where n <= 8; n where n >= 9 = 4", "1,024": a formula without names is its value.
std::string countText(const Count& count) {
    const std::string formula = count.formula ? count.formula->text() : "";
    const bool isNumber =
        std::none_of(formula.begin(), formula.end(), [](char c) { return c >= 'a' && c <= 'z'; });
    if (formula.empty() || isNumber) return count.value ? numberText(count.value) : "beyond 64 bits";
    const bool isPiecewise = formula.find(" where ") != std::string::npos;
    std::string text = isPiecewise ? "(" + formula + ")" : formula;
    text += " = ";
    text += count.value ? numberText(count.value) : "beyond 64 bits";
    return text;
}

std::string row(const std::string& label, const std::string& text) {
    return "    " + padded(label, 14) + text + "\n";
}

std::string headText(const symbolic::LaunchCounts& counts, const Pdg& pdg, const std::string& launchName) {
    std::string text = pdg.kernel + ", " + launchName + ": " + countText(counts.workItems) + " work-items";
    if (counts.symbols.symbols.empty()) return text;
    text += "; ";
    for (std::size_t i = 0; i < counts.symbols.symbols.size(); ++i) {
        const auto& symbol = counts.symbols.symbols[i];
        if (i > 0) text += ", ";
        text += symbol.name + " = " + std::to_string(symbol.value);
        if (symbol.multiple != 1) text += " (multiples of " + std::to_string(symbol.multiple) + ")";
    }
    return text;
}

std::string stridesText(const symbolic::AccessCounts& counts) {
    std::string text;
    for (const auto& stride : counts.strides) {
        if (!text.empty()) text += ", ";
        text += stride.along + " " + (stride.bytes ? stride.bytes->text() : "varies");
        if (stride.bytes && !stride.bytes->constant() && stride.value)
            text += " = " + withCommas(std::to_string(*stride.value));
    }
    return text;
}

/// "bytes 256 to 319; 1,024 to 1,087 every 4,096, 16 times": of many the first ones.
std::string regionsText(const symbolic::TouchedRegions& touched) {
    constexpr std::size_t mostRegions = 4;
    if (!touched.reason.empty()) return "not known: " + touched.reason;
    if (touched.regions.empty()) return "none";
    std::string text = "bytes ";
    for (std::size_t i = 0; i < std::min(touched.regions.size(), mostRegions); ++i) {
        const auto& region = touched.regions[i];
        auto dimensions = region.dimensions;
        std::int64_t run = region.bytes; // without gaps
        if (!dimensions.empty() && dimensions.back().stride == region.bytes) {
            run *= dimensions.back().count;
            dimensions.pop_back();
        }
        if (i > 0) text += "; ";
        text += withCommas(std::to_string(region.base)) + " to " +
                withCommas(std::to_string(region.base + run - 1));
        for (const auto& dimension : dimensions)
            text += ", every " + withCommas(std::to_string(dimension.stride)) + " " +
                    withCommas(std::to_string(dimension.count)) + " times";
    }
    if (touched.regions.size() > mostRegions)
        text += "; " + std::to_string(touched.regions.size() - mostRegions) + " more";
    return text;
}

std::string accessText(const symbolic::AccessCounts& counts, const Pdg& pdg, RegionsShown regions,
                       bool colour) {
    const MemoryAccess& access = pdg.accesses[counts.access];
    const Statement& statement = pdg.statements[access.statement];
    std::string text = "  " + paint("line " + std::to_string(statement.place.at.line), Colour::Bold, colour) +
                       "  " + statement.text + ", " + std::to_string(access.bytes) + " bytes\n";
    std::string executions = countText(counts.executions);
    if (counts.source == symbolic::CountSource::Enumerated) executions += ", enumerated for this launch";
    if (counts.source == symbolic::CountSource::Unknown) executions = "not known";
    text += row("executions", executions);
    if (!counts.reason.empty()) text += row("no formula", counts.reason);
    if (!counts.strides.empty()) text += row("strides", stridesText(counts));
    if (counts.transactions.value) text += row("transactions", countText(counts.transactions));
    if (counts.footprint.value || counts.footprint.formula) {
        std::string footprint = countText(counts.footprint) + " bytes";
        if (!counts.isFootprintExact) footprint = "at most " + footprint;
        if (counts.reuse) footprint += formatted(", each asked for %.4g times", *counts.reuse);
        text += row("footprint", footprint);
    }
    if (regions.ofGroup) text += row("of the group", regionsText(counts.ofGroup));
    if (regions.ofWarp) text += row("of the warp", regionsText(counts.ofWarp));
    return text;
}

std::string bufferText(const symbolic::BufferCounts& buffer, bool colour) {
    std::string text = "  " + paint(buffer.name, Colour::Bold, colour) + "  " +
                       std::string(name(buffer.direction)) + ", " + withCommas(std::to_string(buffer.bytes)) +
                       " bytes\n";
    if (buffer.direction == symbolic::Direction::None) return text;
    if (buffer.direction != symbolic::Direction::Out)
        text += row("loaded", countText(buffer.loaded) + " bytes");
    if (buffer.direction != symbolic::Direction::In) text += row("stored", countText(buffer.stored) + " bytes");
    std::string footprint = countText(buffer.footprint) + " bytes";
    if (!buffer.isFootprintExact) footprint = "at most " + footprint;
    if (buffer.reuse) footprint += formatted(", each asked for %.4g times", *buffer.reuse);
    text += row("footprint", footprint);
    if (buffer.interval) {
        std::string interval = "bytes " + withCommas(std::to_string(buffer.interval->begin)) + " to " +
                               withCommas(std::to_string(buffer.interval->end - 1));
        if (buffer.packedBytes)
            interval += ", packed " + withCommas(std::to_string(*buffer.packedBytes)) + " bytes";
        text += row("interval", interval);
    }
    return text;
}

} // namespace

std::string countsText(const symbolic::LaunchCounts& counts, const Pdg& pdg, const std::string& launchName,
                       RegionsShown regions, bool colour) {
    std::string text = paint(headText(counts, pdg, launchName), Colour::Bold, colour) + "\n";
    text += "operations of all work-items\n";
    for (const auto& one : counts.operations)
        text += "    " + padded(name(one.operation), 26) + countText(one.count) + "\n";
    text += "accesses\n";
    for (const auto& access : counts.accesses) text += accessText(access, pdg, regions, colour);
    text += "buffers\n";
    for (const auto& buffer : counts.buffers) text += bufferText(buffer, colour);
    for (const std::string& note : counts.notes) text += "note: " + note + "\n";
    return text;
}

} // namespace warpstring::cli
