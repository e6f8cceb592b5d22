// SPDX-License-Identifier: GPL-3.0-or-later
// What bodies of builtins are made with.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include <string>
#include <utility>

#include "pdg/frontend/llvm_headers.h"

namespace warpstring::frontend {

/// Work-items of a sub-group, as the module was told; 32 where it was not.
[[nodiscard]] unsigned subGroupSizeOf(const llvm::Module& module);
void tellSubGroupSize(llvm::Module& module, int size);

/// A body under construction. Instructions without a place in the source take that of the call they are inlined
/// into.
class Body {
public:
    explicit Body(llvm::Function& function)
        : function_(function), module_(*function.getParent()),
          builder_(llvm::BasicBlock::Create(function.getContext(), "entry", &function)) {}

    llvm::Value* argument(unsigned index) const { return function_.getArg(index); }
    llvm::IRBuilder<>& builder() { return builder_; }
    llvm::Type* sizeType() const { return module_.getDataLayout().getIntPtrType(function_.getContext()); }
    [[nodiscard]] unsigned subGroupSize() const { return subGroupSizeOf(module_); }
    llvm::Type* half() { return builder_.getHalfTy(); }

    /// Where element `index` of `type` lies behind a pointer.
    llvm::Value* element(llvm::Type* type, llvm::Value* pointer, llvm::Value* index) {
        return builder_.CreateInBoundsGEP(type, pointer, index);
    }
    llvm::Value* sized(llvm::Value* value) { return builder_.CreateZExtOrTrunc(value, sizeType()); }
    llvm::Value* size(std::uint64_t value) const { return llvm::ConstantInt::get(sizeType(), value); }

    /// Lets a product and a sum of what is made from now on be one instruction.
    void contract() {
        llvm::FastMathFlags flags;
        flags.setAllowContract();
        builder_.setFastMathFlags(flags);
    }

    void finish(llvm::Value* result) {
        if (function_.getReturnType()->isVoidTy())
            builder_.CreateRetVoid();
        else
            builder_.CreateRet(result);
        function_.setLinkage(llvm::GlobalValue::InternalLinkage);
        // What held of the declaration, reading nothing but its argument for one, need not hold of the body.
        function_.setMemoryEffects(llvm::MemoryEffects::unknown());
    }

    /// A call of a builtin by its mangled name.
    llvm::CallInst* call(const std::string& mangled, llvm::Type* result, llvm::ArrayRef<llvm::Value*> arguments,
                         bool isConvergent = false) {
        llvm::SmallVector<llvm::Type*, 2> types;
        for (const auto* argument : arguments) types.push_back(argument->getType());
        auto callee = module_.getOrInsertFunction(mangled, llvm::FunctionType::get(result, types, false));
        auto* function = llvm::cast<llvm::Function>(callee.getCallee());
        function->setCallingConv(llvm::CallingConv::SPIR_FUNC);
        if (isConvergent)
            function->setConvergent();
        else
            function->setDoesNotAccessMemory();
        function->setDoesNotThrow();
        auto* call = builder_.CreateCall(callee, arguments);
        call->setCallingConv(llvm::CallingConv::SPIR_FUNC);
        if (isConvergent) call->setConvergent();
        return call;
    }
    llvm::Value* query(const char* mangled, unsigned dimension) {
        return call(mangled, sizeType(), {builder_.getInt32(dimension)});
    }
    void barrier() {
        // CLK_LOCAL_MEM_FENCE and CLK_GLOBAL_MEM_FENCE
        call("_Z7barrierj", builder_.getVoidTy(), {builder_.getInt32(3)}, /*isConvergent=*/true);
    }

    /// The work-item's number in its group, and how many there are.
    std::pair<llvm::Value*, llvm::Value*> placeInGroup() {
        llvm::Value* place = query("_Z12get_local_idj", 2);
        llvm::Value* count = query("_Z14get_local_sizej", 2);
        for (unsigned dimension = 2; dimension-- > 0;) {
            auto* size = query("_Z14get_local_sizej", dimension);
            place = builder_.CreateAdd(builder_.CreateMul(place, size), query("_Z12get_local_idj", dimension));
            count = builder_.CreateMul(count, size);
        }
        return {place, count};
    }

    /// for (i = first; i < end; i += step) inside(i); compilers unroll it no further, which their libraries
    /// have (bench/device/uneven-nests.toml).
    template <typename Inside>
    void loop(llvm::Value* first, llvm::Value* end, llvm::Value* step, const Inside& inside) {
        auto& context = function_.getContext();
        auto* before = builder_.GetInsertBlock();
        auto* test = llvm::BasicBlock::Create(context, "test", &function_);
        auto* body = llvm::BasicBlock::Create(context, "body", &function_);
        auto* after = llvm::BasicBlock::Create(context, "after", &function_);
        builder_.CreateBr(test);
        builder_.SetInsertPoint(test);
        auto* counter = builder_.CreatePHI(sizeType(), 2, "i");
        counter->addIncoming(first, before);
        builder_.CreateCondBr(builder_.CreateICmpULT(counter, end), body, after);
        builder_.SetInsertPoint(body);
        inside(counter);
        counter->addIncoming(builder_.CreateAdd(counter, step), builder_.GetInsertBlock());
        auto* disabled = llvm::MDNode::get(context, llvm::MDString::get(context, "llvm.loop.unroll.disable"));
        auto* id = llvm::MDNode::getDistinct(context, {nullptr, disabled});
        id->replaceOperandWith(0, id);
        builder_.CreateBr(test)->setMetadata(llvm::LLVMContext::MD_loop, id);
        builder_.SetInsertPoint(after);
    }

private:
    llvm::Function& function_;
    llvm::Module& module_;
    llvm::IRBuilder<> builder_;
};

} // namespace warpstring::frontend
