// SPDX-License-Identifier: GPL-3.0-or-later
#include <cctype>
#include <sstream>

#include "core/text/text_format.h"
#include "study/comparison/comparison_numbers.h"
#include "study/schedule/schedule_output.h"

namespace warpstring::schedule {

using comparison::figureText;

namespace {

class Section {
public:
    Section(const std::vector<LaunchSchedule>& schedules, const std::filesystem::path& pictures)
        : schedules_(schedules), pictures_(pictures) {}

    std::string run() {
        if (schedules_.empty()) return "";
        intro();
        errors();
        figures();
        completions();
        images();
        return out_.str();
    }

private:
    void row(const std::vector<std::string>& cells) {
        out_ << "|";
        for (const std::string& cell : cells) out_ << ' ' << cell << " |";
        out_ << "\n";
    }
    /// `text`: how many columns of text come first.
    void head(const std::vector<std::string>& titles, std::size_t text) {
        out_ << "\n";
        row(titles);
        out_ << "|";
        for (std::size_t i = 0; i < titles.size(); ++i) out_ << (i < text ? " --- |" : " ---: |");
        out_ << "\n";
    }

    void intro() {
        out_
            << "\n## Schedule of work-groups\n\n"
               "When the work-groups of one SM start and end, simulated beside measured, cycle 0 being the "
               "first start. The records hold the\nfirst 400 groups of one SM; the timeline runs all groups of "
               "one multiprocessor with all trips of their loops. Compared are the\ngroups that both have, the "
               "first to start of each. The completion error is the mean over k of |simulated - measured| / "
               "measured\nof the time at which k of them have finished. Starts are counted from the one that "
               "fills the SM to the last.\n";
    }

    void errors() {
        head({"launch", "chosen for", "groups compared", "resident, measured", "simulated", "median group",
              "starts", "completion error", "last end"},
             2);
        for (const LaunchSchedule& schedule : schedules_) row(scheduleCells(schedule));
    }

    static std::string pair(const std::string& measured, const std::string& simulated) {
        return measured + " / " + simulated;
    }

    void figures() {
        out_ << "\nMeasured / simulated:\n";
        head({"launch", "groups an SM runs", "median group, cycles", "starts per 1000 cycles",
              "probed / plain time"},
             1);
        for (const LaunchSchedule& schedule : schedules_) {
            const auto& measured = schedule.comparison.measured;
            const auto& simulated = schedule.comparison.simulated;
            std::string groups = std::to_string(schedule.fewestGroups);
            if (schedule.mostGroups != schedule.fewestGroups)
                groups += " to " + std::to_string(schedule.mostGroups);
            row({"`" + schedule.launch + "`", pair(groups, std::to_string(schedule.simulatedGroups)),
                 pair(figureText(measured.medianCycles), figureText(simulated.medianCycles)),
                 pair(figureText(measured.startsPer1000), figureText(simulated.startsPer1000)),
                 formatted("%.3f", schedule.probedRatio)});
        }
    }

    void completions() {
        out_ << "\nCycles until a quarter, half, three quarters and all of the groups compared have finished, "
                "measured / simulated:\n";
        head({"launch", "1/4", "1/2", "3/4", "all"}, 1);
        for (const LaunchSchedule& schedule : schedules_) {
            std::vector<std::string> cells{"`" + schedule.launch + "`"};
            for (const Completion& completion : schedule.comparison.completions)
                cells.push_back(formatted("%zu: ", completion.groups) +
                                pair(figureText(completion.measured), figureText(completion.simulated)));
            // Of fewer than four groups some quarters are the same.
            while (cells.size() < 5) cells.insert(cells.begin() + 1, "-");
            row(cells);
        }
    }

    void images() {
        for (const LaunchSchedule& schedule : schedules_) {
            out_ << "\n### `" << schedule.launch << "`\n";
            if (!schedule.remark.empty()) out_ << "\n" << schedule.remark << ".\n";
            out_ << "\n![Work-groups of one SM, measured and simulated]("
                 << (pictures_ / pictureName(schedule.launch)).generic_string() << ")\n";
        }
    }

    const std::vector<LaunchSchedule>& schedules_;
    const std::filesystem::path& pictures_;
    std::ostringstream out_;
};

} // namespace

std::string schedulesMarkdown(const std::vector<LaunchSchedule>& schedules,
                              const std::filesystem::path& pictures) {
    return Section(schedules, pictures).run();
}

std::vector<std::string> scheduleCells(const LaunchSchedule& schedule) {
    const ScheduleComparison& comparison = schedule.comparison;
    std::optional<double> last;
    if (!comparison.completions.empty()) {
        const Completion& all = comparison.completions.back();
        last = all.simulated / all.measured - 1;
    }
    return {"`" + schedule.launch + "`",
            schedule.behaviour,
            std::to_string(comparison.compared),
            std::to_string(comparison.measured.mostResident),
            std::to_string(comparison.simulated.mostResident),
            comparison::signedErrorText(comparison.durationError),
            comparison::signedErrorText(comparison.startsError),
            comparison::percentFigure(comparison.completionError),
            comparison::signedErrorText(last)};
}

std::string pictureName(const std::string& launch) {
    std::string name = launch;
    for (char& c : name)
        if (std::isalnum(static_cast<unsigned char>(c)) == 0 &&
            std::string_view("-_.,=").find(c) == std::string_view::npos)
            c = '-';
    return name + ".svg";
}

} // namespace warpstring::schedule
