// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/frontend/assembly/ptxas.h"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <system_error>

#include "core/process/program_run.h"
#include "pdg/frontend/assembly/child_program.h"

namespace warpstring::frontend {

namespace {

namespace fs = std::filesystem;

/// A folder of its own, gone with this.
class TemporaryFolder {
public:
    TemporaryFolder() {
        std::error_code error;
        std::string name = (fs::temp_directory_path(error) / "warpstring-XXXXXX").string();
        if (!error && ::mkdtemp(name.data()) != nullptr) path_ = name;
    }
    ~TemporaryFolder() {
        std::error_code ignored;
        if (!path_.empty()) fs::remove_all(path_, ignored);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    [[nodiscard]] const fs::path& path() const { return path_; } ///< empty where none could be made

private:
    fs::path path_;
};

Diagnostic noPtxas(const std::string& message) {
    return {"registers.no-ptxas",
            Severity::Error,
            {},
            message,
            "install a CUDA toolkit and put its bin folder into PATH, or name the program in WARPSTRING_PTXAS; "
            "\"estimate\" and a number need none"};
}

/// The whole number right before `words`.
std::optional<int> numberBefore(std::string_view text, std::string_view words) {
    const auto at = text.find(words);
    if (at == std::string_view::npos) return std::nullopt;
    std::size_t start = at;
    while (start > 0 && text[start - 1] >= '0' && text[start - 1] <= '9') --start;
    int number = 0;
    const auto parsed = std::from_chars(text.data() + start, text.data() + at, number);
    if (start == at || parsed.ec != std::errc{}) return std::nullopt;
    return number;
}

/// "13.0.88" of "... release 13.0, V13.0.88"; empty where it does not say.
std::string versionIn(std::string_view text) {
    const auto at = text.find(", V");
    if (at == std::string_view::npos) return {};
    text.remove_prefix(at + 3);
    return std::string(text.substr(0, text.find_first_not_of("0123456789.")));
}

/// The first line that is an error, else the first one.
std::string complaintOf(const std::string& output) {
    const auto found = std::min(output.find("fatal"), output.find("error"));
    const auto at = found == std::string::npos ? 0 : output.rfind('\n', found);
    const auto start = at == std::string::npos || found == std::string::npos ? 0 : at + 1;
    return output.substr(start, output.find('\n', start) - start);
}

Diagnostic failed(const std::string& what) {
    return {"registers.ptxas-failed",
            Severity::Error,
            {},
            "ptxas does not say how many registers the kernel takes: " + what,
            "another CUDA release may know the architecture; \"estimate\" and a number need no ptxas"};
}

Diagnostic noFolder() {
    return {"registers.no-temporary-folder",
            Severity::Error,
            {},
            "no folder can be made for the files that ptxas reads",
            "is there room in the folder that TMPDIR names?",
            Origin::Surroundings};
}

} // namespace

Result<fs::path> findPtxas() {
    if (const char* named = std::getenv("WARPSTRING_PTXAS"); named != nullptr && *named != '\0') {
        if (process::isProgram(named)) return fs::path(named);
        return noPtxas("WARPSTRING_PTXAS names '" + std::string(named) + "', which is no program");
    }
    if (auto found = process::findProgram("ptxas")) return std::move(*found);
    const fs::path usual = "/usr/local/cuda/bin/ptxas";
    if (process::isProgram(usual)) return usual;
    return noPtxas("there is no ptxas on this machine");
}

fs::path libdeviceOf(const fs::path& ptxas) {
    std::error_code error;
    const fs::path real = fs::canonical(ptxas, error);
    const fs::path bin = (error ? ptxas : real).parent_path();
    for (const auto& root : {bin.parent_path(), fs::path("/usr/local/cuda"), fs::path("/usr/lib/cuda")})
        if (const fs::path file = root / "nvvm/libdevice/libdevice.10.bc"; fs::is_regular_file(file, error))
            return file;
    return {};
}

std::string architectureNumber(std::string_view computeCapability) {
    std::string digits;
    int dots = 0;
    for (const char c : computeCapability) {
        if (c == '.') {
            ++dots;
        } else if (c >= '0' && c <= '9') {
            digits += c;
        } else {
            return {};
        }
    }
    return dots == 1 && digits.size() >= 2 && digits.size() <= 3 ? digits : std::string();
}

bool readPtxasOutput(std::string_view output, AssembledRegisters& found) {
    const auto registers = numberBefore(output, " registers");
    if (!registers) return false;
    found.registers = *registers;
    found.spilledBytes = numberBefore(output, " bytes spill stores").value_or(0);
    return true;
}

Result<AssembledRegisters> runPtxas(const fs::path& ptxas, const std::string& text,
                                    const std::string& architecture, const Cancellation* cancellation) {
    const TemporaryFolder folder;
    if (folder.path().empty()) return noFolder();
    const fs::path input = folder.path() / "kernel.ptx";
    if (!(std::ofstream(input, std::ios::binary) << text).flush()) return noFolder();
    const auto run = [&](const std::vector<std::string>& arguments) {
        return runToItsEnd(ptxas, arguments, folder.path(), cancellation);
    };
    const auto said = run({"-v", "--gpu-name", "sm_" + architecture, "-o",
                           (folder.path() / "kernel.cubin").string(), input.string()});
    if (isStopped(cancellation)) return cancellation->refusal();
    if (!said) return failed(ptxas.string() + " cannot be started");
    AssembledRegisters found;
    if (said->status != 0 || !readPtxasOutput(said->text, found)) {
        const std::string complaint = complaintOf(said->text);
        return failed(complaint.empty() ? "it ends with status " + std::to_string(said->status) : complaint);
    }
    const auto version = run({"--version"});
    const std::string number = version ? versionIn(version->text) : "";
    found.assembler = "ptxas" + (number.empty() ? "" : " " + number) + " for sm_" + architecture;
    return found;
}

} // namespace warpstring::frontend
