// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/transform/recipe.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "tuning/transform/inner_loops.h"

namespace warpstring::transform {

namespace {

class RecipeRun {
public:
    RecipeRun(const KernelText& text, int limit, const RegisterEstimate& registersOf,
              const RewriteOptions& options)
        : text_(text), limit_(limit), registersOf_(registersOf), options_(options) {}

    Result<Recipe> follow() {
        const auto before = registersOf_(text_);
        if (!before) return before.diagnostics();
        recipe_.registersBefore = recipe_.registersAfter = *before;
        const auto nest = loopNestOf(text_, options_);
        if (!nest) return nest.diagnostics();
        const auto& loops = nest->innermost;
        for (std::size_t i = 0; i < loops.size() && !isFull_ && fault_.empty(); ++i) {
            // One that is unrolled stays where it was among the others, whose lines move.
            const auto now = loopNestOf(text_, options_);
            if (!now) return now.diagnostics();
            if (i < now->innermost.size()) unroll(now->innermost[i]);
        }
        // Work-items are parallel loops: those may be unrolled whose loops have no loops.
        const bool isNested =
            std::any_of(loops.begin(), loops.end(), [](const InnerLoop& loop) { return loop.depth > 0; });
        for (int d = 0; d < nest->dimensions && !isFull_; ++d) merge(static_cast<std::size_t>(d), isNested);
        attempt({RewriteKind::LoadOnce, "", ""});
        if (!fault_.empty()) return fault_;
        return recipe_;
    }

private:
    enum class Outcome : std::uint8_t { Taken, Refused, TooMany };
    static constexpr std::array<const char*, 3> axes{"x", "y", "z"};

    /// By four, or by two where four does not divide the rounds or takes too many registers.
    void unroll(const InnerLoop& loop) {
        std::vector<const char*> times;
        if (loop.common > 0 && loop.common % 4 == 0) times.push_back("4,written");
        if (loop.common > 0 && loop.common % 2 == 0) times.push_back("2,written");
        if (times.empty())
            recipe_.steps.push_back({"unroll " + loop.name, 0,
                                     loop.common == 0 ? "how often it goes round is not known"
                                                      : "neither 4 nor 2 divides its rounds"});
        takeFirst(times, [&](const char* by) { return Rewrite{RewriteKind::Unroll, loop.name, by}; });
    }

    /// Neighbours along x as vectors, if the kernel allows it; else so many items of any dimension as one.
    void merge(std::size_t dimension, bool isNested) {
        const std::string axis = axes[dimension];
        if (isNested) {
            recipe_.steps.push_back({"jam " + axis, 0, "its loops have loops in them"});
            return;
        }
        const std::vector<const char*> times{"4", "2"};
        if (dimension == 0 &&
            takeFirst(times, [](const char* by) { return Rewrite{RewriteKind::Vector, "", by}; }))
            return;
        takeFirst(times, [&](const char* by) { return Rewrite{RewriteKind::Jam, axis, by}; });
    }

    /// Tries one after the other. Registers are used up where the last of them takes too many.
    template <class MakeRewrite>
    bool takeFirst(const std::vector<const char*>& times, const MakeRewrite& make) {
        Outcome last = Outcome::Refused;
        for (const char* by : times) {
            last = attempt(make(by));
            if (last == Outcome::Taken) return true;
        }
        isFull_ = isFull_ || last == Outcome::TooMany;
        return false;
    }

    Outcome attempt(const Rewrite& rewrite) {
        if (isStopped(options_.cancellation) && fault_.empty())
            fault_ = {options_.cancellation->refusal({text_.launchPath.string(), 0, 0})};
        if (!fault_.empty()) return Outcome::Refused;
        const std::string words = toText(rewrite);
        auto made = transform::rewrite(text_, std::span(&rewrite, 1), options_);
        if (!made) {
            const auto& why = made.diagnostics().front();
            recipe_.steps.push_back({words, 0, why.message + " [" + why.code + "]"});
            return Outcome::Refused;
        }
        const auto registers = registersOf_(made->text);
        if (!registers) {
            fault_ = registers.diagnostics();
            return Outcome::Refused;
        }
        if (*registers > limit_) {
            recipe_.steps.push_back(
                {words, *registers,
                 std::to_string(*registers) + " registers are more than " + std::to_string(limit_)});
            return Outcome::TooMany;
        }
        recipe_.steps.push_back({words, *registers, ""});
        recipe_.rewrites.push_back(rewrite);
        recipe_.registersAfter = *registers;
        text_ = std::move(made->text);
        return Outcome::Taken;
    }

    KernelText text_;
    int limit_;
    const RegisterEstimate& registersOf_;
    const RewriteOptions& options_;
    bool isFull_ = false;
    Recipe recipe_;
    Diagnostics fault_;
};

} // namespace

Result<Recipe> followRecipe(const KernelText& text, int limit, const RegisterEstimate& registersOf,
                            const RewriteOptions& options) {
    return RecipeRun(text, limit, registersOf, options).follow();
}

} // namespace warpstring::transform
