// SPDX-License-Identifier: GPL-3.0-or-later
// Gathers the ways of one stage: what each is called, its numbers, and the steps that they make of it.
#pragma once

#include <algorithm>
#include <functional>
#include <utility>

#include "generate/rules/listings.h"
#include "generate/rules/macros.h"
#include "generate/search/choices.h"

namespace warpstring::generate {

/// "name(a = 1, b = 2)".
[[nodiscard]] std::string named(std::string_view name, const Numbers& numbers);

/// Ways of one stage. What they hold is theirs: they outlive this.
class Collector {
public:
    using Make = std::function<std::optional<Choice>(const Numbers&)>;

    Collector(Expr whole, Path path, Allowed allowed)
        : whole_(std::move(whole)), path_(std::move(path)), allowed_(std::move(allowed)) {}

    void add(const std::string& name, std::vector<Numbers> listed, Make make) {
        if (listed.empty()) return;
        ways.push_back({name, std::move(listed),
                        [name, make = std::move(make),
                         allowed = allowed_](const Numbers& numbers) -> std::optional<Choice> {
                            std::optional<Choice> choice = make(numbers);
                            if (!choice || !areAllowed(allowed, choice->steps)) return std::nullopt;
                            choice->way = name;
                            choice->numbers = numbers;
                            return choice;
                        }});
    }

    using Steps = std::function<std::vector<Step>(const Numbers&)>;
    using Group = std::function<std::array<std::int64_t, 3>(const Numbers&)>;
    /// Steps that are written down; `group` gives the local sizes, none where it is empty.
    void addSteps(const std::string& name, std::vector<Numbers> listed,
                  std::function<std::string(const Numbers&)> text, Steps steps, Group group = {}) {
        add(name, std::move(listed),
            [whole = whole_, text = std::move(text), steps = std::move(steps),
             group = std::move(group)](const Numbers& numbers) -> std::optional<Choice> {
                Choice choice{text(numbers), steps(numbers), {}, {}, {}};
                if (group) choice.code.local = group(numbers);
                if (choice.code.local[0] * std::max<std::int64_t>(1, choice.code.local[1]) > mostItems)
                    return std::nullopt;
                Expr now = whole;
                for (const Step& step : choice.steps) {
                    if (!isLegal(now, step)) return std::nullopt;
                    const Result<Expr> next = after(now, step);
                    if (!next) return std::nullopt;
                    now = *next;
                }
                return choice;
            });
    }

    /// A macro, after steps that the numbers want; at `at` instead of the stage where that is told.
    void addMacro(const std::string& name, std::string_view macro, std::vector<Numbers> listed,
                  const std::optional<Path>& at = std::nullopt, Steps before = {}) {
        add(name, std::move(listed),
            [whole = whole_, path = at.value_or(path_), name, macro,
             before = std::move(before)](const Numbers& numbers) -> std::optional<Choice> {
                Choice choice{named(name, numbers), before ? before(numbers) : std::vector<Step>(), {}, {}, {}};
                Expr now = whole;
                for (const Step& step : choice.steps) {
                    const Result<Expr> next = after(now, step);
                    if (!next) return std::nullopt;
                    now = *next;
                    choice.name = named(step.rule, step.numbers) + ", " + choice.name;
                }
                const Result<std::vector<Step>> steps = findMacro(macro)->steps(now, path, numbers);
                if (!steps) return std::nullopt;
                choice.steps.insert(choice.steps.end(), steps->begin(), steps->end());
                return choice;
            });
    }

    /// The thesis' reductions, by their listing's number.
    void addListing(int number, std::vector<Numbers> listed) {
        const std::string name = "listing-5." + std::to_string(number);
        add(name, std::move(listed),
            [whole = whole_, path = path_, name, number](const Numbers& numbers) -> std::optional<Choice> {
                const auto chunk = numbers.find("chunk");
                const Result<std::vector<Step>> steps = listing(
                    number, whole, path, {numbers.at("group"), chunk == numbers.end() ? 0 : chunk->second});
                if (!steps) return std::nullopt;
                return Choice{named(name, numbers), *steps, {}, {}, {}};
            });
    }

    [[nodiscard]] const Expr& whole() const { return whole_; }

    std::vector<Way> ways;

private:
    static constexpr std::int64_t mostItems = 1024; ///< of a group

    [[nodiscard]] static bool areAllowed(const Allowed& allowed, const std::vector<Step>& steps) {
        return std::ranges::all_of(steps, [&](const Step& step) { return isAllowed(step.rule, allowed); });
    }

    Expr whole_;
    Path path_;
    Allowed allowed_;
};

/// The numbers that are the local sizes.
[[nodiscard]] Collector::Group groupOf(std::string_view x, std::string_view y = {});

/// "name, groups of 64", or of "x x y".
[[nodiscard]] std::function<std::string(const Numbers&)> inGroups(const std::string& name);

} // namespace warpstring::generate
