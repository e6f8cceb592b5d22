// SPDX-License-Identifier: GPL-3.0-or-later
// Specs edited key by key: nothing but the value changes, whatever the text is.
#include <algorithm>
#include <cctype>
#include <fstream>
#include <iostream>
#include <iterator>
#include <random>
#include <sstream>

#include <gtest/gtest.h>

#include "core/files/specs/hardware_spec_file.h"
#include "core/files/specs/spec_difference.h"
#include "core/files/specs/spec_document.h"
#include "core/files/toml/toml_reader.h"
#include "tests/sanitized.h"

namespace warpstring::files {
namespace {

using Type = SpecKey::Type;

std::vector<std::filesystem::path> shippedSpecs() {
    return listHardwareSpecs({std::filesystem::path(WARPSTRING_SOURCE_DIR) / "hwspecs"});
}

SpecDocument loadDocument(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    return SpecDocument::parse({std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()}, path);
}

SpecDocument shippedDocument(const std::string& name) {
    return loadDocument(std::filesystem::path(WARPSTRING_SOURCE_DIR) / "hwspecs" / (name + ".toml"));
}

SpecDocument document(std::string text) { return SpecDocument::parse(std::move(text), "test.toml"); }

std::vector<std::string> linesOf(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
}

std::vector<std::string> commentsOf(const std::string& text) {
    std::vector<std::string> comments;
    for (const std::string& line : linesOf(text))
        if (line.starts_with("#")) comments.push_back(line);
    return comments;
}

/// The lines in which two texts of equally many lines differ; -1 when their number differs.
int changedLines(const std::string& a, const std::string& b) {
    const auto x = linesOf(a), y = linesOf(b);
    if (x.size() != y.size()) return -1;
    int changed = 0;
    for (std::size_t i = 0; i < x.size(); ++i) changed += x[i] != y[i] ? 1 : 0;
    return changed;
}

/// Another value of a key that a spec could have, apart from what other keys say.
std::string otherValue(const SpecEntry& entry) {
    switch (entry.key.type) {
    case Type::Integer:
    case Type::Number: return entry.value == "32" ? "64" : "32";
    case Type::Text: return entry.value + " # \"other\" \\ text";
    case Type::Boolean: return entry.value == "true" ? "false" : "true";
    case Type::Choice:
        return entry.value == entry.key.choices.front() ? entry.key.choices.back() : entry.key.choices.front();
    case Type::IntegerTriple: return "[7, 8, 9]";
    case Type::Cost: return "instructions = 3, cycles = 12.5, latency = 77";
    }
    return "";
}

/// What toml++ reads at a path, to hold the own reading of the text against.
const TomlValue* valueAt(const TomlValue& root, std::string_view path) {
    const TomlValue* at = &root;
    for (const std::string& part : specTomlPath(path)) {
        at = at->find(part);
        if (at == nullptr) return nullptr;
    }
    const TomlValue* value = at->find("value");
    return value != nullptr ? value : at;
}

TEST(SpecDocument, ReadsWhatTheTomlReaderReads) {
    for (const auto& path : shippedSpecs()) {
        const SpecDocument spec = loadDocument(path);
        const auto root = parseToml(spec.text(), path, "spec");
        ASSERT_TRUE(root.ok());
        std::size_t present = 0;
        for (const SpecEntry& entry : spec.entries()) {
            const TomlValue* value = valueAt(*root, entry.key.path);
            ASSERT_EQ(entry.present, value != nullptr) << path << " " << entry.key.path;
            if (value == nullptr) continue;
            ++present;
            EXPECT_EQ(entry.line, value->place.line) << path << " " << entry.key.path;
            if (value->kind == TomlValue::Kind::Text) {
                EXPECT_EQ(entry.value, value->text);
            }
            if (value->kind == TomlValue::Kind::Integer) {
                EXPECT_EQ(entry.value, std::to_string(value->integer));
            }
        }
        EXPECT_GT(present, 80U);
    }
}

TEST(SpecDocument, KnowsTheProvenanceThatTheLoaderKnows) {
    for (const auto& path : shippedSpecs()) {
        const SpecDocument document = loadDocument(path);
        const auto spec = document.validate();
        ASSERT_TRUE(spec.ok());
        for (const auto& [key, provenance] : spec->provenance) {
            const SpecEntry entry = document.entry(key);
            EXPECT_EQ(entry.provenance.source, provenance.source) << key;
            EXPECT_EQ(entry.provenance.note, provenance.note) << key;
            EXPECT_FALSE(entry.provenance.kind.empty()) << key;
        }
    }
}

TEST(SpecDocument, ItsOwnValueLeavesEveryByte) {
    for (const auto& path : shippedSpecs()) {
        SpecDocument spec = loadDocument(path);
        const std::string before = spec.text();
        for (const SpecEntry& entry : spec.entries()) {
            if (!entry.present) continue;
            ASSERT_TRUE(spec.set(entry.key.path, entry.value).empty());
            if (!entry.provenance.kind.empty()) {
                ASSERT_TRUE(spec.setProvenance(entry.key.path, entry.provenance).empty());
            }
            for (const SpecEntry& part : entry.parts)
                if (part.present) {
                    ASSERT_TRUE(spec.set(part.key.path, part.value).empty());
                }
            ASSERT_EQ(spec.text(), before) << path << " " << entry.key.path;
        }
    }
}

/// Of the specs in which each key is tried: with sanitizers all of them take minutes.
constexpr std::size_t specsBetween = test::isSanitized ? 16 : 1;

TEST(SpecDocument, AnotherValueChangesOneLineAndIsReadBack) {
    std::size_t turn = 0;
    for (const auto& path : shippedSpecs()) {
        const SpecDocument original = loadDocument(path);
        const auto entries = original.entries();
        ++turn;
        for (std::size_t number = 0; number < entries.size(); ++number) {
            const SpecEntry& entry = entries[number];
            if (!entry.present || (number + turn) % specsBetween != 0) continue;
            SpecDocument spec = original;
            const std::string value = otherValue(entry);
            ASSERT_TRUE(spec.set(entry.key.path, value).empty()) << entry.key.path;
            const SpecEntry after = spec.entry(entry.key.path);
            if (entry.key.type != Type::Cost) {
                EXPECT_EQ(after.value, value);
            }
            EXPECT_EQ(after.provenance, entry.provenance) << entry.key.path;
            EXPECT_EQ(changedLines(original.text(), spec.text()), 1) << path << " " << entry.key.path;
            // The line alone below its header: reading 3,000 whole files would take half a minute.
            const TomlPath parts = specTomlPath(entry.key.path);
            const std::string header = parts.size() > 1 ? "[" + parts.front() + "]\n" : "";
            const std::string line = linesOf(spec.text())[static_cast<std::size_t>(after.line) - 1];
            const auto root = parseToml(header + line, path, "spec");
            ASSERT_TRUE(root.ok()) << entry.key.path << "\n" << toText(root.diagnostics().front());
            const TomlValue* read = valueAt(*root, entry.key.path);
            ASSERT_NE(read, nullptr);
            if (entry.key.type == Type::Cost) {
                EXPECT_EQ(read->find("cycles")->number, 12.5);
                EXPECT_EQ(read->find("instructions")->number, 3);
                EXPECT_EQ(read->find("latency")->number, 77);
                EXPECT_EQ(read->find("pipes"), nullptr);
            } else if (entry.key.type == Type::Text || entry.key.type == Type::Choice) {
                EXPECT_EQ(read->text, value);
            }
            ASSERT_TRUE(spec.set(entry.key.path, entry.value).empty());
            if (entry.key.type != Type::Cost) {
                EXPECT_EQ(spec.text(), original.text()) << "setting it back";
            }
        }
    }
}

TEST(SpecDocument, PartsOfCostsAreEditedInTheirPlace) {
    SpecDocument spec = shippedDocument("nvidia-h200");
    const std::string before = spec.text();
    const SpecEntry cost = spec.entry("instructions.float_mad");
    ASSERT_TRUE(spec.set("instructions.float_mad.latency", "99").empty());
    EXPECT_EQ(changedLines(before, spec.text()), 1);
    EXPECT_EQ(spec.validate()->instructions.at(OperationClass::FloatMad).latency, 99);
    ASSERT_TRUE(spec.set("instructions.float_mad.pipes.alu", "2").empty());
    EXPECT_EQ(
        spec.validate()->instructions.at(OperationClass::FloatMad).pipes[static_cast<std::size_t>(Pipe::Alu)],
        2);
    EXPECT_EQ(changedLines(before, spec.text()), 1);
    EXPECT_EQ(spec.entry("instructions.float_mad").provenance, cost.provenance);
}

TEST(SpecDocument, MissingKeysComeAndGoWithoutATrace) {
    std::size_t turn = 0;
    for (const auto& path : shippedSpecs()) {
        const SpecDocument original = loadDocument(path);
        const auto entries = original.entries();
        ++turn;
        for (std::size_t number = 0; number < entries.size(); ++number) {
            const SpecEntry& entry = entries[number];
            if (entry.present || (number + turn) % specsBetween != 0) continue;
            SpecDocument spec = original;
            const std::string value = entry.key.type == Type::Cost      ? "instructions = 1, cycles = 2"
                                      : entry.key.type == Type::Boolean ? "true"
                                      : entry.key.type == Type::Text    ? "9.9"
                                                                        : "16";
            ASSERT_TRUE(spec.set(entry.key.path, value).empty()) << entry.key.path;
            const SpecEntry added = spec.entry(entry.key.path);
            EXPECT_TRUE(added.present);
            EXPECT_EQ(added.value, value);
            const auto root = parseToml(spec.text(), path, "spec");
            ASSERT_TRUE(root.ok()) << toText(root.diagnostics().front());
            ASSERT_NE(valueAt(*root, entry.key.path), nullptr) << entry.key.path;
            EXPECT_EQ(commentsOf(spec.text()), commentsOf(original.text()));
            ASSERT_TRUE(spec.remove(entry.key.path).empty());
            EXPECT_EQ(spec.text(), original.text()) << entry.key.path;
        }
    }
}

TEST(SpecDocument, InsertsInTheOrderOfTheSchema) {
    SpecDocument spec = shippedDocument("nvidia-h200");
    ASSERT_TRUE(spec.remove("execution.schedulers").empty());
    ASSERT_TRUE(spec.set("execution.schedulers", "4").empty());
    const int line = spec.entry("execution.schedulers").line;
    EXPECT_EQ(line, spec.entry("execution.barrier_cycles").line + 1);
    EXPECT_TRUE(spec.validate().ok());
}

TEST(SpecDocument, MakesAMissingTableBetweenItsNeighbours) {
    SpecDocument spec = shippedDocument("geforce-8800-gtx");
    const std::string before = spec.text();
    ASSERT_TRUE(spec.set("compiler.unroll_factor", "4").empty());
    EXPECT_TRUE(spec.validate().ok());
    EXPECT_EQ(spec.validate()->compiler.unrollFactor, 4);
    EXPECT_GT(spec.entry("compiler.unroll_factor").line, spec.entry("global_memory.bandwidth_gb_s").line);
    EXPECT_LT(spec.entry("compiler.unroll_factor").line, spec.entry("host.launch_overhead_us").line);
    EXPECT_EQ(linesOf(spec.text()).size(), linesOf(before).size() + 3);
}

TEST(SpecDocument, RemovingARequiredKeyIsSeenByTheValidation) {
    SpecDocument spec = shippedDocument("geforce-8800-gtx");
    ASSERT_TRUE(spec.remove("execution.clock_mhz").empty());
    const auto result = spec.validate();
    ASSERT_FALSE(result.ok());
    EXPECT_EQ(result.diagnostics().front().code, "spec.missing-key");
    EXPECT_GT(result.diagnostics().front().place.line, 0);
}

TEST(SpecDocument, WrongValuesAreWrittenAndFoundOnTheirLine) {
    for (const char* wrong : {"fast", "-1", "1e99", "", "12 # cycles", "1, 2", "}", "\"\"", "[1", "true"}) {
        SpecDocument spec = shippedDocument("nvidia-h200");
        ASSERT_TRUE(spec.set("execution.clock_mhz", wrong).empty()) << wrong;
        EXPECT_EQ(spec.entry("execution.clock_mhz").value, wrong);
        const auto result = spec.validate();
        ASSERT_FALSE(result.ok()) << wrong;
        EXPECT_EQ(result.diagnostics().front().place.line, spec.entry("execution.clock_mhz").line) << wrong;
        EXPECT_NE(result.diagnostics().front().code, "spec.syntax") << wrong;
        // A number that was a string becomes one again, though it reads alike.
        ASSERT_TRUE(spec.set("execution.clock_mhz", "1980").empty());
        EXPECT_EQ(spec.text(), shippedDocument("nvidia-h200").text());
    }
}

TEST(SpecDocument, ANumberInQuotesIsCorrectedByItsOwnValue) {
    SpecDocument spec = document("[execution]\nschedulers = { value = \"4\", kind = \"estimated\" }\n");
    ASSERT_TRUE(spec.set("execution.schedulers", "4").empty());
    EXPECT_EQ(spec.text(), "[execution]\nschedulers = { value = 4, kind = \"estimated\" }\n");
}

TEST(SpecDocument, TakesThreeIntegersAsPeopleWriteThem) {
    SpecDocument spec = shippedDocument("geforce-8800-gtx");
    for (const char* typed : {"256, 128, 64", "256 x 128 x 64", "[256, 128, 64]", " 256 128 64 "}) {
        ASSERT_TRUE(spec.set("occupancy.group_sizes", typed).empty());
        EXPECT_EQ(spec.entry("occupancy.group_sizes").value, "[256, 128, 64]");
        EXPECT_TRUE(spec.validate().ok());
    }
}

TEST(SpecDocument, KeepsCommentsSpacingAndOddForms) {
    const std::string text =
        "# head\r\nname='a # b'   # why\r\n\r\n[ sources ]\r\n\"A.B\" = \"x\"\r\n[execution]  # tail\r\n"
        "\twarp_size   =  {value=32 ,unit = \"lanes\",kind='paper', source = \"A.B\"} # kept\r\n"
        "clock_mhz.value = 1_000 # dotted\r\n[execution.schedulers]\r\nvalue = 2\r\n"
        "[occupancy]\r\ngroup_sizes = { value = [ 512, # x\r\n  512,\r\n  64 ], kind = \"paper\" }";
    SpecDocument spec = document(text);
    EXPECT_EQ(spec.entry("name").value, "a # b");
    EXPECT_EQ(spec.entry("sources.A.B").value, "x");
    EXPECT_EQ(spec.entry("execution.clock_mhz").value, "1_000");
    EXPECT_EQ(spec.entry("execution.schedulers").value, "2");
    EXPECT_EQ(spec.entry("execution.warp_size").provenance, (SpecProvenanceText{"paper", "A.B", ""}));
    EXPECT_EQ(spec.entry("occupancy.group_sizes").lastLine, 14);
    EXPECT_EQ(spec.pathAtLine(12), "occupancy.group_sizes");
    EXPECT_EQ(spec.pathAtLine(10), "execution.schedulers");
    const auto expectChange = [&](const char* path, const char* value, const std::string& from,
                                  const std::string& to) {
        SpecDocument edited = spec;
        ASSERT_TRUE(edited.set(path, value).empty()) << path;
        std::string expected = text;
        expected.replace(expected.find(from), from.size(), to);
        EXPECT_EQ(edited.text(), expected);
    };
    expectChange("name", "c", "'a # b'", "\"c\"");
    expectChange("execution.warp_size", "64", "value=32", "value=64");
    expectChange("execution.clock_mhz", "7", "1_000", "7");
    expectChange("execution.schedulers", "4", "value = 2", "value = 4");
    expectChange("occupancy.group_sizes", "1, 2, 3", "[ 512, # x\r\n  512,\r\n  64 ]", "[1, 2, 3]");
    SpecDocument edited = spec;
    ASSERT_TRUE(edited.setProvenance("execution.clock_mhz", {"estimated", "", "guess"}).empty());
    EXPECT_NE(edited.text().find("1_000 # dotted\r\nclock_mhz.kind = \"estimated\"\r\nclock_mhz.note"),
              std::string::npos)
        << edited.text();
    ASSERT_TRUE(edited.remove("execution.warp_size").empty());
    EXPECT_NE(edited.text().find("\t# kept\r\n"), std::string::npos) << "a comment goes with no key";
    EXPECT_TRUE(parseToml(edited.text(), {}, "spec").ok());
}

TEST(SpecDocument, AValueWithoutSourceGetsOne) {
    SpecDocument spec = document("[execution]\nclock_mhz = 1000 # bare\n");
    EXPECT_EQ(spec.entry("execution.clock_mhz").value, "1000");
    ASSERT_TRUE(spec.set("execution.clock_mhz", "900").empty());
    EXPECT_EQ(spec.text(), "[execution]\nclock_mhz = 900 # bare\n");
    ASSERT_TRUE(spec.setProvenance("execution.clock_mhz", {"paper", "X", ""}).empty());
    EXPECT_EQ(spec.text(), "[execution]\nclock_mhz = { value = 900, unit = \"MHz\", kind = \"paper\", source = "
                           "\"X\" } # bare\n");
}

TEST(SpecDocument, SaysWhatItCannotEditAndLeavesTheText) {
    const std::string text = "[execution]\nclock_mhz = { value = 1, unit = \"MHz\nwarp_size = { value = 32 }\n";
    SpecDocument spec = document(text);
    EXPECT_EQ(spec.entry("execution.warp_size").value, "32") << "an open quote ends with its line";
    EXPECT_TRUE(spec.set("execution.clock_mhz", "2").empty()) << "the value itself can be read";
    spec = document(text);
    for (const Diagnostics& faults :
         {spec.setProvenance("execution.clock_mhz", {"paper", "X", ""}), spec.set("execution.speed", "1"),
          spec.set("instructions.move", "quick"), spec.remove("execution.schedulers"),
          spec.setProvenance("name", {"paper", "", ""}), spec.remove("nothing")}) {
        ASSERT_EQ(faults.size(), 1U);
        EXPECT_TRUE(faults.front().code.starts_with("spec.edit-")) << faults.front().code;
        EXPECT_EQ(spec.text(), text);
    }
}

TEST(SpecDocument, OpenBracketsDoNotSwallowWhatFollows) {
    for (const char* open : {"clock_mhz = { value = [1, 2", "clock_mhz = [", "clock_mhz = { value = \"\"\"",
                             "clock_mhz = {{{{", "clock_mhz", "= 3", "[[", "clock_mhz = { value = }"}) {
        const SpecDocument spec =
            document(std::string("[execution]\n") + open + "\n[occupancy]\nwarps = { value = 24 } # x\n");
        EXPECT_EQ(spec.entry("occupancy.warps").value, "24") << open;
        EXPECT_FALSE(spec.validate().ok());
    }
}

TEST(SpecDocument, TellsDifferencesApartFromSpelling) {
    const SpecDocument before = shippedDocument("nvidia-h200");
    SpecDocument after = before;
    EXPECT_TRUE(specDifferences(before, after).empty());
    ASSERT_TRUE(after.set("execution.schedulers", "4.0").empty());
    EXPECT_TRUE(specDifferences(before, after).empty()) << "4 and 4.0 are one number";
    ASSERT_TRUE(after.set("execution.clock_mhz", "1500").empty());
    ASSERT_TRUE(after.set("instructions.float_mad.latency", "9").empty());
    ASSERT_TRUE(after.remove("host.kernel_start_us").empty());
    ASSERT_TRUE(after.set("sources.MINE", "a guess").empty());
    ASSERT_TRUE(after.setProvenance("execution.warp_size", {"estimated", "MINE", ""}).empty());
    const auto found = specDifferences(before, after);
    ASSERT_EQ(found.size(), 5U);
    EXPECT_EQ(found[0].path, "sources.MINE");
    EXPECT_EQ(found[1].path, "execution.clock_mhz");
    EXPECT_EQ(found[1].before, "1980");
    EXPECT_EQ(found[1].after, "1500");
    EXPECT_TRUE(found[1].sourceIsStale());
    EXPECT_EQ(found[2].path, "execution.warp_size");
    EXPECT_FALSE(found[2].valueChanged());
    EXPECT_EQ(found[2].provenanceAfter.source, "MINE");
    EXPECT_EQ(found[3].path, "host.kernel_start_us");
    EXPECT_FALSE(found[3].after.has_value());
    EXPECT_EQ(found[4].path, "instructions.float_mad");
    for (const SpecDifference& difference : specDifferences(after, before))
        EXPECT_EQ(difference.before.has_value(), difference.path != "host.kernel_start_us");
}

/// Whatever is done to it, a text that toml++ could read stays one that it can read, and one that it could not
/// loses no character to an edit that was refused.
TEST(SpecDocument, RandomEditsKeepTheTextReadable) {
    const auto seed = std::random_device{}();
    std::cout << "seed " << seed << "\n";
    std::mt19937_64 random(seed);
    const auto pick = [&](std::size_t count) { return static_cast<std::size_t>(random() % count); };
    const std::vector<std::string> values{"1",
                                          "0.5",
                                          "-3",
                                          "1e3",
                                          "true",
                                          "\"",
                                          "a # b",
                                          "\\",
                                          "[1]",
                                          "[1,2,3]",
                                          "}",
                                          "",
                                          "\n",
                                          "1 x 2 x 3",
                                          "x = 1",
                                          "instructions = 1, cycles = 2",
                                          "pipes = { alu = 1 }"};
    const auto files = shippedSpecs();
    for (int round = 0; round < (test::isSanitized ? 12 : 60); ++round) {
        SpecDocument spec = loadDocument(files[pick(files.size())]);
        const std::size_t damage = round % 3 == 0 ? 1 + pick(4) : 0;
        if (damage > 0) {
            std::string text = spec.text();
            for (std::size_t i = 0; i < damage; ++i)
                text.replace(pick(text.size()), pick(3), std::string(1, "\"'[]{}#=,\n.x"[pick(12)]));
            spec = document(text);
            EXPECT_EQ(spec.text(), text);
        }
        for (int step = 0; step < 12; ++step) {
            const auto entries = spec.entries();
            const SpecEntry& entry = entries[pick(entries.size())];
            const std::string& path = entry.parts.empty() || pick(2) == 0
                                          ? entry.key.path
                                          : entry.parts[pick(entry.parts.size())].key.path;
            const std::string value = values[pick(values.size())], before = spec.text();
            const bool readable = parseToml(before, {}, "spec").ok();
            const std::size_t action = pick(4);
            const Diagnostics faults = action == 0   ? spec.remove(path)
                                       : action == 1 ? spec.setProvenance(path, {value, value, ""})
                                                     : spec.set(path, value);
            if (!faults.empty()) {
                EXPECT_EQ(spec.text(), before);
            }
            if (readable) {
                const auto after = parseToml(spec.text(), {}, "spec");
                ASSERT_TRUE(after.ok()) << path << " action " << action << " value " << value << "\n"
                                        << toText(after.diagnostics().front()) << "\n"
                                        << spec.text();
                if (action > 1 && faults.empty() && entry.key.type != Type::Cost) {
                    const auto trimmed = [](std::string text) {
                        std::erase_if(text,
                                      [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; });
                        return text;
                    };
                    if (entry.key.type != Type::IntegerTriple) {
                        EXPECT_EQ(trimmed(spec.entry(path).value), trimmed(value)) << path;
                    }
                }
                if (action == 0 && faults.empty()) {
                    EXPECT_FALSE(spec.entry(path).present);
                }
            }
        }
    }
}

} // namespace
} // namespace warpstring::files
