// SPDX-License-Identifier: GPL-3.0-or-later
// TOML as plain values in the order of the file. toml++ stays behind this header: it is slow to compile, sorts
// its tables by key, and a sweep's order matters.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/diagnostic.h"
#include "core/result.h"

namespace warpstring::files {

/// Counts from 1.
struct TomlPlace {
    int line = 0;
    int column = 0;

    friend auto operator<=>(const TomlPlace&, const TomlPlace&) = default;
};

struct TomlEntry;

struct TomlValue {
    enum class Kind { Text, Integer, Float, Boolean, Date, Array, Table };
    Kind kind = Kind::Table;
    TomlPlace place;
    std::string text;
    std::int64_t integer = 0;
    double number = 0; ///< Float, and Integer converted
    bool boolean = false;
    std::vector<TomlValue> items;   ///< Array
    std::vector<TomlEntry> entries; ///< Table, in the order of the file

    /// The value of a table's key; nullptr when there is none, or this is no table.
    [[nodiscard]] const TomlValue* find(std::string_view key) const;
};

struct TomlEntry {
    std::string key;
    TomlPlace keyPlace;
    TomlValue value;
};

/// "a string", "an array", ...: for messages.
[[nodiscard]] std::string_view describe(TomlValue::Kind kind);

/// Reads a whole text file. Codes are `prefix` + ".file-not-found", ".not-a-file", ".file-too-large", ...
[[nodiscard]] Result<std::string> readTextFile(const std::filesystem::path& path, const std::string& prefix);

/// Parses a document; the value is a table. `prefix` + ".syntax", ".empty-file", ".nul-byte".
[[nodiscard]] Result<TomlValue> parseToml(std::string_view text, const std::filesystem::path& path,
                                          const std::string& prefix);

/// Collects the faults of one document. One code at one place is reported once, however often it is met.
class TomlFaults {
public:
    TomlFaults(const std::filesystem::path& path, std::string prefix)
        : file_(path.string()), prefix_(std::move(prefix)) {}

    /// `code` without the prefix: "unknown-key".
    void add(TomlPlace place, const std::string& code, std::string message, std::string hint);
    /// For faults that depend on the values of a sweep: appends the context to the message.
    void addForValues(TomlPlace place, const std::string& code, std::string message, std::string hint);
    void add(Diagnostic diagnostic);
    /// Forgets the faults, for another launch of the document.
    void clear();
    /// Keeps faults of one code and place apart when their messages differ.
    void addDistinct(Diagnostic diagnostic);
    /// "n=1024,local=64", or empty outside sweeps.
    void setContext(std::string context) { context_ = std::move(context); }
    void wrongType(const TomlValue& value, const std::string& what, const std::string& wanted);
    void missingKey(const TomlValue& table, const std::string& tableName, const std::string& key,
                    const std::string& hint);
    /// Reports the entries of a table that are not among the known keys, each with the closest known one.
    void unknownKeys(const TomlValue& table, const std::string& tableName,
                     const std::vector<std::string>& known);

    [[nodiscard]] SourceLocation location(TomlPlace place) const { return {file_, place.line, place.column}; }
    [[nodiscard]] bool empty() const { return found_.empty(); }
    [[nodiscard]] std::size_t size() const { return found_.size(); }
    /// By place.
    [[nodiscard]] Diagnostics sorted() const;

private:
    std::string file_;
    std::string prefix_;
    std::string context_;
    Diagnostics found_;
    std::set<std::pair<SourceLocation, std::string>> seen_;
};

/// The text of a key; nothing (and a fault) when it is missing though required, or no string.
[[nodiscard]] std::optional<std::string> readText(TomlFaults& faults, const TomlValue& table,
                                                  const std::string& tableName, const std::string& key,
                                                  bool required);

/// "did you mean "x"?" as a hint, or `otherwise` when nothing is close.
[[nodiscard]] std::string suggestion(std::string_view word, const std::vector<std::string>& candidates,
                                     const std::string& otherwise);

} // namespace warpstring::files
