// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/comparison/record_loader.h"

#include <QCoreApplication>
#include <QPointer>
#include <QThreadPool>

#include "core/records/record_store.h"

namespace warpstring::gui {

void RecordLoader::load(const std::filesystem::path& launchFile) {
    auto folder = launchFile.parent_path() / "measurements";
    if (folder == folder_) return;
    folder_ = std::move(folder);
    const quint64 request = ++request_;
    QThreadPool::globalInstance()->start([self = QPointer<RecordLoader>(this), request, folder = folder_] {
        auto records = std::make_shared<std::vector<records::Measurement>>();
        std::error_code ignored;
        if (std::filesystem::is_directory(folder, ignored))
            if (auto read = records::readRecords(folder)) *records = std::move(*read);
        // Posted to the program: the loader may be gone by the time it arrives.
        QMetaObject::invokeMethod(
            QCoreApplication::instance(),
            [self, request, records] {
                if (self && self->request_ == request) Q_EMIT self->loaded(records);
            },
            Qt::QueuedConnection);
    });
}

} // namespace warpstring::gui
