// SPDX-License-Identifier: GPL-3.0-or-later
// One line of a good spec is changed at a time; the fault must stand on that line.
#include "core/files/specs/hardware_spec_file.h"

#include <algorithm>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

namespace warpstring::files {
namespace {

class HardwareSpecFileTest : public testing::Test {
protected:
    void SetUp() override {
        std::ifstream stream(WARPSTRING_SOURCE_DIR "/hwspecs/geforce-8800-gtx.toml");
        std::stringstream text;
        text << stream.rdbuf();
        good_ = text.str();
        ASSERT_TRUE(parseHardwareSpec(good_, "good.toml"));
    }

    /// The good spec with the line of `key` (in whichever table comes first with it after `table`) replaced.
    std::string with(const std::string& table, const std::string& key, const std::string& line) {
        const std::size_t begin = good_.find("\n" + key + " = ", good_.find("[" + table + "]")) + 1;
        EXPECT_NE(begin, 0U) << key;
        line_ = static_cast<int>(
                    std::count(good_.begin(), good_.begin() + static_cast<std::ptrdiff_t>(begin), '\n')) +
                1;
        return good_.substr(0, begin) + line + good_.substr(good_.find('\n', begin));
    }

    /// The only fault of a text.
    Diagnostic fault(const std::string& text) {
        const auto spec = parseHardwareSpec(text, "test.toml");
        if (spec) {
            ADD_FAILURE() << "no fault";
            return {};
        }
        for (const Diagnostic& found : spec.diagnostics()) EXPECT_FALSE(found.hint.empty()) << found.message;
        EXPECT_EQ(spec.diagnostics().size(), 1U) << toText(spec.diagnostics().back());
        return spec.diagnostics().front();
    }

    void expect(const std::string& text, const std::string& code, int column, const std::string& hint) {
        const Diagnostic found = fault(text);
        EXPECT_EQ(found.code, code) << toText(found);
        EXPECT_EQ(found.place, (SourceLocation{"test.toml", line_, column})) << toText(found);
        EXPECT_NE(found.hint.find(hint), std::string::npos) << toText(found);
    }

    std::string good_;
    int line_ = 0;
};

constexpr const char* from = ", kind = \"paper\", source = \"BDGH09\" }";

TEST_F(HardwareSpecFileTest, KeepsProvenance) {
    const auto spec = parseHardwareSpec(
        with("execution", "clock_mhz",
             R"(clock_mhz = { value = 1, unit = "MHz", kind = "calibrated", source = "CPG32", note = "5 %" })"),
        "a.toml");
    ASSERT_TRUE(spec);
    EXPECT_EQ(spec->execution.clockMhz, 1);
    const Provenance& provenance = spec->provenance.at("execution.clock_mhz");
    EXPECT_EQ(provenance.kind, ProvenanceKind::Calibrated);
    EXPECT_EQ(provenance.source, "CPG32");
    EXPECT_EQ(provenance.note, "5 %");
    EXPECT_EQ(spec->file, "a.toml");
}

TEST_F(HardwareSpecFileTest, ABareValueSaysNotWhereItComesFrom) {
    expect(with("execution", "clock_mhz", "clock_mhz = 1350"), "spec.no-provenance", 13, "unit = \"MHz\"");
    expect(with("instructions", "float_mad", "float_mad = 4"), "spec.no-provenance", 13, "instructions = ...");
}

TEST_F(HardwareSpecFileTest, UnitsMustBeTheKeysOwn) {
    expect(with("execution", "clock_mhz", R"(clock_mhz = { value = 1.35, unit = "GHz")" + std::string(from)),
           "spec.wrong-unit", 36, "the unit is \"MHz\"");
    expect(with("execution", "clock_mhz", "clock_mhz = { value = 1350" + std::string(from)), "spec.missing-key",
           13, "unit = \"MHz\"");
    expect(with("occupancy", "warps", R"(warps = { value = 24, unit = "warps")" + std::string(from)),
           "spec.wrong-unit", 30, "no unit");
}

TEST_F(HardwareSpecFileTest, ImpossibleValuesAreRefused) {
    const std::string tail = ", unit = \"MHz\"" + std::string(from);
    for (const char* value : {"0", "-1.0", "nan", "inf", "1e9"})
        expect(with("execution", "clock_mhz", "clock_mhz = { value = " + std::string(value) + tail),
               "spec.impossible-value", 23, "between 1 and 100000 MHz");
    expect(with("execution", "clock_mhz", "clock_mhz = { value = \"fast\"" + tail), "spec.wrong-type", 23,
           "a number");
    expect(with("occupancy", "warps", "warps = { value = 24.5" + std::string(from)), "spec.wrong-type", 19,
           "an integer");
    expect(with("occupancy", "warps", "warps = { value = 9223372036854775807" + std::string(from)),
           "spec.impossible-value", 19, "1024");
    expect(with("instructions", "float_mad", "float_mad = { instructions = -1, cycles = 4" + std::string(from)),
           "spec.impossible-value", 30, "between 0");
}

TEST_F(HardwareSpecFileTest, ProvenanceIsChecked) {
    expect(with("occupancy", "warps", R"(warps = { value = 24, kind = "papper", source = "BDGH09" })"),
           "spec.bad-kind", 30, "\"paper\"");
    expect(with("occupancy", "warps", R"(warps = { value = 24, kind = "paper", source = "BDHG09" })"),
           "spec.unknown-source", 48, "\"BDGH09\"");
    expect(with("occupancy", "warps", R"(warps = { value = 24, kind = "paper" })"), "spec.missing-key", 9,
           "[sources]");
    expect(with("occupancy", "warps", R"(warps = { value = 24, kind = "estimated" })"), "spec.missing-key", 9,
           "note");
    expect(with("occupancy", "warps", R"(warps = { value = 24, source = "BDGH09" })"), "spec.missing-key", 9,
           "kind");
    EXPECT_TRUE(parseHardwareSpec(
        with("occupancy", "warps", R"(warps = { value = 24, kind = "estimated", note = "a guess" })"), "a"));
}

TEST_F(HardwareSpecFileTest, UnknownKeysAreSuggested) {
    const std::string line = "warps = { value = 24" + std::string(from);
    const std::string text = with("occupancy", "warps", line + "\nregister = { value = 1" + from);
    ++line_;
    expect(text, "spec.unknown-key", 1, "\"registers\"");
}

TEST_F(HardwareSpecFileTest, UnknownTablesAndValueKeysAreSuggested) {
    auto found = fault(good_ + "\n[shared_memroy]\nx = 1\n");
    EXPECT_EQ(found.code, "spec.unknown-key");
    EXPECT_EQ(found.hint, "did you mean \"shared_memory\"?");
    found = fault(with("occupancy", "warps",
                       R"(warps = { value = 24, kind = "paper", source = "BDGH09", notes = "x" })"));
    EXPECT_EQ(found.code, "spec.unknown-key");
    EXPECT_EQ(found.place.column, 58);
    EXPECT_EQ(found.hint, "did you mean \"note\"?");
}

TEST_F(HardwareSpecFileTest, EveryMissingKeyIsNamed) {
    const auto spec = parseHardwareSpec("schema = \"warpstring.hardware-spec/1\"\n[execution]\n", "test.toml");
    ASSERT_FALSE(spec);
    int missing = 0, execution = 0;
    for (const Diagnostic& found : spec.diagnostics()) {
        missing += found.code == "spec.missing-key" ? 1 : 0;
        execution += found.place.line == 2 ? 1 : 0;
    }
    EXPECT_EQ(execution, 6);
    EXPECT_EQ(missing, 6 + 8) << "name, sources and six tables";
}

TEST_F(HardwareSpecFileTest, ChoicesAreSuggested) {
    expect(
        with("global_memory", "coalescing", "coalescing = { value = \"strict-halfwarp\"" + std::string(from)),
        "spec.bad-choice", 24, "strict-half-warp");
}

TEST_F(HardwareSpecFileTest, ValuesMustAgreeWithEachOther) {
    const std::string end(from);
    expect(with("occupancy", "work_items", "work_items = { value = 769" + end), "spec.impossible-value", 24,
           "warps times warp_size");
    expect(with("occupancy", "shared_bytes_per_group",
                "shared_bytes_per_group = { value = 16385, unit = \"bytes\"" + end),
           "spec.impossible-value", 36, "at most shared_bytes");
    expect(with("shared_memory", "banks", "banks = { value = 15" + end), "spec.impossible-value", 19,
           "power of two");
    expect(with("global_memory", "min_transaction_bytes",
                "min_transaction_bytes = { value = 256, unit = \"bytes\"" + end),
           "spec.impossible-value", 35, "max_transaction_bytes");
    expect(
        with("global_memory", "lanes_per_request", "lanes_per_request = { value = 24, unit = \"lanes\"" + end),
        "spec.impossible-value", 31, "divisor");
    expect(with("device", "address_bits", "address_bits = { value = 48, unit = \"bits\"" + end),
           "spec.impossible-value", 26, "32 or 64");
}

TEST_F(HardwareSpecFileTest, ARuleNeedsItsOwnKeys) {
    const auto found = fault(with("global_memory", "uncoalesced_bytes", ""));
    EXPECT_EQ(found.code, "spec.missing-key");
    EXPECT_NE(found.hint.find("strict-half-warp"), std::string::npos);
}

TEST_F(HardwareSpecFileTest, ALaunchFileIsNoSpec) {
    EXPECT_EQ(fault("schema = \"warpstring.launch/1\"\n").code, "spec.wrong-schema");
}

} // namespace
} // namespace warpstring::files
