// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/timed_string.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>

#include "stringmodel/string/string_builder.h"

namespace warpstring {

namespace {

using timeline::Stall;
using timeline::StallCycles;
using token_string::Repeat;
using token_string::StringItem;
using token_string::Token;
using token_string::TokenKind;

using TokenNumber = std::size_t; ///< in the order of the string as it was

double sumOf(const StallCycles& cycles) { return std::accumulate(cycles.begin(), cycles.end(), 0.0); }

void addTo(StallCycles& sum, const StallCycles& more) {
    for (std::size_t s = 0; s < sum.size(); ++s) sum[s] += more[s];
}

/// The tokens of a string by what they stand for.
class TokenPlaces {
public:
    struct Place {
        const Token* token = nullptr;
        std::vector<const Repeat*> around; ///< outermost first
        double iterations = 1;             ///< of the innermost repeat's body by a warp
    };

    TokenPlaces(const token_string::TokenString& string, const Pdg& pdg) : pdg_(pdg) {
        std::vector<const Repeat*> around;
        collect(string.items, around, 1);
    }

    [[nodiscard]] std::size_t count() const { return places_.size(); }
    [[nodiscard]] const Place& operator[](TokenNumber token) const { return places_[token]; }

    /// The token of an operation; that of its region, or of one around it, where it has none of its own.
    [[nodiscard]] std::optional<TokenNumber> tokenOf(const machine::MachineOperation& operation) const {
        RegionId region = none;
        if (operation.statement != none) {
            if (const auto found = ofStatement_.find(operation.statement); found != ofStatement_.end())
                return found->second;
            region = pdg_.statements[operation.statement].region;
        } else if (operation.predicate != none) {
            if (const auto found = ofPredicate_.find(operation.predicate); found != ofPredicate_.end())
                return found->second;
            region = pdg_.predicates[operation.predicate].region;
        } else {
            region = operation.spills;
        }
        for (; region != none; region = pdg_.regions[region].parent)
            if (const auto found = ofRegion_.find(region); found != ofRegion_.end()) return found->second;
        return std::nullopt;
    }

    /// k of a load; 0: it has none.
    [[nodiscard]] int numberOf(StatementId load) const {
        const auto found = ofStatement_.find(load);
        return found != ofStatement_.end() ? places_[found->second].token->memory : 0;
    }

    /// The G of load k at which the token's statements wait for it: the last one before them that every
    /// execution passes, else the next one beside them.
    [[nodiscard]] std::optional<TokenNumber> waitFor(int k, TokenNumber token) const {
        const auto found = waits_.find(k);
        if (found == waits_.end()) return std::nullopt;
        const auto& around = places_[token].around;
        std::optional<TokenNumber> before, behind;
        for (const TokenNumber wait : found->second) {
            const auto& outside = places_[wait].around;
            if (wait < token) {
                if (outside.size() <= around.size() &&
                    std::equal(outside.begin(), outside.end(), around.begin()))
                    before = wait;
            } else if (outside == around && !behind) {
                behind = wait;
            }
        }
        return before ? before : behind;
    }

private:
    void collect(const std::vector<StringItem>& items, std::vector<const Repeat*>& around, double iterations) {
        for (const auto& item : items) {
            if (const auto* repeat = std::get_if<Repeat>(&item.content)) {
                around.push_back(repeat);
                collect(repeat->body, around, iterations * repeat->count * repeat->weight);
                around.pop_back();
                continue;
            }
            const auto& token = std::get<Token>(item.content);
            const TokenNumber number = places_.size();
            places_.push_back({&token, around, iterations});
            if (token.kind == TokenKind::Wait) {
                waits_[token.memory].push_back(number);
                continue;
            }
            ofRegion_.try_emplace(token.region, number);
            for (const StatementId statement : token.statements) ofStatement_.try_emplace(statement, number);
            for (const PredicateId predicate : token.predicates) ofPredicate_.try_emplace(predicate, number);
        }
    }

    const Pdg& pdg_;
    std::vector<Place> places_;
    std::map<StatementId, TokenNumber> ofStatement_;
    std::map<PredicateId, TokenNumber> ofPredicate_;
    std::map<RegionId, TokenNumber> ofRegion_;      ///< the first
    std::map<int, std::vector<TokenNumber>> waits_; ///< by k
};

class Timing {
public:
    Timing(token_string::TokenString& string, const Pdg& pdg, const timeline::KernelTimeline& timeline)
        : string_(string), pdg_(pdg), timeline_(timeline), places_(string, pdg), own_(places_.count()),
          before_(places_.count()), behind_(places_.count()) {}

    TokenStalls run() {
        addOperations();
        addLoadWaits();
        start_[static_cast<std::size_t>(Stall::Start)] = timeline_.ofWarp.start;
        moveToExecuted();
        std::vector<StringItem> items;
        if (sumOf(start_) > 0) append(items, startToken(), start_, 1);
        rebuild(string_.items, items);
        string_.items = std::move(items);
        string_.model = token_string::CostModel::Timeline;
        return std::move(stalls_);
    }

private:
    /// Waits at a token for loads of which the string has no G there, by k.
    struct AddedWait {
        StatementId load;
        StallCycles cycles{};
    };
    using AddedWaits = std::map<int, AddedWait>;

    StallCycles& cyclesOf(std::optional<TokenNumber> token) { return token ? own_[*token] : start_; }

    void addOperations() {
        const auto& operations = timeline_.program.operations;
        for (std::size_t i = 0; i < operations.size(); ++i) {
            const auto token = places_.tokenOf(operations[i]);
            addTo(cyclesOf(token), timeline_.ofWarp.operations[i]);
            if (!token) startInstructions_ += operations[i].instructions;
        }
    }

    /// From the tokens that wait to the G tokens that stand for it.
    void addLoadWaits() {
        constexpr auto global = static_cast<std::size_t>(Stall::Global);
        for (const auto& wait : timeline_.ofWarp.loadWaits) {
            const auto& operation = timeline_.program.operations[wait.operation];
            const auto token = places_.tokenOf(operation);
            const int k = places_.numberOf(wait.load);
            if (!token || k == 0) continue;
            const auto at = places_.waitFor(k, *token);
            if (at) {
                own_[*at][global] += wait.cycles;
            } else {
                // Only the end of a warp waits for a load at the load itself.
                auto& added = (operation.statement == wait.load ? behind_ : before_)[*token][k];
                added.load = wait.load;
                added.cycles[global] += wait.cycles;
            }
            own_[*token][global] = std::max(0.0, own_[*token][global] - wait.cycles);
        }
    }

    /// What the evaluation takes to be never executed can have no cycles of its executions.
    void moveToExecuted() {
        StallCycles* last = &start_;
        for (TokenNumber token = 0; token < places_.count(); ++token) {
            if (places_[token].iterations > 0) {
                last = &own_[token];
                continue;
            }
            addTo(*last, own_[token]);
            own_[token] = {};
            for (auto* waits : {&before_[token], &behind_[token]}) {
                for (const auto& [k, wait] : *waits) addTo(*last, wait.cycles);
                waits->clear();
            }
        }
    }

    [[nodiscard]] Token startToken() const {
        Token token;
        token.isStart = true;
        token.count = startInstructions_;
        token.region = entryRegion;
        return token;
    }

    void append(std::vector<StringItem>& items, Token token, const StallCycles& cycles, double iterations) {
        token.cycles = iterations > 0 ? sumOf(cycles) / iterations : 0;
        items.push_back({std::move(token)});
        stalls_.push_back(cycles);
    }

    void appendWaits(std::vector<StringItem>& items, const AddedWaits& waits, TokenNumber at) {
        for (const auto& [k, wait] : waits) {
            const Token& beside = *places_[at].token;
            const Statement& load = pdg_.statements[wait.load];
            Token token = token_string::waitToken(load, k, beside.region, beside.weight, beside.place);
            append(items, std::move(token), wait.cycles, places_[at].iterations);
        }
    }

    void rebuild(const std::vector<StringItem>& from, std::vector<StringItem>& items) {
        for (const auto& item : from) {
            if (const auto* repeat = std::get_if<Repeat>(&item.content)) {
                Repeat made{repeat->loop, repeat->count, repeat->weight, repeat->place, {}};
                rebuild(repeat->body, made.body);
                items.push_back({std::move(made)});
                continue;
            }
            const TokenNumber token = next_++;
            appendWaits(items, before_[token], token);
            append(items, std::get<Token>(item.content), own_[token], places_[token].iterations);
            appendWaits(items, behind_[token], token);
        }
    }

    token_string::TokenString& string_;
    const Pdg& pdg_;
    const timeline::KernelTimeline& timeline_;
    TokenPlaces places_;
    std::vector<StallCycles> own_; ///< by token as it was
    std::vector<AddedWaits> before_, behind_;
    StallCycles start_{};
    double startInstructions_ = 0; ///< of no statement: the reading of IDs
    TokenNumber next_ = 0;
    TokenStalls stalls_;
};

} // namespace

TokenStalls timeString(token_string::TokenString& string, const Pdg& pdg,
                       const timeline::KernelTimeline& timeline) {
    return Timing(string, pdg, timeline).run();
}

} // namespace warpstring
