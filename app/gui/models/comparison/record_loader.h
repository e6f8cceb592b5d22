// SPDX-License-Identifier: GPL-3.0-or-later
// Measurement records that lie beside a launch file, read off the GUI's thread.
#pragma once

#include <QObject>
#include <filesystem>
#include <memory>
#include <vector>

#include "core/records/measurement.h"

namespace warpstring::gui {

using SharedRecords = std::shared_ptr<const std::vector<records::Measurement>>;

class RecordLoader : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    /// Reads the folder `measurements` beside the file. An earlier reading that is not done is forgotten.
    void load(const std::filesystem::path& launchFile);

Q_SIGNALS:
    /// The records are empty where there are none. Faults of records are the comparison's to tell.
    void loaded(const warpstring::gui::SharedRecords& records);

private:
    std::filesystem::path folder_;
    quint64 request_ = 0;
};

} // namespace warpstring::gui
