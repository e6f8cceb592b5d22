// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/launches/sequence_file.h"

#include "core/files/launches/sequence_reader.h"

namespace warpstring::files {

bool isSequenceFile(const std::filesystem::path& path) {
    const auto text = readTextFile(path, "sequence");
    if (!text) return false;
    const auto document = parseToml(*text, path, "sequence");
    if (!document) return false;
    const TomlValue* schema = document->find("schema");
    return schema != nullptr && schema->text.starts_with("warpstring.sequence/");
}

Result<Sequence> parseSequenceFile(std::string_view text, const std::filesystem::path& path) {
    const auto document = parseToml(text, path, "sequence");
    if (!document) return document.diagnostics();
    return SequenceReader(*document, path).read();
}

Result<Sequence> readSequenceFile(const std::filesystem::path& path) {
    const auto text = readTextFile(path, "sequence");
    if (!text) return text.diagnostics();
    return parseSequenceFile(*text, path);
}

} // namespace warpstring::files
