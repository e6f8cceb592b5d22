// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/frontend/opencl/build_options.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

namespace warpstring::frontend {

namespace {

/// Splits as a shell would: blanks separate, quotes of both kinds keep blanks.
std::vector<std::string> splitWords(const std::string& text) {
    std::vector<std::string> words;
    std::string word;
    bool open = false;
    char quote = 0;
    for (const char c : text) {
        if (quote != 0) {
            if (c == quote)
                quote = 0;
            else
                word += c;
        } else if (c == '"' || c == '\'') {
            quote = c;
            open = true;
        } else if (std::isspace(static_cast<unsigned char>(c)) != 0) {
            if (open || !word.empty()) words.push_back(word);
            word.clear();
            open = false;
        } else {
            word += c;
        }
    }
    if (open || !word.empty()) words.push_back(word);
    return words;
}

constexpr std::array<std::string_view, 9> passedOn{"-cl-single-precision-constant",
                                                   "-cl-fp32-correctly-rounded-divide-sqrt",
                                                   "-cl-strict-aliasing",
                                                   "-cl-uniform-work-group-size",
                                                   "-cl-no-signed-zeros",
                                                   "-cl-unsafe-math-optimizations",
                                                   "-cl-finite-math-only",
                                                   "-w",
                                                   "-Werror"};

constexpr std::array<std::string_view, 6> withoutMeaning{
    "-cl-kernel-arg-info", "-cl-opt-disable",      "-g",
    "-create-library",     "-enable-link-options", "-cl-no-subgroup-ifp"};

} // namespace

Result<ClangOptions> parseBuildOptions(const std::string& options) {
    ClangOptions parsed;
    Diagnostics faults;
    bool standardGiven = false;
    bool contractFast = false;
    const auto words = splitWords(options);
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string& word = words[i];
        if (word.starts_with("-D") || word.starts_with("-U") || word.starts_with("-I")) {
            std::string joined = word;
            if (word.size() == 2) {
                if (++i == words.size()) {
                    faults.push_back({"frontend.option-value",
                                      Severity::Error,
                                      {},
                                      "build option " + word + " has no value",
                                      "write " + word + "NAME"});
                    break;
                }
                joined += words[i];
            }
            parsed.arguments.push_back(joined);
        } else if (word == "-cl-denorms-are-zero") {
            parsed.floats.flushes = true; // Clang's front end does not know it
        } else if (word.starts_with("-cl-std=")) {
            standardGiven = true;
            parsed.arguments.push_back(word);
        } else if (word == "-cl-mad-enable" || word == "-cl-unsafe-math-optimizations") {
            contractFast = true;
            if (word != "-cl-mad-enable") parsed.floats = {true, true};
            parsed.arguments.push_back(word);
        } else if (word == "-cl-fast-relaxed-math") {
            contractFast = true;
            parsed.floats = {true, true};
            for (const char* flag :
                 {"-cl-fast-relaxed-math", "-cl-mad-enable", "-menable-no-infs", "-menable-no-nans"})
                parsed.arguments.emplace_back(flag);
        } else if (std::find(passedOn.begin(), passedOn.end(), word) != passedOn.end()) {
            parsed.arguments.push_back(word);
        } else if (std::find(withoutMeaning.begin(), withoutMeaning.end(), word) != withoutMeaning.end() ||
                   word.starts_with("-cl-nv-") || word.starts_with("-cl-amd-") ||
                   word.starts_with("-cl-intel-") || word.starts_with("-O") || word.starts_with("-W") ||
                   word.starts_with("-nv-")) {
            parsed.notes.push_back({"frontend.option-ignored",
                                    Severity::Note,
                                    {},
                                    "build option " + word + " does not change the simulation",
                                    ""});
        } else {
            faults.push_back({"frontend.unknown-option",
                              Severity::Error,
                              {},
                              "unknown build option '" + word + "'",
                              "known are -D, -U, -I, -cl-std=, the -cl-... options of OpenCL, -w and -Werror"});
        }
    }
    if (!faults.empty()) return faults;
    if (!standardGiven) parsed.arguments.emplace_back("-cl-std=CL1.2");
    parsed.arguments.emplace_back(contractFast ? "-ffp-contract=fast" : "-ffp-contract=fast-honor-pragmas");
    return parsed;
}

} // namespace warpstring::frontend
