// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/batch/row_text.h"

#include <charconv>
#include <cmath>

#include "core/text/utf8.h"

namespace warpstring::batch {

namespace {

void appendEscaped(std::string& out, char c) {
    switch (c) {
    case '"': out += "\\\""; break;
    case '\\': out += "\\\\"; break;
    case '\n': out += "\\n"; break;
    case '\r': out += "\\r"; break;
    case '\t': out += "\\t"; break;
    default: {
        constexpr std::string_view digits = "0123456789abcdef";
        const auto byte = static_cast<unsigned char>(c);
        out += "\\u00";
        out += digits[byte >> 4];
        out += digits[byte & 15];
    }
    }
}

std::string plainText(const RowValue& value) {
    if (const auto* integer = std::get_if<std::int64_t>(&value)) return std::to_string(*integer);
    if (const auto* number = std::get_if<double>(&value)) return exactNumberText(*number);
    if (const auto* text = std::get_if<std::string>(&value)) return *text;
    return "";
}

void appendJsonRow(std::string& out, const BatchRow& row, const std::vector<RowColumn>& columns) {
    out += "{\"schema\":\"";
    out += batchRowSchema;
    out += '"';
    for (const RowColumn& column : columns) {
        out += ",\"";
        out += column.name;
        out += "\":";
        const RowValue value = column.value(row);
        const auto* text = std::get_if<std::string>(&value);
        if (std::holds_alternative<std::monostate>(value))
            out += "null";
        else if (text != nullptr && column.type == RowColumn::Type::Text)
            appendJsonText(out, *text);
        else if (text != nullptr)
            out += *text;
        else
            out += plainText(value);
    }
    out += "}\n";
}

std::string noHeader(const std::vector<RowColumn>&) { return ""; }

std::string jsonBeginning(std::uint64_t index, const std::string& launch, const std::string& spec) {
    return jsonRowBeginning(batchRowSchema, index, launch, spec);
}

void appendCsvRow(std::string& out, const BatchRow& row, const std::vector<RowColumn>& columns) {
    for (std::size_t i = 0; i < columns.size(); ++i) {
        if (i > 0) out += ',';
        appendCsvField(out, plainText(columns[i].value(row)));
    }
    out += "\r\n";
}

std::string csvHeader(const std::vector<RowColumn>& columns) {
    std::string header;
    for (const RowColumn& column : columns) header += (header.empty() ? "" : ",") + std::string(column.name);
    return header + "\r\n";
}

std::string csvBeginning(std::uint64_t index, const std::string& launch, const std::string& spec) {
    std::string text = std::to_string(index) + ",";
    appendCsvField(text, launch);
    text += ',';
    appendCsvField(text, spec);
    return text + ",";
}

} // namespace

void appendJsonText(std::string& out, std::string_view text) {
    out += '"';
    std::size_t plain = 0; // characters since here need no escape
    for (std::size_t at = 0; at < text.size();) {
        const char c = text[at];
        const std::size_t bytes = characterBytes(text.substr(at));
        const bool escaped = bytes == 0 || (c >= 0 && c < ' ') || c == '"' || c == '\\' || c == '\x7f';
        if (escaped) {
            out += text.substr(plain, at - plain);
            if (bytes == 0)
                out += "\xEF\xBF\xBD";
            else
                appendEscaped(out, c);
            plain = at + 1;
        }
        at += bytes == 0 ? 1 : bytes;
    }
    out += text.substr(plain);
    out += '"';
}

void appendCsvField(std::string& out, std::string_view text) {
    if (text.find_first_of(",\"\r\n") == std::string_view::npos) {
        out += text;
        return;
    }
    out += '"';
    for (const char c : text) {
        if (c == '"') out += '"';
        out += c;
    }
    out += '"';
}

std::string exactNumberText(double value) {
    if (!std::isfinite(value)) return "";
    char buffer[32];
    const auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, value);
    return {buffer, end};
}

std::string jsonRowBeginning(std::string_view schema, std::uint64_t index, std::string_view launch,
                             std::string_view spec) {
    std::string text = "{\"schema\":\"";
    text += schema;
    text += "\",\"index\":" + std::to_string(index) + ",\"launch\":";
    appendJsonText(text, launch);
    text += ",\"spec\":";
    appendJsonText(text, spec);
    return text + ",\"status\":\"";
}

const RowFormat& jsonLines() {
    static const RowFormat format{appendJsonRow, noHeader, jsonBeginning, "\n", '}', false};
    return format;
}

const RowFormat& csv() {
    static const RowFormat format{appendCsvRow, csvHeader, csvBeginning, "\r\n", '\0', true};
    return format;
}

} // namespace warpstring::batch
