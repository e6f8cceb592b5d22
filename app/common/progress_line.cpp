// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/progress_line.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iostream>

#include <unistd.h>

namespace warpstring::cli {

namespace {

std::string duration(double seconds) {
    const auto whole = std::llround(seconds);
    char text[48];
    if (whole < 60)
        std::snprintf(text, sizeof text, "%lld s", whole);
    else if (whole < 3600)
        std::snprintf(text, sizeof text, "%lld min %02lld s", whole / 60, whole % 60);
    else
        std::snprintf(text, sizeof text, "%lld h %02lld min", whole / 3600, whole / 60 % 60);
    return text;
}

} // namespace

ProgressLine::ProgressLine(std::uint64_t first) : first_(first), onTerminal_(isatty(STDERR_FILENO) == 1) {
    if (!onTerminal_) next_ += pause_;
}

void ProgressLine::show(const batch::BatchProgress& progress) {
    const auto now = Clock::now();
    if (now < next_) return;
    if (!onTerminal_) pause_ = std::min(pause_ * 2, std::chrono::seconds(60));
    next_ = now + (onTerminal_ ? std::chrono::milliseconds(200) : std::chrono::milliseconds(pause_));
    const double seconds = std::chrono::duration<double>(now - begun_).count();
    const double rate = seconds > 0 ? static_cast<double>(progress.written - first_) / seconds : 0;
    std::string line = std::to_string(progress.written) + " of " + std::to_string(progress.total) + " launches";
    if (progress.total > 0) line += ", " + std::to_string(100 * progress.written / progress.total) + " %";
    if (rate > 0) {
        char text[32];
        std::snprintf(text, sizeof text, rate < 10 ? ", %.1f/s" : ", %.0f/s", rate);
        line += text;
        line += ", " + duration(static_cast<double>(progress.total - progress.written) / rate) + " left";
    }
    if (progress.errors > 0) line += ", " + std::to_string(progress.errors) + " with errors";
    std::cerr << (onTerminal_ ? "\r\033[K" : "") << line << (onTerminal_ ? "" : "\n") << std::flush;
    shown_ = true;
}

void ProgressLine::clear() {
    if (onTerminal_ && shown_) std::cerr << "\r\033[K" << std::flush;
    shown_ = false;
}

} // namespace warpstring::cli
