// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/shards/row_identity.h"

#include <gtest/gtest.h>

#include "study/batch/row_text.h"

namespace warpstring::shards {
namespace {

batch::BatchRow row(const std::string& launch, bool isError) {
    batch::BatchRow row;
    row.index = 1234567890123;
    row.launch = launch;
    row.spec = "a \"b\", c";
    if (isError) row.diagnostics = {{"a.b", Severity::Error, {}, "message", "hint"}};
    return row;
}

TEST(RowIdentity, IsReadFromWhatIsWritten) {
    using Form = std::pair<const batch::RowFormat*, batch::RowFileFormat>;
    for (const auto& [form, format] : {Form{&batch::jsonLines(), batch::RowFileFormat::JsonLines},
                                       Form{&batch::csv(), batch::RowFileFormat::Csv}})
        for (const char* launch : {"k", "a,b", "\"error\"", "\\", "x\\\"", "line\nline", ",\"status\":\"error"})
            for (const bool isError : {false, true}) {
                std::string text;
                form->append(text, row(launch, isError), batch::rowColumns(false));
                const auto identity = identityOf(text, format);
                ASSERT_TRUE(identity) << text;
                EXPECT_EQ(identity->index, 1234567890123U);
                EXPECT_EQ(identity->isError, isError) << text;
                EXPECT_FALSE(identityOf(text.substr(0, text.size() - 1), format)) << "torn";
            }
    EXPECT_EQ(schemaOf("{\"schema\":\"warpstring.batch-row/1\",\"index\":0,"), "warpstring.batch-row/1");
    EXPECT_EQ(schemaOf("{\"schema\":\"torn"), "");
    EXPECT_EQ(schemaOf("{\"index\":0}"), "");
    EXPECT_FALSE(identityOf("{}\n", batch::RowFileFormat::JsonLines));
    EXPECT_FALSE(identityOf("x,k,s,ok\r\n", batch::RowFileFormat::Csv));
}

} // namespace
} // namespace warpstring::shards
