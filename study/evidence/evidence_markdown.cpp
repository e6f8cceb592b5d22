// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/evidence/evidence_markdown.h"

#include <algorithm>

#include "core/text/text_format.h"
#include "study/evidence/value_counts.h"

namespace warpstring::evidence {

namespace {

std::string percent(double fraction) { return formatted("%.1f %%", 100 * fraction); }
std::string signedPercent(double fraction) { return formatted("%+.1f %%", 100 * fraction); }

void addPart(std::string& text, const std::string& part) {
    if (!text.empty()) text += ", ";
    text += part;
}

std::size_t countOf(const EvidenceList& list, EvidenceKind kind) {
    return static_cast<std::size_t>(
        std::count_if(list.begin(), list.end(), [&](const Evidence& each) { return each.kind == kind; }));
}

std::string cell(const std::optional<double>& figure, std::string (*text)(double)) {
    return figure ? text(*figure) : "-";
}

std::string tauText(double tau) { return formatted("%.2f", tau); }

} // namespace

std::string heldAgainst(const EvidenceList& ofOneSpec) {
    std::string text;
    std::size_t launches = 0, values = 0;
    for (const Evidence& evidence : ofOneSpec) {
        // "checked-on" is a part of "all".
        if (evidence.kind == EvidenceKind::Records && evidence.of != "checked-on") launches += evidence.count;
        if (evidence.kind == EvidenceKind::Calibration) values += evidence.count;
    }
    if (launches > 0) addPart(text, formatted("records of %zu launches", launches));
    if (values > 0) addPart(text, formatted("calibration of %zu values", values));
    if (const std::size_t tables = countOf(ofOneSpec, EvidenceKind::Published); tables > 0)
        addPart(text, formatted(tables == 1 ? "%zu published table" : "%zu published tables", tables));
    if (countOf(ofOneSpec, EvidenceKind::MachineCode) > 0) addPart(text, "machine code");
    return text.empty() ? "nothing" : text;
}

std::string figuresText(const Evidence& evidence) {
    std::string text;
    if (evidence.mape) addPart(text, "MAPE " + percent(*evidence.mape));
    if (evidence.bias) addPart(text, "bias " + signedPercent(*evidence.bias));
    if (evidence.tau) addPart(text, "tau " + tauText(*evidence.tau));
    return text;
}

std::string specTable(const std::vector<HardwareSpec>& specs, const EvidenceList& list) {
    std::string text = "| name | GPU | held against | measured | datasheet | collected | estimated |\n"
                       "|---|---|---|---:|---:|---:|---:|\n";
    for (const HardwareSpec& spec : specs) {
        const ValueCounts counts = valueCounts(spec);
        text +=
            "| `" + spec.name + "` | " + spec.description + " | " + heldAgainst(evidenceOf(list, spec.name)) +
            formatted(" | %zu | %zu | %zu | %zu |\n", counts.measured(), counts.of(ProvenanceKind::Datasheet),
                      counts.of(ProvenanceKind::Collected), counts.of(ProvenanceKind::Estimated));
    }
    return text;
}

std::string evidenceTable(const EvidenceList& list) {
    std::string text = "| spec | held against | of | n | MAPE | bias | tau | families |\n"
                       "|---|---|---|---:|---:|---:|---:|---:|\n";
    for (const Evidence& each : list) {
        std::string of = each.of;
        if (!each.note.empty()) of += "; " + each.note;
        if (each.tunedOn) of += "; values are tuned on some";
        text += "| `" + each.spec + "` | " + std::string(name(each.kind)) + " | " + of + " | " +
                std::to_string(each.count) + " | " + cell(each.mape, percent) + " | " +
                cell(each.bias, signedPercent) + " | " + cell(each.tau, tauText) + " | " +
                (each.families > 0 ? std::to_string(each.families) : "-") + " |\n";
    }
    return text;
}

std::string evidenceSentence(const std::vector<HardwareSpec>& specs, const EvidenceList& list) {
    std::size_t records = 0, calibrated = 0, published = 0, nothing = 0;
    for (const HardwareSpec& spec : specs) {
        const EvidenceList own = evidenceOf(list, spec.name);
        if (countOf(own, EvidenceKind::Records) > 0)
            ++records;
        else if (countOf(own, EvidenceKind::Calibration) > 0)
            ++calibrated;
        else if (countOf(own, EvidenceKind::Published) > 0)
            ++published;
        else if (own.empty())
            ++nothing;
    }
    return formatted(
        "Of %zu specs %zu %s been held against records of the device, %zu %s values from probes of the device "
        "but no records, %zu stand against published tables alone, and %zu against nothing at all.",
        specs.size(), records, records == 1 ? "has" : "have", calibrated, calibrated == 1 ? "has" : "have",
        published, nothing);
}

} // namespace warpstring::evidence
