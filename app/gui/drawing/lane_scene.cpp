// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/drawing/lane_scene.h"

#include <QFont>

#include "app/gui/models/threads/threads_view.h"

namespace warpstring::gui {

const WarpService* LaneScene::service() const {
    for (const auto& own : step.warps)
        if (own.warp == warp) return &own;
    return nullptr;
}

std::optional<LaneScene> laneScene(const ThreadsView& view) {
    if (!view.lanes()) return std::nullopt;
    LaneScene scene;
    scene.step = *view.lanes();
    scene.warp = view.warp();
    scene.title = view.subjectTexts().at(view.subjectIndex());
    scene.subtitle = view.stepText();
    scene.summary = view.summary();
    scene.doubt = view.doubt();
    scene.banks = view.graph()->analysis->spec().sharedMemory.banks;
    if (const auto& subject = *view.subject(); subject.access != none) {
        scene.isAccess = true;
        scene.space = subject.space;
        // Private arrays are interleaved word by word.
        scene.accessBytes =
            subject.space == MemorySpace::Private ? 4 : view.graph()->pdg->accesses[subject.access].bytes;
    }
    return scene;
}

QFont laneFont(bool bold) {
    QFont font;
    font.setPixelSize(11);
    font.setBold(bold);
    return font;
}

} // namespace warpstring::gui
