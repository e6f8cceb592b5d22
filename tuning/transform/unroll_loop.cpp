// SPDX-License-Identifier: GPL-3.0-or-later
// "unroll k=4": the compiler is asked to, or the bodies are written out.
#include <clang/AST/Attr.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>

#include "tuning/transform/loop_exits.h"
#include "tuning/transform/loop_form.h"
#include "tuning/transform/loop_names.h"
#include "tuning/transform/scene.h"
#include "tuning/transform/value_range.h"

namespace warpstring::transform {

namespace {

class Unrolling {
public:
    Unrolling(const Scene& scene, const clang::Stmt& loop, std::int64_t times)
        : scene_(scene), loop_(loop), times_(times), edits_(scene) {}

    Result<Change> asPragma() {
        const std::string pragma = "#pragma unroll " + std::to_string(times_);
        if (const auto fault = faultOfAttribute()) return *fault;
        if (const auto at = pragmaOf(scene_, loop_)) {
            const std::size_t end =
                std::min(scene_.text.source.find_first_of("\r\n", *at), scene_.text.source.size());
            edits_.replaceAt(*at, static_cast<unsigned>(end - *at), pragma);
        } else if (const auto place = edits_.span({loop_.getBeginLoc(), loop_.getBeginLoc()})) {
            const std::string indent = indentOf(scene_, place->first);
            const std::string& text = scene_.text.source;
            const std::size_t before = text.find_last_not_of(" \t", place->first == 0 ? 0 : place->first - 1);
            const bool beginsLine = before == std::string::npos || text[before] == '\n' || place->first == 0;
            edits_.replaceAt(place->first, 0, (beginsLine ? "" : "\n" + indent) + pragma + "\n" + indent);
        }
        return finish("the compiler is asked to unroll the loop of line " + lineText() + " " +
                      std::to_string(times_) + " times");
    }

    Result<Change> writtenOut() {
        const auto* loop = llvm::dyn_cast<clang::ForStmt>(&loop_);
        const auto counted = loop ? countedLoop(scene_, *loop) : std::nullopt;
        if (!counted)
            return refuse(
                loop_.getBeginLoc(), "loop-form",
                "it is not of the form for (k = first; k < bound; k += step) with a body that leaves k alone",
                "leave out \",written\": the compiler may still unroll it");
        if (const auto* exit = exitsOf(*loop->getBody()).any())
            return refuse(exit->getBeginLoc(), "loop-exit", "its body is left here before its end",
                          "leave out \",written\", or turn it into a condition around the rest");
        if (llvm::isa<clang::AttributedStmt>(loop->getBody()))
            return refuse(loop->getBody()->getBeginLoc(), "loop-form", "its body is a loop with a pragma",
                          "put braces around the body");
        if (const auto fault = faultOfBound(*counted)) return *fault;
        if (const auto fault = faultOfAttribute()) return *fault;
        if (areTripsTold(scene_, loop_))
            return refuse(loop_.getBeginLoc(), "annotated-loop", "the launch file tells its trips",
                          "leave out \",written\": the compiler may still unroll it");
        return writeOut(*counted);
    }

private:
    Diagnostic refuse(clang::SourceLocation at, const std::string& what, const std::string& message,
                      const std::string& hint) const {
        return refusal(scene_, at, what, "the loop of line " + lineText() + " cannot be unrolled: " + message,
                       hint);
    }

    std::string lineText() const { return std::to_string(lineNumberOf(scene_, loop_)); }

    std::optional<Diagnostic> faultOfAttribute() const {
        const auto* parent = parentOf(scene_.context, loop_);
        if (parent == nullptr || !llvm::isa<clang::AttributedStmt>(parent) || pragmaOf(scene_, loop_))
            return std::nullopt;
        return refuse(loop_.getBeginLoc(), "already-unrolled", "an attribute says already how often",
                      "change or remove the attribute");
    }

    /// The bound must be the same all the time: it is compared less often then.
    std::optional<Diagnostic> faultOfBound(const CountedLoop& counted) const {
        for (const auto* use : scene_.facts.uses)
            if (isWithin(scene_.context, *use, *counted.bound) &&
                isChangedIn(scene_.context, scene_.facts, *use->getDecl(), *counted.loop))
                return refuse(counted.bound->getBeginLoc(), "bound-changes", "its bound changes in its body",
                              "copy the bound to a variable before the loop");
        class Loads : public clang::RecursiveASTVisitor<Loads> {
        public:
            bool found = false;
            bool VisitArraySubscriptExpr(clang::ArraySubscriptExpr* /*e*/) { return !(found = true); }
            bool VisitUnaryOperator(clang::UnaryOperator* e) {
                return !(found = found || e->getOpcode() == clang::UO_Deref || e->isIncrementDecrementOp());
            }
            bool VisitMemberExpr(clang::MemberExpr* e) { return !(found = found || e->isArrow()); }
        } loads;
        loads.TraverseStmt(const_cast<clang::Expr*>(counted.bound));
        if (!loads.found) return std::nullopt;
        return refuse(counted.bound->getBeginLoc(), "bound-changes", "its bound is loaded, and may change",
                      "copy the bound to a variable before the loop");
    }

    /// Whether the bodies divide the trips of all launches, so that no remainder is left.
    bool isWhole(const CountedLoop& counted) const {
        return std::all_of(scene_.launches.begin(), scene_.launches.end(), [&](const Launch& launch) {
            const auto trips = tripsOf(scene_, launch, counted);
            return trips && *trips % times_ == 0;
        });
    }

    std::string textOf(clang::SourceRange range) { return edits_.copyOf(range, {}); }

    Result<Change> writeOut(const CountedLoop& counted) {
        auto whole = edits_.statementSpan(loop_);
        if (!whole) return edits_.finish().diagnostics();
        // Braces take the place of a body's semicolon.
        if (!llvm::isa<clang::CompoundStmt>(counted.loop->getBody())) {
            const std::size_t end = whole->first + whole->second;
            const std::size_t next = scene_.text.source.find_first_not_of(" \t\r\n", end);
            if (next != std::string::npos && scene_.text.source[next] == ';')
                whole->second = static_cast<unsigned>(next + 1 - whole->first);
        }
        const std::string name = counted.counter->getName().str();
        const std::string indent = indentOf(scene_, whole->first);
        unsigned begin = whole->first;
        const std::string step = std::to_string(counted.step * times_);
        const bool hasRemainder = !isWhole(counted);
        // Compared as a long where the sum could overflow.
        const std::string last = std::to_string(counted.step * (times_ - 1));
        const std::string relation = counted.isBoundIncluded ? " <= " : " < ";
        const std::string bound = textOf(counted.bound->getSourceRange());
        const std::string init = textOf(counted.loop->getInit()->getSourceRange());
        const std::string head =
            hasRemainder ? "(long)" + name + " + " + last + relation + bound : textOf(counted.condition);
        std::string bodies;
        for (std::int64_t j = 0; j < times_; ++j)
            bodies += indent + "    " + bodyText(counted, j * counted.step) + "\n";
        std::string text;
        const std::string increment = name + " += " + step;
        if (!hasRemainder) {
            text = "for (" + init + (init.ends_with(';') ? " " : "; ") + head + "; " + increment + ") {\n" +
                   bodies + indent + "}";
        } else {
            if (const auto pragma = pragmaOf(scene_, loop_)) begin = *pragma; // which must stand before a loop
            const std::string statement = init + (init.ends_with(';') ? "" : ";");
            text = "{\n" + indent + statement + "\n" + indent + "for (; " + head + "; " + increment + ") {\n" +
                   bodies + indent + "}\n" + indent + "for (; " + textOf(counted.condition) + "; " +
                   textOf(counted.loop->getInc()->getSourceRange()) + ")\n" + indent + "    " +
                   bodyText(counted, 0) + "\n" + indent + "}";
        }
        edits_.replaceAt(begin, whole->first + whole->second - begin, text);
        return finish("the loop of line " + lineText() + " is written out " + std::to_string(times_) +
                      " times" + (hasRemainder ? ", with a loop for what is left" : ""));
    }

    /// In braces, with the counter's value so much further on.
    std::string bodyText(const CountedLoop& counted, std::int64_t further) {
        std::vector<std::pair<clang::SourceRange, std::string>> changes;
        const std::string value = sumOf(*counted.counter, std::to_string(further));
        for (const auto* use : scene_.facts.uses)
            if (further > 0 && use->getDecl() == counted.counter &&
                isWithin(scene_.context, *use, *counted.loop->getBody()))
                changes.emplace_back(use->getSourceRange(), value);
        const auto place = edits_.statementSpan(*counted.loop->getBody());
        std::string text = place ? edits_.copyOf(*place, changes) : "";
        text = indented(text);
        if (llvm::isa<clang::CompoundStmt>(counted.loop->getBody())) return text;
        return text.insert(0, "{ ") + "; }";
    }

    Result<Change> finish(const std::string& note) {
        auto source = edits_.finish();
        if (!source) return source.diagnostics();
        Change change;
        change.source = std::move(*source);
        change.notes.push_back(note);
        return change;
    }

    const Scene& scene_;
    const clang::Stmt& loop_;
    std::int64_t times_;
    SourceEdits edits_;
};

} // namespace

Result<Change> unrollLoop(const Scene& scene, const Rewrite& rewrite) {
    const auto loop = loopOf(scene, rewrite.target);
    if (!loop) return loop.diagnostics();
    Unrolling unrolling(scene, **loop, std::stoll(rewrite.value));
    return rewrite.value.ends_with(",written") ? unrolling.writtenOut() : unrolling.asPragma();
}

} // namespace warpstring::transform
