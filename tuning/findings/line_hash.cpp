// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/findings/line_hash.h"

#include <array>
#include <cstdint>
#include <map>

#include "core/text/text_format.h"
#include "tuning/findings/utf16.h"

namespace warpstring::findings {

namespace {

constexpr std::size_t window = 100;
constexpr std::uint64_t base = 37;
constexpr char16_t endOfText = 0xffff;

constexpr std::uint64_t leavingFactor() {
    std::uint64_t factor = 1;
    for (std::size_t i = 0; i < window; ++i) factor *= base;
    return factor;
}

/// A hash that rolls over the last `window` units. Lines that begin within them wait for their value.
class RollingHash {
public:
    void add(char16_t unit, bool beginsLine) {
        finishOldest();
        if (beginsLine) {
            lines_[at_] = ++lineCount_;
            hashes_.emplace_back();
        }
        roll(unit);
    }

    std::vector<std::string> hashes() {
        for (std::size_t i = 0; i < window; ++i) {
            finishOldest();
            roll(0);
        }
        return std::move(hashes_);
    }

private:
    void roll(char16_t unit) {
        hash_ = base * hash_ + unit - leavingFactor() * units_[at_];
        units_[at_] = unit;
        at_ = (at_ + 1) % window;
    }

    /// The line whose begin is the oldest unit has all of its window behind it.
    void finishOldest() {
        if (lines_[at_] == 0) return;
        const std::string text = formatted("%llx", static_cast<unsigned long long>(hash_));
        hashes_[lines_[at_] - 1] = text + ":" + std::to_string(++counts_[text]);
        lines_[at_] = 0;
    }

    std::array<char16_t, window> units_{};
    std::array<std::size_t, window> lines_{}; ///< that begins with this unit, from 1; 0: none
    std::size_t at_ = 0, lineCount_ = 0;
    std::uint64_t hash_ = 0;
    std::map<std::string, int> counts_;
    std::vector<std::string> hashes_;
};

} // namespace

std::vector<std::string> lineHashes(std::string_view text) {
    RollingHash hash;
    bool beginsLine = true, wasReturn = false;
    for (char16_t unit : toUtf16(text)) {
        const bool isSkipped = unit == u' ' || unit == u'\t' || (wasReturn && unit == u'\n');
        wasReturn = !isSkipped && unit == u'\r';
        if (isSkipped) continue;
        if (wasReturn) unit = u'\n';
        hash.add(unit, beginsLine);
        beginsLine = unit == u'\n';
    }
    hash.add(endOfText, beginsLine);
    return hash.hashes();
}

} // namespace warpstring::findings
