// SPDX-License-Identifier: GPL-3.0-or-later
#include "generate/code/emitter.h"

#include <algorithm>
#include <utility>

#include "generate/code/shared_memory.h"
#include "generate/code/vector_functions.h"

namespace warpstring::generate {
namespace {

std::string replacedAll(std::string text, const std::string& from, const std::string& to) {
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
    return text;
}

/// What OpenCL C has functions of: no kernel may be called so.
bool isBuiltIn(const std::string& name) {
    static const std::set<std::string> others = {
        "dot",        "cross",  "length",  "distance", "normalize", "sign",   "step",
        "smoothstep", "mix",    "clamp",   "degrees",  "radians",   "round",  "trunc",
        "rint",       "fract",  "sinh",    "cosh",     "tanh",      "rotate", "any",
        "all",        "printf", "barrier", "prefetch", "shuffle",   "ldexp",  "cbrt"};
    return others.contains(name) || operandCount(name) > 0;
}

constexpr std::string_view nameMark = "@kernel@";

} // namespace

Emitter::Emitter(const Program& program, const CodeOptions& options) : program_(program), options_(options) {
    // What OpenCL C and its built-in functions call something.
    names_ = {"kernel", "global", "local",   "constant", "private",  "float",    "int",    "char",
              "short",  "long",   "double",  "half",     "uint",     "ulong",    "uchar",  "ushort",
              "if",     "for",    "while",   "do",       "return",   "const",    "size",   "min",
              "max",    "step",   "sign",    "mix",      "length",   "distance", "dot",    "cross",
              "select", "any",    "all",     "void",     "unsigned", "signed",   "static", "inline",
              "switch", "case",   "default", "break",    "continue", "else",     "goto",   "struct",
              "union",  "enum",   "typedef", "sizeof",   "event_t",  "image"};
    for (const char* usable : {"size", "step"})
        names_.erase(usable); // only functions' names: a variable hides them
    for (const UserFunction& function : program.functions) names_.insert(function.name);
    names_.insert(program.name);
}

void Emitter::fail(const Expr& expr, const std::string& code, const std::string& message,
                   const std::string& hint) {
    throw CodeFault{
        {.code = code, .severity = Severity::Error, .place = expr->place, .message = message, .hint = hint}};
}

void Emitter::openKernel(const Expr& expr) {
    kernel_ = std::make_unique<OpenKernel>();
    kernel_->names = names_;
    current_ = &kernel_->body;
    for (int d = 0; d < 3; ++d) {
        const auto dimension = static_cast<std::size_t>(d);
        const std::int64_t wanted = wantedLocalSize(expr, d);
        // What no map runs over would be done by all of them.
        const bool isFree = options_.local[dimension] > 0 && usesDimension(expr, d);
        kernel_->local[dimension] = isFree ? options_.local[dimension] : std::max<std::int64_t>(wanted, 1);
    }
    // Work-items that no group divides: the usual size, unless the form has one item alone.
    const bool hasGroups = expr->op == Op::Map && expr->level == Level::Workgroup;
    const bool isSerial = expr->op != Op::Map || expr->level == Level::Sequential;
    if (isSerial) kernel_->local = {1, 1, 1};
    if (!hasGroups && !isSerial && options_.local[0] == 0 && kernel_->local[0] == 1)
        kernel_->local[0] = expr->level == Level::Global && expr->dimension > 0 ? 1 : 256;
    kernel_->global = kernel_->local;
    innermost_ = isSerial ? Level::Sequential : Level::Abstract;
}

void Emitter::closeKernel() {
    GeneratedKernel kernel;
    kernel.global = kernel_->global;
    kernel.local = kernel_->local;
    kernel.usesGroups =
        !kernel_->locals.empty() || hasBarrier(kernel_->body) ||
        std::ranges::any_of(kernel_->ids, [](const auto& id) { return id.first.starts_with("lid"); });
    Statements all;
    shareLocalMemory(kernel_->body, kernel_->locals);
    for (const MemoryPointer& memory : kernel_->locals) {
        const std::optional<std::int64_t> size = memory->size.constant();
        if (!size) throw CodeFault("generate.type", "local memory's length has to be known");
        kernel.localBytes += *size * bytes(memory->type);
        const bool isVolatile = kernel_->usesLanes && options_.lockStep >= 32;
        all.push_back({Statement::Kind::Line,
                       std::string("local ") + (isVolatile ? "volatile " : "") + name(memory->type) + " " +
                           memory->name + "[" + std::to_string(*size) + "] __attribute__((aligned(16)));",
                       {},
                       {}});
    }
    static const std::map<std::string, std::string> functions = {
        {"group", "get_group_id"}, {"item", "get_global_id"}, {"lid", "get_local_id"}};
    for (const auto& [id, dimension] : kernel_->ids) {
        const std::string& function = functions.at(id.substr(0, id.find_first_of("0123456789")));
        all.push_back({Statement::Kind::Line,
                       std::string("const int ")
                           .append(id)
                           .append(" = ")
                           .append(function)
                           .append("(")
                           .append(std::to_string(dimension))
                           .append(");"),
                       {},
                       {}});
    }
    all.insert(all.end(), std::make_move_iterator(kernel_->body.begin()),
               std::make_move_iterator(kernel_->body.end()));

    const std::string body = toText(all, 1);
    for (const MemoryPointer& memory : readBetween_) {
        if (mentions(body, memory->name)) kernel_->used[memory].isRead = true;
    }
    std::string parameters;
    for (std::size_t i = 0; i < globals_.size(); ++i) {
        const auto used = kernel_->used.find(globals_[i]);
        if (used == kernel_->used.end()) continue;
        used->second.buffer = i;
        kernel.arguments.push_back(used->second);
        parameters += std::string(parameters.empty() ? "" : ", ") + "global " +
                      (used->second.isWritten ? "" : "const ") + name(globals_[i]->type) + "* restrict " +
                      globals_[i]->name;
    }
    for (const GeneratedScalar& scalar : scalars_) {
        if (!mentions(body, scalar.name)) continue;
        kernel.scalars.push_back(scalar);
        parameters += std::string(parameters.empty() ? "" : ", ") + name(scalar.type) + " " + scalar.name;
    }
    std::string attribute;
    if (kernel.usesGroups) {
        attribute = "__attribute__((reqd_work_group_size(" + std::to_string(kernel.local[0]) + ", " +
                    std::to_string(kernel.local[1]) + ", " + std::to_string(kernel.local[2]) + ")))\n";
    }
    kernel.text =
        attribute + "kernel void " + std::string(nameMark) + "(" + parameters + ") {\n" + body + "}\n";
    kernel.name = program_.name + "_" + std::to_string(generated_.kernels.size() + 1);
    generated_.kernels.push_back(std::move(kernel));
    kernel_.reset();
    current_ = nullptr;
    innermost_ = Level::Abstract;
}

Generated Emitter::run() {
    CodeScopePointer scope;
    for (const VariablePointer& parameter : program_.parameters) {
        View view;
        if (parameter->type.isValue()) {
            const std::string name = unusedName(parameter->name);
            scalars_.push_back({name, parameter->type.value()});
            view.type = parameter->type;
            view.code = name;
            view.isSimple = true;
        } else {
            view = viewOf(allocated(parameter->type, Space::Global, parameter->name), parameter->type);
        }
        scope = std::make_shared<const CodeScope>(CodeScope{parameter.get(), view, scope});
    }
    for (GeneratedBuffer& buffer : generated_.buffers) buffer.role = GeneratedBuffer::Role::Input;
    const std::size_t inputs = generated_.buffers.size();
    const StoragePointer result = allocated(program_.body.type(), Space::Global, "result");
    for (std::size_t i = inputs; i < generated_.buffers.size(); ++i)
        generated_.buffers[i].role = GeneratedBuffer::Role::Result;
    if (options_.isSerial) {
        openKernel(program_.body);
        kernel_->local = kernel_->global = {1, 1, 1};
        innermost_ = Level::Sequential;
    }
    write(program_.body, targetOf(result, program_.body.type()), scope);
    if (options_.isSerial) closeKernel();

    std::string kernels;
    for (GeneratedKernel& kernel : generated_.kernels) {
        if (generated_.kernels.size() == 1)
            kernel.name = isBuiltIn(program_.name) ? program_.name + "_all" : program_.name;
        kernel.text = replacedAll(kernel.text, std::string(nameMark), kernel.name);
        kernels += "\n" + kernel.text;
    }
    generated_.source = program_.preamble;
    for (const UserFunction& function : program_.functions) generated_.source += function.text + "\n";
    generated_.source += vectorFunctions(program_.functions, vectorCalls_);
    generated_.source += generated_.source.empty() ? kernels.substr(1) : kernels;
    if (options_.isFastMath) generated_.compilerOptions = "-cl-fast-relaxed-math";
    return std::move(generated_);
}

Result<Generated> generateCode(const Program& program, const CodeOptions& options) {
    try {
        return Emitter(program, options).run();
    } catch (const CodeFault& fault) {
        return fault.diagnostic;
    }
}

} // namespace warpstring::generate
