// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/drawing/lane_scene.h"

#include <QFont>

#include "app/gui/models/threads/step_cursor.h"

namespace warpstring::gui {

const evaluation::WarpService* LaneScene::service() const {
    for (const auto& own : step.warps)
        if (own.warp == warp) return &own;
    return nullptr;
}

std::optional<LaneScene> laneScene(const StepCursor& cursor) {
    if (!cursor.lanes()) return std::nullopt;
    LaneScene scene;
    scene.step = *cursor.lanes();
    scene.warp = cursor.warp();
    scene.title = cursor.subjectTexts().at(cursor.subjectIndex());
    scene.subtitle = cursor.stepText();
    scene.summary = cursor.summary();
    scene.doubt = cursor.doubt();
    scene.banks = cursor.graph()->analysis->spec().sharedMemory.banks;
    if (const auto& subject = *cursor.subject(); subject.access != none) {
        scene.isAccess = true;
        scene.space = subject.space;
        // Private arrays are interleaved word by word.
        scene.accessBytes =
            subject.space == MemorySpace::Private ? 4 : cursor.graph()->pdg->accesses[subject.access].bytes;
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
