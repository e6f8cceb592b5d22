// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/fit/features.h"

#include <algorithm>
#include <array>
#include <functional>
#include <optional>

namespace warpstring::fit {

namespace {

struct Counted {
    const Pdg& pdg;
    const Launch& launch;
    const evaluation::Evaluation& evaluation;

    /// Executions of a statement by warps, all of the launch.
    [[nodiscard]] double byWarps(const Statement& statement) const {
        return evaluation.regions[statement.region].executions.value * evaluation.warps;
    }
    [[nodiscard]] double operations(const std::function<bool(OperationClass)>& counts) const {
        double sum = 0;
        for (const auto& statement : pdg.statements)
            if (statement.kind == StatementKind::Compute && counts(statement.operation))
                sum += statement.count * byWarps(statement);
        return sum;
    }
    [[nodiscard]] double barriers() const {
        double sum = 0;
        for (const auto& statement : pdg.statements)
            if (statement.kind == StatementKind::Barrier) sum += byWarps(statement);
        return sum / warpsOfGroup();
    }
    [[nodiscard]] double warpsOfGroup() const {
        const auto groups = static_cast<double>(launch.range.groupCount());
        return groups > 0 ? std::max(1.0, evaluation.warps / groups) : 1;
    }
};

/// A choice of accesses, as a name says it: f_mem_access_global_float32_load.
struct AccessChoice {
    std::optional<MemorySpace> space;
    std::optional<AccessKind> kind;
    std::optional<int> bytes;
};

std::optional<AccessChoice> accessChoiceOf(std::string_view name) {
    constexpr std::string_view prefix = "f_mem_access";
    if (!name.starts_with(prefix)) return std::nullopt;
    AccessChoice choice;
    std::string_view rest = name.substr(prefix.size());
    while (!rest.empty()) {
        if (rest.front() != '_') return std::nullopt;
        rest.remove_prefix(1);
        const std::string_view word = rest.substr(0, rest.find('_'));
        rest.remove_prefix(word.size());
        if (word == "global" || word == "local" || word == "constant" || word == "private" || word == "image")
            choice.space = word == "global"     ? MemorySpace::Global
                           : word == "local"    ? MemorySpace::Shared
                           : word == "constant" ? MemorySpace::Constant
                           : word == "private"  ? MemorySpace::Private
                                                : MemorySpace::Image;
        else if (word == "load" || word == "store" || word == "atomic")
            choice.kind = word == "load"    ? AccessKind::Load
                          : word == "store" ? AccessKind::Store
                                            : AccessKind::Atomic;
        else if (word == "float32" || word == "int32" || word == "uint32" || word == "4b")
            choice.bytes = 4;
        else if (word == "float64" || word == "int64" || word == "8b")
            choice.bytes = 8;
        else if (word == "16b" || word == "1b" || word == "2b")
            choice.bytes = word == "16b" ? 16 : word == "1b" ? 1 : 2;
        else
            return std::nullopt;
    }
    return choice;
}

/// Whether neighbours along dimension 0 go to one place, as far as that is known.
bool isUniform(const evaluation::AccessEvaluation& access, std::size_t columns) {
    const auto agrees = [&](const evaluation::LaneValue& offset) {
        if (!offset.isExact()) return false;
        for (std::size_t item = 0; item < offset.width(); ++item)
            if (offset.lowAt(item) != offset.lowAt(item - item % columns)) return false;
        return true;
    };
    return columns > 1 && !access.pieces.empty() &&
           std::all_of(access.pieces.begin(), access.pieces.end(),
                       [&](const auto& piece) { return agrees(piece.offset); });
}

/// On the chip once per warp; global memory once per work-item, per warp where a warp goes to one place.
double accesses(const Counted& counted, const AccessChoice& choice) {
    double sum = 0;
    for (const auto& access : counted.pdg.accesses) {
        if (choice.space && access.space != *choice.space) continue;
        if (choice.kind && access.kind != *choice.kind) continue;
        if (choice.bytes && access.bytes != *choice.bytes) continue;
        const double byWarps = counted.byWarps(counted.pdg.statements[access.statement]);
        const bool isOffChip = access.space == MemorySpace::Global || access.space == MemorySpace::Image ||
                               access.space == MemorySpace::Unknown;
        const bool perItem =
            isOffChip && !isUniform(counted.evaluation.accesses[access.id], counted.launch.range.local[0]);
        sum += byWarps * (perItem ? counted.evaluation.warpSize : 1);
    }
    return sum;
}

double sumOver(const Counted& counted, bool ofGlobal,
               const std::function<double(const evaluation::AccessEvaluation&)>& part) {
    double sum = 0;
    for (const auto& access : counted.pdg.accesses) {
        const bool isGlobal = access.space == MemorySpace::Global || access.space == MemorySpace::Image;
        if (isGlobal == ofGlobal && (ofGlobal || access.space == MemorySpace::Shared))
            sum += part(counted.evaluation.accesses[access.id]) * counted.evaluation.warps;
    }
    return sum;
}

std::optional<OperationClass> operationOf(std::string_view name) {
    constexpr std::string_view prefix = "f_op_";
    if (!name.starts_with(prefix)) return std::nullopt;
    std::string word(name.substr(prefix.size()));
    constexpr std::array<std::pair<std::string_view, std::string_view>, 8> others{
        {{"float32_add", "float_add"},
         {"float32_mul", "float_multiply"},
         {"float32_madd", "float_mad"},
         {"float32_div", "float_divide"},
         {"float64_add", "double_add"},
         {"float64_mul", "double_multiply"},
         {"float64_madd", "double_mad"},
         {"float64_div", "double_divide"}}};
    for (const auto& [theirs, ours] : others)
        if (word == theirs) word = ours;
    return parseOperationClass(word);
}

struct PlainFeature {
    std::string_view name;
    std::function<double(const Counted&)> value;
};

const std::vector<PlainFeature>& plain() {
    static const std::vector<PlainFeature> all{
        {"f_gmem", [](const Counted& of) { return accesses(of, {MemorySpace::Global, {}, {}}); }},
        {"f_gmem_bytes",
         [](const Counted& of) { return sumOver(of, true, [](const auto& a) { return a.bytes.value; }); }},
        {"f_gmem_transactions",
         [](const Counted& of) {
             return sumOver(of, true, [](const auto& a) { return a.transactions.value; });
         }},
        {"f_lmem", [](const Counted& of) { return accesses(of, {MemorySpace::Shared, {}, {}}); }},
        {"f_lmem_cycles",
         [](const Counted& of) {
             return sumOver(of, false, [](const auto& a) { return a.sharedCycles.value; });
         }},
        {"f_madd",
         [](const Counted& of) {
             return of.operations([](OperationClass op) { return op == OperationClass::FloatMad; });
         }},
        {"f_flop",
         [](const Counted& of) {
             return of.operations([](OperationClass op) {
                 return op == OperationClass::FloatAdd || op == OperationClass::FloatMultiply ||
                        op == OperationClass::FloatMad;
             });
         }},
        {"f_operations", [](const Counted& of) { return of.operations([](OperationClass) { return true; }); }},
        {"f_sync_barrier", [](const Counted& of) { return of.barriers(); }},
        {"f_sync_kernel_launch", [](const Counted&) { return 1.0; }},
        {"f_thread_groups",
         [](const Counted& of) { return static_cast<double>(of.launch.range.groupCount()); }},
        {"f_warps", [](const Counted& of) { return of.evaluation.warps; }}};
    return all;
}

} // namespace

std::vector<std::string> plainFeatures() {
    std::vector<std::string> names;
    names.reserve(plain().size());
    for (const auto& feature : plain()) names.emplace_back(feature.name);
    return names;
}

Diagnostics faultsOf(const std::vector<std::string>& features) {
    Diagnostics faults;
    for (const auto& name : features) {
        const bool isPlain = std::any_of(plain().begin(), plain().end(),
                                         [&](const PlainFeature& feature) { return feature.name == name; });
        if (isPlain || accessChoiceOf(name) || operationOf(name)) continue;
        const std::string close = closestName(name, plainFeatures());
        faults.push_back({"fit.unknown-feature",
                          Severity::Error,
                          {},
                          "there is no feature \"" + name + "\"",
                          close.empty() ? "docs/fit.md lists them; for example f_op_float32_madd, "
                                          "f_mem_access_global_float32_load, f_gmem"
                                        : "did you mean \"" + close + "\"?"});
    }
    return faults;
}

std::vector<double> featureValues(const std::vector<std::string>& features, const Pdg& pdg,
                                  const Launch& launch, const evaluation::Evaluation& evaluation) {
    const Counted counted{pdg, launch, evaluation};
    std::vector<double> values;
    values.reserve(features.size());
    for (const auto& name : features) {
        const auto found = std::find_if(plain().begin(), plain().end(),
                                        [&](const PlainFeature& feature) { return feature.name == name; });
        if (found != plain().end())
            values.push_back(found->value(counted));
        else if (const auto choice = accessChoiceOf(name))
            values.push_back(accesses(counted, *choice));
        else if (const auto operation = operationOf(name))
            values.push_back(counted.operations([&](OperationClass op) { return op == *operation; }));
        else
            values.push_back(0);
    }
    return values;
}

} // namespace warpstring::fit
