// SPDX-License-Identifier: GPL-3.0-or-later
#include "generate/search/stage_decisions.h"

#include <algorithm>
#include <utility>

namespace warpstring::generate {
namespace {

/// What decisions below a stage share.
struct Stage {
    Candidate begun;
    Allowed allowed;
    Extent extent = Extent::Listed;
};
using StagePointer = std::shared_ptr<const Stage>;

class Leaf : public Decision {
public:
    explicit Leaf(Candidate candidate) : candidate_(std::move(candidate)) {}
    [[nodiscard]] std::size_t branches() const override { return 0; }
    [[nodiscard]] std::unique_ptr<Decision> branch(std::size_t) const override { return nullptr; }
    [[nodiscard]] const Candidate& candidate() const { return candidate_; }

private:
    Candidate candidate_;
};

std::unique_ptr<Decision> wayDecision(StagePointer stage, std::shared_ptr<const Way> way,
                                      std::vector<Numbers> left, std::size_t decided);

/// Which of a way's numbers: all sets that are left agree on the first `decided` of them, and not on the next.
class NumberDecision : public Decision {
public:
    NumberDecision(StagePointer stage, std::shared_ptr<const Way> way, std::vector<std::vector<Numbers>> groups,
                   std::size_t decided)
        : stage_(std::move(stage)), way_(std::move(way)), groups_(std::move(groups)), decided_(decided) {}
    [[nodiscard]] std::size_t branches() const override { return groups_.size(); }
    [[nodiscard]] std::unique_ptr<Decision> branch(std::size_t index) const override {
        return wayDecision(stage_, way_, groups_[index], decided_ + 1);
    }
    /// What is listed first of those that are left.
    [[nodiscard]] std::optional<std::size_t> usual() const override {
        for (const Numbers& listed : way_->listed) {
            for (std::size_t i = 0; i < groups_.size(); ++i)
                if (std::ranges::find(groups_[i], listed) != groups_[i].end()) return i;
        }
        return std::nullopt;
    }

private:
    StagePointer stage_;
    std::shared_ptr<const Way> way_;
    std::vector<std::vector<Numbers>> groups_;
    std::size_t decided_;
};

/// Which way.
class StageDecision : public Decision {
public:
    StageDecision(StagePointer stage, const Path& open) : stage_(std::move(stage)) {
        for (Way& way : waysAt(stage_->begun.form.body, open, stage_->allowed)) {
            const bool fits = std::ranges::any_of(
                way.listed, [&](const Numbers& numbers) { return way.choice(numbers).has_value(); });
            if (fits) ways_.push_back(std::make_shared<const Way>(std::move(way)));
        }
    }
    [[nodiscard]] std::size_t branches() const override { return ways_.size(); }
    [[nodiscard]] std::unique_ptr<Decision> branch(std::size_t index) const override {
        return wayDecision(stage_, ways_[index], numbersOf(*ways_[index], stage_->extent), 0);
    }

private:
    StagePointer stage_;
    std::vector<std::shared_ptr<const Way>> ways_;
};

/// A leaf, or the next stage's decision; null where that has no way.
std::unique_ptr<Decision> behind(const StagePointer& stage, Candidate candidate) {
    const std::optional<Path> open = openStage(candidate.form.body);
    if (!open) return std::make_unique<Leaf>(std::move(candidate));
    auto next = std::make_unique<StageDecision>(
        std::make_shared<const Stage>(Stage{std::move(candidate), stage->allowed, stage->extent}), *open);
    if (next->branches() == 0) return nullptr;
    return next;
}

std::unique_ptr<Decision> wayDecision(StagePointer stage, std::shared_ptr<const Way> way,
                                      std::vector<Numbers> left, std::size_t decided) {
    std::vector<std::vector<Numbers>> groups;
    for (; groups.size() < 2 && decided < left.front().size(); ++decided) {
        // By the values of the next number; what is decided by the others is passed over.
        std::map<std::int64_t, std::vector<Numbers>> byValue;
        for (const Numbers& numbers : left)
            byValue[std::next(numbers.begin(), static_cast<std::ptrdiff_t>(decided))->second].push_back(
                numbers);
        groups.clear();
        for (auto& [value, numbers] : byValue) groups.push_back(std::move(numbers));
    }
    if (groups.size() > 1)
        return std::make_unique<NumberDecision>(std::move(stage), std::move(way), std::move(groups),
                                                decided - 1);
    const std::optional<Choice> choice = way->choice(left.front());
    std::optional<Candidate> next = choice ? lowered(stage->begun, *choice) : std::nullopt;
    return next ? behind(stage, *std::move(next)) : nullptr;
}

} // namespace

std::unique_ptr<Decision> stageDecisions(const Candidate& begun, const Allowed& allowed, Extent extent) {
    return std::make_unique<StageDecision>(std::make_shared<const Stage>(Stage{begun, allowed, extent}),
                                           openStage(begun.form.body).value_or(Path{}));
}

const Candidate& candidateOf(const Decision& leaf) { return static_cast<const Leaf&>(leaf).candidate(); }

} // namespace warpstring::generate
