// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "pdg/evaluation/lane_value.h"

namespace warpstring::evaluation {

/// Values of expressions in one box. Each stays where it is until all are forgotten, also when the whole is
/// moved; the room for them is kept.
class KnownValues {
public:
    [[nodiscard]] bool empty() const { return ids_.empty(); }

    /// nullptr where it is not known.
    [[nodiscard]] const LaneValue* find(ExprId id) const {
        return id.index < places_.size() && places_[id.index] != 0 ? &at(places_[id.index] - 1) : nullptr;
    }

    const LaneValue& set(ExprId id, LaneValue value) {
        if (id.index >= places_.size()) places_.resize(id.index + 1);
        if (places_[id.index] == 0) {
            if (ids_.size() == chunks_.size() * chunkSize) chunks_.push_back(std::make_unique<Chunk>());
            ids_.push_back(id.index);
            places_[id.index] = static_cast<std::uint32_t>(ids_.size());
        }
        return at(places_[id.index] - 1) = std::move(value);
    }

    void forget() {
        for (std::uint32_t place = 0; place < ids_.size(); ++place) {
            at(place) = {};
            places_[ids_[place]] = 0;
        }
        ids_.clear();
    }

private:
    static constexpr std::uint32_t chunkSize = 32;
    using Chunk = std::array<LaneValue, chunkSize>;

    [[nodiscard]] LaneValue& at(std::uint32_t place) const {
        return (*chunks_[place / chunkSize])[place % chunkSize];
    }

    std::vector<std::uint32_t> places_; ///< by ExprId: one more than that of its value; 0: not known
    std::vector<std::uint32_t> ids_;    ///< by place
    std::vector<std::unique_ptr<Chunk>> chunks_;
};

} // namespace warpstring::evaluation
