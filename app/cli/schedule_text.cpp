// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/schedule_text.h"

#include <cmath>
#include <sstream>

#include "app/common/terminal.h"
#include "study/comparison/comparison_numbers.h"

namespace warpstring::cli {

using comparison::figureText;

std::string scheduleText(const schedule::LaunchSchedule& schedule, bool colour) {
    const schedule::ScheduleComparison& comparison = schedule.comparison;
    std::ostringstream out;
    const auto row = [&](const std::string& what, const std::string& measured, const std::string& simulated,
                         const std::string& error = "") {
        out << "  " << padded(what, 34) << padded(measured, 12, true) << padded(simulated, 12, true)
            << padded(error, 11, true) << "\n";
    };
    out << paint(schedule.launch + ": work-groups of one SM, " + schedule.spec + " against " + schedule.device +
                     (schedule.cache == records::CacheState::Cold ? ", caches cold" : ""),
                 Colour::Bold, colour)
        << "\n";
    row("", "measured", "simulated", "error");
    std::string groups = std::to_string(schedule.fewestGroups);
    if (schedule.mostGroups != schedule.fewestGroups) groups += " to " + std::to_string(schedule.mostGroups);
    row("groups that an SM runs", groups, std::to_string(schedule.simulatedGroups));
    row("groups at one time", std::to_string(comparison.measured.mostResident),
        std::to_string(comparison.simulated.mostResident));
    row("median group, cycles", figureText(comparison.measured.medianCycles),
        figureText(comparison.simulated.medianCycles), comparison::signedErrorText(comparison.durationError));
    row("starts per 1000 cycles, SM full", figureText(comparison.measured.startsPer1000),
        figureText(comparison.simulated.startsPer1000), comparison::signedErrorText(comparison.startsError));
    for (const schedule::Completion& completion : comparison.completions)
        row(std::to_string(completion.groups) + " groups have finished, cycles",
            figureText(completion.measured), figureText(completion.simulated),
            comparison::signedErrorText(completion.simulated / completion.measured - 1));
    out << "  completion error "
        << paint(comparison::percentFigure(comparison.completionError), Colour::Bold, colour)
        << ": mean over k of how far off the end of the k-th group to finish is, of " << comparison.compared
        << " groups that both have\n  SM " << schedule.sm << ", of whose groups " << schedule.measured.size()
        << " of " << schedule.measuredGroups << " are recorded; " << schedule.simulated.size() << " of "
        << schedule.simulatedGroups << " were simulated; with the probe the kernel took "
        << figureText(100 * schedule.probedRatio) << " % of its time\n";
    return out.str();
}

} // namespace warpstring::cli
