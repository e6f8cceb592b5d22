// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/batch/plan_record.h"

#include "tests/study/study_fixture.h"

namespace warpstring::batch {
namespace {

class PlanRecordTest : public StudyTest {
protected:
    void SetUp() override {
        StudyTest::SetUp();
        writeSweep("a", 3);
        writeSweep("b", 2);
    }

    std::string record(const BatchPlan& batch, const std::string& version = "1.0") const {
        const auto text = planRecord(batch, version);
        EXPECT_TRUE(text) << toText(text.diagnostics().front());
        return text ? *text : "";
    }
    /// The messages of the differences, one a line.
    std::string differences(const std::string& kept, const std::string& now) const {
        std::string all;
        for (const auto& fault : planDifferences(kept, now, "out.csv")) {
            EXPECT_EQ(fault.code, "batch.plan-changed");
            EXPECT_FALSE(fault.hint.empty());
            all += fault.message + "\n";
        }
        return all;
    }
};

TEST_F(PlanRecordTest, TheSameBatchHasTheSameRecord) {
    EXPECT_EQ(record(plan({"a", "b"}, 2)), record(plan({"a", "b"}, 2)));
    EXPECT_EQ(differences(record(plan({"a"})), record(plan({"a"}))), "");
}

TEST_F(PlanRecordTest, RowsOfTheSchemaBeforeAreRefusedByName) {
    const std::string now = record(plan({"a"}));
    std::string before = now;
    const std::string member = " \"row_schema\": \"warpstring.batch-row/2\",\n";
    ASSERT_NE(before.find(member), std::string::npos) << before;
    before.erase(before.find(member), member.size()); // as it was written then
    const auto faults = planDifferences(before, now, "out.csv");
    ASSERT_EQ(faults.size(), 1U);
    EXPECT_EQ(faults[0].code, "batch.other-schema");
    EXPECT_NE(faults[0].message.find("warpstring.batch-row/1"), std::string::npos) << faults[0].message;
    EXPECT_NE(faults[0].hint.find("--force"), std::string::npos);
    std::string strange = now;
    strange.replace(strange.find(member), member.size(), " \"row_schema\": 7,\n");
    EXPECT_EQ(planDifferences(strange, now, "out.csv")[0].code, "batch.other-schema");
}

TEST_F(PlanRecordTest, SaysWhatChanged) {
    const std::string before = record(plan({"a", "b"}));
    BatchSettings settings;
    settings.sourceShape = true;
    settings.threshold = 5;
    const std::string changed = differences(before, record(plan({"a", "b"}, 1, settings), "2.0"));
    EXPECT_NE(changed.find("the threshold was 4194304.0 and is 5.0"), std::string::npos) << changed;
    EXPECT_NE(changed.find("source shape was false and is true"), std::string::npos) << changed;
    EXPECT_NE(changed.find("the program's version was \"1.0\" and is \"2.0\""), std::string::npos) << changed;
    EXPECT_NE(differences(before, record(plan({"a"}))).find("launch files are others"), std::string::npos);
    EXPECT_NE(differences(before, record(plan({"b", "a"}))).find("launch files are others"), std::string::npos);
    EXPECT_NE(differences(before, record(plan({"a", "b"}, 2))).find("specs are others"), std::string::npos);
    BatchSettings asked;
    asked.registers = RegisterRequest{RegisterRequest::Kind::Count, 64};
    EXPECT_NE(differences(before, record(plan({"a", "b"}, 1, asked))).find("asked for was null and is \"64\""),
              std::string::npos);
    writeSweep("b", 3);
    EXPECT_NE(differences(before, record(plan({"a", "b"}))).find("b.toml has changed"), std::string::npos);
    writeSweep("b", 2);
    write("k.cl", "__kernel void k(__global float* a, int n) {}\n");
    EXPECT_NE(differences(before, record(plan({"a", "b"}))).find("k.cl has changed"), std::string::npos);
}

TEST_F(PlanRecordTest, DataFilesAreInputs) {
    write("data.bin", std::string(256, 'x'));
    write("d.toml", "schema = \"warpstring.launch/1\"\nkernel = \"k\"\nsource = \"k.cl\"\nglobal = [64]\n"
                    "local = [64]\n[args]\nn = 64\n"
                    "a = { buffer = \"float\", count = 64, init = \"file\", file = \"data.bin\" }\n");
    const std::string before = record(plan({"d"}));
    write("data.bin", std::string(256, 'y'));
    EXPECT_NE(differences(before, record(plan({"d"}))).find("data.bin has changed"), std::string::npos);
}

TEST_F(PlanRecordTest, DamageIsNoPlan) {
    EXPECT_NE(differences("nonsense", record(plan({"a"}))).find("damaged"), std::string::npos);
    EXPECT_NE(differences("[]", record(plan({"a"}))).find("damaged"), std::string::npos);
}

} // namespace
} // namespace warpstring::batch
