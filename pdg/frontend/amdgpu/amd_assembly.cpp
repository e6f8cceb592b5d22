// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/frontend/amdgpu/amd_assembly.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <set>
#include <utility>

namespace warpstring::frontend {

namespace {

std::string_view trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(" \t\r");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

/// Takes the next word off the front.
std::string_view nextAmdWord(std::string_view& rest) {
    rest = trimmed(rest);
    const auto word = rest.substr(0, rest.find_first_of(" \t"));
    rest.remove_prefix(word.size());
    return word;
}

std::optional<int> leadingNumber(std::string_view text) {
    text = trimmed(text);
    int number = 0;
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), number);
    return parsed.ec == std::errc{} ? std::optional(number) : std::nullopt;
}

bool isFloatOperation(std::string_view mnemonic) {
    if (mnemonic.starts_with("v_cvt_")) return false;
    return std::ranges::any_of(std::array{"_f16", "_f32", "_f64", "_bf16", "_legacy"},
                               [&](const char* type) { return mnemonic.find(type) != std::string_view::npos; });
}

bool startsWithAny(std::string_view text, std::initializer_list<std::string_view> starts) {
    return std::ranges::any_of(starts, [&](auto start) { return text.starts_with(start); });
}

/// The text as it comes, line by line.
class AmdAssemblyReader {
public:
    AmdAssemblyReader(std::string_view kernel, std::string_view source) : kernel_(kernel), source_(source) {}

    void take(std::string_view line) {
        line = trimmed(line);
        if (line.starts_with(';')) return takeComment(line.substr(1));
        if (const auto comment = line.find(';'); comment != std::string_view::npos)
            line = trimmed(line.substr(0, comment));
        if (line.empty()) return;
        if (line.ends_with(':')) return takeLabel(line.substr(0, line.size() - 1));
        auto rest = line;
        const auto word = nextAmdWord(rest);
        if (word == ".file") return takeFile(rest);
        if (word == ".loc") return takePlace(rest);
        if (word.starts_with('.')) return takeValue(word, rest);
        if (!isInKernel_) return;
        const auto counter = amdInstructionClass(word);
        ++(found_.total.*counter);
        ++(found_.lines[line_].*counter);
    }

    [[nodiscard]] std::optional<CompiledForAmd> result() {
        if (!isTold_) return std::nullopt;
        return std::move(found_);
    }

private:
    void takeLabel(std::string_view label) {
        if (label == kernel_) {
            isInKernel_ = wasInKernel_ = true;
            line_ = 0;
        } else if (label.starts_with(".Lfunc_end")) {
            isInKernel_ = false;
        }
    }

    /// `.file N "folder" "name"`, the folder only where there is one.
    void takeFile(std::string_view rest) {
        const auto number = leadingNumber(nextAmdWord(rest));
        rest = rest.substr(0, rest.rfind('"'));
        const auto start = rest.rfind('"');
        if (!number || start == std::string_view::npos) return;
        const auto name = rest.substr(start + 1);
        const auto base = name.substr(name.rfind('/') + 1);
        if (base == source_.substr(source_.rfind('/') + 1)) files_.insert(*number);
    }

    void takePlace(std::string_view rest) {
        const auto file = leadingNumber(nextAmdWord(rest));
        const auto line = leadingNumber(nextAmdWord(rest));
        line_ = file && line && files_.contains(*file) ? *line : 0;
    }

    /// What stands in comments behind the kernel's code.
    void takeComment(std::string_view text) {
        if (!wasInKernel_ || isInKernel_) return;
        const auto colon = text.find(':');
        if (colon == std::string_view::npos) return;
        const auto number = leadingNumber(text.substr(colon + 1));
        if (!number) return;
        const auto name = trimmed(text.substr(0, colon));
        if (name == "NumVgprs") {
            found_.vectorRegisters = std::max(found_.vectorRegisters, *number);
            isTold_ = true;
        } else if (name == "TotalNumVgprs") {
            found_.vectorRegisters = *number;
        } else if (name == "NumSgprs" || name == "TotalNumSgprs") {
            found_.scalarRegisters = *number;
        } else if (name == "ScratchSize") {
            found_.scratchBytes = *number;
        } else if (name == "LDSByteSize") {
            found_.localBytes = *number;
        } else if (name == "Occupancy") {
            found_.wavesPerSimd = *number;
        }
    }

    /// Of the metadata behind the code: `.vgpr_spill_count: 3`.
    void takeValue(std::string_view word, std::string_view rest) {
        const auto number = leadingNumber(rest);
        if (!number) return;
        if (word == ".vgpr_spill_count:") found_.spilledRegisters = *number;
        if (word == ".sgpr_spill_count:") found_.spilledScalars = *number;
    }

    std::string_view kernel_, source_;
    CompiledForAmd found_;
    std::set<int> files_;
    int line_ = 0;
    bool isInKernel_ = false, wasInKernel_ = false, isTold_ = false;
};

} // namespace

int AmdInstructions::* amdInstructionClass(std::string_view mnemonic) {
    if (mnemonic.starts_with("v_"))
        return isFloatOperation(mnemonic) ? &AmdInstructions::vectorFloat : &AmdInstructions::vectorInteger;
    if (mnemonic.starts_with("s_")) {
        if (startsWithAny(mnemonic, {"s_load", "s_buffer_load", "s_scratch_load", "s_memtime", "s_dcache"}))
            return &AmdInstructions::scalarLoads;
        if (startsWithAny(mnemonic, {"s_waitcnt", "s_wait_", "s_nop", "s_sleep", "s_inst_prefetch", "s_clause",
                                     "s_delay_alu"}))
            return &AmdInstructions::waits;
        if (mnemonic.starts_with("s_barrier")) return &AmdInstructions::barriers;
        if (startsWithAny(mnemonic, {"s_cbranch", "s_branch", "s_endpgm", "s_setpc", "s_swappc", "s_call"}))
            return &AmdInstructions::branches;
        return &AmdInstructions::scalar;
    }
    if (mnemonic.starts_with("ds_")) return &AmdInstructions::localMemory;
    // Caches that are written back or emptied, as barriers and fences need it.
    if (startsWithAny(mnemonic, {"buffer_gl", "buffer_inv", "buffer_wb"})) return &AmdInstructions::waits;
    if (startsWithAny(mnemonic, {"buffer_", "global_", "flat_", "scratch_", "tbuffer_", "image_"})) {
        if (mnemonic.find("_atomic") != std::string_view::npos) return &AmdInstructions::vectorAtomics;
        if (mnemonic.find("_load") != std::string_view::npos ||
            mnemonic.find("_sample") != std::string_view::npos)
            return &AmdInstructions::vectorLoads;
        if (mnemonic.find("_store") != std::string_view::npos) return &AmdInstructions::vectorStores;
    }
    return &AmdInstructions::other;
}

std::optional<CompiledForAmd> readAmdAssembly(std::string_view text, std::string_view kernel,
                                              std::string_view source) {
    AmdAssemblyReader reader(kernel, source);
    while (!text.empty()) {
        const auto end = std::min(text.find('\n'), text.size());
        reader.take(text.substr(0, end));
        text.remove_prefix(std::min(text.size(), end + 1));
    }
    return reader.result();
}

} // namespace warpstring::frontend
