// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/launch/launch_form.h"

#include <algorithm>
#include <array>

#include "app/gui/models/launch/compiler_options.h"
#include "core/files/launches/launch_scope.h"
#include "core/files/launches/launch_sweep.h"
#include "core/files/launches/launch_text.h"

namespace warpstring::gui {

namespace {

using files::TomlValue;
using Kind = TomlValue::Kind;

/// A number or an expression as a person reads it: without quotes.
std::string shown(const TomlValue& value) { return value.kind == Kind::Text ? value.text : tomlOf(value); }
std::string shown(const TomlValue* value) { return value != nullptr ? shown(*value) : std::string(); }

std::string shownList(const TomlValue& value) {
    if (value.kind != Kind::Array) return shown(value);
    std::string text;
    for (const auto& item : value.items) text += (text.empty() ? "" : ", ") + shown(item);
    return text;
}

/// The members of a table without its braces.
std::string shownMembers(const TomlValue& table) {
    const std::string toml = tomlOf(table);
    return toml.size() > 4 ? toml.substr(2, toml.size() - 4) : "";
}

class FormReader {
public:
    FormReader(const std::string& text, const std::filesystem::path& path, const FormContext& context,
               const TomlValue& document)
        : launch_(text), context_(context), document_(document), outline_(text), faults_(path, "launch") {
        if (const TomlValue* sweep = document_.find("sweep"))
            for (const auto& entry : sweep->entries)
                if (entry.value.kind == Kind::Array && !entry.value.items.empty())
                    swept_[entry.key] = &entry.value.items.front();
        auto launches = files::LaunchSweep::parse(text, path);
        if (launches) {
            if (auto first = launches->at(0); !first) found_ = first.diagnostics();
        } else {
            found_ = launches.diagnostics();
        }
    }

    LaunchForm run() {
        LaunchForm form;
        if (const TomlValue* kernel = document_.find("kernel")) form.kernel = kernel->text;
        if (const TomlValue* options = document_.find("options")) {
            auto split = splitOptions(options->text);
            form.options = std::move(split.others);
            form.includes = std::move(split.includes);
        }
        files::LaunchScope scope(faults_, cache_, document_, swept_);
        form.global = sizesOf("global", scope);
        form.local = sizesOf("local", scope);
        checkSizes(form.global, form.local);
        readMacros(form);
        readArguments(form);
        return form;
    }

private:
    FormSizes sizesOf(const std::string& key, files::LaunchScope& scope) {
        FormSizes sizes;
        sizes.isSwept = swept_.contains(key);
        const TomlValue* written = document_.find(key);
        if (written == nullptr) {
            sizes.fault = "missing";
            return sizes;
        }
        sizes.guess = launch_.guess({key});
        const TomlValue& value = scope.valueOf(key, *written);
        const auto append = [&](const TomlValue& item) {
            faults_.clear();
            FormSize size{shown(item), scope.size(item, "it"), ""};
            if (!size.value) size.fault = faults_.empty() ? "no number" : faults_.sorted().front().message;
            sizes.sizes.push_back(std::move(size));
        };
        if (value.kind == Kind::Array)
            for (const auto& item : value.items) append(item);
        else
            append(value);
        if (sizes.sizes.empty() || sizes.sizes.size() > 3) sizes.fault = "give one to three sizes";
        return sizes;
    }

    /// What a device would refuse, beside the size that it is about.
    void checkSizes(FormSizes& global, FormSizes& local) const {
        if (global.sizes.empty() || local.sizes.empty()) return;
        if (global.sizes.size() != local.sizes.size()) {
            local.fault = std::to_string(local.sizes.size()) + " sizes for " +
                          std::to_string(global.sizes.size()) + " global ones";
            return;
        }
        const auto* limits = context_.spec != nullptr ? &context_.spec->occupancy : nullptr;
        std::uint64_t items = 1;
        bool isKnown = true;
        for (std::size_t d = 0; d < local.sizes.size(); ++d) {
            const auto own = local.sizes[d].value, all = global.sizes[d].value;
            isKnown = isKnown && own;
            if (!own) continue;
            items *= std::min<std::uint64_t>(*own, std::uint64_t{1} << 20);
            if (all && *all % *own != 0)
                global.sizes[d].fault = std::to_string(*all) + " is no multiple of " + std::to_string(*own);
            if (limits == nullptr || d >= limits->groupSizes.size()) continue;
            if (const int most = limits->groupSizes[d]; most > 0 && *own > static_cast<std::uint64_t>(most))
                local.sizes[d].fault = "the device takes " + std::to_string(most) + " at most";
        }
        if (isKnown && limits != nullptr && limits->groupSize > 0 &&
            items > static_cast<std::uint64_t>(limits->groupSize))
            local.fault = "work-groups of " + std::to_string(items) + "; the device takes " +
                          std::to_string(limits->groupSize) + " work-items at most";
    }

    void readMacros(LaunchForm& form) const {
        const TomlValue* macros = document_.find("macros");
        if (macros == nullptr) return;
        for (const auto& entry : macros->entries)
            form.macros.push_back({entry.key, shown(entry.value), launch_.guess({"macros", entry.key}),
                                   faultAt({"macros", entry.key}), swept_.contains(entry.key)});
    }

    void readArguments(LaunchForm& form) const {
        const TomlValue* args = document_.find("args");
        for (const auto& parameter : context_.arguments) {
            const TomlValue* said = args != nullptr ? args->find(parameter.name) : nullptr;
            form.arguments.push_back(said != nullptr ? argumentOf(parameter.name, *said, &parameter)
                                                     : missing(parameter));
        }
        if (args == nullptr) return;
        for (const auto& entry : args->entries) {
            if (std::any_of(form.arguments.begin(), form.arguments.end(),
                            [&](const FormArgument& row) { return row.name == entry.key; }))
                continue;
            FormArgument row = argumentOf(entry.key, entry.value, nullptr);
            row.isUnknown = !context_.arguments.empty();
            if (row.isUnknown && row.fault.empty()) row.fault = "the kernel has no such parameter";
            form.arguments.push_back(std::move(row));
        }
    }

    [[nodiscard]] static FormArgument missing(const KernelArgument& parameter) {
        FormArgument row;
        row.name = parameter.name;
        row.kind = formKindOf(parameter).value_or(FormKind::Scalar);
        row.type = typeOf(parameter);
        row.isMissing = true;
        row.fault = "missing";
        return row;
    }

    [[nodiscard]] static std::string typeOf(const KernelArgument& parameter) {
        switch (formKindOf(parameter).value_or(FormKind::Scalar)) {
        case FormKind::Buffer:
            return parameter.layout.bytes > 0 ? "struct" : warpstring::name(parameter.element);
        case FormKind::Scalar:
        case FormKind::Struct: return parameter.type;
        default: return "";
        }
    }

    [[nodiscard]] FormArgument argumentOf(const std::string& name, const TomlValue& value,
                                          const KernelArgument* parameter) const {
        FormArgument row;
        row.name = name;
        row.guess = launch_.guess({"args", name});
        row.fault = faultAt({"args", name});
        row.isSwept = swept_.contains(name);
        if (parameter != nullptr) row.type = typeOf(*parameter);
        const auto found = [&](const char* key) { return value.find(key); };
        if (value.kind != Kind::Table) {
            row.size = shown(value);
        } else if (found("scalar") != nullptr) {
            row.type = shown(found("scalar"));
            row.size = shown(found("value"));
        } else if (found("local") != nullptr) {
            row.kind = FormKind::Local;
            row.type = "bytes";
            row.size = shown(found("local"));
        } else if (const auto* members = found("struct")) {
            row.kind = FormKind::Struct;
            row.size = shownMembers(*members);
        } else if (const auto* sizes = found("image")) {
            row.kind = FormKind::Image;
            const std::string order = shown(found("order"));
            row.type = (order.empty() ? "RGBA" : order) + " " + shown(found("format"));
            row.size = shownList(*sizes);
            readContents(value, row);
        } else if (const auto* sampler = found("sampler")) {
            row.kind = FormKind::Sampler;
            readSampler(*sampler, row);
        } else if (found("buffer") != nullptr) {
            row.kind = FormKind::Buffer;
            row.type = shown(found("buffer"));
            row.size = shown(found("count"));
            readContents(value, row);
        } else if (found("bytes") != nullptr) {
            row.kind = FormKind::Struct;
            row.size = shown(found("bytes"));
        }
        const auto wanted = parameter != nullptr ? formKindOf(*parameter) : std::nullopt;
        if (wanted && *wanted != row.kind && row.fault.empty())
            row.fault = "the kernel takes a " + std::string(gui::name(*wanted)) + ", " + parameter->type;
        return row;
    }

    static void readContents(const TomlValue& value, FormArgument& row) {
        const std::string init = shown(value.find("init")), access = shown(value.find("access"));
        row.contents = init.empty() ? "zero" : init;
        row.access = access.empty() ? "read-write" : access;
        row.seed = shown(value.find("seed"));
        for (const char* key : {"value", "range", "file"})
            if (const auto* parameters = value.find(key)) row.parameters = shownList(*parameters);
    }

    static void readSampler(const TomlValue& value, FormArgument& row) {
        const std::string filter = shown(value.find("filter")), addressing = shown(value.find("addressing"));
        const auto* normalized = value.find("normalized");
        row.size = (filter.empty() ? "nearest" : filter) + ", " +
                   (addressing.empty() ? "clamp_to_edge" : addressing) +
                   (normalized != nullptr && normalized->boolean ? ", normalized" : "");
    }

    /// The first fault of what stands in the lines of a key.
    [[nodiscard]] std::string faultAt(const files::TomlPath& path) const {
        const files::TomlSpan* extent = outline_.extent(path);
        if (extent == nullptr || extent->end == extent->begin) return "";
        const int first = outline_.lineOf(extent->begin), last = outline_.lineOf(extent->end - 1);
        for (const Diagnostic& fault : found_)
            if (fault.severity == Severity::Error && fault.place.line >= first && fault.place.line <= last)
                return fault.message + (fault.hint.empty() ? "" : ": " + fault.hint);
        return "";
    }

    const files::LaunchText launch_;
    const FormContext& context_;
    const TomlValue& document_;
    const files::TomlOutline outline_;
    files::TomlFaults faults_;
    files::ExpressionCache cache_;
    files::SweepValues swept_;
    Diagnostics found_; ///< wrong with the launch
};

} // namespace

std::string_view name(FormKind kind) {
    constexpr std::array<std::string_view, 6> names{"scalar", "buffer", "local", "struct", "image", "sampler"};
    return names[static_cast<std::size_t>(kind)];
}

std::optional<FormKind> formKindOf(const KernelArgument& argument) {
    switch (argument.kind) {
    case KernelArgument::Kind::Scalar: return FormKind::Scalar;
    case KernelArgument::Kind::Buffer:
    case KernelArgument::Kind::Constant: return FormKind::Buffer;
    case KernelArgument::Kind::Shared: return FormKind::Local;
    case KernelArgument::Kind::Struct: return FormKind::Struct;
    case KernelArgument::Kind::Image: return FormKind::Image;
    case KernelArgument::Kind::Sampler: return FormKind::Sampler;
    case KernelArgument::Kind::Other: break;
    }
    return std::nullopt;
}

bool LaunchForm::isIncomplete() const {
    return global.sizes.empty() || local.sizes.empty() ||
           std::any_of(arguments.begin(), arguments.end(),
                       [](const FormArgument& row) { return row.isMissing || row.isUnknown; });
}

LaunchForm readLaunchForm(const std::string& text, const std::filesystem::path& path,
                          const FormContext& context) {
    const auto document = files::parseToml(text, path, "launch");
    if (!document) {
        LaunchForm form;
        const Diagnostic& fault = document.diagnostics().front();
        if (fault.place.line > 0) form.unreadable = "line " + std::to_string(fault.place.line) + ": ";
        form.unreadable += fault.message;
        return form;
    }
    return FormReader(text, path, context, *document).run();
}

std::vector<std::string> splitList(const std::string& text) {
    std::vector<std::string> parts(1);
    int depth = 0;
    for (const char c : text) {
        if (c == '(') ++depth;
        if (c == ')') --depth;
        if (c == ',' && depth <= 0)
            parts.emplace_back();
        else
            parts.back() += c;
    }
    for (auto& part : parts) {
        const auto first = part.find_first_not_of(" \t"), last = part.find_last_not_of(" \t");
        part = first == std::string::npos ? "" : part.substr(first, last - first + 1);
    }
    return parts;
}

} // namespace warpstring::gui
