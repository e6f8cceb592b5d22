// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/specs/hardware_spec_schema.h"

#include <nlohmann/json.hpp>

#include "core/hardware_spec.h"

namespace warpstring {

namespace {

using Json = nlohmann::ordered_json;
using Type = SpecKey::Type;

SpecKey integer(const char* path, const char* unit, double least, double most, const char* meaning) {
    return {path, Type::Integer, unit, least, most, {}, true, meaning};
}

SpecKey number(const char* path, const char* unit, double least, double most, const char* meaning) {
    return {path, Type::Number, unit, least, most, {}, true, meaning};
}

SpecKey choice(const char* path, std::vector<std::string> choices, const char* meaning) {
    return {path, Type::Choice, "", 0, 0, std::move(choices), true, meaning};
}

SpecKey optional(SpecKey key) {
    key.required = false;
    return key;
}

std::vector<SpecKey> makeKeys() {
    std::vector<SpecKey> keys{
        {"device.vendor", Type::Text, "", 0, 0, {}, true, "maker of the GPU"},
        {"device.architecture", Type::Text, "", 0, 0, {}, true, "chip or generation, e.g. \"G80\""},
        optional({"device.compute_capability", Type::Text, "", 0, 0, {}, true, "NVIDIA's, e.g. \"1.0\""}),
        integer("device.address_bits", "bits", 32, 64, "width of a pointer in OpenCL kernels: 32 or 64"),

        integer("execution.multiprocessors", "", 1, 4096, "streaming multiprocessors (compute units)"),
        number("execution.clock_mhz", "MHz", 1, 100000, "shader clock, in which all cycles of this file count"),
        integer("execution.warp_size", "lanes", 1, 128, "lanes of a warp, a power of two"),
        number("execution.issue_cycles", "cycles", 0.01, 1000, "to issue one plain instruction for a warp"),
        number("execution.pipeline_latency", "cycles", 0, 10000,
               "from issue of an arithmetic instruction to use of its result"),
        number("execution.barrier_cycles", "cycles", 0, 10000, "issue cost of a barrier for a warp"),
        optional(integer("execution.schedulers", "", 1, 64,
                         "of a multiprocessor, each issuing for its share of the warps; absent: one")),
        optional(number("execution.barrier_latency", "cycles", 0, 10000,
                        "from the last warp's arrival at a barrier to the going on of all")),
        optional(number("execution.warp_start_cycles", "cycles", 0, 10000,
                        "from the start of a warp until it has its parameters and IDs")),
        optional(number("execution.group_start_cycles", "cycles", 0, 100000,
                        "between the starts of two work-groups on one multiprocessor")),
        optional(number("execution.group_switch_cycles", "cycles", 0, 100000,
                        "from the end of a work-group to the start of the one that takes its place")),

        integer("occupancy.warps", "", 1, 1024, "resident warps per multiprocessor, at most"),
        integer("occupancy.work_items", "", 1, 65536, "resident work-items per multiprocessor, at most"),
        integer("occupancy.groups", "", 1, 1024, "resident work-groups per multiprocessor, at most"),
        integer("occupancy.group_size", "", 1, 65536, "work-items of a work-group, at most"),
        {"occupancy.group_sizes", Type::IntegerTriple, "", 1, 65536, {}, true, "the same for each dimension"},
        integer("occupancy.registers", "", 1, 1 << 24, "32-bit registers per multiprocessor"),
        integer("occupancy.registers_per_work_item", "", 1, 4096, "at most; what is beyond spills"),
        integer("occupancy.register_unit", "", 1, 65536, "allocation granule of registers"),
        choice("occupancy.register_scope", {"group", "warp"}, "what registers are allocated to in granules"),
        integer("occupancy.warp_granule", "", 1, 64,
                "registers are given to so many warps at a time: a group is rounded up to it, or with scope "
                "\"warp\" the warps of a multiprocessor down"),
        integer("occupancy.shared_bytes", "bytes", 0, 1 << 24, "shared memory per multiprocessor"),
        integer("occupancy.shared_bytes_per_group", "bytes", 0, 1 << 24, "at most"),
        integer("occupancy.shared_unit", "bytes", 1, 65536, "allocation granule of shared memory"),
        integer("occupancy.shared_reserved", "bytes", 0, 65536, "of every work-group, taken by the system"),
        {"occupancy.shared_holds_arguments",
         Type::Boolean,
         "",
         0,
         0,
         {},
         true,
         "kernel arguments live in shared memory"},

        integer("shared_memory.banks", "", 1, 1024, "a power of two"),
        integer("shared_memory.bank_bytes", "bytes", 1, 64, "width of a bank, a power of two"),
        integer("shared_memory.lanes_per_access", "lanes", 1, 128,
                "lanes whose conflicts are resolved together"),
        number("shared_memory.cycles_per_access", "cycles", 0, 1000,
               "of such an access, for each way of conflict"),
        optional(number("shared_memory.latency", "cycles", 0, 10000, "from load to use")),
        {"shared_memory.broadcast",
         Type::Boolean,
         "",
         0,
         0,
         {},
         true,
         "lanes that read one word share one access"},
        optional(number("shared_memory.atomic_cycles", "cycles", 0, 10000,
                        "of an atomic operation, for each lane on the same word")),

        number("global_memory.bandwidth_gb_s", "GB/s", 0.001, 1000000,
               "of the whole device; 1 GB is 10^9 bytes"),
        number("global_memory.latency", "cycles", 0, 100000, "from load to use"),
        number("global_memory.issue_cycles", "cycles", 0, 1000,
               "to issue one access of a warp: the floor of equation 1"),
        choice("global_memory.coalescing",
               {"strict-half-warp", "segment-half-warp", "line-warp", "sector-warp"},
               "how the addresses of a warp become transactions"),
        integer("global_memory.lanes_per_request", "lanes", 1, 128, "lanes that are coalesced together"),
        optional(integer("global_memory.uncoalesced_bytes", "bytes", 1, 4096,
                         "strict-half-warp only, and needed there: moved for each lane of a request that does "
                         "not coalesce")),
        optional(integer("global_memory.min_transaction_bytes", "bytes", 1, 4096,
                         "smallest segment, or the sector size; needed by segment-half-warp and sector-warp")),
        integer("global_memory.max_transaction_bytes", "bytes", 1, 4096,
                "largest transaction, or the line size"),
        optional(number("global_memory.loaded_latency", "cycles", 0, 100000,
                        "the latency with all of the bandwidth in use; absent: no other")),
        optional(
            number("global_memory.latency_spread", "cycles", 0, 100000,
                   "scale of the exponential part of the latency, which differs from page to page; absent: 0")),
        optional(integer("global_memory.page_bytes", "bytes", 1, 1 << 20,
                         "addresses that DRAM finds together; absent: 1024")),
        optional(number("global_memory.write_factor", "", 0.1, 10,
                        "time of a byte written over that of a byte read, when both mix; absent: 1")),
        optional(number("global_memory.attained_fraction", "", 0.01, 1,
                        "of the bandwidth, by kernels that do nothing but stream; absent: 1")),
        optional(number("global_memory.atomic_cycles", "cycles", 0, 10000,
                        "between two atomic operations on one word, whole device")),

        optional(integer("caches.l1_bytes", "bytes", 0, 1 << 26, "per multiprocessor; absent: no such cache")),
        optional({"caches.l1_holds_shared",
                  Type::Boolean,
                  "",
                  0,
                  0,
                  {},
                  true,
                  "shared memory takes its part of l1_bytes"}),
        optional(integer("caches.l1_line_bytes", "bytes", 1, 4096,
                         "what one access of the L1 cache serves at a time; absent: 128")),
        optional(number("caches.l1_latency", "cycles", 0, 100000, "from load to use on a hit")),
        optional(number("caches.l1_bytes_per_cycle", "bytes", 0, 65536,
                        "that it delivers to its multiprocessor per cycle")),
        optional(number("caches.store_line_cycles", "cycles", 0, 10000,
                        "of a store on its way to L2, for each line that it touches")),
        optional(number("caches.l2_bytes", "bytes", 0, 1e12, "of the whole device; absent: no such cache")),
        optional(number("caches.l2_usable_fraction", "", 0.01, 1,
                        "of l2_bytes, for data that every multiprocessor reads; absent: 1")),
        optional(number("caches.l2_latency", "cycles", 0, 100000, "from load to use on a hit")),
        optional(number("caches.l2_latency_spread", "cycles", 0, 100000,
                        "scale of its exponential part, which differs from line to line; absent: 0")),
        optional(number("caches.l2_bytes_per_cycle", "bytes", 0, 65536,
                        "that it delivers to one multiprocessor per cycle, at most")),
        optional(number("caches.l2_bandwidth_gb_s", "GB/s", 0.001, 1e6, "of the whole device, for reads")),
        optional(number("caches.l2_write_bytes_per_cycle", "bytes", 0, 65536,
                        "that it takes from one multiprocessor per cycle; absent: as reads")),
        optional(number("caches.l2_write_bandwidth_gb_s", "GB/s", 0.001, 1e6,
                        "of the whole device, for writes; absent: as reads")),

        optional(integer("compiler.unroll_factor", "", 1, 64,
                         "of loops whose trip count is no constant; absent: 1")),
        optional(integer("compiler.unroll_instructions", "", 0, 100000, "of an unrolled loop body, at most")),
        optional(integer("compiler.whole_unroll_instructions", "", 0, 100000,
                         "of a loop with a constant trip count that is unrolled as a whole, at most")),
        optional(integer("compiler.loads_in_flight", "", 1, 100000,
                         "of one warp, at most: what registers allow; absent: no limit")),
        optional(integer("compiler.predicated_instructions", "", 0, 1000,
                         "of a branch that is executed under a predicate, at most; absent: branches all")),

        number("host.launch_overhead_us", "us", 0, 1000000, "of each kernel launch"),
        optional(number("host.kernel_start_us", "us", 0, 1000000,
                        "the part of a kernel's own time that an empty kernel takes too"))};
    for (std::size_t i = 0; i < pipeCount; ++i)
        keys.push_back({"pipes." + std::string(name(static_cast<Pipe>(i))),
                        Type::Number,
                        "lanes/cycle",
                        0.01,
                        65536,
                        {},
                        false,
                        "lanes that this pipe of a multiprocessor starts per cycle"});
    for (std::size_t i = 0; i < operationClassCount; ++i)
        keys.push_back({"instructions." + std::string(name(static_cast<OperationClass>(i))),
                        Type::Cost,
                        "",
                        0,
                        1000000,
                        {},
                        false,
                        "what one such operation of a warp costs; absent: the device cannot execute it"});
    return keys;
}

Json valueSchema(const SpecKey& key) {
    const auto numeric = [&](const char* type) {
        return Json{{"type", type}, {"minimum", key.least}, {"maximum", key.most}};
    };
    switch (key.type) {
    case Type::Integer: return numeric("integer");
    case Type::Number: return numeric("number");
    case Type::Text: return {{"type", "string"}, {"minLength", 1}};
    case Type::Boolean: return {{"type", "boolean"}};
    case Type::Choice: return {{"enum", key.choices}};
    case Type::IntegerTriple:
        return {{"type", "array"}, {"items", numeric("integer")}, {"minItems", 3}, {"maxItems", 3}};
    case Type::Cost: break;
    }
    return {};
}

Json keySchema(const SpecKey& key) {
    Json properties, required = Json::array();
    if (key.type == Type::Cost) {
        const Json count{{"type", "number"}, {"minimum", key.least}, {"maximum", key.most}};
        for (const char* part : {"instructions", "cycles", "latency"}) properties[part] = count;
        Json pipes{{"type", "object"}, {"additionalProperties", false}};
        for (std::size_t i = 0; i < pipeCount; ++i)
            pipes["properties"][std::string(name(static_cast<Pipe>(i)))] = count;
        properties["pipes"] = pipes;
    } else {
        properties["value"] = valueSchema(key);
        required.push_back("value");
    }
    if (!key.unit.empty()) {
        properties["unit"] = {{"const", key.unit}};
        required.push_back("unit");
    }
    properties["kind"] = {{"$ref", "#/$defs/kind"}};
    properties["source"] = {{"type", "string"}};
    properties["note"] = {{"type", "string"}};
    required.push_back("kind");
    Json schema{{"description", key.meaning},    {"type", "object"},
                {"properties", properties},      {"required", required},
                {"additionalProperties", false}, {"$ref", "#/$defs/provenance"}};
    if (key.type == Type::Cost)
        schema["anyOf"] = {{{"required", {"instructions", "cycles"}}}, {{"required", {"pipes"}}}};
    return schema;
}

} // namespace

const std::vector<SpecKey>& specKeys() {
    static const std::vector<SpecKey> keys = makeKeys();
    return keys;
}

std::string specJsonSchema() {
    Json tables;
    for (const SpecKey& key : specKeys()) {
        const std::size_t dot = key.path.find('.');
        Json& table = tables[key.path.substr(0, dot)];
        if (table.is_null())
            table = {{"type", "object"},
                     {"properties", Json::object()},
                     {"required", Json::array()},
                     {"additionalProperties", false}};
        table["properties"][key.path.substr(dot + 1)] = keySchema(key);
        if (key.required) table["required"].push_back(key.path.substr(dot + 1));
    }
    Json properties{{"schema", {{"const", "warpstring.hardware-spec/1"}}},
                    {"name", {{"type", "string"}, {"minLength", 1}}},
                    {"description", {{"type", "string"}}},
                    {"sources",
                     {{"description", "key -> full citation"},
                      {"type", "object"},
                      {"additionalProperties", {{"type", "string"}, {"minLength", 1}}}}}};
    Json required{"schema", "name", "sources"};
    for (const auto& [name, table] : tables.items()) {
        properties[name] = table;
        if (!table["required"].empty() || name == "instructions") required.push_back(name);
    }
    Json kinds = Json::array();
    for (const ProvenanceKind kind : provenanceKinds) kinds.push_back(name(kind));
    const Json schema{{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                      {"title", "Warpstring hardware spec"},
                      {"type", "object"},
                      {"properties", properties},
                      {"required", required},
                      {"additionalProperties", false},
                      {"$defs",
                       {{"kind", {{"enum", kinds}}},
                        {"provenance",
                         {{"if", {{"properties", {{"kind", {{"const", "estimated"}}}}}}},
                          {"then", {{"anyOf", {{{"required", {"source"}}}, {{"required", {"note"}}}}}}},
                          {"else", {{"required", {"source"}}}}}}}}};
    return schema.dump(2) + "\n";
}

} // namespace warpstring
