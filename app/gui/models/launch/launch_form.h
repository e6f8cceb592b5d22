// SPDX-License-Identifier: GPL-3.0-or-later
// A launch file's text as a form shows it: what there is to fill in, what was guessed, what is wrong.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/hardware_spec.h"
#include "pdg/pdg.h"

namespace warpstring::gui {

/// What the form knows besides the text. Empty members are not known.
struct FormContext {
    std::vector<std::string> kernels;      ///< of the source
    std::vector<KernelArgument> arguments; ///< of the launch's kernel
    const HardwareSpec* spec = nullptr;
};

/// A number or an expression, without quotes.
struct FormSize {
    std::string text;
    std::optional<std::uint64_t> value; ///< work-items
    std::string fault;
};

/// The sizes of one key, by dimension.
struct FormSizes {
    std::vector<FormSize> sizes;
    std::string guess, fault; ///< of all of them; why they were guessed
    bool isSwept = false;     ///< the sweep says others
};

struct FormMacro {
    std::string name, value;
    std::string guess, fault;
    bool isSwept = false;
};

enum class FormKind { Scalar, Buffer, Local, Struct, Image, Sampler };
/// "scalar", "buffer", ...
[[nodiscard]] std::string_view name(FormKind kind);
/// Of a kernel's parameter; nothing for what no launch can hand over.
[[nodiscard]] std::optional<FormKind> formKindOf(const KernelArgument& argument);

/// A kernel's parameter with what the launch says of it, members as a person reads and writes them. Those that
/// do not apply are empty.
struct FormArgument {
    std::string name;
    FormKind kind = FormKind::Scalar;
    std::string type;       ///< "float4"; of a buffer of structs "struct"; of an image "RGBA UNORM_INT8"
    std::string size;       ///< value, elements, bytes, sizes, members, or how a sampler samples
    std::string contents;   ///< "zero", "random", ...: of buffers and images
    std::string parameters; ///< of the contents: "0, 127", "1.5", a file's path
    std::string seed;
    std::string access;
    std::string guess, fault;
    bool isMissing = false; ///< the launch has nothing of it
    bool isUnknown = false; ///< the kernel has no such parameter
    bool isSwept = false;

    friend bool operator==(const FormArgument&, const FormArgument&) = default;
};

struct LaunchForm {
    std::string unreadable; ///< why there is no form of the text
    std::string kernel;
    std::string options;               ///< without the folders
    std::vector<std::string> includes; ///< folders
    FormSizes global, local;
    std::vector<FormMacro> macros;
    std::vector<FormArgument> arguments; ///< in the kernel's order, then what it does not have

    /// Whether a draft could add to it.
    [[nodiscard]] bool isIncomplete() const;
};

/// Of the first launch, where the text has a sweep. `path` anchors what the text names.
[[nodiscard]] LaunchForm readLaunchForm(const std::string& text, const std::filesystem::path& path,
                                        const FormContext& context);

/// "a, min(b, c)" at the commas that are in no parentheses, without blanks around.
[[nodiscard]] std::vector<std::string> splitList(const std::string& text);

} // namespace warpstring::gui
