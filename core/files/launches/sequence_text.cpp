// SPDX-License-Identifier: GPL-3.0-or-later
// The writing side of core/files/launches/sequence_file.h.
#include <algorithm>

#include "core/files/launches/launch_text.h"
#include "core/files/launches/sequence_file.h"
#include "core/files/toml/toml_string.h"

namespace warpstring::files {

namespace {

TomlValue textValue(const std::string& text) {
    TomlValue value;
    value.kind = TomlValue::Kind::Text;
    value.text = text;
    return value;
}

bool isNumber(const std::string& text) {
    return !text.empty() && text.find_first_not_of("0123456789.eE+-") == std::string::npos &&
           text.find_first_of("0123456789") != std::string::npos;
}

/// "16x16" are sizes, "1024" and "0.5" numbers, all else a string.
std::string sweptToml(const SweptValue& swept) {
    if (swept.name != "global" && swept.name != "local")
        return isNumber(swept.text) ? swept.text : quoteToml(swept.text);
    std::string sizes = swept.text;
    for (std::size_t at = 0; (at = sizes.find('x', at)) != std::string::npos; at += 2)
        sizes.replace(at, 1, ", ");
    return "[" + sizes + "]";
}

std::string namesToml(const std::map<std::string, std::string>& names) {
    TomlValue table;
    for (const auto& [key, name] : names) table.entries.push_back({key, {}, textValue(name)});
    return tomlOf(table);
}

class SequenceWriter {
public:
    explicit SequenceWriter(const Sequence& sequence) : sequence_(sequence) {}

    std::string run() {
        line("schema", quoteToml("warpstring.sequence/1"));
        if (!sequence_.description.empty()) line("description", quoteToml(sequence_.description));
        writeSteps(sequence_.steps, "step");
        if (sequence_.reference) writeReference(*sequence_.reference);
        return std::move(text_);
    }

private:
    void line(const std::string& key, const std::string& toml) { text_ += key + " = " + toml + "\n"; }

    void writeLaunch(const Launch& launch) {
        const std::filesystem::path folder = sequence_.file.parent_path();
        line("launch", quoteToml(launch.file.lexically_proximate(folder).generic_string()));
        if (launch.swept.empty()) return;
        std::string values;
        for (const SweptValue& swept : launch.swept)
            values += (values.empty() ? "" : ", ") + swept.name + " = " + sweptToml(swept);
        line("set", "{ " + values + " }");
    }

    void writeSteps(const std::vector<SequenceStep>& steps, const std::string& header) {
        for (const SequenceStep& step : steps) {
            text_ += "\n[[" + header + "]]\n";
            if (!step.isGroup()) writeLaunch(step.launch);
            if (step.repeat != 1) line("repeat", std::to_string(step.repeat));
            writeSwaps(step.swaps);
            if (!step.buffers.empty()) line("buffers", namesToml(step.buffers));
            writeSteps(step.steps, header + ".step");
        }
    }

    void writeSwaps(const std::vector<BufferSwap>& swaps) {
        if (swaps.empty()) return;
        std::string pairs;
        for (const auto& [first, second] : swaps)
            pairs += (pairs.empty() ? "[" : ", [") + quoteToml(first) + ", " + quoteToml(second) + "]";
        line("swap", "[" + pairs + "]");
    }

    void writeReference(const SequenceReference& reference) {
        text_ += "\n[reference]\n";
        writeLaunch(reference.launch);
        if (!reference.function.empty()) line("function", quoteToml(reference.function));
        if (reference.tolerance) {
            TomlValue tolerance;
            tolerance.kind = TomlValue::Kind::Float;
            tolerance.number = *reference.tolerance;
            line("tolerance", tomlOf(tolerance));
        }
        line("buffers", namesToml(reference.buffers));
    }

    const Sequence& sequence_;
    std::string text_;
};

} // namespace

std::string sequenceText(const Sequence& sequence) { return SequenceWriter(sequence).run(); }

} // namespace warpstring::files
