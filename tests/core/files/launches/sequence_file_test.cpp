// SPDX-License-Identifier: GPL-3.0-or-later
// Sequences: what their files say, what is at fault in them, and that what is written reads back.
#include "core/files/launches/sequence_file.h"

#include "tests/core/files/launches/launch_fixture.h"

namespace warpstring::files {
namespace {

class SequenceFile : public LaunchFileTest {
protected:
    void SetUp() override {
        LaunchFileTest::SetUp();
        write("first.toml",
              minimal("[args]\nn = 64\nf = 1.5\n"
                      "x = { buffer = \"float\", count = \"n\", init = \"iota\", access = \"read\" }\n"
                      "sums = { buffer = \"float\", count = \"n\", access = \"write\" }\n"
                      "room = { local = 16 }\n"
                      "[reference]\nfunction = \"scan\"\n"));
        write("second.toml", minimal("[args]\nn = 16\nin = { buffer = \"float4\", count = \"n\", init = "
                                     "\"random\", access = \"read\" }\n"
                                     "whole = { buffer = \"int\", count = 64 }\n[sweep]\nn = [16, 32]\n"));
    }

    static std::string sequence(const std::string& more) {
        return "schema = \"warpstring.sequence/1\"\n" + more; // `more` starts on line 2
    }
    Result<Sequence> parseOne(const std::string& text) const {
        return parseSequenceFile(text, folder_ / "both.sequence.toml");
    }
    Sequence good(const std::string& more) const {
        auto read = parseOne(sequence(more));
        if (read) return std::move(*read);
        for (const Diagnostic& fault : read.diagnostics()) ADD_FAILURE() << toText(fault);
        return {};
    }
    /// "line:column code" of every fault; each must have a message and a hint.
    Faults faultsOf(const std::string& more) const {
        Faults all;
        const auto read = parseOne(sequence(more));
        if (read) return all;
        for (const Diagnostic& fault : read.diagnostics()) {
            EXPECT_FALSE(fault.message.empty());
            EXPECT_FALSE(fault.hint.empty()) << fault.message;
            EXPECT_EQ(fault.place.file, (folder_ / "both.sequence.toml").string());
            all.push_back(std::to_string(fault.place.line) + ":" + std::to_string(fault.place.column) + " " +
                          fault.code);
        }
        return all;
    }

    const std::string both_ = "[[step]]\nlaunch = \"first.toml\"\nbuffers = { sums = \"partial\" }\n"
                              "[[step]]\nlaunch = \"second.toml\"\nbuffers = { in = \"partial\" }\n";
};

TEST_F(SequenceFile, stepsShareBuffersByName) {
    const Sequence read = good("description = \"two\"\n" + both_);
    EXPECT_EQ(read.name, "both");
    EXPECT_EQ(read.description, "two");
    ASSERT_EQ(read.steps.size(), 2U);
    EXPECT_EQ(read.steps[0].launch.name, "first");
    EXPECT_FALSE(read.steps[0].launch.reference);
    EXPECT_EQ(read.steps[1].launch.name, "second") << "by what the file states itself, whatever it sweeps";
    const SequenceRuns runs = runsOf(read);
    ASSERT_EQ(runs.runs.size(), 2U);
    EXPECT_EQ(runs.runs[1].launch, 1U);
    EXPECT_EQ(runs.runs[1].buffers.at("in"), "partial");

    const auto shared = sharedBuffers(read, runs);
    ASSERT_EQ(shared.size(), 1U);
    EXPECT_EQ(shared.at("partial").init, BufferInit::Zero) << "as the first step says that names it";
    EXPECT_EQ(shared.at("partial").access, BufferAccess::ReadWrite) << "one writes, the other reads";
}

TEST_F(SequenceFile, valuesAreSetInExpressionsOfTheSequence) {
    const Sequence read =
        good("[constants]\nsize = 32\n[[step]]\nlaunch = \"first.toml\"\n"
             "set = { n = \"2 * size\", f = 0.5, global = [\"size * 64\"] }\nrepeat = \"size / 8\"\n");
    const Launch& launch = read.steps[0].launch;
    EXPECT_EQ(launch.range.global[0], 2048U);
    EXPECT_EQ(std::get<BufferArgument>(launch.arguments.at("x")).count, 64U);
    EXPECT_EQ(std::get<double>(std::get<ScalarArgument>(launch.arguments.at("f")).value), 0.5);
    EXPECT_EQ(read.steps[0].repeat, 4U);
    EXPECT_EQ(runCount(read), 4U);
}

TEST_F(SequenceFile, groupsRepeatAndBuffersSwap) {
    const Sequence read = good("[[step]]\nrepeat = 3\nswap = [[\"a\", \"b\"]]\n"
                               "[[step.step]]\nlaunch = \"first.toml\"\nbuffers = { x = \"a\", sums = \"b\" }\n"
                               "[[step.step]]\nlaunch = \"first.toml\"\nrepeat = 2\n");
    const auto launches = launchesOf(read);
    ASSERT_EQ(launches.size(), 2U);
    EXPECT_EQ(launches[0].number, "1.1");
    EXPECT_EQ(launches[0].runs, 3U);
    EXPECT_EQ(launches[1].number, "1.2");
    EXPECT_EQ(launches[1].runs, 6U);
    const SequenceRuns runs = runsOf(read);
    ASSERT_EQ(runs.runs.size(), 9U);
    EXPECT_EQ(runs.runs[0].buffers.at("x"), "a");
    EXPECT_EQ(runs.runs[3].buffers.at("x"), "b");
    EXPECT_EQ(runs.runs[6].buffers.at("x"), "a");
    EXPECT_EQ(runs.atEnd.at("a"), "b") << "three exchanges are one";
    for (const auto& [name, buffer] : sharedBuffers(read, runs))
        EXPECT_EQ(buffer.access, BufferAccess::ReadWrite) << name;
}

TEST_F(SequenceFile, whatIsWrittenReadsBack) {
    const Sequence read =
        good("description = \"a \\\"quoted\\\" one\"\n[[step]]\nrepeat = 3\nswap = [[\"a\", \"b\"]]\n"
             "[[step.step]]\nlaunch = \"first.toml\"\nset = { n = 128, f = 2.5, local = [32] }\n"
             "buffers = { x = \"a\", sums = \"b\" }\n"
             "[reference]\nlaunch = \"first.toml\"\nset = { n = 128 }\nfunction = \"scan\"\n"
             "tolerance = 1e-3\nbuffers = { a = \"sums\" }\n");
    const std::string text = sequenceText(read);
    const auto again = parseOne(text);
    ASSERT_TRUE(again) << text << toText(again.diagnostics().front());
    EXPECT_EQ(sequenceText(*again), text);
    EXPECT_EQ(again->description, read.description);
    ASSERT_EQ(again->steps.size(), 1U);
    EXPECT_EQ(again->steps[0].repeat, 3U);
    EXPECT_EQ(again->steps[0].swaps, read.steps[0].swaps);
    ASSERT_EQ(again->steps[0].steps.size(), 1U);
    const SequenceStep& step = again->steps[0].steps[0];
    EXPECT_EQ(step.buffers, read.steps[0].steps[0].buffers);
    EXPECT_EQ(step.launch.file, folder_ / "first.toml");
    EXPECT_EQ(step.launch.swept, read.steps[0].steps[0].launch.swept);
    EXPECT_EQ(step.launch.range.local[0], 32U);
    EXPECT_EQ(std::get<double>(std::get<ScalarArgument>(step.launch.arguments.at("f")).value), 2.5);
    ASSERT_TRUE(again->reference);
    EXPECT_EQ(again->reference->function, "scan");
    EXPECT_EQ(again->reference->tolerance, 1e-3);
    EXPECT_EQ(again->reference->buffers, read.reference->buffers);
}

TEST_F(SequenceFile, faultsOfTheFormHaveTheirPlaces) {
    EXPECT_EQ(faultsOf(""), (Faults{"1:1 sequence.no-steps"}));
    EXPECT_EQ(faultsOf("kernels = 2\n" + both_), (Faults{"2:1 sequence.unknown-key"}));
    EXPECT_EQ(faultsOf("[[step]]\nbuffers = {}\n"), (Faults{"2:1 sequence.missing-key"}));
    EXPECT_EQ(faultsOf("[[step]]\nlaunch = \"none.toml\"\n"), (Faults{"3:10 sequence.file-not-found"}));
    EXPECT_EQ(faultsOf("[[step]]\nlaunch = \"first.toml\"\nset = { m = 1 }\n"),
              (Faults{"4:9 sequence.unknown-name"}));
    EXPECT_EQ(faultsOf("[[step]]\nlaunch = \"first.toml\"\nbuffer = {}\n"),
              (Faults{"4:1 sequence.unknown-key"}));
    EXPECT_EQ(faultsOf("[[step]]\nlaunch = \"first.toml\"\nswap = [\"a\"]\n"),
              (Faults{"4:8 sequence.wrong-type"}));
    EXPECT_EQ(faultsOf("[[step]]\nlaunch = \"first.toml\"\nrepeat = 0\n"),
              (Faults{"4:10 sequence.bad-repeat"}));
    EXPECT_EQ(faultsOf("[[step]]\nlaunch = \"first.toml\"\nrepeat = 100001\n"),
              (Faults{"1:1 sequence.too-many-runs"}));
    EXPECT_EQ(faultsOf("step = 3\n"), (Faults{"2:8 sequence.wrong-type"}));
    write("inner.toml", sequence(both_));
    EXPECT_EQ(faultsOf("[[step]]\nlaunch = \"inner.toml\"\n"), (Faults{"3:10 sequence.nested-sequence"}));
    EXPECT_EQ(parseOne("schema = \"warpstring.launch/1\"\n").diagnostics().front().code,
              "sequence.wrong-schema");
    EXPECT_EQ(parseOne("[[step]]\n").diagnostics().front().code, "sequence.missing-key");
}

TEST_F(SequenceFile, launchesMustGoTogether) {
    const auto shared = [](const std::string& first, const std::string& second, const std::string& set = "") {
        return "[[step]]\nlaunch = \"first.toml\"\nbuffers = { " + first + " }\n" +
               "[[step]]\nlaunch = \"second.toml\"\nbuffers = { " + second + " }\n" + set;
    };
    EXPECT_EQ(faultsOf(shared("y = \"a\"", "")), (Faults{"4:13 sequence.unknown-parameter"}));
    EXPECT_EQ(faultsOf(shared("n = \"a\"", "")), (Faults{"4:13 sequence.not-a-buffer"}));
    EXPECT_EQ(faultsOf(shared("room = \"a\"", "")), (Faults{"4:13 sequence.not-a-buffer"}));
    EXPECT_EQ(faultsOf(shared("sums = \"a\"", "whole = \"a\"")), (Faults{"7:13 sequence.type-disagrees"}));
    EXPECT_EQ(faultsOf(shared("sums = \"a\"", "in = \"a\"", "set = { n = 17 }\n")),
              (Faults{"7:13 sequence.size-disagrees"}));
    EXPECT_EQ(faultsOf(shared("sums = \"a\"", "in = \"a\"", "swap = [[\"a\", \"b\"]]\n")),
              (Faults{"8:8 sequence.unknown-buffer"}));
    EXPECT_EQ(faultsOf(shared("sums = \"a\"", "whole = \"b\"", "swap = [[\"a\", \"b\"]]\n")),
              (Faults{"8:8 sequence.type-disagrees"}));
}

TEST_F(SequenceFile, aReferenceNamesBuffersOfBothSides) {
    EXPECT_EQ(faultsOf(both_ + "[reference]\nlaunch = \"first.toml\"\n"),
              (Faults{"8:1 sequence.bad-reference"}));
    EXPECT_EQ(faultsOf(both_ + "[reference]\nlaunch = \"first.toml\"\nbuffers = { partial = \"x\" }\n"),
              (Faults{"10:13 sequence.bad-reference"}))
        << "the launch reads it alone";
    EXPECT_EQ(faultsOf(both_ + "[reference]\nlaunch = \"first.toml\"\nbuffers = { parial = \"sums\" }\n"),
              (Faults{"10:13 sequence.unknown-buffer"}));
    EXPECT_EQ(faultsOf(both_ + "[reference]\nlaunch = \"first.toml\"\nset = { n = 65 }\n"
                               "buffers = { partial = \"sums\" }\n"),
              (Faults{"11:13 sequence.bad-reference"}));
    EXPECT_EQ(faultsOf(both_ + "[reference]\nfunction = \"scan\"\nbuffers = { partial = \"sums\" }\n"),
              (Faults{"8:1 sequence.missing-key"}));
}

TEST_F(SequenceFile, isToldFromALaunchFile) {
    write("both.sequence.toml", sequence(both_));
    EXPECT_TRUE(isSequenceFile(folder_ / "both.sequence.toml"));
    EXPECT_FALSE(isSequenceFile(folder_ / "first.toml"));
    EXPECT_FALSE(isSequenceFile(folder_ / "none.toml"));
    EXPECT_FALSE(isSequenceFile(folder_));
    EXPECT_TRUE(readSequenceFile(folder_ / "both.sequence.toml"));
}

/// Those that come with the documentation.
TEST_F(SequenceFile, theExamplesAreGood) {
    const std::filesystem::path folder =
        std::filesystem::path(WARPSTRING_SOURCE_DIR) / "docs/examples/sequences";
    for (const auto& [name, runs] : {std::pair{"two-stage-sum", 2U}, std::pair{"heat", 20U}}) {
        const auto read = readSequenceFile(folder / (std::string(name) + ".sequence.toml"));
        ASSERT_TRUE(read) << toText(read.diagnostics().front());
        EXPECT_EQ(runCount(*read), runs);
    }
}

} // namespace
} // namespace warpstring::files
