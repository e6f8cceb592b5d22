// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/frontend/opencl/printf_calls.h"

#include <llvm/IR/IRBuilder.h>

#include <vector>

#include "pdg/frontend/llvm_headers.h"

namespace warpstring::frontend {

namespace {

llvm::Function* routineOf(llvm::Module& module, const llvm::CallInst& call) {
    auto& context = module.getContext();
    auto* number = llvm::Type::getInt32Ty(context);
    const unsigned allocas = module.getDataLayout().getAllocaAddrSpace();
    auto* type = llvm::FunctionType::get(
        number, {call.getArgOperand(0)->getType(), llvm::PointerType::get(context, allocas)}, false);
    auto* routine =
        llvm::cast<llvm::Function>(module.getOrInsertFunction(std::string(printRoutine), type).getCallee());
    routine->setCallingConv(call.getCallingConv());
    routine->setDoesNotThrow();
    // It reads the arguments, and writes to what no kernel can see.
    routine->setMemoryEffects(llvm::MemoryEffects::inaccessibleOrArgMemOnly());
    routine->addParamAttr(1, llvm::Attribute::ReadOnly);
    return routine;
}

void lower(llvm::CallInst& call) {
    auto& module = *call.getModule();
    std::vector<llvm::Type*> types;
    for (unsigned i = 1; i < call.arg_size(); ++i) types.push_back(call.getArgOperand(i)->getType());
    llvm::IRBuilder<> builder(&*call.getFunction()->getEntryBlock().getFirstInsertionPt());
    llvm::Value* stored = llvm::ConstantPointerNull::get(
        llvm::PointerType::get(module.getContext(), module.getDataLayout().getAllocaAddrSpace()));
    auto* structure = llvm::StructType::get(module.getContext(), types);
    if (!types.empty()) stored = builder.CreateAlloca(structure, nullptr, "printed");
    builder.SetInsertPoint(&call);
    for (unsigned i = 0; i < types.size(); ++i)
        builder.CreateStore(call.getArgOperand(i + 1), builder.CreateStructGEP(structure, stored, i));
    auto* routine = routineOf(module, call);
    auto* lowered = builder.CreateCall(routine, {call.getArgOperand(0), stored});
    lowered->setCallingConv(routine->getCallingConv());
    call.replaceAllUsesWith(lowered);
    call.eraseFromParent();
}

} // namespace

void lowerPrintf(llvm::Module& module) {
    auto* print = module.getFunction("printf");
    if (print == nullptr || !print->isDeclaration()) return;
    std::vector<llvm::CallInst*> calls;
    for (auto* user : print->users())
        if (auto* call = llvm::dyn_cast<llvm::CallInst>(user);
            call != nullptr && call->getCalledFunction() == print && call->arg_size() > 0 &&
            call->getType()->isIntegerTy(32))
            calls.push_back(call);
    for (auto* call : calls) lower(*call);
}

} // namespace warpstring::frontend
