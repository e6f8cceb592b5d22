// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/trust_text.h"

#include "app/common/terminal.h"
#include "core/text/text_format.h"
#include "study/evidence/evidence_markdown.h"
#include "study/evidence/value_counts.h"

namespace warpstring::cli {

using evidence::Evidence;
using evidence::EvidenceList;
using evidence::ValueCounts;

namespace {

std::string valuesText(const ValueCounts& counts) {
    return formatted("%zu measured, %zu by data sheets, %zu collected, %zu estimated", counts.measured(),
                     counts.of(ProvenanceKind::Datasheet), counts.of(ProvenanceKind::Collected),
                     counts.of(ProvenanceKind::Estimated));
}

std::string lineOf(const Evidence& each, bool colour) {
    std::string text = "  " + padded(std::string(name(each.kind)), 14) + padded(std::to_string(each.count), 7) +
                       padded(figuresText(each), 38);
    std::string what = each.of;
    if (!each.note.empty()) what += "; " + each.note;
    if (each.tunedOn) what += "; values are tuned on some";
    if (!each.file.empty()) what += "  " + each.file;
    return text + paint(what, Colour::Dim, colour) + "\n";
}

} // namespace

std::string trustText(const HardwareSpec& spec, const EvidenceList& own, bool colour) {
    std::string text = paint(spec.name, Colour::Bold, colour) + "  " + spec.description + "\n";
    text += "held against " + heldAgainst(own) + "\n";
    for (const Evidence& each : own) text += lineOf(each, colour);
    const ValueCounts counts = evidence::valueCounts(spec);
    text += formatted("%zu values: ", counts.all()) + valuesText(counts) +
            formatted(" (%zu of these with a source)\n", counts.estimatedFromSource);
    for (const evidence::SourceCount& source : counts.sources)
        text += "  " + padded(std::to_string(source.count), 5) + padded(source.source, 12) +
                paint(spec.sources.at(source.source), Colour::Dim, colour) + "\n";
    return text;
}

std::string trustOverview(const std::vector<HardwareSpec>& specs, const EvidenceList& list, bool colour) {
    std::string text;
    for (const HardwareSpec& spec : specs)
        text += paint(padded(spec.name, 22), Colour::Bold, colour) +
                padded(heldAgainst(evidenceOf(list, spec.name)), 76) +
                paint(valuesText(evidence::valueCounts(spec)), Colour::Dim, colour) + "\n";
    return text + evidenceSentence(specs, list) + "\n";
}

Json trustJson(const std::vector<HardwareSpec>& specs, const EvidenceList& list) {
    return Json::arrayOf(specs, [&](const HardwareSpec& spec) {
        const ValueCounts counts = evidence::valueCounts(spec);
        Json values(Json::Object{});
        for (const ProvenanceKind kind : provenanceKinds)
            values.set(std::string(name(kind)), static_cast<std::uint64_t>(counts.of(kind)));
        values.set("estimated_from_source", static_cast<std::uint64_t>(counts.estimatedFromSource));
        Json json(Json::Object{});
        json.set("name", spec.name);
        json.set("description", spec.description);
        json.set("values", std::move(values));
        json.set("sources", Json::arrayOf(counts.sources, [&](const evidence::SourceCount& source) {
                     return Json(Json::Object{{"source", source.source},
                                              {"citation", spec.sources.at(source.source)},
                                              {"count", static_cast<std::uint64_t>(source.count)}});
                 }));
        json.set("evidence", Json::arrayOf(evidenceOf(list, spec.name), evidence::toJsonObject));
        return json;
    });
}

} // namespace warpstring::cli
