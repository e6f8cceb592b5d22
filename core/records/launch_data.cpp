// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/records/launch_data.h"

#include <cstdlib>
#include <sstream>
#include <stdexcept>

namespace warpstring::records {

Result<LaunchData> LaunchData::create(const Launch& launch) {
    LaunchData data;
    data.launch_ = &launch;
    for (const auto& [parameter, argument] : launch.arguments) {
        const BufferArgument* buffer = elementsOf(argument);
        if (!buffer) continue;
        auto contents = BufferData::create(*buffer);
        if (!contents) return contents.diagnostics();
        data.buffers_.emplace(parameter, std::pair(std::move(*contents), isFloating(buffer->type.scalar)));
    }
    std::istringstream options(launch.options);
    for (std::string word; options >> word;) {
        const auto equals = word.find('=');
        if (!word.starts_with("-D") || equals == std::string::npos) continue;
        char* end = nullptr;
        const double value = std::strtod(word.c_str() + equals + 1, &end);
        if (end != word.c_str() + equals + 1) data.macros_[word.substr(2, equals - 2)] = value;
    }
    return data;
}

bool LaunchData::has(const std::string& parameter) const { return launch_->arguments.contains(parameter); }

double LaunchData::number(const std::string& name) const {
    if (const auto found = launch_->arguments.find(name); found != launch_->arguments.end()) {
        if (const auto* scalar = std::get_if<ScalarArgument>(&found->second))
            return std::visit([](auto value) { return static_cast<double>(value); }, scalar->value);
    } else if (const auto macro = macros_.find(name); macro != macros_.end()) {
        return macro->second;
    }
    throw std::out_of_range("the launch has no scalar or macro \"" + name + "\"");
}

std::int64_t LaunchData::integer(const std::string& name) const {
    return static_cast<std::int64_t>(number(name));
}

std::uint64_t LaunchData::scalarCount(const std::string& buffer) const {
    return buffers_.at(buffer).first.scalarCount();
}

LaunchData::Buffer LaunchData::buffer(const std::string& name) const {
    const auto& [data, floating] = buffers_.at(name);
    return {data, floating};
}

} // namespace warpstring::records
