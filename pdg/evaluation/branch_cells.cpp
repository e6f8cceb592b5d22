// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/evaluation/branch_cells.h"

#include "pdg/evaluation/annotations.h"

namespace warpstring::evaluation {

namespace {

/// Loops are rotated: a test whether they run at all stands before them. That they make a trip settles it.
bool guardsAnnotatedLoop(const EvaluationContext& context, const Region& region) {
    for (const auto& child : region.children) {
        if (child.kind != NodeRef::Kind::Region ||
            context.pdg.regions[child.region()].kind != Region::Kind::LoopBody)
            continue;
        const auto* trips = annotationAt(AnnotationKind::Trips,
                                         context.pdg.loops[context.pdg.regions[child.region()].loop].place,
                                         context.pdg, context.launch);
        if (trips != nullptr && trips->low >= 1) return true;
    }
    return false;
}

/// The nearest loop around `region`, if its trip count follows an annotation; else nullptr.
const Loop* annotatedLoopAround(const EvaluationContext& context, const Region& region) {
    for (RegionId at = region.parent; at != none; at = context.pdg.regions[at].parent) {
        if (context.pdg.regions[at].kind != Region::Kind::LoopBody) continue;
        const LoopId loop = context.pdg.regions[at].loop;
        return context.result.loops[loop].certainty == Certainty::Annotated ? &context.pdg.loops[loop]
                                                                            : nullptr;
    }
    return nullptr;
}

/// Whether `condition` only holds where `part` does.
bool isConjunct(const ExprPool& exprs, ExprId condition, ExprId part) {
    if (condition == part) return true;
    const Expr& expr = exprs[condition];
    const bool isAnd = expr.op == ExprOp::And && expr.bits == 1;
    const bool isSelect = expr.op == ExprOp::Select && exprs.isConstant(expr.c) && exprs[expr.c].value == 0;
    return (isAnd || isSelect) && (isConjunct(exprs, expr.a, part) || isConjunct(exprs, expr.b, part));
}

} // namespace

void selectBranchCells(EvaluationContext& context, const Region& region) {
    auto& evaluation = context.result.regions[region.id];
    const auto& parent = context.result.regions[region.parent];
    if (const Loop* loop = annotatedLoopAround(context, region);
        loop != nullptr && isConjunct(context.pdg.exprs, loop->continues, region.guard)) {
        // The loop goes on only where this holds: in every trip that the annotation counts but the last.
        evaluation.condition.certainty = Certainty::Annotated;
        evaluation.cells = parent.cells;
        return;
    }
    evaluation.cells = selectCells(context.evaluator, parent.cells, region.guard, context.options.threshold,
                                   evaluation.condition, context.isLeftToData(region.guard));
    if (evaluation.condition.certainty != Certainty::Bounded) return;
    const CodePlace place = region.controlParents.empty()
                                ? region.place
                                : context.pdg.predicates[region.controlParents[0].predicate].place;
    const auto* annotation = annotationAt(AnnotationKind::Weight, place, context.pdg, context.launch);
    if (annotation == nullptr && guardsAnnotatedLoop(context, region)) {
        evaluation.condition.certainty = Certainty::Annotated;
        evaluation.cells = parent.cells;
        return;
    }
    if (annotation == nullptr || region.controlParents.size() != 1) {
        context.assume("the condition", place, Certainty::Bounded,
                       evaluation.condition.reason + "; weights 0 and 1");
        return;
    }
    const bool side = region.controlParents[0].side;
    const double low = side ? annotation->low : 1 - annotation->high;
    const double high = side ? annotation->high : 1 - annotation->low;
    evaluation.condition.certainty = Certainty::Annotated;
    evaluation.cells = parent.cells;
    for (auto& cell : evaluation.cells) {
        cell.scaleLow *= low;
        cell.scaleHigh *= high;
        cell.scale *= (low + high) / 2;
    }
    context.assume("the condition", place, Certainty::Annotated,
                   "weight " + std::to_string((annotation->low + annotation->high) / 2));
}

} // namespace warpstring::evaluation
