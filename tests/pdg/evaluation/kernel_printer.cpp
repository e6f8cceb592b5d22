// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/pdg/evaluation/kernel_printer.h"

#include <utility>

namespace warpstring::oracle {

namespace {

using Op = Expression::Op;

const char* symbol(Op op) {
    switch (op) {
    case Op::Add: return " + ";
    case Op::Sub: return " - ";
    case Op::Mul: return " * ";
    case Op::Divide: return " / ";
    case Op::Modulo: return " % ";
    case Op::And: return " & ";
    case Op::ShiftLeft: return " << ";
    case Op::Less: return " < ";
    case Op::LessEqual: return " <= ";
    case Op::Greater: return " > ";
    case Op::GreaterEqual: return " >= ";
    case Op::Equal: return " == ";
    case Op::NotEqual: return " != ";
    case Op::Both: return " && ";
    default: return " || ";
    }
}

std::string toText(const Expression& e) {
    const auto number = std::to_string(e.value);
    const auto operand = [&](std::size_t i) { return toText(e.operands[i]); };
    switch (e.op) {
    case Op::Constant: return number;
    case Op::LocalId: return "l" + number;
    case Op::GlobalId: return "i" + number;
    case Op::GroupId: return "w" + number;
    case Op::Scalar: return "n" + number;
    case Op::Variable: return "v" + number;
    case Op::Minimum: return "min((T)(" + operand(0) + "), (T)(" + operand(1) + "))";
    case Op::Maximum: return "max((T)(" + operand(0) + "), (T)(" + operand(1) + "))";
    case Op::Choose: return "(" + operand(0) + " ? " + operand(1) + " : " + operand(2) + ")";
    case Op::Not: return "!(" + operand(0) + ")";
    default: return "(" + operand(0) + symbol(e.op) + operand(1) + ")";
    }
}

const char* symbol(StepKind step) {
    switch (step) {
    case StepKind::Add: return " += ";
    case StepKind::Subtract: return " -= ";
    case StepKind::ShiftLeft: return " <<= ";
    case StepKind::ShiftRight: return " >>= ";
    default: return " *= ";
    }
}

class Printer {
public:
    explicit Printer(RandomKernel& kernel) : kernel_(kernel) {}

    void run() {
        kernel_.text.clear();
        kernel_.loopLines.clear();
        write(0, std::string("typedef ") + (kernel_.isUnsigned ? "uint" : "int") + " T;");
        std::string arguments = "T n0, T n1";
        for (const auto& array : kernel_.arrays)
            if (!array.shared) arguments += ", volatile __global " + array.element + "* " + array.name;
        write(0, "__kernel void k(" + arguments + ") {");
        for (const auto& array : kernel_.arrays)
            if (array.shared)
                write(1, "__local volatile " + array.element + " " + array.name + "[" +
                             std::to_string(array.count) + "];");
        for (const char* d : {"0", "1", "2"}) {
            const std::string of = std::string("(") + d + ");";
            write(1, std::string("const T l") + d + " = get_local_id" + of);
            write(1, std::string("const T w") + d + " = get_group_id" + of);
            write(1, std::string("const T i") + d + " = get_global_id" + of);
        }
        write(1, "float sum = 1.0f;");
        block(kernel_.body, 1);
        write(0, "}");
    }

private:
    void write(int depth, const std::string& text) {
        kernel_.text += std::string(static_cast<std::size_t>(depth) * 4, ' ') + text + "\n";
        ++line_;
    }

    void access(KernelStatement& statement, int depth) {
        const KernelArray& array = kernel_.arrays[static_cast<std::size_t>(statement.array)];
        const std::string place = array.name + "[" + toText(statement.index) + "]";
        if (statement.kind == KernelStatement::Kind::ReadData)
            write(depth, "const T v" + std::to_string(statement.variable) + " = " + place + ";");
        else if (statement.kind == KernelStatement::Kind::Load) // factors of their own keep LLVM from joining
                                                                // the arms of a branch
            write(depth, "sum = sum * " + std::to_string(line_ + 2) + ".0f + " + place +
                             (array.elementBytes > 4 ? ".x;" : ";"));
        else
            write(depth, place + " = " +
                             (array.elementBytes > 4 ? "(" + array.element + ")(sum);"
                              : array.elementBytes == 4 && array.name != "data" ? "sum;"
                                                                                : "1;"));
        statement.line = line_;
        if (loopLine_ != 0) kernel_.loopLines[line_] = loopLine_;
    }

    void block(std::vector<KernelStatement>& statements, int depth) {
        using Kind = KernelStatement::Kind;
        for (auto& statement : statements) {
            const std::string condition = toText(statement.condition);
            switch (statement.kind) {
            case Kind::If:
                write(depth, "if (" + condition + ") {");
                block(statement.body, depth + 1);
                if (!statement.otherwise.empty()) {
                    write(depth, "} else {");
                    block(statement.otherwise, depth + 1);
                }
                write(depth, "}");
                break;
            case Kind::For: {
                const std::string counter = "v" + std::to_string(statement.variable);
                write(depth, "for (T " + counter + " = " + toText(statement.first) + "; " + condition + "; " +
                                 counter + symbol(statement.step) + toText(statement.stepBy) + ") {");
                const int around = std::exchange(loopLine_, line_);
                block(statement.body, depth + 1);
                loopLine_ = around;
                write(depth, "}");
                break;
            }
            case Kind::Break: write(depth, "if (" + condition + ") break;"); break;
            case Kind::Continue: write(depth, "if (" + condition + ") continue;"); break;
            case Kind::Return: write(depth, "if (" + condition + ") return;"); break;
            case Kind::Barrier: write(depth, "barrier(CLK_LOCAL_MEM_FENCE);"); break;
            default: access(statement, depth); break;
            }
        }
    }

    RandomKernel& kernel_;
    int line_ = 0, loopLine_ = 0;
};

} // namespace

void print(RandomKernel& kernel) { Printer(kernel).run(); }

} // namespace warpstring::oracle
