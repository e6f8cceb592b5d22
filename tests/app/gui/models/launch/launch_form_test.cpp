// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/launch/launch_form.h"

#include <gtest/gtest.h>

#include "app/common/program_paths.h"
#include "app/gui/models/launch/compiler_options.h"
#include "tests/app/gui/scratch_folder.h"

namespace warpstring::gui {

namespace {

const std::string head = "schema = \"warpstring.launch/1\"\nkernel = \"k\"\nsource = \"k.cl\"\n";

class LaunchFormTest : public testing::Test {
protected:
    void SetUp() override { folder_.write("k.cl", test::smallKernel); }

    LaunchForm formOf(const std::string& text) { return readLaunchForm(text, folder_ / "k.toml", context_); }
    static KernelArgument parameter(KernelArgument::Kind kind, const std::string& name, const std::string& type,
                                    ValueType element = {ScalarType::Float, 1}) {
        KernelArgument argument;
        argument.kind = kind;
        argument.name = name;
        argument.type = type;
        argument.element = element;
        return argument;
    }
    static const FormArgument& row(const LaunchForm& form, const std::string& name) {
        for (const auto& each : form.arguments)
            if (each.name == name) return each;
        ADD_FAILURE() << name;
        std::abort();
    }

    test::ScratchFolder folder_;
    FormContext context_;
};

TEST_F(LaunchFormTest, HasWhatTheTextSays) {
    const auto form = formOf(
        head +
        "options = \"-cl-mad-enable -I include -Iother -DX='a b'\"\n"
        "global = [\"ceil_div(n, 64) * 64\", 4]  # guessed: covers n\n"
        "local = 64\n\n[macros]\nTILE = 16  # guessed: nothing defines it\nREAL = \"float\"\n\n[args]\n"
        "n = 1000\n"
        "alpha = { scalar = \"double\", value = 1.5 }\n"
        "a = { buffer = \"float4\", count = \"n * 4\", init = \"random\", seed = 3, range = [0, \"n\"] }\n"
        "tile = { local = \"n * 4\" }  # guessed: as far as accesses reach\n"
        "p = { struct = { n = 4, v = [1, 2] } }\n"
        "in = { image = [64, \"n\"], order = \"R\", format = \"FLOAT\", access = \"read\" }\n"
        "how = { sampler = { normalized = true, addressing = \"repeat\", filter = \"linear\" } }\n");
    EXPECT_EQ(form.unreadable, "");
    EXPECT_EQ(form.kernel, "k");
    EXPECT_EQ(form.options, "-cl-mad-enable -DX='a b'");
    EXPECT_EQ(form.includes, (std::vector<std::string>{"include", "other"}));
    ASSERT_EQ(form.global.sizes.size(), 2U);
    EXPECT_EQ(form.global.sizes[0].text, "ceil_div(n, 64) * 64");
    EXPECT_EQ(form.global.sizes[0].value, 1024U);
    EXPECT_EQ(form.global.guess, "covers n");
    ASSERT_EQ(form.local.sizes.size(), 1U);
    EXPECT_EQ(form.local.sizes[0].value, 64U);
    EXPECT_EQ(form.local.guess, "");
    ASSERT_EQ(form.macros.size(), 2U);
    EXPECT_EQ(form.macros[0].value, "16");
    EXPECT_EQ(form.macros[0].guess, "nothing defines it");
    EXPECT_EQ(form.macros[1].value, "float");
    EXPECT_EQ(row(form, "n").size, "1000");
    EXPECT_EQ(row(form, "alpha").type, "double");
    const auto& a = row(form, "a");
    EXPECT_EQ(a.kind, FormKind::Buffer);
    EXPECT_EQ(a.type, "float4");
    EXPECT_EQ(a.size, "n * 4");
    EXPECT_EQ(a.contents, "random");
    EXPECT_EQ(a.parameters, "0, n");
    EXPECT_EQ(a.seed, "3");
    EXPECT_EQ(a.access, "read-write");
    EXPECT_EQ(row(form, "tile").size, "n * 4");
    EXPECT_EQ(row(form, "tile").guess, "as far as accesses reach");
    EXPECT_EQ(row(form, "p").size, "n = 4, v = [1, 2]");
    EXPECT_EQ(row(form, "in").type, "R FLOAT");
    EXPECT_EQ(row(form, "in").size, "64, n");
    EXPECT_EQ(row(form, "how").size, "linear, repeat, normalized");
}

TEST_F(LaunchFormTest, SaysBesideASizeWhatADeviceWouldRefuse) {
    const auto spec = cli::loadSpec("nvidia-h200", cli::specFolders({}));
    ASSERT_TRUE(spec.ok());
    context_.spec = &*spec;
    const auto uneven = formOf(head + "global = [1000, 64]\nlocal = [16, 8]\n");
    EXPECT_EQ(uneven.global.sizes[0].fault, "1000 is no multiple of 16");
    EXPECT_EQ(uneven.global.sizes[1].fault, "");
    const auto large = formOf(head + "global = [4096, 64]\nlocal = [512, 4]\n");
    EXPECT_EQ(large.local.fault, "work-groups of 2048; the device takes 1024 work-items at most");
    const auto deep = formOf(head + "global = [1, 1, 128]\nlocal = [1, 1, 128]\n");
    EXPECT_EQ(deep.local.sizes[2].fault, "the device takes 64 at most");
    const auto fewer = formOf(head + "global = [1024, 64]\nlocal = [64]\n");
    EXPECT_EQ(fewer.local.fault, "1 sizes for 2 global ones");
    const auto unknown = formOf(head + "global = [\"m\"]\nlocal = [64]\n");
    EXPECT_NE(unknown.global.sizes[0].fault, "");
    EXPECT_EQ(formOf(head).global.fault, "missing");
    EXPECT_TRUE(formOf(head).isIncomplete());
}

TEST_F(LaunchFormTest, HasARowForEachParameterOfTheKernel) {
    context_.arguments = {parameter(KernelArgument::Kind::Buffer, "a", "float*"),
                          parameter(KernelArgument::Kind::Scalar, "n", "uint", {ScalarType::UInt, 1}),
                          parameter(KernelArgument::Kind::Shared, "tile", "float*")};
    const auto form =
        formOf(head + "global = 64\nlocal = 64\n[args]\nother = 3\nn = 5\ntile = { buffer = \"float\", "
                      "count = 3 }\n");
    ASSERT_EQ(form.arguments.size(), 4U);
    EXPECT_EQ(form.arguments[0].name, "a");
    EXPECT_TRUE(form.arguments[0].isMissing);
    EXPECT_EQ(form.arguments[0].type, "float");
    EXPECT_EQ(form.arguments[1].type, "uint");
    EXPECT_EQ(form.arguments[2].fault, "the kernel takes a local, float*");
    EXPECT_TRUE(form.arguments[3].isUnknown);
    EXPECT_TRUE(form.isIncomplete());
}

TEST_F(LaunchFormTest, TellsFaultsOfTheFileInTheirRows) {
    const auto form = formOf(head + "global = 64\nlocal = 64\n[args]\n"
                                    "a = { buffer = \"flaot\", count = 3 }\n"
                                    "b = { buffer = \"float\", count = \"m\" }\n"
                                    "c = { buffer = \"float\", count = 3 }\n");
    EXPECT_NE(row(form, "a").fault.find("flaot"), std::string::npos);
    EXPECT_NE(row(form, "b").fault.find("\"m\""), std::string::npos) << row(form, "b").fault;
    EXPECT_EQ(row(form, "c").fault, "");
}

TEST_F(LaunchFormTest, MarksWhatASweepSays) {
    const auto form = formOf(head + "global = [\"n\"]\nlocal = [64]\n[args]\nn = 64\n[sweep]\nn = [128, 256]\n"
                                    "local = [[32], [64]]\n");
    EXPECT_TRUE(row(form, "n").isSwept);
    EXPECT_TRUE(form.local.isSwept);
    EXPECT_EQ(form.local.sizes[0].value, 32U);
    EXPECT_EQ(form.global.sizes[0].value, 128U) << "of the first launch";
}

TEST_F(LaunchFormTest, OfATextThatIsNoTomlSaysWhy) {
    const auto form = formOf(head + "global = [64\n");
    EXPECT_NE(form.unreadable.find("line"), std::string::npos) << form.unreadable;
}

TEST(SplitList, KeepsCommasInParentheses) {
    EXPECT_EQ(splitList("n, min(a, b) * 2 ,4"), (std::vector<std::string>{"n", "min(a, b) * 2", "4"}));
    EXPECT_EQ(splitList(""), std::vector<std::string>{""});
}

TEST(CompilerOptionsTest, AreTheSameTogetherAgain) {
    const auto split = splitOptions("-I 'my headers' -w");
    EXPECT_EQ(split.others, "-w");
    EXPECT_EQ(split.includes, std::vector<std::string>{"my headers"});
    EXPECT_EQ(joinOptions(split), "-w -I 'my headers'");
}

} // namespace

} // namespace warpstring::gui
