// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/random/kernel_text.h"

#include "core/text/text_format.h"

namespace warpstring::random_kernels {

namespace {

const char* signOf(Operation operation) {
    switch (operation) {
    case Operation::Add: return " + ";
    case Operation::Subtract: return " - ";
    case Operation::Multiply: return " * ";
    case Operation::Divide: return " / ";
    case Operation::Remainder: return " % ";
    case Operation::And: return " & ";
    case Operation::Or: return " | ";
    case Operation::Xor: return " ^ ";
    case Operation::ShiftLeft: return " << ";
    case Operation::ShiftRight: return " >> ";
    case Operation::Less: return " < ";
    case Operation::Equal: return " == ";
    default: return nullptr;
    }
}

const char* functionOf(Operation operation, bool floating) {
    switch (operation) {
    case Operation::Minimum: return floating ? "fmin" : "min";
    case Operation::Maximum: return floating ? "fmax" : "max";
    case Operation::Absolute: return floating ? "fabs" : "abs";
    case Operation::SquareRoot: return "sqrt";
    case Operation::Exponential: return "exp";
    case Operation::Sine: return "sin";
    case Operation::Cosine: return "cos";
    case Operation::NativeSine: return "native_sin";
    case Operation::MultiplyAdd: return "mad";
    case Operation::PopulationCount: return "popcount";
    default: return "rotate";
    }
}

class Printer {
public:
    explicit Printer(const KernelTree& kernel) : kernel_(kernel) {}

    std::string source() {
        text_ = "// Grown at random:";
        for (const std::string& feature : kernel_.features) text_ += " " + feature;
        text_ += formatted("\n__kernel void %s(", kernelName);
        const char* separator = "";
        for (const Memory& memory : kernel_.memories) {
            if (memory.space != MemorySpace::Global) continue;
            text_ += separator;
            text_ +=
                (memory.isOutput() ? "__global " : "__global const ") + name(memory.type) + "* " + memory.name;
            separator = ", ";
        }
        for (const ScalarParameter& scalar : kernel_.scalars) {
            text_ += separator;
            text_ += name(scalar.type) + " " + scalar.name;
            separator = ", ";
        }
        text_ += ") {\n";
        for (const Memory& memory : kernel_.memories)
            if (memory.space == MemorySpace::Local) array("__local ", memory);
        statements(kernel_.body);
        return text_ + "}\n";
    }

private:
    void indent() { text_.append(static_cast<std::size_t>(4 * depth_), ' '); }
    void array(const char* space, const Memory& memory) {
        indent();
        text_ += space + name(memory.type) + " " + memory.name + "[" + std::to_string(memory.count) + "];\n";
    }

    void literal(const Expr& e) {
        const std::string sign = e.number < 0 ? "(" : "";
        if (e.type.width > 1) text_ += "(" + name(e.type) + ")(";
        if (isFloating(e.type.scalar)) {
            std::string digits = formatted("%.17g", e.number);
            if (digits.find_first_of(".e") == std::string::npos) digits += ".0";
            text_ += sign + digits + (e.type.scalar == ScalarType::Float ? "f" : "");
        } else {
            text_ += sign + formatted("%.0f", e.number) + (e.type.scalar == ScalarType::UInt ? "u" : "");
        }
        if (e.number < 0) text_ += ")";
        if (e.type.width > 1) text_ += ")";
    }
    /// In parentheses where it is not a single word.
    void operand(const Expr& e) {
        const bool isCompound = (e.kind == ExprKind::Apply && signOf(e.operation) != nullptr) ||
                                e.kind == ExprKind::Choose || e.kind == ExprKind::Convert;
        if (isCompound) text_ += "(";
        expression(e);
        if (isCompound) text_ += ")";
    }
    void expression(const Expr& e) {
        const auto slot = static_cast<std::size_t>(e.slot);
        switch (e.kind) {
        case ExprKind::Literal: literal(e); break;
        case ExprKind::Variable: text_ += kernel_.variables[slot].name; break;
        case ExprKind::Argument: text_ += kernel_.scalars[slot].name; break;
        case ExprKind::GlobalId: text_ += formatted("(int)get_global_id(%d)", e.slot); break;
        case ExprKind::LocalId: text_ += formatted("(int)get_local_id(%d)", e.slot); break;
        case ExprKind::GroupId: text_ += formatted("(int)get_group_id(%d)", e.slot); break;
        case ExprKind::Load: element(e.slot, *e.operands[0]); break;
        case ExprKind::Convert:
            text_ += "(" + name(e.type) + ")";
            operand(*e.operands[0]);
            break;
        case ExprKind::Component:
            operand(*e.operands[0]);
            text_ += formatted(".s%x", e.slot);
            break;
        case ExprKind::Choose:
            operand(*e.operands[0]);
            text_ += " ? ";
            operand(*e.operands[1]);
            text_ += " : ";
            operand(*e.operands[2]);
            break;
        case ExprKind::Apply: apply(e); break;
        }
    }
    void apply(const Expr& e) {
        if (const char* sign = signOf(e.operation)) {
            operand(*e.operands[0]);
            text_ += sign;
            operand(*e.operands[1]);
            return;
        }
        text_ += functionOf(e.operation, isFloating(e.operands[0]->type.scalar));
        const char* separator = "(";
        for (const ExprPtr& each : e.operands) {
            text_ += separator;
            expression(*each);
            separator = ", ";
        }
        text_ += ")";
    }
    void element(int memory, const Expr& index) {
        text_ += kernel_.memories[static_cast<std::size_t>(memory)].name + "[";
        expression(index);
        text_ += "]";
    }

    void block(const std::vector<Statement>& body) {
        text_ += " {\n";
        ++depth_;
        statements(body);
        --depth_;
        indent();
        text_ += "}";
    }
    void statements(const std::vector<Statement>& body) {
        for (const Statement& each : body) statement(each);
    }
    void statement(const Statement& s) {
        if (s.kind == StatementKind::Array) {
            array("", kernel_.memories[static_cast<std::size_t>(s.slot)]);
            return;
        }
        indent();
        switch (s.kind) {
        case StatementKind::Declare:
            text_ += name(variable(s).type) + " " + variable(s).name + " = ";
            expression(*s.value);
            text_ += ";";
            break;
        case StatementKind::Assign:
            text_ += variable(s).name + " = ";
            expression(*s.value);
            text_ += ";";
            break;
        case StatementKind::If:
            text_ += "if (";
            expression(*s.value);
            text_ += ")";
            block(s.body);
            if (!s.otherwise.empty()) {
                text_ += " else";
                block(s.otherwise);
            }
            break;
        case StatementKind::Loop:
            text_ += "for (int " + variable(s).name + " = ";
            expression(*s.index);
            text_ += "; " + variable(s).name + " < ";
            operand(*s.value);
            text_ += "; " + (s.step == 1 ? "++" + variable(s).name
                                         : variable(s).name + " += " + std::to_string(s.step));
            text_ += ")";
            block(s.body);
            break;
        case StatementKind::Halving:
            text_ += "for (int " + variable(s).name + " = ";
            expression(*s.value);
            text_ += "; " + variable(s).name + " > 0; " + variable(s).name + " >>= 1)";
            block(s.body);
            break;
        case StatementKind::Store:
            element(s.slot, *s.index);
            text_ += " = ";
            expression(*s.value);
            text_ += ";";
            break;
        case StatementKind::AtomicAdd:
            text_ += "atomic_add(&";
            element(s.slot, *s.index);
            text_ += ", ";
            expression(*s.value);
            text_ += ");";
            break;
        default: text_ += "barrier(CLK_LOCAL_MEM_FENCE);"; break;
        }
        text_ += "\n";
    }
    [[nodiscard]] const Variable& variable(const Statement& s) const {
        return kernel_.variables[static_cast<std::size_t>(s.slot)];
    }

    const KernelTree& kernel_;
    std::string text_;
    int depth_ = 1;
};

} // namespace

std::string textOf(const KernelTree& kernel) { return Printer(kernel).source(); }

} // namespace warpstring::random_kernels
