// SPDX-License-Identifier: GPL-3.0-or-later
// A hardware spec file as text that is edited key by key: comments, order, spacing and provenance stay.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/files/specs/hardware_spec_keys.h"
#include "core/files/toml/toml_editor.h"
#include "core/hardware_spec.h"
#include "core/result.h"

namespace warpstring::files {

/// Where a value comes from, as the file says it.
struct SpecProvenanceText {
    std::string kind, source, note;

    friend bool operator==(const SpecProvenanceText&, const SpecProvenanceText&) = default;
};

/// "estimated, WONG10: note"; empty where nothing is said.
[[nodiscard]] std::string toText(const SpecProvenanceText& provenance);

/// The keys that lead to a path of a spec: {"execution", "clock_mhz"}.
[[nodiscard]] TomlPath specTomlPath(std::string_view path);

/// A key that a spec can have, and what the text says of it.
struct SpecEntry {
    SpecKey key; ///< also of "name", "description", "sources.X" and parts of costs, which specKeys() lacks
    bool present = false;
    int line = 0;     ///< of the key, from 1; 0 when absent
    int lastLine = 0; ///< of its value
    /// Without the quotes of strings; of costs "instructions = 1, cycles = 4". As it is written otherwise.
    std::string value;
    SpecProvenanceText provenance;
    std::vector<SpecEntry> parts; ///< of costs: "instructions.move.cycles", "instructions.move.pipes.alu", ...
};

/// Any text is a document; what cannot be read of it is not among the entries. Paths are those of specKeys(),
/// "name", "description", "sources.X", and "instructions.CLASS.PART" for a part of a cost.
///
/// Edits return what prevented them, as errors whose code starts with "spec.edit"; then the text is as before.
/// A value that is wrong is written all the same, in a form that leaves the rest of the file readable:
/// validate() tells of it.
class SpecDocument {
public:
    SpecDocument() : SpecDocument("", {}) {}
    /// `path` is for messages.
    [[nodiscard]] static SpecDocument parse(std::string text, std::filesystem::path path) {
        return {std::move(text), std::move(path)};
    }

    [[nodiscard]] const std::string& text() const { return editor_.text(); }
    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

    /// The spec, or every fault with its line.
    [[nodiscard]] Result<HardwareSpec> validate() const;

    /// Every key there can be, in the order of the schema, whether present or not; sources as they stand.
    [[nodiscard]] std::vector<SpecEntry> entries() const;
    /// The entry of a path; an absent entry with an empty key.path when no spec can have it.
    [[nodiscard]] SpecEntry entry(std::string_view path) const;
    /// Where the first thing of a table stands; 0 when there is none.
    [[nodiscard]] int tableLine(const std::string& table) const;
    /// The key whose value or name stands on a line, or empty.
    [[nodiscard]] std::string pathAtLine(int line) const;

    /// Changes the characters of the value alone. A missing key is inserted in its table in the order of the
    /// schema, estimated with the note `newKeyNote`; a missing table is made.
    [[nodiscard]] Diagnostics set(std::string_view path, std::string_view value);
    [[nodiscard]] Diagnostics setProvenance(std::string_view path, const SpecProvenanceText& provenance);
    /// Removes a key with its provenance, or a part of a cost. A comment behind it stays, as a line of its own.
    [[nodiscard]] Diagnostics remove(std::string_view path);

    static constexpr const char* newKeyNote = "set by hand";

private:
    SpecDocument(std::string text, std::filesystem::path path);

    [[nodiscard]] SpecEntry describe(SpecKey key) const;
    void describeCost(SpecEntry& entry, const TomlPath& path) const;
    /// What is written as the value of a path, without the quotes of a string; empty where there is nothing.
    [[nodiscard]] std::string plain(const TomlPath& path) const;
    [[nodiscard]] Diagnostics cannotEdit(std::string_view path, const std::string& code, std::string message,
                                         std::string hint) const;
    [[nodiscard]] Diagnostics unreadable(std::string_view path) const;
    [[nodiscard]] Diagnostics setPart(const SpecEntry& entry, const TomlPath& where, std::string_view value);
    [[nodiscard]] Diagnostics setCost(const SpecEntry& entry, std::string_view value);

    std::filesystem::path path_;
    TomlEditor editor_;
};

} // namespace warpstring::files
