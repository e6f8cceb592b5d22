// SPDX-License-Identifier: GPL-3.0-or-later
// A position among the steps of a kernel (a condition, a loop or an access, a work-group and one step of it)
// and what the work-items do there.
#pragma once

#include <QObject>
#include <QStringList>
#include <memory>
#include <optional>

#include "app/gui/models/threads/threads_graph.h"
#include "pdg/evaluation/lane_steps.h"

namespace warpstring::gui {

class StepCursor : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    /// nullptr: there is nothing to show. The cursor keeps what was chosen where the new graph has it too.
    void setGraph(SharedThreadsGraph graph);
    [[nodiscard]] const SharedThreadsGraph& graph() const { return graph_; }

    /// "line 22: condition ((lid.x << 1) + 2) ..." for every subject, in their order.
    [[nodiscard]] QStringList subjectTexts() const;
    [[nodiscard]] int subjectIndex() const { return subject_; } ///< -1: none
    [[nodiscard]] const evaluation::StepSubject* subject() const;
    void setSubject(int index);
    /// Goes to what a focus of the window's selection means here: an access that it names, else the condition
    /// around it. Returns whether there was one.
    bool showFocus(const Focus& focus);
    /// Elements of the window's graph that stand for the subject.
    [[nodiscard]] Focus focus() const;

    [[nodiscard]] evaluation::GroupId group() const { return group_; }
    [[nodiscard]] evaluation::GroupId groupCounts() const;
    void setGroup(evaluation::GroupId group);

    /// The loops around the one that is stepped through, the outermost first: "line 37", and the iterations
    /// that the group makes of each where those around it stand.
    struct LoopAround {
        QString text;
        quint64 count = 0;
        quint64 at = 0;
    };
    [[nodiscard]] const std::vector<LoopAround>& loopsAround() const { return around_; }
    /// The iteration is clipped to those that there are. Does nothing where there is no such loop.
    void setIteration(std::size_t depth, quint64 iteration);

    [[nodiscard]] quint64 stepCount() const { return stepCount_; }
    [[nodiscard]] quint64 step() const { return step_; }
    /// The step is clipped to those that there are.
    void setStep(quint64 step);

    /// The warp of which banks or transactions are shown: chosen, or else the worst of the step.
    [[nodiscard]] int warp() const;
    void chooseWarp(int warp);

    [[nodiscard]] const std::optional<evaluation::LaneStep>& lanes() const { return lanes_; }
    /// The table of the subject's region, in the first work-group and the first iteration of loops around;
    /// nullptr without a subject.
    [[nodiscard]] const evaluation::Replay* replay() const;

    /// "24 of 32 lanes active in warp 1; worst bank conflict 4-way: 4 cycles"; or why there is nothing.
    [[nodiscard]] QString summary() const;
    /// What is not known of this subject; empty: all is.
    [[nodiscard]] QString doubt() const;
    /// Lane, warp, IDs, address and bank of a work-item at this step.
    [[nodiscard]] QString itemText(int item) const;
    [[nodiscard]] QString transactionText(const evaluation::MemoryTransaction& transaction) const;
    [[nodiscard]] QString stepText() const;

Q_SIGNALS:
    void graphChanged();
    void subjectChanged();
    /// The step, the group, the warp or what is known of them.
    void stepChanged();

private:
    void openSubject();
    void update();
    /// Their counts for the group, each clipped to its own.
    void updateAround();
    [[nodiscard]] evaluation::Iterations iterations() const;

    SharedThreadsGraph graph_;
    int subject_ = -1;
    evaluation::GroupId group_{};
    std::vector<LoopAround> around_;
    quint64 step_ = 0, stepCount_ = 0;
    int chosenWarp_ = -1;
    std::unique_ptr<evaluation::LaneSteps> steps_;
    std::optional<evaluation::LaneStep> lanes_;
    QString problem_;
};

} // namespace warpstring::gui
