// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/search/search_results.h"

#include <QAbstractItemModelTester>

#include "tests/app/gui/samples.h"

namespace warpstring::gui {

namespace {

class SearchResultsOfScan : public testing::Test {
protected:
    void search(const char* text, std::optional<SearchPlace> place = {}) {
        results_.search({QString::fromUtf8(text)}, place, QString::fromStdString(analysis_->request.sourceText),
                        analysis_);
    }
    QStringList groups() {
        QStringList names;
        for (int row = 0; row < results_.rowCount(); ++row) names += results_.index(row, 0).data().toString();
        return names;
    }

    SharedAnalysis analysis_ = test::analysisOf("scan/scan-init");
    SearchResults results_;
    QAbstractItemModelTester tester_{&results_, QAbstractItemModelTester::FailureReportingMode::Fatal};
};

TEST_F(SearchResultsOfScan, StandInGroupsByPlace) {
    search("barrier");
    EXPECT_EQ(groups(),
              (QStringList{QStringLiteral("Source"), QStringLiteral("String"), QStringLiteral("Graph")}));
    std::size_t below = 0;
    for (int row = 0; row < results_.rowCount(); ++row)
        below += static_cast<std::size_t>(results_.rowCount(results_.index(row, 0)));
    EXPECT_EQ(below, results_.hits());
    for (std::size_t hit = 0; hit < results_.hits(); ++hit) {
        const QModelIndex index = results_.indexOf(hit);
        EXPECT_EQ(results_.hitAt(index), hit);
        EXPECT_EQ(index.siblingAtColumn(SearchResults::Text).data().toString(), results_.hit(hit).text);
    }
    EXPECT_FALSE(results_.hitAt(results_.index(0, 0))) << "a group is no hit";
}

TEST_F(SearchResultsOfScan, AreOfOnePlaceWhereThatIsAsked) {
    search("barrier", SearchPlace::Graph);
    EXPECT_EQ(groups(), QStringList{QStringLiteral("Graph")});
    search("no such words");
    EXPECT_EQ(results_.rowCount(), 0);
    search("");
    EXPECT_EQ(results_.hits(), 0U);
}

TEST_F(SearchResultsOfScan, TheSourceIsTheOneThatIsEdited) {
    results_.search({QStringLiteral("edited")}, {}, QStringLiteral("int edited;"), analysis_);
    ASSERT_EQ(results_.hits(), 1U);
    EXPECT_EQ(results_.hit(0).line, 1);
    results_.search({QStringLiteral("edited")}, {}, QStringLiteral("int edited;"), nullptr);
    EXPECT_EQ(results_.hits(), 1U) << "where there is no analysis yet";
}

} // namespace

} // namespace warpstring::gui
