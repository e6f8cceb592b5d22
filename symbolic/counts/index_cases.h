// SPDX-License-Identifier: GPL-3.0-or-later
// Expressions of a graph as polynomials in IDs, counters and names, where they are that: machine arithmetic
// read as whole numbers, after a look at whether it wraps.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "symbolic/counts/index_space.h"

namespace warpstring::symbolic {

/// Where the conditions hold, the value. The cases of a value exclude each other.
struct IndexCase {
    Conjunction where;
    Polynomial value;
};
using IndexCases = std::vector<IndexCase>;
inline constexpr std::size_t mostIndexCases = 24; ///< of one value

/// Of one place. What is no polynomial has no cases, and why() says why.
class IndexReader {
public:
    IndexReader(const IndexSpace& space, const Place& place);

    /// Signed, as C has it.
    [[nodiscard]] std::optional<IndexCases> value(ExprId expr);
    /// Where an expression of one bit is `wanted`: conjunctions that exclude each other.
    [[nodiscard]] std::optional<std::vector<Conjunction>> truth(ExprId expr, bool wanted);

    [[nodiscard]] const std::string& why() const { return why_; }
    /// Names without which, as numbers, it might be read.
    [[nodiscard]] const std::set<std::string>& hinderingNames() const { return hindering_; }
    /// Whether it hangs on what is in memory.
    [[nodiscard]] bool isOfData() const { return isOfData_; }

private:
    using Truths = std::optional<std::vector<Conjunction>>;
    using Values = std::optional<IndexCases>;

    /// Equal to the value, or by multiples of 2^bits more or less.
    [[nodiscard]] const Values& congruent(ExprId expr);
    [[nodiscard]] Values computed(ExprId expr);
    [[nodiscard]] Values exact(ExprId expr, bool isSigned);
    [[nodiscard]] Values leaf(const Expr& expr);
    [[nodiscard]] Values arithmetic(const Expr& expr);
    [[nodiscard]] Values shift(const Expr& expr);
    [[nodiscard]] Values divided(const Expr& expr);
    [[nodiscard]] Values masked(const Expr& expr);
    [[nodiscard]] Values chosen(const Expr& expr);
    [[nodiscard]] Values carried(ExprId id);
    /// To which its loop adds the same each time.
    [[nodiscard]] Values growing(ExprId id);
    [[nodiscard]] Values last(const Expr& expr);
    [[nodiscard]] Truths comparison(const Expr& expr, bool wanted);
    [[nodiscard]] Truths both(ExprId a, bool wantedA, ExprId b, bool wantedB);
    [[nodiscard]] std::optional<std::int64_t> number(ExprId expr);
    [[nodiscard]] std::optional<IndexCase> within(IndexCase one, int bits, bool isSigned);
    /// Quotient, rounded towards 0, of cases that are known to be exact.
    [[nodiscard]] IndexCases quotients(const IndexCases& cases, std::int64_t divisor);
    /// Conditions without what holds at all points of the place; nullopt where it shows at sight that they hold
    /// at none.
    [[nodiscard]] std::optional<Conjunction> here(const Conjunction& where) const;
    std::nullopt_t fail(const std::string& why);
    void hinder(const Polynomial& polynomial);

    const IndexSpace& space_;
    const Place& place_;
    NameRanges inLaunch_, always_;         ///< at the place
    std::map<LoopId, std::int64_t> moved_; ///< counters that stand elsewhere than the place has them
    std::map<std::pair<std::uint32_t, std::map<LoopId, std::int64_t>>, Values> known_;
    std::set<std::string> hindering_;
    std::string why_;
    bool isOfData_ = false;
    int depth_ = 0;
};

/// a and b; empty where they exclude each other at sight.
[[nodiscard]] std::optional<Conjunction> joined(const Conjunction& a, const Conjunction& b);

} // namespace warpstring::symbolic
