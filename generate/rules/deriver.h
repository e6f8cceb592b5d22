// SPDX-License-Identifier: GPL-3.0-or-later
// A derivation written down by the names of its rules: places are found, not counted.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "generate/rules/applicable.h"

namespace warpstring::generate {

/// Takes steps one after the other. The first that does not fit stops it, and steps() tells.
class Deriver {
public:
    using Where = std::function<bool(const Expr&)>;

    /// Works below `root` alone.
    explicit Deriver(Expr whole, Path root = {}) : whole_(std::move(whole)), root_(std::move(root)) {}

    /// At the first place, in the order of positions(), where the rule fits, is legal, and `where` agrees; with
    /// `skip` at a later one.
    Deriver& step(std::string_view rule, const Numbers& numbers = {}, int skip = 0, const Where& where = {});
    /// At the first such place as long as there is one; the rule must not fit what it made.
    Deriver& each(std::string_view rule, const Numbers& numbers = {}, const Where& where = {});

    using Part = std::function<void(Deriver&)>;
    /// `part` works below the first place where `where` agrees.
    Deriver& at(const Where& where, const Part& part);
    /// `part` works within the first function of what is there.
    Deriver& inside(const Where& where, const Part& part);

    /// Below the root, where `where` agrees.
    [[nodiscard]] std::vector<Path> placesWhere(const Where& where) const;
    /// What stands at the root.
    [[nodiscard]] Expr root() const { return siteAt(whole_, root_); }
    [[nodiscard]] const Expr& whole() const { return whole_; }
    /// Errors: derivation.step.
    [[nodiscard]] Result<std::vector<Step>> steps() const;

private:
    std::optional<Step> found(std::string_view rule, const Numbers& numbers, int skip,
                              const Where& where) const;
    void take(const Step& step);
    Deriver& failed(const std::string& message);
    Deriver& rootedAt(Path place, const Part& part);
    [[nodiscard]] std::optional<Path> placeWhere(const Where& where) const;

    Expr whole_;
    Path root_;
    std::vector<Step> steps_;
    std::optional<Diagnostics> fault_;
};

} // namespace warpstring::generate
