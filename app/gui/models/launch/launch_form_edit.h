// SPDX-License-Identifier: GPL-3.0-or-later
// What a person enters into the form of a launch, written into its text: everything else of it stays, and what
// was entered is no guess any more.
#pragma once

#include "app/gui/models/launch/compiler_options.h"
#include "app/gui/models/launch/launch_form.h"
#include "core/result.h"

namespace warpstring::gui {

/// The new text. A refusal (launch.form) says what can be entered.
using EditedLaunch = Result<std::string>;

/// `key` is "global" or "local". An empty value takes the dimension and those behind it away.
[[nodiscard]] EditedLaunch withSize(const std::string& text, const std::string& key, std::size_t dimension,
                                    const std::string& value);
[[nodiscard]] EditedLaunch withOptions(const std::string& text, const CompilerOptions& options);
[[nodiscard]] EditedLaunch withMacro(const std::string& text, const std::string& name,
                                     const std::string& value);
/// The same macro by another name, or none where that is empty.
[[nodiscard]] EditedLaunch withMacroName(const std::string& text, const std::string& name,
                                         const std::string& newName);

enum class ArgumentField { Type, Size, Contents, Parameters, Seed, Access };

/// Writes a member of a row of the form; one of a missing argument makes the argument.
[[nodiscard]] EditedLaunch withArgument(const std::string& text, const FormArgument& row, ArgumentField field,
                                        const std::string& value, const FormContext& context);
[[nodiscard]] EditedLaunch withoutArgument(const std::string& text, const std::string& name);

/// What a member usually is; empty where it is a number.
[[nodiscard]] std::vector<std::string> choicesOf(const FormArgument& row, ArgumentField field);
/// Whether a member applies to the row, so that it can be entered.
[[nodiscard]] bool applies(const FormArgument& row, ArgumentField field);

} // namespace warpstring::gui
