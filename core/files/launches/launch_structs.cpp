// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/launches/launch_structs.h"

#include "core/records/struct_bytes.h"

namespace warpstring::files {

namespace {

using Kind = TomlValue::Kind;

class MemberReader {
public:
    MemberReader(TomlFaults& faults, LaunchScope& scope, const std::string& what)
        : faults_(faults), scope_(scope), what_(what) {}

    void read(const TomlValue& value, const std::string& path) {
        const std::string which = "the member \"" + path + "\" of " + what_;
        switch (value.kind) {
        case Kind::Table:
            for (const TomlEntry& entry : value.entries)
                read(entry.value, path.empty() ? entry.key : path + "." + entry.key);
            return;
        case Kind::Array:
            for (std::size_t i = 0; i < value.items.size(); ++i)
                read(value.items[i], path + "[" + std::to_string(i) + "]");
            return;
        case Kind::Float: argument_.members[path] = value.number; return;
        case Kind::Integer:
        case Kind::Text:
            if (const auto integer = scope_.integer(value, which)) argument_.members[path] = *integer;
            return;
        default: faults_.wrongType(value, which, "a number, an expression, an array or a table");
        }
    }

    [[nodiscard]] StructArgument take() { return std::move(argument_); }

private:
    TomlFaults& faults_;
    LaunchScope& scope_;
    const std::string& what_;
    StructArgument argument_;
};

} // namespace

std::optional<StructArgument> readStruct(TomlFaults& faults, LaunchScope& scope, const TomlValue& table,
                                         const std::string& what) {
    const std::size_t before = faults.size();
    if (const TomlValue* members = table.find("struct")) {
        faults.unknownKeys(table, what, {"struct"});
        if (members->kind != Kind::Table) {
            faults.wrongType(*members, "the struct of " + what, "a table of members");
            return std::nullopt;
        }
        MemberReader reader(faults, scope, what);
        reader.read(*members, "");
        if (faults.size() != before) return std::nullopt;
        return reader.take();
    }
    faults.unknownKeys(table, what, {"bytes"});
    const auto text = readText(faults, table, what, "bytes", true);
    if (!text) return std::nullopt;
    auto bytes = records::bytesOfHex(*text);
    if (!bytes || bytes->empty())
        faults.add(table.find("bytes")->place, "bad-bytes",
                   "the bytes of " + what + " are no hexadecimal digits",
                   "write two digits for each byte of the struct, the first byte first: \"0400000000c03f\"");
    if (faults.size() != before) return std::nullopt;
    return StructArgument{{}, std::move(*bytes)};
}

} // namespace warpstring::files
