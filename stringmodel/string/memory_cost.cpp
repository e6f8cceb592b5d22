// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/string/memory_cost.h"

#include <algorithm>
#include <limits>

namespace warpstring::token_string {

namespace {

/// Calls `visit(token, times)` with the executions of the innermost body around each token.
template <class Visit>
void forEachToken(const std::vector<StringItem>& items, double times, Visit&& visit) {
    for (const auto& item : items) {
        if (const auto* token = std::get_if<Token>(&item.content))
            visit(*token, times);
        else {
            const auto& repeat = std::get<Repeat>(item.content);
            forEachToken(repeat.body, times * repeat.weight * repeat.count, visit);
        }
    }
}

bool isMemory(const Token& token) { return token.kind == TokenKind::Load || token.kind == TokenKind::Store; }

void setCycles(std::vector<StringItem>& items, double cycles) {
    for (auto& item : items) {
        if (auto* token = std::get_if<Token>(&item.content)) {
            if (!isMemory(*token)) continue;
            token->plainCycles = cycles;
            token->cycles = cycles * token->weight;
        } else {
            setCycles(std::get<Repeat>(item.content).body, cycles);
        }
    }
}

} // namespace

MemoryCost memoryCost(const TokenString& string, const HardwareSpec& spec) {
    MemoryCost cost;
    forEachToken(string.items, 1, [&](const Token& token, double times) {
        if (isMemory(token)) {
            cost.memoryOperations += times * token.weight;
            cost.bytes += times * token.weight * token.bytes;
            cost.transactions += times * token.weight * token.transactions;
        } else if (token.kind != TokenKind::Wait) {
            cost.computeCycles += times * token.cycles;
        }
    });
    cost.memoryCycles = cost.bytes / spec.bytesPerCyclePerMultiprocessor();
    const double excess =
        cost.memoryOperations > 0 ? (cost.memoryCycles - cost.computeCycles) / cost.memoryOperations : 0;
    cost.bandwidthBound = excess > spec.globalMemory.issueCycles;
    cost.tokenCycles = std::max(spec.globalMemory.issueCycles, excess);
    return cost;
}

void applyMemoryCost(TokenString& string, const MemoryCost& cost) { setCycles(string.items, cost.tokenCycles); }

double averageNonBlockingCycles(const TokenString& string) {
    double cycles = 0, blocking = 0;
    forEachToken(string.items, 1, [&](const Token& token, double times) {
        if (!isMemory(token) && token.kind != TokenKind::Wait) cycles += times * token.cycles;
        if (token.kind == TokenKind::Load || token.kind == TokenKind::Barrier) blocking += times * token.weight;
    });
    return blocking > 0 ? cycles / blocking : std::numeric_limits<double>::infinity();
}

} // namespace warpstring::token_string
