// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/machine/value_sources.h"

#include <algorithm>
#include <map>

#include "stringmodel/machine/instruction_cost.h"

namespace warpstring::machine {

namespace {

int iterationsAgo(const Statement& user, StatementId used) {
    for (const auto& value : user.handedOn)
        if (value.statement == used) return value.iterations;
    return 0;
}

/// Walks from what is used to what makes it.
class SourceWalk {
public:
    SourceWalk(const Pdg& pdg, const HardwareSpec& spec) : pdg_(pdg), spec_(spec) {}

    /// `by`: that names them; null: a predicate.
    void follow(const std::vector<StatementId>& used, const Statement* by, int iterations) {
        for (const auto id : used) {
            const int ago = iterations + (by != nullptr ? iterationsAgo(*by, id) : 0);
            const auto [known, isNew] = seen_.emplace(id, ago);
            if (!isNew && known->second <= ago) continue;
            known->second = ago;
            if (!isIssued(pdg_.statements[id], spec_))
                follow(pdg_.statements[id].data, &pdg_.statements[id], ago);
            else if (isNew)
                found_.push_back(id);
        }
    }

    /// What was found since the last time; what stands behind its user is of the iteration before.
    void take(StatementId user, std::vector<ValueSource>& sources) {
        for (const auto id : found_) sources.push_back({id, std::max(seen_.at(id), id >= user ? 1 : 0)});
        found_.clear();
    }

private:
    const Pdg& pdg_;
    const HardwareSpec& spec_;
    std::map<StatementId, int> seen_; ///< iterations ago, the fewest
    std::vector<StatementId> found_;
};

} // namespace

std::vector<ValueSource> valueSources(const Pdg& pdg, const HardwareSpec& spec,
                                      const std::vector<StatementId>& used, StatementId user, RegionId guard) {
    SourceWalk walk(pdg, spec);
    std::vector<ValueSource> sources;
    walk.follow(used, user != none ? &pdg.statements[user] : nullptr, 0);
    walk.take(user, sources);
    if (user != none && pdg.statements[user].carried) sources.push_back({user, 1});
    if (guard != none)
        for (const auto& parent : pdg.regions[guard].controlParents)
            walk.follow(pdg.predicates[parent.predicate].data, nullptr, 0);
    walk.take(none, sources);
    return sources;
}

} // namespace warpstring::machine
