// SPDX-License-Identifier: GPL-3.0-or-later
// The cycles of tokens are those of the latency that is told, in either model.
#include "stringmodel/timed_string.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <sstream>

#include "stringmodel/string/notation.h"
#include "tests/stringmodel/simulations.h"

namespace {

using namespace warpstring;
using namespace warpstring::test;
using timeline::Stall;
using token_string::Repeat;
using token_string::StringItem;
using token_string::Token;
using token_string::TokenKind;

double sum(const std::vector<StringItem>& items, double iterations = 1) {
    double all = 0;
    for (const auto& item : items)
        if (const auto* repeat = std::get_if<Repeat>(&item.content))
            all += sum(repeat->body, iterations * repeat->count * repeat->weight);
        else
            all += iterations * std::get<Token>(item.content).cycles;
    return all;
}

/// What a person adds up who has the printed line alone.
double printedSum(std::istringstream& words) {
    double all = 0;
    for (std::string word; words >> word;) {
        if (word == "(") {
            all += printedSum(words);
            continue;
        }
        if (word.starts_with(")x")) {
            const auto star = word.find('*');
            return all * std::stod(word.substr(2)) *
                   (star == std::string::npos ? 1 : std::stod(word.substr(star + 1)));
        }
        if (const auto cost = word.find('^'); cost != std::string::npos)
            all += std::stod(word.substr(cost + 1));
    }
    return all;
}

double printedSum(const token_string::TokenString& string) {
    std::istringstream words(toText(string));
    return printedSum(words);
}

void collect(const std::vector<StringItem>& items, std::vector<const Token*>& tokens) {
    for (const auto& item : items)
        if (const auto* repeat = std::get_if<Repeat>(&item.content))
            collect(repeat->body, tokens);
        else
            tokens.push_back(&std::get<Token>(item.content));
}

double of(const timeline::StallCycles& stalls, Stall stall) { return stalls[static_cast<std::size_t>(stall)]; }

void expectTokensAreTheLatency(const Simulation& simulation) {
    const double told = simulation.warpLatencyCycles();
    EXPECT_NEAR(sum(simulation.string.items), told, 1e-6 * told);
    if (!simulation.timeline) return;
    EXPECT_NEAR(printedSum(simulation.string), told, 1e-3 * told) << toText(simulation.string);
    std::vector<const Token*> tokens;
    collect(simulation.string.items, tokens);
    ASSERT_EQ(simulation.tokenStalls.size(), tokens.size());
    double all = 0;
    for (const auto& stalls : simulation.tokenStalls) all = std::accumulate(stalls.begin(), stalls.end(), all);
    EXPECT_NEAR(all, told, 1e-6 * told);
}

TEST(TimedString, OfEverySampleKernelAddsUpToTheLatency) {
    for (const char* spec : {"nvidia-h200", "amd-mi210", "geforce-8800-gtx"})
        for (const auto& file : sampleFiles())
            for (const bool sourceShape : {false, true}) {
                SCOPED_TRACE(file + " on " + spec + (sourceShape ? " as written" : ""));
                expectTokensAreTheLatency(simulated(subject(sample(file).front()), sourceShape, device(spec)));
            }
}

TEST(TimedString, KernelsWhoseBranchesAreNotKnownAddUpTo) {
    const auto made = subject("__kernel void k(__global const int* a, __global float* b, int n) {\n"
                              "  const int i = get_global_id(0);\n  float sum = 0;\n"
                              "  for (int j = 0; j < a[i]; ++j) {\n    if (a[i + j] > n) sum += b[j];\n  }\n"
                              "  if (i < n) b[i] = sum;\n}\n",
                              {1, {1 << 12, 1, 1}, {128, 1, 1}});
    expectTokensAreTheLatency(simulated(made, false, h200()));
}

TEST(TimedString, TheWaitForALoadIsOnItsG) {
    const auto made =
        subject("__kernel void k(__global const float* restrict a, __global float* restrict b) {\n"
                "  const int i = get_global_id(0);\n  b[i] = a[i] * 2.0f;\n}\n",
                {1, {1 << 16, 1, 1}, {256, 1, 1}});
    const auto simulation = simulated(made, false, h200());
    std::vector<const Token*> tokens;
    collect(simulation.string.items, tokens);
    double waited = 0;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const double global = of(simulation.tokenStalls[i], Stall::Global);
        if (tokens[i]->kind != TokenKind::Wait) {
            EXPECT_EQ(global, 0) << toText(*tokens[i]);
            continue;
        }
        waited += global;
        EXPECT_EQ(tokens[i]->memory, 1);
        EXPECT_NE(tokens[i]->waitsFor.find("load a"), std::string::npos) << tokens[i]->waitsFor;
    }
    EXPECT_NEAR(waited, of(simulation.timeline->ofWarp.byReason(), Stall::Global), 1e-9 * waited);
    EXPECT_GT(waited, 0.5 * h200().caches.l2Latency);
}

// A value that one iteration loads and the next one uses: the paper's string has no G for it.
TEST(TimedString, WhatIsLoadedForTheNextIterationIsWaitedForThere) {
    const auto made =
        subject("__kernel void k(__global const float* restrict a, __global float* restrict b, int n) {\n"
                "  const int i = get_global_id(0);\n  float next = a[i], sum = 0;\n"
                "#pragma unroll 1\n"
                "  for (int j = 1; j < n; ++j) {\n    const float now = next;\n"
                "    next = a[i + j * 65536 % 60000];\n    sum = sum * now + 1.0f;\n  }\n"
                "  b[i] = sum + next;\n}\n",
                {1, {1 << 12, 1, 1}, {128, 1, 1}});
    const auto simulation = simulated(made, false, h200());
    std::vector<const Token*> tokens;
    collect(simulation.string.items, tokens);
    for (std::size_t i = 0; i < tokens.size(); ++i)
        if (tokens[i]->kind != TokenKind::Wait) {
            EXPECT_EQ(of(simulation.tokenStalls[i], Stall::Global), 0);
        }
    expectTokensAreTheLatency(simulation);
}

TEST(TimedString, BarriersHaveTheirWaits) {
    const auto simulation = simulated(subject(sample("scan/scan-init.toml").front()), false, h200());
    std::vector<const Token*> tokens;
    collect(simulation.string.items, tokens);
    double waited = 0;
    for (std::size_t i = 0; i < tokens.size(); ++i)
        if (tokens[i]->kind == TokenKind::Barrier) {
            waited += of(simulation.tokenStalls[i], Stall::Barrier);
        } else {
            EXPECT_EQ(of(simulation.tokenStalls[i], Stall::Barrier), 0) << toText(*tokens[i]);
        }
    EXPECT_GT(waited, 0);
    EXPECT_NEAR(waited, of(simulation.timeline->ofWarp.byReason(), Stall::Barrier), 1e-9 * waited);
}

TEST(TimedString, BeginsWithTheStartOfAWarpWhereThatTakesTime) {
    const auto launch = subject(sample("scan/scan-init.toml").front());
    const auto begins = [&](const std::string& spec) {
        return std::get<Token>(simulated(launch, false, device(spec)).string.items.front().content);
    };
    const Token start = begins("nvidia-h200");
    EXPECT_TRUE(start.isStart);
    EXPECT_GE(start.cycles, h200().execution.warpStartCycles);
    EXPECT_TRUE(start.statements.empty());
    EXPECT_FALSE(begins("geforce-8800-gtx").isStart);
}

// The copies that the machine makes of a loop's body are one statement's: a token keeps its place in its loop.
TEST(TimedString, HasTheTokensOfTheClosedForm) {
    const auto launch = subject(sample("matmul/matmul-tiled.toml").front());
    auto timed = simulated(launch, false, h200());
    std::erase_if(timed.string.items, [](const StringItem& item) {
        const auto* token = std::get_if<Token>(&item.content);
        return token != nullptr && token->isStart;
    });
    const auto closed = simulated(launch, false, h200(), ModelChoice::ClosedForm);
    EXPECT_EQ(closed.model(), token_string::CostModel::ClosedForm);
    EXPECT_TRUE(closed.tokenStalls.empty());
    EXPECT_EQ(kinds(timed), kinds(closed));
}

} // namespace
