// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <sstream>

#include "core/text/svg_text.h"
#include "stringmodel/export/trace_export.h"
#include "stringmodel/string/notation.h"
#include "stringmodel/timeline/warp_history.h"

namespace warpstring::simulation_export {

using token_string::shortNumber;

namespace {

constexpr double left = 190, right = 1262, top = 72, bottom = 704; ///< of the rows
constexpr double mostRowHeight = 22, schedulerGap = 5;
/// An operation is seen even where its cycles take less than a pixel.
constexpr double leastWidth = 0.7;

struct Tone {
    const char* colour;
    const char* label;
};

constexpr std::array<Tone, 6> operationTones{{{"#2e7d32", "C computation"},
                                              {"#c62828", "M global load"},
                                              {"#ef6c00", "M\xcc\x84 global store"},
                                              {"#1565c0", "S local load"},
                                              {"#00838f", "S\xcc\x84 local store"},
                                              {"#6d4c00", "B barrier"}}};

std::size_t toneOf(const machine::MachineOperation& operation) {
    const bool stores = operation.access == AccessKind::Store;
    switch (operation.kind) {
    case machine::MachineKind::Compute: return 0;
    case machine::MachineKind::Global: return stores ? 2 : 1;
    case machine::MachineKind::Shared: return stores ? 4 : 3;
    case machine::MachineKind::Spill: return 0; // booked on the computation that it serves
    case machine::MachineKind::Barrier: return 5;
    }
    return 0;
}

/// By Stall.
constexpr std::array<Tone, timeline::stallCount> stallTones{{{"#ffffff", ""},
                                                             {"#e39bd6", "G global memory"},
                                                             {"#90caf9", "shared memory"},
                                                             {"#b7dfb9", "operand"},
                                                             {"#bdbdbd", "scheduler"},
                                                             {"#8d6e63", "pipe"},
                                                             {"#5c6bc0", "data path"},
                                                             {"#ffe082", "barrier"},
                                                             {"#f3f3f3", ""}}};
/// What operations wait for: all but nothing and the start of the warp.
constexpr std::size_t firstWait = static_cast<std::size_t>(timeline::Stall::None) + 1;
constexpr std::size_t endOfWaits = static_cast<std::size_t>(timeline::Stall::Start);

/// Bars of one colour in one row, joined where the eye cannot tell them apart.
class Bars {
public:
    void add(double begin, double end) {
        if (!bars_.empty() && begin <= bars_.back().second + 0.15)
            bars_.back().second = std::max(bars_.back().second, end);
        else
            bars_.emplace_back(begin, end);
    }
    [[nodiscard]] std::string path(double y, double tall) const {
        std::string text;
        for (const auto& [begin, end] : bars_)
            text += "M" + svgNumber(begin) + " " + svgNumber(y) + "h" + svgNumber(end - begin) + "v" +
                    svgNumber(tall) + "h" + svgNumber(begin - end) + "z";
        return text;
    }
    [[nodiscard]] bool empty() const { return bars_.empty(); }

private:
    std::vector<std::pair<double, double>> bars_;
};

class Picture {
public:
    Picture(const TraceSubject& subject, const PictureOptions& options)
        : subject_(subject), options_(options), timeline_(*subject.simulation.timeline) {
        for (auto& warp :
             warpHistories(timeline_.sample, timeline_.program, subject.simulation.occupancy.warpsPerGroup,
                           subject.spec.execution.schedulers)) {
            for (const auto& entry : warp.entries) to_ = std::max(to_, entry.end);
            if (rows_.empty() || rows_.back().front().number != warp.number) rows_.emplace_back();
            rows_.back().push_back(std::move(warp));
        }
        all_ = rows_.size();
        choose();
        from_ = std::max(0.0, options.from);
        if (options.to > 0) to_ = options.to;
        to_ = std::max(to_, from_ + 1);
    }

    std::string text() {
        heading();
        const double bottomRow = rows();
        axis(bottomRow);
        legend(bottomRow + 46);
        const std::string tall = svgNumber(std::ceil(bottomRow + 92));
        return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1280\" height=\"" + tall +
               "\" viewBox=\"0 0 1280 " + tall +
               "\" font-family=\"DejaVu Sans, Verdana, sans-serif\" font-size=\"12\">\n"
               "<rect width=\"1280\" height=\"" +
               tall + "\" fill=\"#ffffff\"/>\n" + out_.str() + "</svg>\n";
    }

private:
    /// The places of one warp, in time.
    using Row = std::vector<timeline::WarpHistory>;

    /// As many of each scheduler.
    void choose() {
        const auto schedulers = static_cast<std::size_t>(subject_.spec.execution.schedulers);
        const std::size_t share =
            std::max<std::size_t>(1, static_cast<std::size_t>(std::max(1, options_.mostWarps)) / schedulers);
        std::map<int, std::size_t> taken;
        std::vector<Row> chosen;
        for (auto& row : rows_)
            if (rows_.size() <= static_cast<std::size_t>(options_.mostWarps) ||
                taken[row.front().scheduler]++ < share)
                chosen.push_back(std::move(row));
        rows_ = std::move(chosen);
    }

    void label(double x, double y, const std::string& text, const std::string& more = "") {
        out_ << "<text x=\"" << svgNumber(x) << "\" y=\"" << svgNumber(y) << "\" " << more << ">"
             << svgEscaped(text) << "</text>\n";
    }

    void heading() {
        const auto& range = subject_.launch.range;
        const auto sizes = [&](const std::array<std::uint64_t, 3>& of) {
            std::string text = std::to_string(of[0]);
            for (std::size_t d = 1; d < static_cast<std::size_t>(range.dimensions); ++d)
                text += " x " + std::to_string(of[d]);
            return text;
        };
        label(14, 26,
              subject_.simulation.kernel + ": " + sizes(range.global) + " work-items in groups of " +
                  sizes(range.local) + " on " + subject_.simulation.spec,
              "font-size=\"17\" font-weight=\"bold\"");
        std::string note = "multiprocessor " + std::to_string(subject_.multiprocessor) + ", cycles " +
                           shortNumber(std::round(from_)) + " to " + shortNumber(std::round(to_)) + " of " +
                           shortNumber(std::round(timeline_.sample.cycles));
        if (rows_.size() < all_)
            note += "; " + std::to_string(rows_.size()) + " of " + std::to_string(all_) + " warps drawn";
        const auto shown = static_cast<double>(timeline_.sample.spans.size());
        if (shown < timeline_.sample.operations)
            note +=
                "; " + shortNumber(shown) + " of " + shortNumber(timeline_.sample.operations) + " operations";
        if (!timeline_.extrapolation.empty())
            note += "; a part of the kernel, from which " + timeline_.extrapolation + " are extrapolated";
        label(14, 48, note, "fill=\"#555555\"");
    }

    [[nodiscard]] double at(double cycle) const {
        return left + (std::clamp(cycle, from_, to_) - from_) / (to_ - from_) * (right - left);
    }

    /// Returns where the rows end.
    double rows() {
        const int schedulers = subject_.spec.execution.schedulers;
        const double room = bottom - top - schedulerGap * schedulers;
        const double tall =
            std::min(mostRowHeight, room / static_cast<double>(std::max<std::size_t>(1, rows_.size())));
        double y = top;
        int scheduler = -1;
        for (const auto& row : rows_) {
            if (row.front().scheduler != scheduler) {
                if (scheduler >= 0) y += schedulerGap;
                scheduler = row.front().scheduler;
                label(14, y + std::max(tall, 10.0) * 0.8, "scheduler " + std::to_string(scheduler),
                      "font-size=\"10\" font-weight=\"bold\"");
            }
            drawRow(row, y, tall);
            y += tall;
        }
        return y;
    }

    void drawRow(const Row& row, double y, double tall) {
        out_ << "<g class=\"row\" data-warp=\"" << row.front().number << "\" data-scheduler=\""
             << row.front().scheduler << "\">\n";
        const std::string name = (row.size() > 1 ? "groups " : "group ") + std::to_string(row.front().group) +
                                 (row.size() > 1 ? "\xe2\x80\xa6" : "") + ", warp " +
                                 std::to_string(row.front().inGroup);
        label(left - 6, y + tall * 0.5 + std::min(9.0, tall) * 0.36, name,
              "text-anchor=\"end\" font-size=\"" + svgNumber(std::min(9.0, tall * 0.95)) + "\"");
        const double inner = tall - std::min(2.0, tall * 0.15);
        std::array<Bars, timeline::stallCount> stalls;
        std::array<Bars, operationTones.size()> operations;
        for (const auto& warp : row) {
            if (warp.end < from_ || warp.start > to_) continue;
            out_ << "<rect x=\"" << svgNumber(at(warp.start)) << "\" y=\"" << svgNumber(y) << "\" width=\""
                 << svgNumber(at(warp.end) - at(warp.start)) << "\" height=\"" << svgNumber(inner)
                 << "\" fill=\"#f3f3f3\"><title>group " << warp.group << ", warp " << warp.inGroup
                 << ": cycles " << svgNumber(warp.start) << " to " << svgNumber(warp.end)
                 << "</title></rect>\n";
            for (const auto& entry : warp.entries) {
                if (entry.end < from_ || entry.begin > to_) continue;
                const auto& operation = timeline_.program.operations[entry.operation];
                wait(stalls, entry.stall, entry.begin, entry.issue);
                wait(stalls, timeline::Stall::Barrier, entry.issued, entry.end);
                if (entry.issue >= from_ && entry.issue <= to_)
                    operations[toneOf(operation)].add(at(entry.issue),
                                                      std::max(at(entry.issued), at(entry.issue) + leastWidth));
            }
        }
        for (std::size_t s = firstWait; s < endOfWaits; ++s)
            draw(stalls[s], stallTones[s].colour, y + inner * 0.25, inner * 0.5);
        for (std::size_t tone = 0; tone < operations.size(); ++tone)
            draw(operations[tone], operationTones[tone].colour, y, inner);
        out_ << "</g>\n";
    }

    void wait(std::array<Bars, timeline::stallCount>& stalls, timeline::Stall stall, double begin,
              double end) const {
        if (stall == timeline::Stall::None || at(end) - at(begin) < 0.05) return;
        stalls[static_cast<std::size_t>(stall)].add(at(begin), at(end));
    }

    void draw(const Bars& bars, const char* colour, double y, double tall) {
        if (!bars.empty()) out_ << "<path fill=\"" << colour << "\" d=\"" << bars.path(y, tall) << "\"/>\n";
    }

    void axis(double y) {
        const double rough = (to_ - from_) / 10, power = std::pow(10, std::floor(std::log10(rough)));
        const double step = power * (rough / power > 5   ? 10
                                     : rough / power > 2 ? 5
                                     : rough / power > 1 ? 2
                                                         : 1);
        out_ << "<g stroke=\"#888888\" stroke-width=\"0.6\">\n<path d=\"M" << svgNumber(left) << " "
             << svgNumber(y + 3) << "H" << svgNumber(right) << "\"/>\n";
        for (double tick = std::ceil(from_ / step) * step; tick <= to_; tick += step)
            out_ << "<path d=\"M" << svgNumber(at(tick)) << " " << svgNumber(top) << "V" << svgNumber(y + 8)
                 << "\" stroke-dasharray=\"1 3\"/>\n";
        out_ << "</g>\n";
        for (double tick = std::ceil(from_ / step) * step; tick <= to_; tick += step)
            label(at(tick), y + 20, shortNumber(tick), "text-anchor=\"middle\" font-size=\"10\"");
        label(left - 6, y + 20, "cycles", "text-anchor=\"end\" font-size=\"10\"");
    }

    void legend(double y) {
        double x = entry(14, y, "issues", "#ffffff", 0);
        for (const auto& tone : operationTones) x = entry(x, y, tone.label, tone.colour, 12);
        x = entry(14, y + 24, "waits for", "#ffffff", 0);
        for (std::size_t s = firstWait; s < endOfWaits; ++s)
            x = entry(x, y + 24, stallTones[s].label, stallTones[s].colour, 6);
    }

    /// Returns where the next one starts.
    double entry(double x, double y, const std::string& text, const char* colour, double tall) {
        if (tall == 0) {
            label(x, y, text, "font-weight=\"bold\"");
            return left;
        }
        out_ << "<rect x=\"" << svgNumber(x) << "\" y=\"" << svgNumber(y - 4 - tall / 2)
             << "\" width=\"18\" height=\"" << svgNumber(tall) << "\" fill=\"" << colour << "\"/>\n";
        label(x + 24, y, text);
        return x + 42 + 7.2 * static_cast<double>(text.size());
    }

    const TraceSubject& subject_;
    const PictureOptions& options_;
    const timeline::KernelTimeline& timeline_;
    std::vector<Row> rows_;
    std::size_t all_ = 0;
    double from_ = 0, to_ = 0;
    std::ostringstream out_;
};

} // namespace

std::string toTimelineSvg(const TraceSubject& subject, const PictureOptions& options) {
    return Picture(subject, options).text();
}

} // namespace warpstring::simulation_export
