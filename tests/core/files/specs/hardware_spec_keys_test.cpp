// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/specs/hardware_spec_keys.h"

#include <fstream>
#include <set>
#include <sstream>

#include <gtest/gtest.h>

namespace warpstring::files {
namespace {

TEST(SpecKeys, EveryKeyHasAFieldOfItsTypeThatNoOtherHas) {
    HardwareSpec spec;
    std::set<std::string> paths;
    std::set<SpecField> fields;
    for (const SpecKey& key : specKeys()) {
        EXPECT_TRUE(paths.insert(key.path).second) << key.path << " twice";
        EXPECT_FALSE(key.meaning.empty()) << key.path;
        const SpecField field = specField(spec, key.path);
        if (key.type != SpecKey::Type::Cost) {
            EXPECT_TRUE(fields.insert(field).second) << key.path << " is kept where another key is";
        }
        switch (key.type) {
        case SpecKey::Type::Integer: EXPECT_TRUE(std::holds_alternative<int*>(field)) << key.path; break;
        case SpecKey::Type::Number: EXPECT_TRUE(std::holds_alternative<double*>(field)) << key.path; break;
        case SpecKey::Type::Text: EXPECT_TRUE(std::holds_alternative<std::string*>(field)) << key.path; break;
        case SpecKey::Type::Boolean: EXPECT_TRUE(std::holds_alternative<bool*>(field)) << key.path; break;
        case SpecKey::Type::IntegerTriple:
            EXPECT_TRUE((std::holds_alternative<std::array<int, 3>*>(field))) << key.path;
            break;
        case SpecKey::Type::Choice:
            EXPECT_TRUE(std::holds_alternative<CoalescingRule*>(field) ||
                        std::holds_alternative<RegisterScope*>(field));
            break;
        case SpecKey::Type::Cost:
            EXPECT_TRUE(parseOperationClass(key.path.substr(key.path.find('.') + 1))) << key.path;
            EXPECT_FALSE(key.required) << key.path;
            break;
        }
    }
    EXPECT_TRUE(paths.contains("instructions.double_math"));
}

TEST(SpecDocumentation, NamesEveryKeyWithItsUnitAndMeaning) {
    std::ifstream stream(WARPSTRING_SOURCE_DIR "/docs/hardware-specs.md");
    std::stringstream text;
    text << stream.rdbuf();
    for (const SpecKey& key : specKeys()) {
        const std::string name = "`" + key.path.substr(key.path.find('.') + 1) + "`";
        EXPECT_NE(text.str().find(name), std::string::npos) << key.path;
        if (key.type == SpecKey::Type::Cost) continue;
        const std::string mark = key.required ? "" : "*";
        const std::string row = "| " + mark + name + mark + " | " + key.unit + " | " + key.meaning + " |";
        EXPECT_NE(text.str().find(row), std::string::npos) << row;
    }
}

} // namespace
} // namespace warpstring::files
