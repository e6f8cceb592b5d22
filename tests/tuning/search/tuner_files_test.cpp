// SPDX-License-Identifier: GPL-3.0-or-later
// Files of other tuners: spaces and times in, results out.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/files/launches/size_expression.h"
#include "tests/tuning/search/search_fixture.h"
#include "tuning/search/measured_variants.h"
#include "tuning/search/python_text.h"
#include "tuning/search/tuner_files.h"
#include "tuning/search/tuner_space.h"

namespace warpstring::search {
namespace {

using OrderedJson = nlohmann::ordered_json;

/// Of the shape that Kernel Tuner 1.4.0 writes; six entries of which two failed, each in one of the two ways.
const std::string cacheText =
    "{\"device_name\":\"NVIDIA H200\",\"kernel_name\":\"k\",\"problem_size\":[1048576,1,1],"
    "\"tune_params_keys\":[\"block_size_x\",\"STRIDE\"],\"tune_params\":{\"block_size_x\":[64,128,100],"
    "\"STRIDE\":[1,8]},"
    "\"objective\":\"time\",\"cache\":{\n"
    "\"64,1\":{\"block_size_x\":64,\"STRIDE\":1,\"time\":0.03,\"times\":[0.03,0.031,0.029],\"compile_time\":0,"
    "\"timestamp\":\"2026-01-01 00:00:00+00:00\"},\n"
    "\"64,8\":{\"block_size_x\":64,\"STRIDE\":8,\"time\":0.12,\"compile_time\":0},\n"
    "\"128,1\":{\"block_size_x\":128,\"STRIDE\":1,\"time\":0.025,\"times\":[0.025]},\n"
    "\"128,8\":{\"block_size_x\":128,\"STRIDE\":8,\"time\":\"RuntimeFailedConfig\"},\n"
    "\"100,1\":{\"block_size_x\":100,\"STRIDE\":1,\"__error__\":\"InvalidConfig\"},\n"
    "\"100,8\":{\"block_size_x\":100,\"STRIDE\":8,\"time\":0.2}";

class TunerFiles : public SearchTest {
protected:
    [[nodiscard]] Result<SearchSpace> spaceOf(const std::string& text) const {
        return readTunerSpace(named(""), {text, folder_ / "space.json"});
    }
    [[nodiscard]] static std::string code(const Result<SearchSpace>& space) {
        return space ? "none" : space.diagnostics().front().code;
    }
    static std::vector<std::string> valid(const SearchSpace& space) {
        std::vector<std::string> names;
        static_cast<void>(space.forEachValid([&](const Choice& choice) {
            names.push_back(space.nameOf(space.idOf(choice)));
            return true;
        }));
        return names;
    }
    batch::GraphCache graphs_;
};

TEST_F(TunerFiles, readCachesThatAreClosedAndLeftOpen) {
    for (const std::string end : {"\n}\n}", "}}", ",", "", ",\n"}) {
        const auto cache = readKernelTunerCache(cacheText + end, "c.json");
        ASSERT_TRUE(cache.ok()) << end;
        EXPECT_EQ(cache->device, "NVIDIA H200");
        EXPECT_EQ(cache->kernel, "k");
        ASSERT_EQ(cache->parameters.size(), 2U);
        EXPECT_EQ(cache->parameters[0].name, "block_size_x");
        ASSERT_EQ(cache->entries.size(), 6U);
        EXPECT_EQ(cache->entries[0].timesMs, (std::vector<double>{0.03, 0.031, 0.029}));
        EXPECT_EQ(cache->entries[1].timesMs, (std::vector<double>{0.12}));
        EXPECT_EQ(cache->entries[3].error, "RuntimeFailedConfig");
        EXPECT_EQ(cache->entries[4].error, "InvalidConfig");
    }
    for (const std::string text : {"", "[]", "{}", "{\"device_name\":1}", "nonsense"}) {
        const auto cache = readKernelTunerCache(text, "c.json");
        ASSERT_FALSE(cache.ok()) << text;
        EXPECT_EQ(cache.diagnostics().front().code, "tune.not-a-cache");
    }
}

TEST_F(TunerFiles, areSpacesByTheHeadOfACache) {
    const auto space = spaceOf(cacheText + "}}");
    ASSERT_TRUE(space.ok()) << toText(space.diagnostics().front());
    EXPECT_EQ(valid(*space),
              (std::vector<std::string>{"STRIDE=1,local=64", "STRIDE=1,local=128", "STRIDE=1,local=100",
                                        "STRIDE=8,local=64", "STRIDE=8,local=128", "STRIDE=8,local=100"}));
    std::string other = cacheText + "}}";
    while (other.find("STRIDE") != std::string::npos) other.replace(other.find("STRIDE"), 6, "STRIPE");
    const auto unknown = spaceOf(other);
    EXPECT_EQ(code(unknown), "tune.unknown-parameter");
    EXPECT_NE(unknown.diagnostics().front().hint.find("STRIDE"), std::string::npos);
}

TEST_F(TunerFiles, areSpacesOfT1WithTheirConditions) {
    const auto t1 = [](const std::string& values, const std::string& condition) {
        return "{\"ConfigurationSpace\":{\"TuningParameters\":[{\"Name\":\"STRIDE\",\"Type\":\"int\","
               "\"Values\":\"" +
               values +
               "\"},{\"Name\":\"block_size_x\",\"Type\":\"int\",\"Values\":\"[32*i for i in range(1,4)]\"}],"
               "\"Conditions\":[{\"Parameters\":[\"STRIDE\",\"block_size_x\"],\"Expression\":\"" +
               condition + "\"}]},\"KernelSpecification\":{}}";
    };
    const auto space =
        spaceOf(t1("[1]+[2**i for i in range(1,3)]", "64 <= STRIDE * block_size_x < 200 and not STRIDE == 2"));
    ASSERT_TRUE(space.ok()) << toText(space.diagnostics().front());
    EXPECT_EQ(valid(*space),
              (std::vector<std::string>{"STRIDE=1,local=64", "STRIDE=1,local=96", "STRIDE=4,local=32"}));
    EXPECT_EQ(code(spaceOf(t1("[1, f(2)]", "True"))), "tune.python");
    EXPECT_EQ(code(spaceOf(t1("[1, 2]", "STRIDE / 2 == 1"))), "tune.python");
    EXPECT_EQ(code(spaceOf(t1("[1, 2]", "STRIDE > 5"))), "tune.unsatisfiable");
}

TEST_F(TunerFiles, becomeRecordsThatTheRankingIsHeldAgainst) {
    auto space = spaceOf(cacheText + "}}");
    VariantTextCache texts(named(""), {kernel, folder_ / "k.cl"}, *space, nullptr);
    const auto records = recordsOf(*readKernelTunerCache(cacheText, "c.json"), texts);
    ASSERT_EQ(records.size(), 4U); // groups of 100 do not divide
    EXPECT_EQ(records[0].device.name, "NVIDIA H200");
    EXPECT_DOUBLE_EQ(records[0].kernel.statistics.median, 30'000);
    EXPECT_EQ(std::count_if(records.begin(), records.end(),
                            [](const auto& record) { return record.status == records::MeasurementStatus::Ok; }),
              3);
    const auto found = search::search(texts, graphs_, {spec("nvidia-h200")}, {});
    const auto measured = measuredOf(found.devices[0], texts, records, "");
    EXPECT_EQ(measured.variants.size(), 3U);
    EXPECT_EQ(measured.failed, 1U);
    EXPECT_DOUBLE_EQ(*measured.startUs, 120);
    EXPECT_EQ(regretOf(measured.variants)->best.name, "STRIDE=1,local=128");
}

TEST_F(TunerFiles, areWrittenAsTheyAreRead) {
    auto all = texts("[tune]\nSTRIDE = [1, 8]\nlocal = [[64], [100]]\nUNUSED = [0.5, 1.0]\n");
    const auto found = search::search(all, graphs_, {spec("nvidia-h200")}, {}).devices[0];
    VariantMaker maker(all);
    const std::string text = kernelTunerCache(found, all.space(), maker.start()->launch);
    EXPECT_TRUE(text.ends_with("}\n}\n}")) << text;
    const OrderedJson json = OrderedJson::parse(text);
    std::vector<std::string> head;
    for (const auto& [key, value] : json.items()) head.push_back(key);
    EXPECT_EQ(head, (std::vector<std::string>{"device_name", "kernel_name", "problem_size", "tune_params_keys",
                                              "tune_params", "objective", "cache"}));
    EXPECT_EQ(json["device_name"], "NVIDIA H200 (predicted by Warpstring)");
    EXPECT_EQ(json["tune_params_keys"], OrderedJson::array({"STRIDE", "block_size_x", "UNUSED"}));
    EXPECT_EQ(json["objective"], OrderedJson::array({"time"}));
    EXPECT_EQ(json["cache"].size(), 8U);
    EXPECT_EQ(json["cache"]["1,100,0.5"]["__error__"], "InvalidConfig");
    EXPECT_DOUBLE_EQ(json["cache"]["8,64,1.0"]["time"].get<double>() * 1000, found.variants[5].figures.timeUs);
    // One entry a line, and what reads it finds the same.
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 10);
    const auto read = readKernelTunerCache(text, "c.json");
    ASSERT_TRUE(read.ok());
    const TunerParameters parameters(all.space());
    for (std::size_t i = 0; i < read->entries.size(); ++i) {
        const auto choice = parameters.choiceOf(read->entries[i].values);
        ASSERT_TRUE(choice.has_value());
        EXPECT_EQ(all.space().idOf(*choice), found.variants[i].id);
    }
}

TEST_F(TunerFiles, areT4Results) {
    auto all = texts("[tune]\nSTRIDE = [1, \"2)\"]\nlocal = [[64], [100]]\n");
    const auto found = search::search(all, graphs_, {spec("nvidia-h200")}, {}).devices[0];
    const OrderedJson json = OrderedJson::parse(t4Results(found, all.space()));
    EXPECT_EQ(json["schema_version"], "1.0.0");
    EXPECT_EQ(json["metadata"]["timeunit"], "milliseconds");
    EXPECT_EQ(json["metadata"]["device_name"], "NVIDIA H200 (predicted by Warpstring)");
    ASSERT_EQ(json["results"].size(), 4U);
    for (const OrderedJson& result : json["results"]) { // what the schema requires
        EXPECT_TRUE(result["configuration"].is_object() && result["times"].is_object());
        EXPECT_TRUE(result["invalidity"].is_string() && result["correctness"].is_number());
        for (const OrderedJson& measurement : result["measurements"])
            EXPECT_FALSE(measurement["value"].is_null());
    }
    EXPECT_EQ(json["results"][0]["invalidity"], "correct");
    EXPECT_EQ(json["results"][0]["times"]["runtimes"].size(), 1U);
    EXPECT_EQ(json["results"][1]["invalidity"], "constraints");
    EXPECT_EQ(json["results"][2]["invalidity"], "compile");
    EXPECT_TRUE(json["results"][2]["measurements"].empty());
}

TEST_F(TunerFiles, spellValuesAsPythonDoes) {
    const auto number = [](double value) {
        files::TomlValue made;
        made.kind = files::TomlValue::Kind::Float;
        made.number = value;
        return pythonText(made);
    };
    EXPECT_EQ(number(0.5), "0.5");
    EXPECT_EQ(number(2), "2.0");
    EXPECT_EQ(number(1e16), "1e+16");
    EXPECT_EQ(number(0.0001), "0.0001");
    EXPECT_EQ(number(0.00001), "1e-05");
    EXPECT_EQ(number(123456789), "123456789.0");
}

/// The value of a Python condition with its names replaced, by the expressions of launch files.
std::int64_t valueOf(const std::string& condition) {
    const auto expression = launchExpression(condition);
    if (!expression) throw std::runtime_error(expression.diagnostics().front().message);
    return *files::SizeExpression::parse(*expression)->evaluate({});
}

TEST(PythonText, hasPythonsPrecedence) {
    EXPECT_EQ(valueOf("1 < 2 < 3"), 1);
    EXPECT_EQ(valueOf("3 > 2 > 1"), 1); // C says 0
    EXPECT_EQ(valueOf("1 < 3 < 2"), 0);
    EXPECT_EQ(valueOf("not 1 == 2"), 1);
    EXPECT_EQ(valueOf("not not 3"), 1);
    EXPECT_EQ(valueOf("-2 ** 2"), -4);
    EXPECT_EQ(valueOf("2 ** 3 ** 2 == 512"), 1);
    EXPECT_EQ(valueOf("3 ** 3"), 27);
    EXPECT_EQ(valueOf("1 or 0 and 0"), 1);
    EXPECT_EQ(valueOf("7 // 2 * 2 % 4"), 2);
    EXPECT_EQ(valueOf("max(1, 5, 3) == 5 and min(4, 2) == 2"), 1);
    EXPECT_EQ(valueOf("True != False"), 1);
}

TEST(PythonText, refusesWhatItDoesNotKnow) {
    for (const char* condition :
         {"a / 2", "a if b else c", "len(a)", "a[0]", "a == 'x'", "a in b", "", "a +", "1.5 < a", "a ** b"}) {
        const auto expression = launchExpression(condition);
        ASSERT_FALSE(expression.ok()) << condition << " is " << *expression;
        EXPECT_EQ(expression.diagnostics().front().code, "tune.python");
    }
    EXPECT_FALSE(launchExpression(std::string(5000, '(')).ok());
    EXPECT_FALSE(launchExpression(std::string(5000, '-')).ok());
}

TEST(PythonText, hasListsOfValues) {
    const auto words = [](const std::string& text) {
        const auto list = pythonList(text);
        std::string all;
        if (!list) return list.diagnostics().front().code;
        for (const auto& value : *list) all += (all.empty() ? "" : " ") + pythonText(value);
        return all;
    };
    EXPECT_EQ(words("[1, 2, -4]"), "1 2 -4");
    EXPECT_EQ(words("[0.5, 'float4', True,]"), "0.5 float4 True");
    EXPECT_EQ(words("[2**i for i in range(6)]"), "1 2 4 8 16 32");
    EXPECT_EQ(words("[16] + [32*i for i in range(1, 10, 3)]"), "16 32 128 224");
    EXPECT_EQ(words("[i for i in range(3, 0, -1)]"), "3 2 1");
    EXPECT_EQ(words("[2*3, 4]"), "6 4");
    for (const char* text : {"", "[", "[]", "[1", "[i for i in x]", "[j for i in range(3)]", "list(range(3))",
                             "[i for i in range(3, 9, 0)]", "[i for i in range(1000000000)]"})
        EXPECT_EQ(words(text), "tune.python") << text;
}

} // namespace
} // namespace warpstring::search
