// SPDX-License-Identifier: GPL-3.0-or-later
// The exports of a graph made by hand after the paper's figure 2, without Clang.
#include <cctype>
#include <future>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "pdg/export/dot.h"
#include "pdg/export/json.h"
#include "pdg/export/svg.h"
#include "pdg/export/text_tree.h"

namespace warpstring::pdg_export {
namespace {

SourceLocation line(int number) { return {"scan.cl", number, 5}; }

NodeRef add(Pdg& pdg, RegionId region, Statement statement) {
    statement.id = static_cast<StatementId>(pdg.statements.size());
    statement.region = region;
    const NodeRef node(statement.id);
    pdg.regions[region].children.push_back(node);
    pdg.statements.push_back(std::move(statement));
    return node;
}

void addCompute(Pdg& pdg, RegionId region, OperationClass operation, int at, std::vector<StatementId> data) {
    Statement statement;
    statement.operation = operation;
    statement.place.at = line(at);
    statement.data = std::move(data);
    statement.text = std::string(name(operation));
    add(pdg, region, std::move(statement));
}

void addAccess(Pdg& pdg, RegionId region, AccessKind kind, int at, ExprId offset, std::vector<StatementId> data,
               std::vector<StatementId> memory) {
    MemoryAccess access;
    access.id = static_cast<AccessId>(pdg.accesses.size());
    access.statement = static_cast<StatementId>(pdg.statements.size());
    access.space = MemorySpace::Shared;
    access.kind = kind;
    access.object = 0;
    access.objectIsArgument = false;
    access.offset = offset;
    Statement statement;
    statement.kind = StatementKind::Memory;
    statement.access = access.id;
    statement.place.at = line(at);
    statement.data = std::move(data);
    statement.memory = std::move(memory);
    pdg.accesses.push_back(access);
    if (kind == AccessKind::Load) pdg.loads.push_back({access.id});
    add(pdg, region, std::move(statement));
}

/// n = 2 * lid + 1; for (stride = 2; ...) { if ((n + 1) % stride == 0) shared[n] += ...; barrier(); }
Pdg scan() {
    Pdg pdg;
    pdg.kernel = "scan";
    pdg.sourceName = "scan.cl";
    pdg.registers = 6;
    pdg.sharedBytes = 1024;
    pdg.arrays.push_back({"data", MemorySpace::Shared, 1024, 0, 4});
    pdg.arguments.push_back({KernelArgument::Kind::Scalar, "n", "int", {}, 4, false});
    auto& e = pdg.exprs;
    const auto number = [&](std::int64_t value) { return e.constant(value, 32); };
    const ExprId position = e.binary(
        ExprOp::Add, 32, e.binary(ExprOp::Mul, 32, number(2), e.leaf(ExprOp::LocalId, 0, 32)), number(2));
    const ExprId stride = e.binary(ExprOp::Shl, 32, number(2), e.counter(LoopId(0), 32));
    const ExprId condition =
        e.binary(ExprOp::Equal, 1, e.binary(ExprOp::URem, 32, position, stride), number(0));
    const ExprId offset = e.binary(ExprOp::Mul, 32, number(4), position);

    const RegionId body(1), inside(2);
    pdg.regions.resize(3);
    for (RegionId id{0}; id.index() < 3; ++id) {
        pdg.regions[id].id = id;
        pdg.regions[id].parent = id == entryRegion ? none : RegionId(id.index() - 1);
        pdg.regions[id].guard = id == inside ? condition : e.truth();
    }
    pdg.regions[body].kind = Region::Kind::LoopBody;
    pdg.regions[body].loop = LoopId(0);
    pdg.regions[inside].kind = Region::Kind::Branch;
    pdg.regions[inside].controlParents = {{PredicateId(0), true}};

    Loop loop;
    loop.region = body;
    loop.constantTrips = 8;
    loop.place.at = line(5);
    loop.continues = e.binary(ExprOp::SLess, 1, stride, e.leaf(ExprOp::Parameter, 0, 32));
    loop.inductions = {{"stride", InductionKind::Geometric, stride}};
    pdg.loops.push_back(loop);

    addCompute(pdg, entryRegion, OperationClass::IntegerMad, 1, {});
    addCompute(pdg, entryRegion, OperationClass::IntegerMad, 1, {StatementId(0)});
    addCompute(pdg, entryRegion, OperationClass::Move, 1, {StatementId(0)});
    addCompute(pdg, entryRegion, OperationClass::Shift, 2, {StatementId(0)});
    pdg.regions[0].children.push_back(body);
    addCompute(pdg, body, OperationClass::IntegerRemainder, 6, {StatementId(0), StatementId(1)});
    Predicate predicate;
    predicate.condition = condition;
    predicate.place.at = line(6);
    predicate.region = body;
    predicate.data = {StatementId(4)};
    predicate.whenTrue = inside;
    pdg.predicates.push_back(predicate);
    pdg.regions[body].children.push_back(PredicateId(0));
    pdg.regions[body].children.push_back(inside);
    addAccess(pdg, inside, AccessKind::Load, 7, offset, {StatementId(0)}, {});
    addCompute(pdg, inside, OperationClass::FloatAdd, 7, {StatementId(5)});
    addAccess(pdg, inside, AccessKind::Store, 7, offset, {StatementId(6)}, {StatementId(5)});
    Statement barrier;
    barrier.kind = StatementKind::Barrier;
    barrier.place.at = line(8);
    barrier.place.inlinedAt = {line(20)};
    barrier.memory = {StatementId(7)};
    add(pdg, body, barrier);
    e.settleDependences({pdg.loops[0].continues});
    return pdg;
}

std::size_t count(std::string_view text, std::string_view part) {
    std::size_t found = 0;
    for (auto at = text.find(part); at != std::string_view::npos; at = text.find(part, at + part.size()))
        ++found;
    return found;
}

/// Tags nest and close, attributes are quoted, and every & begins an entity: the empty string, else what is
/// wrong.
std::string malformed(std::string_view xml) {
    std::vector<std::string> open;
    for (std::size_t at = 0; at < xml.size(); ++at) {
        if (xml[at] == '&') {
            const auto end = xml.find(';', at);
            if (end == std::string_view::npos || end - at > 10) return "a bare &";
        }
        if (xml[at] != '<') continue;
        const bool comment = xml.substr(at, 4) == "<!--";
        const auto end = xml.find(comment ? "-->" : ">", at);
        if (end == std::string_view::npos) return "an open tag";
        const std::string tag(xml.substr(at + 1, end - at - 1));
        at = end + (comment ? 2 : 0);
        if (comment || tag.front() == '?' || tag.front() == '!') continue;
        if (count(tag, "\"") % 2 != 0 || tag.find('<') != std::string::npos) return "a bad tag: " + tag;
        if (tag.front() == '/') {
            if (open.empty() || open.back() != tag.substr(1)) return "closes too much: " + tag;
            open.pop_back();
        } else if (tag.back() != '/') {
            open.push_back(tag.substr(0, tag.find_first_of(" \n")));
        }
    }
    return open.empty() ? "" : "never closed: " + open.back();
}

TEST(TextTree, ShowsControlLoopsAndGroupedStatements) {
    EXPECT_EQ(toTextTree(scan()), R"(kernel scan in scan.cl: 6 registers, 1024 bytes shared
├─ 3x compute line 1: 2x integer_mad, move
├─ 1x compute line 2: shift
└─ loop 0 line 5: W = 8, i0
   ├─ induction stride = 2 << i0 (geometric)
   ├─ 1x compute line 6: integer_remainder
   ├─ predicate 0 line 6: (2 * lid.x + 2) % (2 << i0) == 0, true: region 2
   ├─ region 2 if (2 * lid.x + 2) % (2 << i0) == 0
   │  ├─ load shared data + 4 * (2 * lid.x + 2), 4 bytes, line 7
   │  ├─ 1x compute line 7: float_add
   │  └─ store shared data + 4 * (2 * lid.x + 2), 4 bytes, line 7
   └─ barrier, line 8 called at line 20
)");
}

TEST(TextTree, SaysWhatItDoesNotKnow) {
    Pdg pdg = scan();
    pdg.loops[0].constantTrips.reset();
    pdg.loops[0].unrolled = true;
    pdg.accesses[0].object = none;
    pdg.accesses[0].offset = ExprId{};
    pdg.accesses[0].space = MemorySpace::Unknown;
    pdg.statements[6].place = {};
    const std::string tree = toTextTree(pdg);
    EXPECT_NE(tree.find("loop 0 line 5: W = ?, i0, again if 2 << i0 < n, unrolled\n"), std::string::npos)
        << tree;
    EXPECT_NE(tree.find("load unknown ? + ?, 4 bytes, line 7\n"), std::string::npos) << tree;
    EXPECT_NE(tree.find("1x compute: float_add\n"), std::string::npos) << tree;
}

TEST(TextTree, RegistersOfPrivateArraysCountAsNothing) {
    Pdg pdg = scan();
    pdg.statements[6].kind = StatementKind::Register;
    pdg.statements[6].text = "read acc";
    pdg.statements[4].operation = OperationClass::FloatMad;
    pdg.statements[4].count = 4;
    const std::string tree = toTextTree(pdg);
    EXPECT_NE(tree.find("no instruction line 7: read acc (register)\n"), std::string::npos) << tree;
    EXPECT_NE(tree.find("4x compute line 6: 4x float_mad\n"), std::string::npos) << tree;
}

TEST(TextTree, AnEmptyGraphIsItsKernelAlone) { EXPECT_EQ(toTextTree(Pdg{}), "kernel : 0 registers\n"); }

TEST(Dot, NodesHaveTheShapesOfThePapersFigure) {
    const std::string dot = toDot(scan());
    EXPECT_EQ(count(dot, "shape=ellipse"), 3U) << dot;
    EXPECT_EQ(count(dot, "shape=diamond"), 1U);
    EXPECT_EQ(count(dot, "shape=box"), 6U) << "two runs share boxes, two accesses, one sum, one barrier";
    EXPECT_EQ(count(dot, "label=\"3x compute line 1: 2x integer_mad, move\\l1x compute line 2: shift\\l\""),
              1U);
    EXPECT_EQ(count(dot, "label=\"loop 0, line 5\\nW = 8\\n\""), 1U);
    EXPECT_EQ(count(dot, "label=\"R2\""), 1U);
}

TEST(Dot, ControlIsSolidDataDashedMemoryDotted) {
    const std::string dot = toDot(scan());
    EXPECT_EQ(count(dot, R"("region_0" -> "region_1";)"), 1U) << dot;
    EXPECT_EQ(count(dot, R"("predicate_0" -> "region_2" [label="T"];)"), 1U);
    EXPECT_EQ(count(dot, R"("region_1" -> "region_2")"), 0U) << "the predicate decides on it";
    EXPECT_EQ(count(dot, R"("statement_0" -> "statement_4" [style=dashed)"), 1U) << "two uses, one edge";
    EXPECT_EQ(count(dot, R"("statement_0" -> "statement_0")"), 0U) << "within one box";
    EXPECT_EQ(count(dot, R"("statement_4" -> "predicate_0" [style=dashed)"), 1U);
    EXPECT_EQ(count(dot, R"("statement_5" -> "statement_7" [style=dotted)"), 1U);
    EXPECT_EQ(count(dot, R"("statement_7" -> "statement_8" [style=dotted)"), 1U);
}

TEST(Dot, ARegionWithSeveralParentsHangsBelowEachAndBearsItsGuard) {
    Pdg pdg = scan();
    pdg.regions[2].controlParents.push_back({PredicateId(0), false});
    const std::string dot = toDot(pdg);
    EXPECT_EQ(count(dot, R"("predicate_0" -> "region_2" [label="T"];)"), 1U);
    EXPECT_EQ(count(dot, R"("predicate_0" -> "region_2" [label="F"];)"), 1U);
    EXPECT_EQ(count(dot, R"(label="R2\n(2 * lid.x + 2) % (2 << i0) == 0\n")"), 1U) << dot;
}

TEST(Dot, LabelsAreEscaped) {
    Pdg pdg = scan();
    pdg.arrays[0].name = "a\"b\\N\n&lt;\xff\xc3\xa9";
    const std::string dot = toDot(pdg);
    EXPECT_NE(dot.find("load shared a\\\"b\\\\N &amp;lt;\xEF\xBF\xBD\xc3\xa9 + 4"), std::string::npos) << dot;
}

TEST(Dot, LongLabelsAreCutBetweenCharactersAndKeptInTheTooltip) {
    Pdg pdg = scan();
    std::string umlauts;
    for (int i = 0; i < 200; ++i) umlauts += "\xc3\xa4";
    pdg.arrays[0].name = umlauts;
    const std::string dot = toDot(pdg);
    EXPECT_EQ(count(dot, "\xc3\xa4...\""), 2U) << "labels of load and store";
    EXPECT_EQ(count(dot, "\xEF\xBF\xBD"), 0U);
    EXPECT_EQ(count(dot, umlauts + " + 4"), 2U) << "their tooltips";
}

TEST(Json, HoldsEverything) {
    Pdg pdg = scan();
    pdg.requiredGroupSize = {128, 1, 1};
    pdg.notes.push_back({"frontend.note", Severity::Warning, line(3), "odd", "look"});
    const auto json = nlohmann::json::parse(toJson(pdg));
    EXPECT_EQ(json["schema"], "warpstring.pdg/1");
    EXPECT_EQ(json["kernel"], "scan");
    EXPECT_EQ(json["registers"], 6);
    EXPECT_EQ(json["requiredGroupSize"], nlohmann::json({128, 1, 1}));
    EXPECT_EQ(json["regions"][1]["kind"], "loopBody");
    EXPECT_EQ(json["regions"][0]["parent"], nullptr);
    EXPECT_EQ(json["regions"][2]["controlParents"][0]["side"], true);
    EXPECT_EQ(json["regions"][1]["children"][1]["kind"], "predicate");
    EXPECT_EQ(json["predicates"][0]["condition"], "(2 * lid.x + 2) % (2 << i0) == 0");
    EXPECT_EQ(json["predicates"][0]["whenTrue"], 2);
    EXPECT_EQ(json["predicates"][0]["whenFalse"], nullptr);
    EXPECT_EQ(json["statements"].size(), 9U);
    EXPECT_EQ(json["statements"][0]["operation"], "integer_mad");
    EXPECT_EQ(json["statements"][7]["memory"], nlohmann::json({5}));
    EXPECT_EQ(json["statements"][7]["data"], nlohmann::json({6}));
    EXPECT_EQ(json["statements"][8]["place"]["inlinedAt"][0]["line"], 20);
    EXPECT_EQ(json["accesses"][0]["offset"], "4 * (2 * lid.x + 2)");
    EXPECT_EQ(json["accesses"][0]["objectName"], "data");
    ASSERT_EQ(json["loads"].size(), 1U);
    EXPECT_EQ(json["loads"][0]["access"], 0);
    EXPECT_EQ(json["loads"][0]["byteOffset"], 0);
    EXPECT_EQ(json["loops"][0]["constantTrips"], 8);
    EXPECT_EQ(json["loops"][0]["continues"], "2 << i0 < n");
    EXPECT_EQ(json["loops"][0]["inductions"][0]["kind"], "geometric");
    EXPECT_EQ(json["arguments"][0]["element"], "int");
    EXPECT_EQ(json["notes"][0]["severity"], "warning");
}

TEST(Json, SurvivesSourcesThatAreNotUtf8) {
    Pdg pdg;
    pdg.source = "// Latin-1: \xe9\n";
    EXPECT_EQ(nlohmann::json::parse(toJson(pdg))["source"], "// Latin-1: \xEF\xBF\xBD\n");
}

TEST(Svg, IsWellFormedAndKeepsTheIds) {
    const auto svg = toSvg(scan());
    ASSERT_TRUE(svg) << toText(svg.diagnostics().front());
    EXPECT_EQ(malformed(*svg), "");
    EXPECT_NE(svg->find("<svg"), std::string::npos);
    EXPECT_EQ(count(*svg, "id=\"region_1\""), 1U);
    EXPECT_EQ(count(*svg, "id=\"predicate_0\""), 1U);
    EXPECT_EQ(count(*svg, "id=\"statement_5\""), 1U);
    EXPECT_GE(count(*svg, "<ellipse"), 3U);
}

TEST(Svg, HostileNamesStayText) {
    Pdg pdg = scan();
    pdg.kernel = "k\"];<script>&amp;\\";
    pdg.arrays[0].name = "a\"b\\N\n<tspan>&lt;&#60;\xff";
    testing::internal::CaptureStderr();
    const auto svg = toSvg(pdg);
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
    ASSERT_TRUE(svg) << toText(svg.diagnostics().front());
    EXPECT_EQ(malformed(*svg), "");
    EXPECT_EQ(count(*svg, "<script>"), 0U);
    EXPECT_EQ(count(*svg, "<tspan>"), 0U);
    EXPECT_GE(count(*svg, "&amp;lt;"), 1U) << "what looks like an entity is text";
}

TEST(Svg, AnEmptyGraphIsAnEmptyPicture) {
    const auto svg = toSvg(Pdg{});
    ASSERT_TRUE(svg) << toText(svg.diagnostics().front());
    EXPECT_EQ(malformed(*svg), "");
}

TEST(Svg, RefusesWhatNobodyWouldWaitFor) {
    Pdg pdg = scan();
    Statement barrier;
    barrier.kind = StatementKind::Barrier;
    for (int i = 0; i < 3000; ++i) add(pdg, entryRegion, barrier);
    const auto svg = toSvg(pdg);
    ASSERT_FALSE(svg);
    EXPECT_EQ(svg.diagnostics().front().code, "pdg.svg-failed");
    EXPECT_NE(svg.diagnostics().front().message.find("3010 nodes"), std::string::npos)
        << toText(svg.diagnostics().front());
    EXPECT_TRUE(toSvg(scan())) << "the next one is drawn";
}

TEST(Svg, ThreadsDrawTheSame) {
    const Pdg pdg = scan();
    std::vector<std::future<std::string>> pictures;
    pictures.reserve(4);
    for (int i = 0; i < 4; ++i) pictures.push_back(std::async(std::launch::async, [&] { return *toSvg(pdg); }));
    const std::string expected = *toSvg(pdg);
    for (auto& picture : pictures) EXPECT_EQ(picture.get(), expected);
}

TEST(SvgChecker, SeesWhatIsMalformed) {
    EXPECT_EQ(malformed("<a b=\"1\"><c/>&lt;</a>"), "");
    EXPECT_NE(malformed("<a><c></a>"), "");
    EXPECT_NE(malformed("<a>&</a>"), "");
    EXPECT_NE(malformed("<a>"), "");
}

} // namespace
} // namespace warpstring::pdg_export
