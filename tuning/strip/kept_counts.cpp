// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/strip/kept_counts.h"

#include <algorithm>

#include "symbolic/counts/enumerated_counts.h"

namespace warpstring::strip {

namespace {

std::string objectOf(const Pdg& pdg, const MemoryAccess& access) {
    if (access.object == none) return {};
    return access.objectIsArgument ? pdg.arguments[access.object].name : pdg.arrays[access.object].name;
}

std::string kindOf(AccessKind kind) {
    return kind == AccessKind::Load ? "loads" : kind == AccessKind::Store ? "stores" : "atomics";
}

/// Whatever is not known makes the sum unknown.
void add(std::optional<std::int64_t>& sum, std::optional<std::int64_t> more, std::int64_t times) {
    std::int64_t product = 0;
    if (!sum || !more || __builtin_mul_overflow(*more, times, &product) ||
        __builtin_add_overflow(*sum, product, &product))
        sum = std::nullopt;
    else
        sum = product;
}

std::string wordOf(std::optional<std::int64_t> count) { return count ? std::to_string(*count) : "unknown"; }

bool isFloat(OperationClass operation) {
    return (operation >= OperationClass::FloatAdd && operation <= OperationClass::FloatMad) ||
           (operation >= OperationClass::DoubleAdd && operation <= OperationClass::DoubleMad);
}

} // namespace

Result<KeptCounts> keptCounts(const Pdg& pdg, const Launch& launch, const HardwareSpec& spec,
                              const std::vector<std::string>& names,
                              const evaluation::EvaluationOptions& options) {
    const auto evaluated = evaluation::evaluate(pdg, launch, spec, options);
    if (!evaluated) return evaluated.diagnostics();
    KeptCounts counts;
    for (const auto& statement : pdg.statements) {
        const auto executions = evaluated->regions[statement.region].isDead()
                                    ? std::optional<std::int64_t>(0)
                                    : symbolic::enumeratedExecutions(*evaluated, statement.region);
        if (statement.kind == StatementKind::Barrier) add(counts.barriers, executions, 1);
        if (statement.kind == StatementKind::Compute && isFloat(statement.operation))
            add(counts.floatOperations, executions, statement.count);
        if (statement.kind != StatementKind::Memory) continue;
        const auto& access = pdg.accesses[statement.access];
        const std::string object = objectOf(pdg, access);
        if (std::find(names.begin(), names.end(), object) == names.end()) continue;
        auto& sum = counts.bytes.try_emplace({object, kindOf(access.kind)}, 0).first->second;
        add(sum, executions, access.bytes);
    }
    return counts;
}

std::vector<std::string> differences(const KeptCounts& before, const KeptCounts& after, bool withBarriers) {
    std::vector<std::string> found;
    auto all = before.bytes;
    all.insert(after.bytes.begin(), after.bytes.end());
    for (const auto& [key, ignored] : all) {
        const auto countIn = [&key = key](const KeptCounts& counts) {
            const auto entry = counts.bytes.find(key);
            return entry == counts.bytes.end() ? std::optional<std::int64_t>(0) : entry->second;
        };
        const auto was = countIn(before), is = countIn(after);
        if (was && is && *was != *is)
            found.push_back(key.second + " of " + key.first + ": " + wordOf(was) + " bytes before, " +
                            wordOf(is) + " after");
    }
    if (withBarriers && before.barriers && after.barriers && *before.barriers != *after.barriers)
        found.push_back("barriers: " + wordOf(before.barriers) + " before, " + wordOf(after.barriers) +
                        " after");
    return found;
}

} // namespace warpstring::strip
