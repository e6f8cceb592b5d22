// SPDX-License-Identifier: GPL-3.0-or-later
#include "generate/running/description.h"

#include <utility>

namespace warpstring::generate {

bool isNestFile(const std::string& file) { return file.ends_with(".c"); }

Result<Nest> describedBy(const Description& description) {
    const auto& [text, file, sizes] = description;
    if (isNestFile(file)) return readNest(text, file, sizes);
    Result<Program> program = readPattern(text, file, sizes);
    if (!program) return program.diagnostics();
    Nest nest;
    nest.program = *std::move(program);
    return nest;
}

} // namespace warpstring::generate
