// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/findings/sarif.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace warpstring::findings {

namespace {

using Json = nlohmann::ordered_json;

Json text(const std::string& words) { return {{"text", words}}; }

Json ruleJson(const Rule& rule) {
    return {{"id", rule.id},
            {"name", rule.name},
            {"shortDescription", text(rule.title)},
            {"fullDescription", text(rule.meaning)},
            {"help", {{"text", rule.help}, {"markdown", rule.helpMarkdown}}},
            {"defaultConfiguration", {{"level", name(rule.level)}}},
            {"properties",
             {{"tags", rule.tags},
              {"precision", "high"},
              {"problem.severity", rule.level == Level::Note ? "recommendation" : name(rule.level)}}}};
}

Json locationJson(const Finding& finding) {
    const Region& region = finding.region;
    return {{"physicalLocation",
             {{"artifactLocation", {{"uri", uriOf(finding.file)}}},
              {"region",
               {{"startLine", region.line},
                {"startColumn", region.column},
                {"endLine", region.endLine},
                {"endColumn", region.endColumn}}}}}};
}

Json resultJson(const Finding& finding, std::size_t ruleIndex, SourceTexts& texts) {
    Json json{{"ruleId", finding.rule},
              {"ruleIndex", ruleIndex},
              {"level", name(finding.level)},
              {"message", text(finding.message)},
              {"locations", Json::array({locationJson(finding)})}};
    if (const auto hash = texts.hashOf(finding.file, finding.region.line); !hash.empty())
        json["partialFingerprints"] = {{"primaryLocationLineHash", hash}};
    for (const auto& [key, value] : finding.numbers) json["properties"][key] = value;
    return json;
}

} // namespace

SarifLog sarifLog(const std::vector<Rule>& rules, const std::vector<SarifRun>& runs, SourceTexts& texts,
                  const std::string& version, const SarifLimits& limits) {
    SarifLog log;
    Json ruleList = Json::array();
    for (const auto& rule : rules) ruleList.push_back(ruleJson(rule));
    const auto indexOf = [&](const std::string& id) {
        const auto found =
            std::find_if(rules.begin(), rules.end(), [&](const Rule& rule) { return rule.id == id; });
        return static_cast<std::size_t>(found - rules.begin());
    };
    Json runList = Json::array();
    for (const auto& run : runs) {
        if (runList.size() == limits.runs) {
            log.runsLeftOut = runs.size() - limits.runs;
            break;
        }
        Json results = Json::array();
        const auto findings = costliestFirst(run.findings);
        const std::size_t shown = std::min(findings.size(), limits.resultsOfRun);
        for (std::size_t i = 0; i < shown; ++i)
            results.push_back(resultJson(findings[i], indexOf(findings[i].rule), texts));
        log.resultsLeftOut += findings.size() - shown;
        runList.push_back(
            {{"tool",
              {{"driver", {{"name", "warpstring"}, {"semanticVersion", version}, {"rules", ruleList}}}}},
             {"automationDetails", {{"id", run.category + "/"}}},
             {"columnKind", "utf16CodeUnits"},
             {"results", std::move(results)}});
    }
    const Json whole{{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                     {"version", "2.1.0"},
                     {"runs", std::move(runList)}};
    log.text = whole.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
    return log;
}

} // namespace warpstring::findings
