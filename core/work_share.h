// SPDX-License-Identifier: GPL-3.0-or-later
// What a stage of a computation may spend, counted in units of its own work, never in seconds: what is found
// within it is the same on any machine. docs/architecture.md, "Budgets".
#pragma once

#include <limits>

#include "core/cancellation.h"

namespace warpstring {

class WorkShare {
public:
    /// What becomes of a stage that would need more than its share.
    enum class Beyond { GiveUp, Finish };

    /// Without limits: nothing ends it.
    WorkShare() = default;
    /// `cancellation` may be null; it is asked after so many units each.
    WorkShare(double most, Beyond beyond, const Cancellation* cancellation, double unitsBetweenPolls);

    void spend(double units) {
        used_ += units;
        if (used_ >= next_) look();
    }
    /// Ends the share where the rest of something would go far beyond it, of which `done` of `all` took what
    /// was used since `before`. Only for a stage that gives up.
    void foresee(double before, double done, double all);

    /// Used up, or told to stop: whoever sees it takes the shortest way out.
    [[nodiscard]] bool isSpent() const { return isSpent_; }
    /// There will be no result: it is spent, and the stage gives up or was told to stop.
    [[nodiscard]] bool isOver() const { return isSpent_ && (beyond_ == Beyond::GiveUp || isStopped_); }
    [[nodiscard]] bool isStopped() const { return isStopped_; }
    [[nodiscard]] double used() const { return used_; }

private:
    void look();

    double most_ = std::numeric_limits<double>::infinity();
    Beyond beyond_ = Beyond::Finish;
    double between_ = std::numeric_limits<double>::infinity();
    const Cancellation* cancellation_ = nullptr;
    double used_ = 0;
    double next_ = std::numeric_limits<double>::infinity(); ///< of `used_`: when there is something to decide
    bool isSpent_ = false, isStopped_ = false;
};

} // namespace warpstring
