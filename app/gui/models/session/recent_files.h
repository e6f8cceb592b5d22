// SPDX-License-Identifier: GPL-3.0-or-later
// What was opened last, kept between runs.
#pragma once

#include <QDateTime>
#include <QString>
#include <optional>
#include <vector>

namespace warpstring::gui {

struct RecentFile {
    QString path; ///< of a launch file or a project, or of a kernel that has no launch file
    QString spec;
    QDateTime opened; ///< UTC
    /// Signed, as a fraction: of the last comparison of that spec with records of its own device.
    std::optional<double> lastError;
    friend bool operator==(const RecentFile&, const RecentFile&) = default;
};

class RecentFiles {
public:
    /// The list of a file; a file that cannot be read is an empty list.
    explicit RecentFiles(QString file);

    [[nodiscard]] const std::vector<RecentFile>& files() const { return files_; }
    /// Puts the file to the front of the list, which is written. It keeps the error that was known of it on the
    /// same spec unless it brings one.
    void add(RecentFile file);
    /// What the last comparison of the file said, and on which spec; nothing: there was no record.
    void setError(const QString& path, const QString& spec, std::optional<double> error);
    void clear();

    static constexpr std::size_t most = 12;

private:
    void write() const;

    QString file_;
    std::vector<RecentFile> files_;
};

} // namespace warpstring::gui
