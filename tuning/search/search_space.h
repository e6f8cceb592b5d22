// SPDX-License-Identifier: GPL-3.0-or-later
// What is tried of a launch: names, the values of each, and what must hold between them. docs/tune.md.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/files/launches/launch_variants.h"
#include "core/result.h"
#include "tuning/search/choice.h"

namespace warpstring::search {

struct SpaceAxis {
    std::string name;                 ///< "tile", "local", "rewrite.pad"
    std::vector<std::string> words;   ///< its values as people read them: "16", "16x16"
    std::optional<std::size_t> start; ///< which of them the launch file states; none: another one
    bool isRewrite = false;
};

/// Where a space comes from.
enum class SpaceOrigin { Tune, SpaceFile, Sweep, Derived };
[[nodiscard]] std::string_view name(SpaceOrigin origin);

/// How many combinations there are.
struct SpaceCounts {
    std::uint64_t combinations = 0;
    std::uint64_t valid = 0;
    bool isWhole = true; ///< false: there are at least so many valid ones, and nobody counted on
};

/// Immutable; copies share what they are made of, and are safe to use from several threads.
class SearchSpace {
public:
    /// `document` is the launch file. Fails with tune.bad-constraint where a constraint is no expression or
    /// uses a name that the file does not have, and with tune.space-too-large beyond 2^62 combinations. A
    /// constraint is its text and where it stands.
    struct ConstraintText {
        std::string text;
        SourceLocation place;
    };
    [[nodiscard]] static Result<SearchSpace> make(const files::TomlValue& document,
                                                  std::vector<files::NamedValues> names,
                                                  std::vector<files::NamedValues> rewrites,
                                                  const std::vector<ConstraintText>& constraints,
                                                  SpaceOrigin origin);

    [[nodiscard]] const std::vector<SpaceAxis>& axes() const;
    [[nodiscard]] SpaceOrigin origin() const;
    /// Of the axes that are no rewrites, which come first.
    [[nodiscard]] const std::vector<files::NamedValues>& names() const;
    [[nodiscard]] std::uint64_t combinations() const;

    [[nodiscard]] VariantId idOf(const Choice& choice) const;
    [[nodiscard]] Choice choiceOf(VariantId id) const;
    /// "tile=16,local=16x16"
    [[nodiscard]] std::string nameOf(VariantId id) const;
    /// What the launch file states; nothing where one of its values is not in the space.
    [[nodiscard]] std::optional<VariantId> start() const;

    /// Whether all constraints hold.
    [[nodiscard]] bool isValid(const Choice& choice) const;
    /// Visits those in which they do, in order, until the visitor returns false. Combinations that share a
    /// beginning that breaks a constraint are passed over together. False: ended by the visitor, or after
    /// `mostSteps` values.
    bool forEachValid(const std::function<bool(const Choice&)>& visit,
                      std::uint64_t mostSteps = std::uint64_t{1} << 26) const;
    [[nodiscard]] SpaceCounts count() const;
    /// Why no combination is valid: tune.unsatisfiable, which names the constraint that none meets, or the
    /// first one that none meets together with those before it.
    [[nodiscard]] Diagnostic whyEmpty() const;

private:
    struct Content;
    explicit SearchSpace(std::shared_ptr<const Content> content) : content_(std::move(content)) {}
    bool visitFrom(std::size_t axis, Choice& choice, const std::vector<std::size_t>& wanted,
                   const std::function<bool(const Choice&)>& visit, std::uint64_t& steps) const;
    [[nodiscard]] bool isSatisfiable(const std::vector<std::size_t>& constraints) const;

    std::shared_ptr<const Content> content_;
};

/// A TOML value as a sweep names it: "16", "16x16", "float4".
[[nodiscard]] std::string wordOf(const files::TomlValue& value);

} // namespace warpstring::search
