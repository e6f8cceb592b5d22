// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/evaluation/memory_rules.h"

#include <algorithm>
#include <array>
#include <bit>
#include <vector>

namespace warpstring {

namespace {

constexpr std::size_t mostLanes = 128;

/// A small sorted set on the stack: a warp touches few distinct words.
class DistinctValues {
public:
    bool insert(std::int64_t value) {
        const auto end = values_.begin() + size_;
        if (size_ > 0 && value == end[-1]) return false; // neighbours mostly come one after another
        const auto at = std::lower_bound(values_.begin(), end, value);
        if (at != end && *at == value) return false;
        if (static_cast<std::size_t>(size_) == values_.size()) return true;
        std::move_backward(at, end, end + 1);
        *at = value;
        ++size_;
        return true;
    }
    [[nodiscard]] int size() const { return size_; }
    [[nodiscard]] const std::int64_t* begin() const { return values_.data(); }
    [[nodiscard]] const std::int64_t* end() const { return values_.data() + size_; }

private:
    std::array<std::int64_t, mostLanes * 8> values_;
    std::ptrdiff_t size_ = 0;
};

std::int64_t floorDivide(std::int64_t a, std::int64_t b) { return a >= 0 ? a / b : -((-a + b - 1) / b); }

int activeLanes(LaneAddresses lanes) {
    return static_cast<int>(
        std::count_if(lanes.begin(), lanes.end(), [](auto address) { return address != inactiveLane; }));
}

bool canCoalesceStrictly(int bytes) { return bytes == 4 || bytes == 8 || bytes == 16; }

bool isCoalescedStrictly(const HardwareSpec::GlobalMemory& memory, LaneAddresses lanes, int bytes) {
    if (!canCoalesceStrictly(bytes)) return false;
    std::int64_t base = inactiveLane;
    for (std::size_t k = 0; k < lanes.size(); ++k) {
        if (lanes[k] == inactiveLane) continue;
        const std::int64_t own = lanes[k] - static_cast<std::int64_t>(k) * bytes;
        if (base == inactiveLane) base = own;
        if (own != base) return false;
    }
    const std::int64_t segment = static_cast<std::int64_t>(memory.lanesPerRequest) * bytes;
    return base - floorDivide(base, segment) * segment == 0;
}

Transactions coalescedStrictly(const HardwareSpec::GlobalMemory& memory, int bytes) {
    const double segment = static_cast<double>(memory.lanesPerRequest) * bytes;
    return {std::max(1.0, segment / memory.maxTransactionBytes), segment};
}

Transactions oneByOne(const HardwareSpec::GlobalMemory& memory, int lanes, int bytes) {
    return {static_cast<double>(lanes), static_cast<double>(lanes) * std::max(memory.uncoalescedBytes, bytes)};
}

Transactions strictHalfWarp(const HardwareSpec::GlobalMemory& memory, LaneAddresses lanes, int bytes) {
    const int active = activeLanes(lanes);
    if (active == 0) return {};
    return isCoalescedStrictly(memory, lanes, bytes) ? coalescedStrictly(memory, bytes)
                                                     : oneByOne(memory, active, bytes);
}

/// Fewer lanes may coalesce where more do not, and cost more bytes or fewer transactions then.
TransactionBounds strictHalfWarpBounds(const HardwareSpec::GlobalMemory& memory, LaneAddresses must,
                                       LaneAddresses may, bool known, int bytes) {
    const int fewest = activeLanes(must), most = activeLanes(may);
    if (most == 0) return {};
    const Transactions together = coalescedStrictly(memory, bytes);
    if (known && isCoalescedStrictly(memory, may, bytes))
        return {fewest > 0 ? together : Transactions{}, together};
    TransactionBounds bounds{oneByOne(memory, fewest, bytes), oneByOne(memory, most, bytes)};
    const bool neverTogether =
        !canCoalesceStrictly(bytes) || (known && fewest > 0 && !isCoalescedStrictly(memory, must, bytes));
    if (neverTogether) return bounds;
    bounds.least = {std::min(bounds.least.count, together.count), std::min(bounds.least.bytes, together.bytes)};
    bounds.most = {std::max(bounds.most.count, together.count), std::max(bounds.most.bytes, together.bytes)};
    return bounds;
}

/// Addresses as favourable, or as unfavourable, as they can be for the rules of segments, lines and sectors.
Transactions atSomeAddresses(const HardwareSpec::GlobalMemory& memory, LaneAddresses lanes, std::int64_t apart,
                             int bytes) {
    std::vector<std::int64_t> placed(lanes.begin(), lanes.end());
    for (std::size_t lane = 0; lane < placed.size(); ++lane)
        if (placed[lane] != inactiveLane) placed[lane] = static_cast<std::int64_t>(lane) * apart;
    return transactions(memory, placed, bytes);
}

Transactions segmentHalfWarp(const HardwareSpec::GlobalMemory& memory, LaneAddresses lanes, int bytes) {
    const std::int64_t segment = bytes == 1 ? 32 : bytes == 2 ? 64 : memory.maxTransactionBytes;
    Transactions result;
    DistinctValues segments;
    for (const auto address : lanes)
        if (address != inactiveLane)
            for (std::int64_t s = floorDivide(address, segment); s <= floorDivide(address + bytes - 1, segment);
                 ++s)
                segments.insert(s);
    for (const auto s : segments) {
        // The segment is halved as long as only one half is used.
        std::int64_t low = s * segment, size = segment;
        std::int64_t first = low + size, last = low;
        for (const auto address : lanes) {
            if (address == inactiveLane || address + bytes <= low || address >= low + size) continue;
            first = std::min(first, std::max(address, low));
            last = std::max(last, std::min(address + bytes, low + size) - 1);
        }
        while (size > memory.minTransactionBytes) {
            const std::int64_t half = size / 2;
            if (last < low + half)
                size = half;
            else if (first >= low + half) {
                low += half;
                size = half;
            } else
                break;
        }
        result.count += 1;
        result.bytes += static_cast<double>(size);
    }
    return result;
}

Transactions blocks(LaneAddresses lanes, int bytes, std::int64_t block) {
    DistinctValues touched;
    // Division is what takes the time here, and blocks mostly have a power of two of bytes.
    const int bits = std::countr_zero(static_cast<std::uint64_t>(block));
    const bool isPower = block == std::int64_t{1} << bits;
    const auto numberOf = [&](std::int64_t address) {
        return isPower ? address >> bits : floorDivide(address, block);
    };
    for (const auto address : lanes)
        if (address != inactiveLane)
            for (std::int64_t b = numberOf(address), last = numberOf(address + bytes - 1); b <= last; ++b)
                touched.insert(b);
    return {static_cast<double>(touched.size()),
            static_cast<double>(touched.size()) * static_cast<double>(block)};
}

} // namespace

BankConflicts bankConflicts(const HardwareSpec::SharedMemory& memory, LaneAddresses addresses, int bytes) {
    BankConflicts result;
    std::array<int, 128> perBank{};
    const auto banks = static_cast<std::size_t>(std::min<int>(memory.banks, static_cast<int>(perBank.size())));
    for (std::size_t first = 0; first < addresses.size();
         first += static_cast<std::size_t>(memory.lanesPerAccess)) {
        const auto served = addresses.subspan(
            first, std::min(static_cast<std::size_t>(memory.lanesPerAccess), addresses.size() - first));
        DistinctValues words;
        perBank.fill(0);
        int ways = 1;
        for (const auto address : served) {
            if (address == inactiveLane) continue;
            for (std::int64_t word = floorDivide(address, memory.bankBytes);
                 word <= floorDivide(address + bytes - 1, memory.bankBytes); ++word) {
                if (!words.insert(word) && memory.broadcast) continue;
                const auto bank =
                    static_cast<std::size_t>(word - floorDivide(word, memory.banks) * memory.banks) % banks;
                ways = std::max(ways, ++perBank[bank]);
            }
        }
        result.ways = std::max(result.ways, ways);
        result.cycles += memory.cyclesPerAccess * ways;
    }
    return result;
}

Transactions transactions(const HardwareSpec::GlobalMemory& memory, LaneAddresses addresses, int bytes) {
    Transactions total;
    for (std::size_t first = 0; first < addresses.size();
         first += static_cast<std::size_t>(memory.lanesPerRequest)) {
        const auto request = addresses.subspan(
            first, std::min(static_cast<std::size_t>(memory.lanesPerRequest), addresses.size() - first));
        Transactions own;
        switch (memory.coalescing) {
        case CoalescingRule::StrictHalfWarp: own = strictHalfWarp(memory, request, bytes); break;
        case CoalescingRule::SegmentHalfWarp: own = segmentHalfWarp(memory, request, bytes); break;
        case CoalescingRule::LineWarp: own = blocks(request, bytes, memory.maxTransactionBytes); break;
        case CoalescingRule::SectorWarp: own = blocks(request, bytes, memory.minTransactionBytes); break;
        }
        total.count += own.count;
        total.bytes += own.bytes;
    }
    return total;
}

TransactionBounds transactionBounds(const HardwareSpec::GlobalMemory& memory, LaneAddresses must,
                                    LaneAddresses may, bool known, int bytes) {
    if (memory.coalescing != CoalescingRule::StrictHalfWarp) {
        // More lanes never cost less.
        if (known) return {transactions(memory, must, bytes), transactions(memory, may, bytes)};
        return {atSomeAddresses(memory, must, 0, bytes), atSomeAddresses(memory, may, 2 * globalPeriod, bytes)};
    }
    TransactionBounds total;
    const auto length = static_cast<std::size_t>(memory.lanesPerRequest);
    for (std::size_t first = 0; first < may.size(); first += length) {
        const std::size_t count = std::min(length, may.size() - first);
        const auto own =
            strictHalfWarpBounds(memory, must.subspan(first, count), may.subspan(first, count), known, bytes);
        total.least = {total.least.count + own.least.count, total.least.bytes + own.least.bytes};
        total.most = {total.most.count + own.most.count, total.most.bytes + own.most.bytes};
    }
    return total;
}

} // namespace warpstring
