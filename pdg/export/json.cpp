// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/export/json.h"

#include <nlohmann/json.hpp>

#include "pdg/export/labels.h"

namespace warpstring::pdg_export {

namespace {

using Json = nlohmann::ordered_json;

Json id(std::uint32_t value) { return value == none ? Json() : Json(value); }

template <class Row>
Json id(Id<Row> value) {
    return id(value.index());
}

template <class Row>
Json ids(const std::vector<Id<Row>>& values) {
    Json json = Json::array();
    for (const Id<Row> value : values) json.push_back(value.index());
    return json;
}

Json expression(const Pdg& pdg, ExprId value) { return value ? Json(label::expression(pdg, value)) : Json(); }

Json location(const SourceLocation& at) {
    return {{"file", at.file}, {"line", at.line}, {"column", at.column}};
}

Json place(const CodePlace& where) {
    Json json = location(where.at);
    json["inlinedAt"] = Json::array();
    for (const auto& call : where.inlinedAt) json["inlinedAt"].push_back(location(call));
    return json;
}

const char* name(StatementKind kind) {
    switch (kind) {
    case StatementKind::Compute: return "compute";
    case StatementKind::Memory: return "memory";
    case StatementKind::Barrier: return "barrier";
    case StatementKind::Register: break;
    }
    return "register";
}

const char* name(NodeRef::Kind kind) {
    switch (kind) {
    case NodeRef::Kind::Statement: return "statement";
    case NodeRef::Kind::Predicate: return "predicate";
    case NodeRef::Kind::Region: break;
    }
    return "region";
}

const char* name(Region::Kind kind) {
    switch (kind) {
    case Region::Kind::Entry: return "entry";
    case Region::Kind::Branch: return "branch";
    case Region::Kind::LoopBody: break;
    }
    return "loopBody";
}

const char* name(KernelArgument::Kind kind) {
    switch (kind) {
    case KernelArgument::Kind::Scalar: return "scalar";
    case KernelArgument::Kind::Buffer: return "buffer";
    case KernelArgument::Kind::Constant: return "constant";
    case KernelArgument::Kind::Shared: return "shared";
    case KernelArgument::Kind::Struct: return "struct";
    case KernelArgument::Kind::Image: return "image";
    case KernelArgument::Kind::Sampler: return "sampler";
    case KernelArgument::Kind::Other: break;
    }
    return "other";
}

Json regionJson(const Pdg& pdg, const Region& region) {
    Json parents = Json::array();
    for (const auto& parent : region.controlParents)
        parents.push_back({{"predicate", id(parent.predicate)}, {"side", parent.side}});
    Json children = Json::array();
    for (const auto& child : region.children)
        children.push_back({{"kind", name(child.kind)}, {"id", child.index}});
    return {{"id", id(region.id)},
            {"kind", name(region.kind)},
            {"parent", id(region.parent)},
            {"loop", id(region.loop)},
            {"guard", expression(pdg, region.guard)},
            {"controlParents", std::move(parents)},
            {"children", std::move(children)},
            {"place", place(region.place)}};
}

Json predicateJson(const Pdg& pdg, const Predicate& predicate) {
    return {{"id", id(predicate.id)},
            {"condition", expression(pdg, predicate.condition)},
            {"region", id(predicate.region)},
            {"whenTrue", id(predicate.whenTrue)},
            {"whenFalse", id(predicate.whenFalse)},
            {"closesLoop", predicate.closesLoop},
            {"free", predicate.free},
            {"data", ids(predicate.data)},
            {"place", place(predicate.place)}};
}

Json statementJson(const Statement& statement) {
    const bool computes = statement.kind == StatementKind::Compute;
    return {{"id", id(statement.id)},
            {"kind", name(statement.kind)},
            {"operation", computes ? Json(name(statement.operation)) : Json()},
            {"count", statement.count},
            {"synthesised", statement.synthesised},
            {"access", id(statement.access)},
            {"region", id(statement.region)},
            {"data", ids(statement.data)},
            {"memory", ids(statement.memory)},
            {"text", statement.text},
            {"place", place(statement.place)}};
}

Json accessJson(const Pdg& pdg, const MemoryAccess& access) {
    return {{"id", id(access.id)},
            {"statement", id(access.statement)},
            {"kind", label::name(access.kind)},
            {"space", label::name(access.space)},
            {"object", id(access.object)},
            {"objectIsArgument", access.objectIsArgument},
            {"objectName", access.object == none ? Json() : Json(label::object(pdg, access))},
            {"offset", expression(pdg, access.offset)},
            {"bytes", access.bytes},
            {"increments", access.increments},
            {"compares", access.compares}};
}

Json loopJson(const Pdg& pdg, const Loop& loop) {
    Json inductions = Json::array();
    for (const auto& variable : loop.inductions)
        inductions.push_back({{"name", variable.name},
                              {"kind", label::name(variable.kind)},
                              {"value", expression(pdg, variable.value)}});
    return {{"id", id(loop.id)},
            {"region", id(loop.region)},
            {"parent", id(loop.parent)},
            {"continues", expression(pdg, loop.continues)},
            {"constantTrips", loop.constantTrips ? Json(*loop.constantTrips) : Json()},
            {"unrolled", loop.unrolled},
            {"inductions", std::move(inductions)},
            {"place", place(loop.place)}};
}

Json argumentJson(const KernelArgument& argument) {
    return {{"name", argument.name},   {"kind", name(argument.kind)},
            {"type", argument.type},   {"element", name(argument.element)},
            {"bytes", argument.bytes}, {"readOnly", argument.readOnly}};
}

Json arrayJson(const MemoryArray& array) {
    return {{"name", array.name},
            {"space", label::name(array.space)},
            {"bytes", array.bytes},
            {"offset", array.offset},
            {"align", array.align}};
}

Json noteJson(const Diagnostic& note) {
    return {{"code", note.code},
            {"severity", name(note.severity)},
            {"place", location(note.place)},
            {"message", note.message},
            {"hint", note.hint}};
}

template <class Values, class ToJson>
Json list(const Values& values, ToJson toJson) {
    Json json = Json::array();
    for (const auto& value : values) json.push_back(toJson(value));
    return json;
}

} // namespace

std::string toJson(const Pdg& pdg) {
    const auto withPdg = [&](auto convert) {
        return [&pdg, convert](const auto& value) { return convert(pdg, value); };
    };
    const Json json{{"schema", "warpstring.pdg/1"},
                    {"kernel", pdg.kernel},
                    {"sourceName", pdg.sourceName},
                    {"source", pdg.source},
                    {"sourceShape", pdg.sourceShape},
                    {"addressBits", pdg.addressBits},
                    {"registers", pdg.registers},
                    {"sharedBytes", pdg.sharedBytes},
                    {"privateBytes", pdg.privateBytes},
                    {"requiredGroupSize", pdg.requiredGroupSize},
                    {"arguments", list(pdg.arguments, argumentJson)},
                    {"arrays", list(pdg.arrays, arrayJson)},
                    {"regions", list(pdg.regions, withPdg(regionJson))},
                    {"predicates", list(pdg.predicates, withPdg(predicateJson))},
                    {"statements", list(pdg.statements, statementJson)},
                    {"accesses", list(pdg.accesses, withPdg(accessJson))},
                    {"loads", list(pdg.loads,
                                   [](const LoadedValue& load) {
                                       return Json{{"access", id(load.access)},
                                                   {"byteOffset", load.byteOffset}};
                                   })},
                    {"loops", list(pdg.loops, withPdg(loopJson))},
                    {"notes", list(pdg.notes, noteJson)}};
    // Source text may be in any encoding; what is not UTF-8 becomes U+FFFD.
    return json.dump(2, ' ', false, Json::error_handler_t::replace);
}

} // namespace warpstring::pdg_export
