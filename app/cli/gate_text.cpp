// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/gate_text.h"

#include <algorithm>
#include <set>
#include <sstream>

#include "app/common/terminal.h"
#include "core/text/duration_text.h"
#include "core/text/text_format.h"

namespace warpstring::cli {

namespace {

using gate::LaunchKey;
using gate::Outcome;
using gate::Report;
using gate::Verdict;

constexpr std::size_t mostNamed = 3, mostCauses = 5;

std::string costText(double us) { return us > 0 ? durationText(us) : "none"; }

std::string counted(std::size_t count, const char* one, const char* several) {
    return std::to_string(count) + " " + (count == 1 ? one : several);
}

class GateText {
public:
    GateText(const Report& report, const TextStyle& style) : report_(report), style_(style) {
        for (const auto& outcome : report.outcomes) {
            fileWidth_ = std::max(fileWidth_, static_cast<int>(title(outcome).size()));
            specWidth_ = std::max(specWidth_, static_cast<int>(outcome.spec.size()));
        }
    }

    std::string text() {
        answer();
        section(Verdict::Slower, "slower", Colour::Red);
        section(Verdict::Fails, "fails, unlike the baseline", Colour::Red);
        section(Verdict::Faster, "faster", Colour::Green);
        section(Verdict::Works, "works, unlike the baseline", Colour::Green);
        section(Verdict::StillFails, "fails as the baseline does", Colour::Yellow);
        withinLimit();
        keys(report_.added, "not in the baseline", "--update adds them");
        keys(report_.gone, "only in the baseline", "--update drops them");
        notes();
        return out_.str();
    }

private:
    [[nodiscard]] std::string painted(const std::string& text, Colour colour) const {
        return paint(text, colour, style_.colour);
    }

    static std::string title(const Outcome& outcome) { return outcome.file + ": " + outcome.name; }

    static std::string percent(double change) { return formatted("%+.1f %%", 100 * change); }

    /// The slowest first.
    [[nodiscard]] std::vector<const Outcome*> with(Verdict verdict) const {
        std::vector<const Outcome*> some;
        for (const auto& outcome : report_.outcomes)
            if (outcome.verdict == verdict) some.push_back(&outcome);
        std::stable_sort(some.begin(), some.end(), [&](const Outcome* a, const Outcome* b) {
            return verdict == Verdict::Faster ? a->change() < b->change() : a->change() > b->change();
        });
        return some;
    }

    static std::size_t launchesOf(const std::vector<const Outcome*>& outcomes) {
        std::set<LaunchKey> keys;
        for (const auto* outcome : outcomes) keys.insert({outcome->file, outcome->name});
        return keys.size();
    }

    /// The worst of them, in words.
    std::string named(const std::vector<const Outcome*>& outcomes) const {
        std::string text;
        for (std::size_t i = 0; i < outcomes.size() && i < mostNamed; ++i) {
            text += (i == 0 ? "" : ", ") + outcomes[i]->name;
            if (outcomes[i]->verdict == Verdict::Slower)
                text += formatted(" by %.1f %%", 100 * outcomes[i]->change());
            text += " on " + outcomes[i]->spec;
        }
        if (outcomes.size() > mostNamed) text += formatted(", and %zu more", outcomes.size() - mostNamed);
        return text;
    }

    void answer() {
        const auto slower = with(Verdict::Slower), fails = with(Verdict::Fails);
        const std::string limit = formatted("%.4g %%", 100 * report_.mostRegression);
        const std::string all = counted(report_.launches, "launch", "launches");
        if (slower.empty() && fails.empty()) {
            std::string devices;
            for (const auto& spec : report_.specs) devices += (devices.empty() ? "" : ", ") + spec;
            out_ << painted("none of " + all + " is slower", Colour::Green) << " by more than " << limit
                 << " on " << devices << "\n";
            return;
        }
        if (!slower.empty()) {
            const auto count = launchesOf(slower);
            out_ << painted(std::to_string(count) + " of " + all + (count == 1 ? " is slower" : " are slower"),
                            Colour::Red)
                 << " by more than " << limit << ": " << named(slower) << "\n";
        }
        if (!fails.empty()) {
            const auto count = launchesOf(fails);
            out_ << painted(std::to_string(count) + " of " + all + (count == 1 ? " fails" : " fail"),
                            Colour::Red)
                 << ", unlike the baseline: " << named(fails) << "\n";
        }
    }

    void section(Verdict verdict, const char* heading, Colour colour) {
        const auto some = with(verdict);
        if (some.empty()) return;
        out_ << painted(heading, colour) << "\n";
        for (const auto* outcome : some) row(*outcome);
    }

    void row(const Outcome& outcome) {
        out_ << "  " << padded(title(outcome), fileWidth_) << "  " << padded(outcome.spec, specWidth_);
        const bool hasBoth = outcome.beforeUs > 0 && outcome.nowUs > 0;
        if (hasBoth && outcome.verdict != Verdict::Fails)
            out_ << "  " << padded(durationText(outcome.beforeUs), 8, true) << " -> "
                 << padded(durationText(outcome.nowUs), 8, true) << "  " << percent(outcome.change());
        else if (outcome.verdict == Verdict::Works)
            out_ << "  " << padded("-", 8, true) << " -> " << padded(durationText(outcome.nowUs), 8, true);
        if (const Diagnostic* fault = gate::worstFault(outcome.faults); fault != nullptr)
            out_ << "  " << fault->message << " [" << fault->code << "]";
        out_ << "\n";
        launchChange(outcome);
        causes(outcome);
    }

    void launchChange(const Outcome& outcome) {
        if (outcome.launchChange.empty()) return;
        out_ << "      the launch is another one: " << outcome.launchChange << "\n";
        if (outcome.isOtherProblem)
            out_ << "      so the baseline's kernel was simulated with the launch as it is now\n";
    }

    void causes(const Outcome& outcome) {
        const std::size_t shown = std::min(mostCauses, outcome.causes.size());
        for (std::size_t i = 0; i < shown; ++i) {
            const auto& cause = outcome.causes[i];
            out_ << "      " << padded(costText(cause.beforeUs), 8, true) << " -> "
                 << padded(durationText(cause.nowUs), 8, true) << "  " << advice::traits(cause.kind).title;
            if (!cause.name.empty()) out_ << ": " << cause.name;
            out_ << "\n";
        }
        if (outcome.verdict == Verdict::Slower && outcome.causes.empty())
            out_ << "      no cause alone: it does more of everything\n";
    }

    void withinLimit() {
        const auto same = with(Verdict::Same);
        const auto moved = [](const Outcome* outcome) { return std::abs(outcome->change()) >= 0.0005; };
        std::vector<const Outcome*> told;
        for (const auto* outcome : same)
            if (moved(outcome) || !outcome->launchChange.empty()) told.push_back(outcome);
        if (!told.empty()) {
            out_ << painted("within the limit", Colour::Bold) << "\n";
            for (const auto* outcome : told) row(*outcome);
        }
        if (same.size() > told.size())
            out_ << painted("unchanged", Colour::Bold) << ": " << same.size() - told.size() << " of "
                 << report_.outcomes.size() << " times\n";
    }

    void keys(const std::vector<LaunchKey>& some, const char* heading, const char* remedy) {
        if (some.empty()) return;
        out_ << painted(heading, Colour::Bold) << ": " << remedy << "\n";
        for (const auto& [file, name] : some) out_ << "  " << file << ": " << name << "\n";
    }

    void notes() {
        const auto other = std::count_if(report_.outcomes.begin(), report_.outcomes.end(),
                                         [](const Outcome& outcome) { return outcome.isOtherModel; });
        if (other > 0)
            out_ << "the model or a spec is another one than when the baseline was written ("
                 << counted(static_cast<std::size_t>(other), "time differs", "times differ")
                 << "): its kernels were simulated anew, and nothing hangs on it\n";
        if (report_.notAskedFor > 0)
            out_ << counted(report_.notAskedFor, "more launch", "more launches") << " of the baseline "
                 << (report_.notAskedFor == 1 ? "was" : "were") << " not asked for\n";
    }

    const Report& report_;
    const TextStyle& style_;
    std::ostringstream out_;
    int fileWidth_ = 0, specWidth_ = 0;
};

} // namespace

std::string gateText(const Report& report, const TextStyle& style) { return GateText(report, style).text(); }

} // namespace warpstring::cli
