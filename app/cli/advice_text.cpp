// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/advice_text.h"

#include <algorithm>
#include <cstdio>
#include <sstream>

#include "app/cli/model_text.h"
#include "app/common/terminal.h"
#include "core/text/duration_text.h"

namespace warpstring::cli {

namespace {

using advice::Advice;
using advice::Finding;
using advice::traits;

constexpr std::size_t partsShown = 4;

std::string percent(double fraction) {
    char text[16];
    std::snprintf(text, sizeof text, "%5.1f %%", 100 * fraction);
    return text;
}

class Text {
public:
    Text(const Advice& advice, const advice::Situation& situation, const TextStyle& style)
        : advice_(advice), situation_(situation), style_(style) {}

    std::string text(const std::string& specReason, const std::string& errorSource) {
        heading(specReason);
        findings(true, "costs", " of the kernel's time, simulated as it would be without");
        overlaps();
        findings(false, "limits of the device", ", were they not there");
        search();
        belowError();
        out_ << painted("error of ratios of times", Colour::Bold) << " on " << situation_.simulation.spec
             << ": " << errorSource << "\n";
        return out_.str();
    }

private:
    [[nodiscard]] std::string painted(const std::string& text, Colour colour) const {
        return paint(text, colour, style_.colour);
    }

    void heading(const std::string& specReason) {
        const Simulation& simulation = situation_.simulation;
        out_ << painted(simulation.kernel, Colour::Bold);
        for (const auto& [name, value] : situation_.launch.swept) out_ << ' ' << name << '=' << value;
        out_ << ": " << painted(durationText(advice_.timeUs), Colour::Cyan) << " on "
             << painted(simulation.spec, Colour::Bold);
        if (!specReason.empty()) out_ << " (" << specReason << ")";
        if (const Finding* first = advice_.foremost())
            out_ << "; " << painted(durationText(first->timeUs), Colour::Cyan) << ' '
                 << traits(first->kind).without;
        else
            out_ << "; nothing in the kernel that could be taken away costs more than the model's error";
        out_ << "\nbound by " << painted(simulation.boundBy(), Colour::Yellow);
        if (!simulation.timeline) out_ << "; " << byClosedForm;
        out_ << "\n";
    }

    void row(double gain, double timeUs, const std::string& what) {
        out_ << "  " << percent(gain) << "  " << padded(durationText(timeUs), 9, true) << "  " << what << "\n";
    }

    void parts(const Finding& finding) {
        if (finding.parts.size() < 2) return;
        const std::size_t shown = std::min(partsShown, finding.parts.size());
        for (std::size_t i = 0; i < shown; ++i)
            out_ << "           " << percent(finding.parts[i].gain) << "  " << nameOf(finding.parts[i].cause)
                 << "\n";
        if (shown < finding.parts.size())
            out_ << "                    and " << finding.parts.size() - shown << " more\n";
    }

    void findings(bool areOfKernel, const char* title, const char* what) {
        bool isFirst = true;
        for (const auto& finding : advice_.findings) {
            if (!advice_.matters(finding.gain) || traits(finding.kind).isOfKernel != areOfKernel) continue;
            if (isFirst) out_ << painted(title, Colour::Bold) << what << "\n";
            isFirst = false;
            row(finding.gain, finding.timeUs, titleOf(finding));
            parts(finding);
            for (const auto& remedy : finding.remedies) remedyOf(remedy);
        }
    }

    /// Below it the command that rewrites kernel and launch so, where there is one.
    void remedyOf(const advice::Remedy& remedy) {
        out_ << "           " << painted("-> ", Colour::Green) << remedy.text << "\n";
        if (!remedy.rewrite.empty())
            out_ << "              warpstring transform " << situation_.launch.file.string() << " --"
                 << remedy.rewrite << "\n";
    }

    /// Limits of the device give way to another shape of the kernel, which a search finds rather than a rule.
    void search() {
        const auto isLimit = [&](const Finding& finding) {
            return advice_.matters(finding.gain) && !traits(finding.kind).isOfKernel;
        };
        if (std::none_of(advice_.findings.begin(), advice_.findings.end(), isLimit)) return;
        out_ << "           " << painted("-> ", Colour::Green)
             << "rewrites and other work-groups may ask less of the device; this ranks them:\n"
             << "              warpstring tune " << situation_.launch.file.string() << " -s "
             << situation_.simulation.spec << "\n";
    }

    void overlaps() {
        for (const auto& overlap : advice_.overlaps) {
            if (!advice_.matters(overlap.gain)) continue;
            const bool isHidden = overlap.gain > overlap.apart;
            row(overlap.gain, overlap.timeUs,
                std::string(traits(overlap.one).title) + " and " + std::string(traits(overlap.other).title) +
                    " together: " + (isHidden ? "each hides behind the other" : "they cost the same time"));
        }
    }

    void belowError() {
        std::string names;
        for (const auto& finding : advice_.findings)
            if (!advice_.matters(finding.gain) && finding.gain >= advice::leastToldGain)
                names += (names.empty() ? "" : ", ") + std::string(traits(finding.kind).title) +
                         percent(finding.gain);
        if (!names.empty())
            out_ << painted("below the model's error", Colour::Bold) << " of" << percent(advice_.leastGain)
                 << ": " << names << "\n";
    }

    const Advice& advice_;
    const advice::Situation& situation_;
    const TextStyle& style_;
    std::ostringstream out_;
};

} // namespace

std::string adviceText(const Advice& advice, const advice::Situation& situation, const std::string& specReason,
                       const std::string& errorSource, const TextStyle& style) {
    return Text(advice, situation, style).text(specReason, errorSource);
}

} // namespace warpstring::cli
