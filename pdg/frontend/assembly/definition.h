// SPDX-License-Identifier: GPL-3.0-or-later
// The body of a builtin under construction, in LLVM IR.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "pdg/frontend/llvm_headers.h"
#include "pdg/frontend/opencl/opencl_builtins.h"

namespace warpstring::frontend {

using Values = std::vector<llvm::Value*>;

/// A body under construction: `one` makes a component of the result of components of the arguments.
class Definition {
public:
    Definition(llvm::Function& function, std::string_view libraryPrefix)
        : builder(llvm::BasicBlock::Create(function.getContext(), "entry", &function)), function_(function),
          libraryPrefix_(libraryPrefix) {
        const std::string_view mangled(function.getName().data(), function.getName().size());
        const auto name = builtinName(function);
        auto type = mangled.substr(std::min(mangled.size(), mangled.find(name) + name.size()));
        if (type.starts_with("Dv")) type = type.substr(std::min(type.size(), type.find('_') + 1));
        isUnsigned = !type.empty() && std::string_view("htjm").find(type[0]) != std::string_view::npos;
    }

    llvm::IRBuilder<> builder;
    bool isUnsigned = false; ///< the first argument

    [[nodiscard]] llvm::Type* scalar() const { return function_.getReturnType()->getScalarType(); }
    llvm::Value* unary(llvm::Intrinsic::ID id, llvm::Value* a) { return builder.CreateUnaryIntrinsic(id, a); }
    llvm::Value* binary(llvm::Intrinsic::ID id, llvm::Value* a, llvm::Value* b) {
        return builder.CreateBinaryIntrinsic(id, a, b);
    }
    llvm::Value* number(llvm::Type* type, double value) { return llvm::ConstantFP::get(type, value); }

    /// "__nv_sinf" of sin and float, with the prefix of the target's library; halves are computed as floats.
    llvm::Value* library(std::string_view name, Values arguments, llvm::Type* result) {
        bool isFloat = false, isHalf = false;
        for (auto*& argument : arguments) {
            isHalf = isHalf || argument->getType()->isHalfTy();
            if (argument->getType()->isHalfTy()) argument = builder.CreateFPExt(argument, builder.getFloatTy());
            isFloat = isFloat || argument->getType()->isFloatTy();
        }
        auto* of = isHalf && result->isHalfTy() ? builder.getFloatTy() : result;
        std::vector<llvm::Type*> types;
        for (const auto* argument : arguments) types.push_back(argument->getType());
        const auto callee = function_.getParent()->getOrInsertFunction(
            libraryPrefix_ + std::string(name) + (isFloat ? "f" : ""),
            llvm::FunctionType::get(of, types, false));
        llvm::Value* value = builder.CreateCall(callee, arguments);
        return of == result ? value : builder.CreateFPTrunc(value, result);
    }

    void byComponent(const std::function<llvm::Value*(const Values&)>& one) {
        auto* type = function_.getReturnType();
        const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
        const unsigned width = vector == nullptr ? 1 : vector->getNumElements();
        llvm::Value* result = llvm::PoisonValue::get(type);
        for (unsigned i = 0; i < width; ++i) {
            Values parts;
            for (auto& argument : function_.args())
                parts.push_back(argument.getType()->isVectorTy() ? builder.CreateExtractElement(&argument, i)
                                                                 : static_cast<llvm::Value*>(&argument));
            auto* part = one(parts);
            result = vector == nullptr ? part : builder.CreateInsertElement(result, part, i);
        }
        finish(result);
    }

    void finish(llvm::Value* result) {
        if (function_.getReturnType()->isVoidTy())
            builder.CreateRetVoid();
        else
            builder.CreateRet(result);
    }

private:
    llvm::Function& function_;
    std::string libraryPrefix_;
};

} // namespace warpstring::frontend
