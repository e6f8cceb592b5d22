// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/evidence/evidence.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "core/files/toml/toml_reader.h"
#include "core/text/text_format.h"

namespace warpstring::evidence {

namespace {

constexpr const char* schemaId = "warpstring.evidence/1";
constexpr const char* howToWrite = "run tools/trust, which writes it";

double toSixDigits(double figure) { return std::round(figure * 1e6) / 1e6; }

std::optional<EvidenceKind> kindNamed(std::string_view wanted) {
    const auto* found = std::find_if(evidenceKinds.begin(), evidenceKinds.end(),
                                     [&](EvidenceKind kind) { return name(kind) == wanted; });
    return found == evidenceKinds.end() ? std::nullopt : std::optional(*found);
}

std::optional<double> numberOf(const Json& json, std::string_view key) {
    return json[key].isNumber() ? std::optional(json[key].number()) : std::nullopt;
}

std::string titleOf(const Evidence& evidence) {
    return evidence.spec + ", " + std::string(name(evidence.kind)) + " of " + evidence.of;
}

bool sameThing(const Evidence& a, const Evidence& b) {
    return a.spec == b.spec && a.kind == b.kind && a.of == b.of && a.file == b.file;
}

std::string figureText(const std::optional<double>& figure) {
    return figure ? formatted("%.3f", *figure) : "none";
}

} // namespace

std::string_view name(EvidenceKind kind) {
    switch (kind) {
    case EvidenceKind::Records: return "records";
    case EvidenceKind::Calibration: return "calibration";
    case EvidenceKind::Published: return "published";
    case EvidenceKind::MachineCode: return "machine code";
    }
    return "";
}

Json toJsonObject(const Evidence& evidence) {
    Json json(Json::Object{});
    json.set("spec", evidence.spec);
    json.set("kind", name(evidence.kind));
    json.set("of", evidence.of);
    json.set("device", evidence.device);
    if (!evidence.file.empty()) json.set("file", evidence.file);
    if (!evidence.note.empty()) json.set("note", evidence.note);
    json.set("count", static_cast<std::uint64_t>(evidence.count));
    if (evidence.mape) json.set("mape", toSixDigits(*evidence.mape));
    if (evidence.bias) json.set("bias", toSixDigits(*evidence.bias));
    if (evidence.tau) json.set("tau", toSixDigits(*evidence.tau));
    if (evidence.families > 0) json.set("families", static_cast<std::uint64_t>(evidence.families));
    if (evidence.tunedOn) json.set("tuned_on", true);
    return json;
}

std::string toJson(const EvidenceList& list) {
    Json json(Json::Object{});
    json.set("schema", schemaId);
    json.set("evidence", Json::arrayOf(list, toJsonObject));
    return json.pretty() + "\n";
}

Result<EvidenceList> parseEvidence(std::string_view text, const std::filesystem::path& path) {
    const auto bad = [&](std::string message) {
        return Diagnostic{
            "evidence.bad-file", Severity::Error, {path.string(), 0, 0}, std::move(message), howToWrite};
    };
    const auto json = parseJson(text, path.string());
    if (!json) return json.diagnostics();
    if ((*json)["schema"].text() != schemaId)
        return bad("this is no list of evidence: its schema is not " + std::string(schemaId));
    EvidenceList list;
    list.reserve((*json)["evidence"].items().size());
    for (const Json& item : (*json)["evidence"].items()) {
        const auto kind = kindNamed(item["kind"].text());
        if (!kind || item["spec"].text().empty())
            return bad("an item has no spec, or a kind that there is not");
        list.push_back({item["spec"].text(), *kind, item["of"].text(), item["device"].text(),
                        item["file"].text(), item["note"].text(), item["count"].size(), numberOf(item, "mape"),
                        numberOf(item, "bias"), numberOf(item, "tau"), item["families"].size(),
                        item["tuned_on"].boolean()});
    }
    return list;
}

Result<EvidenceList> readEvidence(const std::filesystem::path& specFolder) {
    const auto path = specFolder / "evidence.json";
    const auto text = files::readTextFile(path, "evidence");
    if (!text) return text.diagnostics();
    return parseEvidence(*text, path);
}

EvidenceList evidenceOf(const EvidenceList& list, std::string_view spec) {
    EvidenceList found;
    std::copy_if(list.begin(), list.end(), std::back_inserter(found),
                 [&](const Evidence& evidence) { return evidence.spec == spec; });
    return found;
}

std::vector<std::string> differences(const EvidenceList& now, const EvidenceList& then, double margin) {
    std::vector<std::string> found;
    const auto find = [](const EvidenceList& list, const Evidence& wanted) {
        return std::find_if(list.begin(), list.end(),
                            [&](const Evidence& other) { return sameThing(other, wanted); });
    };
    for (const Evidence& before : then)
        if (find(now, before) == now.end()) found.push_back(titleOf(before) + ": is no more");
    for (const Evidence& after : now) {
        const auto before = find(then, after);
        if (before == then.end()) {
            found.push_back(titleOf(after) + ": is new");
            continue;
        }
        const auto compare = [&](const char* figure, std::optional<double> is, std::optional<double> was) {
            if (is.has_value() == was.has_value() && (!is || std::abs(*is - *was) <= margin)) return;
            found.push_back(titleOf(after) + ": " + figure + " is " + figureText(is) + ", was " +
                            figureText(was));
        };
        compare("MAPE", after.mape, before->mape);
        compare("bias", after.bias, before->bias);
        compare("tau", after.tau, before->tau);
        Evidence rest = after;
        rest.mape = before->mape;
        rest.bias = before->bias;
        rest.tau = before->tau;
        if (!(rest == *before)) found.push_back(titleOf(after) + ": count, device or note are others");
    }
    return found;
}

} // namespace warpstring::evidence
