// SPDX-License-Identifier: GPL-3.0-or-later
// What a search is of: the texts as they are edited, and the device.
#pragma once

#include "app/gui/models/session/session.h"
#include "tuning/search/space_reading.h"
#include "tuning/transform/transform.h"

namespace warpstring::gui {

struct TuneInputs {
    search::NamedText launch, source;
    SharedAnalysis analysis; ///< of these texts or of those before them; its device is the search's

    [[nodiscard]] bool hasTextsOf(const TuneInputs& other) const {
        return launch.text == other.launch.text && source.text == other.source.text &&
               launch.path == other.launch.path;
    }
    [[nodiscard]] transform::KernelText kernelText() const {
        return {source.text, launch.text, source.path, launch.path};
    }
};

/// Of the current document; nothing before its kernel has been analysed.
[[nodiscard]] std::optional<TuneInputs> tuneInputs(Session& session);

} // namespace warpstring::gui
