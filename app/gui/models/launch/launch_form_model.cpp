// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/launch/launch_form_model.h"

#include <algorithm>

#include "app/gui/models/launch/launch_fill.h"
#include "app/gui/models/qt_text.h"

namespace warpstring::gui {

LaunchFormModel::LaunchFormModel(QObject* parent) : QObject(parent) {
    connect(&arguments_, &ArgumentTable::entered, this,
            [this](int row, ArgumentField field, const QString& value) {
                take(withArgument(text_, arguments_.row(row), field, value.toStdString(), context_));
            });
    connect(&macros_, &MacroTable::valueEntered, this, [this](const QString& name, const QString& value) {
        take(withMacro(text_, name.toStdString(), value.toStdString()));
    });
    connect(&macros_, &MacroTable::nameEntered, this, [this](const QString& before, const QString& after) {
        take(before.isEmpty() ? withMacro(text_, after.toStdString(), "1")
                              : withMacroName(text_, before.toStdString(), after.toStdString()));
    });
}

void LaunchFormModel::setText(const std::string& text, const std::filesystem::path& path) {
    if (text == text_ && path == path_) return;
    text_ = text;
    path_ = path;
    read();
}

void LaunchFormModel::setSource(std::vector<std::string> kernels, const std::string& kernel,
                                std::vector<KernelArgument> arguments) {
    kernels_ = std::move(kernels);
    kernel_ = kernel;
    kernelArguments_ = std::move(arguments);
    read();
}

void LaunchFormModel::setSpec(std::shared_ptr<const HardwareSpec> spec) {
    if (spec == spec_) return;
    spec_ = std::move(spec);
    read();
}

std::vector<std::string> LaunchFormModel::kernels() const {
    auto all = kernels_;
    if (!form_.kernel.empty() && std::find(all.begin(), all.end(), form_.kernel) == all.end())
        all.push_back(form_.kernel);
    return all;
}

void LaunchFormModel::read() {
    context_ = {kernels_, {}, spec_.get()};
    if (saidOfLaunch(text_).choice.kernel == kernel_) context_.arguments = kernelArguments_;
    form_ = readLaunchForm(text_, path_, context_);
    // A text that is being typed leaves the tables as they were.
    if (form_.unreadable.empty()) {
        arguments_.setRows(form_.arguments);
        macros_.setRows(form_.macros);
    }
    Q_EMIT changed();
}

void LaunchFormModel::take(const EditedLaunch& edit) {
    if (!edit) {
        const Diagnostic& fault = edit.diagnostics().front();
        Q_EMIT refused(toQString(fault.message + (fault.hint.empty() ? "" : ": " + fault.hint)));
        Q_EMIT changed(); // what was entered goes
        return;
    }
    if (*edit == text_) return;
    text_ = *edit;
    read();
    Q_EMIT edited(text_);
}

void LaunchFormModel::enterSize(const std::string& key, std::size_t dimension, const QString& value) {
    const FormSizes& sizes = key == "global" ? form_.global : form_.local;
    const std::string before = dimension < sizes.sizes.size() ? sizes.sizes[dimension].text : "";
    if (value.trimmed().toStdString() == before) return;
    take(withSize(text_, key, dimension, value.toStdString()));
}

void LaunchFormModel::enterOptions(const QString& options) {
    if (options.trimmed().toStdString() == form_.options) return;
    auto all = splitOptions(options.trimmed().toStdString());
    all.includes.insert(all.includes.begin(), form_.includes.begin(), form_.includes.end());
    take(withOptions(text_, all));
}

void LaunchFormModel::addInclude(const QString& folder) {
    auto all = options();
    const std::string path = folder.trimmed().toStdString();
    if (path.empty() || std::find(all.includes.begin(), all.includes.end(), path) != all.includes.end()) return;
    all.includes.push_back(path);
    take(withOptions(text_, all));
}

void LaunchFormModel::removeInclude(std::size_t index) {
    auto all = options();
    if (index >= all.includes.size()) return;
    all.includes.erase(all.includes.begin() + static_cast<std::ptrdiff_t>(index));
    take(withOptions(text_, all));
}

void LaunchFormModel::removeMacro(int row) {
    if (const auto name = macros_.nameAt(row); !name.empty()) take(withMacroName(text_, name, ""));
}

void LaunchFormModel::removeArgument(int row) {
    if (row >= 0 && row < arguments_.rowCount() && !arguments_.row(row).isMissing)
        take(withoutArgument(text_, arguments_.row(row).name));
}

} // namespace warpstring::gui
