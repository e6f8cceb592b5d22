// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/work_share.h"

#include <algorithm>

namespace warpstring {

namespace {

/// A part of the share before which nothing is foreseen, and how far beyond the rest must go: what is to come
/// is seldom like what was.
constexpr double least = 1.0 / 16, farBeyond = 2;

} // namespace

WorkShare::WorkShare(double most, Beyond beyond, const Cancellation* cancellation, double unitsBetweenPolls)
    : most_(most), beyond_(beyond), between_(unitsBetweenPolls), cancellation_(cancellation) {
    look();
}

void WorkShare::look() {
    if (!isStopped_ && warpstring::isStopped(cancellation_)) isStopped_ = true;
    isSpent_ = isSpent_ || isStopped_ || used_ >= most_;
    next_ =
        used_ + (cancellation_ != nullptr && !isStopped_ ? between_ : std::numeric_limits<double>::infinity());
    if (!isSpent_) next_ = std::min(next_, most_);
}

void WorkShare::foresee(double before, double done, double all) {
    const double here = used_ - before;
    if (beyond_ != Beyond::GiveUp || isSpent_ || done <= 0 || here < least * most_) return;
    if (before + here / done * all > farBeyond * most_) isSpent_ = true;
}

} // namespace warpstring
