// SPDX-License-Identifier: GPL-3.0-or-later
// Whether the desktop is light or dark, and when that changes.
#pragma once

#include <QDBusVariant>
#include <QObject>

namespace warpstring::gui {

/// Asks the desktop portal's setting org.freedesktop.appearance color-scheme; without one, the palette that the
/// program began with tells.
class SystemTheme : public QObject {
    Q_OBJECT

public:
    explicit SystemTheme(QObject* parent = nullptr);

    [[nodiscard]] bool dark() const { return dark_; }

Q_SIGNALS:
    void changed();

private Q_SLOTS:
    void settingChanged(const QString& group, const QString& key, const QDBusVariant& value);

private:
    void take(const QVariant& scheme);

    bool dark_ = false;
};

} // namespace warpstring::gui
