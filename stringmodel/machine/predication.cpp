// SPDX-License-Identifier: GPL-3.0-or-later
#include "stringmodel/machine/predication.h"

#include <algorithm>
#include <optional>

namespace warpstring::machine {

namespace {

class Predication {
public:
    Predication(const Pdg& pdg, const evaluation::Evaluation& evaluation,
                const std::function<double(const Statement&)>& instructionsOf)
        : pdg_(pdg), evaluation_(evaluation), instructionsOf_(instructionsOf) {}

    std::vector<bool> run(double mostInstructions) const {
        std::vector<bool> predicated(pdg_.regions.size(), false);
        for (const auto& region : pdg_.regions) {
            if (region.kind != Region::Kind::Branch || evaluation_.regions[region.id].isDead()) continue;
            if (isPartOfAccess(region)) {
                predicated[region.id] = true;
                continue;
            }
            if (mostInstructions <= 0 || endsKernel(region)) continue;
            const auto instructions = instructionsIn(region);
            predicated[region.id] = instructions && *instructions <= mostInstructions;
        }
        // Within a branch that stays one, what is nested is a matter of its own; within a predicate it is not.
        for (const auto& region : pdg_.regions)
            if (region.parent != none && predicated[region.parent])
                predicated[region.id] = !evaluation_.regions[region.id].isDead();
        return predicated;
    }

private:
    /// One of the objects that an access may lead to: no branch decides that.
    [[nodiscard]] bool isPartOfAccess(const Region& region) const {
        return region.controlParents.size() == 1 && pdg_.predicates[region.controlParents[0].predicate].free;
    }

    /// A warp without work there exits: that is a branch, within others that end the kernel as well.
    [[nodiscard]] bool endsKernel(const Region& region) const {
        const Region& around = pdg_.regions[region.parent];
        if (around.kind != Region::Kind::Entry && (around.kind != Region::Kind::Branch || !endsKernel(around)))
            return false;
        const auto& children = around.children;
        const auto last = std::find_if(children.rbegin(), children.rend(), [&](const NodeRef& child) {
            return child.kind != NodeRef::Kind::Region || !evaluation_.regions[child.region()].isDead();
        });
        return last->kind == NodeRef::Kind::Region && last->region() == region.id;
    }

    /// Of a branch with those within it; none where it holds what cannot be predicated.
    [[nodiscard]] std::optional<double> instructionsIn(const Region& region) const {
        double instructions = 0;
        for (const auto& child : region.children) {
            if (child.kind == NodeRef::Kind::Region) {
                if (evaluation_.regions[child.region()].isDead()) continue;
                if (pdg_.regions[child.region()].kind != Region::Kind::Branch) return std::nullopt;
                const auto nested = instructionsIn(pdg_.regions[child.region()]);
                if (!nested) return std::nullopt;
                instructions += *nested;
            } else if (child.kind == NodeRef::Kind::Predicate) {
                if (pdg_.predicates[child.predicate()].closesLoop) return std::nullopt;
            } else {
                if (pdg_.statements[child.statement()].kind == StatementKind::Barrier) return std::nullopt;
                instructions += instructionsOf_(pdg_.statements[child.statement()]);
            }
        }
        return instructions;
    }

    const Pdg& pdg_;
    const evaluation::Evaluation& evaluation_;
    const std::function<double(const Statement&)>& instructionsOf_;
};

} // namespace

std::vector<bool> predicatedRegions(const Pdg& pdg, const evaluation::Evaluation& evaluation,
                                    double mostInstructions,
                                    const std::function<double(const Statement&)>& instructionsOf) {
    return Predication(pdg, evaluation, instructionsOf).run(mostInstructions);
}

bool decidesPredicatesAlone(const Predicate& predicate, const evaluation::Evaluation& evaluation,
                            const std::vector<bool>& isPredicated) {
    bool decides = false;
    for (const auto region : {predicate.whenTrue, predicate.whenFalse}) {
        if (region == none || evaluation.regions[region].isDead()) continue;
        if (!isPredicated[region]) return false;
        decides = true;
    }
    return decides;
}

} // namespace warpstring::machine
