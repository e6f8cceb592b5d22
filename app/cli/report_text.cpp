// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/report_text.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <sstream>

#include "app/cli/model_text.h"
#include "app/common/terminal.h"
#include "core/text/text_format.h"
#include "stringmodel/string/notation.h"
#include "stringmodel/string/token_kinds.h"

namespace warpstring::cli {

using token_string::shortNumber;
using token_string::TokenKind;

namespace {

Colour colourOf(TokenKind kind) {
    switch (traits(kind).role) {
    case token_string::TokenRole::Computation: return Colour::Green;
    case token_string::TokenRole::GlobalMemory: return Colour::Red;
    case token_string::TokenRole::Waiting: return Colour::Magenta;
    case token_string::TokenRole::LocalMemory: return Colour::Blue;
    case token_string::TokenRole::Synchronisation: return Colour::Yellow;
    }
    return Colour::None;
}

/// Words with their colours, in order: what a line breaks between.
void words(const std::vector<token_string::FoldedItem>& items,
           const std::vector<const token_string::Token*>& tokens, const token_string::NotationOptions& notation,
           std::vector<std::pair<std::string, Colour>>& out) {
    for (const auto& item : items) {
        if (const auto* token = std::get_if<token_string::FoldedToken>(&item.content)) {
            const auto copies = token_string::copiesOf(*token, tokens);
            out.emplace_back(toText(copies, notation), colourOf(copies.front()->kind));
            continue;
        }
        const auto& block = std::get<token_string::FoldedBlock>(item.content);
        out.emplace_back(block.loop != nullptr ? "(" : "[", Colour::Bold);
        words(block.body, tokens, notation, out);
        std::string end = "]x" + std::to_string(block.copies);
        if (const auto* loop = block.loop) {
            const int digits = digitsOf(notation.model);
            end = ")x" + shortNumber(loop->count, digits);
            if (std::fabs(loop->weight - 1) > 1e-9) end += "*" + shortNumber(loop->weight, digits);
        }
        out.emplace_back(end, Colour::Bold);
    }
}

std::string percent(double part, double whole) {
    if (whole <= 0) return "";
    char text[32];
    std::snprintf(text, sizeof text, "%5.1f %%", 100 * part / whole);
    return text;
}

std::string grouped(double value) {
    if (!std::isfinite(value)) return "unbounded";
    if (std::fabs(value) >= 1e15) return shortNumber(value);
    std::string digits = value < 100 && std::fabs(value - std::round(value)) > 5e-3
                             ? shortNumber(value)
                             : std::to_string(static_cast<long long>(std::llround(value)));
    if (digits.find('.') != std::string::npos || digits.find('e') != std::string::npos) return digits;
    return withCommas(std::move(digits));
}

std::string microseconds(double us) {
    if (!std::isfinite(us)) return "unbounded";
    char text[40];
    if (us >= 1e6)
        std::snprintf(text, sizeof text, "%.3f s", us / 1e6);
    else if (us >= 1000)
        std::snprintf(text, sizeof text, "%.3f ms", us / 1000);
    else
        std::snprintf(text, sizeof text, "%.3f us", us);
    return text;
}

class LaunchReport {
public:
    LaunchReport(const Simulation& s, const Pdg& pdg, const Launch& launch, const HardwareSpec& spec,
                 const TextStyle& style)
        : s_(s), pdg_(pdg), launch_(launch), spec_(spec), colour_(style.colour), ascii_(style.ascii),
          width_(style.width) {}

    std::string text(const std::string& specReason) {
        out_ << answerHeading(s_, launch_, spec_, specReason, colour_) << "\n";
        out_ << paint("string", Colour::Bold, colour_) << (s_.sourceShape ? " (source shape)" : "") << "  "
             << paint(modelWords(), Colour::Dim, colour_) << "\n  "
             << colouredString(s_.string, foldUnrolled(s_.string), {colour_, ascii_, width_}, 2) << "\n\n";
        warp();
        kernel();
        if (s_.timeline) {
            timeline(*s_.timeline);
            closedForm();
        }
        tokens();
        conditions();
        if (!s_.assumptions.empty()) {
            out_ << paint("assumptions", Colour::Bold, colour_) << "\n";
            for (const auto& assumption : s_.assumptions) out_ << "  - " << assumption << "\n";
        }
        return out_.str();
    }

private:
    void row(const std::string& what, double cycles, double whole, const std::string& why) {
        if (cycles == 0) return;
        out_ << "    " << padded(what, 22) << padded(grouped(cycles), 14, true) << "  "
             << percent(cycles, whole) << "  " << paint(why, Colour::Dim, colour_) << "\n";
    }

    void range(const std::string& lower, const std::string& upper) {
        if (const std::string text = rangeText(lower, upper); !text.empty()) out_ << "  (" << text << ")";
    }

    void warp() {
        out_ << paint("warp latency", Colour::Bold, colour_) << "  "
             << paint(grouped(s_.warpLatencyCycles()), Colour::Cyan, colour_) << " cycles";
        if (const auto* bounds = s_.reportedBounds())
            range(grouped(bounds->lowerLatencyCycles), grouped(bounds->upperLatencyCycles));
        out_ << "  " << paint(modelWords(), Colour::Dim, colour_) << "\n";
        if (s_.timeline)
            reasons(*s_.timeline);
        else
            walk();
        out_ << "  N_warps " << shortNumber(s_.residentWarps) << " (" << s_.occupancy.groups << " groups of "
             << s_.occupancy.warpsPerGroup << " fit; limited by " << s_.occupancy.limiter << "; "
             << s_.registers << " registers, " << s_.occupancy.sharedBytesPerGroup << " bytes local)";
        if (!s_.timeline) out_ << "   NBC_avg " << shortNumber(s_.nonBlockingCycles);
        out_ << "\n";
        if (s_.compiled) compiled(*s_.compiled);
        out_ << "\n";
    }

    /// What the device's compiler says, and the estimate that it takes the place of.
    void compiled(const CompiledForAmd& by) {
        const AmdInstructions& code = by.total;
        out_ << "  compiled for " << by.target << ": " << by.vectorRegisters << " vector registers ("
             << s_.estimatedRegisters << " by liveness), " << by.scalarRegisters << " scalar, "
             << by.scratchBytes << " bytes of scratch, " << by.wavesPerSimd << " waves a SIMD at most\n"
             << "    in its code " << code.vectorFloat + code.vectorInteger << " vector and " << code.scalar
             << " scalar instructions (" << shortNumber(100 * code.scalarShare())
             << " % of what either can do), " << code.vectorLoads + code.vectorStores + code.vectorAtomics
             << " accesses by lane, " << code.scalarLoads << " for a wave, " << code.localMemory
             << " of local memory, " << code.branches << " branches, " << code.waits << " waits, "
             << code.barriers << " barriers\n";
    }

    /// Whose figures are reported.
    std::string modelWords() const { return s_.timeline ? "by the timeline" : std::string(byClosedForm); }

    /// Where the cycles of a warp go, most first.
    void reasons(const timeline::KernelTimeline& timeline) {
        const timeline::StallCycles sums = timeline.ofWarp.byReason();
        std::vector<timeline::Stall> order;
        order.reserve(timeline::stallCount);
        for (std::size_t s = 0; s < timeline::stallCount; ++s) order.push_back(static_cast<timeline::Stall>(s));
        const auto of = [&](timeline::Stall stall) { return sums[static_cast<std::size_t>(stall)]; };
        std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return of(a) > of(b); });
        for (const timeline::Stall stall : order)
            row(name(stall), of(stall), timeline.warpCycles,
                stall == timeline::Stall::None || stall == timeline::Stall::Start ? "" : "waits");
    }

    /// The parts of a warp's latency in the closed form.
    void walk() {
        const auto& walk = s_.correctedWalk;
        row("C  computation", walk.compute, walk.cycles,
            "issue" + std::string(maxExposure() > 1.0005 ? " and exposed pipeline latency" : ""));
        row("M  global memory", walk.memory, walk.cycles,
            s_.memory.bandwidthBound ? "bandwidth (equation 1)" : "issue");
        row("S  local memory", walk.shared, walk.cycles, "bank conflicts included");
        row("B  barriers", walk.barrier, walk.cycles, "");
        row("G  exposed latency", walk.waiting, walk.cycles,
            "global latency of " + shortNumber(spec_.globalMemory.latency) + " that other warps do not cover");
        out_ << "  Table 1 as printed: " << grouped(s_.paperWalk.cycles)
             << " cycles (it counts elapsed time twice; see docs/model.md)\n";
        out_ << "  equation 1: n = " << shortNumber(s_.memory.tokenCycles) << " = max("
             << shortNumber(spec_.globalMemory.issueCycles) << ", (CYC_mem " << grouped(s_.memory.memoryCycles)
             << " - CYC_compute " << grouped(s_.memory.computeCycles) << ") / NUM_mem "
             << grouped(s_.memory.memoryOperations) << ")\n";
    }

    double maxExposure() const {
        double most = 1;
        const auto look = [&](const auto& self, const std::vector<token_string::StringItem>& items) -> void {
            for (const auto& item : items)
                if (const auto* token = std::get_if<token_string::Token>(&item.content))
                    most = std::max(most, token->exposure);
                else
                    self(self, std::get<token_string::Repeat>(item.content).body);
        };
        look(look, s_.string.items);
        return most;
    }

    void kernel() {
        out_ << paint("kernel time", Colour::Bold, colour_) << "  "
             << paint(microseconds(s_.kernelTimeUs()), Colour::Cyan, colour_);
        if (const auto* bounds = s_.reportedBounds())
            range(microseconds(bounds->lowerTimeUs), microseconds(bounds->upperTimeUs));
        out_ << "  bound by " << paint(s_.boundBy(), Colour::Yellow, colour_) << "  "
             << paint(modelWords(), Colour::Dim, colour_) << "\n  " << grouped(s_.kernelCycles())
             << " cycles: " << grouped(s_.time.groupsPerMultiprocessor)
             << " groups on the busiest multiprocessor, " << grouped(s_.time.fullWaves) << " full rounds of "
             << s_.occupancy.groups;
        if (s_.time.tailGroups > 0) out_ << " and one of " << grouped(s_.time.tailGroups);
        const KernelParts parts = s_.kernelParts();
        out_ << "\n  start " << microseconds(parts.startUs) << ", body " << microseconds(parts.bodyUs)
             << ", tail " << microseconds(parts.tailUs) << "; launch overhead "
             << microseconds(s_.time.launchOverheadUs) << " apart\n\n";
    }

    void closedFormBounds(const SimulationBounds& bounds) {
        const std::string time = rangeText(microseconds(bounds.lowerTimeUs), microseconds(bounds.upperTimeUs)),
                          warp =
                              rangeText(grouped(bounds.lowerLatencyCycles), grouped(bounds.upperLatencyCycles));
        if (time.empty() && warp.empty()) return;
        out_ << "  " << time << (time.empty() || warp.empty() ? "" : ", ")
             << (warp.empty() ? "" : "a warp " + warp + " cycles") << "\n";
    }

    /// The other model's answers, under its name.
    void closedForm() {
        out_ << paint("closed form", Colour::Bold, colour_) << "  " << microseconds(s_.time.timeUs) << ", "
             << grouped(s_.time.cycles) << " cycles; a warp " << grouped(s_.correctedWalk.cycles)
             << " cycles  bound by " << s_.time.boundBy << "  "
             << paint("the paper's model, beside the timeline", Colour::Dim, colour_) << "\n";
        if (s_.bounds) closedFormBounds(*s_.bounds);
        walk();
        out_ << "  NBC_avg " << shortNumber(s_.nonBlockingCycles) << "\n\n";
    }

    // --- the timeline ------------------------------------------------------------------------------------

    void timeline(const timeline::KernelTimeline& timeline) {
        out_ << paint("timeline", Colour::Bold, colour_) << "  "
             << paint(microseconds(timeline.timeUs), Colour::Cyan, colour_) << "  " << grouped(timeline.cycles)
             << " cycles; a warp " << grouped(timeline.warpCycles) << "  bound by "
             << paint(timeline.boundBy, Colour::Yellow, colour_) << "\n";
        constexpr std::size_t mostResources = 5;
        for (std::size_t i = 0; i < std::min(mostResources, timeline.resources.size()); ++i) {
            const auto& use = timeline.resources[i];
            out_ << "    " << padded(use.name, 32) << percent(use.fraction, 1) << "  "
                 << paint(bar(use.fraction), Colour::Cyan, colour_) << "\n";
        }
        traffic(timeline);
        if (!timeline.extrapolation.empty())
            out_ << "  extrapolated: " << timeline.extrapolation << ", from "
                 << grouped(timeline.simulatedOperations) << " operations of warps\n";
        out_ << "\n";
    }

    /// 24 columns for all of it.
    std::string bar(double fraction) const {
        const int full = static_cast<int>(std::lround(24 * std::clamp(fraction, 0.0, 1.0)));
        std::string drawn;
        for (int i = 0; i < full; ++i) drawn += ascii_ ? "#" : "\u2588";
        return drawn;
    }

    void traffic(const timeline::KernelTimeline& timeline) {
        timeline::MemoryTraffic sum;
        for (const auto& access : pdg_.accesses) {
            const auto& of = timeline.traffic[access.id];
            sum.l1Sectors += of.l1Sectors;
            sum.l1Misses += of.l1Misses;
            sum.l2ReadBytes += of.l2ReadBytes;
            sum.l2WriteBytes += of.l2WriteBytes;
            sum.dramReadBytes += of.dramReadBytes;
            sum.dramWriteBytes += of.dramWriteBytes;
        }
        if (sum.l1Sectors + sum.l2ReadBytes + sum.l2WriteBytes <= 0) return;
        out_ << "  traffic: DRAM " << bytes(sum.dramReadBytes) << " read, " << bytes(sum.dramWriteBytes)
             << " written; L2 " << bytes(sum.l2ReadBytes) << " read, " << bytes(sum.l2WriteBytes)
             << " written; L1 " << grouped(std::round(sum.l1Sectors)) << " sectors read";
        if (sum.l1Sectors > 0) {
            const std::string share = percent(sum.l1Misses, sum.l1Sectors);
            out_ << ", " << share.substr(share.find_first_not_of(' ')) << " missed";
        }
        out_ << "\n";
    }

    static std::string bytes(double value) {
        const char* unit = "B";
        for (const char* larger : {"kB", "MB", "GB", "TB"}) {
            if (value < 1000) break;
            value /= 1000;
            unit = larger;
        }
        char text[40];
        std::snprintf(text, sizeof text, value < 100 && unit[0] != 'B' ? "%.1f %s" : "%.0f %s", value, unit);
        return text;
    }

    void tokens() {
        out_ << paint("tokens", Colour::Bold, colour_) << "\n  " << padded("", 30) << padded("cycles", 9, true)
             << padded("weight", 9, true) << "  line\n";
        tokenRows(s_.string.items, 0);
        out_ << "\n";
    }

    void tokenRows(const std::vector<token_string::StringItem>& items, int depth) {
        for (const auto& item : items) {
            const std::string indent(static_cast<std::size_t>(2 + 2 * depth), ' ');
            if (const auto* repeat = std::get_if<token_string::Repeat>(&item.content)) {
                out_ << indent << paint("x" + shortNumber(repeat->count), Colour::Bold, colour_)
                     << "  loop of line " << repeat->place.at.line << "\n";
                tokenRows(repeat->body, depth + 1);
                continue;
            }
            const auto& token = std::get<token_string::Token>(item.content);
            out_ << indent
                 << paint(padded(toText(token, {ascii_, true, s_.model()}), 30 - 2 * depth),
                          colourOf(token.kind), colour_)
                 << padded(token.kind == TokenKind::Wait && s_.model() == token_string::CostModel::ClosedForm
                               ? ""
                               : shortNumber(token.cycles, digitsOf(s_.model())),
                           9, true)
                 << padded(shortNumber(token.weight), 9, true) << "  "
                 << padded(token.place.at.line > 0 ? std::to_string(token.place.at.line) : "", 5)
                 << paint(detail(token), Colour::Dim, colour_) << "\n";
        }
    }

    std::string detail(const token_string::Token& token) const {
        std::string text;
        if (token.access != none && token.kind != TokenKind::Wait)
            text = pdg_.statements[pdg_.accesses[token.access].statement].text;
        switch (token.kind) {
        case TokenKind::Load:
        case TokenKind::Store:
            text += ": " + shortNumber(token.transactions) + " transactions, " + shortNumber(token.bytes) +
                    " bytes a warp";
            break;
        case TokenKind::SharedLoad:
        case TokenKind::SharedStore:
            text += token.conflictWays > 1
                        ? ": up to " + std::to_string(token.conflictWays) + "-way bank conflicts"
                        : ": no bank conflicts";
            break;
        case TokenKind::Wait: text = "waits for " + token.waitsFor; break;
        case TokenKind::Compute:
            if (token.isStart)
                text = "start of the warp";
            else if (!s_.timeline && token.exposure > 1.0005)
                text = "pipeline latency exposed, x" + shortNumber(token.exposure);
            break;
        case TokenKind::Barrier: break;
        }
        if (!token.place.inlinedAt.empty())
            text += (text.empty() ? "" : "; ") + std::string("inlined at line ") +
                    std::to_string(token.place.inlinedAt.back().line);
        return text;
    }

    void conditions() {
        bool first = true;
        for (const auto& region : pdg_.regions) {
            const auto& report = s_.evaluation.regions[region.id].condition;
            if (region.kind != Region::Kind::Branch || !report.threadDependent) continue;
            if (first) out_ << paint("conditions on work-items", Colour::Bold, colour_) << "\n";
            first = false;
            const auto& executions = s_.evaluation.regions[region.id].executions;
            const auto& around = s_.evaluation.regions[region.parent].executions;
            const int line = region.controlParents.empty()
                                 ? region.place.at.line
                                 : pdg_.predicates[region.controlParents[0].predicate].place.at.line;
            out_ << "  line " << line << "  weight "
                 << shortNumber(around.value > 0 ? executions.value / around.value : 0) << " by "
                 << name(report.certainty)
                 << (report.certainty == evaluation::Certainty::Exact ? " evaluation" : "");
            if (report.tripletCase > 0)
                out_ << " (case " << report.tripletCase << ", " << grouped(report.predictedCost) << " steps"
                     << (report.paperCost > 0 ? "; the paper's formula " + grouped(report.paperCost) : "")
                     << ")";
            out_ << paint("\n    " + exprText(pdg_.exprs, region.guard, pdg_.parameterNames()), Colour::Dim,
                          colour_)
                 << "\n";
        }
        if (!first) out_ << "\n";
    }

    const Simulation& s_;
    const Pdg& pdg_;
    const Launch& launch_;
    const HardwareSpec& spec_;
    bool colour_, ascii_;
    int width_;
    std::ostringstream out_;
};

} // namespace

std::string colouredString(const token_string::TokenString& string,
                           const std::vector<token_string::FoldedItem>& items, const TextStyle& style,
                           int indent) {
    std::vector<std::pair<std::string, Colour>> parts;
    words(items, tokensOf(string), {style.ascii, true, string.model}, parts);
    std::string text;
    int column = indent;
    for (const auto& [word, tone] : parts) {
        const int columns = displayWidth(word);
        if (column > indent && column + 1 + columns > style.width) {
            text += "\n" + std::string(static_cast<std::size_t>(indent), ' ');
            column = indent;
        } else if (column > indent) {
            text += ' ';
            ++column;
        }
        text += paint(word, tone, style.colour);
        column += columns;
    }
    return text;
}

std::string reportText(const Simulation& simulation, const Pdg& pdg, const Launch& launch,
                       const HardwareSpec& spec, const std::string& specReason, const TextStyle& style) {
    return LaunchReport(simulation, pdg, launch, spec, style).text(specReason);
}

} // namespace warpstring::cli
