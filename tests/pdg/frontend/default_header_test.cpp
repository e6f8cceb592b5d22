// SPDX-License-Identifier: GPL-3.0-or-later
// The part of Clang's declarations that a source needs: what it names is there, and graphs and messages are
// those of all declarations.
#include <algorithm>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "pdg/export/text_tree.h"
#include "pdg/frontend/build_pdg.h"
#include "pdg/frontend/opencl/default_header.h"

namespace warpstring::frontend {
namespace {

std::ptrdiff_t linesOf(const std::string& text) { return std::count(text.begin(), text.end(), '\n'); }

TEST(DefaultHeader, HasWhatASourceNamesAndWhatThatIsMadeOf) {
    const auto named = declarationsFor("float4 v; float s = as_float(UINT_MAX) + NAN;", "-DM_PI=3 -D T=uint2");
    ASSERT_TRUE(named);
    const std::string& header = named->header;
    for (const char* line : {"typedef float float4 ", "#define as_float(x)", "#define UINT_MAX ",
                             "#define NAN ", "#define INT_MAX ", "#define M_PI ", "typedef uint uint2 ",
                             "typedef unsigned int uint;", "#define __half half"})
        EXPECT_NE(header.find(line), std::string::npos) << line;
    for (const char* line : {"typedef float float8 ", "#define as_uint(x)", "#define M_PI_F ", "CLK_AVC_ME"})
        EXPECT_EQ(header.find(line), std::string::npos) << line;
}

TEST(DefaultHeader, KeepsTheNumbersOfLines) {
    std::ifstream file(defaultHeaderPath());
    std::ostringstream all;
    all << file.rdbuf();
    const auto named = declarationsFor("float4 v;", "");
    ASSERT_TRUE(named);
    EXPECT_EQ(linesOf(named->header), linesOf(all.str()));
    EXPECT_LT(named->header.size(), all.str().size() / 2);
}

TEST(DefaultHeader, IsReadAsAWholeWhereNamesMayComeFromElsewhere) {
    for (const char* source : {"#include \"types.h\"", "#define V(n) float##n", "#define V(n) float%:%:n",
                               "flo\\\nat4 v;", "flo\\ \nat4 v;"})
        EXPECT_FALSE(declarationsFor(source, "")) << source;
    EXPECT_TRUE(declarationsFor("#define SUM(a) \\\n    (a + 1)\n__constant char text[] = \"a\\n\";", ""));
}

TEST(DefaultHeader, LeavesMacrosOutThatNobodyNames) {
    const auto named = declarationsFor("int i = __INT_MAX__ + A;", "-DA=1 -DB=2");
    ASSERT_TRUE(named);
    const std::string lines =
        "# 1 \"<built-in>\" 3\n#define __SHRT_MAX__ 32767\n#define __INT_MAX__ __LONGEST__\n"
        "#define __LONGEST__ 7\n#define cl_khr_fp64 1\n#define __OPENCL_C_VERSION__ 120\n"
        "#define A 1\n#define C 3\n#undef D\n";
    EXPECT_EQ(named->ofPredefined(lines),
              "# 1 \"<built-in>\" 3\n#define __INT_MAX__ __LONGEST__\n#define __LONGEST__ 7\n"
              "#define cl_khr_fp64 1\n#define __OPENCL_C_VERSION__ 120\n#define A 1\n#undef D\n");
}

std::string graphOf(const std::string& text) {
    const auto pdg = buildPdg({"k.cl", text}, "k", {"", 64, false});
    return pdg.ok() ? pdg_export::toTextTree(*pdg) : toText(pdg.diagnostics()[0]);
}

TEST(DefaultHeader, ChangesNeitherGraphsNorMessages) {
    const std::string kernel = "__kernel void k(__global float4* v, float a) {\n"
                               "    float4 x = v[get_global_id(0)].wzyx * M_PI_F;\n"
                               "    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);\n"
                               "    v[get_global_id(0)] = fmin(x, (float4)(FLT_MAX)) + LIMIT;\n"
                               "}\n";
    for (const std::string& text : {kernel, "#define LIMIT a\n" + kernel, "#define LIMIT FLT_MIM\n" + kernel}) {
        const auto found = graphOf(text);
        EXPECT_FALSE(found.empty());
        // A comment that speaks of an include makes the front end read all declarations.
        EXPECT_EQ(found, graphOf(text + "// include\n"));
    }
}

} // namespace
} // namespace warpstring::frontend
