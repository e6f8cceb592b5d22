// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/tune/tune_inputs.h"

namespace warpstring::gui {

std::optional<TuneInputs> tuneInputs(Session& session) {
    const KernelDocument* document = session.current();
    if (document == nullptr || !session.analysis()) return std::nullopt;
    return TuneInputs{{document->launchText(), document->launchPath()},
                      {document->sourceText(), document->sourcePath()},
                      session.analysis()};
}

} // namespace warpstring::gui
