// SPDX-License-Identifier: GPL-3.0-or-later
// Variants beside records, and what is made to be measured.
#include "tests/tuning/search/search_fixture.h"
#include "tuning/search/measured_variants.h"

namespace warpstring::search {
namespace {

class MeasuredVariants : public SearchTest {
protected:
    static constexpr const char* more = "[tune]\nSTRIDE = [8, 1, 4]\nlocal = [[64], [100]]\n";
    MeasuredVariants() = default;

    /// A record of each launch of the space, 10 us, 11 us and so on.
    std::vector<records::Measurement> recordsOf(VariantTextCache& all) {
        std::vector<records::Measurement> made;
        VariantMaker maker(all);
        for (VariantId id = 0; id < all.space().combinations(); ++id) {
            const auto variant = maker.make(id);
            if (!variant) continue;
            records::Measurement record;
            record.status = records::MeasurementStatus::Ok;
            record.device.name = "NVIDIA H200";
            record.fingerprint = fingerprint(records::ResolvedLaunch{variant->launch, kernel, nullptr});
            record.kernel.statistics.median = 10'000 + 1000 * static_cast<double>(made.size());
            made.push_back(std::move(record));
        }
        return made;
    }
    DeviceSearch searched(VariantTextCache& all) {
        return search::search(all, graphs_, {spec("nvidia-h200")}, {}).devices[0];
    }
    batch::GraphCache graphs_;
};

TEST_F(MeasuredVariants, belongToRecordsByTheirWork) {
    auto all = texts(more);
    const auto found = searched(all);
    auto records = recordsOf(all);
    ASSERT_EQ(records.size(), 3U);
    auto measured = measuredOf(found, all, records, "");
    EXPECT_EQ(measured.device, "NVIDIA H200");
    ASSERT_EQ(measured.variants.size(), 3U);
    EXPECT_EQ(measured.variants[0].name, "STRIDE=8,local=64");
    EXPECT_DOUBLE_EQ(measured.variants[0].measured, 10);
    EXPECT_DOUBLE_EQ(*measured.startUs, 10);
    EXPECT_TRUE(measured.variants[1].predicted.has_value());
    EXPECT_EQ(measured.withoutRecord, 0U); // what makes no launch cannot have one

    records[1].status = records::MeasurementStatus::WrongOutput;
    records[2].device.name = "NVIDIA A100";
    measured = measuredOf(found, all, records, "");
    EXPECT_EQ(measured.variants.size(), 1U);
    EXPECT_EQ(measured.wrong, 1U);
    EXPECT_EQ(measured.withoutRecord, 1U);
    EXPECT_EQ(measuredOf(found, all, records, "a100").variants.size(), 1U);
    records[0].settings.cache = records::CacheState::Cold;
    EXPECT_TRUE(measuredOf(found, all, records, "").variants.empty());
}

TEST_F(MeasuredVariants, comeInTheModelsOrderWithWhatIsDominatedLast) {
    auto all = texts("[tune]\nROUNDS = [4000, 1, 2]\n");
    const auto found = searched(all);
    ASSERT_EQ(found.count(Outcome::Dominated), 1U);
    const auto measured = measuredOf(found, all, recordsOf(all), "");
    EXPECT_EQ(inModelOrder(measured.variants).back(), 10); // the one that is first by its number
}

TEST_F(MeasuredVariants, curveHasARowForEachRun) {
    auto all = texts(more);
    const auto found = searched(all);
    auto records = recordsOf(all);
    const std::string curve = curveCsv(measuredOf(found, all, records, ""), all.space(), 20);
    EXPECT_TRUE(curve.starts_with("runs,model,random,annealing\n1,")) << curve;
    EXPECT_NE(curve.find("\n3,10,10,"), std::string::npos) << curve;
    records.pop_back();
    const std::string partial = curveCsv(measuredOf(found, all, records, ""), all.space(), 20);
    EXPECT_NE(partial.find("\n2,10,10,\n"), std::string::npos) << partial;
}

TEST_F(MeasuredVariants, areMeasuredAgainstTheStart) {
    write("k.toml", launch(more));
    auto all = texts(more);
    DeviceAnswer answer;
    answer.top.resize(2);
    answer.top[0].id = 2; // STRIDE=1,local=64
    answer.top[0].name = "STRIDE=1,local=64";
    answer.top[1].id = 4;
    std::filesystem::create_directories(folder_ / "scratch");
    const auto launches = measurable(all, answer, folder_ / "scratch");
    ASSERT_TRUE(launches.ok()) << toText(launches.diagnostics().front());
    ASSERT_EQ(launches->size(), 3U);
    VariantMaker maker(all);
    const auto start = maker.start(), first = maker.make(2);
    EXPECT_EQ(fingerprint((*launches)[0]),
              fingerprint(records::ResolvedLaunch{start->launch, kernel, nullptr}));
    EXPECT_EQ(fingerprint((*launches)[1]),
              fingerprint(records::ResolvedLaunch{first->launch, kernel, nullptr}));
    EXPECT_EQ((*launches)[0].reference, nullptr);
    ASSERT_TRUE((*launches)[1].reference);
    EXPECT_EQ(fingerprint(*(*launches)[1].reference), fingerprint((*launches)[0]));
    EXPECT_TRUE((*launches)[1].launch.reference.has_value());
}

} // namespace
} // namespace warpstring::search
