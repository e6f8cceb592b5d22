// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/accuracy/assessment_markdown.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>

#include "core/text/text_format.h"
#include "study/comparison/comparison_numbers.h"
#include "study/schedule/schedule_output.h"

namespace warpstring::accuracy {

using comparison::percentFigure;
using records::Quantity;

namespace {

constexpr std::size_t worstShown = 20;

constexpr std::array quantities{Quantity::KernelTime, Quantity::WarpLatency};

std::string code(const std::string& text) { return "`" + text + "`"; }

/// A cell's text must not end the cell.
std::string cell(std::string text) {
    for (std::size_t at = text.find('|'); at != std::string::npos; at = text.find('|', at + 2))
        text.insert(at, "\\");
    return text;
}

std::string share(std::size_t part, const records::Accuracy& accuracy) {
    return formatted("%zu (%.0f %%)", part,
                     100 * static_cast<double>(part) / static_cast<double>(accuracy.count));
}

std::string mapeOf(const records::Accuracy& accuracy) {
    return accuracy.count == 0 ? "-" : percentFigure(accuracy.mape);
}

bool isBeyond2x(const AssessedLaunch& launch, Quantity quantity) {
    const comparison::ComparedQuantity& compared = launch.compared.of(quantity);
    return *compared.simulated > 2 * *compared.measured || *compared.measured > 2 * *compared.simulated;
}

/// How far apart the two are, by which of them is larger: twice as fast is as bad as twice as slow.
double factorOf(const AssessedLaunch& launch, Quantity quantity) {
    const comparison::ComparedQuantity& compared = launch.compared.of(quantity);
    return std::abs(std::log(*compared.simulated / *compared.measured));
}

class Report {
public:
    Report(const Assessment& assessment, const records::AccuracySets& sets, const ReportSource& source)
        : assessment_(assessment), sets_(sets), source_(source) {}

    std::string run() {
        header();
        targets();
        setsAndSuites();
        leavingOneOut();
        kernels();
        families();
        ratios();
        registers();
        for (const Quantity quantity : quantities) outliers(quantity);
        out_ << schedulesMarkdown(assessment_.schedules, schedulePictures);
        excluded();
        launches();
        return out_.str();
    }

private:
    void row(const std::vector<std::string>& cells) {
        out_ << "|";
        for (const std::string& each : cells) out_ << ' ' << cell(each) << " |";
        out_ << "\n";
    }
    /// `first` and `last`: how many columns at either end are text; the rest are numbers.
    void head(const std::vector<std::string>& titles, std::size_t first, std::size_t last = 0) {
        out_ << "\n";
        row(titles);
        out_ << "|";
        for (std::size_t i = 0; i < titles.size(); ++i)
            out_ << (i < first || i + last >= titles.size() ? " --- |" : " ---: |");
        out_ << "\n";
    }
    void section(const char* title) { out_ << "\n## " << title << "\n"; }

    void header() {
        out_ << "<!-- Written by tools/accuracy: do not edit. Causes of errors are kept in "
             << sets_.file.generic_string() << ". -->\n# Accuracy\n\n"
             << "Kernel times and warp latencies as simulated, beside the records of a device. How the report "
                "is made "
                "and what\nits figures are is in [measuring.md](measuring.md#the-accuracy-report).\n";
        std::string drivers;
        for (const std::string& driver : assessment_.drivers) drivers += (drivers.empty() ? "" : ", ") + driver;
        head({"", ""}, 2);
        row({"hardware spec", code(assessment_.spec)});
        row({"device", assessment_.device + ", driver " + drivers});
        row({"records", std::to_string(assessment_.launches.size()) + " launches with " +
                            std::string(name(assessment_.cache)) + " caches, " + dates()});
        row({"sets", code(sets_.file.generic_string())});
        row({"command", code(source_.command)});
    }

    std::string dates() const {
        const std::string first = assessment_.firstTaken.substr(0, 10);
        const std::string last = assessment_.lastTaken.substr(0, 10);
        return "taken " + (first == last ? "on " + first : "from " + first + " to " + last);
    }

    void targets() {
        section("Targets");
        const auto met = static_cast<std::size_t>(std::count_if(
            assessment_.targets.begin(), assessment_.targets.end(), [](const auto& t) { return t.met(); }));
        out_ << "\n" << met << " of " << assessment_.targets.size() << " are met.\n";
        head({"figure", "target", "reached", "met", "why not"}, 2, 2);
        for (const AssessedTarget& target : assessment_.targets) row(targetCells(target));
    }

    void setsAndSuites() {
        section("Sets and suites");
        out_ << "\nSpec values and constants of the model may be tuned on the kernels of some sets alone; no "
                "kernel is in "
                "two sets.\n`"
             << records::everySet
             << "` are the sets that are not apart. A suite is some launches of them whose "
                "figures are given together.\n";
        out_ << "\n";
        for (const AssessedGroup& group : assessment_.groups) {
            if (group.kind == GroupKind::Every) continue;
            out_ << "- " << code(group.name) << (group.kind == GroupKind::Suite ? ", a suite" : "")
                 << (isApart(group) ? ", apart" : "")
                 << (group.description.empty() ? "" : ": " + group.description);
            if (group.kind == GroupKind::Set) out_ << kernelsIn(group);
            out_ << "\n";
        }
        for (const Quantity quantity : quantities) {
            out_ << "\n### Errors of " << (quantity == Quantity::KernelTime ? "kernel times" : "warp latencies")
                 << "\n";
            metricsTable(assessment_, quantity);
        }
        closedForm();
        if (source_.otherCache != nullptr) {
            out_ << "\n### Errors of kernel times against records with " << name(source_.otherCache->cache)
                 << " caches\n\nFor information: targets are of the figures above.\n";
            metricsTable(*source_.otherCache, Quantity::KernelTime);
        }
    }

    /// The other model on the same points.
    void closedForm() {
        const auto& all = assessment_.launches;
        if (std::none_of(all.begin(), all.end(), [](const auto& launch) { return launch.compared.closedForm; }))
            return;
        out_ << "\n### Errors of the closed form\n\nThe paper's model on the same launches, which "
                "`--model closed-form` reports; what is above is the timeline's.\n";
        head({"", "kernel times", "MAPE", "median", "warp latencies", "MAPE", "median"}, 1);
        for (const AssessedGroup& group : assessment_.groups) {
            if (group.kind == GroupKind::Suite) continue;
            std::vector<std::string> cells{code(group.name)};
            for (const Quantity quantity : quantities) {
                const records::Accuracy accuracy = accuracyOf(closedFormPoints(group, quantity));
                cells.push_back(std::to_string(accuracy.count));
                cells.push_back(accuracy.count == 0 ? "-" : percentFigure(accuracy.mape));
                cells.push_back(accuracy.count == 0 ? "-" : percentFigure(accuracy.medianError));
            }
            row(cells);
        }
    }

    std::vector<records::PredictedPoint> closedFormPoints(const AssessedGroup& group, Quantity quantity) const {
        std::vector<records::PredictedPoint> points;
        for (const AssessedLaunch& launch : assessment_.launches) {
            const bool isIn = group.kind == GroupKind::Every ? !isApart(launch.set) : launch.set == group.name;
            const comparison::ComparedQuantity& compared = launch.compared.of(quantity);
            const auto& figures = launch.compared.closedForm;
            if (!isIn || !figures || !compared.isCounted()) continue;
            const double simulated =
                quantity == Quantity::KernelTime ? figures->kernelTimeUs : figures->warpLatencyCycles;
            if (simulated > 0)
                points.push_back(
                    {launch.compared.launch, launch.compared.family, simulated, *compared.measured});
        }
        return points;
    }

    bool isApart(const AssessedGroup& group) const { return isApart(group.name); }
    bool isApart(const std::string& name) const {
        return std::any_of(sets_.sets.begin(), sets_.sets.end(),
                           [&](const records::KernelSet& set) { return set.name == name && set.apart; });
    }

    std::string kernelsIn(const AssessedGroup& group) const {
        std::string names;
        for (const AssessedKernel& kernel : assessment_.kernels)
            if (kernel.set == group.name) names += (names.empty() ? "" : ", ") + code(kernel.name);
        return names.empty() ? "" : ". " + names;
    }

    void metricsTable(const Assessment& assessment, Quantity quantity) {
        head({"", "points", "MAPE", "median", "p90", "geo. mean", "bias", "<= 10 %", "<= 20 %", "<= 2x", "over",
              "under", "apart", "MAPE with the unsure"},
             1);
        for (const AssessedGroup& group : assessment.groups) {
            const AssessedQuantity& assessed = group.of(quantity);
            const records::Accuracy& accuracy = assessed.accuracy;
            if (accuracy.count == 0) {
                row({code(group.name), "0", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-",
                     std::to_string(assessed.excluded), mapeOf(assessed.withUnsure)});
                continue;
            }
            row({code(group.name), std::to_string(accuracy.count), percentFigure(accuracy.mape),
                 percentFigure(accuracy.medianError), percentFigure(accuracy.p90Error),
                 percentFigure(accuracy.geometricMeanError),
                 comparison::signedErrorText(accuracy.geometricMeanRatio - 1),
                 share(accuracy.within10, accuracy), share(accuracy.within20, accuracy),
                 share(accuracy.within2x, accuracy), std::to_string(accuracy.over),
                 std::to_string(accuracy.under), std::to_string(assessed.excluded),
                 mapeOf(assessed.withUnsure)});
        }
    }

    void leavingOneOut() {
        section("Leaving one kernel out");
        out_ << "\nNo constant is fitted to a kernel, so there is nothing to fit again without it: what is "
                "given is the MAPE "
                "of a set\nwithout each of its kernels in turn. It tells how much of a figure hangs on one "
                "kernel.\n";
        head({"", "quantity", "MAPE", "least", "without", "greatest", "without"}, 2);
        for (const AssessedGroup& group : assessment_.groups)
            for (const Quantity quantity : quantities)
                if (const auto& out = group.of(quantity).leaveOneOut; out && group.kind != GroupKind::Suite)
                    row({code(group.name), std::string(name(quantity)),
                         percentFigure(group.of(quantity).accuracy.mape), percentFigure(out->least),
                         code(out->leastWithout), percentFigure(out->greatest), code(out->greatestWithout)});
    }

    void kernels() {
        section("Kernels");
        out_ << "\nSigned errors: above 0 the simulation is slower than the device.\n";
        head({"kernel", "set", "launches", "MAPE", "from", "to", "warp latencies", "MAPE", "from", "to"}, 2);
        for (const AssessedKernel& kernel : assessment_.kernels) {
            std::vector<std::string> cells{code(kernel.name), kernel.set};
            for (const AssessedQuantity* assessed : {&kernel.kernelTime, &kernel.warpLatency}) {
                const records::Accuracy& accuracy = assessed->accuracy;
                cells.push_back(std::to_string(accuracy.count));
                cells.push_back(accuracy.count == 0 ? "-" : percentFigure(accuracy.mape));
                cells.push_back(comparison::signedErrorText(assessed->leastError));
                cells.push_back(comparison::signedErrorText(assessed->greatestError));
            }
            row(cells);
        }
    }

    void ratios() {
        section("Ratios within families");
        out_ << "\nHow far off one variant's time over another's is, |log(simulated ratio / measured ratio)|, "
                "over "
                "all pairs of variants\nof one problem on "
             << assessment_.device
             << ": what a whole family is off by does not count. A difference of simulated times below the\n"
                "median is a tie.\n";
        head({"", "pairs", "median", "p75"}, 1);
        for (const AssessedGroup& group : assessment_.groups)
            if (group.ratios.pairs > 0)
                row({code(group.name), std::to_string(group.ratios.pairs), percentFigure(group.ratios.median),
                     percentFigure(group.ratios.percentile75)});
    }

    void registers() {
        const auto& groups = assessment_.groups;
        if (std::none_of(groups.begin(), groups.end(),
                         [](const auto& group) { return group.registers.count > 0; }))
            return;
        section("Registers");
        out_ << "\nRegisters a work-item as estimated from the source, beside those that the driver's compiler "
                "took "
                "for the launch\nthat was measured: the difference without its sign.\n";
        head({"", "launches", "median", "within 8"}, 1);
        for (const AssessedGroup& group : groups)
            if (const records::RegisterErrors& errors = group.registers; errors.count > 0)
                row({code(group.name), std::to_string(errors.count), formatted("%.1f", errors.median),
                     percentFigure(
                         *group.valueOf(records::AccuracyMetric::RegistersWithin8, Quantity::KernelTime))});
    }

    void families() {
        section("Ranking of variants");
        out_ << "\nVariants of one problem by kernel time. Pairs that were measured less than "
             << 100 * records::tieFraction
             << " % apart are ties and do not count; the\nloss is what the variant picked by the simulation "
                "takes longer "
                "than the best.\n";
        for (const AssessedGroup& group : assessment_.groups) {
            if (group.families.empty() || group.kind == GroupKind::Set) continue;
            out_ << "\n<details><summary><code>" << group.name << "</code>: best picked in "
                 << group.ranking.picked << " of " << group.ranking.families << " families, "
                 << group.ranking.concordant << " of " << group.ranking.pairs << " pairs in order, least tau "
                 << formatted("%.2f", group.ranking.leastTau) << "</summary>\n";
            head({"family", "variants", "tau", "pairs in order", "best measured", "best simulated", "picked",
                  "loss"},
                 1);
            for (const records::FamilyRanking& family : group.families)
                row({code(family.family), std::to_string(family.variants.size()),
                     formatted("%.2f", family.tau()),
                     std::to_string(family.concordant) + "/" + std::to_string(family.pairs),
                     code(family.bestMeasured), code(family.bestSimulated),
                     family.bestPicked ? "yes" : "**no**", percentFigure(family.loss)});
            out_ << "\n</details>\n";
        }
    }

    /// Launches outside the sets that are apart: all beyond a factor of 2, and the worst.
    void outliers(Quantity quantity) {
        section(quantity == Quantity::KernelTime ? "Outliers by kernel time" : "Outliers by warp latency");
        std::vector<const AssessedLaunch*> worst;
        for (const AssessedLaunch& launch : assessment_.launches)
            if (const AssessedGroup* group = assessment_.group(launch.set);
                launch.compared.of(quantity).isCounted() && group != nullptr && !isApart(*group))
                worst.push_back(&launch);
        std::stable_sort(worst.begin(), worst.end(), [&](const auto* a, const auto* b) {
            return factorOf(*a, quantity) > factorOf(*b, quantity);
        });
        const auto beyond = static_cast<std::size_t>(std::count_if(
            worst.begin(), worst.end(), [&](const auto* launch) { return isBeyond2x(*launch, quantity); }));
        worst.resize(std::min(worst.size(), std::max(beyond, worstShown)));
        out_ << "\n"
             << beyond << " launches are beyond a factor of 2. They and the worst " << worstShown
             << " are listed, the worst first.\n";
        if (worst.empty()) return;
        const std::string unit = quantity == Quantity::KernelTime ? " us" : " cycles";
        head({"launch", "set", "error", "measured" + unit, "simulated" + unit, "bound by", "limited by"}, 2, 2);
        for (const AssessedLaunch* launch : worst) {
            const comparison::ComparedQuantity& compared = launch->compared.of(quantity);
            row({code(launch->compared.launch), launch->set, errorText(compared),
                 comparison::figureText(compared.measured), comparison::figureText(compared.simulated),
                 launch->compared.boundBy, launch->compared.limiter});
        }
        causes(worst, quantity);
    }

    void causes(const std::vector<const AssessedLaunch*>& worst, Quantity quantity) {
        std::map<std::string, std::size_t> kernels;
        for (const AssessedLaunch* launch : worst) ++kernels[launch->kernel];
        out_ << "\nCauses, by kernel, as far as they are known:\n\n";
        for (const auto& [kernel, count] : kernels) {
            const std::string cause = sets_.causeOf(kernel, quantity);
            out_ << "- " << code(kernel) << " (" << count
                 << "): " << (cause.empty() ? "not known; bound by " + boundsOf(worst, kernel) : cause) << "\n";
        }
    }

    static std::string boundsOf(const std::vector<const AssessedLaunch*>& launches, const std::string& kernel) {
        std::vector<std::string> bounds;
        for (const AssessedLaunch* launch : launches)
            if (launch->kernel == kernel) bounds.push_back(launch->compared.boundBy);
        std::sort(bounds.begin(), bounds.end());
        bounds.erase(std::unique(bounds.begin(), bounds.end()), bounds.end());
        std::string text;
        for (const std::string& bound : bounds) text += (text.empty() ? "" : ", ") + bound;
        return text;
    }

    void excluded() {
        section("Listed apart");
        std::map<std::string, std::map<std::string, std::vector<std::string>>> reasons; // by kernel
        for (const AssessedLaunch& launch : assessment_.launches)
            for (const Quantity quantity : quantities)
                if (const comparison::ComparedQuantity& compared = launch.compared.of(quantity);
                    !compared.isCounted() && compared.exclusion != comparison::Exclusion::NotAskedFor)
                    reasons[std::string(name(quantity)) + ": " + compared.reason()][launch.kernel].push_back(
                        code(launch.compared.launch) +
                        (compared.detail.empty() ? "" : " (" + compared.detail + ")"));
        out_ << "\nPoints that are in no figure, and why.\n";
        if (reasons.empty()) out_ << "\nThere are none.\n";
        for (const auto& [reason, byKernel] : reasons) {
            std::size_t count = 0;
            for (const auto& [kernel, names] : byKernel) count += names.size();
            out_ << "\n<details><summary>" << reason << ": " << count << "</summary>\n\n";
            for (const auto& [kernel, names] : byKernel) {
                out_ << "- " << code(kernel) << ": ";
                for (std::size_t i = 0; i < names.size(); ++i) out_ << (i > 0 ? "; " : "") << names[i];
                out_ << "\n";
            }
            out_ << "\n</details>\n";
        }
    }

    void launches() {
        section("Launches");
        out_ << "\nKernel times in microseconds, warp latencies in cycles. In brackets: listed apart.\n";
        std::vector<std::string> samples;
        for (const AssessedLaunch& launch : assessment_.launches)
            if (std::find(samples.begin(), samples.end(), launch.sample) == samples.end())
                samples.push_back(launch.sample);
        for (const std::string& sample : samples) {
            out_ << "\n<details><summary><code>" << sample << "</code></summary>\n";
            head({"launch", "set", "kernel us", "simulated", "error", "warp cycles", "simulated", "error"}, 2);
            for (const AssessedLaunch& launch : assessment_.launches) {
                if (launch.sample != sample) continue;
                std::vector<std::string> cells{code(launch.compared.launch), launch.set};
                for (const Quantity quantity : quantities) {
                    const comparison::ComparedQuantity& compared = launch.compared.of(quantity);
                    const std::string measured = comparison::figureText(compared.measured);
                    const bool aside = !compared.isCounted() && compared.measured;
                    cells.push_back(aside ? "(" + measured + ")" : measured);
                    cells.push_back(comparison::figureText(compared.simulated));
                    cells.push_back(errorText(compared));
                }
                row(cells);
            }
            out_ << "\n</details>\n";
        }
    }

    const Assessment& assessment_;
    const records::AccuracySets& sets_;
    const ReportSource& source_;
    std::ostringstream out_;
};

} // namespace

std::string toMarkdown(const Assessment& assessment, const records::AccuracySets& sets,
                       const ReportSource& source) {
    return Report(assessment, sets, source).run();
}

std::vector<std::string> targetCells(const AssessedTarget& target) {
    return {titleOf(target.target), boundText(target.target), valueText(target.target.metric, target.reached),
            target.met() ? "yes" : "**no**",
            target.met()                  ? ""
            : target.target.cause.empty() ? "not known"
                                          : target.target.cause};
}

} // namespace warpstring::accuracy
