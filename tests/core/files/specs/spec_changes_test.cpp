// SPDX-License-Identifier: GPL-3.0-or-later
// Values of the shipped specs beside what they were: none changes, and none is new, without a source.
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/files/specs/hardware_spec_file.h"
#include "core/text/csv.h"
#include "core/text/text_format.h"

namespace warpstring::files {
namespace {

const std::filesystem::path sourceTree = WARPSTRING_SOURCE_DIR;

struct WrittenValue {
    std::string kind, source, value;
};
/// By spec and key.
using WrittenValues = std::map<std::string, std::map<std::string, WrittenValue>>;

WrittenValues valuesBefore() {
    WrittenValues all;
    std::ifstream file(sourceTree / "docs/data/spec-values-2026-11-26.csv");
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with("#") || line.starts_with("spec,")) continue;
        const auto cells = csvCells(line);
        if (cells.size() != 5) {
            ADD_FAILURE() << line;
            continue;
        }
        all[cells[0]][cells[1]] = {cells[2], cells[3], cells[4]};
    }
    return all;
}

WrittenValues valuesNow() {
    static const std::regex section(R"(\[(\w+)\].*)"),
        entry(R"re((\w+) = \{ (.*?), kind = "(\w+)"(, source = "(\w+)")?.*)re");
    WrittenValues all;
    for (const auto& path : listHardwareSpecs({sourceTree / "hwspecs"})) {
        std::ifstream file(path);
        std::string table;
        std::smatch match;
        for (std::string line; std::getline(file, line);)
            if (std::regex_match(line, match, section))
                table = match[1];
            else if (std::regex_match(line, match, entry))
                all[path.stem().string()][table + "." + match[1].str()] = {match[3], match[5], match[2]};
    }
    return all;
}

std::size_t countIf(const std::map<std::string, WrittenValue>& values, bool withoutSourceAlone) {
    std::size_t count = 0;
    for (const auto& [key, value] : values)
        if (value.kind == "estimated" && (!withoutSourceAlone || value.source.empty())) ++count;
    return count;
}

TEST(SpecChanges, EveryValueThatDiffersHasASource) {
    const WrittenValues before = valuesBefore(), now = valuesNow();
    ASSERT_GE(before.size(), 27U);
    for (const auto& [spec, values] : before) {
        ASSERT_TRUE(now.contains(spec)) << spec;
        for (const auto& [key, value] : values) {
            const auto found = now.at(spec).find(key);
            ASSERT_NE(found, now.at(spec).end()) << spec << " " << key << " is no more";
            if (found->second.value != value.value) {
                EXPECT_FALSE(found->second.source.empty())
                    << spec << " " << key << " was " << value.value << ", is " << found->second.value;
            }
        }
        for (const auto& [key, value] : now.at(spec))
            EXPECT_TRUE(values.contains(key) || !value.source.empty()) << spec << " " << key << " is new";
    }
}

TEST(SpecChanges, TheDocumentationCountsEstimatesBeforeAndAfter) {
    const WrittenValues before = valuesBefore(), now = valuesNow();
    std::ifstream file(sourceTree / "docs/hardware-specs.md");
    std::string text(std::istreambuf_iterator<char>(file), {});
    for (const auto& [spec, values] : before) {
        const std::string row =
            formatted("| `%s` | %zu | %zu | %zu | %zu |\n", spec.c_str(), countIf(values, false),
                      countIf(now.at(spec), false), countIf(values, true), countIf(now.at(spec), true));
        EXPECT_NE(text.find(row), std::string::npos) << "tools/trust writes " << row;
    }
}

} // namespace
} // namespace warpstring::files
