// SPDX-License-Identifier: GPL-3.0-or-later
// How one warp's addresses become shared-memory accesses and global-memory transactions, by the device's rules.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/hardware_spec.h"

namespace warpstring::evaluation {

/// Addresses of the active lanes of one warp; inactive lanes hold `inactiveLane`.
inline constexpr std::int64_t inactiveLane = INT64_MIN;
using LaneAddresses = std::span<const std::int64_t>;

struct BankConflicts {
    double cycles = 0; ///< to serve the warp
    int ways = 1;      ///< of the worst access: 1 is free of conflicts
};

/// Lanes that are served together where each asks for `bytes`: `lanesPerAccess`, but no more than 256 bytes'
/// worth. Of 32 lanes with 16 bytes each it is the halves of a warp, even where both ask for the same
/// (docs/model.md, section 9.2).
[[nodiscard]] int lanesTogether(const HardwareSpec::SharedMemory& memory, int bytes);

/// Lanes are served `lanesTogether` at a time, each such access as often as its fullest bank has distinct
/// words (CUDA Programming Guide 3.2, G.3.3: lanes that read one word share it). An access without active lanes
/// still takes its turn.
[[nodiscard]] BankConflicts bankConflicts(const HardwareSpec::SharedMemory& memory, LaneAddresses addresses,
                                          int bytes);

/// A word of a bank and the lanes that ask for it: the only ones that share one turn of the bank.
struct BankWord {
    std::int64_t word = 0; ///< number of the word, counted from address 0
    std::vector<int> lanes;
};

/// What one bank is asked for by the lanes that are served together.
struct BankUse {
    int bank = 0;
    std::vector<BankWord> words; ///< in the order in which lanes ask for them
    int turns = 0; ///< accesses of the bank: its words, or all requests where lanes cannot share a word
};

/// Lanes that shared memory serves together. `bankConflicts` is the sum, and the worst, of a warp's batches.
struct BankBatch {
    int firstLane = 0, lanes = 0;
    std::vector<BankUse> banks; ///< that are used, by number
    int ways = 1;
    double cycles = 0;
};

[[nodiscard]] std::vector<BankBatch> bankBatches(const HardwareSpec::SharedMemory& memory,
                                                 LaneAddresses addresses, int bytes);

/// Blocks that a request's sectors lie in, where transactions are sectors; 0 where they are not, or the spec
/// does not tell their size.
struct TouchedMemory {
    double lines = 0;   ///< of max_transaction_bytes
    double fetches = 0; ///< of fetch_bytes
    double spans = 0;   ///< of span_bytes
    double asked = 0;   ///< bytes that lanes ask for

    void add(const TouchedMemory& other, double times) {
        lines += times * other.lines;
        fetches += times * other.fetches;
        spans += times * other.spans;
        asked += times * other.asked;
    }
};

struct Transactions {
    double count = 0;
    double bytes = 0; ///< moved, used or not
    TouchedMemory touched{};
};

/// CUDA Programming Guide 3.2, G.3.2 (1.x) and G.4.2 (2.x); sectors from 3.x on. Buffers start on 256-byte
/// boundaries.
[[nodiscard]] Transactions transactions(const HardwareSpec::GlobalMemory& memory, LaneAddresses addresses,
                                        int bytes);

/// The rules as images are read: a texture unit does not ask that the k-th lane reads the k-th word.
[[nodiscard]] HardwareSpec::GlobalMemory texelRules(const HardwareSpec::GlobalMemory& memory);

/// One transaction with memory. `transactions` is the sum of a warp's.
struct MemoryTransaction {
    std::int64_t address = 0;
    std::int64_t bytes = 0;
    std::vector<int> lanes; ///< that it serves, wholly or in part
};

/// In the order of requests, addresses within.
[[nodiscard]] std::vector<MemoryTransaction> transactionList(const HardwareSpec::GlobalMemory& memory,
                                                             LaneAddresses addresses, int bytes);

/// Different bytes that the active lanes ask for: what of the moved ones is used.
[[nodiscard]] std::int64_t bytesUsed(LaneAddresses addresses, int bytes);

/// Where compilers put a private array: lanes at one index lie side by side, word by word. Offsets of a warp
/// whose first work-item is `firstItem` become addresses of 4-byte words.
void interleavePrivate(std::span<std::int64_t> lanes, int firstItem, int groupSize);
/// 4-byte words of a private access, each of which is a request of its own.
[[nodiscard]] int privateWords(int bytes);

struct TransactionBounds {
    Transactions least, most;
};

/// For a warp of which the lanes in `may` are perhaps active and those in `must`, a part of them, for certain.
/// Without `known` the addresses mean nothing but who is active.
[[nodiscard]] TransactionBounds transactionBounds(const HardwareSpec::GlobalMemory& memory, LaneAddresses must,
                                                  LaneAddresses may, bool known, int bytes);

/// Bytes after which the rules repeat: addresses that differ by a multiple of it count the same.
inline constexpr std::int64_t globalPeriod = 256;

} // namespace warpstring::evaluation
