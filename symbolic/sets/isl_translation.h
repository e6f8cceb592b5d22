// SPDX-License-Identifier: GPL-3.0-or-later
// From polynomials to isl's affine functions and back. Only this room sees it.
#pragma once

#include <isl/ctx.h>

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "symbolic/formula/formula.h"
#include "symbolic/sets/isl_handle.h"
#include "symbolic/sets/point_set.h"

namespace warpstring::symbolic {

struct PointSpace::Parts {
    isl_ctx* context = nullptr;
    std::uint64_t operationsLeft = 0;             ///< of the share of all questions
    std::map<std::string, Polynomial> parameters; ///< isl's parameters by name, and what each stands for
    IslSet known;                                 ///< of the parameters
    std::vector<Condition> assumed;               ///< what was told of the names
    /// Conditions on names alone, by their texts, as sumOfPieces() simplified them; nullopt: they hold nowhere.
    std::map<std::string, std::optional<std::vector<Condition>>> simplified;
};

struct PointSet::Handle {
    /// Where all points are told by conditions: isl is asked only once it must.
    std::optional<std::vector<Condition>> conditions;
    IslSet set; ///< null while nobody needed it
};

class IslTranslation {
public:
    IslTranslation(PointSpace& space, const std::vector<std::string>& variables)
        : space_(space), parts_(*space.parts_), variables_(variables) {}

    /// The variables' space, with all parameters that are known by now.
    [[nodiscard]] IslSpace space() const;
    /// Whether affine() would do.
    [[nodiscard]] bool isAffine(const Polynomial& polynomial) const;
    /// Null where a variable is multiplied by a name or another variable, or numbers do not fit. Products of
    /// names, and quotients of names alone, become parameters of their own.
    [[nodiscard]] IslAff affine(const Polynomial& polynomial);
    /// Null like affine().
    [[nodiscard]] IslSet set(const Condition& condition);
    [[nodiscard]] IslBasicSet basicSet(const std::vector<Condition>& conditions);
    /// isl's dimensions have the names of the variables, in their order.
    [[nodiscard]] std::optional<std::vector<Condition>> conditions(isl_basic_set* set) const;

private:
    [[nodiscard]] std::optional<Polynomial> polynomial(isl_aff* affine) const;
    [[nodiscard]] bool varies(const AtomPower& factor) const;
    void registerParameters(const Polynomial& polynomial);
    [[nodiscard]] IslAff affineOfRegistered(const Polynomial& polynomial) const;

    PointSpace& space_;
    PointSpace::Parts& parts_;
    const std::vector<std::string>& variables_;
};

} // namespace warpstring::symbolic
