// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/launch/launch_form_edit.h"

#include <algorithm>
#include <sstream>

#include "core/files/launches/launch_scope.h"
#include "core/files/launches/launch_text.h"
#include "core/files/toml/toml_string.h"
#include "core/value_type.h"

namespace warpstring::gui {

namespace {

Diagnostic refusal(const std::string& message, const std::string& hint) {
    return {"launch.form", Severity::Error, {}, message, hint};
}

Diagnostic unwritable() {
    return refusal("the text of the launch does not let this be written", "mend its brackets and quotes");
}

EditedLaunch written(files::LaunchText& text, const files::TomlPath& path, const std::string& toml) {
    if (!text.write(path, toml)) return unwritable();
    return text.text();
}

std::string trimmed(const std::string& text) {
    const auto first = text.find_first_not_of(" \t");
    if (first == std::string::npos) return "";
    return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

bool isToml(const std::string& toml, std::initializer_list<files::TomlValue::Kind> kinds) {
    const auto parsed = files::parseToml("x = " + toml + "\n", "", "launch");
    if (!parsed || parsed->entries.size() != 1) return false;
    const auto kind = parsed->entries.front().value.kind;
    return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
}

/// A number as it is, anything else as an expression in quotes.
std::string valueToml(const std::string& value) {
    using Kind = files::TomlValue::Kind;
    return isToml(value, {Kind::Integer, Kind::Float}) ? value : files::quoteToml(value);
}

std::string listToml(const std::vector<std::string>& values) {
    std::string text;
    for (const auto& value : values) text += (text.empty() ? "" : ", ") + valueToml(value);
    return "[" + text + "]";
}

std::string contentsChoice(const FormArgument& row) { return row.contents.empty() ? "zero" : row.contents; }

/// "nearest, repeat, normalized" in any order.
EditedLaunch samplerToml(const std::string& value) {
    std::string words = value;
    std::replace_if(words.begin(), words.end(), [](char c) { return c == ',' || c == ':'; }, ' ');
    std::istringstream in(words);
    Sampler sampler;
    for (std::string word; in >> word;) {
        if (const auto filter = parseFilter(word))
            sampler.filter = *filter;
        else if (const auto addressing = parseAddressing(word))
            sampler.addressing = *addressing;
        else if (word == "normalized")
            sampler.normalized = true;
        else
            return refusal("\"" + word + "\" is nothing that a sampler does",
                           "name a filter, an addressing and, where coordinates go from 0 to 1, normalized: "
                           "linear, repeat, normalized");
    }
    std::string toml = "{ ";
    if (sampler.normalized) toml += "normalized = true, ";
    toml += "addressing = \"" + std::string(warpstring::name(sampler.addressing)) + "\", filter = \"" +
            std::string(warpstring::name(sampler.filter)) + "\" }";
    return toml;
}

/// Members with or without braces.
EditedLaunch membersToml(const std::string& value) {
    const std::string inner = trimmed(value);
    std::string toml = inner.starts_with('{') ? inner : inner.empty() ? "{}" : "{ " + inner + " }";
    if (isToml(toml, {files::TomlValue::Kind::Table})) return toml;
    return refusal("these are no members of a struct", "write n = 4096, alpha = 1.5, v = [1, 2, 3, 4]");
}

class ArgumentWriter {
public:
    ArgumentWriter(const std::string& text, const FormArgument& row, const FormContext& context)
        : text_(text, namesOf(context)), row_(row), context_(context) {}

    EditedLaunch write(ArgumentField field, const std::string& value) {
        if (row_.isMissing && field != ArgumentField::Size)
            return refusal(row_.name + " is not there yet", "enter its size or value first");
        switch (field) {
        case ArgumentField::Type: return type(value);
        case ArgumentField::Size: return row_.isMissing ? make(value) : size(value);
        case ArgumentField::Contents: return contents(value);
        case ArgumentField::Parameters: return parameters(value);
        case ArgumentField::Seed: return key("seed", value);
        case ArgumentField::Access: return done(put("access", files::quoteToml(value)));
        }
        return text_.text();
    }

private:
    static std::vector<std::string> namesOf(const FormContext& context) {
        std::vector<std::string> names;
        names.reserve(context.arguments.size());
        for (const auto& argument : context.arguments) names.push_back(argument.name);
        return names;
    }
    [[nodiscard]] files::TomlPath at(const std::string& key) const { return {"args", row_.name, key}; }
    bool put(const std::string& key, const std::string& toml) { return text_.write(at(key), toml); }
    void drop(const std::string& key) {
        if (text_.has(at(key))) (void)text_.remove(at(key));
    }
    EditedLaunch done(bool isWritten) {
        if (!isWritten) return unwritable();
        return text_.text();
    }
    EditedLaunch key(const std::string& name, const std::string& value) {
        if (!value.empty()) return done(put(name, valueToml(value)));
        drop(name);
        return text_.text();
    }

    [[nodiscard]] const KernelArgument* parameter() const {
        const auto found =
            std::find_if(context_.arguments.begin(), context_.arguments.end(),
                         [&](const KernelArgument& argument) { return argument.name == row_.name; });
        return found == context_.arguments.end() ? nullptr : &*found;
    }
    [[nodiscard]] std::uint64_t bytesOfStruct() const {
        const KernelArgument* own = parameter();
        return own != nullptr && own->layout.bytes > 0 ? own->layout.bytes : 4;
    }

    EditedLaunch type(const std::string& value) {
        if (row_.kind == FormKind::Image) {
            std::istringstream words(value);
            std::string order, format, more;
            words >> order >> format >> more;
            const auto knownOrder = parseChannelOrder(order);
            const auto knownType = parseChannelType(format);
            if (!knownOrder || !knownType || !more.empty() || !isImageFormat({*knownOrder, *knownType}))
                return refusal("\"" + value + "\" is no format of images",
                               "write an order and a channel type: RGBA UNORM_INT8");
            return done(put("order", files::quoteToml(order)) && put("format", files::quoteToml(format)));
        }
        if (value == "struct" && row_.kind == FormKind::Buffer) {
            const bool isWritten = put("buffer", "\"struct\"");
            return done(isWritten && (text_.has(at("bytes")) || put("bytes", std::to_string(bytesOfStruct()))));
        }
        if (!parseValueType(value))
            return refusal("\"" + value + "\" is no OpenCL arithmetic type",
                           "for example float, int or float4");
        if (row_.kind == FormKind::Buffer) {
            drop("bytes");
            return done(put("buffer", files::quoteToml(value)));
        }
        if (text_.has(at("scalar"))) return done(put("scalar", files::quoteToml(value)));
        return written(text_, {"args", row_.name},
                       "{ scalar = " + files::quoteToml(value) + ", value = " + valueToml(row_.size) + " }");
    }

    EditedLaunch size(const std::string& value) {
        switch (row_.kind) {
        case FormKind::Scalar:
            if (text_.has(at("scalar"))) return done(put("value", valueToml(value)));
            return written(text_, {"args", row_.name}, valueToml(value));
        case FormKind::Buffer: return done(put("count", valueToml(value)));
        case FormKind::Local: return done(put("local", valueToml(value)));
        case FormKind::Image: return done(put("image", listToml(splitList(value))));
        case FormKind::Struct: {
            if (text_.has(at("bytes"))) return done(put("bytes", files::quoteToml(value)));
            auto toml = membersToml(value);
            return toml ? done(put("struct", *toml)) : toml;
        }
        case FormKind::Sampler: {
            auto toml = samplerToml(value);
            return toml ? done(put("sampler", *toml)) : toml;
        }
        }
        return text_.text();
    }

    /// The argument as it is needed, of this size and with nothing else said.
    EditedLaunch make(const std::string& value) {
        std::string toml;
        switch (row_.kind) {
        case FormKind::Scalar: toml = valueToml(value); break;
        case FormKind::Buffer:
            toml = "{ buffer = " + files::quoteToml(row_.type);
            if (row_.type == "struct") toml += ", bytes = " + std::to_string(bytesOfStruct());
            toml += ", count = " + valueToml(value) + " }";
            break;
        case FormKind::Local: toml = "{ local = " + valueToml(value) + " }"; break;
        case FormKind::Image:
            toml = "{ image = " + listToml(splitList(value)) + ", order = \"RGBA\", format = \"" +
                   usualFormat() + "\" }";
            break;
        case FormKind::Struct: {
            auto members = membersToml(value);
            if (!members) return members;
            toml = "{ struct = " + *members + " }";
            break;
        }
        case FormKind::Sampler: {
            auto sampler = samplerToml(value);
            if (!sampler) return sampler;
            toml = "{ sampler = " + *sampler + " }";
            break;
        }
        }
        return written(text_, {"args", row_.name}, toml);
    }

    /// Of what the kernel calls.
    [[nodiscard]] std::string usualFormat() const {
        const KernelArgument* own = parameter();
        switch (own != nullptr ? own->element.scalar : ScalarType::Float) {
        case ScalarType::Int: return "SIGNED_INT32";
        case ScalarType::UInt: return "UNSIGNED_INT8";
        case ScalarType::Half: return "HALF_FLOAT";
        default: return "UNORM_INT8";
        }
    }

    /// Keys that mean nothing to the new contents go, those that it needs come.
    EditedLaunch contents(const std::string& value) {
        const auto choices = choicesOf(row_, ArgumentField::Contents);
        if (std::find(choices.begin(), choices.end(), value) == choices.end())
            return refusal("\"" + value + "\" is nothing that a buffer holds",
                           "zero, constant, iota, random, permutation, offsets or file");
        const bool isRanged = value == "random" || value == "offsets";
        // A range of one is no range of the other.
        if (!isRanged || value != row_.contents) drop("range");
        if (!isRanged && value != "permutation") drop("seed");
        if (value != "constant") drop("value");
        if (value != "file") drop("file");
        bool isWritten = put("init", files::quoteToml(value));
        if (value == "constant" && !text_.has(at("value"))) isWritten = isWritten && put("value", "0");
        if (value == "offsets" && !text_.has(at("range"))) isWritten = isWritten && put("range", "[8, 24]");
        if (value == "file" && !text_.has(at("file"))) isWritten = isWritten && put("file", "\"data.bin\"");
        return done(isWritten);
    }

    EditedLaunch parameters(const std::string& value) {
        const std::string contents = contentsChoice(row_);
        if (contents == "constant") return key("value", value);
        if (contents == "file") return done(put("file", files::quoteToml(value)));
        if (contents != "random" && contents != "offsets")
            return refusal(contents + " has no parameters", "choose other contents first");
        if (value.empty() && contents == "random") return key("range", "");
        const auto ends = splitList(value);
        if (ends.size() != 2 || ends[0].empty() || ends[1].empty())
            return refusal("\"" + value + "\" is no range", "write the least and the greatest: 0, 127");
        return done(put("range", listToml(ends)));
    }

    files::LaunchText text_;
    const FormArgument& row_;
    const FormContext& context_;
};

} // namespace

EditedLaunch withSize(const std::string& text, const std::string& key, std::size_t dimension,
                      const std::string& value) {
    const auto document = files::parseToml(text, "", "launch");
    if (!document) return document.diagnostics();
    std::vector<std::string> sizes;
    if (const auto* written = document->find(key)) {
        if (written->kind != files::TomlValue::Kind::Array) sizes.push_back(tomlOf(*written));
        for (const auto& item : written->items) sizes.push_back(tomlOf(item));
    }
    const std::string entered = trimmed(value);
    if (entered.empty()) {
        if (dimension == 0) return refusal("there is no launch without a size", "enter a number");
        if (dimension < sizes.size()) sizes.resize(dimension);
    } else {
        if (dimension >= sizes.size()) sizes.resize(dimension + 1, "1");
        sizes[dimension] = valueToml(entered);
    }
    std::string list;
    for (const auto& size : sizes) list += (list.empty() ? "" : ", ") + size;
    files::LaunchText launch(text);
    return written(launch, {key}, "[" + list + "]");
}

EditedLaunch withOptions(const std::string& text, const CompilerOptions& options) {
    files::LaunchText launch(text);
    const std::string joined = joinOptions(options);
    if (joined.empty()) {
        if (launch.has({"options"})) (void)launch.remove({"options"});
        return launch.text();
    }
    return written(launch, {"options"}, files::quoteToml(joined));
}

EditedLaunch withMacro(const std::string& text, const std::string& name, const std::string& value) {
    if (!files::isIdentifier(name))
        return refusal("\"" + name + "\" is no name of a macro", "for example TILE");
    files::LaunchText launch(text);
    return written(launch, {"macros", name}, valueToml(value));
}

EditedLaunch withMacroName(const std::string& text, const std::string& name, const std::string& newName) {
    files::LaunchText launch(text);
    const auto document = files::parseToml(text, "", "launch");
    const auto* macros = document ? document->find("macros") : nullptr;
    const auto* value = macros != nullptr ? macros->find(name) : nullptr;
    if (value == nullptr) return refusal("there is no macro " + name, "add it first");
    if (!newName.empty()) {
        if (!files::isIdentifier(newName))
            return refusal("\"" + newName + "\" is no name of a macro", "for example TILE");
        if (macros->find(newName) != nullptr)
            return refusal("there is a macro " + newName + " already", "choose another name");
        if (!launch.write({"macros", newName}, tomlOf(*value))) return unwritable();
    }
    if (!launch.remove({"macros", name})) return unwritable();
    return launch.text();
}

EditedLaunch withArgument(const std::string& text, const FormArgument& row, ArgumentField field,
                          const std::string& value, const FormContext& context) {
    const std::string entered = trimmed(value);
    if (entered.empty() && (field == ArgumentField::Size || field == ArgumentField::Type))
        return refusal(row.name + " needs something here", "enter a number or an expression");
    return ArgumentWriter(text, row, context).write(field, entered);
}

EditedLaunch withoutArgument(const std::string& text, const std::string& name) {
    files::LaunchText launch(text);
    if (!launch.remove({"args", name})) return unwritable();
    return launch.text();
}

std::vector<std::string> choicesOf(const FormArgument& row, ArgumentField field) {
    switch (field) {
    case ArgumentField::Type: {
        if (row.kind == FormKind::Image)
            return {"RGBA UNORM_INT8", "RGBA HALF_FLOAT", "RGBA FLOAT",     "RGBA UNSIGNED_INT8",
                    "R UNORM_INT8",    "R FLOAT",         "R SIGNED_INT32", "BGRA UNORM_INT8"};
        std::vector<std::string> types{"char",  "uchar", "short", "ushort", "int",    "uint",   "long",
                                       "ulong", "half",  "float", "double", "float2", "float4", "uchar4"};
        if (row.kind == FormKind::Buffer) types.emplace_back("struct");
        return types;
    }
    case ArgumentField::Size:
        if (row.kind != FormKind::Sampler) return {};
        return {"nearest, clamp_to_edge",
                "nearest, clamp",
                "nearest, none",
                "linear, clamp_to_edge",
                "linear, repeat, normalized",
                "linear, clamp_to_edge, normalized"};
    case ArgumentField::Contents:
        return {"zero", "constant", "iota", "random", "permutation", "offsets", "file"};
    case ArgumentField::Access: return {"read", "write", "read-write"};
    default: return {};
    }
}

bool applies(const FormArgument& row, ArgumentField field) {
    if (row.isMissing) return field == ArgumentField::Size;
    const bool hasContents = row.kind == FormKind::Buffer || row.kind == FormKind::Image;
    const std::string contents = contentsChoice(row);
    switch (field) {
    case ArgumentField::Type: return hasContents || row.kind == FormKind::Scalar;
    case ArgumentField::Size: return !row.isSwept;
    case ArgumentField::Contents:
    case ArgumentField::Access: return hasContents;
    case ArgumentField::Parameters:
        return hasContents &&
               (contents == "constant" || contents == "random" || contents == "offsets" || contents == "file");
    case ArgumentField::Seed:
        return hasContents && (contents == "random" || contents == "permutation" || contents == "offsets");
    }
    return false;
}

} // namespace warpstring::gui
