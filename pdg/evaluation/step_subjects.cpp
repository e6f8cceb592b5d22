// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/evaluation/step_subjects.h"

#include <algorithm>

#include "pdg/region_tree.h"

namespace warpstring::evaluation {

namespace {

/// Why the work-items of a region are not known for certain: the first reason on the way down from the entry.
std::string doubtAbout(const Pdg& pdg, const Evaluation& evaluation, RegionId region) {
    std::string reason;
    for (RegionId id = region; id != none; id = pdg.regions[id].parent) {
        const Region& own = pdg.regions[id];
        const auto at = [&](const CodePlace& place) {
            return place.at.line > 0 ? " at line " + std::to_string(place.at.line) : std::string();
        };
        if (own.kind == Region::Kind::Branch) {
            const auto& report = evaluation.regions[id].condition;
            if (report.certainty == Certainty::Bounded)
                reason = "the condition" + at(own.place) + ": " + report.reason;
            if (report.certainty == Certainty::Annotated)
                reason = "the condition" + at(own.place) + " follows its annotation, which names no work-items";
        } else if (own.kind == Region::Kind::LoopBody) {
            const auto& loop = evaluation.loops[own.loop];
            const std::string what = "the trip count" + at(pdg.loops[own.loop].place);
            if (loop.certainty == Certainty::Bounded)
                reason = what + " is not known" + (loop.reason.empty() ? "" : ": " + loop.reason);
            if (loop.certainty == Certainty::Annotated)
                reason = what + " follows its annotation, which names no work-items";
        }
    }
    return reason;
}

StepSubject conditionSubject(const Pdg& pdg, const Region& region) {
    StepSubject subject;
    subject.kind = StepSubject::Kind::Condition;
    subject.place =
        region.controlParents.empty() ? region.place : pdg.predicates[region.controlParents[0].predicate].place;
    subject.text = exprText(pdg.exprs, region.guard, pdg.parameterNames());
    return subject;
}

StepSubject loopSubject(const Pdg& pdg, const Loop& loop) {
    StepSubject subject;
    subject.kind = StepSubject::Kind::Loop;
    subject.place = loop.place;
    subject.text = exprText(pdg.exprs, loop.continues, pdg.parameterNames());
    return subject;
}

StepSubject accessSubject(const Pdg& pdg, const Evaluation& evaluation, const MemoryAccess& access) {
    const Statement& statement = pdg.statements[access.statement];
    StepSubject subject;
    subject.kind = StepSubject::Kind::Access;
    subject.access = access.id;
    subject.space = access.space;
    subject.place = statement.place;
    subject.text = statement.text;
    if (access.offset)
        subject.expression = exprText(pdg.exprs, access.offset, pdg.parameterNames());
    else
        subject.unknown = "its address is not an expression of IDs and counters";
    const auto& evaluated = evaluation.accesses[access.id];
    if (subject.unknown.empty() && evaluated.certainty == Certainty::Bounded)
        subject.unknown = evaluated.reason;
    return subject;
}

} // namespace

std::vector<StepSubject> stepSubjects(const Pdg& pdg, const Evaluation& evaluation) {
    std::vector<StepSubject> subjects;
    const auto add = [&](StepSubject subject, RegionId region) {
        subject.region = region;
        subject.loop = innermostLoop(pdg, region);
        const std::string doubt = doubtAbout(pdg, evaluation, region);
        if (!doubt.empty()) subject.unknown = doubt + (subject.unknown.empty() ? "" : "; " + subject.unknown);
        subjects.push_back(std::move(subject));
    };
    for (const auto& region : pdg.regions) {
        constexpr DependenceMask differs = localDependence | dataDependence;
        if (region.kind == Region::Kind::Branch && (pdg.exprs.dependence(region.guard) & differs) != 0)
            add(conditionSubject(pdg, region), region.id);
        if (region.kind == Region::Kind::LoopBody &&
            (pdg.exprs.dependence(pdg.loops[region.loop].continues) & differs) != 0)
            add(loopSubject(pdg, pdg.loops[region.loop]), region.id);
    }
    for (const auto& statement : pdg.statements)
        if (statement.kind == StatementKind::Memory)
            add(accessSubject(pdg, evaluation, pdg.accesses[statement.access]), statement.region);
    std::stable_sort(subjects.begin(), subjects.end(),
                     [](const auto& a, const auto& b) { return a.place.at.line < b.place.at.line; });
    return subjects;
}

} // namespace warpstring::evaluation
