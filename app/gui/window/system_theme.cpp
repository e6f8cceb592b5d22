// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/window/system_theme.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QGuiApplication>
#include <QPalette>

namespace warpstring::gui {

namespace {

const auto service = QStringLiteral("org.freedesktop.portal.Desktop");
const auto path = QStringLiteral("/org/freedesktop/portal/desktop");
const auto interface = QStringLiteral("org.freedesktop.portal.Settings");
const auto group = QStringLiteral("org.freedesktop.appearance");
const auto key = QStringLiteral("color-scheme");

/// A setting comes wrapped in one variant or in two, by the portal's version.
QVariant unwrapped(QVariant value) {
    while (value.canConvert<QDBusVariant>()) value = value.value<QDBusVariant>().variant();
    return value;
}

} // namespace

SystemTheme::SystemTheme(QObject* parent)
    : QObject(parent), dark_(QGuiApplication::palette().color(QPalette::Window).lightness() < 128) {
    QDBusConnection bus = QDBusConnection::sessionBus();
    if (!bus.isConnected()) return;
    bus.connect(service, path, interface, QStringLiteral("SettingChanged"), this,
                SLOT(settingChanged(QString, QString, QDBusVariant)));
    QDBusMessage read = QDBusMessage::createMethodCall(service, path, interface, QStringLiteral("Read"));
    read << group << key;
    // The answer may never come; nothing waits for it.
    auto* watcher = new QDBusPendingCallWatcher(bus.asyncCall(read), this);
    connect(watcher, &QDBusPendingCallWatcher::finished, this, [this, watcher] {
        const QDBusPendingReply<QDBusVariant> reply = *watcher;
        if (!reply.isError()) take(reply.value().variant());
        watcher->deleteLater();
    });
}

void SystemTheme::settingChanged(const QString& of, const QString& which, const QDBusVariant& value) {
    if (of == group && which == key) take(value.variant());
}

/// 1: dark is preferred, 2: light, 0: no preference.
void SystemTheme::take(const QVariant& scheme) {
    const bool dark = unwrapped(scheme).toUInt() == 1;
    if (dark == dark_) return;
    dark_ = dark;
    Q_EMIT changed();
}

} // namespace warpstring::gui
