// SPDX-License-Identifier: GPL-3.0-or-later
// Findings of a command, gathered by device until its SARIF is printed.
#pragma once

#include <string>
#include <vector>

#include "tuning/findings/sarif.h"

namespace warpstring::cli {

/// Paths are relative to the root of the repository that the program works in.
class SarifOutput {
public:
    SarifOutput();

    [[nodiscard]] findings::SourceTexts& texts() { return texts_; }
    /// Of a device, in the order in which devices are first asked for.
    [[nodiscard]] std::vector<findings::Finding>& of(const std::string& spec);
    [[nodiscard]] bool isEmpty() const { return specs_.empty(); }
    /// All of them.
    [[nodiscard]] std::vector<findings::Finding> all() const;

    /// Runs have the category "<category>/<spec>". What GitHub's limits leave out is told on standard error.
    [[nodiscard]] std::string text(const std::vector<findings::Rule>& rules, const std::string& category);

private:
    findings::SourceTexts texts_;
    std::vector<std::string> specs_;
    std::vector<std::vector<findings::Finding>> findings_;
};

} // namespace warpstring::cli
