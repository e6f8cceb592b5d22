// SPDX-License-Identifier: GPL-3.0-or-later
// Memory of lane values: they come and go by the million and have a few sizes, of which the general allocator
// takes the larger ones apart and puts them together again each time.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <new>
#include <vector>

namespace warpstring::evaluation {

#if defined(__SANITIZE_ADDRESS__) // g++
inline constexpr bool keepsLaneMemory = false;
#elif defined(__has_feature) // clang
inline constexpr bool keepsLaneMemory = !__has_feature(address_sanitizer);
#else
inline constexpr bool keepsLaneMemory = true;
#endif

/// Blocks that were given back, by size, for whoever asks next on the same thread.
class LaneMemory {
public:
    LaneMemory() = default;
    LaneMemory(const LaneMemory&) = delete;
    LaneMemory& operator=(const LaneMemory&) = delete;
    ~LaneMemory();

    [[nodiscard]] static LaneMemory& ofThread();

    [[nodiscard]] void* take(std::size_t bytes) {
        Shelf* const shelf = shelfOf(bytes);
        if (shelf == nullptr || shelf->first == nullptr) return makeBlock(bytes);
        Block* const block = shelf->first;
        shelf->first = block->next;
        shelf->bytes -= std::bit_ceil(bytes);
        return block;
    }
    void giveBack(void* memory, std::size_t bytes) noexcept {
        Shelf* const shelf = shelfOf(bytes);
        if (shelf == nullptr || shelf->bytes >= mostShelfBytes) {
            ::operator delete(memory);
            return;
        }
        shelf->first = new (memory) Block{shelf->first};
        shelf->bytes += std::bit_ceil(bytes);
    }

private:
    struct Block {
        Block* next;
    };
    struct Shelf {
        Block* first = nullptr;
        std::size_t bytes = 0; ///< of its blocks
    };
    static constexpr std::size_t mostBytes = 8192; ///< 1024 work-items
    static constexpr std::size_t mostShelfBytes = 1 << 20;

    /// nullptr for sizes that are not kept. AddressSanitizer is to see every block come and go.
    [[nodiscard]] Shelf* shelfOf(std::size_t bytes) {
        if (!keepsLaneMemory || bytes > mostBytes) return nullptr;
        return &shelves_[static_cast<std::size_t>(std::bit_width(bytes - 1))];
    }
    [[nodiscard]] static void* makeBlock(std::size_t bytes) {
        return ::operator new(bytes <= mostBytes ? std::bit_ceil(bytes) : bytes);
    }

    std::array<Shelf, std::bit_width(mostBytes - 1) + 1> shelves_{}; ///< by power of two
};

template <class Number>
struct LaneAllocator {
    using value_type = Number; // NOLINT(readability-identifier-naming): as std::vector asks

    LaneAllocator() = default;
    template <class Other>
    LaneAllocator(const LaneAllocator<Other>&) noexcept {}

    [[nodiscard]] Number* allocate(std::size_t count) {
        return static_cast<Number*>(LaneMemory::ofThread().take(count * sizeof(Number)));
    }
    void deallocate(Number* memory, std::size_t count) noexcept {
        LaneMemory::ofThread().giveBack(memory, count * sizeof(Number));
    }
    friend bool operator==(const LaneAllocator&, const LaneAllocator&) { return true; }
};

/// An entry for each work-item, or one for all.
using Lanes = std::vector<std::int64_t, LaneAllocator<std::int64_t>>;
using RealLanes = std::vector<double, LaneAllocator<double>>;

} // namespace warpstring::evaluation
