// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/ordering/register_room.h"

#include <algorithm>

namespace warpstring::ordering {

namespace {

constexpr int nothing = -(1 << 28);

} // namespace

RegisterRoom::Pressure::Pressure(const std::vector<int>& alive) {
    while (size_ < alive.size()) size_ *= 2;
    most_.assign(2 * size_, nothing);
    raised_.assign(2 * size_, 0);
    std::copy(alive.begin(), alive.end(), most_.begin() + static_cast<std::ptrdiff_t>(size_));
    for (std::size_t i = size_ - 1; i > 0; --i) most_[i] = std::max(most_[2 * i], most_[2 * i + 1]);
}

void RegisterRoom::Pressure::raise(std::size_t first, std::size_t end, int by) {
    if (first < end && by != 0) raise({1, 0, size_}, first, end, by);
}

int RegisterRoom::Pressure::most(std::size_t first, std::size_t end) const {
    return most({1, 0, size_}, first, end);
}

void RegisterRoom::Pressure::raise(Range at, std::size_t first, std::size_t end, int by) {
    if (end <= at.from || at.to <= first) return;
    if (first <= at.from && at.to <= end) {
        most_[at.node] += by;
        raised_[at.node] += by;
        return;
    }
    const std::size_t middle = (at.from + at.to) / 2, half = 2 * at.node;
    raise({half, at.from, middle}, first, end, by);
    raise({half + 1, middle, at.to}, first, end, by);
    most_[at.node] = std::max(most_[half], most_[half + 1]) + raised_[at.node];
}

int RegisterRoom::Pressure::most(Range at, std::size_t first, std::size_t end) const {
    if (end <= at.from || at.to <= first) return nothing;
    if (first <= at.from && at.to <= end) return most_[at.node];
    const std::size_t middle = (at.from + at.to) / 2, half = 2 * at.node;
    return std::max(most({half, at.from, middle}, first, end), most({half + 1, middle, at.to}, first, end)) +
           raised_[at.node];
}

RegisterRoom::RegisterRoom(const InstructionBlock& block, const Order& order, int room)
    : block_(block), order_(order), room_(room), lives_(block, order), pressure_(lives_.alive),
      place_(order.size()), isIssued_(order.size(), false), isAlive_(block.registers.size(), false) {
    for (std::size_t place = 0; place < order.size(); ++place) place_[order[place]] = place;
    for (std::size_t name = 0; name < isAlive_.size(); ++name)
        if (block.registers[name].isAlive && !lives_.uses[name].empty()) {
            isAlive_[name] = true;
            alive_ += block.registers[name].width;
        }
}

/// What it makes is alive from now on, at all places up to its own; what it is the last to use no longer.
bool RegisterRoom::fits(std::uint32_t node) const {
    const std::size_t place = place_[node];
    if (place == turn_) return true;
    int more = 0;
    for (const auto name : block_.nodes[node].makes)
        if (!isAlive_[name] && !lives_.uses[name].empty()) more += block_.registers[name].width;
    for (const auto name : block_.nodes[node].reads)
        if (lives_.uses[name].size() == 1) more -= block_.registers[name].width;
    if (alive_ + more + block_.nodes[node].temporaries > room_) return false;
    return more <= 0 || pressure_.most(turn_, place) + more <= room_;
}

void RegisterRoom::issue(std::uint32_t node) {
    const auto& instruction = block_.nodes[node];
    const std::size_t place = place_[node];
    isIssued_[node] = true;
    for (const auto name : instruction.reads) {
        auto& uses = lives_.uses[name];
        const int width = block_.registers[name].width;
        const std::size_t last = uses.back();
        uses.erase(std::find(uses.begin(), uses.end(), place));
        if (uses.empty() && isAlive_[name]) {
            isAlive_[name] = false;
            alive_ -= width;
        }
        pressure_.raise(std::max(turn_, uses.empty() ? 0 : uses.back()), last, -width);
    }
    for (const auto name : instruction.makes) {
        if (lives_.uses[name].empty()) continue;
        if (!isAlive_[name]) {
            isAlive_[name] = true;
            alive_ += block_.registers[name].width;
        }
        pressure_.raise(turn_, lives_.start[name], block_.registers[name].width);
        lives_.start[name] = std::min(lives_.start[name], turn_);
    }
    pressure_.raise(place, place + 1, -instruction.temporaries);
    while (turn_ < order_.size() && isIssued_[order_[turn_]]) ++turn_;
}

} // namespace warpstring::ordering
