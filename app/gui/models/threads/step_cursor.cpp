// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/threads/step_cursor.h"

#include <algorithm>

#include "app/gui/models/qt_text.h"
#include "app/gui/models/unit_text.h"

namespace warpstring::gui {

using evaluation::StepSubject;

namespace {

QString subjectText(const StepSubject& subject) {
    const QString line =
        subject.place.at.line > 0 ? QStringLiteral("line %1: ").arg(subject.place.at.line) : QString();
    switch (subject.kind) {
    case StepSubject::Kind::Condition: return line + QStringLiteral("if ") + toQString(subject.text);
    case StepSubject::Kind::Loop: return line + QStringLiteral("loop while ") + toQString(subject.text);
    case StepSubject::Kind::Access: break;
    }
    return line + toQString(subject.text) +
           (subject.expression.empty() ? QString()
                                       : QStringLiteral(" [%1]").arg(toQString(subject.expression)));
}

bool isSame(const StepSubject& a, const StepSubject& b) {
    return a.kind == b.kind && a.place.at.line == b.place.at.line && a.text == b.text &&
           a.expression == b.expression;
}

/// 3-way conflicts and the like, for the worst warp.
QString serviceText(const StepSubject& subject, const evaluation::LaneStep& step) {
    if (subject.kind != StepSubject::Kind::Access) return {};
    if (step.warps.empty())
        return step.perhaps.empty() ? QString() : QStringLiteral("; its addresses are not known");
    if (subject.space == MemorySpace::Shared) {
        const QString cycles = numberText(step.cycles) + QStringLiteral(" cycles for the group");
        return step.ways > 1 ? QStringLiteral("; worst bank conflict %1-way: ").arg(step.ways) + cycles
                             : QStringLiteral("; no bank conflict: ") + cycles;
    }
    return QStringLiteral("; %1 for the group, %2 bytes moved, %3 of them used (%4)")
        .arg(numberText(step.transactionCount) + (step.transactionCount == 1 ? QStringLiteral(" transaction")
                                                                             : QStringLiteral(" transactions")),
             numberText(step.bytesMoved), numberText(step.bytesUsed),
             percentText(step.bytesMoved > 0 ? step.bytesUsed / step.bytesMoved : 0));
}

QString idText(const std::array<std::uint64_t, 3>& ids, int dimensions) {
    QString made = QString::number(ids[0]);
    for (int d = 1; d < dimensions; ++d) made += QStringLiteral(", %1").arg(ids[static_cast<std::size_t>(d)]);
    return dimensions > 1 ? QLatin1Char('(') + made + QLatin1Char(')') : made;
}

int dimensionsOf(const NDRange& range) { return range.global[2] > 1 ? 3 : range.global[1] > 1 ? 2 : 1; }

} // namespace

void StepCursor::setGraph(SharedThreadsGraph graph) {
    const StepSubject* before = subject();
    std::optional<StepSubject> kept;
    if (before != nullptr) kept = *before;
    const bool isOther = !graph_ || !graph || graph_->pdg->kernel != graph->pdg->kernel;
    steps_.reset(); // it refers to the graph that goes
    lanes_.reset();
    graph_ = std::move(graph);
    subject_ = -1;
    if (isOther) {
        group_ = {};
        around_.clear();
        step_ = 0;
        chosenWarp_ = -1;
    }
    const evaluation::GroupId counts = groupCounts();
    for (std::size_t d = 0; d < 3; ++d) group_[d] = std::min(group_[d], counts[d] - 1);
    if (graph_) {
        const auto& subjects = graph_->subjects;
        const auto find = [&](auto&& wanted) {
            if (subject_ >= 0) return;
            const auto found = std::find_if(subjects.begin(), subjects.end(), wanted);
            if (found != subjects.end()) subject_ = static_cast<int>(found - subjects.begin());
        };
        if (kept && !isOther) {
            find([&](const auto& own) { return isSame(own, *kept); });
            find([&](const auto& own) {
                return own.kind == kept->kind && own.place.at.line == kept->place.at.line;
            });
        }
        find([](const auto& own) { return own.kind == StepSubject::Kind::Condition && own.loop != none; });
        find([](const auto& own) { return own.kind == StepSubject::Kind::Condition; });
        find([](const auto&) { return true; });
    }
    Q_EMIT graphChanged();
    openSubject();
}

QStringList StepCursor::subjectTexts() const {
    constexpr qsizetype longest = 160; // of an expression that still tells something
    QStringList texts;
    if (graph_)
        for (const auto& own : graph_->subjects) {
            const QString whole = subjectText(own);
            texts << (whole.size() > longest ? whole.left(longest) + QStringLiteral(" ...") : whole);
        }
    return texts;
}

const StepSubject* StepCursor::subject() const {
    return graph_ && subject_ >= 0 ? &graph_->subjects[static_cast<std::size_t>(subject_)] : nullptr;
}

void StepCursor::setSubject(int index) {
    if (!graph_ || index == subject_ || index < 0 || index >= static_cast<int>(graph_->subjects.size())) return;
    const LoopId before = subject()->loop;
    subject_ = index;
    if (subject()->loop != before) {
        around_.clear();
        step_ = 0;
    }
    openSubject();
}

bool StepCursor::showFocus(const Focus& focus) {
    if (!graph_ || focus.empty()) return false;
    const bool isOwnGraph = graph_->pdg == graph_->analysis->pdg;
    int best = -1, bestRank = 0;
    for (std::size_t i = 0; i < graph_->subjects.size(); ++i) {
        const auto& own = graph_->subjects[i];
        // Node numbers mean something only in the window's graph; lines do in both.
        int rank = focus.hasLine(own.place.at.line) ? 2 : 0;
        if (isOwnGraph && own.access != none && focus.hasStatement(graph_->pdg->accesses[own.access].statement))
            rank = focus.statements.size() == 1 ? 5 : 3;
        if (isOwnGraph && own.access == none && focus.hasRegion(own.region)) rank = std::max(rank, 3);
        if (rank > 0 && static_cast<int>(i) == subject_) ++rank; // stay where that is right too
        if (rank > bestRank) {
            bestRank = rank;
            best = static_cast<int>(i);
        }
    }
    if (best < 0) return false;
    setSubject(best);
    return true;
}

Focus StepCursor::focus() const {
    const StepSubject* own = subject();
    if (own == nullptr) return {};
    const auto& elements = graph_->analysis->elements;
    if (graph_->pdg == graph_->analysis->pdg) {
        if (own->access != none) return elements.fromStatement(graph_->pdg->accesses[own->access].statement);
        return elements.fromNode(own->region);
    }
    return elements.fromLine(own->place.at.line);
}

evaluation::GroupId StepCursor::groupCounts() const {
    evaluation::GroupId counts{1, 1, 1};
    if (graph_)
        for (int d = 0; d < 3; ++d)
            counts[static_cast<std::size_t>(d)] =
                std::max<std::uint64_t>(1, graph_->evaluation.launch.range.groups(d));
    return counts;
}

void StepCursor::setGroup(evaluation::GroupId group) {
    const evaluation::GroupId counts = groupCounts();
    for (std::size_t d = 0; d < 3; ++d) group[d] = std::min(group[d], counts[d] - 1);
    if (group == group_) return;
    group_ = group;
    update();
}

void StepCursor::setIteration(std::size_t depth, quint64 iteration) {
    if (depth >= around_.size()) return;
    LoopAround& loop = around_[depth];
    iteration = std::min(iteration, loop.count == 0 ? 0 : loop.count - 1);
    if (iteration == loop.at) return;
    loop.at = iteration;
    update();
}

void StepCursor::setStep(quint64 step) {
    step = std::min(step, stepCount_ == 0 ? 0 : stepCount_ - 1);
    if (step == step_) return;
    step_ = step;
    update();
}

int StepCursor::warp() const {
    if (!lanes_) return 0;
    if (chosenWarp_ >= 0 && chosenWarp_ < lanes_->warpCount()) return chosenWarp_;
    const auto worst =
        std::max_element(lanes_->warps.begin(), lanes_->warps.end(), [](const auto& a, const auto& b) {
            return std::pair(a.ways, a.transactionCount) < std::pair(b.ways, b.transactionCount);
        });
    return worst == lanes_->warps.end() ? 0 : worst->warp;
}

void StepCursor::chooseWarp(int warp) {
    if (!lanes_) return;
    chosenWarp_ = std::clamp(warp, 0, lanes_->warpCount() - 1);
    Q_EMIT stepChanged();
}

const evaluation::Replay* StepCursor::replay() const {
    return subject() == nullptr ? nullptr : &graph_->replays.at(subject()->region);
}

void StepCursor::openSubject() {
    steps_.reset();
    lanes_.reset();
    if (const StepSubject* own = subject()) {
        evaluation::EvaluationOptions options;
        options.threshold = graph_->analysis->request.threshold;
        steps_ = std::make_unique<evaluation::LaneSteps>(*graph_->pdg, graph_->evaluation,
                                                         graph_->analysis->spec(), *own, options);
    }
    Q_EMIT subjectChanged();
    update();
}

void StepCursor::updateAround() {
    around_.resize(steps_ ? steps_->around().size() : 0);
    for (std::size_t depth = 0; depth < around_.size(); ++depth) {
        LoopAround& loop = around_[depth];
        loop.text = QStringLiteral("line %1").arg(graph_->pdg->loops[steps_->around()[depth]].place.at.line);
        loop.count = steps_->countAround(depth, group_, iterations());
        loop.at = std::min(loop.at, loop.count == 0 ? 0 : loop.count - 1);
    }
}

evaluation::Iterations StepCursor::iterations() const {
    evaluation::Iterations made;
    for (const LoopAround& loop : around_) made.push_back(loop.at);
    return made;
}

void StepCursor::update() {
    lanes_.reset();
    problem_.clear();
    stepCount_ = 0;
    updateAround();
    if (steps_) {
        stepCount_ = steps_->count(group_, iterations());
        step_ = std::min(step_, stepCount_ == 0 ? 0 : stepCount_ - 1);
        auto found = steps_->at(group_, step_, iterations());
        if (found)
            lanes_ = std::move(*found);
        else
            problem_ = toQString(found.diagnostics().front().message + ": " + found.diagnostics().front().hint);
    }
    Q_EMIT stepChanged();
}

QString StepCursor::summary() const {
    const StepSubject* own = subject();
    if (!graph_) return QStringLiteral("Open a kernel to see what its work-items do.");
    if (own == nullptr)
        return QStringLiteral("No condition of %1 depends on work-items, and it accesses no memory.")
            .arg(toQString(graph_->pdg->kernel));
    if (!lanes_) return problem_;
    const int size = lanes_->warpSize, of = warp();
    int active = 0;
    for (int lane = 0; lane < size && of * size + lane < lanes_->groupSize; ++lane)
        active += lanes_->perhaps.contains(of * size + lane) ? 1 : 0;
    if (lanes_->perhaps.empty()) return QStringLiteral("no work-item is active at this step");
    const bool isCertain = lanes_->active == lanes_->perhaps;
    return QStringLiteral("%1 of %2 warps active; %3 of %4 lanes %5active in warp %6")
               .arg(lanes_->activeWarps)
               .arg(lanes_->warpCount())
               .arg(active)
               .arg(size)
               .arg(isCertain ? QString() : QStringLiteral("perhaps "))
               .arg(of) +
           serviceText(*own, *lanes_);
}

QString StepCursor::doubt() const { return subject() == nullptr ? QString() : toQString(subject()->unknown); }

QString StepCursor::itemText(int item) const {
    const StepSubject* own = subject();
    if (own == nullptr || !lanes_ || item < 0 || item >= lanes_->groupSize) return {};
    const NDRange& range = graph_->evaluation.launch.range;
    const auto number = static_cast<std::uint64_t>(item);
    const std::array<std::uint64_t, 3> local{number % range.local[0], number / range.local[0] % range.local[1],
                                             number / (range.local[0] * range.local[1])};
    std::array<std::uint64_t, 3> global{};
    for (std::size_t d = 0; d < 3; ++d) global[d] = group_[d] * range.local[d] + local[d];
    const int dimensions = dimensionsOf(range);
    QString made = QStringLiteral("lane %1 of warp %2, local ID %3, global ID %4: ")
                       .arg(item % lanes_->warpSize)
                       .arg(item / lanes_->warpSize)
                       .arg(idText(local, dimensions), idText(global, dimensions));
    made += lanes_->active.contains(item)    ? QStringLiteral("active")
            : lanes_->perhaps.contains(item) ? QStringLiteral("perhaps active")
                                             : QStringLiteral("masked");
    if (own->access == none || !lanes_->perhaps.contains(item)) return made;
    const auto& offset = lanes_->offsets[static_cast<std::size_t>(item)];
    if (!offset) return made + QStringLiteral(", address not known");
    made += QStringLiteral(", byte %1").arg(*offset);
    if (own->space == MemorySpace::Shared)
        for (const auto& served : lanes_->warps)
            if (served.warp == item / lanes_->warpSize)
                for (const auto& batch : served.batches)
                    for (const auto& use : batch.banks)
                        for (const auto& word : use.words)
                            if (std::find(word.lanes.begin(), word.lanes.end(), item % lanes_->warpSize) !=
                                word.lanes.end())
                                made +=
                                    QStringLiteral(", bank %1%2")
                                        .arg(use.bank)
                                        .arg(use.turns > 1 ? QStringLiteral(" (one of %1 turns)").arg(use.turns)
                                                           : QString());
    return made;
}

QString StepCursor::transactionText(const evaluation::MemoryTransaction& transaction) const {
    return QStringLiteral("bytes %1 to %2: %3 bytes for %4 %5")
        .arg(transaction.address)
        .arg(transaction.address + transaction.bytes - 1)
        .arg(transaction.bytes)
        .arg(transaction.lanes.size())
        .arg(transaction.lanes.size() == 1 ? QStringLiteral("lane") : QStringLiteral("lanes"));
}

QString StepCursor::stepText() const {
    if (!lanes_) return {};
    QString of = QStringLiteral("step %1 of %2").arg(step_).arg(stepCount_);
    for (auto loop = around_.rbegin(); loop != around_.rend(); ++loop)
        of += QStringLiteral(" in iteration %1 of %2 of the loop of %3")
                  .arg(loop->at)
                  .arg(loop->count)
                  .arg(loop->text);
    return of + QStringLiteral(", work-group ") + idText(group_, dimensionsOf(graph_->evaluation.launch.range));
}

} // namespace warpstring::gui
