// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/launch/launch_form_edit.h"

#include <gtest/gtest.h>

namespace warpstring::gui {

namespace {

const std::string launch =
    "# a launch of mine\n"
    "schema = \"warpstring.launch/1\"\n"
    "kernel = \"k\"\n"
    "source = \"k.cl\"\n"
    "global = [1024, 64]  # guessed: full waves\n"
    "local = [16, 16] # as the host does\n"
    "\n"
    "[args]\n"
    "n = 16  # guessed: a loop ends with it\n"
    "# elements\n"
    "a = { buffer = \"float\", count = \"n\", init = \"random\", seed = 1, range = [0, 1] }\n"
    "in = { image = [64, 64], order = \"RGBA\", format = \"UNORM_INT8\" }\n"
    "how = { sampler = { filter = \"nearest\" } }\n"
    "p = { struct = { n = 4 } }\n";

/// The text with one line in place of another; both without their breaks.
std::string with(const std::string& before, const std::string& after) {
    std::string text = launch;
    const auto at = text.find(before + "\n");
    EXPECT_NE(at, std::string::npos) << before;
    return text.replace(at, before.size(), after);
}

FormArgument rowOf(const std::string& name) {
    for (const auto& row : readLaunchForm(launch, "/nowhere/k.toml", {}).arguments)
        if (row.name == name) return row;
    ADD_FAILURE() << name;
    return {};
}

std::string edited(const std::string& name, ArgumentField field, const std::string& value) {
    const auto text = withArgument(launch, rowOf(name), field, value, {});
    return text ? *text : "refused: " + text.diagnostics().front().message;
}

const std::string global = "global = [1024, 64]  # guessed: full waves";
const std::string a = "a = { buffer = \"float\", count = \"n\", init = \"random\", seed = 1, range = [0, 1] }";

TEST(LaunchFormEdit, SizesAreNumbersOrExpressions) {
    EXPECT_EQ(*withSize(launch, "global", 0, "n * 16"), with(global, "global = [\"n * 16\", 64]"));
    EXPECT_EQ(*withSize(launch, "global", 2, "8"), with(global, "global = [1024, 64, 8]"));
    EXPECT_EQ(*withSize(launch, "global", 1, " "), with(global, "global = [1024]"));
    EXPECT_EQ(*withSize(launch, "local", 0, "32"),
              with("local = [16, 16] # as the host does", "local = [32, 16] # as the host does"));
    EXPECT_FALSE(withSize(launch, "global", 0, "").ok()) << "there is no launch without one";
}

TEST(LaunchFormEdit, WhatIsSaidIsNoGuess) {
    EXPECT_EQ(edited("n", ArgumentField::Size, "32"), with("n = 16  # guessed: a loop ends with it", "n = 32"));
    EXPECT_EQ(edited("n", ArgumentField::Type, "uint"),
              with("n = 16  # guessed: a loop ends with it", "n = { scalar = \"uint\", value = 16 }"));
}

TEST(LaunchFormEdit, ContentsBringAndTakeTheKeysThatBelongToThem) {
    EXPECT_EQ(edited("a", ArgumentField::Contents, "zero"),
              with(a, "a = { buffer = \"float\", count = \"n\", init = \"zero\" }"));
    EXPECT_EQ(edited("a", ArgumentField::Contents, "constant"),
              with(a, "a = { buffer = \"float\", count = \"n\", init = \"constant\", value = 0 }"));
    EXPECT_EQ(
        edited("a", ArgumentField::Contents, "offsets"),
        with(a, "a = { buffer = \"float\", count = \"n\", init = \"offsets\", seed = 1, range = [8, 24] }"));
    EXPECT_EQ(edited("a", ArgumentField::Contents, "file"),
              with(a, "a = { buffer = \"float\", count = \"n\", init = \"file\", file = \"data.bin\" }"));
    EXPECT_TRUE(edited("a", ArgumentField::Contents, "noise").starts_with("refused"));
}

TEST(LaunchFormEdit, MembersOfABufferAreWrittenByThemselves) {
    EXPECT_EQ(
        edited("a", ArgumentField::Size, "n * 2"),
        with(a, "a = { buffer = \"float\", count = \"n * 2\", init = \"random\", seed = 1, range = [0, 1] }"));
    EXPECT_EQ(
        edited("a", ArgumentField::Parameters, "-1.5, n"),
        with(a,
             "a = { buffer = \"float\", count = \"n\", init = \"random\", seed = 1, range = [-1.5, \"n\"] }"));
    EXPECT_EQ(edited("a", ArgumentField::Parameters, ""),
              with(a, "a = { buffer = \"float\", count = \"n\", init = \"random\", seed = 1 }"));
    EXPECT_EQ(edited("a", ArgumentField::Access, "read"),
              with(a, "a = { buffer = \"float\", count = \"n\", init = \"random\", seed = 1, range = [0, 1], "
                      "access = \"read\" }"));
    EXPECT_EQ(edited("a", ArgumentField::Type, "struct"),
              with(a,
                   "a = { buffer = \"struct\", bytes = 4, count = \"n\", init = \"random\", seed = 1, range = "
                   "[0, 1] }"));
    EXPECT_TRUE(edited("a", ArgumentField::Type, "flaot").starts_with("refused"));
    EXPECT_TRUE(edited("a", ArgumentField::Parameters, "1").starts_with("refused"));
    EXPECT_TRUE(edited("a", ArgumentField::Size, "").starts_with("refused"));
}

TEST(LaunchFormEdit, ImagesSamplersAndStructsAreOneTextEach) {
    EXPECT_EQ(edited("in", ArgumentField::Size, "n, min(n, 32)"),
              with("in = { image = [64, 64], order = \"RGBA\", format = \"UNORM_INT8\" }",
                   "in = { image = [\"n\", \"min(n, 32)\"], order = \"RGBA\", format = \"UNORM_INT8\" }"));
    EXPECT_EQ(edited("in", ArgumentField::Type, "R FLOAT"),
              with("in = { image = [64, 64], order = \"RGBA\", format = \"UNORM_INT8\" }",
                   "in = { image = [64, 64], order = \"R\", format = \"FLOAT\" }"));
    EXPECT_TRUE(edited("in", ArgumentField::Type, "BGRA FLOAT").starts_with("refused"));
    EXPECT_EQ(edited("how", ArgumentField::Size, "linear, repeat, normalized"),
              with("how = { sampler = { filter = \"nearest\" } }",
                   "how = { sampler = { normalized = true, addressing = \"repeat\", filter = \"linear\" } }"));
    EXPECT_TRUE(edited("how", ArgumentField::Size, "cubic").starts_with("refused"));
    EXPECT_EQ(edited("p", ArgumentField::Size, "n = 8, alpha = 1.5"),
              with("p = { struct = { n = 4 } }", "p = { struct = { n = 8, alpha = 1.5 } }"));
    EXPECT_TRUE(edited("p", ArgumentField::Size, "n 8").starts_with("refused"));
    EXPECT_TRUE(edited("p", ArgumentField::Size, "n = 8 }\nq = { x = 1").starts_with("refused"));
}

TEST(LaunchFormEdit, AMissingArgumentIsMadeOfItsSize) {
    FormArgument row;
    row.name = "b";
    row.kind = FormKind::Buffer;
    row.type = "float4";
    row.isMissing = true;
    EXPECT_EQ(*withArgument(launch, row, ArgumentField::Size, "n", {}),
              launch + "b = { buffer = \"float4\", count = \"n\" }\n");
    row.kind = FormKind::Image;
    EXPECT_EQ(*withArgument(launch, row, ArgumentField::Size, "64, 32", {}),
              launch + "b = { image = [64, 32], order = \"RGBA\", format = \"UNORM_INT8\" }\n");
    EXPECT_FALSE(applies(row, ArgumentField::Access));
}

TEST(LaunchFormEdit, MacrosComeChangeAndGo) {
    const auto one = withMacro(launch, "TILE", "16");
    ASSERT_TRUE(one.ok());
    EXPECT_NE(one->find("\n[macros]\nTILE = 16\n"), std::string::npos) << *one;
    const auto two = withMacro(*one, "REAL", "float");
    EXPECT_NE(two->find("REAL = \"float\"\n"), std::string::npos) << *two;
    const auto renamed = withMacroName(*two, "TILE", "BLOCK");
    EXPECT_NE(renamed->find("BLOCK = 16\n"), std::string::npos) << *renamed;
    EXPECT_EQ(renamed->find("TILE"), std::string::npos);
    EXPECT_FALSE(withMacroName(*two, "TILE", "REAL").ok()) << "there is one already";
    EXPECT_FALSE(withMacro(launch, "no name", "1").ok());
    EXPECT_EQ(withMacroName(*one, "TILE", "")->find("macros"), std::string::npos);
}

TEST(LaunchFormEdit, OptionsAreWrittenWithTheFolders) {
    const auto some = withOptions(launch, {"-cl-mad-enable", {"include", "my headers"}});
    EXPECT_NE(some->find("source = \"k.cl\"\noptions = \"-cl-mad-enable -I include -I 'my headers'\"\n"),
              std::string::npos)
        << *some;
    EXPECT_EQ(*withOptions(*some, {}), launch);
}

TEST(LaunchFormEdit, ArgumentsOfTablesOfTheirOwnAreEditedThere) {
    const std::string text = "kernel = \"k\"\n\n[args.a]\nbuffer = \"float\" # of course\ncount = 16\n";
    const auto row = readLaunchForm(text, "/nowhere/k.toml", {}).arguments.front();
    EXPECT_EQ(*withArgument(text, row, ArgumentField::Size, "32", {}),
              "kernel = \"k\"\n\n[args.a]\nbuffer = \"float\" # of course\ncount = 32\n");
    EXPECT_EQ(*withArgument(text, row, ArgumentField::Access, "read", {}), text + "access = \"read\"\n");
}

TEST(LaunchFormEdit, ATextWithOpenBracketsIsRefused) {
    EXPECT_FALSE(withSize("global = [16\n", "global", 0, "32").ok());
    EXPECT_FALSE(withArgument("[args]\nn = {\n", rowOf("n"), ArgumentField::Size, "3", {}).ok());
}

} // namespace

} // namespace warpstring::gui
