// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/evaluation/memory_rules.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <span>
#include <vector>

#include "pdg/evaluation/floor_divide.h"

namespace warpstring::evaluation {

namespace {

constexpr std::size_t mostLanes = 128;
constexpr int mostBanks = 128;

/// The words that lanes asked for, on the stack.
class AskedWords {
public:
    AskedWords() { table_.fill(inactiveLane); } // no word has this number

    /// Whether no lane before asked for it.
    bool insert(std::int64_t word) {
        std::size_t slot = (static_cast<std::uint64_t>(word) * 0x9E3779B97F4A7C15U) >> 56;
        while (table_[slot] != word && table_[slot] != inactiveLane) slot = (slot + 1) % slots;
        if (table_[slot] == word) return false;
        if (size_ == mostWords) return true;
        table_[slot] = word;
        ++size_;
        return true;
    }

private:
    static constexpr std::size_t slots = 256, mostWords = 192; ///< lanesTogether() leaves it fewer

    std::array<std::int64_t, slots> table_;
    std::size_t size_ = 0;
};

/// Numbers of the blocks of memory that a request touches, on the stack: collected as they come, which mostly
/// is in order, and sorted once where it is not.
class TouchedBlocks {
public:
    void add(std::int64_t number) {
        if (size_ > 0 && number == values_[size_ - 1]) return; // neighbours mostly lie in one block
        if (size_ == values_.size()) return;
        inOrder_ = inOrder_ && (size_ == 0 || number > values_[size_ - 1]);
        values_[size_++] = number;
    }
    /// How many there are: scattered ones are told apart by a table, which takes less than sorting them.
    [[nodiscard]] std::size_t count() {
        if (inOrder_) return size_;
        constexpr std::size_t slots = 256;
        if (size_ > slots / 2) return distinct().size();
        std::array<std::int64_t, slots> table;
        table.fill(inactiveLane); // no block has this number
        std::size_t found = 0;
        for (std::size_t i = 0; i < size_; ++i) {
            const std::int64_t number = values_[i];
            std::size_t slot = (static_cast<std::uint64_t>(number) * 0x9E3779B97F4A7C15U) >> 56;
            while (table[slot] != number && table[slot] != inactiveLane) slot = (slot + 1) % slots;
            found += table[slot] == number ? 0 : 1;
            table[slot] = number;
        }
        return found;
    }
    [[nodiscard]] std::span<const std::int64_t> distinct() {
        const auto begin = values_.begin();
        auto end = begin + static_cast<std::ptrdiff_t>(size_);
        if (!inOrder_) {
            std::sort(begin, end);
            end = std::unique(begin, end);
            size_ = static_cast<std::size_t>(end - begin);
            inOrder_ = true;
        }
        return {begin, end};
    }

private:
    std::array<std::int64_t, mostLanes * 8> values_;
    std::size_t size_ = 0;
    bool inOrder_ = true;
};

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

/// Lane number of a transaction that is not for one lane alone.
constexpr int anyLane = -1;

Transactions coalescedStrictly(const HardwareSpec::GlobalMemory& memory, int bytes) {
    const double segment = static_cast<double>(memory.lanesPerRequest) * bytes;
    return {std::max(1.0, std::ceil(segment / memory.maxTransactionBytes)), segment};
}

Transactions oneByOne(const HardwareSpec::GlobalMemory& memory, int lanes, int bytes) {
    return {static_cast<double>(lanes), static_cast<double>(lanes) * std::max(memory.uncoalescedBytes, bytes)};
}

/// `visit(address, bytes, lane)` sees every transaction; the lane is `anyLane` where it serves all that lie in
/// it.
template <typename Visit>
void strictHalfWarp(const HardwareSpec::GlobalMemory& memory, LaneAddresses lanes, int bytes, Visit&& visit) {
    const auto first =
        std::find_if(lanes.begin(), lanes.end(), [](auto address) { return address != inactiveLane; });
    if (first == lanes.end()) return;
    if (isCoalescedStrictly(memory, lanes, bytes)) {
        const std::int64_t base = *first - (first - lanes.begin()) * bytes;
        const std::int64_t end = base + static_cast<std::int64_t>(coalescedStrictly(memory, bytes).bytes);
        for (std::int64_t at = base; at < end; at += memory.maxTransactionBytes)
            visit(at, std::min<std::int64_t>(memory.maxTransactionBytes, end - at), anyLane);
        return;
    }
    const std::int64_t each = std::max(memory.uncoalescedBytes, bytes);
    for (std::size_t k = 0; k < lanes.size(); ++k) {
        if (lanes[k] == inactiveLane) continue;
        const std::int64_t aligned = floorDivide(lanes[k], each) * each;
        visit(lanes[k] + bytes <= aligned + each ? aligned : lanes[k], each, static_cast<int>(k));
    }
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

template <typename Visit>
void segmentHalfWarp(const HardwareSpec::GlobalMemory& memory, LaneAddresses lanes, int bytes, Visit&& visit) {
    const std::int64_t segment = bytes == 1 ? 32 : bytes == 2 ? 64 : memory.maxTransactionBytes;
    TouchedBlocks segments;
    for (const auto address : lanes)
        if (address != inactiveLane)
            for (std::int64_t s = floorDivide(address, segment); s <= floorDivide(address + bytes - 1, segment);
                 ++s)
                segments.add(s);
    for (const auto s : segments.distinct()) {
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
        visit(low, size, anyLane);
    }
}

TouchedBlocks touchedBlocks(LaneAddresses lanes, int bytes, std::int64_t block) {
    TouchedBlocks touched;
    // Division is what takes the time here, and blocks mostly have a power of two of bytes.
    const int bits = std::countr_zero(static_cast<std::uint64_t>(block));
    const bool isPower = block == std::int64_t{1} << bits;
    const auto addAll = [&](auto numberOf) {
        for (const auto address : lanes)
            if (address != inactiveLane)
                for (std::int64_t b = numberOf(address), last = numberOf(address + bytes - 1); b <= last; ++b)
                    touched.add(b);
    };
    if (isPower)
        addAll([bits](std::int64_t address) { return address >> bits; });
    else
        addAll([block](std::int64_t address) { return floorDivide(address, block); });
    return touched;
}

/// The bytes of the blocks that transactions consist of, where lanes share them; 0 under other rules.
std::int64_t blockBytes(const HardwareSpec::GlobalMemory& memory) {
    return memory.coalescing == CoalescingRule::LineWarp     ? memory.maxTransactionBytes
           : memory.coalescing == CoalescingRule::SectorWarp ? memory.minTransactionBytes
                                                             : 0;
}

/// What the sectors of a request lie in.
TouchedMemory memoryOf(const HardwareSpec::GlobalMemory& memory, TouchedBlocks& sectors, int asked) {
    const auto numbers = sectors.distinct();
    const auto blocks = [&](int bytes) {
        const int together = bytes / std::max(1, memory.minTransactionBytes);
        if (together <= 1) return bytes > 0 ? static_cast<double>(numbers.size()) : 0.0;
        const FloorDivisor ofBlock(together);
        std::size_t count = 0;
        std::int64_t last = INT64_MIN;
        for (const auto number : numbers) {
            const std::int64_t own = ofBlock.divide(number);
            count += own != last ? 1 : 0;
            last = own;
        }
        return static_cast<double>(count);
    };
    return {blocks(memory.maxTransactionBytes), blocks(memory.fetchBytes), blocks(memory.spanBytes),
            static_cast<double>(asked)};
}

/// Lanes that memory coalesces together, one request after the other: `visit(firstLane, request)`.
template <typename Visit>
void eachRequest(LaneAddresses addresses, int lanesPerRequest, Visit&& visit) {
    const auto length = static_cast<std::size_t>(lanesPerRequest);
    for (std::size_t first = 0; first < addresses.size(); first += length)
        visit(first, addresses.subspan(first, std::min(length, addresses.size() - first)));
}

template <typename Visit>
void eachTransaction(const HardwareSpec::GlobalMemory& memory, LaneAddresses request, int bytes,
                     Visit&& visit) {
    switch (memory.coalescing) {
    case CoalescingRule::StrictHalfWarp: strictHalfWarp(memory, request, bytes, visit); break;
    case CoalescingRule::SegmentHalfWarp: segmentHalfWarp(memory, request, bytes, visit); break;
    case CoalescingRule::LineWarp:
    case CoalescingRule::SectorWarp: {
        const std::int64_t block = blockBytes(memory);
        TouchedBlocks touched = touchedBlocks(request, bytes, block);
        for (const auto number : touched.distinct()) visit(number * block, block, anyLane);
        break;
    }
    }
}

/// `visit(lane, word, bank, isShared)` sees every word that a lane of a batch asks for; `isShared` where
/// another lane's turn serves it too.
template <typename Visit>
void eachBankWord(const HardwareSpec::SharedMemory& memory, LaneAddresses served, int bytes, Visit&& visit) {
    const FloorDivisor ofWord(memory.bankBytes), ofBanks(memory.banks);
    AskedWords words;
    for (std::size_t lane = 0; lane < served.size(); ++lane) {
        const std::int64_t address = served[lane];
        if (address == inactiveLane) continue;
        const std::int64_t last = ofWord.divide(address + bytes - 1);
        for (std::int64_t word = ofWord.divide(address); word <= last; ++word) {
            auto bank = static_cast<int>(ofBanks.remainder(word));
            if (bank >= mostBanks) bank %= mostBanks;
            const bool isShared = !words.insert(word) && memory.broadcast;
            visit(static_cast<int>(lane), word, bank, isShared);
        }
    }
}

} // namespace

int lanesTogether(const HardwareSpec::SharedMemory& memory, int bytes) {
    constexpr int mostBytes = 256;
    return std::min(memory.lanesPerAccess, std::max(1, mostBytes / std::max(1, bytes)));
}

BankConflicts bankConflicts(const HardwareSpec::SharedMemory& memory, LaneAddresses addresses, int bytes) {
    BankConflicts result;
    std::array<int, mostBanks> perBank{};
    eachRequest(addresses, lanesTogether(memory, bytes), [&](std::size_t, LaneAddresses served) {
        perBank.fill(0);
        int ways = 1;
        eachBankWord(memory, served, bytes, [&](int, std::int64_t, int bank, bool isShared) {
            if (!isShared) ways = std::max(ways, ++perBank[static_cast<std::size_t>(bank)]);
        });
        result.ways = std::max(result.ways, ways);
        result.cycles += memory.cyclesPerAccess * ways;
    });
    return result;
}

std::vector<BankBatch> bankBatches(const HardwareSpec::SharedMemory& memory, LaneAddresses addresses,
                                   int bytes) {
    std::vector<BankBatch> batches;
    eachRequest(addresses, lanesTogether(memory, bytes), [&](std::size_t first, LaneAddresses served) {
        BankBatch batch;
        batch.firstLane = static_cast<int>(first);
        batch.lanes = static_cast<int>(served.size());
        eachBankWord(memory, served, bytes, [&](int lane, std::int64_t word, int bank, bool isShared) {
            auto use = std::lower_bound(batch.banks.begin(), batch.banks.end(), bank,
                                        [](const BankUse& own, int number) { return own.bank < number; });
            if (use == batch.banks.end() || use->bank != bank) use = batch.banks.insert(use, {bank, {}, 0});
            auto same = std::find_if(use->words.begin(), use->words.end(),
                                     [&](const BankWord& own) { return own.word == word; });
            if (same == use->words.end()) same = use->words.insert(same, {word, {}});
            same->lanes.push_back(batch.firstLane + lane);
            if (!isShared) batch.ways = std::max(batch.ways, ++use->turns);
        });
        batch.cycles = memory.cyclesPerAccess * batch.ways;
        batches.push_back(std::move(batch));
    });
    return batches;
}

HardwareSpec::GlobalMemory texelRules(const HardwareSpec::GlobalMemory& memory) {
    HardwareSpec::GlobalMemory rules = memory;
    if (rules.coalescing == CoalescingRule::StrictHalfWarp) rules.coalescing = CoalescingRule::SegmentHalfWarp;
    return rules;
}

Transactions transactions(const HardwareSpec::GlobalMemory& memory, LaneAddresses addresses, int bytes) {
    Transactions total;
    const std::int64_t block = blockBytes(memory);
    eachRequest(addresses, memory.lanesPerRequest, [&](std::size_t, LaneAddresses request) {
        if (block > 0) {
            TouchedBlocks touched = touchedBlocks(request, bytes, block);
            if (memory.coalescing == CoalescingRule::SectorWarp)
                total.touched.add(memoryOf(memory, touched, activeLanes(request) * bytes), 1);
            const auto count = static_cast<double>(touched.count());
            total.count += count;
            total.bytes += count * static_cast<double>(block);
            return;
        }
        eachTransaction(memory, request, bytes, [&](std::int64_t, std::int64_t size, int) {
            total.count += 1;
            total.bytes += static_cast<double>(size);
        });
    });
    return total;
}

std::vector<MemoryTransaction> transactionList(const HardwareSpec::GlobalMemory& memory,
                                               LaneAddresses addresses, int bytes) {
    std::vector<MemoryTransaction> list;
    eachRequest(addresses, memory.lanesPerRequest, [&](std::size_t first, LaneAddresses request) {
        eachTransaction(memory, request, bytes, [&](std::int64_t address, std::int64_t size, int only) {
            MemoryTransaction transaction{address, size, {}};
            for (std::size_t lane = 0; lane < request.size(); ++lane) {
                const bool isInside = request[lane] != inactiveLane && request[lane] < address + size &&
                                      request[lane] + bytes > address;
                if (only == anyLane ? isInside : only == static_cast<int>(lane))
                    transaction.lanes.push_back(static_cast<int>(first + lane));
            }
            list.push_back(std::move(transaction));
        });
    });
    return list;
}

std::int64_t bytesUsed(LaneAddresses addresses, int bytes) {
    std::vector<std::int64_t> starts;
    for (const auto address : addresses)
        if (address != inactiveLane) starts.push_back(address);
    std::sort(starts.begin(), starts.end());
    std::int64_t used = 0, end = INT64_MIN;
    for (const auto start : starts) {
        used += start + bytes - std::max(start, std::min(end, start + bytes));
        end = start + bytes;
    }
    return used;
}

void interleavePrivate(std::span<std::int64_t> lanes, int firstItem, int groupSize) {
    const std::int64_t size = std::int64_t{(groupSize + 63) / 64} * 64;
    for (std::size_t lane = 0; lane < lanes.size(); ++lane)
        if (lanes[lane] != inactiveLane)
            lanes[lane] = (lanes[lane] / 4 * size + firstItem + static_cast<std::int64_t>(lane)) * 4;
}

int privateWords(int bytes) { return std::max(1, bytes / 4); }

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

} // namespace warpstring::evaluation
