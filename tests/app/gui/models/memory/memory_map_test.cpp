// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/memory/memory_map.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>
#include <gtest/gtest.h>

#include "app/gui/models/memory/access_table.h"
#include "app/gui/models/memory/memory_loader.h"
#include "tests/app/gui/samples.h"

namespace warpstring::gui {

namespace {

SharedAnalysis analysisWithText(const std::string& sample) {
    AnalysisRequest request = test::requestFor(sample, "nvidia-h200");
    request.launchText = test::textOf(request.launch.file);
    batch::GraphCache graphs;
    auto made = analyse(request, graphs);
    EXPECT_TRUE(made.ok()) << sample;
    return *made;
}

SharedMemoryMap mapOf(const SharedAnalysis& analysis, const MemoryChoice& choice = {}) {
    auto counts = countsOf(*analysis);
    EXPECT_TRUE(counts.ok());
    return memoryMap(analysis, *counts, choice);
}

const MappedBuffer& bufferOf(const MemoryMap& map, const std::string& name) {
    for (const MappedBuffer& buffer : map.buffers)
        if (buffer.name == name) return buffer;
    ADD_FAILURE() << "no buffer " << name;
    return map.buffers.front();
}

TEST(MemoryMap, HasTheTilesOfAProduct) {
    const auto analysis = analysisWithText("matmul/matmul-tiled");
    const auto map = mapOf(analysis, {{60, 90, 0}, 3});
    EXPECT_EQ(map->groups, (std::array<std::int64_t, 3>{256, 256, 1}));
    EXPECT_EQ(map->warps, 8);
    const MappedBuffer& a = bufferOf(*map, "a");
    EXPECT_FALSE(a.isLocal);
    EXPECT_EQ(a.direction, symbolic::Direction::In);
    EXPECT_EQ(a.plane, (BufferPlane{67108864, 16384, 4}));
    EXPECT_EQ(extentOf(a, MemoryScope::Launch), wholeOf(a.plane));
    EXPECT_EQ(extentOf(a, MemoryScope::Group), (PlaneRect{90 * 16, 16, 0, 16384})) << "16 rows of it";
    EXPECT_EQ(extentOf(a, MemoryScope::Warp), (PlaneRect{90 * 16 + 6, 2, 0, 16384})) << "two of these";
    EXPECT_EQ(extentOf(bufferOf(*map, "b"), MemoryScope::Group), (PlaneRect{0, 4096, 60 * 64, 64}));
    const MappedBuffer& c = bufferOf(*map, "c");
    EXPECT_EQ(c.direction, symbolic::Direction::Out);
    EXPECT_EQ(extentOf(c, MemoryScope::Warp), (PlaneRect{90 * 16 + 6, 2, 60 * 64, 64}));
    const MappedBuffer& tile = bufferOf(*map, "tileA");
    EXPECT_TRUE(tile.isLocal);
    EXPECT_EQ(tile.direction, symbolic::Direction::InOut);
    EXPECT_EQ(bufferText(*map, a), "in, 67,108,864 bytes, 4096 rows of 16,384 bytes; touched 67,108,864 bytes, "
                                   "each 256 times");
    EXPECT_EQ(bufferText(*map, tile), "local memory of a work-group, 1024 bytes, 16 rows of 64 bytes");
    const AccessTrack& load = a.tracks.front();
    EXPECT_EQ(trackName(*map, load), "line 60 load");
    EXPECT_TRUE(map->focusOf(load.access).hasLine(60));
    const std::string here = placeText(*map, a, load, (90 * 16 + 6) * 16384 + 8);
    EXPECT_EQ(here, "byte 23,691,272 of a, element 5,922,818 (row 1446, column 2): line 60 load of warp 3 of "
                    "work-group (60, 90, 0)");
    EXPECT_TRUE(placeText(*map, a, load, 90 * 16 * 16384).ends_with("load of work-group (60, 90, 0)"));
    EXPECT_TRUE(placeText(*map, a, load, 0).ends_with("load of other work-groups"));
}

TEST(MemoryMap, TakesTheNearestChoiceThatThereIs) {
    const auto map = mapOf(analysisWithText("matmul/matmul-tiled"), {{1000, -2, 7}, 99});
    EXPECT_EQ(map->choice, (MemoryChoice{{255, 0, 0}, 7}));
}

TEST(MemoryMap, ScopesLieWithinEachOther) {
    for (const char* sample :
         {"stencil/stencil-tile", "scan/scan-init", "reduction/reduce-strided", "blas/gemv-item"}) {
        SCOPED_TRACE(sample);
        const auto map = mapOf(test::analysisOf(sample, "nvidia-h200"));
        for (const MappedBuffer& buffer : map->buffers) {
            SCOPED_TRACE(buffer.name);
            std::optional<PlaneRect> around;
            for (const MemoryScope scope : memoryScopes) {
                const auto extent = extentOf(buffer, scope);
                if (!extent) break;
                if (around && !buffer.isLocal) {
                    EXPECT_EQ(common(*around, *extent), extent);
                }
                around = extent;
            }
            EXPECT_EQ(common(wholeOf(buffer.plane), around.value_or(wholeOf(buffer.plane))),
                      around.value_or(wholeOf(buffer.plane)));
            EXPECT_FALSE(bufferText(*map, buffer).empty());
        }
    }
}

TEST(AccessTable, TellsFormulasStridesAndReasons) {
    AccessTable table;
    const QAbstractItemModelTester tester(&table, QAbstractItemModelTester::FailureReportingMode::Fatal);
    EXPECT_EQ(table.rowCount(), 0);
    const auto map = mapOf(analysisWithText("matmul/matmul-tiled"));
    table.setMap(map);
    ASSERT_EQ(table.rowCount(), static_cast<int>(map->counts->accesses.size()));
    const std::size_t load = bufferOf(*map, "a").tracks.front().access;
    const int row = table.rowOf(load);
    ASSERT_GE(row, 0);
    EXPECT_EQ(table.accessOf(row), load);
    const auto cell = [&](AccessTable::Field field) {
        const auto& columns = table.columns();
        const auto found = std::find(columns.begin(), columns.end(), field);
        return table.index(row, static_cast<int>(found - columns.begin())).data().toString().toStdString();
    };
    EXPECT_EQ(cell(AccessTable::Field::Line), "60");
    EXPECT_EQ(cell(AccessTable::Field::Access), "load a");
    EXPECT_EQ(cell(AccessTable::Field::Direction), "in");
    EXPECT_EQ(cell(AccessTable::Field::Strides),
              "lid.x 4, group.x 0, lid.y 4*n = 16,384, group.y 64*n = 262,144, i0 64");
    EXPECT_EQ(cell(AccessTable::Field::Footprint), "4*n^2 = 67,108,864");
    EXPECT_EQ(cell(AccessTable::Field::Reuse), "256");
    EXPECT_EQ(cell(AccessTable::Field::Executions), "n^3/16 = 4,294,967,296");
    EXPECT_EQ(table.index(row, 0).data(AccessTable::ColourRole).toUInt(),
              bufferOf(*map, "a").tracks.front().colour);
}

TEST(AccessTable, TellsWhyThereIsNoFormula) {
    const auto map = mapOf(analysisWithText("images/buffer-gather"));
    AccessTable table;
    table.setMap(map);
    ASSERT_EQ(table.columns().back(), AccessTable::Field::Remark);
    QStringList reasons;
    for (int row = 0; row < table.rowCount(); ++row)
        reasons << table.index(row, table.columnCount() - 1).data().toString();
    EXPECT_TRUE(reasons.contains(QStringLiteral("the address: it hangs on data in memory")))
        << reasons.join(QLatin1Char('\n')).toStdString();
}

TEST(MemoryMap, CountingIsStopped) {
    const auto analysis = test::analysisOf("scan/scan-init", "nvidia-h200");
    const Cancellation nobody(nullptr);
    ASSERT_TRUE(countsOf(*analysis, &nobody).ok());
    // At its end, and between the accesses.
    for (const std::uint64_t poll : {nobody.polls(), nobody.polls() - 4}) {
        const Cancellation stopped = Cancellation::atPoll(poll);
        const auto counts = countsOf(*analysis, &stopped);
        ASSERT_FALSE(counts.ok()) << poll;
        EXPECT_EQ(counts.diagnostics().front().code, "simulate.interrupted");
    }
}

TEST(MemoryLoader, TellsTheLastChoiceAlone) {
    const auto analysis = test::analysisOf("scan/scan-init", "nvidia-h200");
    MemoryLoader loader;
    QSignalSpy loaded(&loader, &MemoryLoader::loaded);
    loader.load(analysis, {});
    loader.load(analysis, {{1, 0, 0}, 1});
    EXPECT_TRUE(loader.running());
    ASSERT_TRUE(loaded.wait(30000));
    EXPECT_FALSE(loader.running());
    QTest::qWait(20);
    ASSERT_EQ(loaded.count(), 1);
    const auto map = loaded[0][0].value<SharedMemoryMap>();
    ASSERT_NE(map, nullptr);
    EXPECT_EQ(map->choice.warp, 1);
    loader.load(analysis, {});
    loader.cancel();
    QTest::qWait(50);
    EXPECT_EQ(loaded.count(), 1);
}

} // namespace

} // namespace warpstring::gui
