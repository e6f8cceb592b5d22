// SPDX-License-Identifier: GPL-3.0-or-later
// Sets of whole-numbered points under affine conditions, with names as parameters: isl's, with conditions
// as polynomials. What is not affine in the variables has no set.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "symbolic/formula/formula.h"

namespace warpstring::symbolic {

/// What the sets of one analysis share: isl's context, a share of its operations, and what is known of the
/// names. It is for one thread.
class PointSpace {
public:
    /// `operations`: of isl, over which nothing is answered any more.
    explicit PointSpace(std::uint64_t operations = 500'000);
    PointSpace(const PointSpace&) = delete;
    PointSpace& operator=(const PointSpace&) = delete;
    ~PointSpace();

    /// Known of the names, in whatever is asked from now on.
    void assume(const Condition& condition);
    /// The share of operations is spent, or isl gave up for another reason.
    [[nodiscard]] bool isSpent() const;
    /// Another one with a share of its own that knows of the names in the conditions what this one does: what
    /// isl takes grows with all names and quotients that a space has met.
    [[nodiscard]] std::unique_ptr<PointSpace> apart(const std::vector<Condition>& conditions) const;

    struct Parts; ///< of this room
    [[nodiscard]] Parts& parts() { return *parts_; }

private:
    friend class PointSet;
    friend class PointCounter;
    friend class IslTranslation;
    std::unique_ptr<Parts> parts_;
};
using PointSpacePointer = std::shared_ptr<PointSpace>;

/// Points of named variables. Sets that are combined have the same variables in the same order.
class PointSet {
public:
    /// All points.
    PointSet(PointSpacePointer space, std::vector<std::string> variables);
    PointSet(const PointSet& other);
    PointSet(PointSet&&) noexcept;
    PointSet& operator=(PointSet other) noexcept;
    ~PointSet();

    [[nodiscard]] const std::vector<std::string>& variables() const { return variables_; }
    [[nodiscard]] const PointSpacePointer& space() const { return space_; }
    /// The points at which the condition holds; nullopt where it is not affine in the variables.
    [[nodiscard]] std::optional<PointSet> where(const Condition& condition) const;
    [[nodiscard]] PointSet nowhere() const;
    [[nodiscard]] PointSet without(const PointSet& other) const;
    friend PointSet operator&(const PointSet& a, const PointSet& b);
    friend PointSet operator|(const PointSet& a, const PointSet& b);
    /// With one more variable, the last one, that is free.
    [[nodiscard]] PointSet extended(const std::string& variable) const;
    /// The points that are left without the variable.
    [[nodiscard]] PointSet projected(const std::string& variable) const;
    /// Fewer, simpler pieces; the same points.
    [[nodiscard]] PointSet simplified() const;

    /// Whatever the names stand for. Nothing is said to be empty once the space is spent.
    [[nodiscard]] bool isEmpty() const;
    [[nodiscard]] bool isWithin(const PointSet& other) const;
    /// Whether the condition holds at every point.
    [[nodiscard]] bool implies(const Condition& condition) const;
    /// Whether the variable stands in any condition.
    [[nodiscard]] bool constrains(const std::string& variable) const;

    /// How many points there are, as a formula of the names; nullopt, with `reason`, where they are unbounded
    /// or the share of operations does not do.
    [[nodiscard]] std::optional<Formula> count(std::string& reason) const;

    /// The same of sets that have no point in common.
    [[nodiscard]] static std::optional<Formula> countAll(const std::vector<PointSet>& sets,
                                                         std::string& reason);

private:
    friend class PointCounter;
    struct Handle;
    /// With isl's set in it.
    [[nodiscard]] const Handle& materialised() const;
    PointSet(PointSpacePointer space, std::vector<std::string> variables, Handle handle);

    PointSpacePointer space_;
    std::vector<std::string> variables_;
    std::unique_ptr<Handle> handle_;
};

/// The sum of formulas; nullopt where it has too many pieces.
[[nodiscard]] std::optional<Formula> sumOf(PointSpace& space, const std::vector<Formula>& formulas);

} // namespace warpstring::symbolic
