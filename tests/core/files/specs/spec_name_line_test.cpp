// SPDX-License-Identifier: GPL-3.0-or-later
// A name at its line against the one that parsing finds.
#include "core/files/specs/spec_name_line.h"

#include <gtest/gtest.h>

#include "core/files/specs/hardware_spec_file.h"
#include "core/files/toml/toml_reader.h"

namespace warpstring::files {
namespace {

TEST(SpecNameLine, IsThatOfEveryShippedSpecOfWhichItTellsOne) {
    int told = 0;
    for (const auto& path : listHardwareSpecs({WARPSTRING_SOURCE_DIR "/hwspecs"})) {
        const auto text = readTextFile(path, "spec");
        ASSERT_TRUE(text.ok());
        const auto name = nameAtItsLine(*text);
        const auto spec = parseHardwareSpec(*text, path);
        ASSERT_TRUE(spec.ok());
        if (!name) continue;
        ++told;
        EXPECT_EQ(*name, spec->name);
        EXPECT_EQ(spec->device.openclName, "");
    }
    EXPECT_GT(told, 20) << "which is what it is for";
}

TEST(SpecNameLine, IsLeftToTheParserWhereItIsNotPlain) {
    EXPECT_EQ(nameAtItsLine("# a spec\nname = \"one\"\n[device]\n"), "one");
    for (const char* text :
         {"", "# a spec\n", "\nname = 'one'\n", "\nname=\"one\"\n", "\nname = \"o\\u006ee\"\n",
          "\nname = \"one\n", "\nname = \"one\"\nname = \"two\"\n",
          "\nname = \"one\"\n[device]\nopencl_name = { value = \"two\" }\n"})
        EXPECT_EQ(nameAtItsLine(text), std::nullopt) << text;
}

} // namespace
} // namespace warpstring::files
