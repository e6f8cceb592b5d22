// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/evidence/published_table.h"

#include <array>
#include <optional>
#include <utility>

#include "core/files/toml/toml_reader.h"

namespace warpstring::evidence {

namespace {

using files::TomlValue;
using Kind = TomlValue::Kind;

constexpr const char* publishedSchema = "warpstring.published/1";

constexpr std::array<std::pair<std::string_view, PublishedUnit>, 5> unitNames{
    {{"us", PublishedUnit::Microseconds},
     {"ms", PublishedUnit::Milliseconds},
     {"s", PublishedUnit::Seconds},
     {"GB/s", PublishedUnit::GigabytesPerSecond},
     {"rank", PublishedUnit::Rank}}};

class TableReader {
public:
    TableReader(const TomlValue& document, const std::filesystem::path& path)
        : document_(document), faults_(path, "published") {
        table_.file = path;
    }

    Result<PublishedTable> run() {
        const std::string of = "a published table";
        const auto schema = files::readText(faults_, document_, of, "schema", true);
        if (schema && *schema != publishedSchema)
            faults_.add(document_.find("schema")->place, "wrong-schema", "the schema is \"" + *schema + "\"",
                        "a published table has schema = \"" + std::string(publishedSchema) + "\"");
        faults_.unknownKeys(document_, of,
                            {"schema", "title", "spec", "device", "source", "includes", "unit", "note", "row"});
        for (auto& [key, field] : {std::pair<const char*, std::string&>{"title", table_.title},
                                   {"spec", table_.spec},
                                   {"device", table_.device},
                                   {"source", table_.source},
                                   {"includes", table_.includes}})
            field = files::readText(faults_, document_, of, key, true).value_or("");
        table_.note = files::readText(faults_, document_, of, "note", false).value_or("");
        if (!table_.includes.empty() && table_.includes != "kernel" && table_.includes != "transfers")
            faults_.add(document_.find("includes")->place, "bad-includes",
                        "times include \"" + table_.includes + "\"",
                        "write \"kernel\" for kernels alone, \"transfers\" for what stands around them too");
        readUnit();
        readRows();
        if (!faults_.empty()) return faults_.sorted();
        return std::move(table_);
    }

private:
    void readUnit() {
        const auto unit = files::readText(faults_, document_, "a published table", "unit", true);
        if (!unit) return;
        for (const auto& [text, meaning] : unitNames)
            if (text == *unit) {
                table_.unit = meaning;
                return;
            }
        faults_.add(document_.find("unit")->place, "bad-unit", "there is no unit \"" + *unit + "\"",
                    "units are us, ms, s, GB/s and rank");
    }

    void readRows() {
        const TomlValue* rows = document_.find("row");
        if (rows == nullptr || rows->kind != Kind::Array || rows->items.empty())
            return faults_.missingKey(document_, "a published table", "row",
                                      "add a [[row]] with launch, name and value");
        table_.rows.reserve(rows->items.size());
        for (const TomlValue& row : rows->items) readRow(row);
    }

    void readRow(const TomlValue& row) {
        faults_.unknownKeys(row, "a row", {"launch", "name", "family", "value", "order_only"});
        PublishedRow read;
        read.place = faults_.location(row.place);
        if (const auto launch = files::readText(faults_, row, "a row", "launch", true))
            read.launchFile = (table_.file.parent_path() / *launch).lexically_normal();
        read.launch = files::readText(faults_, row, "a row", "name", true).value_or("");
        read.family = files::readText(faults_, row, "a row", "family", false).value_or("");
        const TomlValue* value = row.find("value");
        if (value == nullptr || (value->kind != Kind::Integer && value->kind != Kind::Float) ||
            !(value->number > 0))
            faults_.add(row.place, "bad-value", "a row needs a value above 0", "write value = 1.5");
        else
            read.value = value->number;
        if (const TomlValue* orderOnly = row.find("order_only"))
            orderOnly->kind == Kind::Boolean ? void(read.orderOnly = orderOnly->boolean)
                                             : faults_.wrongType(*orderOnly, "order_only", "true or false");
        table_.rows.push_back(std::move(read));
    }

    const TomlValue& document_;
    files::TomlFaults faults_;
    PublishedTable table_;
};

} // namespace

Result<PublishedTable> parsePublishedTable(std::string_view text, const std::filesystem::path& path) {
    const auto document = files::parseToml(text, path, "published");
    if (!document) return document.diagnostics();
    return TableReader(*document, path).run();
}

Result<PublishedTable> readPublishedTable(const std::filesystem::path& path) {
    const auto text = files::readTextFile(path, "published");
    if (!text) return text.diagnostics();
    return parsePublishedTable(*text, path);
}

} // namespace warpstring::evidence
