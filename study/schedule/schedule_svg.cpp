// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>

#include "core/text/svg_text.h"
#include "core/text/text_format.h"
#include "study/comparison/comparison_numbers.h"
#include "study/schedule/schedule_output.h"

namespace warpstring::schedule {

namespace {

constexpr double width = 900, left = 62, right = 880, top = 78;
constexpr double mostPanelHeight = 230, mostRowHeight = 18, panelGap = 40;
/// A gap between groups is seen even where its cycles take less than a pixel.
constexpr double leastGap = 0.6;

struct Panel {
    const char* title;
    const GroupSchedule& schedule; ///< all that there are
    const GroupSchedule& compared;
    std::array<const char*, 2> tones;
    std::string note;
};

/// "1 050 000"
std::string grouped(double whole) {
    std::string text = formatted("%.0f", whole);
    for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, "\u2009");
    return text;
}

class Picture {
public:
    explicit Picture(const LaunchSchedule& schedule)
        : schedule_(schedule), measured_(scheduleOf(schedule.measured)),
          simulated_(scheduleOf(schedule.simulated)) {
        for (const GroupSchedule* each : {&measured_, &simulated_})
            if (!each->completionsInTime.empty()) cycles_ = std::max(cycles_, each->completionsInTime.back());
    }

    std::string text() {
        const auto& comparison = schedule_.comparison;
        label(14, 26, schedule_.launch, "font-size=\"17\" font-weight=\"bold\"");
        label(14, 46,
              "work-groups of one SM: " + std::to_string(comparison.compared) +
                  " compared, the k-th to finish does so " +
                  comparison::percentFigure(comparison.completionError) + " too early or too late on average",
              "fill=\"#555555\"");
        const auto note = [](const GroupSchedule& schedule) {
            return std::to_string(schedule.groups.size()) + " groups, at most " +
                   std::to_string(schedule.mostResident) + " at a time, median " +
                   grouped(schedule.medianCycles) + " cycles";
        };
        double y = panel({"measured",
                          measured_,
                          comparison.measured,
                          {"#1565c0", "#64a6e8"},
                          schedule_.device + ", SM " + std::to_string(schedule_.sm) + ": " + note(measured_)},
                         top);
        y = panel({"simulated",
                   simulated_,
                   comparison.simulated,
                   {"#e65100", "#ffa65c"},
                   schedule_.spec + ": " + note(simulated_)},
                  y + panelGap);
        axis(y);
        legend(y + 48);
        const std::string tall = svgNumber(std::ceil(y + 62));
        return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"900\" height=\"" + tall +
               "\" viewBox=\"0 0 900 " + tall +
               "\" font-family=\"DejaVu Sans, Verdana, sans-serif\" font-size=\"12\">\n<rect width=\"" +
               svgNumber(width) + "\" height=\"" + tall + "\" fill=\"#ffffff\"/>\n" + behind_.str() +
               out_.str() + "</svg>\n";
    }

private:
    void label(double x, double y, const std::string& text, const std::string& more = "") {
        out_ << "<text x=\"" << svgNumber(x) << "\" y=\"" << svgNumber(y) << "\" " << more << ">"
             << svgEscaped(text) << "</text>\n";
    }

    [[nodiscard]] double at(double cycle) const { return left + cycle / cycles_ * (right - left); }

    /// Returns where it ends.
    double panel(const Panel& panel, double y) {
        out_ << "<text x=\"14\" y=\"" << svgNumber(y - 8) << "\"><tspan font-weight=\"bold\">" << panel.title
             << "</tspan>  " << svgEscaped(panel.note) << "</text>\n";
        // Both panels have the rows of the one with more, so that a bar is as tall in either.
        const auto rows = std::max<std::size_t>({measured_.mostResident, simulated_.mostResident, 1});
        const double tall = std::min(mostRowHeight, mostPanelHeight / static_cast<double>(rows));
        const double bottom = y + tall * static_cast<double>(rows);
        panels_.emplace_back(y, bottom);
        behind_ << "<rect x=\"" << svgNumber(left) << "\" y=\"" << svgNumber(y) << "\" width=\""
                << svgNumber(right - left) << "\" height=\"" << svgNumber(bottom - y)
                << "\" fill=\"#f6f6f6\"/>\n";
        label(14, y + 10, "place", "font-size=\"9\" fill=\"#555555\"");
        const std::size_t step = tall >= 10 ? 1 : tall >= 5 ? 4 : 8;
        for (std::size_t place = 0; place < rows; place += step)
            label(left - 6, y + tall * (static_cast<double>(place) + 0.5) + 3.2, std::to_string(place),
                  "text-anchor=\"end\" font-size=\"9\" fill=\"#555555\"");
        bars(panel, y, tall);
        quarters(panel.compared, y, bottom);
        return bottom;
    }

    void bars(const Panel& panel, double y, double tall) {
        std::vector<std::size_t> turn(panel.schedule.mostResident);
        const double inner = tall - std::min(1.5, tall * 0.2);
        for (std::size_t i = 0; i < panel.schedule.groups.size(); ++i) {
            const PlacedGroup& group = panel.schedule.groups[i];
            const bool pale = turn[group.place]++ % 2 == 1;
            const double begin = at(group.start), wide = std::max(0.5, at(group.end) - begin - leastGap);
            const double above = y + tall * static_cast<double>(group.place);
            out_ << "<rect x=\"" << svgNumber(begin) << "\" y=\"" << svgNumber(above) << "\" width=\""
                 << svgNumber(wide) << "\" height=\"" << svgNumber(inner) << "\" fill=\""
                 << panel.tones[pale ? 1 : 0] << "\""
                 << (i < panel.compared.groups.size() ? "" : " opacity=\"0.4\"") << "><title>group "
                 << group.group << ": cycles " << svgNumber(std::round(group.start)) << " to "
                 << svgNumber(std::round(group.end)) << "</title></rect>\n";
            const std::string name = std::to_string(group.group);
            if (inner >= 9 && wide > 8 + 6.2 * static_cast<double>(name.size()))
                label(begin + wide / 2, above + inner / 2 + 3.2, name,
                      std::string("text-anchor=\"middle\" font-size=\"9\" fill=\"") +
                          (pale ? "#1a1a1a" : "#ffffff") + "\"");
        }
    }

    /// Where a quarter, half, three quarters and all of the groups that are compared have finished.
    void quarters(const GroupSchedule& compared, double y, double bottom) {
        for (const Completion& completion : schedule_.comparison.completions) {
            const double x = at(compared.completionsInTime[completion.groups - 1]);
            out_ << "<path d=\"M" << svgNumber(x) << " " << svgNumber(y - 4) << "V" << svgNumber(bottom + 4)
                 << "\" stroke=\"#222222\" stroke-width=\"1.2\" stroke-dasharray=\"4 2\"/>\n";
        }
    }

    void axis(double y) {
        const double rough = cycles_ / 8, power = std::pow(10, std::floor(std::log10(rough)));
        const double step = power * (rough / power > 5   ? 10
                                     : rough / power > 2 ? 5
                                     : rough / power > 1 ? 2
                                                         : 1);
        out_ << "<path d=\"M" << svgNumber(left) << " " << svgNumber(y + 5) << "H" << svgNumber(right)
             << "\" stroke=\"#888888\"/>\n";
        for (double tick = 0; tick <= cycles_; tick += step) {
            for (const auto& [above, below] : panels_)
                behind_ << "<path d=\"M" << svgNumber(at(tick)) << " " << svgNumber(above) << "V"
                        << svgNumber(below) << "\" stroke=\"#cccccc\" stroke-width=\"0.6\"/>\n";
            out_ << "<path d=\"M" << svgNumber(at(tick)) << " " << svgNumber(y + 5)
                 << "v4\" stroke=\"#888888\"/>\n";
            label(at(tick), y + 21, grouped(tick), "text-anchor=\"middle\" font-size=\"10\"");
        }
        label(left - 6, y + 21, "cycles", "text-anchor=\"end\" font-size=\"10\"");
    }

    void legend(double y) {
        double x = 14;
        const auto box = [&](const char* colour) {
            out_ << "<rect x=\"" << svgNumber(x) << "\" y=\"" << svgNumber(y - 10)
                 << "\" width=\"14\" height=\"11\" "
                 << "fill=\"" << colour << "\"/>\n";
            x += 16;
        };
        for (const char* colour : {"#1565c0", "#64a6e8", "#e65100", "#ffa65c"}) box(colour);
        label(x + 4, y, "work-groups, one after another in a place");
        x = 390;
        out_ << "<path d=\"M" << svgNumber(x) << " " << svgNumber(y - 12) << "v15\" stroke=\"#222222\" "
             << "stroke-width=\"1.2\" stroke-dasharray=\"4 2\"/>\n";
        label(x + 8, y, "a quarter, half, three quarters and all of those compared have finished");
    }

    const LaunchSchedule& schedule_;
    GroupSchedule measured_, simulated_;
    double cycles_ = 1;
    std::vector<std::pair<double, double>> panels_;
    std::ostringstream behind_, out_;
};

} // namespace

std::string toScheduleSvg(const LaunchSchedule& schedule) { return Picture(schedule).text(); }

} // namespace warpstring::schedule
