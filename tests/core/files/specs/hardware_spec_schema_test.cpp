// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/specs/hardware_spec_schema.h"

#include <gtest/gtest.h>

#include "core/files/specs/hardware_spec_keys.h"

namespace warpstring::files {
namespace {

TEST(SpecSchema, IsMadeFromTheKeys) {
    const std::string schema = specJsonSchema();
    for (const SpecKey& key : specKeys())
        EXPECT_NE(schema.find("\"" + key.path.substr(key.path.find('.') + 1) + "\""), std::string::npos)
            << key.path;
    for (const char* part : {"2020-12/schema", "warpstring.hardware-spec/1", "\"GB/s\"",
                             "\"additionalProperties\": false", "strict-half-warp", "microbenchmark"})
        EXPECT_NE(schema.find(part), std::string::npos) << part;
}

} // namespace
} // namespace warpstring::files
