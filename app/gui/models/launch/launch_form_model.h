// SPDX-License-Identifier: GPL-3.0-or-later
// The form of a launch between its text and the widgets: text in, rows out; entries in, text out.
#pragma once

#include <QObject>
#include <memory>

#include "app/gui/models/launch/argument_table.h"
#include "app/gui/models/launch/macro_table.h"

namespace warpstring::gui {

/// The text is the only truth: an entry changes the form by changing the text.
class LaunchFormModel : public QObject {
    Q_OBJECT

public:
    explicit LaunchFormModel(QObject* parent = nullptr);

    void setText(const std::string& text, const std::filesystem::path& path);
    [[nodiscard]] const std::string& text() const { return text_; }
    /// What is known of the source; the arguments are those of `kernel`, and of no use for another one.
    void setSource(std::vector<std::string> kernels, const std::string& kernel,
                   std::vector<KernelArgument> arguments);
    void setSpec(std::shared_ptr<const HardwareSpec> spec);

    [[nodiscard]] const LaunchForm& form() const { return form_; }
    /// With the launch's own, where the source has none of its name.
    [[nodiscard]] std::vector<std::string> kernels() const;
    [[nodiscard]] ArgumentTable& arguments() { return arguments_; }
    [[nodiscard]] MacroTable& macros() { return macros_; }

    void enterSize(const std::string& key, std::size_t dimension, const QString& value);
    void enterOptions(const QString& options);
    void addInclude(const QString& folder);
    void removeInclude(std::size_t index);
    void removeMacro(int row);
    void removeArgument(int row);

Q_SIGNALS:
    /// The form is another one.
    void changed();
    /// An entry made the text another one.
    void edited(const std::string& text);
    /// An entry that cannot be, and why.
    void refused(const QString& reason);

private:
    void read();
    void take(const EditedLaunch& edit);
    [[nodiscard]] CompilerOptions options() const { return {form_.options, form_.includes}; }

    std::string text_;
    std::filesystem::path path_;
    std::vector<std::string> kernels_;
    std::string kernel_;
    std::vector<KernelArgument> kernelArguments_;
    std::shared_ptr<const HardwareSpec> spec_;
    FormContext context_;
    LaunchForm form_;
    ArgumentTable arguments_;
    MacroTable macros_;
};

} // namespace warpstring::gui
