// SPDX-License-Identifier: GPL-3.0-or-later
// Searches that go on from what earlier ones have written.
#include <iterator>

#include "tests/tuning/search/search_fixture.h"

namespace warpstring::search {
namespace {

class SearchStateTest : public SearchTest {
protected:
    static constexpr const char* more =
        "[tune]\nSTRIDE = [1, 2, \"2)\"]\nlocal = [[32], [100], [128]]\nROUNDS = [1, 400]\n";

    DeviceSearch run(SearchState* state) {
        auto all = texts(more);
        SearchOptions options;
        options.state = state;
        batch::GraphCache graphs;
        return search::search(all, graphs, {spec("nvidia-h200")}, options).devices[0];
    }
    [[nodiscard]] std::filesystem::path path() const { return folder_ / "state.jsonl"; }
    [[nodiscard]] std::unique_ptr<SearchState> open(const std::string& record = "one") const {
        auto state = SearchState::open(path(), record);
        return state ? std::move(*state) : nullptr;
    }
    [[nodiscard]] std::string contents() const {
        std::ifstream in(path(), std::ios::binary);
        return {std::istreambuf_iterator<char>(in), {}};
    }
    static void expectSame(const DeviceSearch& one, const DeviceSearch& other) {
        ASSERT_EQ(one.variants.size(), other.variants.size());
        for (std::size_t i = 0; i < one.variants.size(); ++i) {
            EXPECT_EQ(one.variants[i].figures.outcome, other.variants[i].figures.outcome);
            EXPECT_EQ(one.variants[i].figures.timeUs, other.variants[i].figures.timeUs);
            EXPECT_EQ(one.variants[i].figures.closedFormUs, other.variants[i].figures.closedFormUs);
        }
        ASSERT_EQ(one.exclusions.size(), other.exclusions.size());
        for (const auto& [key, exclusion] : one.exclusions) {
            EXPECT_EQ(other.exclusions.at(key).count, exclusion.count);
            EXPECT_EQ(other.exclusions.at(key).first, exclusion.first);
        }
    }
};

TEST_F(SearchStateTest, isNotSimulatedAgain) {
    auto state = open();
    ASSERT_TRUE(state);
    const auto first = run(state.get());
    EXPECT_GT(first.simulations, 0U);
    EXPECT_TRUE(state->flush().empty());
    state.reset();
    auto again = open();
    ASSERT_TRUE(again);
    EXPECT_EQ(again->size(), first.variants.size());
    const auto second = run(again.get());
    EXPECT_EQ(second.simulations, 0U);
    expectSame(first, second);
    expectSame(first, run(nullptr));
}

TEST_F(SearchStateTest, goesOnFromAnyLineThatWasWrittenWhole) {
    auto state = open();
    const auto whole = run(state.get());
    ASSERT_TRUE(state->flush().empty());
    state.reset();
    const std::string text = contents();
    const std::size_t header = text.find('\n') + 1;
    for (std::size_t length = header; length < text.size(); length += 1 + text.size() / 9) {
        std::ofstream(path(), std::ios::binary) << text.substr(0, length);
        auto cut = open();
        ASSERT_TRUE(cut) << length;
        EXPECT_LT(cut->size(), whole.variants.size());
        expectSame(whole, run(cut.get()));
    }
}

TEST_F(SearchStateTest, isRefusedWhereItIsOfAnotherSearch) {
    ASSERT_TRUE(open("one"));
    const auto other = SearchState::open(path(), "two");
    ASSERT_FALSE(other.ok());
    EXPECT_EQ(other.diagnostics().front().code, "tune.other-state");
    const std::string kept = contents();
    EXPECT_EQ(kept, contents()); // and left alone
    const auto nowhere = SearchState::open(folder_ / "none" / "state", "one");
    ASSERT_FALSE(nowhere.ok());
    EXPECT_EQ(nowhere.diagnostics().front().code, "output.write");
}

TEST_F(SearchStateTest, changesWithAllThatFiguresHangOn) {
    const std::vector<HardwareSpec> specs{spec("nvidia-h200")}, others{spec("geforce-8800-gtx")};
    const std::string record = searchRecord("launch", "source", "space", specs, "settings");
    EXPECT_EQ(record, searchRecord("launch", "source", "space", specs, "settings"));
    EXPECT_NE(record, searchRecord("launches", "source", "space", specs, "settings"));
    EXPECT_NE(record, searchRecord("launch", "sources", "space", specs, "settings"));
    EXPECT_NE(record, searchRecord("launch", "source", "spaces", specs, "settings"));
    EXPECT_NE(record, searchRecord("launch", "source", "space", others, "settings"));
    EXPECT_NE(record, searchRecord("launch", "source", "space", specs, "setting"));
}

} // namespace
} // namespace warpstring::search
