// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/timeline/write_buffer.h"

#include <algorithm>
#include <bit>

namespace warpstring::timeline {

namespace {

// On an H200, stores of 2 to 6 elements a lane to the same lines (bench/device/filled-lines.toml;
// docs/model.md, 9.3): multiply-adds between them change nothing, of stores to up to four lines a fifth comes
// late, to eight nearly all.
constexpr double keptCycles = 100;
constexpr double leastLate = 0.2, laterByLine = 0.125;
constexpr std::size_t linesInTime = 4;
constexpr double manyApart = 0.75; ///< of stores too many to fill a line together

double lateShare(std::size_t lines) {
    if (lines <= linesInTime) return leastLate;
    return std::min(1.0, leastLate + laterByLine * static_cast<double>(lines - linesInTime));
}

} // namespace

WriteBuffer::Added WriteBuffer::write(std::int64_t line, std::uint32_t sectors, std::size_t touched,
                                      double now) {
    const double asked = std::popcount(sectors);
    for (auto& held : held_) {
        if (held.line != line || now - held.since > keptCycles) continue;
        held.stores += 1;
        held.asked += asked;
        if (held.stores > stores_) { // those before as well
            const double sent = manyApart * held.asked - held.sent;
            if (sent <= 0) return {};
            held.sent += sent;
            return {sent, sent / asked};
        }
        late_ += lateShare(touched);
        if (late_ >= 1) {
            late_ -= 1;
            held.sent += asked;
            return {asked, 1};
        }
        const double added = std::popcount(sectors & ~held.sectors);
        held.sectors |= sectors;
        held.sent += added;
        return {added, 0};
    }
    const Held held{line, sectors, now, 1, asked, asked};
    if (held_.size() < lines_)
        held_.push_back(held);
    else if (lines_ > 0) {
        held_[next_] = held;
        next_ = (next_ + 1) % lines_;
    }
    return {asked, 1};
}

} // namespace warpstring::timeline
