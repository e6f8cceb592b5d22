// SPDX-License-Identifier: GPL-3.0-or-later
// A pattern's text read into its program off the GUI's thread, the latest one only.
#pragma once

#include <QObject>
#include <memory>
#include <string>

#include "app/gui/models/background_task.h"
#include "generate/running/description.h"

namespace warpstring::gui {

/// What a text says.
struct PatternReading {
    std::vector<generate::PatternSize> sizes;   ///< with what was given in their places
    std::vector<generate::PatternSize> written; ///< as the file has them; without those it has not any more
    std::shared_ptr<const generate::Program> program; ///< nullptr where there are faults
    Diagnostics faults;
    Diagnostics notes; ///< of a C function: what is taken for granted, and warnings
};

/// `given` may name sizes that the text has not: they are passed over.
[[nodiscard]] PatternReading readingOf(const std::string& text, const std::string& file,
                                       const generate::GivenSizes& given);

class PatternReader : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    /// What is read is dropped.
    void start(std::string text, std::string file, generate::GivenSizes given);
    [[nodiscard]] bool busy() const { return busy_; }

Q_SIGNALS:
    void finished(const std::shared_ptr<const warpstring::gui::PatternReading>& reading);

private:
    quint64 revision_ = 0;
    bool busy_ = false;
    BackgroundTask task_; ///< last: its end comes first
};

} // namespace warpstring::gui
