// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/tune/space_form.h"

#include <algorithm>
#include <cctype>

#include "core/files/launches/launch_text.h"
#include "core/files/toml/toml_string.h"

namespace warpstring::gui {

namespace {

using files::TomlValue;

constexpr std::string_view rewritePrefix = "rewrite.";
const std::filesystem::path spaceFile = "space.toml";

bool isRewrite(const std::string& name) { return name.starts_with(rewritePrefix); }

bool isSize(const std::string& name) { return name == "local" || name == "global"; }

std::string trimmed(std::string text) {
    const auto isBlank = [](unsigned char letter) { return std::isspace(letter) != 0; };
    text.erase(text.begin(), std::find_if_not(text.begin(), text.end(), isBlank));
    text.erase(std::find_if_not(text.rbegin(), text.rend(), isBlank).base(), text.end());
    return text;
}

/// At commas that stand in no bracket and no quotes; those of rewrites have a blank behind them, for others are
/// part of a rewrite ("unroll k=4,written").
std::vector<std::string> valuesIn(const std::string& text, bool ofRewrite) {
    std::vector<std::string> values(1);
    int depth = 0;
    char quote = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char letter = text[i];
        if (quote != 0)
            quote = letter == quote ? '\0' : quote;
        else if (letter == '"' || letter == '\'')
            quote = letter;
        else if (letter == '[' || letter == '{')
            ++depth;
        else if (letter == ']' || letter == '}')
            --depth;
        const bool isBetween = !ofRewrite || i + 1 == text.size() || text[i + 1] == ' ';
        if (letter == ',' && depth == 0 && quote == 0 && isBetween)
            values.emplace_back();
        else
            values.back() += letter;
    }
    for (std::string& value : values) value = trimmed(std::move(value));
    return values;
}

bool isToml(const std::string& word) { return bool(files::parseToml("a = " + word, spaceFile, "space")); }

/// "[16, 16]" of "16x16"; nothing where it is no such word.
std::optional<std::string> sizesOf(const std::string& word) {
    std::string list;
    bool hasDigit = false;
    for (const char letter : word) {
        if (letter == 'x' && hasDigit) {
            list += ", ";
            hasDigit = false;
        } else if (std::isdigit(static_cast<unsigned char>(letter)) != 0) {
            list += letter;
            hasDigit = true;
        } else {
            return std::nullopt;
        }
    }
    if (!hasDigit) return std::nullopt;
    return "[" + list + "]";
}

std::string tomlOfWord(const std::string& name, const std::string& word) {
    if (isRewrite(name)) return files::quoteToml(word == noRewrite ? "" : word);
    if (isSize(name))
        if (const auto sizes = sizesOf(word)) return *sizes;
    // Brackets and quotes are TOML or a fault of it; what is neither a number nor that is a text.
    if (word.empty() || word.front() == '[' || word.front() == '"' || word.front() == '\'' || isToml(word))
        return word;
    return files::quoteToml(word);
}

std::string wordOfValue(const std::string& name, const TomlValue& value) {
    if (isRewrite(name) && value.kind == TomlValue::Kind::Text)
        return value.text.empty() ? std::string(noRewrite) : value.text;
    const bool isNumbers = value.kind == TomlValue::Kind::Array &&
                           std::all_of(value.items.begin(), value.items.end(), [](const TomlValue& item) {
                               return item.kind == TomlValue::Kind::Integer;
                           });
    if (isSize(name) && isNumbers) return search::wordOf(value);
    if (value.kind == TomlValue::Kind::Text && valuesIn(value.text, false).size() == 1 &&
        tomlOfWord(name, value.text) == files::quoteToml(value.text))
        return value.text;
    return files::tomlOf(value);
}

SpaceRow rowOf(const std::string& name, const TomlValue& value) {
    if (value.kind != TomlValue::Kind::Array) return {name, files::tomlOf(value)};
    std::string values;
    for (const TomlValue& item : value.items) values += (values.empty() ? "" : ", ") + wordOfValue(name, item);
    return {name, values};
}

std::string lineOf(const SpaceRow& row) {
    if (row.isConstraint()) return files::quoteToml(row.values) + ",";
    std::string list;
    for (const std::string& word : valuesIn(row.values, isRewrite(row.name)))
        list += (list.empty() ? "" : ", ") + tomlOfWord(row.name, word);
    return files::quoteToml(row.name) + " = [" + list + "]";
}

/// Lines of the file with the rows that stand on them.
std::vector<std::pair<std::string, std::optional<std::size_t>>> linesOf(const SpaceForm& form) {
    std::vector<std::pair<std::string, std::optional<std::size_t>>> lines{
        {"schema = \"warpstring.space/1\"", {}}, {"", {}}, {"[tune]", {}}};
    bool isOpen = false;
    for (std::size_t i = 0; i < form.rows.size(); ++i) {
        const SpaceRow& row = form.rows[i];
        if (!row.isOn) continue;
        if (row.isConstraint() && !std::exchange(isOpen, true))
            lines.emplace_back("constraints = [", std::nullopt);
        lines.emplace_back((row.isConstraint() ? "    " : "") + lineOf(row), i);
    }
    if (isOpen) lines.emplace_back("]", std::nullopt);
    return lines;
}

std::string wordsOf(const Diagnostic& fault) {
    return fault.hint.empty() ? fault.message : fault.message + ": " + fault.hint;
}

/// A list of which a bracket is missing would take the rows below it for its own.
bool checkRows(SpaceForm& form) {
    bool isGood = true;
    for (SpaceRow& row : form.rows) {
        row.fault.clear();
        if (!row.isOn || row.isConstraint()) continue;
        if (const auto line = files::parseToml(lineOf(row), spaceFile, "space"); !line)
            row.fault = wordsOf(line.diagnostics().front());
        else if (trimmed(row.values).empty())
            row.fault = "no values: list at least one";
        isGood = isGood && row.fault.empty();
    }
    return isGood;
}

} // namespace

std::string SpaceForm::text() const {
    std::string text;
    for (const auto& [line, row] : linesOf(*this)) text += line + "\n";
    return text;
}

std::optional<std::size_t> SpaceForm::rowAt(int line) const {
    const auto lines = linesOf(*this);
    if (line < 1 || static_cast<std::size_t>(line) > lines.size()) return std::nullopt;
    return lines[static_cast<std::size_t>(line) - 1].second;
}

std::optional<SpaceForm> formOfLaunch(const search::NamedText& launch) {
    const auto document = files::parseToml(launch.text, launch.path, "launch");
    if (!document) return std::nullopt;
    for (const auto& [word, origin] :
         {std::pair{"tune", search::SpaceOrigin::Tune}, std::pair{"sweep", search::SpaceOrigin::Sweep}}) {
        const TomlValue* table = document->find(word);
        if (table == nullptr || table->kind != TomlValue::Kind::Table) continue;
        SpaceForm form{origin, {}};
        std::vector<SpaceRow> rewrites, constraints;
        for (const auto& entry : table->entries) {
            if (entry.key == "constraints" && entry.value.kind == TomlValue::Kind::Array)
                for (const TomlValue& item : entry.value.items)
                    constraints.push_back(
                        {"", item.kind == TomlValue::Kind::Text ? item.text : files::tomlOf(item)});
            else if (entry.key == "rewrite" && entry.value.kind == TomlValue::Kind::Table)
                for (const auto& rewrite : entry.value.entries)
                    rewrites.push_back(rowOf(std::string(rewritePrefix) + rewrite.key, rewrite.value));
            else
                form.rows.push_back(rowOf(entry.key, entry.value));
        }
        form.rows.insert(form.rows.end(), rewrites.begin(), rewrites.end());
        form.rows.insert(form.rows.end(), constraints.begin(), constraints.end());
        return form;
    }
    return std::nullopt;
}

SpaceForm derivedForm(const search::SearchSpace* space, const std::vector<std::string>& others) {
    SpaceForm form;
    const std::size_t names = space != nullptr ? space->names().size() : 0;
    form.isHeldBack = names > 0 && space->combinations() > mostAtFirst;
    for (std::size_t axis = 0; axis < names; ++axis) {
        TomlValue list;
        list.kind = TomlValue::Kind::Array;
        list.items = space->names()[axis].values;
        form.rows.push_back(rowOf(space->names()[axis].name, list));
    }
    for (std::size_t axis = names; space != nullptr && axis < space->axes().size(); ++axis) {
        std::string values;
        for (const std::string& word : space->axes()[axis].words)
            values += (values.empty() ? "" : ", ") + (word.empty() ? std::string(noRewrite) : word);
        form.rows.push_back({space->axes()[axis].name, values, !form.isHeldBack});
    }
    const bool isAlone = form.rows.empty();
    for (const std::string& rewrite : others) {
        // "unroll k=4" and "unroll k=2" are about the same; so are "native" and nothing else.
        std::string name = rewrite.substr(0, rewrite.find('='));
        std::replace_if(
            name.begin(), name.end(), [](unsigned char letter) { return std::isalnum(letter) == 0; }, '_');
        name.insert(0, rewritePrefix);
        const auto known = std::find_if(form.rows.begin(), form.rows.end(),
                                        [&](const SpaceRow& row) { return row.name == name; });
        if (known != form.rows.end())
            known->values += ", " + rewrite;
        else
            form.rows.push_back({name, std::string(noRewrite) + ", " + rewrite, isAlone});
    }
    return form;
}

CheckedSpace checkForm(SpaceForm& form, const search::NamedText& launch) {
    if (!checkRows(form)) return {};
    auto space = search::readSpace(launch, search::NamedText{form.text(), spaceFile});
    if (space) return {std::move(*space), {}};
    Diagnostics others;
    for (const Diagnostic& fault : space.diagnostics()) {
        const auto row = fault.place.file == spaceFile.string() ? form.rowAt(fault.place.line) : std::nullopt;
        if (row && form.rows[*row].fault.empty())
            form.rows[*row].fault = wordsOf(fault);
        else if (!row)
            others.push_back(fault);
    }
    return {std::nullopt, std::move(others)};
}

} // namespace warpstring::gui
