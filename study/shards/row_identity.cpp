// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/shards/row_identity.h"

#include <charconv>

#include "study/batch/row_text.h"

namespace warpstring::shards {

namespace {

bool skip(std::string_view& text, std::string_view beginning) {
    if (!text.starts_with(beginning)) return false;
    text.remove_prefix(beginning.size());
    return true;
}

bool takeNumber(std::string_view& text, std::uint64_t& number) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc()) return false;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return true;
}

bool skipJsonText(std::string_view& text) {
    if (!skip(text, "\"")) return false;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] == '\\')
            ++at;
        else if (text[at] == '"') {
            text.remove_prefix(at + 1);
            return true;
        }
    }
    return false;
}

bool skipCsvField(std::string_view& text) {
    bool inQuotes = false;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] == '"') inQuotes = !inQuotes; // two of them stand for one, and change nothing
        if (text[at] != ',' || inQuotes) continue;
        text.remove_prefix(at + 1);
        return true;
    }
    return false;
}

bool takeBeginning(std::string_view& text, std::uint64_t& index, batch::RowFileFormat format,
                   std::string_view schema) {
    if (format == batch::RowFileFormat::Csv)
        return takeNumber(text, index) && skip(text, ",") && skipCsvField(text) && skipCsvField(text);
    return skip(text, "{\"schema\":\"") && skip(text, schema) && skip(text, "\",\"index\":") &&
           takeNumber(text, index) && skip(text, ",\"launch\":") && skipJsonText(text) &&
           skip(text, ",\"spec\":") && skipJsonText(text) && skip(text, ",\"status\":\"");
}

} // namespace

std::optional<RowIdentity> identityOf(std::string_view record, batch::RowFileFormat format,
                                      std::string_view schema) {
    const batch::RowFormat& form = format == batch::RowFileFormat::Csv ? batch::csv() : batch::jsonLines();
    if (!record.ends_with(form.lineEnd)) return std::nullopt;
    record.remove_suffix(form.lineEnd.size());
    if (form.closing != 0 && !record.ends_with(form.closing)) return std::nullopt;
    RowIdentity identity;
    if (!takeBeginning(record, identity.index, format, schema)) return std::nullopt;
    identity.isError = record.starts_with(batch::statusText(true));
    return identity;
}

std::string_view schemaOf(std::string_view record) {
    if (!skip(record, "{\"schema\":\"")) return {};
    const std::size_t end = record.find('"');
    return end == std::string_view::npos ? std::string_view() : record.substr(0, end);
}

} // namespace warpstring::shards
