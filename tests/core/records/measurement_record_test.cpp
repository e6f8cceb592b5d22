// SPDX-License-Identifier: GPL-3.0-or-later
// Records and resolved launches survive the way to disk and back.
#include <fstream>
#include <sstream>

#include "core/records/measurement_json.h"
#include "core/records/plan.h"
#include "core/records/record_store.h"
#include "core/records/resolved_launch.h"
#include "tests/core/files/launches/launch_fixture.h"

namespace warpstring::records {
namespace {

namespace fs = std::filesystem;

class MeasurementRecords : public files::LaunchFileTest {
protected:
    Launch everyKindOfArgument() const {
        return one(minimal(R"(
options = "-cl-mad-enable"
[args]
n = 7
x = { scalar = "float", value = 1.5 }
scratch = { local = 256 }
a = { buffer = "float4", count = 8, init = "random", seed = 3, range = [-1.0, 2.5], access = "read" }
b = { buffer = "int", count = 9, init = "constant", value = 4, access = "write" }
c = { buffer = "uint", count = 16, init = "permutation", seed = 5 }
d = { buffer = "double", count = 2, init = "iota" }
[family]
name = "f"
problem = ["n"]
[reference]
function = "scan"
tolerance = 1e-3
)"));
    }

    Measurement record(const std::string& name, const std::string& fingerprint) const {
        Measurement measurement;
        measurement.status = MeasurementStatus::Ok;
        measurement.launch = everyKindOfArgument();
        measurement.launch.name = name;
        measurement.fingerprint = fingerprint;
        measurement.device.name = "Device (R) 7";
        measurement.kernel.ns = {100, 101, 99, 900};
        measurement.kernel.statistics = statisticsOf(measurement.kernel.ns);
        return measurement;
    }

    std::string textOf(const fs::path& path) const {
        std::ostringstream text;
        text << std::ifstream(path, std::ios::binary).rdbuf();
        return text.str();
    }
};

TEST_F(MeasurementRecords, aLaunchComesBackFromItsJson) {
    const Launch launch = everyKindOfArgument();
    const Launch back = launchFromJson(launchToJson(launch));
    EXPECT_EQ(launchToJson(back), launchToJson(launch));
    EXPECT_EQ(back.range, launch.range);
    EXPECT_EQ(back.family, "f,n=7");
    EXPECT_EQ(back.reference->function, "scan");
    const auto& a = std::get<BufferArgument>(back.arguments.at("a"));
    EXPECT_EQ(a.type, (ValueType{ScalarType::Float, 4}));
    EXPECT_EQ(a.range, (std::array<double, 2>{-1.0, 2.5}));
    EXPECT_EQ(std::get<LocalArgument>(back.arguments.at("scratch")).bytes, 256U);
    EXPECT_TRUE(std::get<ScalarArgument>(back.arguments.at("x")).typeGiven);
}

TEST_F(MeasurementRecords, aPlanHoldsAllThatALaunchNeeds) {
    write("other.toml", minimal("options = \"-DOTHER\"\n"));
    Launch launch = one(minimal("[reference]\nlaunch = \"other.toml\"\n"));
    const auto resolved = resolve(launch);
    ASSERT_TRUE(resolved);
    write("plan.jsonl", toPlan({*resolved, *resolved}));
    const auto plan = readPlan(folder_ / "plan.jsonl");
    ASSERT_TRUE(plan) << toText(plan.diagnostics().front());
    ASSERT_EQ(plan->size(), 2U);
    EXPECT_EQ(plan->front().sourceText, "kernel void k() {}\n");
    ASSERT_TRUE(plan->front().reference);
    EXPECT_EQ(plan->front().reference->launch.options, "-DOTHER");
    EXPECT_EQ(plan->front().launch.reference->launch->options, "-DOTHER");
    EXPECT_EQ(fingerprint(plan->front()), fingerprint(*resolved));
}

TEST_F(MeasurementRecords, faultyPlansAreRefusedWithTheirPlace) {
    const auto fault = [&](const std::string& text) {
        write("plan.jsonl", text);
        const auto plan = readPlan(folder_ / "plan.jsonl");
        return plan ? Diagnostic{} : plan.diagnostics().front();
    };
    EXPECT_EQ(fault("").code, "measure.bad-plan");
    EXPECT_EQ(fault("\n{\"schema\": 1}\n").place.line, 2);
    EXPECT_EQ(fault("{").code, "measure.bad-plan");
    EXPECT_EQ(fault(R"({"schema": "warpstring.resolved-launch/1", "kernel": "k"})").code, "measure.bad-plan");
    EXPECT_EQ(fault(R"({"schema": "warpstring.resolved-launch/1", "kernel": "k", "source_text": "x",
"global": [3], "local": [2]})")
                  .code,
              "measure.bad-plan"); // a plan's launch is one line
    EXPECT_EQ(fault(R"({"schema": "warpstring.resolved-launch/1", "kernel": "k", "source_text": "x", )"
                    R"("global": [3], "local": [2]})")
                  .code,
              "launch.non-dividing-size");
}

TEST_F(MeasurementRecords, fingerprintsChangeWithTheWorkAlone) {
    const ResolvedLaunch base{everyKindOfArgument(), "text", nullptr};
    const std::string original = fingerprint(base);
    EXPECT_EQ(original.size(), 16U);
    const auto changed = [&](auto change) {
        ResolvedLaunch other = base;
        change(other);
        return fingerprint(other);
    };
    EXPECT_EQ(original, changed([](ResolvedLaunch& r) { r.launch.name = "another"; }));
    EXPECT_EQ(original, changed([](ResolvedLaunch& r) { r.launch.family = ""; }));
    EXPECT_EQ(original, changed([](ResolvedLaunch& r) { r.launch.file = "/elsewhere.toml"; }));
    EXPECT_EQ(original, changed([](ResolvedLaunch& r) { r.launch.reference.reset(); }));
    EXPECT_NE(original, changed([](ResolvedLaunch& r) { r.sourceText += " "; }));
    EXPECT_NE(original, changed([](ResolvedLaunch& r) { r.launch.options += " -DX"; }));
    EXPECT_NE(original, changed([](ResolvedLaunch& r) { r.launch.range.global[0] *= 2; }));
    EXPECT_NE(original, changed([](ResolvedLaunch& r) {
                  std::get<BufferArgument>(r.launch.arguments.at("a")).seed = 4;
              }));
}

TEST_F(MeasurementRecords, aRecordComesBackFromItsJson) {
    Measurement measurement = record("launch", "0123456789abcdef");
    measurement.diagnostics = {{"measure.no-profiling", Severity::Warning, {"f", 2, 3}, "m", "h"}};
    measurement.settings.cache = CacheState::Cold;
    measurement.settings.stop.mostSamples = 77;
    measurement.verification = {"host function scan", {{"c", 10, 10, 1e-7, 1e-5, true, 0, 0, 0}}};
    measurement.transfers = {{"a", true, false, 128, {{5}, statisticsOf({5})}, {{6}, statisticsOf({6})}},
                             {"a", true, true, 128, {{2}, statisticsOf({2})}, {}}};
    measurement.total = {{9, 8}, statisticsOf({9, 8})};
    measurement.build.registers = 32;
    measurement.build.log = "a log\nof two lines";
    measurement.warp.measurable = true;
    measurement.warp.warpSize = 32;
    measurement.warp.warps = distributionOf({1, 2, 3, 10});
    measurement.warp.schedule = {{4, 10, 2, 1000}};
    measurement.warp.detailedSm = 4;
    measurement.warp.groupSpans = {{132, 0, 500}};
    measurement.warp.probed = measurement.kernel;
    measurement.warp.probedRatio = 1.02;
    const Json json = toJson(measurement);
    const auto back = measurementFromJson(json);
    ASSERT_TRUE(back);
    EXPECT_EQ(toJson(*back), json);
    EXPECT_EQ(back->kernel.statistics.excluded, (std::vector<std::size_t>{3}));
    EXPECT_EQ(back->build.registers, 32U);
    EXPECT_FALSE(back->build.spillLoadBytes);
    EXPECT_FALSE(measurementFromJson(Json::Object()));
}

class RecordStores : public MeasurementRecords, public testing::WithParamInterface<const char*> {};

TEST_P(RecordStores, keepWhatTheyTakeAndKnowItAgain) {
    const fs::path path = folder_ / GetParam();
    {
        auto store = RecordStore::open(path);
        ASSERT_TRUE(store) << toText(store.diagnostics().front());
        EXPECT_TRUE(store->add(record("a,n=1", "1111111111111111")).empty());
        Measurement failed = record("b/../x", "2222222222222222");
        failed.status = MeasurementStatus::Failed;
        EXPECT_TRUE(store->add(failed).empty());
        EXPECT_TRUE(store->add(record("a,n=1", "1111111111111111")).empty()); // again: the last one counts
    }
    auto store = RecordStore::open(path);
    ASSERT_TRUE(store);
    EXPECT_TRUE(store->holds(recordKey("1111111111111111", "Device (R) 7", CacheState::Warm)));
    EXPECT_FALSE(store->holds(recordKey("1111111111111111", "Device (R) 7", CacheState::Cold)));
    EXPECT_FALSE(store->holds(recordKey("2222222222222222", "Device (R) 7", CacheState::Warm)));
    const auto records = readRecords(path);
    ASSERT_TRUE(records);
    EXPECT_EQ(records->size(), 2U);
    // A failure after a success does not undo it.
    Measurement failed = record("a,n=1", "1111111111111111");
    failed.status = MeasurementStatus::Failed;
    if (path.extension() == ".jsonl") {
        EXPECT_TRUE(store->add(failed).empty());
        EXPECT_EQ(readRecords(path)->back().status, MeasurementStatus::Ok);
    }
}

INSTANTIATE_TEST_SUITE_P(Forms, RecordStores, testing::Values("records.jsonl", "records"),
                         [](const auto& form) { return std::string(form.index == 0 ? "lines" : "folder"); });

TEST_F(MeasurementRecords, aTornLastLineIsCutAndTheRestKept) {
    const fs::path path = folder_ / "records.jsonl";
    {
        auto store = RecordStore::open(path);
        ASSERT_TRUE(store && store->add(record("a", "1111111111111111")).empty());
    }
    const std::string whole = textOf(path);
    for (const std::size_t cut : {std::size_t{1}, whole.size() / 2, whole.size() - 1}) {
        write("records.jsonl", whole + whole.substr(0, cut));
        EXPECT_EQ(readRecords(path)->size(), 1U);
        auto store = RecordStore::open(path);
        ASSERT_TRUE(store);
        EXPECT_EQ(textOf(path), whole);
        ASSERT_TRUE(store->add(record("b", "2222222222222222")).empty());
        EXPECT_EQ(readRecords(path)->size(), 2U);
    }
}

TEST_F(MeasurementRecords, whatCannotBeReadOrWrittenSaysSo) {
    write("broken.json", "{");
    EXPECT_EQ(readRecords(folder_ / "broken.json").diagnostics().front().code, "record.syntax");
    write("broken.json", "{\"schema\": \"other\"}");
    EXPECT_EQ(readRecords(folder_ / "broken.json").diagnostics().front().code, "record.wrong-schema");
    EXPECT_TRUE(readRecords(folder_)); // other JSON files of a folder are passed over
    EXPECT_EQ(readRecords(folder_ / "none.jsonl").diagnostics().front().code, "record.read");
    write("file", "");
    EXPECT_EQ(RecordStore::open(folder_ / "file" / "records").diagnostics().front().code, "record.write");
    EXPECT_EQ(RecordStore::open("/dev/full/x.jsonl").diagnostics().front().code, "record.write");
}

} // namespace
} // namespace warpstring::records
