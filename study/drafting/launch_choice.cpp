// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/drafting/launch_choice.h"

#include <algorithm>
#include <charconv>

#include "core/files/launches/launch_scope.h"
#include "core/files/toml/toml_editor.h"
#include "core/files/toml/toml_reader.h"
#include "core/files/toml/toml_string.h"
#include "core/image.h"
#include "core/value_type.h"
#include "study/drafting/draft_text.h"

namespace warpstring::drafting {

namespace {

Diagnostics fault(const std::string& option, const std::string& text, const std::string& hint) {
    return {{"usage.option", Severity::Error, {}, "--" + option + " does not take '" + text + "'", hint}};
}

template <class Number>
bool isNumber(const std::string& text) {
    Number value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} && end == text.data() + text.size();
}

std::string trimmed(const std::string& text) {
    const auto first = text.find_first_not_of(" \t");
    return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

/// A number as it is, all else as the text of an expression.
std::string sizeToml(const std::string& text) {
    return isNumber<std::int64_t>(text) ? text : files::quoteToml(text);
}

/// What TOML takes as a number stays as it was written.
std::string numberToml(const std::string& text) {
    if (isNumber<std::int64_t>(text)) return text;
    const bool isFloat =
        isNumber<double>(text) && text.find_first_not_of("+-.0123456789eE") == std::string::npos;
    if (!isFloat) return files::quoteToml(text);
    const auto point = text.find('.');
    const auto isDigit = [&](std::size_t at) { return at < text.size() && text[at] >= '0' && text[at] <= '9'; };
    const bool isToml = point == std::string::npos || (point > 0 && isDigit(point - 1) && isDigit(point + 1));
    return isToml ? text : std::to_string(std::stod(text));
}

/// Before and behind the first `=`; an empty name where there is none.
std::pair<std::string, std::string> assignment(const std::string& text) {
    const auto equals = text.find('=');
    if (equals == std::string::npos) return {"", text};
    return {trimmed(text.substr(0, equals)), trimmed(text.substr(equals + 1))};
}

void put(std::vector<NamedValue>& values, NamedValue value) {
    const auto same = std::find_if(values.begin(), values.end(),
                                   [&](const NamedValue& given) { return given.name == value.name; });
    if (same != values.end())
        *same = std::move(value); // the last one holds, as on any command line
    else
        values.push_back(std::move(value));
}

/// Parts between separators that stand in no brackets.
std::vector<std::string> apart(const std::string& text, char separator) {
    std::vector<std::string> parts(1);
    int depth = 0;
    for (const char c : text) {
        depth += c == '(' ? 1 : c == ')' ? -1 : 0;
        if (c == separator && depth == 0)
            parts.emplace_back();
        else
            parts.back() += c;
    }
    for (auto& part : parts) part = trimmed(part);
    return parts;
}

std::vector<std::string> partsOf(const std::string& text) { return apart(text, ':'); }

/// 24 of "struct(24)".
std::optional<std::string> bytesOfStruct(const std::string& type) {
    if (!type.starts_with("struct(") || !type.ends_with(")")) return std::nullopt;
    const std::string bytes = trimmed(type.substr(7, type.size() - 8));
    return bytes.empty() ? std::nullopt : std::optional(sizeToml(bytes));
}

/// "random(0, n)" as the keys of a buffer; empty where the word is none of them.
std::string contentsToml(const std::string& text) {
    const auto open = text.find('(');
    const std::string word = trimmed(text.substr(0, open));
    std::vector<std::string> values;
    if (open != std::string::npos) {
        if (text.back() != ')') return "";
        values = apart(text.substr(open + 1, text.size() - open - 2), ',');
    }
    const std::string init = ", init = \"" + word + "\"";
    const auto pair = [&] { return "[" + numberToml(values[0]) + ", " + numberToml(values[1]) + "]"; };
    if (values.empty()) {
        if (word == "random" || word == "permutation") return init + ", seed = 1";
        return word == "zero" || word == "iota" ? init : "";
    }
    if (word == "constant" && values.size() == 1) return init + ", value = " + numberToml(values[0]);
    if (word == "file" && values.size() == 1) return init + ", file = " + files::quoteToml(values[0]);
    if ((word == "random" || word == "offsets") && values.size() == 2)
        return init + ", seed = 1, range = " + pair();
    return "";
}

} // namespace

Diagnostics readSizes(const std::string& option, const std::string& text, std::vector<std::string>& sizes) {
    // "x" parts numbers alone: it may be part of a name.
    const bool isByComma = text.find(',') != std::string::npos;
    const bool isNumbers = text.find_first_not_of("0123456789xX ") == std::string::npos;
    std::vector<std::string> parts(1);
    for (const char c : text) {
        if (isByComma ? c == ',' : isNumbers && (c == 'x' || c == 'X'))
            parts.emplace_back();
        else
            parts.back() += c;
    }
    sizes.clear();
    for (const auto& part : parts) sizes.push_back(sizeToml(trimmed(part)));
    const bool isComplete =
        std::none_of(parts.begin(), parts.end(), [](const auto& p) { return trimmed(p).empty(); });
    if (isComplete && sizes.size() <= 3) return {};
    return fault(option, text,
                 "give one to three sizes in work-items: --" + option + " 1024x1024, or --" + option +
                     " \"n,n\" with names of arguments");
}

Diagnostics readScalar(const std::string& text, LaunchChoice& choice) {
    auto [name, value] = assignment(text);
    if (!files::isIdentifier(name) || value.empty())
        return fault("arg", text, "name a scalar parameter and its value: --arg n=4096");
    put(choice.arguments, {name, numberToml(value)});
    return {};
}

Diagnostics readBuffer(const std::string& text, LaunchChoice& choice) {
    const auto [name, value] = assignment(text);
    const auto parts = partsOf(value);
    const std::string hint = "name a parameter, its type, its elements and its contents: "
                             "--buffer a=float:n*n:random, or random(0,9), constant(1), iota, permutation, "
                             "offsets(2,8), file(a.bin)";
    if (!files::isIdentifier(name) || parts.size() < 2 || parts.size() > 3 || parts[0].empty() ||
        parts[1].empty())
        return fault("buffer", text, hint);
    const auto bytes = bytesOfStruct(parts[0]);
    if (!bytes && !parseValueType(parts[0]))
        return fault("buffer", text, "'" + parts[0] + "' is no type of OpenCL; " + hint);
    std::string contents;
    if (parts.size() == 3) {
        contents = contentsToml(parts[2]);
        if (contents.empty()) return fault("buffer", text, hint);
    }
    put(choice.arguments, {name, "{ buffer = \"" + (bytes ? "struct\", bytes = " + *bytes : parts[0] + "\"") +
                                     ", count = " + sizeToml(parts[1]) + contents + " }"});
    return {};
}

Diagnostics readImage(const std::string& text, LaunchChoice& choice) {
    const auto [name, value] = assignment(text);
    const auto parts = partsOf(value);
    std::vector<std::string> sizes;
    const std::string hint = "name a parameter, its sizes and its format: --image in=1024x768, or "
                             "in=1024x768:FLOAT:R";
    if (!files::isIdentifier(name) || parts.size() > 3 || !readSizes("image", parts[0], sizes).empty())
        return fault("image", text, hint);
    const std::string type = parts.size() > 1 ? parts[1] : "UNORM_INT8";
    const std::string order = parts.size() > 2 ? parts[2] : "RGBA";
    if (!parseChannelType(type) || !parseChannelOrder(order))
        return fault("image", text,
                     "'" + (parseChannelType(type) ? order : type) + "' is no format of OpenCL; " + hint);
    put(choice.arguments,
        {name, "{ image = " + listToml(sizes) + ", order = \"" + order + "\", format = \"" + type + "\" }"});
    return {};
}

Diagnostics readSampler(const std::string& text, LaunchChoice& choice) {
    const auto [name, value] = assignment(text);
    const std::string hint = "name a parameter and how it samples: --sampler how=linear:repeat:normalized; "
                             "nearest or linear; none, clamp_to_edge, clamp, repeat or mirrored_repeat";
    if (!files::isIdentifier(name)) return fault("sampler", text, hint);
    Sampler sampler;
    for (const auto& part : partsOf(value)) {
        const auto filter = parseFilter(part);
        const auto addressing = parseAddressing(part);
        if (filter)
            sampler.filter = *filter;
        else if (addressing)
            sampler.addressing = *addressing;
        else if (part == "normalized")
            sampler.normalized = true;
        else
            return fault("sampler", text, hint);
    }
    put(choice.arguments,
        {name, "{ sampler = { normalized = " + std::string(sampler.normalized ? "true" : "false") +
                   ", addressing = \"" + std::string(warpstring::name(sampler.addressing)) + "\", filter = \"" +
                   std::string(warpstring::name(sampler.filter)) + "\" } }"});
    return {};
}

Diagnostics readStruct(const std::string& text, LaunchChoice& choice) {
    const auto [name, value] = assignment(text);
    const std::string hint = "name a parameter, its members and their values: --struct p=n:4096,alpha:1.5";
    if (!files::isIdentifier(name) || value.empty()) return fault("struct", text, hint);
    std::string members;
    for (const auto& member : apart(value, ',')) {
        const auto parts = partsOf(member);
        if (parts.size() != 2 || parts[0].empty() || parts[1].empty()) return fault("struct", text, hint);
        members += (members.empty() ? "" : ", ") +
                   (files::isIdentifier(parts[0]) ? parts[0] : files::quoteToml(parts[0])) + " = " +
                   numberToml(parts[1]);
    }
    put(choice.arguments, {name, "{ struct = { " + members + " } }"});
    return {};
}

Diagnostics readLocalMemory(const std::string& text, LaunchChoice& choice) {
    const auto [name, value] = assignment(text);
    if (!files::isIdentifier(name) || value.empty())
        return fault("local-memory", text, "name a __local parameter and its bytes: --local-memory tile=4096");
    put(choice.arguments, {name, "{ local = " + sizeToml(value) + " }"});
    return {};
}

Diagnostics readMacro(const std::string& text, LaunchChoice& choice) {
    auto [name, value] = assignment(text);
    if (name.empty()) {
        name = trimmed(text);
        value = "1";
    }
    if (!files::isIdentifier(name)) return fault("define", text, "name a macro and its value: -D TILE=16");
    put(choice.macros, {name, isNumber<std::int64_t>(value) ? value : files::quoteToml(value)});
    return {};
}

Result<std::string> withChoice(const std::string& launchText, const std::filesystem::path& path,
                               const LaunchChoice& choice) {
    files::TomlEditor editor(launchText, [](const files::TomlPath&) { return 0; });
    bool isWritten = true;
    const auto write = [&](const files::TomlPath& key, const std::string& toml) {
        isWritten = isWritten && editor.write(key, toml);
    };
    if (!choice.kernel.empty()) write({"kernel"}, files::quoteToml(choice.kernel));
    // A value that a sweep gives would go before it.
    const auto writeSwept = [&](const files::TomlPath& key, const std::string& toml) {
        write(key, toml);
        (void)editor.remove({"sweep", key.back()});
    };
    if (!choice.global.empty()) writeSwept({"global"}, listToml(choice.global));
    if (!choice.local.empty()) writeSwept({"local"}, listToml(choice.local));
    if (!choice.includes.empty()) {
        const auto document = files::parseToml(launchText, path, "launch");
        if (!document) return document.diagnostics();
        const files::TomlValue* options = document->find("options");
        std::string all = options != nullptr ? options->text : "";
        for (const auto& folder : choice.includes) all += (all.empty() ? "-I " : " -I ") + folder;
        write({"options"}, files::quoteToml(all));
    }
    for (const auto& macro : choice.macros) writeSwept({"macros", macro.name}, macro.toml);
    for (const auto& argument : choice.arguments) writeSwept({"args", argument.name}, argument.toml);
    editor.removeEmptyTable("sweep");
    if (!isWritten)
        return Diagnostic{"usage.option",
                          Severity::Error,
                          {path.string(), 1, 0},
                          "the launch file cannot take the values that the options give",
                          "mend its brackets and quotes"};
    return editor.text();
}

} // namespace warpstring::drafting
