// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/charts/html_report.h"

#include <QByteArray>
#include <algorithm>
#include <cmath>
#include <map>

#include "app/gui/charts/chart.h"
#include "app/gui/charts/html_style.h"
#include "core/text/svg_text.h"
#include "core/text/text_format.h"
#include "study/comparison/comparison_numbers.h"

namespace warpstring::gui {

using comparison::ComparedLaunch;
using records::Quantity;

namespace {

std::string cell(const std::string& text, const char* tag = "td", bool number = false) {
    return std::string("<") + tag + (number ? " class=\"n\">" : ">") + svgEscaped(text) + "</" + tag + ">";
}

class HtmlReport {
public:
    HtmlReport(const comparison::Comparison& comparison, const HtmlReportFacts& facts,
               const charts::ChartOptions& options)
        : comparison_(comparison), facts_(facts), options_(options) {
        for (const ComparedLaunch& launch : comparison.launches)
            if (!options.cache || launch.cache == *options.cache) launches_.push_back(&launch);
    }

    std::string run() {
        head();
        metrics();
        charts();
        launches();
        ranking();
        excluded();
        names("Launches without a measurement", comparison_.unmeasured);
        names("Measurements of other launches, or of ones that were changed since",
              comparison_.unmatchedRecords);
        out_ += "</main></body></html>\n";
        return std::move(out_);
    }

private:
    void heading(const char* text) { out_ += std::string("<h2>") + text + "</h2>\n"; }

    void header(const std::vector<std::string>& names, std::size_t texts) {
        out_ += "<div class=\"wide\"><table><thead><tr>";
        for (std::size_t i = 0; i < names.size(); ++i) out_ += cell(names[i], "th", i >= texts);
        out_ += "</tr></thead><tbody>\n";
    }
    void end() { out_ += "</tbody></table></div>\n"; }

    void head() {
        out_ = "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
               "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
               "<title>Warpstring: simulated beside measured</title>\n<style>\n" +
               htmlStyle() + "</style></head>\n<body><main>\n<h1>Simulated beside measured</h1>\n";
        out_ += "<p class=\"facts\">" + std::to_string(launches_.size()) + " compared launches" +
                (options_.cache ? ", caches " + std::string(name(*options_.cache)) : "") +
                ". Made by Warpstring " + svgEscaped(facts_.version) +
                (facts_.date.empty() ? "" : " on " + svgEscaped(facts_.date)) + " with</p>\n<pre>" +
                svgEscaped(facts_.command) + "</pre>\n";
    }

    [[nodiscard]] bool meant(const comparison::ComparisonSummary& summary) const {
        return !options_.cache || summary.cache == *options_.cache;
    }

    void metrics() {
        heading("Metrics");
        header({"", "quantity", "points", "apart", "MAPE", "median", "p90", "geo. mean", "within 10 %",
                "within 20 %", "within 2x", "over", "under"},
               2);
        for (const comparison::ComparisonSummary& summary : comparison_.summaries) {
            const records::Accuracy& accuracy = summary.accuracy;
            if (!meant(summary) || accuracy.count + summary.excluded == 0) continue;
            out_ += "<tr>" + cell(titleOf(summary)) + cell(std::string(name(summary.quantity)));
            std::vector<std::string> values{std::to_string(accuracy.count), std::to_string(summary.excluded)};
            const bool any = accuracy.count > 0;
            for (const double error :
                 {accuracy.mape, accuracy.medianError, accuracy.p90Error, accuracy.geometricMeanError})
                values.push_back(any ? comparison::percentFigure(error) : "-");
            for (const std::size_t within : {accuracy.within10, accuracy.within20, accuracy.within2x})
                values.push_back(any ? comparison::percentFigure(static_cast<double>(within) /
                                                                 static_cast<double>(accuracy.count))
                                     : "-");
            values.push_back(std::to_string(accuracy.over));
            values.push_back(std::to_string(accuracy.under));
            for (const std::string& value : values) out_ += cell(value, "td", true);
            out_ += "</tr>\n";
        }
        end();
    }

    void figure(const charts::ChartData& chart) {
        if (chart.empty()) return;
        const Picture picture = pictureOf(chart);
        QByteArray svg = toSvg(picture, lightTheme(), picture.size);
        svg.remove(0, std::max<qsizetype>(0, svg.indexOf("<svg"))); // the XML declaration has no place in HTML
        out_ += "<figure>" + svg.toStdString() + "</figure>\n";
    }

    void charts() {
        heading("Charts");
        charts::ChartOptions options = options_;
        for (const Quantity quantity : {Quantity::KernelTime, Quantity::WarpLatency}) {
            options.quantity = quantity;
            figure(scatterOf(comparison_, options));
            figure(barsOf(comparison_, options));
        }
        options.quantity = Quantity::KernelTime;
        if (const auto sweep = sweepOf(comparison_, options); sweep && sweep->series.size() <= 24)
            figure(*sweep);
        figure(stacksOf(comparison_, options));
    }

    void launches() {
        heading("Launches, the worst first");
        out_ += "<p>By the error of the kernel time; those listed apart come last, in brackets.</p>\n";
        header({"launch", "spec", "device", "bound by", "measured us", "simulated us", "error",
                "measured warp cycles", "simulated", "error"},
               4);
        std::vector<const ComparedLaunch*> order = launches_;
        const auto badness = [](const ComparedLaunch* launch) {
            const auto error = launch->kernelTime.signedError();
            return error && launch->kernelTime.isCounted() ? std::fabs(*error) : -1;
        };
        std::stable_sort(order.begin(), order.end(), [&](const ComparedLaunch* a, const ComparedLaunch* b) {
            return badness(a) > badness(b);
        });
        for (const ComparedLaunch* launch : order) {
            out_ += "<tr>" + cell(launch->launch) + cell(launch->spec) +
                    cell(launch->device + (launch->cache == records::CacheState::Cold ? ", cold" : "")) +
                    cell(launch->boundBy);
            for (const comparison::ComparedQuantity* quantity : {&launch->kernelTime, &launch->warpLatency}) {
                const bool aside = !quantity->isCounted() && quantity->measured;
                const std::string measured = comparison::figureText(quantity->measured);
                out_ += cell(aside ? "(" + measured + ")" : measured, "td", true) +
                        cell(comparison::figureText(quantity->simulated), "td", true);
                const auto error = quantity->signedError();
                const char* tone = !error || !quantity->isCounted() ? "n"
                                   : std::fabs(*error) <= 0.1       ? "n good"
                                   : std::fabs(*error) <= 0.2       ? "n fair"
                                                                    : "n bad";
                out_ += std::string("<td class=\"") + tone + "\">" + svgEscaped(errorText(*quantity)) + "</td>";
            }
            out_ += "</tr>\n";
        }
        end();
    }

    void ranking() {
        for (const comparison::ComparisonSummary& summary : comparison_.summaries) {
            if (summary.families.empty() || !meant(summary)) continue;
            heading("Variants ranked by kernel time");
            out_ += "<p>" + svgEscaped(titleOf(summary)) + "</p>\n";
            header({"family", "best measured", "best simulated", "variants", "tau", "pairs in order", "loss"},
                   3);
            for (const records::FamilyRanking& family : summary.families) {
                out_ +=
                    "<tr>" + cell(family.family) + cell(family.bestMeasured) + cell(family.bestSimulated) +
                    cell(std::to_string(family.variants.size()), "td", true) +
                    cell(formatted("%.2f", family.tau()), "td", true) +
                    cell(std::to_string(family.concordant) + "/" + std::to_string(family.pairs), "td", true) +
                    "<td class=\"n " + (family.bestPicked ? "good" : "bad") + "\">" +
                    formatted("%+.0f %%", 100 * family.loss) + "</td></tr>\n";
            }
            end();
            const records::RankingTotals totals = totalsOf(summary.families);
            out_ += "<p>Best variant picked in " + std::to_string(totals.picked) + " of " +
                    std::to_string(totals.families) + " families, " + std::to_string(totals.concordant) +
                    " of " + std::to_string(totals.pairs) + " pairs in the measured order.</p>\n";
        }
    }

    /// Points by the reason why they are excluded.
    void excluded() {
        std::map<std::string, std::vector<std::string>> reasons;
        for (const ComparedLaunch* launch : launches_)
            for (const Quantity which : {Quantity::KernelTime, Quantity::WarpLatency})
                if (const comparison::ComparedQuantity& quantity = launch->of(which);
                    !quantity.isCounted() && quantity.exclusion != comparison::Exclusion::NotAskedFor)
                    reasons[std::string(name(which)) + ": " + quantity.reason()].push_back(
                        launch->launch + ", " + launch->spec + " against " + launch->device +
                        (quantity.detail.empty() ? "" : " (" + quantity.detail + ")"));
        if (reasons.empty()) return;
        heading("Listed apart");
        out_ += "<p>These points are not among those that the metrics are made from.</p>\n";
        for (const auto& [reason, points] : reasons) list(reason, points);
    }

    void list(const std::string& title, const std::vector<std::string>& entries) {
        out_ += "<details open><summary>" + svgEscaped(title) + " (" + std::to_string(entries.size()) +
                ")</summary><ul>\n";
        for (const std::string& entry : entries) out_ += cell(entry, "li") + "\n";
        out_ += "</ul></details>\n";
    }

    void names(const std::string& title, const std::vector<std::string>& entries) {
        if (!entries.empty()) list(title, entries);
    }

    const comparison::Comparison& comparison_;
    const HtmlReportFacts& facts_;
    charts::ChartOptions options_;
    std::vector<const ComparedLaunch*> launches_;
    std::string out_;
};

} // namespace

std::string htmlReport(const comparison::Comparison& comparison, const HtmlReportFacts& facts,
                       const charts::ChartOptions& options) {
    return HtmlReport(comparison, facts, options).run();
}

} // namespace warpstring::gui
