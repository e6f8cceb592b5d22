// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/docs/page_check.h"

#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>

#include "tests/app/program.h"
#include "tests/docs/claim_values.h"
#include "tests/docs/claims.h"
#include "tests/docs/words.h"

namespace warpstring::test {

namespace {

using Json = nlohmann::json;

/// "C_21^84" of 4 x 21 cycles; every other token is one instruction.
bool hasUsualCost(const std::string& token, std::size_t caret) {
    const std::string cycles = token.substr(caret + 1);
    const std::string count = token.starts_with("C_") ? token.substr(2, caret - 2) : "1";
    const auto isCount = [](const std::string& text) {
        return !text.empty() && text.size() < 9 && text.find_first_not_of("0123456789") == std::string::npos;
    };
    return isCount(cycles) && isCount(count) && std::stoul(cycles) == 4 * std::stoul(count);
}

class Checker {
public:
    Checker(const std::string& name, const std::string& page, const std::filesystem::path& root)
        : name_(name), page_(page), root_(root) {}

    PageCheck result() {
        std::size_t before = 0;
        for (const Claim& claim : claimsOf(page_)) {
            try {
                check(claim, before);
            } catch (const std::exception& fault) {
                report(claim.begin, fault.what(), claim, "");
            }
            before = claim.end;
        }
        return std::move(check_);
    }

private:
    void check(const Claim& claim, std::size_t before) {
        if (claim.source.ends_with(".md")) return compareNumbers(claim, before, ofTables(claim));
        const Json& document = output(claim.source);
        if (claim.paths.size() == 1 && claim.paths[0].find(' ') == std::string::npos)
            if (const auto values = valuesAt(document, claim.paths[0]); values[0].is_string())
                return compareString(claim, values[0].get<std::string>());
        std::vector<double> numbers;
        for (const auto& path : claim.paths)
            for (const double number : numbersAt(document, path)) numbers.push_back(number);
        compareNumbers(claim, before, numbers);
    }

    std::vector<double> ofTables(const Claim& claim) const {
        std::vector<double> numbers;
        numbers.reserve(claim.paths.size());
        for (const auto& path : claim.paths)
            numbers.push_back(tableNumber(contentsOf(root_ / claim.source), path));
        return numbers;
    }

    const Json& output(const std::string& command) {
        const auto known = outputs_.find(command);
        if (known != outputs_.end()) return known->second;
        auto arguments = words(command);
        arguments.emplace_back("--json");
        const Outcome outcome = run(arguments, root_);
        if (outcome.exit != 0) throw std::runtime_error("the command fails: " + outcome.ended + outcome.err);
        return outputs_.emplace(command, Json::parse(outcome.out)).first->second;
    }

    /// With the last figures between the check before, or the paragraph's start, and this one.
    void compareNumbers(const Claim& claim, std::size_t before, const std::vector<double>& now) {
        const auto paragraph = page_.rfind("\n\n", claim.begin);
        const auto begin = std::max(before, paragraph == std::string::npos ? 0 : paragraph);
        const auto figures = figuresIn(page_, begin, claim.begin);
        if (figures.size() < now.size())
            throw std::runtime_error(std::to_string(now.size()) + " figures are expected here, " +
                                     std::to_string(figures.size()) + " stand here");
        for (std::size_t i = 0; i < now.size(); ++i) {
            const Figure& figure = figures[figures.size() - now.size() + i];
            check_.covered.insert(figure.begin);
            if (!figure.shows(now[i]))
                report(figure.begin, "printed " + figure.text + ", now " + figure.printed(now[i]), claim,
                       claim.paths[std::min(i, claim.paths.size() - 1)]);
        }
    }

    /// With what follows "ours" or "literal" in the block behind the check, or with a line of it.
    void compareString(const Claim& claim, const std::string& now) {
        ++check_.strings;
        const std::string block = codeBlockBehind(page_, claim.end);
        auto candidates = split(block, "\n");
        for (const std::string label : {" ours ", " literal "})
            if (const auto at = block.find(label); at != std::string::npos)
                candidates.push_back(block.substr(at + label.size()));
        const std::string wanted = withoutUsualCosts(now);
        if (std::none_of(candidates.begin(), candidates.end(),
                         [&](const std::string& text) { return withoutUsualCosts(text) == wanted; }))
            report(claim.end, "printed\n" + block + "now\n    " + wanted + "\n", claim, claim.paths[0]);
    }

    void report(std::size_t position, const std::string& what, const Claim& claim, const std::string& path) {
        check_.faults.push_back(name_ + ":" + std::to_string(lineOf(page_, position)) + ": " + what + " (" +
                                claim.source + (path.empty() ? "" : " : " + path) + ")");
    }

    const std::string& name_;
    const std::string& page_;
    const std::filesystem::path& root_;
    std::map<std::string, Json> outputs_; ///< by command
    PageCheck check_;
};

} // namespace

std::string contentsOf(const std::filesystem::path& file) {
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
}

PageCheck check(const std::string& name, const std::string& page, const std::filesystem::path& root) {
    return Checker(name, page, root).result();
}

std::string withoutUsualCosts(const std::string& tokens) {
    std::string result;
    for (std::string token : words(tokens)) {
        const auto caret = token.find('^');
        if (caret != std::string::npos && hasUsualCost(token, caret)) token.resize(caret);
        result += (result.empty() ? "" : " ") + token;
    }
    return result;
}

} // namespace warpstring::test
