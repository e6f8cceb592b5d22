// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/evaluation/lane_memory.h"

namespace warpstring::evaluation {

LaneMemory::~LaneMemory() {
    for (auto& shelf : shelves_)
        while (shelf.first != nullptr) {
            Block* const next = shelf.first->next;
            ::operator delete(shelf.first);
            shelf.first = next;
        }
}

LaneMemory& LaneMemory::ofThread() {
    // Memory alone: no value depends on it.
    thread_local LaneMemory memory;
    return memory;
}

} // namespace warpstring::evaluation
