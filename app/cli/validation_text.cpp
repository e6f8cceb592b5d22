// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/validation_text.h"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "app/common/terminal.h"
#include "core/text/json.h"
#include "core/text/text_format.h"

namespace warpstring::cli {

namespace {

/// Of the thesis' 1,000 kernels of either set (Poeppl 2014, section 6.2): mean of predicted / measured.
constexpr double thesisMean = 1.262, thesisRestrictedMean = 1.281;
constexpr int barColumns = 40;
/// Features of fewer kernels say little.
constexpr std::size_t leastKernels = 3;

std::string plural(std::size_t count, const char* one, const char* many) {
    return std::to_string(count) + " " + (count == 1 ? one : many);
}

class ValidationText {
public:
    ValidationText(const Validation& validation, bool colour) : v_(validation), colour_(colour) {}

    std::string run() {
        const validation::ValidationStatistics& s = v_.statistics;
        title(plural(s.kernels, "kernel", "kernels") + " of seed " + std::to_string(v_.seed) + ": " + v_.spec +
              (v_.device.empty() ? ", not measured" : " against " + v_.device));
        if (v_.device.empty()) {
            predictions();
            return out_.str();
        }
        line("compared", std::to_string(s.all.count) + " of " + std::to_string(s.kernels) + "; " +
                             std::to_string(s.notSimulated) + " not simulated, " +
                             std::to_string(s.notMeasured) + " not measured, " +
                             plural(s.wrongOutputs, "wrong output", "wrong outputs"));
        if (s.all.count == 0) return out_.str();
        line("predicted / measured", ratios(s.all));
        line("of the thesis' simple kind",
             s.simple.count == 0 ? "none"
                                 : ratios(s.simple) + formatted(" (thesis: mean %.3f and %.3f)", thesisMean,
                                                                thesisRestrictedMean));
        histogram();
        features();
        worst();
        return out_.str();
    }

private:
    void title(const std::string& text) { out_ << paint(text, Colour::Bold, colour_) << "\n"; }
    void line(const std::string& what, const std::string& text) {
        out_ << "  " << padded(what, 28) << text << "\n";
    }

    static std::string ratios(const validation::RatioStatistics& s) {
        return formatted(
            "geometric mean %.3f, geometric deviation %.3f; mean %.3f, deviation %.3f; %zu kernels",
            s.geometricMean, s.geometricDeviation, s.mean, s.deviation, s.count);
    }

    void predictions() {
        for (const validation::ValidationRow& row : v_.rows)
            line(row.launch, row.predictedUs ? formatted("%.1f us, ", *row.predictedUs) + row.boundBy
                                             : std::string("not simulated"));
    }

    void histogram() {
        out_ << "\n";
        title("max(p/m, m/p)");
        const auto all = static_cast<double>(v_.statistics.all.count);
        for (const validation::FactorBin& bin : v_.statistics.histogram) {
            const double share = static_cast<double>(bin.count) / all;
            const std::string range = std::isinf(bin.high) ? formatted("above %.2f", bin.low)
                                                           : formatted("%.2f to %.2f", bin.low, bin.high);
            out_ << "  " << padded(range, 14) << padded(std::to_string(bin.count), 6, true)
                 << padded(formatted("%.1f %%", 100 * share), 9, true) << "  "
                 << std::string(static_cast<std::size_t>(std::lround(barColumns * share)), '#') << "\n";
        }
    }

    void features() {
        out_ << "\n";
        title("by feature, the one that errs most first");
        out_ << "  " << padded("", 24) << padded("kernels", 9, true) << padded("factor", 9, true)
             << padded("without", 9, true) << padded("p/m", 9, true) << padded("without", 9, true) << "\n";
        for (const validation::FeatureStatistics& f : v_.statistics.features) {
            if (f.with.count < leastKernels) continue;
            const auto figure = [](const validation::RatioStatistics& s, double value) {
                return padded(s.count == 0 ? "-" : formatted("%.2f", value), 9, true);
            };
            out_ << "  " << padded(f.feature, 24) << padded(std::to_string(f.with.count), 9, true)
                 << figure(f.with, f.with.typicalFactor) << figure(f.without, f.without.typicalFactor)
                 << figure(f.with, f.with.geometricMean) << figure(f.without, f.without.geometricMean) << "\n";
        }
    }

    void worst() {
        out_ << "\n";
        title("worst");
        for (const std::size_t i : v_.statistics.worst) {
            const validation::ValidationRow& row = v_.rows[i];
            out_ << "  " << padded(row.launch, 18) << padded(formatted("%.2f", row.factor()), 8, true)
                 << formatted("  predicted %.1f us, measured %.1f us:", *row.predictedUs, *row.measuredUs);
            for (const std::string& feature : row.features) out_ << " " << feature;
            out_ << "\n";
        }
    }

    const Validation& v_;
    bool colour_;
    std::ostringstream out_;
};

Json toJson(const validation::RatioStatistics& s) {
    Json json;
    json.set("kernels", static_cast<std::uint64_t>(s.count));
    json.set("mean", s.mean);
    json.set("deviation", s.deviation);
    json.set("geometric_mean", s.geometricMean);
    json.set("geometric_deviation", s.geometricDeviation);
    json.set("typical_factor", s.typicalFactor);
    return json;
}

Json toJson(const validation::ValidationRow& row) {
    Json json;
    json.set("index", row.index);
    json.set("launch", row.launch);
    json.set("fingerprint", row.fingerprint);
    json.set("features", Json::arrayOf(row.features));
    json.set("predicted_us", row.predictedUs ? Json(*row.predictedUs) : Json());
    json.set("bound_by", row.boundBy);
    json.set("measured_us", row.measuredUs ? Json(*row.measuredUs) : Json());
    json.set("spread", row.spread);
    json.set("status", row.status);
    json.set("diagnostics", Json::arrayOf(row.diagnostics, [](const Diagnostic& d) {
                 Json diagnostic;
                 diagnostic.set("code", d.code);
                 diagnostic.set("severity", std::string(name(d.severity)));
                 diagnostic.set("message", d.message);
                 return diagnostic;
             }));
    return json;
}

} // namespace

std::string validationText(const Validation& validation, bool colour) {
    return ValidationText(validation, colour).run();
}

std::string validationJson(const Validation& validation) {
    const validation::ValidationStatistics& s = validation.statistics;
    Json json;
    json.set("schema", "warpstring.validation/1");
    json.set("seed", validation.seed);
    json.set("spec", validation.spec);
    json.set("device", validation.device);
    json.set("kernels", static_cast<std::uint64_t>(s.kernels));
    json.set("not_simulated", static_cast<std::uint64_t>(s.notSimulated));
    json.set("not_measured", static_cast<std::uint64_t>(s.notMeasured));
    json.set("wrong_outputs", static_cast<std::uint64_t>(s.wrongOutputs));
    json.set("all", toJson(s.all));
    json.set("simple", toJson(s.simple));
    json.set("histogram", Json::arrayOf(s.histogram, [](const validation::FactorBin& bin) {
                 Json item;
                 item.set("above", bin.low);
                 item.set("up_to", std::isinf(bin.high) ? Json() : Json(bin.high));
                 item.set("kernels", static_cast<std::uint64_t>(bin.count));
                 return item;
             }));
    json.set("features", Json::arrayOf(s.features, [](const validation::FeatureStatistics& f) {
                 Json item;
                 item.set("feature", f.feature);
                 item.set("with", toJson(f.with));
                 item.set("without", toJson(f.without));
                 return item;
             }));
    json.set("worst", Json::arrayOf(s.worst, [&](std::size_t i) { return Json(validation.rows[i].launch); }));
    json.set("rows",
             Json::arrayOf(validation.rows, [](const validation::ValidationRow& row) { return toJson(row); }));
    return json.pretty() + "\n";
}

} // namespace warpstring::cli
