// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/panes/measure_bar.h"

#include <QComboBox>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include "app/gui/panes/message_strip.h"
#include "core/measure/client/session_text.h"

namespace warpstring::gui {

MeasureBar::MeasureBar(Display& display, QWidget* parent) : QFrame(parent) {
    setFrameShape(QFrame::StyledPanel);
    setAccessibleName(QStringLiteral("Measuring"));
    buildRows(display);
    setOutput(defaultRecordFile());
    connect(start_, &QPushButton::clicked, this, &MeasureBar::start);
    connect(browse_, &QToolButton::clicked, this, [this] {
        auto* dialog = new QFileDialog(this, QStringLiteral("Append records to"), output_->text(),
                                       QStringLiteral("Records (*.jsonl)"));
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->setAcceptMode(QFileDialog::AcceptSave);
        dialog->setOption(QFileDialog::DontConfirmOverwrite); // records are appended
        dialog->setDefaultSuffix(QStringLiteral("jsonl"));
        connect(dialog, &QFileDialog::fileSelected, output_, &QLineEdit::setText);
        dialog->open();
    });
    connect(&run_, &MeasureRun::devicesListed, this, &MeasureBar::takeDevices);
    connect(&run_, &MeasureRun::finished, this, &MeasureBar::takeOutcome);
    connect(&run_, &MeasureRun::measured, this, [this] { ++taken_; });
    connect(&run_, &MeasureRun::progressed, this, [this](const MeasureProgress& progress) {
        progress_->setRange(0, int(progress.count));
        progress_->setValue(int(progress.done));
        status_->setText(progress.launch.isEmpty() ? progress.line.simplified() : progress.launch);
    });
    showState();
}

void MeasureBar::buildRows(Display& display) {
    devices_ = new QComboBox;
    devices_->setAccessibleName(QStringLiteral("OpenCL device"));
    devices_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    devices_->setMinimumContentsLength(22);
    caches_ = new QComboBox;
    caches_->addItems({QStringLiteral("caches warm"), QStringLiteral("caches cold")});
    caches_->setAccessibleName(QStringLiteral("Caches"));
    caches_->setToolTip(QStringLiteral("Warm: runs follow each other; cold: caches are emptied before each"));
    output_ = new QLineEdit;
    output_->setAccessibleName(QStringLiteral("File for records"));
    output_->setToolTip(QStringLiteral("Records are appended to this file"));
    browse_ = new QToolButton;
    browse_->setText(QStringLiteral("\u2026"));
    browse_->setAccessibleName(QStringLiteral("Choose the file for records"));
    browse_->setFocusPolicy(Qt::StrongFocus);
    start_ = new QPushButton;
    progress_ = new QProgressBar;
    progress_->setMaximumWidth(160);
    progress_->setAccessibleName(QStringLiteral("Launches measured"));
    status_ = new QLabel;
    status_->setTextFormat(Qt::PlainText);
    status_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto* close = new QToolButton;
    close->setText(QStringLiteral("\u00d7"));
    close->setAutoRaise(true);
    close->setFocusPolicy(Qt::StrongFocus);
    close->setAccessibleName(QStringLiteral("Close measuring"));
    connect(close, &QToolButton::clicked, this, &MeasureBar::closed);
    messages_ = new MessageStrip(display);

    auto* choices = new QHBoxLayout;
    choices->addWidget(new QLabel(QStringLiteral("Measure on")));
    choices->addWidget(devices_, 2);
    choices->addWidget(caches_);
    choices->addWidget(new QLabel(QStringLiteral("into")));
    choices->addWidget(output_, 2);
    choices->addWidget(browse_);
    choices->addWidget(start_);
    choices->addWidget(close);
    auto* state = new QHBoxLayout;
    state->addWidget(progress_);
    state->addWidget(status_, 1);
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(6, 4, 6, 4);
    rows->setSpacing(4);
    rows->addLayout(choices);
    rows->addLayout(state);
    rows->addWidget(messages_);
}

void MeasureBar::setLaunches(std::vector<std::filesystem::path> launches) {
    launches_ = std::move(launches);
    showState();
}

void MeasureBar::setMaker(std::function<Result<std::vector<records::ResolvedLaunch>>()> make) {
    make_ = std::move(make);
    showState();
}

std::filesystem::path MeasureBar::output() const { return output_->text().toStdString(); }

void MeasureBar::setOutput(const std::filesystem::path& path) {
    output_->setText(QString::fromStdString(path.string()));
}

MeasureRequest MeasureBar::request() const {
    MeasureRequest request;
    request.launches = launches_;
    request.make = make_;
    request.device = devices_->currentData().toString().toStdString();
    request.output = output();
    request.settings.cache =
        caches_->currentIndex() == 1 ? records::CacheState::Cold : records::CacheState::Warm;
    return request;
}

void MeasureBar::start() {
    if (measuring_) {
        run_.cancel();
        status_->setText(QStringLiteral("giving up the launch that runs"));
        return;
    }
    if (run_.running() || !hasLaunches()) return;
    measuring_ = true;
    taken_ = 0;
    messages_->clear();
    status_->setText(QStringLiteral("asking the drivers"));
    progress_->setRange(0, 0);
    run_.start(request());
    showState();
    Q_EMIT measuringChanged(true);
}

void MeasureBar::listDevices() {
    if (run_.running()) return;
    listed_ = true;
    messages_->clear();
    devices_->clear();
    devices_->addItem(QStringLiteral("asking the drivers \u2026"));
    run_.listDevices();
    showState();
}

void MeasureBar::takeDevices(const std::vector<records::DeviceFacts>& devices, const Diagnostics& faults) {
    devices_->clear();
    int gpu = -1;
    for (std::size_t i = 0; i < devices.size(); ++i) {
        const records::DeviceFacts& device = devices[i];
        devices_->addItem(QString::fromStdString(device.name), QString::number(i));
        devices_->setItemData(
            int(i),
            QStringLiteral("%1, driver %2")
                .arg(QString::fromStdString(device.platform), QString::fromStdString(device.driver)),
            Qt::ToolTipRole);
        if (gpu < 0 && device.type == records::DeviceType::Gpu) gpu = int(i);
    }
    devices_->setCurrentIndex(std::max(gpu, devices.empty() ? -1 : 0));
    if (devices.empty()) {
        devices_->addItem(QStringLiteral("no device"));
        listed_ = false; // asked again when the bar is shown again
    }
    messages_->show(faults);
    showState();
}

void MeasureBar::takeOutcome(const MeasureOutcome& outcome) {
    measuring_ = false;
    progress_->setRange(0, 1);
    progress_->setValue(1);
    status_->setText(QString::fromStdString(lineOf(outcome.summary)) +
                     (outcome.cancelled ? QStringLiteral(", cancelled") : QString()));
    messages_->show(outcome.diagnostics);
    showState();
    if (taken_ > 0) Q_EMIT recordsAdded(outcome.output);
    Q_EMIT measuringChanged(false);
}

void MeasureBar::showState() {
    const bool device = devices_->currentData().isValid();
    start_->setText(measuring_ ? QStringLiteral("&Cancel") : QStringLiteral("&Measure"));
    start_->setEnabled(measuring_ || (device && hasLaunches() && !run_.running()));
    for (QWidget* choice : {static_cast<QWidget*>(devices_), static_cast<QWidget*>(caches_),
                            static_cast<QWidget*>(output_), static_cast<QWidget*>(browse_)})
        choice->setEnabled(!measuring_);
    progress_->setVisible(measuring_);
    status_->setVisible(!status_->text().isEmpty());
}

void MeasureBar::showEvent(QShowEvent* event) {
    QFrame::showEvent(event);
    if (!listed_) listDevices();
}

void MeasureBar::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape && !measuring_)
        Q_EMIT closed();
    else
        QFrame::keyPressEvent(event);
}

} // namespace warpstring::gui
