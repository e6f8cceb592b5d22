// SPDX-License-Identifier: GPL-3.0-or-later
// What launch files say of branches, loops and published figures.
#include "tests/core/files/launches/launch_fixture.h"

namespace warpstring::files {
namespace {

class LaunchAnnotations : public LaunchFileTest {
protected:
    static std::string annotation(const std::string& lines) {
        return minimal("[[annotation]]\n" + lines + "\n");
    }
    /// Codes alone, in the order of the file.
    std::vector<std::string> codes(const std::string& text) const {
        std::vector<std::string> all;
        for (const auto& fault : faults(text)) all.push_back(fault.substr(fault.find(' ') + 1));
        return all;
    }
};

TEST_F(LaunchAnnotations, aNumberIsAnIntervalOfOnePoint) {
    const Launch launch = one(annotation("line = 3\nweight = 0.25"));
    ASSERT_EQ(launch.annotations.size(), 1U);
    const Annotation& own = launch.annotations[0];
    EXPECT_EQ(own.kind, AnnotationKind::Weight);
    EXPECT_EQ(own.line, 3);
    EXPECT_EQ(own.low, 0.25);
    EXPECT_EQ(own.high, 0.25);
    EXPECT_EQ(own.place.line, 6) << "where it stands in the launch file";
    EXPECT_TRUE(own.label.empty());
}

TEST_F(LaunchAnnotations, pairsAndExpressionsAreIntervalsToo) {
    const Launch launch =
        one(minimal("[args]\nn = 64\n[[annotation]]\nlabel = \"search\"\ntrips = [1, \"n/4\"]\n"));
    ASSERT_EQ(launch.annotations.size(), 1U);
    EXPECT_EQ(launch.annotations[0].kind, AnnotationKind::Trips);
    EXPECT_EQ(launch.annotations[0].label, "search");
    EXPECT_EQ(launch.annotations[0].low, 1);
    EXPECT_EQ(launch.annotations[0].high, 16);
}

TEST_F(LaunchAnnotations, theEndsOfTheRangeAreAllowed) {
    EXPECT_TRUE(codes(annotation("line = 1\nweight = [0, 1]")).empty());
    EXPECT_TRUE(codes(annotation("line = 1\ntrips = 0")).empty());
    EXPECT_TRUE(codes(annotation("line = 1\ntrips = 1e9")).empty());
}

TEST_F(LaunchAnnotations, whatIsOutsideIsRefused) {
    using Codes = std::vector<std::string>;
    EXPECT_EQ(codes(annotation("line = 1\nweight = 1.5")), Codes{"launch.out-of-range"});
    EXPECT_EQ(codes(annotation("line = 1\nweight = -0.1")), Codes{"launch.out-of-range"});
    EXPECT_EQ(codes(annotation("line = 1\ntrips = -1")), Codes{"launch.out-of-range"});
    EXPECT_EQ(codes(annotation("line = 1\nweight = [0.5, 0.25]")), Codes{"launch.empty-range"});
    EXPECT_EQ(codes(annotation("line = 1\nweight = [0.5]")), Codes{"launch.wrong-type"});
    EXPECT_EQ(codes(annotation("line = 1\ntrips = [1, 2, 3]")), Codes{"launch.wrong-type"});
    EXPECT_EQ(codes(annotation("line = 1\ntrips = inf")), Codes{"launch.not-finite"});
    EXPECT_EQ(codes(annotation("line = 1\ntrips = true")), Codes{"launch.wrong-type"});
    EXPECT_EQ(codes(annotation("line = 0\ntrips = 1")).front(), "launch.bad-line");
    EXPECT_EQ(codes(annotation("line = \"3\"\ntrips = 1")).front(), "launch.wrong-type");
}

TEST_F(LaunchAnnotations, onePlaceAndOneFactAreSaid) {
    using Codes = std::vector<std::string>;
    EXPECT_EQ(codes(annotation("trips = 4")), Codes{"launch.bad-annotation"});
    EXPECT_EQ(codes(annotation("line = 1\nlabel = \"a\"\ntrips = 4")), Codes{"launch.bad-annotation"});
    EXPECT_EQ(codes(annotation("line = 1")), Codes{"launch.bad-annotation"});
    EXPECT_EQ(codes(annotation("line = 1\ntrips = 4\nweight = 0.5")), Codes{"launch.bad-annotation"});
    EXPECT_EQ(codes(annotation("line = 1\ntrips = 4\nweigth = 0.5")), Codes{"launch.unknown-key"});
}

TEST_F(LaunchAnnotations, areTablesOfAnArray) {
    using Codes = std::vector<std::string>;
    EXPECT_EQ(codes(minimal("[annotation]\nline = 1\ntrips = 4\n")), Codes{"launch.wrong-type"});
    EXPECT_EQ(codes(minimal("annotation = [1]\n")), Codes{"launch.wrong-type"});
}

TEST_F(LaunchAnnotations, severalKeepTheirOrder) {
    const Launch launch =
        one(minimal("[[annotation]]\nline = 9\ntrips = 1\n[[annotation]]\nline = 2\nweight = 1\n"));
    ASSERT_EQ(launch.annotations.size(), 2U);
    EXPECT_EQ(launch.annotations[0].line, 9);
    EXPECT_EQ(launch.annotations[1].line, 2);
}

TEST_F(LaunchAnnotations, publishedFiguresKeepWhatIsPrinted) {
    const Launch launch = one(minimal("[[published]]\nquantity = \"cc\"\nline = 5\nvalue = 5.875\n"
                                      "text = \"188/32\"\nsource = \"Table 3\"\nremark = \"as printed\"\n"));
    ASSERT_EQ(launch.published.size(), 1U);
    const PublishedFigure& figure = launch.published[0];
    EXPECT_EQ(figure.quantity, "cc");
    EXPECT_EQ(figure.line, 5);
    EXPECT_EQ(figure.value, 5.875);
    EXPECT_EQ(figure.text, "188/32");
    EXPECT_EQ(figure.source, "Table 3");
    EXPECT_EQ(figure.remark, "as printed");
    EXPECT_EQ(codes(minimal("[[published]]\nline = 5\n")),
              (std::vector<std::string>{"launch.missing-key", "launch.missing-key", "launch.missing-key"}))
        << "what it is, how much, and where it is printed";
}

TEST_F(LaunchAnnotations, sayWhatFunctionsCost) {
    const Launch launch =
        one(minimal("[[annotation]]\nfunction = \"f\"\noperations = { float_mad = 12, sine_cosine = \"2*1\" }\n"
                    "[[annotation]]\nfunction = \"g\"\noperations = 40\n"));
    ASSERT_EQ(launch.annotations.size(), 2U);
    EXPECT_EQ(launch.annotations[0].kind, AnnotationKind::Cost);
    EXPECT_EQ(launch.annotations[0].function, "f");
    EXPECT_EQ(launch.annotations[0].operations,
              (std::vector<OperationCount>{{OperationClass::FloatMad, 12}, {OperationClass::SineCosine, 2}}));
    EXPECT_EQ(launch.annotations[1].operations,
              (std::vector<OperationCount>{{OperationClass::IntegerAdd, 40}}));
    using Codes = std::vector<std::string>;
    const auto codesOf = [&](const std::string& text) { return codes(minimal("[[annotation]]\n" + text)); };
    EXPECT_EQ(codesOf("function = \"f\"\n"), Codes{"launch.missing-key"});
    EXPECT_EQ(codesOf("operations = 4\n"), Codes{"launch.missing-key"});
    EXPECT_EQ(codesOf("function = \"f\"\noperations = -1\n"), Codes{"launch.out-of-range"});
    EXPECT_EQ(codesOf("function = \"f\"\noperations = { float_made = 1 }\n"),
              Codes{"launch.unknown-operation"});
    EXPECT_EQ(codesOf("function = \"f\"\noperations = 4\nline = 3\n"), Codes{"launch.unknown-key"});
}

} // namespace
} // namespace warpstring::files
