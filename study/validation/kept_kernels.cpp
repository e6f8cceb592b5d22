// SPDX-License-Identifier: GPL-3.0-or-later
#include "study/validation/kept_kernels.h"

#include "core/records/record_store.h"
#include "core/text/text_format.h"
#include "study/batch/output_file.h"

namespace warpstring::validation {

namespace {

/// A TOML number that reads back as the same: floats with a point.
std::string floatText(double value) {
    std::string text = formatted("%.17g", value);
    if (text.find_first_of(".e") == std::string::npos) text += ".0";
    return text;
}

std::string numberText(ScalarType type, double value) {
    return isFloating(type) ? floatText(value) : formatted("%.0f", value);
}

std::string sizesText(const NDRange& range, const std::array<std::uint64_t, 3>& sizes) {
    std::string text = "[";
    for (int d = 0; d < range.dimensions; ++d)
        text += (d > 0 ? ", " : "") + std::to_string(sizes[static_cast<std::size_t>(d)]);
    return text + "]";
}

std::string argumentText(const Argument& argument) {
    if (const auto* scalar = std::get_if<ScalarArgument>(&argument)) {
        const double value = std::visit([](auto each) { return static_cast<double>(each); }, scalar->value);
        return "{ scalar = \"" + name(scalar->type) + "\", value = " + numberText(scalar->type.scalar, value) +
               " }";
    }
    const auto& buffer = std::get<BufferArgument>(argument);
    std::string text = "{ buffer = \"" + name(buffer.type) + "\", count = " + std::to_string(buffer.count);
    if (buffer.init == BufferInit::Random)
        text += ", init = \"random\", seed = " + std::to_string(buffer.seed) + ", range = [" +
                numberText(buffer.type.scalar, buffer.range[0]) + ", " +
                numberText(buffer.type.scalar, buffer.range[1]) + "]";
    const char* access = buffer.access == BufferAccess::Read    ? "read"
                         : buffer.access == BufferAccess::Write ? "write"
                                                                : "read-write";
    return text + ", access = \"" + access + "\" }";
}

} // namespace

std::string launchFileText(const Launch& launch) {
    std::string text = "# SPDX-License-Identifier: GPL-3.0-or-later\n"
                       "schema = \"warpstring.launch/1\"\n"
                       "description = \"Grown at random by 'warpstring validate'\"\n";
    text += "kernel = \"" + launch.kernel + "\"\n";
    text += "source = \"" + launch.name + ".cl\"\n";
    text += "options = \"" + launch.options + "\"\n";
    text += "global = " + sizesText(launch.range, launch.range.global) + "\n";
    text += "local = " + sizesText(launch.range, launch.range.local) + "\n\n[args]\n";
    for (const auto& [parameter, argument] : launch.arguments)
        text += parameter + " = " + argumentText(argument) + "\n";
    if (launch.reference) text += "\n[reference]\nfunction = \"" + launch.reference->function + "\"\n";
    if (launch.reference && launch.reference->tolerance)
        text += "tolerance = " + floatText(*launch.reference->tolerance) + "\n";
    return text;
}

Diagnostics keepKernels(const std::filesystem::path& folder,
                        const std::vector<records::ResolvedLaunch>& launches,
                        const std::vector<records::Measurement>& records) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    for (const records::ResolvedLaunch& resolved : launches) {
        const std::string& name = resolved.launch.name;
        for (const auto& [ending, text] :
             {std::pair(".toml", launchFileText(resolved.launch)), std::pair(".cl", resolved.sourceText)})
            if (Diagnostics faults = batch::replaceFile(folder / (name + ending), text); hasErrors(faults))
                return faults;
    }
    if (records.empty()) return {};
    auto store = records::RecordStore::open(folder / "measurements");
    if (!store) return store.diagnostics();
    for (const records::Measurement& record : records)
        if (Diagnostics faults = store->add(record); hasErrors(faults)) return faults;
    return {};
}

} // namespace warpstring::validation
