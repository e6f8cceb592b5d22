// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include "core/register_request.h"

namespace {

using namespace warpstring;
using Kind = RegisterRequest::Kind;

TEST(RegisterRequest, IsANumberOrOneOfTwoWords) {
    EXPECT_EQ(*parseRegisterRequest("estimate"), (RegisterRequest{Kind::Estimate, 0}));
    EXPECT_EQ(*parseRegisterRequest("ptxas"), (RegisterRequest{Kind::Ptxas, 0}));
    EXPECT_EQ(*parseRegisterRequest("1"), (RegisterRequest{Kind::Count, 1}));
    EXPECT_EQ(*parseRegisterRequest("255"), (RegisterRequest{Kind::Count, 255}));
    EXPECT_EQ(*parseRegisterRequest("4096"), (RegisterRequest{Kind::Count, 4096}));
}

TEST(RegisterRequest, IsPrintedAsItIsRead) {
    for (const char* text : {"device", "estimate", "ptxas", "1", "64", "4096"})
        EXPECT_EQ(toText(*parseRegisterRequest(text)), text);
}

TEST(RegisterRequest, RefusesEverythingElseByName) {
    for (const char* text : {"", "0", "-1", "4097", "99999999999999999999", "32.5", "32 ", " 32", "+32", "0x20",
                             "many", "Ptxas", "nvcc"}) {
        const auto request = parseRegisterRequest(text);
        ASSERT_FALSE(request) << text;
        EXPECT_EQ(request.diagnostics().front().code, "registers.bad-request") << text;
        EXPECT_NE(request.diagnostics().front().message.find(std::string("\"") + text + "\""),
                  std::string::npos);
        EXPECT_NE(request.diagnostics().front().hint.find("1 to 4096"), std::string::npos);
    }
}

} // namespace
