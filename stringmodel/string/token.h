// SPDX-License-Identifier: GPL-3.0-or-later
// The string of Baghsorkhi et al. 2009, section 2 and Table 1: tokens and repeats.
#pragma once

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "pdg/pdg.h"

namespace warpstring::token_string {

enum class TokenKind {
    Compute,     ///< C: non-blocking instructions
    Load,        ///< M: long-latency memory read
    Store,       ///< M-bar: long-latency memory write
    Wait,        ///< G: what follows depends on load k
    SharedLoad,  ///< S
    SharedStore, ///< S-bar
    Barrier      ///< B
};

/// Whose cycles the tokens of a string have.
enum class CostModel {
    ClosedForm, ///< the paper's: issue, bandwidth, exposed latency
    Timeline    ///< of the mean warp of the simulated multiprocessor
};
/// "closed-form" or "timeline".
[[nodiscard]] const char* name(CostModel model);

/// Costs are cycles of one warp per execution of the innermost repeat around the token (or of the kernel), with
/// the weight multiplied in.
struct Token {
    TokenKind kind = TokenKind::Compute;
    double count = 0;        ///< C: machine instructions per execution of the block; else 1 (0 for G)
    int memory = 0;          ///< M, M-bar, G: k
    double cycles = 0;       ///< n; of G what is waited there
    double weight = 1;       ///< executions by a warp per execution of the repeat: cc
    double exposure = 1;     ///< closed form: factor of pipeline latency that other warps do not hide: cr
    double plainCycles = 0;  ///< closed form: before weight and exposure
    double transactions = 0; ///< of a warp per execution of the token (memory tokens)
    double bytes = 0;        ///< moved by them
    int conflictWays = 1;    ///< worst, shared memory
    RegionId region;
    AccessId access = none;
    CodePlace place;
    std::vector<StatementId> statements;
    std::vector<PredicateId> predicates; ///< C: whose branches are among the instructions
    std::string waitsFor;                ///< G: the load's text and place
    bool isStart = false;                ///< C of the timeline: a warp's own start, before its first statement
};

struct StringItem;

/// A loop: its body, executed `count` times per entry.
struct Repeat {
    LoopId loop;
    double count = 1;
    double weight = 1; ///< entries per execution of what is around
    CodePlace place;
    std::vector<StringItem> body;
};

struct StringItem {
    std::variant<Token, Repeat> content;
};

struct TokenString {
    std::vector<StringItem> items;
    CostModel model = CostModel::ClosedForm;
};

} // namespace warpstring::token_string
