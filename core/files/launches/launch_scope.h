// SPDX-License-Identifier: GPL-3.0-or-later
// The names that the expressions of a launch file may use, for one combination of the sweep.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/files/launches/size_expression.h"
#include "core/files/toml/toml_reader.h"

namespace warpstring::files {

/// Swept name -> its value in this combination.
using SweepValues = std::map<std::string, const TomlValue*>;
/// Parsed once for all combinations of a sweep, by text.
using ExpressionCache = std::unordered_map<std::string, Result<SizeExpression>>;

[[nodiscard]] bool isIdentifier(const std::string& text);

/// Integer scalar arguments, integer macros and constants. Every failing call reports its fault, once.
class LaunchScope {
public:
    LaunchScope(TomlFaults& faults, ExpressionCache& cache, const TomlValue& document,
                const SweepValues& swept);

    /// What the sweep says, else what the file says.
    [[nodiscard]] const TomlValue& valueOf(const std::string& name, const TomlValue& written) const;
    /// An integer or an expression.
    [[nodiscard]] std::optional<std::int64_t> integer(const TomlValue& value, const std::string& what);
    /// The same, at least 1.
    [[nodiscard]] std::optional<std::uint64_t> size(const TomlValue& value, const std::string& what);
    /// A finite number or an expression.
    [[nodiscard]] std::optional<double> number(const TomlValue& value, const std::string& what);
    /// Evaluates every constant, so that faults of unused ones are found too.
    void checkConstants();

private:
    enum class State { Fresh, Visiting, Known, Failed };
    struct Definition {
        const TomlValue* value = nullptr; ///< nullptr: a name that stands for no number
        bool verbatim = false;            ///< a macro: its text is not an expression
        State state = State::Fresh;
        std::int64_t result = 0;
    };

    bool define(const TomlEntry& entry, Definition definition);
    const Result<SizeExpression>& parsed(const std::string& text);
    std::optional<std::int64_t> resolve(const std::string& name, TomlPlace usedAt);

    TomlFaults& faults_;
    ExpressionCache& cache_;
    const SweepValues& swept_;
    std::map<std::string, Definition> definitions_;
    std::vector<std::string> constants_; ///< in the order of the file
    int depth_ = 0;
};

} // namespace warpstring::files
