// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/strip/memory_calls.h"

#include "tuning/strip/program.h"

namespace warpstring::strip {

std::optional<MemoryCall> memoryCallOf(const clang::CallExpr& call) {
    const llvm::StringRef name = calleeName(call);
    const unsigned count = call.getNumArgs();
    if (count == 0) return std::nullopt;
    MemoryCall memory;
    if (name.starts_with("vload") && count == 2) {
        memory.loaded = call.getArg(1);
        memory.index = 0;
        return memory;
    }
    if (name.starts_with("vstore") && count >= 3) {
        memory.stored = call.getArg(2);
        memory.value = 0;
        memory.index = 1;
        return memory;
    }
    if (name.starts_with("read_image")) {
        memory.loaded = call.getArg(0);
        memory.index = static_cast<int>(count) - 1;
        return memory;
    }
    if (name.starts_with("write_image")) {
        memory.stored = call.getArg(0);
        memory.value = static_cast<int>(count) - 1;
        memory.index = 1;
        return memory;
    }
    if (name.starts_with("atomic_") || name.starts_with("atom_")) {
        memory.loaded = memory.stored = call.getArg(0);
        if (count > 1) memory.value = static_cast<int>(count) - 1;
        memory.isWhole = true;
        return memory;
    }
    if (name.starts_with("async_work_group")) {
        memory.stored = call.getArg(0);
        memory.loaded = call.getArg(1);
        memory.isWhole = true;
        return memory;
    }
    return std::nullopt;
}

bool isMeeting(llvm::StringRef name) {
    return name == "barrier" || name == "work_group_barrier" || name.ends_with("mem_fence") ||
           name == "wait_group_events" || name.starts_with("sub_group_barrier");
}

} // namespace warpstring::strip
