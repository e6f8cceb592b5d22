// SPDX-License-Identifier: GPL-3.0-or-later
// What a form of a launch knows of the source: its kernels, and what the launch's kernel takes.
#pragma once

#include <QObject>
#include <filesystem>
#include <string>
#include <vector>

#include "app/gui/models/background_task.h"
#include "pdg/pdg.h"

namespace warpstring::gui {

struct SourceFacts {
    std::vector<std::string> kernels;      ///< in the order of the source
    std::string kernel;                    ///< whose arguments these are
    std::vector<KernelArgument> arguments; ///< in the kernel's order; whether stores reach them is not known
};

/// Finds the facts off the GUI's thread, the latest request only.
class SourceFactsFinder : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    /// The facts found last. A source that does not compile leaves those of the one before.
    [[nodiscard]] const SourceFacts& facts() const { return facts_; }
    /// Of a source under the options, macros and kernel that the launch's text names; where these are as they
    /// were, nothing is done.
    void follow(const std::filesystem::path& path, const std::string& source, const std::string& launchText);
    /// Of no source.
    void clear();

Q_SIGNALS:
    void found();

private:
    SourceFacts facts_;
    std::string followed_; ///< all that the facts hang on
    quint64 round_ = 0;
    BackgroundTask task_; ///< last: ends before what it uses
};

} // namespace warpstring::gui
