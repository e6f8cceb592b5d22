// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/frontend/debug_places.h"

#include "pdg/frontend/llvm_headers.h"

namespace warpstring::frontend {

std::string pathOf(const llvm::DIFile* file) { return file == nullptr ? "" : file->getFilename().str(); }

namespace {

SourceLocation single(const llvm::DILocation& location) {
    return {pathOf(location.getFile()), static_cast<int>(location.getLine()),
            static_cast<int>(location.getColumn())};
}

} // namespace

CodePlace placeOf(const llvm::DILocation* location) {
    CodePlace place;
    if (location == nullptr) return place;
    place.at = single(*location);
    for (const auto* call = location->getInlinedAt(); call != nullptr; call = call->getInlinedAt())
        place.inlinedAt.push_back(single(*call));
    return place;
}

CodePlace placeOf(const llvm::Instruction& instruction) {
    for (const auto* i = &instruction; i != nullptr; i = i->getPrevNode())
        if (const auto& location = i->getDebugLoc(); location && location.getLine() != 0)
            return placeOf(location.get());
    for (const auto* i = instruction.getNextNode(); i != nullptr; i = i->getNextNode())
        if (const auto& location = i->getDebugLoc(); location && location.getLine() != 0)
            return placeOf(location.get());
    return {};
}

} // namespace warpstring::frontend
