// SPDX-License-Identifier: GPL-3.0-or-later
// StatementBuilder: reads and writes of images, and what is asked of them.
#include "pdg/frontend/statement_builder.h"

namespace warpstring::frontend {

using What = ImageCall::What;

bool StatementBuilder::readsImage(const llvm::Instruction& instruction) const {
    const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    if (call == nullptr || llvm::isa<llvm::IntrinsicInst>(call)) return false;
    const auto called = context_.language.builtin(*call);
    return called.kind == CalledBuiltin::Kind::Image && called.image.what == What::Read;
}

void StatementBuilder::emitImage(const ImageCall& image, llvm::CallInst& call, RegionId region) {
    if (image.what != What::Read && image.what != What::Write) {
        // A size or a format is a parameter of the launch.
        const auto* argument = llvm::dyn_cast<llvm::Argument>(image.image);
        const std::uint64_t number = argument == nullptr ? 0 : argument->getArgNo();
        const auto first = image.what == What::Sizes ? 0U : image.dimension;
        const auto last =
            image.what == What::Sizes ? static_cast<unsigned>(dimensions(image.shape)) - 1 : first;
        int queries = 0;
        for (unsigned d = first; d <= last && image.what != What::Format; ++d)
            queries += queried_.insert({"image size " + std::to_string(d), number}).second ? 1 : 0;
        if (queries > 0) compute(OperationClass::ImageQuery, queries, region, call);
        return;
    }
    const bool isRead = image.what == What::Read;
    const SymbolicTexels texels = values_.texels(image);
    if (texels.image != none) context_.pdg.arguments[texels.image].element = {image.component, 4};
    const std::string object = texels.image == none ? "?" : context_.pdg.arguments[texels.image].name;
    for (std::size_t texel = 0; texel < texels.offsets.size(); ++texel) {
        Statement& statement = append(StatementKind::Memory, region, call);
        MemoryAccess access;
        access.id = static_cast<AccessId>(context_.pdg.accesses.size());
        access.statement = statement.id;
        access.space = MemorySpace::Image;
        access.kind = isRead ? AccessKind::Load : AccessKind::Store;
        access.object = texels.image;
        access.offset = texels.offsets[texel];
        access.bytes = texels.bytes;
        access.atIntegers = isRead && image.coordinates->getType()->getScalarType()->isIntegerTy();
        access.texels = texel == 0 ? static_cast<int>(texels.offsets.size()) : 0;
        statement.access = access.id;
        statement.count = texel == 0 ? 1 : 0;
        statement.text = (isRead ? "read image " : "write image ") + object;
        if (texel > 0) statement.text += ", texel " + std::to_string(texel + 1) + " of its filter";
        context_.pdg.accesses.push_back(access);
        for (const auto& operand : call.args()) operands_[statement.id].push_back(operand);
        if (texel == 0)
            result_[&call] = statement.id;
        else
            furtherParts_[&call].push_back(statement.id);
    }
    if (const auto number = loads_.find(&call); number != loads_.end()) {
        const AccessId first = context_.pdg.statements[result_[&call]].access;
        const auto elements = static_cast<std::uint32_t>(widthOf(call.getType()));
        for (std::uint32_t i = 0; i < elements; ++i)
            context_.pdg.loads[number->second + i] = {first, static_cast<int>(i)};
    }
    if (texels.image == none)
        note("frontend.unknown-image", call, "which image this call goes to is not known",
             "its texels count as those of an image of its own");
}

} // namespace warpstring::frontend
