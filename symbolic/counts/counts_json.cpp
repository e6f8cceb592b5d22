// SPDX-License-Identifier: GPL-3.0-or-later
#include "symbolic/counts/counts_json.h"

#include <nlohmann/json.hpp>

namespace warpstring::symbolic {

namespace {

using Json = nlohmann::ordered_json;

template <class Value>
Json orNull(const std::optional<Value>& value) {
    return value ? Json(*value) : Json(nullptr);
}

Json countJson(const Count& count) {
    Json json{{"formula", count.formula ? Json(count.formula->text()) : Json(nullptr)},
              {"value", orNull(count.value)}};
    if (!count.formula || count.formula->everywhere()) return json;
    json["pieces"] = Json::array();
    for (const FormulaPiece& piece : count.formula->pieces()) {
        Json conditions = Json::array();
        for (const Condition& condition : piece.where) conditions.push_back(condition.text());
        json["pieces"].push_back({{"where", std::move(conditions)}, {"formula", piece.value.text()}});
    }
    return json;
}

Json regionJson(const regions::AffineRegion& region) {
    Json dimensions = Json::array();
    for (const auto& dimension : region.dimensions)
        dimensions.push_back({{"stride", dimension.stride}, {"count", dimension.count}});
    return {{"base", region.base},
            {"bytes", region.bytes},
            {"dimensions", std::move(dimensions)},
            {"repeats", region.repeats}};
}

Json touchedJson(const TouchedRegions& touched) {
    Json regions = Json::array();
    for (const auto& region : touched.regions) regions.push_back(regionJson(region));
    return {{"regions", touched.reason.empty() ? std::move(regions) : Json(nullptr)},
            {"reason", touched.reason}};
}

Json accessJson(const AccessCounts& counts, const Pdg& pdg) {
    const MemoryAccess& access = pdg.accesses[counts.access];
    const Statement& statement = pdg.statements[access.statement];
    constexpr const char* kinds[] = {"load", "store", "atomic"};
    constexpr const char* spaces[] = {"global", "constant", "shared", "private", "image", "unknown"};
    Json strides = Json::array();
    for (const AccessStride& stride : counts.strides)
        strides.push_back(
            {{"along", stride.along},
             {"line", stride.loop == none ? Json(nullptr) : Json(pdg.loops[stride.loop].place.at.line)},
             {"formula", stride.bytes ? Json(stride.bytes->text()) : Json(nullptr)},
             {"value", orNull(stride.value)}});
    Json regions = Json::array();
    for (const auto& region : counts.regions) regions.push_back(regionJson(region));
    Json footprint = countJson(counts.footprint);
    footprint["exact"] = counts.isFootprintExact;
    return {{"line", statement.place.at.line},
            {"access", statement.text},
            {"object", counts.object},
            {"space", spaces[static_cast<int>(access.space)]},
            {"kind", kinds[static_cast<int>(access.kind)]},
            {"bytes", access.bytes},
            {"source", name(counts.source)},
            {"reason", counts.reason},
            {"executions", countJson(counts.executions)},
            {"strides", std::move(strides)},
            {"transactions", countJson(counts.transactions)},
            {"footprint", std::move(footprint)},
            {"regions", std::move(regions)},
            {"group", touchedJson(counts.ofGroup)},
            {"warp", touchedJson(counts.ofWarp)},
            {"reuse", orNull(counts.reuse)}};
}

Json bufferJson(const BufferCounts& buffer) {
    Json footprint = countJson(buffer.footprint);
    footprint["exact"] = buffer.isFootprintExact;
    return {{"name", buffer.name},
            {"direction", name(buffer.direction)},
            {"bytes", buffer.bytes},
            {"loaded", countJson(buffer.loaded)},
            {"stored", countJson(buffer.stored)},
            {"footprint", std::move(footprint)},
            {"interval", buffer.interval
                             ? Json{{"begin", buffer.interval->begin}, {"end", buffer.interval->end}}
                             : Json(nullptr)},
            {"packed_bytes", orNull(buffer.packedBytes)},
            {"reuse", orNull(buffer.reuse)}};
}

} // namespace

std::string toJson(const LaunchCounts& counts, const Pdg& pdg, const std::string& launchName,
                   const std::string& specName) {
    Json names = Json::array();
    for (const LaunchSymbol& symbol : counts.symbols.symbols)
        names.push_back({{"name", symbol.name}, {"value", symbol.value}, {"multiple_of", symbol.multiple}});
    Json operations = Json::array();
    for (const OperationCounts& one : counts.operations) {
        operations.push_back({{"class", warpstring::name(one.operation)}});
        operations.back().update(countJson(one.count));
    }
    Json accesses = Json::array(), buffers = Json::array();
    for (const AccessCounts& access : counts.accesses) accesses.push_back(accessJson(access, pdg));
    for (const BufferCounts& buffer : counts.buffers) buffers.push_back(bufferJson(buffer));
    Json diagnostics = Json::array();
    for (const Diagnostic& one : counts.diagnostics)
        diagnostics.push_back({{"code", one.code}, {"line", one.place.line}, {"message", one.message}});
    const Json json{{"schema", "warpstring.counts/2"},
                    {"kernel", pdg.kernel},
                    {"launch", launchName},
                    {"spec", specName},
                    {"names", std::move(names)},
                    {"work_items", countJson(counts.workItems)},
                    {"group", counts.group},
                    {"warp", counts.warp},
                    {"operations", std::move(operations)},
                    {"accesses", std::move(accesses)},
                    {"buffers", std::move(buffers)},
                    {"notes", counts.notes},
                    {"diagnostics", std::move(diagnostics)}};
    return json.dump(2);
}

} // namespace warpstring::symbolic
