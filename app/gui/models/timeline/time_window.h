// SPDX-License-Identifier: GPL-3.0-or-later
// The cycles that a view shows of a run: zoomed and moved within what there is.
#pragma once

namespace warpstring::gui {

/// Always 0 <= from() < to(), and to() <= limit().
class TimeWindow {
public:
    /// No window is narrower, cycles, unless there are fewer.
    static constexpr double leastCycles = 8;

    /// What is left outside is cut off; the window otherwise stays.
    void setLimit(double limit);
    void show(double from, double to);
    void fit() { show(0, limit_); }
    /// `factor` times as many cycles; `cycle` keeps its place as far as the limits allow.
    void zoomAbout(double cycle, double factor);
    void pan(double cycles) { move(from_ + cycles); }

    [[nodiscard]] double from() const { return from_; }
    [[nodiscard]] double to() const { return to_; }
    [[nodiscard]] double cycles() const { return to_ - from_; }
    [[nodiscard]] double limit() const { return limit_; }
    friend bool operator==(const TimeWindow&, const TimeWindow&) = default;

private:
    void move(double from);

    double from_ = 0, to_ = 1, limit_ = 1;
};

} // namespace warpstring::gui
