// SPDX-License-Identifier: GPL-3.0-or-later
// Whether an instruction may go ahead of its turn in an order without that order running out of registers.
#pragma once

#include <cstddef>
#include <vector>

#include "pdg/ordering/register_lives.h"

namespace warpstring::ordering {

/// Follows an order of which some nodes are issued ahead of their turn. As long as those fit, the rest of the
/// order can be followed within the room: nothing has to be spilled.
class RegisterRoom {
public:
    /// `room`: registers of 32 bits, as many as the order takes at least; both are kept by reference.
    RegisterRoom(const InstructionBlock& block, const Order& order, int room);

    /// The node whose turn it is, which always fits.
    [[nodiscard]] std::uint32_t turn() const { return order_[turn_]; }
    [[nodiscard]] bool fits(std::uint32_t node) const;
    /// Each node once, behind what it needs.
    void issue(std::uint32_t node);

private:
    /// The most registers alive at the places of the order that are still to come, of which those of a range
    /// may be raised at once.
    class Pressure {
    public:
        explicit Pressure(const std::vector<int>& alive);
        void raise(std::size_t first, std::size_t end, int by);
        /// Over a range that is not empty.
        [[nodiscard]] int most(std::size_t first, std::size_t end) const;

    private:
        struct Range {
            std::size_t node, from, to;
        };
        void raise(Range at, std::size_t first, std::size_t end, int by);
        [[nodiscard]] int most(Range at, std::size_t first, std::size_t end) const;

        std::size_t size_ = 1;
        std::vector<int> most_, raised_; ///< a tree of ranges, each half of the one above it
    };

    const InstructionBlock& block_;
    const Order& order_;
    int room_;
    RegisterLives lives_;
    Pressure pressure_;
    std::vector<std::size_t> place_; ///< by node
    std::vector<bool> isIssued_;     ///< by node
    std::vector<bool> isAlive_;      ///< by register
    std::size_t turn_ = 0;
    int alive_ = 0;
};

} // namespace warpstring::ordering
