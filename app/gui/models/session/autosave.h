// SPDX-License-Identifier: GPL-3.0-or-later
// Edits that were not saved, kept on disk until they are: they survive the death of the program.
#pragma once

#include <QDateTime>
#include <QJsonObject>
#include <QString>
#include <filesystem>
#include <string>
#include <vector>

#include "app/gui/models/session/kernel_document.h"

namespace warpstring::gui {

/// Texts of a kernel and its launch, or a text that stands alone (a hardware spec, a pattern), that were not
/// saved.
struct UnsavedWork : DocumentTexts {
    bool isText = false;
    std::filesystem::path textPath;
    std::string text;
    QDateTime when;
    QString file; ///< that holds it
};

/// A folder with a file for each document that has edits. Files name the process that wrote them: what a
/// running program keeps is not offered to another.
class Autosave {
public:
    explicit Autosave(QString folder);

    /// Writes the document's edits, or forgets them where there are none any more. Empty when done, else
    /// autosave.write.
    Diagnostics keep(const KernelDocument& document);
    /// The same for a text that stands alone.
    Diagnostics keepText(const std::filesystem::path& path, const std::string& text);
    /// Forgets what was kept of a launch file or of such a text. Nothing is wrong with forgetting what is not
    /// there.
    Diagnostics forget(const std::filesystem::path& path);
    /// What programs that are gone have left, the latest first. What cannot be read is passed over.
    [[nodiscard]] std::vector<UnsavedWork> left() const;
    /// The person took it or does not want it.
    void discard(const UnsavedWork& work);

private:
    [[nodiscard]] QString fileFor(const std::filesystem::path& path) const;
    Diagnostics write(const std::filesystem::path& path, QJsonObject object);

    QString folder_;
};

} // namespace warpstring::gui
