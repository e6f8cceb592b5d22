// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/text_output.h"

#include <fstream>

#include "app/common/print_diagnostics.h"

namespace warpstring::cli {

ExitCode writeText(const std::string& what, const std::filesystem::path& path, const std::string& text) {
    std::ofstream file(path, std::ios::binary);
    if (file << text && file.flush()) return exitOk;
    return fail({unwritable(what, path.string())});
}

} // namespace warpstring::cli
