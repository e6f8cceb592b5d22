// SPDX-License-Identifier: GPL-3.0-or-later
// Files come in by every way, good and bad, and no edit is lost.
#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMimeData>
#include <QTabBar>
#include <QTreeWidget>
#include <sys/wait.h>
#include <unistd.h>

#include "app/gui/window/start_page.h"
#include "tests/app/gui/window/window_fixture.h"

namespace warpstring::gui {

namespace {

using test::smallKernel;
using test::smallLaunch;
using test::textOf;

class WindowFiles : public test::WindowTest {
protected:
    void SetUp() override {
        test::WindowTest::SetUp();
        launch_ = folder_.write("twice.toml", smallLaunch());
        source_ = folder_.write("twice.cl", smallKernel);
    }

    void type(const QString& keys) {
        editor().setFocus();
        for (const QChar key : keys)
            if (key == QLatin1Char('\n'))
                QTest::keyClick(&editor(), Qt::Key_Return);
            else
                QTest::keyClick(&editor(), key.toLatin1());
    }
    void startWith(const QString& spec, const std::vector<std::filesystem::path>& files) {
        QStringList names;
        for (const auto& file : files) names += text(file);
        start({spec, names});
        settle();
    }
    StartPage& startPage() { return *window_->findChild<StartPage*>(); }
    QTreeWidget& tree(const QString& name) {
        for (auto* each : startPage().findChildren<QTreeWidget*>())
            if (each->accessibleName() == name) return *each;
        ADD_FAILURE();
        std::abort();
    }
    /// Drops files, as a file manager does, onto a widget of the window.
    bool drop(QWidget& onto, const std::vector<std::filesystem::path>& files) {
        QMimeData data;
        QList<QUrl> urls;
        for (const auto& file : files) urls += QUrl::fromLocalFile(text(file));
        data.setUrls(urls);
        data.setText(text(files.front()));
        const QPoint at(onto.width() / 2, onto.height() / 2);
        QDragEnterEvent enter(at, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&onto, &enter);
        QDropEvent drop(at, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&onto, &drop);
        settle();
        return drop.isAccepted();
    }
    /// What the running process keeps looks as if a process that is gone had written it.
    void orphanEdits() {
        const pid_t child = fork();
        if (child == 0) _exit(0);
        waitpid(child, nullptr, 0);
        const QDir kept(text(folder_ / "data/autosave"));
        for (const QString& name : kept.entryList({QStringLiteral("*.json")}, QDir::Files)) {
            QFile file(kept.filePath(name));
            ASSERT_TRUE(file.open(QIODevice::ReadOnly));
            QJsonObject object = QJsonDocument::fromJson(file.readAll()).object();
            file.close();
            object.insert(QStringLiteral("process"), static_cast<qint64>(child));
            ASSERT_TRUE(file.open(QIODevice::WriteOnly));
            file.write(QJsonDocument(object).toJson());
        }
    }
    void closeAndStartAgain() {
        window_->close();
        window_.reset();
        orphanEdits();
        start();
        ASSERT_TRUE(QTest::qWaitFor([this] { return !message().isEmpty(); }, 5000));
    }

    std::filesystem::path launch_, source_;
};

TEST_F(WindowFiles, WhatTheProgramIsStartedWithIsOpen) {
    startWith(QStringLiteral("nvidia-h200"), {launch_});
    ASSERT_EQ(session().state(), Session::State::Good);
    EXPECT_EQ(session().specName(), "nvidia-h200");
    EXPECT_EQ(editor().text().toStdString(), smallKernel);
    EXPECT_EQ(window_->recent().files().front().path, text(launch_));
    EXPECT_TRUE(window_->summary().picture()) << "shown";
    EXPECT_TRUE(message().isEmpty());

    startWith(QStringLiteral("nvidia-h200"), {folder_.copySample("scan/scan-init"), launch_});
    EXPECT_EQ(session().documents(), 2U);
    EXPECT_EQ(session().current()->launchPath(), launch_) << "the last one is in front";
}

TEST_F(WindowFiles, WhatIsWrongAtTheStartIsSaidInPlace) {
    startWith(QStringLiteral("no-such-gpu"), {launch_});
    EXPECT_TRUE(message().contains(QStringLiteral("no-such-gpu"))) << message().toStdString();
    EXPECT_EQ(session().state(), Session::State::Good) << "on another device";

    startWith({}, {folder_ / "nowhere.toml"});
    EXPECT_TRUE(message().contains(QStringLiteral("nowhere.toml"))) << message().toStdString();
    EXPECT_EQ(session().documents(), 0U);

    startWith({}, {folder_ / "config/.."});
    EXPECT_TRUE(message().contains(QStringLiteral("is a folder"))) << message().toStdString();

    startWith({}, {folder_.write("broken.toml", "kernel = \n")});
    EXPECT_EQ(session().documents(), 1U) << "to be mended";
    EXPECT_EQ(session().state(), Session::State::Faulty);
    EXPECT_FALSE(session().diagnostics().empty());
}

TEST_F(WindowFiles, TheStartPageOpensASample) {
    EXPECT_TRUE(startPage().isVisible());
    EXPECT_TRUE(
        QTest::qWaitFor([&] { return tree(QStringLiteral("Samples")).topLevelItemCount() > 10; }, 10000));
    auto& samples = tree(QStringLiteral("Samples"));
    QTreeWidgetItem* item = samples.topLevelItem(0)->child(0);
    samples.setFocus();
    samples.setCurrentItem(item);
    QTest::keyClick(&samples, Qt::Key_Return);
    settle();
    EXPECT_EQ(session().documents(), 1U);
    EXPECT_FALSE(startPage().isVisible());
    EXPECT_TRUE(editor().isVisible());
}

TEST_F(WindowFiles, ARecentFileComesBackWithItsDevice) {
    window_->setSpec(QStringLiteral("nvidia-h200"));
    ASSERT_TRUE(open(launch_));
    ASSERT_EQ(window_->recent().files().size(), 1U);
    window_->close();
    start();
    auto& recent = tree(QStringLiteral("Recent files"));
    ASSERT_TRUE(recent.isVisible());
    ASSERT_EQ(recent.topLevelItemCount(), 1);
    EXPECT_EQ(recent.topLevelItem(0)->text(1), QStringLiteral("nvidia-h200"));
    recent.setFocus();
    recent.setCurrentItem(recent.topLevelItem(0));
    QTest::keyClick(&recent, Qt::Key_Return);
    settle();
    ASSERT_EQ(session().documents(), 1U);
    EXPECT_EQ(session().current()->launchPath(), launch_);
    EXPECT_EQ(session().specName(), "nvidia-h200");
    std::filesystem::remove(launch_);
    trigger(QStringLiteral("&Close"));
    EXPECT_TRUE(startPage().isVisible());
    EXPECT_TRUE(recent.topLevelItem(0)->isDisabled()) << "it is not there any more";
}

TEST_F(WindowFiles, FilesAreDroppedAnywhere) {
    EXPECT_TRUE(drop(startPage(), {launch_}));
    ASSERT_EQ(session().documents(), 1U);
    const auto other = folder_.copySample("scan/scan-init");
    EXPECT_TRUE(drop(*editor().viewport(), {other}));
    ASSERT_EQ(session().documents(), 2U);
    EXPECT_EQ(session().current()->launchPath(), other);
    EXPECT_FALSE(session().document(0).modified()) << "the path is not typed into the text";
    EXPECT_FALSE(session().document(1).modified());
    EXPECT_TRUE(drop(window_->string().canvas(), {source_}));
    EXPECT_EQ(session().current()->launchPath(), launch_) << "open already";
    EXPECT_EQ(session().documents(), 2U);
}

TEST_F(WindowFiles, WhatCannotBeOpenedIsSaidInPlace) {
    for (const auto& path : {folder_ / "missing.toml", folder_ / "missing.cl", folder_ / "missing.warpstring",
                             folder_.path(), folder_.write("bad.warpstring", "{}")}) {
        EXPECT_FALSE(window_->open(text(path))) << path;
        EXPECT_TRUE(message().contains(text(path))) << path << ": " << message().toStdString();
        EXPECT_EQ(session().documents(), 0U);
        EXPECT_TRUE(startPage().isVisible());
        EXPECT_EQ(QApplication::activeModalWidget(), nullptr);
        ASSERT_NE(button(QStringLiteral("Close")), nullptr);
        button(QStringLiteral("Close"))->click();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        EXPECT_TRUE(message().isEmpty());
    }
}

TEST_F(WindowFiles, FaultyFilesAreOpenWithTheirFaults) {
    std::string garbage;
    for (int i = 0; i < 3000; ++i) garbage += static_cast<char>(i * 89 % 251);
    for (const auto& [name, content] :
         {std::pair{"garbage.toml", garbage}, std::pair{"garbage/garbage.cl", garbage},
          std::pair{"empty.toml", std::string()}, std::pair{"empty/empty.cl", std::string()},
          std::pair{"unknown-key.toml", "colour = 1\n" + smallLaunch()},
          std::pair{"no-source.toml", smallLaunch("nowhere.cl")}}) {
        (void)open(folder_.write(name, content));
        EXPECT_EQ(session().state(), Session::State::Faulty) << name;
        EXPECT_TRUE(hasErrors(session().diagnostics())) << name;
        EXPECT_GT(pane<ProblemsPane>().problems().count(Severity::Error), 0) << name;
        EXPECT_EQ(QApplication::activeModalWidget(), nullptr);
        EXPECT_FALSE(session().current()->modified()) << name;
    }
}

TEST_F(WindowFiles, AFaultOfTheLaunchIsToldBesideItsLineAndReachedFromTheList) {
    const std::string faulty = "\ncolour = 1\n" + smallLaunch();
    ASSERT_TRUE(open(folder_.write("unknown-key.toml", faulty)));
    const int line = session().diagnostics().front().place.line;
    ASSERT_GT(line, 1);
    auto& launch = pane<LaunchPane>();
    EXPECT_TRUE(launch.editor().annotation(line - 1).contains(QStringLiteral("colour")));
    Q_EMIT pane<ProblemsPane>().placeWanted(session().diagnostics().front().place);
    EXPECT_TRUE(launch.isVisible());
    EXPECT_EQ(launch.editor().cursorLine(), line);
    // Mended in place.
    launch.editor().setSelection(line - 1, 0, line, 0);
    QTest::keyClick(&launch.editor(), Qt::Key_Delete);
    ASSERT_TRUE(becomes(Session::State::Good));
    EXPECT_TRUE(launch.editor().annotation(line - 1).isEmpty());
    EXPECT_EQ(editor().text().toStdString(), smallKernel);
}

TEST_F(WindowFiles, SavingWritesAndForgetsTheEdits) {
    ASSERT_TRUE(open(launch_));
    type(QStringLiteral("// typed\n"));
    const auto bars = window_->findChildren<QTabBar*>();
    const auto documents = std::find_if(bars.begin(), bars.end(), [](auto* bar) {
        return bar->accessibleName() == QStringLiteral("Open kernels");
    });
    ASSERT_NE(documents, bars.end());
    EXPECT_TRUE((*documents)->isVisible());
    EXPECT_TRUE((*documents)->tabText(0).contains(QChar(0x2022))) << "marked as edited";
    const QDir kept(text(folder_ / "data/autosave"));
    ASSERT_TRUE(QTest::qWaitFor([&] { return kept.entryList(QDir::Files).size() == 1; }, 10000))
        << "kept some time after the last key";
    QTest::keyClick(&editor(), Qt::Key_S, Qt::ControlModifier);
    EXPECT_FALSE(session().current()->modified());
    EXPECT_FALSE((*documents)->tabText(0).contains(QChar(0x2022)));
    EXPECT_TRUE(textOf(source_).starts_with("// typed\n"));
    EXPECT_TRUE(kept.entryList(QDir::Files).isEmpty());
    QTest::qWait(1200);
    EXPECT_TRUE(kept.entryList(QDir::Files).isEmpty());
}

TEST_F(WindowFiles, WhatCannotBeSavedStaysAndIsSaid) {
    ASSERT_TRUE(open(launch_));
    type(QStringLiteral("// typed\n"));
    std::filesystem::remove(source_);
    std::filesystem::create_directory(source_);
    QTest::keyClick(&editor(), Qt::Key_S, Qt::ControlModifier);
    EXPECT_TRUE(message().contains(QStringLiteral("cannot write")));
    EXPECT_TRUE(session().current()->modified());
    EXPECT_TRUE(editor().text().startsWith(QStringLiteral("// typed")));
}

TEST_F(WindowFiles, ClosingWithEditsAsksNothingAndOffersThemAtTheNextStart) {
    ASSERT_TRUE(open(launch_));
    type(QStringLiteral("// typed\n"));
    const auto edited = editor().text();
    closeAndStartAgain();
    EXPECT_EQ(textOf(source_), smallKernel) << "nothing was written";
    EXPECT_TRUE(message().contains(QStringLiteral("twice.toml")));
    ASSERT_NE(button(QStringLiteral("&Restore")), nullptr);
    button(QStringLiteral("&Restore"))->click();
    settle();
    ASSERT_NE(session().current(), nullptr);
    EXPECT_EQ(editor().text(), edited);
    EXPECT_TRUE(session().current()->sourceModified());
    EXPECT_EQ(session().state(), Session::State::Good);
    // Still kept, now by this process.
    closeAndStartAgain();
    ASSERT_NE(button(QStringLiteral("&Discard")), nullptr);
    button(QStringLiteral("&Discard"))->click();
    EXPECT_TRUE(message().isEmpty());
    EXPECT_TRUE(QDir(text(folder_ / "data/autosave")).entryList(QDir::Files).isEmpty());
}

TEST_F(WindowFiles, EditsOfSeveralKernelsAreOfferedOneAfterTheOther) {
    ASSERT_TRUE(open(launch_));
    type(QStringLiteral("// one\n"));
    ASSERT_TRUE(openSample("scan/scan-init"));
    type(QStringLiteral("// two\n"));
    closeAndStartAgain();
    for (int i = 0; i < 2; ++i) {
        ASSERT_NE(button(QStringLiteral("&Restore")), nullptr) << i;
        button(QStringLiteral("&Restore"))->click();
        settle();
    }
    ASSERT_EQ(session().documents(), 2U);
    EXPECT_TRUE(session().document(0).sourceModified());
    EXPECT_TRUE(session().document(1).sourceModified());
}

TEST_F(WindowFiles, EditsOfFilesThatAreGoneAreRestored) {
    ASSERT_TRUE(open(launch_));
    type(QStringLiteral("// typed\n"));
    window_->close();
    window_.reset();
    orphanEdits();
    std::filesystem::remove(launch_);
    std::filesystem::remove(source_);
    start();
    ASSERT_TRUE(QTest::qWaitFor([this] { return button(QStringLiteral("&Restore")) != nullptr; }, 5000));
    button(QStringLiteral("&Restore"))->click();
    settle();
    ASSERT_EQ(session().documents(), 1U);
    EXPECT_EQ(editor().text().toStdString(), "// typed\n" + smallKernel);
    EXPECT_EQ(session().current()->launchText(), smallLaunch());
    QTest::keyClick(&editor(), Qt::Key_S, Qt::ControlModifier);
    ASSERT_TRUE(becomes(Session::State::Good)) << "its files are there again";
    EXPECT_EQ(textOf(source_), "// typed\n" + smallKernel);
    EXPECT_EQ(textOf(launch_), smallLaunch());
}

TEST_F(WindowFiles, ClosingAKernelWithEditsSaysSoInPlace) {
    ASSERT_TRUE(open(launch_));
    type(QStringLiteral("// typed\n"));
    trigger(QStringLiteral("&Close"));
    EXPECT_EQ(session().documents(), 1U);
    ASSERT_NE(button(QStringLiteral("&Save and Close")), nullptr);
    button(QStringLiteral("&Save and Close"))->click();
    EXPECT_EQ(session().documents(), 0U);
    EXPECT_TRUE(startPage().isVisible());
    EXPECT_TRUE(textOf(source_).starts_with("// typed"));
}

TEST_F(WindowFiles, RevertGivesUpTheEdits) {
    ASSERT_TRUE(open(launch_));
    type(QStringLiteral("// typed\n"));
    trigger(QStringLiteral("Re&vert to Saved"));
    settle();
    EXPECT_EQ(editor().text().toStdString(), smallKernel);
    EXPECT_FALSE(session().current()->modified());
    EXPECT_EQ(session().state(), Session::State::Good);
}

TEST_F(WindowFiles, AProjectBringsEverythingBack) {
    ASSERT_TRUE(open(launch_));
    ASSERT_TRUE(openSample("scan/scan-init"));
    ASSERT_TRUE(openSample("matmul/matmul-naive"));
    window_->setSpec(QStringLiteral("nvidia-h200"));
    session().setCurrent(1);
    window_->addDockWidget(Qt::LeftDockWidgetArea, window_->docks().docks()[0]);
    const QString project = text(folder_ / "my.warpstring");
    ASSERT_TRUE(window_->saveProject(project));
    window_->close();
    std::filesystem::remove_all(folder_ / "config");
    start();
    ASSERT_TRUE(window_->open(project));
    settle();
    ASSERT_EQ(session().documents(), 3U);
    EXPECT_EQ(session().currentIndex(), 1U);
    EXPECT_EQ(session().specName(), "nvidia-h200");
    EXPECT_EQ(session().state(), Session::State::Good);
    EXPECT_EQ(window_->dockWidgetArea(window_->docks().docks()[0]), Qt::LeftDockWidgetArea);
    EXPECT_EQ(window_->recent().files().front().path, project);
    EXPECT_TRUE(message().isEmpty()) << message().toStdString();
}

TEST_F(WindowFiles, AProjectWithAFileThatIsGoneOpensTheOthers) {
    ASSERT_TRUE(open(launch_));
    ASSERT_TRUE(openSample("scan/scan-init"));
    const QString project = text(folder_ / "my.warpstring");
    ASSERT_TRUE(window_->saveProject(project));
    window_->close();
    start();
    std::filesystem::remove(launch_);
    EXPECT_TRUE(window_->open(project));
    settle();
    EXPECT_EQ(session().documents(), 1U);
    EXPECT_EQ(session().current()->launchPath().filename(), "scan-init.toml") << "the one that was current";
    EXPECT_TRUE(message().contains(QStringLiteral("twice.toml")));
}

TEST_F(WindowFiles, ChangesByOthersAreOffered) {
    ASSERT_TRUE(open(launch_));
    folder_.write("twice.cl", "// by another editor\n" + smallKernel);
    QEvent activated(QEvent::WindowActivate);
    QApplication::sendEvent(window_.get(), &activated);
    ASSERT_NE(button(QStringLiteral("&Read Again")), nullptr);
    button(QStringLiteral("&Read Again"))->click();
    settle();
    EXPECT_TRUE(editor().text().startsWith(QStringLiteral("// by another editor")));
    EXPECT_TRUE(message().isEmpty());
}

} // namespace

} // namespace warpstring::gui
