// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QCommandLineParser>
#include <QIcon>

#include "app/gui/window/main_window.h"

int main(int argc, char** argv) {
    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("warpstring"));
    QApplication::setApplicationDisplayName(QStringLiteral("Warpstring"));
    QApplication::setApplicationVersion(QStringLiteral(WARPSTRING_VERSION));
    QApplication::setDesktopFileName(QStringLiteral("warpstring"));
    QIcon icon;
    for (const int size : {16, 32, 48, 128, 256})
        icon.addFile(QStringLiteral(":/icons/warpstring-%1.png").arg(size));
    QApplication::setWindowIcon(icon);
    QApplication::setStyle(QStringLiteral("Fusion"));

    QCommandLineParser parser;
    parser.setApplicationDescription(QStringLiteral(
        "Simulates OpenCL kernels on GPUs that need not be there, and shows why they take their time."));
    parser.addHelpOption();
    parser.addVersionOption();
    const QCommandLineOption spec({QStringLiteral("s"), QStringLiteral("spec")},
                                  QStringLiteral("The device: a name (see 'warpstring spec list') or a file."),
                                  QStringLiteral("spec"));
    parser.addOption(spec);
    parser.addPositionalArgument(
        QStringLiteral("files"),
        QStringLiteral(
            "Launch files (.toml), kernels (.cl), patterns (.pattern), parallel loops (.c), projects "
            "(.warpstring)."),
        QStringLiteral("[files...]"));
    parser.process(application);

    warpstring::gui::MainWindow window(warpstring::gui::UserFolders::standard(),
                                       {parser.value(spec), parser.positionalArguments()});
    window.show();
    return QApplication::exec();
}
