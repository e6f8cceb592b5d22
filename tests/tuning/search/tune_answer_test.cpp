// SPDX-License-Identifier: GPL-3.0-or-later
// What is told of a search.
#include <nlohmann/json.hpp>

#include "tests/tuning/search/search_fixture.h"
#include "tuning/search/tune_answer.h"
#include "tuning/search/tune_json.h"

namespace warpstring::search {
namespace {

using Json = nlohmann::json;

class TuneAnswer : public SearchTest {
protected:
    void answer(const std::string& more, double error = 0.05, std::size_t top = 10) {
        texts_.emplace(named(more), NamedText{kernel, folder_ / "k.cl"}, space(more), nullptr);
        result_ = search::search(*texts_, graphs_, {spec("nvidia-h200")}, {});
        AnswerOptions options;
        options.top = top;
        options.ratioErrors = {error};
        answers_ = answersOf(result_, *texts_, graphs_, {}, options);
    }
    [[nodiscard]] Json json() const { return Json::parse(toJson("k", texts_->space(), result_, answers_)); }

    batch::GraphCache graphs_;
    std::optional<VariantTextCache> texts_;
    SearchResult result_;
    std::vector<DeviceAnswer> answers_;
};

TEST_F(TuneAnswer, holdsTheFastestAgainstTheStart) {
    answer("[tune]\nSTRIDE = [8, 1, 4]\n");
    const DeviceAnswer& told = answers_[0];
    ASSERT_EQ(told.top.size(), 3U);
    EXPECT_EQ(told.top[0].name, "STRIDE=1");
    EXPECT_EQ(told.top[2].name, "STRIDE=8");
    EXPECT_TRUE(told.top[2].isStart);
    EXPECT_DOUBLE_EQ(*told.startUs, told.top[2].timeUs);
    EXPECT_DOUBLE_EQ(told.top[0].speedup, *told.startUs / told.top[0].timeUs);
    EXPECT_TRUE(told.isGain());
    EXPECT_GT(told.top[0].warps, 0);
    EXPECT_FALSE(told.top[0].boundBy.empty());
}

TEST_F(TuneAnswer, namesTiesByTheErrorOfRatios) {
    answer("[tune]\nSTRIDE = [8, 1, 4]\n", 1e-9);
    EXPECT_EQ(answers_[0].tied, 1U);
    EXPECT_FALSE(answers_[0].top[1].isTied);
    answer("[tune]\nSTRIDE = [8, 1, 4]\n", 100, 2);
    EXPECT_EQ(answers_[0].tied, 3U); // those that are not shown count
    EXPECT_EQ(answers_[0].top.size(), 2U);
    EXPECT_FALSE(answers_[0].isGain());
}

TEST_F(TuneAnswer, tellsWhichCausesAreGone) {
    answer("[tune]\nSTRIDE = [8, 1]\n", 0.01);
    ASSERT_TRUE(answers_[0].isWhyAsked);
    const auto& why = answers_[0].why;
    ASSERT_FALSE(why.empty());
    EXPECT_EQ(why[0].title, "Scattered access: load a, line 4");
    EXPECT_GT(why[0].gain, 0.01);
    answer("[tune]\nSTRIDE = [8, 32]\n");
    EXPECT_FALSE(answers_[0].isWhyAsked); // the start is the fastest
}

TEST_F(TuneAnswer, isJsonWithAllOfIt) {
    answer("[tune]\nSTRIDE = [8, 4]\nlocal = [[64], [100]]\n");
    const Json told = json();
    EXPECT_EQ(told["schema"], "warpstring.tune/1");
    EXPECT_EQ(told["space"]["combinations"], 4);
    EXPECT_EQ(told["space"]["origin"], "tune");
    EXPECT_EQ(told["space"]["axes"][0]["start"], "8");
    const Json& device = told["devices"][0];
    EXPECT_EQ(device["top"][0]["values"]["STRIDE"], "4");
    EXPECT_EQ(device["counts"]["ranked"], 2);
    EXPECT_EQ(device["counts"]["no-launch"], 2);
    EXPECT_EQ(device["excluded"][0]["fault"]["code"], "launch.non-dividing-size");
    EXPECT_EQ(device["excluded"][0]["count"], 2);
}

TEST_F(TuneAnswer, isATableOfAllVariants) {
    answer("[tune]\nSTRIDE = [8, 4]\nlocal = [[64], [100]]\n");
    const std::string table = toCsv(texts_->space(), result_);
    EXPECT_EQ(table.substr(0, table.find('\n')), "spec,rank,outcome,time_us,closed_form_us,STRIDE,local");
    EXPECT_NE(table.find("\nnvidia-h200,2,ranked,"), std::string::npos);
    EXPECT_NE(table.find("\nnvidia-h200,,no-launch,,,8,100\n"), std::string::npos);
    EXPECT_EQ(std::count(table.begin(), table.end(), '\n'), 5);
}

TEST_F(TuneAnswer, givesWhatTheClosedFormDroppedNoTimeButItsOwn) {
    answer("[tune]\nROUNDS = [4000, 1]\n");
    ASSERT_EQ(result_.devices[0].count(Outcome::Dominated), 1U);
    const std::string table = toCsv(texts_->space(), result_);
    EXPECT_NE(table.find("\nnvidia-h200,,dominated,,"), std::string::npos) << table;
    EXPECT_EQ(table.find("\nnvidia-h200,,dominated,,,"), std::string::npos)
        << "the closed form's time is there";
}

TEST_F(TuneAnswer, leavesOutWhatAnotherBeatsOnAllDevices) {
    SearchResult made;
    const std::vector<std::vector<double>> times{{1, 9}, {2, 5}, {3, 6}, {4, 1}, {2, 5}};
    for (std::size_t device = 0; device < 2; ++device) {
        made.devices.emplace_back();
        for (std::size_t id = 0; id < times.size(); ++id)
            made.devices.back().variants.push_back({id, {Outcome::Ranked, times[id][device], 0}});
    }
    made.devices[0].variants.push_back({7, {Outcome::Ranked, 0.1, 0}}); // on the other it is not ranked
    EXPECT_EQ(undominated(made), (std::vector<VariantId>{0, 1, 3, 4}));
}

} // namespace
} // namespace warpstring::search
