// SPDX-License-Identifier: GPL-3.0-or-later
#include "tuning/strip/emitter.h"

#include <clang/AST/Attr.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>

#include "tuning/strip/expression_printer.h"
#include "tuning/strip/stripped_source.h"
#include "tuning/strip/type_text.h"

namespace warpstring::strip {

namespace {

std::string blanks(unsigned depth) { return std::string(4UL * depth, ' '); }

bool touchesMemory(const Program& program, const clang::FunctionDecl* function) {
    return std::any_of(program.accesses.begin(), program.accesses.end(),
                       [&](const Access& access) { return access.control->function == function; });
}

} // namespace

Emitter::Emitter(clang::ASTContext& context, const Program& program, const Needs& needs, const Keeping& keeping,
                 const std::string& source)
    : context_(context), program_(program), needs_(needs), keeping_(keeping), source_(source),
      accumulators_(context) {
    for (const auto& access : program.accesses) {
        accessesAt_[access.expression].push_back(&access);
        keepsStores_ = keepsStores_ || (access.stores && keeping.accesses.contains(access.expression));
    }
    for (const auto* function : program.functions) {
        if (function == program.kernel) continue;
        const bool calls = std::any_of(program.calls.begin(), program.calls.end(), [&](const Call& call) {
            return call.control->function == function && copied_.contains(call.callee);
        });
        if (calls || touchesMemory(program, function)) copied_.insert(function);
    }
}

std::string Emitter::print(const clang::Stmt& expression) {
    std::string text;
    llvm::raw_string_ostream out(text);
    ExpressionPrinter printer(*this);
    expression.printPretty(out, &printer, clang::PrintingPolicy(context_.getLangOpts()), 0, "\n", &context_);
    out.flush();
    return text;
}

std::string Emitter::labelOf(const clang::Stmt& statement) const {
    const auto& manager = context_.getSourceManager();
    const auto at = manager.getExpansionLoc(statement.getBeginLoc());
    if (!manager.isInMainFile(at)) return {};
    const std::size_t offset = manager.getFileOffset(at);
    const std::size_t end = source_.find('\n', offset);
    const std::size_t label = source_.find("// warpstring:", offset);
    return label == std::string::npos || label > end ? "" : " " + source_.substr(label, end - label);
}

std::string Emitter::helpers() {
    std::string all;
    for (const auto* function : program_.functions) {
        if (function == program_.kernel || !isCopied(function)) continue;
        if (!keeping_.onChip && !needs_.needsResult(function) &&
            std::none_of(program_.calls.begin(), program_.calls.end(), [&](const Call& call) {
                return call.callee == function && needs_.keepsCall(call.call);
            }))
            continue;
        function_ = function;
        std::string parameters;
        for (const auto* parameter : function->parameters())
            parameters += (parameters.empty() ? "" : ", ") + declarationText(context_, *parameter);
        std::string body = block(function->getBody(), 1);
        if (!function->getReturnType()->isVoidType() && !needs_.needsResult(function) && !keeping_.onChip)
            body += blanks(1) + "return (" + typeText(context_, function->getReturnType()) + ")(0);\n";
        for (const auto& more :
             {accumulators_.parameters(), std::string(keeping_.onChip ? "uint strip_bits" : "")})
            if (!more.empty()) parameters += (parameters.empty() ? "" : ", ") + more;
        all.append(function->getReturnType().getAsString(clang::PrintingPolicy(context_.getLangOpts())));
        all.append(" strip_").append(function->getName().str()).append("(").append(parameters);
        all.append(") {\n").append(body).append("}\n\n");
    }
    return all;
}

std::string Emitter::callText(const clang::CallExpr& call) {
    std::string arguments;
    for (const auto* argument : call.arguments())
        arguments += (arguments.empty() ? "" : ", ") + print(*argument);
    for (const auto& more :
         {accumulators_.arguments(isInKernel()), std::string(keeping_.onChip ? "strip_bits" : "")})
        if (!more.empty()) arguments += (arguments.empty() ? "" : ", ") + more;
    hasAdded_ = true;
    usesUnknown_ = usesUnknown_ || keeping_.onChip;
    return "strip_" + calleeName(call).str() + "(" + arguments + ")";
}

std::string Emitter::kernelBody() {
    function_ = program_.kernel;
    hasAdded_ = false;
    guards_ = 0;
    std::string body = block(program_.kernel->getBody(), 1);
    body += lastStore(1);
    return accumulators_.declarations(blanks(1)) + body;
}

std::string Emitter::itemText() const {
    std::string text = "get_global_id(" + std::to_string(keeping_.dimensions - 1) + ")";
    for (unsigned d = keeping_.dimensions - 1; d-- > 0;) {
        if (text.find('+') != std::string::npos) text.insert(0, "(").append(")");
        text.append(" * get_global_size(").append(std::to_string(d));
        text.append(") + get_global_id(").append(std::to_string(d)).append(")");
    }
    return text;
}

std::string Emitter::lastStore(unsigned depth) {
    if (accumulators_.empty()) return {};
    const std::string in = blanks(depth), sum = accumulators_.sum();
    if (storesSums()) return in + "strip_out[" + itemText() + "] = " + sum + ";\n";
    // Nothing is below minus infinity; the label is for the launch file to say so.
    return in + "const float strip_sum = " + sum + ";\n" + in +
           "if (strip_sum < as_float(strip_limit)) { // warpstring: " + guardLabel(++guards_) + "\n" +
           blanks(depth + 1) + "strip_out[0] = strip_sum;\n" + in + "}\n";
}

std::string Emitter::block(const clang::Stmt* body, unsigned depth) {
    if (body == nullptr) return {};
    const auto* statements = llvm::dyn_cast<clang::CompoundStmt>(body);
    if (statements == nullptr) return statement(body, depth);
    std::string text;
    for (const auto* part : statements->body()) text += statement(part, depth);
    return text;
}

std::string Emitter::statement(const clang::Stmt* part, unsigned depth) {
    if (part == nullptr || llvm::isa<clang::NullStmt>(part)) return {};
    const std::string in = blanks(depth);
    if (llvm::isa<clang::CompoundStmt>(part)) {
        const std::string text = block(part, depth + 1);
        return text.empty() ? "" : in + "{\n" + text + in + "}\n";
    }
    if (const auto* declarations = llvm::dyn_cast<clang::DeclStmt>(part))
        return declaration(*declarations, depth);
    if (const auto* branching = llvm::dyn_cast<clang::IfStmt>(part)) return branch(*branching, depth);
    if (const auto* loop = llvm::dyn_cast<clang::ForStmt>(part)) return forLoop(*loop, depth);
    if (const auto* loop = llvm::dyn_cast<clang::WhileStmt>(part)) {
        if (!keeping_.onChip && !needs_.keepsControl(loop)) return {};
        std::string text = in + "while (" + print(*loop->getCond()) + ") {" + labelOf(*loop) + "\n";
        text += idleLoads(loop->getCond(), depth + 1);
        return text + block(loop->getBody(), depth + 1) + in + "}\n";
    }
    if (const auto* loop = llvm::dyn_cast<clang::DoStmt>(part)) {
        if (!keeping_.onChip && !needs_.keepsControl(loop)) return {};
        std::string body = block(loop->getBody(), depth + 1);
        body += idleLoads(loop->getCond(), depth + 1);
        return in + "do {" + labelOf(*loop) + "\n" + body + in + "} while (" + print(*loop->getCond()) + ");\n";
    }
    if (const auto* choosing = llvm::dyn_cast<clang::SwitchStmt>(part)) return choice(*choosing, depth);
    if (const auto* label = llvm::dyn_cast<clang::CaseStmt>(part))
        return in + "case " + print(*label->getLHS()) + ":\n" + statement(label->getSubStmt(), depth + 1);
    if (const auto* label = llvm::dyn_cast<clang::DefaultStmt>(part))
        return in + "default:\n" + statement(label->getSubStmt(), depth + 1);
    if (const auto* marked = llvm::dyn_cast<clang::AttributedStmt>(part)) return attributed(*marked, depth);
    if (const auto* end = llvm::dyn_cast<clang::ReturnStmt>(part)) return returned(*end, depth);
    if (llvm::isa<clang::BreakStmt, clang::ContinueStmt>(part)) {
        if (!keeping_.onChip && !needs_.keepsJump(part)) return {};
        return in + (llvm::isa<clang::BreakStmt>(part) ? "break;\n" : "continue;\n");
    }
    if (!keeping_.onChip) return effects(part, depth);
    const auto* call = llvm::dyn_cast<clang::CallExpr>(part);
    const auto memory = call ? memoryCallOf(*call) : std::nullopt;
    if (memory && memory->isWhole && isRemoved(*part)) { // nobody asks what an atomic found
        if (memory->value < 0) return {};
        const auto* value = call->getArg(static_cast<unsigned>(memory->value));
        return in + sunk(value->getType(), print(*value)) + ";\n";
    }
    return in + print(*part) + ";\n";
}

std::string Emitter::variable(const clang::VarDecl& variable) {
    std::string text = declarationText(context_, variable);
    if (variable.hasInit()) text += " = " + print(*variable.getInit());
    return text;
}

std::string Emitter::declaration(const clang::DeclStmt& statement, unsigned depth) {
    std::string text;
    for (const auto* declared : statement.decls()) {
        const auto* named = llvm::dyn_cast<clang::VarDecl>(declared);
        if (named == nullptr) {
            std::string other;
            llvm::raw_string_ostream out(other);
            declared->print(out, clang::PrintingPolicy(context_.getLangOpts()), depth);
            text += blanks(depth) + out.str() + ";\n";
        } else if (keeping_.onChip || needs_.names(named)) {
            text += blanks(depth) + variable(*named) + ";\n";
            if (hasIdleLoads(named->getInit())) text += added(named->getType(), named->getName().str(), depth);
        } else {
            text += effects(named->getInit(), depth);
        }
    }
    return text;
}

std::string Emitter::branch(const clang::IfStmt& branch, unsigned depth) {
    const std::string in = blanks(depth);
    if (!keeping_.onChip && !needs_.keepsControl(&branch)) return effects(branch.getCond(), depth);
    std::string text = idleLoads(branch.getCond(), depth);
    text += in + "if (" + print(*branch.getCond()) + ") {" + labelOf(branch) + "\n";
    text += block(branch.getThen(), depth + 1) + in + "}";
    const std::string other = block(branch.getElse(), depth + 1);
    return text + (other.empty() ? "\n" : " else {\n" + other + in + "}\n");
}

std::string Emitter::forLoop(const clang::ForStmt& loop, unsigned depth) {
    if (!keeping_.onChip && !needs_.keepsControl(&loop))
        return loop.getInit() && !llvm::isa<clang::DeclStmt>(loop.getInit()) ? effects(loop.getInit(), depth)
                                                                             : "";
    const std::string in = blanks(depth);
    std::string first, before;
    if (const auto* declarations = llvm::dyn_cast_or_null<clang::DeclStmt>(loop.getInit())) {
        for (const auto* declared : declarations->decls())
            if (const auto* named = llvm::dyn_cast<clang::VarDecl>(declared)) {
                before += idleLoads(named->getInit(), depth);
                const std::string whole = variable(*named);
                // The second of "int i = 0, j = 1" has no type of its own.
                first += first.empty() ? whole : ", " + whole.substr(whole.find(named->getName().str()));
            }
    } else if (loop.getInit()) {
        before = idleLoads(loop.getInit(), depth);
        first = print(*loop.getInit());
    }
    std::string text = before + in + "for (" + first + "; ";
    text += (loop.getCond() ? print(*loop.getCond()) : "") + "; ";
    text += (loop.getInc() ? print(*loop.getInc()) : "") + ") {" + labelOf(loop) + "\n";
    text += idleLoads(loop.getCond(), depth + 1);
    text += block(loop.getBody(), depth + 1);
    return text + idleLoads(loop.getInc(), depth + 1) + in + "}\n";
}

std::string Emitter::choice(const clang::SwitchStmt& choice, unsigned depth) {
    if (!keeping_.onChip && !needs_.keepsControl(&choice)) return effects(choice.getCond(), depth);
    const std::string in = blanks(depth);
    const std::string before = idleLoads(choice.getCond(), depth);
    return before + in + "switch (" + print(*choice.getCond()) + ") {" + labelOf(choice) + "\n" +
           block(choice.getBody(), depth + 1) + in + "}\n";
}

std::string Emitter::attributed(const clang::AttributedStmt& statement, unsigned depth) {
    const std::string text = this->statement(statement.getSubStmt(), depth);
    if (text.empty()) return {};
    std::string marks;
    for (const auto* attribute : statement.getAttrs()) {
        if (const auto* hint = llvm::dyn_cast<clang::OpenCLUnrollHintAttr>(attribute)) {
            marks += blanks(depth) + "__attribute__((opencl_unroll_hint" +
                     (hint->getUnrollHint() > 0 ? "(" + std::to_string(hint->getUnrollHint()) + ")" : "") +
                     "))\n";
            continue;
        }
        const auto* hint = llvm::dyn_cast<clang::LoopHintAttr>(attribute);
        if (hint == nullptr) continue;
        const bool isCount = hint->getOption() == clang::LoopHintAttr::UnrollCount && hint->getValue();
        if (isCount)
            marks += "#pragma unroll " + print(*hint->getValue()) + "\n";
        else if (hint->getState() == clang::LoopHintAttr::Disable)
            marks += "#pragma nounroll\n";
        else if (hint->getOption() == clang::LoopHintAttr::Unroll)
            marks += "#pragma unroll\n";
    }
    return marks + text;
}

std::string Emitter::returned(const clang::ReturnStmt& statement, unsigned depth) {
    const std::string in = blanks(depth);
    const auto* value = statement.getRetValue();
    if (!isInKernel()) {
        if (value == nullptr) return keeping_.onChip || needs_.keepsJump(&statement) ? in + "return;\n" : "";
        if (keeping_.onChip || needs_.needsResult(function_))
            return idleLoads(value, depth) + in + "return " + print(*value) + ";\n";
        std::string text = effects(value, depth);
        if (needs_.keepsJump(&statement))
            text += in + "return (" + typeText(context_, value->getType()) + ")(0);\n";
        return text;
    }
    if (!keeping_.onChip && !needs_.keepsJump(&statement)) return {};
    return (hasAdded_ ? lastStore(depth) : "") + in + "return;\n";
}

} // namespace warpstring::strip
