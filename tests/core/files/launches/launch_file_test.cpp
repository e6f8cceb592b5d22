// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/files/launches/launch_fixture.h"

namespace warpstring::files {
namespace {

TEST_F(LaunchFileTest, ReadsEverythingThatALaunchSays) {
    const Launch launch = one(R"(schema = "warpstring.launch/1"
description = "naive product"
kernel = "matmul"
source = "k.cl"
options = "-cl-mad-enable"
global = ["n", "2*n"]
local = [16, 8]
[macros]
TILES = 4
SCALE = 2.0
TYPE = "float4"
[constants]
groups = "n/16"
[args]
n = 1024
m = "groups * TILES"
[[annotation]]
line = 23
weight = 0.5
[[annotation]]
label = "outer"
trips = [10, "n"]
[[published]]
quantity = "cs"
line = 12
value = 5.875
text = "188/32"
source = "the paper"
remark = "an erratum"
)");
    EXPECT_EQ(launch.name, "test");
    EXPECT_EQ(launch.description, "naive product");
    EXPECT_EQ(launch.kernel, "matmul");
    EXPECT_EQ(launch.source, folder_ / "k.cl");
    EXPECT_EQ(launch.options, "-cl-mad-enable -DTILES=4 -DSCALE=2.0 -DTYPE=float4");
    EXPECT_EQ(launch.range, (NDRange{2, {1024, 2048, 1}, {16, 8, 1}}));
    EXPECT_EQ(std::get<std::int64_t>(std::get<ScalarArgument>(launch.arguments.at("m")).value), 256);
    ASSERT_EQ(launch.annotations.size(), 2U);
    EXPECT_EQ(launch.annotations[0].line, 23);
    EXPECT_EQ(launch.annotations[0].low, 0.5);
    EXPECT_EQ(launch.annotations[0].high, 0.5);
    EXPECT_EQ(launch.annotations[0].place.line, 17);
    EXPECT_EQ(launch.annotations[1].kind, AnnotationKind::Trips);
    EXPECT_EQ(launch.annotations[1].label, "outer");
    EXPECT_EQ(launch.annotations[1].high, 1024);
    ASSERT_EQ(launch.published.size(), 1U);
    EXPECT_EQ(launch.published[0].value, 5.875);
    EXPECT_EQ(launch.published[0].remark, "an erratum");
}

TEST_F(LaunchFileTest, RegistersAreANumberOrAWord) {
    const auto registers = [&](const std::string& line) {
        return toText(one("registers = " + line + "\n" + minimal("")).registers);
    };
    EXPECT_EQ(toText(one(minimal("")).registers), "device");
    EXPECT_EQ(registers("64"), "64");
    EXPECT_EQ(registers("\"64\""), "64");
    EXPECT_EQ(registers("\"device\""), "device");
    EXPECT_EQ(registers("\"estimate\""), "estimate");
    EXPECT_EQ(registers("\"ptxas\""), "ptxas");
}

TEST_F(LaunchFileTest, RefusesOtherRegistersAtTheirPlace) {
    for (const char* value : {"0", "-8", "5000", "\"many\"", "\"\""}) {
        const auto launches = parse("registers = " + std::string(value) + "\n" + minimal(""));
        ASSERT_FALSE(launches) << value;
        EXPECT_EQ(launches.diagnostics().front().code, "launch.bad-registers") << value;
        EXPECT_EQ(launches.diagnostics().front().place.line, 1);
        EXPECT_EQ(launches.diagnostics().front().place.column, 13);
    }
    for (const char* value : {"32.5", "true", "[32]"}) {
        const auto launches = parse("registers = " + std::string(value) + "\n" + minimal(""));
        ASSERT_FALSE(launches) << value;
        EXPECT_EQ(launches.diagnostics().front().code, "launch.wrong-type") << value;
    }
}

TEST_F(LaunchFileTest, ALoneScalarIsOneDimension) {
    EXPECT_EQ(one(minimal("")).range, (NDRange{1, {1024, 1, 1}, {64, 1, 1}}));
    EXPECT_EQ(one(withSizes("\"1 << 40\"", "[256]", "")).range.global[0], std::uint64_t{1} << 40);
}

TEST_F(LaunchFileTest, UnknownKeysAreErrorsWithASuggestion) {
    EXPECT_EQ(faults(minimal("kernle = \"k\"\n")), Faults{"6:1 launch.unknown-key"});
    EXPECT_EQ(firstHint(minimal("kernle = \"k\"\n")), "did you mean \"kernel\"?");
    EXPECT_EQ(faults(minimal("[[annotation]]\nline = 2\nwieght = 1\n")),
              (Faults{"6:1 launch.bad-annotation", "8:1 launch.unknown-key"}));
}

TEST_F(LaunchFileTest, EveryMissingKeyIsNamed) {
    const auto file = parse("description = \"nothing\"\n");
    ASSERT_FALSE(file);
    std::string missing;
    for (const Diagnostic& fault : file.diagnostics()) {
        EXPECT_EQ(fault.code, "launch.missing-key");
        missing += fault.message.substr(fault.message.find('"'));
    }
    EXPECT_EQ(missing, R"("schema""kernel""source""global""local")");
}

TEST_F(LaunchFileTest, AllFaultsAreReportedInTheOrderOfTheFile) {
    EXPECT_EQ(
        faults(withSizes("[0, -4]", "true", "options = 7\n[args]\na = { buffer = \"flaot\", count = 4 }\n")),
        (Faults{"4:11 launch.zero-size", "4:14 launch.negative-size", "5:9 launch.wrong-type",
                "6:11 launch.wrong-type", "8:16 launch.bad-type"}));
}

TEST_F(LaunchFileTest, AnotherSchemaIsRefusedWithoutConsequences) {
    EXPECT_EQ(faults("schema = \"warpstring.hardware-spec/1\"\nname = \"x\"\n"),
              Faults{"1:10 launch.wrong-schema"});
    EXPECT_EQ(faults("schema = 3\n"), Faults{"1:10 launch.wrong-type"});
}

TEST_F(LaunchFileTest, SyntaxErrorsHaveAPlace) {
    EXPECT_EQ(faults("schema = \"warpstring.launch/1\"\nkernel = = 3\n"), Faults{"2:10 launch.syntax"});
    EXPECT_EQ(faults(minimal("kernel = \"again\"\n")), Faults{"6:10 launch.syntax"});
}

TEST_F(LaunchFileTest, SizesMustFitTogether) {
    EXPECT_EQ(faults(withSizes("[64, 1000]", "[16, 256]", "")), Faults{"4:15 launch.non-dividing-size"});
    EXPECT_EQ(faults(withSizes("[10, 10]", "[3, 4]", "")),
              (Faults{"4:11 launch.non-dividing-size", "4:15 launch.non-dividing-size"}));
    EXPECT_EQ(faults(withSizes("[64, 64]", "64", "")), Faults{"4:10 launch.dimension-mismatch"});
    EXPECT_EQ(faults(withSizes("[]", "[1,1,1,1]", "")),
              (Faults{"4:10 launch.bad-dimensions", "5:9 launch.bad-dimensions"}));
    EXPECT_EQ(faults(withSizes("\"1<<60\"", "1", "")), Faults{"4:10 launch.too-many-groups"});
}

TEST_F(LaunchFileTest, ExpressionFaultsStandAtTheirNode) {
    EXPECT_EQ(faults(withSizes("\"64 *\"", "64", "")), Faults{"4:10 launch.bad-expression"});
    EXPECT_EQ(faults(withSizes("\"64 / 0\"", "64", "")), Faults{"4:10 launch.bad-expression"});
    EXPECT_EQ(faults(withSizes("\"nn * k\"", "64", "[args]\nnm = 64\n")),
              (Faults{"4:10 launch.unknown-name", "4:10 launch.unknown-name"}));
    EXPECT_EQ(firstHint(withSizes("\"nn\"", "64", "[args]\nnm = 64\n")), "did you mean \"nm\"?");
}

TEST_F(LaunchFileTest, NamesThatAreNoIntegersSayWhy) {
    const std::string arguments =
        "[macros]\nT = \"2*3\"\n[args]\nalpha = 1.5\nb = { buffer = \"int\", count = 4 }\n";
    for (const char* name : {"T", "alpha", "b"})
        EXPECT_EQ(faults(withSizes("\"" + std::string(name) + "\"", "1", arguments)),
                  Faults{"4:10 launch.not-an-integer"});
}

TEST_F(LaunchFileTest, CyclesAndEndlessChainsAreFound) {
    EXPECT_EQ(faults(minimal("[constants]\na = \"b + 1\"\nb = \"c\"\nc = \"a\"\n")),
              Faults{"9:5 launch.cyclic-constants"});
    EXPECT_EQ(faults(minimal("[constants]\na = \"a\"\n")), Faults{"7:5 launch.cyclic-constants"});
    std::string chain = "[constants]\na0 = 1\n";
    for (int i = 1; i < 5000; ++i) chain += "a" + std::to_string(i) + " = \"a" + std::to_string(i - 1) + "\"\n";
    EXPECT_EQ(one(minimal(chain)).kernel, "k"); // each is known when the next asks
    std::string reversed = "[constants]\n";
    for (int i = 0; i < 5000; ++i)
        reversed += "a" + std::to_string(i) + " = \"a" + std::to_string(i + 1) + "\"\n";
    EXPECT_EQ(faults(minimal(reversed + "a5000 = 1\n")).front().substr(5), "launch.too-deep");
}

TEST_F(LaunchFileTest, ANameMayBeDefinedOnce) {
    EXPECT_EQ(faults(minimal("[args]\nn = 1\n[constants]\nn = 2\n")), Faults{"9:1 launch.ambiguous-name"});
    EXPECT_EQ(faults(minimal("[args]\nn = { local = 4 }\n[constants]\nn = 2\n")),
              Faults{"9:1 launch.ambiguous-name"});
}

TEST_F(LaunchFileTest, MacrosMustSurviveTheCommandLine) {
    EXPECT_EQ(faults(minimal("[macros]\nA = \"1 + 2\"\n\"B C\" = 1\nD = true\n")),
              (Faults{"7:5 launch.bad-macro", "8:1 launch.bad-name", "9:5 launch.wrong-type"}));
}

TEST_F(LaunchFileTest, AnnotationsSayWhereAndWhat) {
    EXPECT_EQ(
        faults(minimal("[[annotation]]\nweight = 1\n[[annotation]]\nline = 1\nlabel = \"x\"\ntrips = 3\n")),
        (Faults{"6:1 launch.bad-annotation", "8:1 launch.bad-annotation"}));
    EXPECT_EQ(faults(minimal("[[annotation]]\nlabel = \"\"\ntrips = 3\n")),
              Faults{"7:9 launch.bad-annotation"});
    EXPECT_EQ(faults(minimal("[[annotation]]\nline = 0\nweight = 1.5\n")),
              (Faults{"7:8 launch.bad-line", "8:10 launch.out-of-range"}));
    EXPECT_EQ(faults(minimal("[[annotation]]\nline = 1\ntrips = [5, 2]\n")), Faults{"8:9 launch.empty-range"});
    EXPECT_EQ(faults(minimal("[[annotation]]\nline = 1\ntrips = nan\n")), Faults{"8:9 launch.not-finite"});
    EXPECT_EQ(faults(minimal("[annotation]\nline = 1\n")), Faults{"6:1 launch.wrong-type"});
}

TEST_F(LaunchFileTest, APublishedFigureNamesItsSource) {
    EXPECT_EQ(faults(minimal("[[published]]\nquantity = \"cc\"\n")),
              (Faults{"6:1 launch.missing-key", "6:1 launch.missing-key"}));
}

TEST_F(LaunchFileTest, TheKernelsSourceMustBeThere) {
    EXPECT_EQ(
        faults(
            "schema = \"warpstring.launch/1\"\nkernel = \"k k\"\nsource = \"no.cl\"\nglobal = 1\nlocal = 1\n"),
        (Faults{"2:10 launch.bad-name", "3:10 launch.file-not-found"}));
    EXPECT_EQ(
        faults("schema = \"warpstring.launch/1\"\nkernel = \"k\"\nsource = \".\"\nglobal = 1\nlocal = 1\n"),
        Faults{"3:10 launch.file-not-found"});
}

TEST_F(LaunchFileTest, ReadsFromDisk) {
    write("a.toml", minimal(""));
    const auto file = readLaunchFile(folder_ / "a.toml");
    ASSERT_TRUE(file);
    EXPECT_EQ(file->launches[0].file, folder_ / "a.toml");
    EXPECT_EQ(file->launches[0].name, "a");
}

} // namespace
} // namespace warpstring::files
