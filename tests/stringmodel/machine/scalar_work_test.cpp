// SPDX-License-Identifier: GPL-3.0-or-later
// Work that a compiler gives the scalar unit takes neither the vector unit nor its scheduler's turn.
#include <gtest/gtest.h>

#include <map>

#include "pdg/frontend/build_pdg.h"
#include "stringmodel/counterfactual_time.h"
#include "stringmodel/machine/machine_operation.h"
#include "stringmodel/machine/scalar_work.h"
#include "stringmodel/simulation.h"
#include "tests/stringmodel/simulations.h"

namespace {

using namespace warpstring;
using namespace warpstring::machine;
using warpstring::test::device;

Statement statementOf(OperationClass operation, float share) {
    Statement statement;
    statement.operation = operation;
    statement.scalarShare = share;
    return statement;
}

float onPipe(const MachineOperation& operation, Pipe pipe) {
    return operation.pipeCycles[static_cast<std::size_t>(pipe)];
}

TEST(ScalarWork, MovesItsShareToTheScalarUnit) {
    const HardwareSpec spec = device("amd-mi210");
    const Pdg pdg;
    const auto vector = operationOf(statementOf(OperationClass::IntegerAdd, 0), pdg, spec);
    EXPECT_EQ(onPipe(vector, Pipe::Fma), 4) << "64 lanes on a SIMD of 16";
    EXPECT_EQ(onPipe(vector, Pipe::Scalar), 0);
    EXPECT_EQ(vector.issueCycles + vector.lostCycles, 4);
    const auto half = operationOf(statementOf(OperationClass::IntegerAdd, 0.5F), pdg, spec);
    EXPECT_EQ(onPipe(half, Pipe::Fma), 2);
    EXPECT_EQ(onPipe(half, Pipe::Scalar), 2);
    EXPECT_EQ(half.issueCycles, 4) << "of the warp";
    EXPECT_EQ(half.issueCycles + half.lostCycles, 2) << "of the others";
    const auto scalar = operationOf(statementOf(OperationClass::IntegerAdd, 1), pdg, spec);
    EXPECT_EQ(onPipe(scalar, Pipe::Fma), 0);
    EXPECT_EQ(onPipe(scalar, Pipe::Scalar), 4);
    EXPECT_EQ(scalar.issueCycles + scalar.lostCycles, 0);
    EXPECT_EQ(scalar.instructions, vector.instructions);
}

TEST(ScalarWork, NeedsAScalarUnit) {
    const HardwareSpec spec = device("nvidia-h200");
    const Pdg pdg;
    const auto plain = operationOf(statementOf(OperationClass::IntegerAdd, 0), pdg, spec);
    const auto shared = operationOf(statementOf(OperationClass::IntegerAdd, 1), pdg, spec);
    EXPECT_EQ(plain.pipeCycles, shared.pipeCycles);
    EXPECT_EQ(plain.lostCycles, shared.lostCycles);
    EXPECT_EQ(computeOperation(OperationClass::Branch, 1, spec).instructionsBeside, 0);
    EXPECT_EQ(computeOperation(OperationClass::Branch, 1, device("amd-mi210")).instructionsBeside, 1);
}

TEST(ScalarWork, IsWhatTheLinesSay) {
    Pdg pdg;
    for (const auto operation : {OperationClass::IntegerAdd, OperationClass::FloatAdd, OperationClass::Shift}) {
        Statement statement = statementOf(operation, 0);
        statement.place.at.line = operation == OperationClass::Shift ? 9 : 2;
        pdg.statements.push_back(statement);
    }
    CompiledForAmd compiled;
    compiled.lines[2].scalar = 3;
    compiled.lines[2].vectorInteger = 1;
    compiled.lines[2].vectorFloat = 7;
    const Pdg told = withScalarShares(pdg, compiled);
    EXPECT_FLOAT_EQ(told.statements[StatementId(0)].scalarShare, 0.75F);
    EXPECT_EQ(told.statements[StatementId(1)].scalarShare, 0) << "no scalar unit adds floats";
    EXPECT_EQ(told.statements[StatementId(2)].scalarShare, 0) << "nothing is told of its line";
}

TEST(ScalarWork, LoadsOnceForAWaveWhereTheCompilerDoes) {
    const auto subject = test::subject("kernel void k(global float* a, int n) {\n"
                                       "  float s = a[n];\n"
                                       "  s += a[get_global_id(0)] * a[n + 1];\n"
                                       "  s += a[n + 2];\n"
                                       "  a[get_global_id(0)] = s;\n"
                                       "}\n",
                                       {1, {4096, 1, 1}, {64, 1, 1}});
    const auto built = frontend::buildPdg(subject.source, "k", {"", 64});
    ASSERT_TRUE(built);
    CompiledForAmd compiled;
    compiled.lines[2].scalarLoads = compiled.lines[3].scalarLoads = compiled.lines[4].scalarLoads = 1;
    compiled.lines[3].vectorLoads = compiled.lines[4].vectorLoads = 1;
    const Pdg told = withScalarShares(*built, compiled);
    std::map<int, int> loads, forWaves;
    for (const auto& statement : told.statements) {
        if (statement.kind != StatementKind::Memory) continue;
        ++loads[statement.place.at.line];
        forWaves[statement.place.at.line] += statement.scalarShare == 1 ? 1 : 0;
    }
    EXPECT_EQ(forWaves[2], 1);
    EXPECT_EQ(loads[3], 2);
    EXPECT_EQ(forWaves[3], 1) << "the one whose address is the same for all lanes";
    EXPECT_EQ(forWaves[4], 0) << "the scalar load there may be that of an argument";
    EXPECT_EQ(forWaves[5], 0) << "a store";
}

class CompiledRegisters : public testing::Test {
protected:
    CompiledRegisters() {
        auto subject = test::subject("kernel void k(global float* a, int n) {\n"
                                     "  float s = 0;\n"
                                     "  for (int i = 0; i < n; ++i) s += a[i * 3 + n];\n"
                                     "  a[get_global_id(0)] = s;\n"
                                     "}\n",
                                     {1, {4096, 1, 1}, {64, 1, 1}});
        launch_ = subject.launch;
        auto built = frontend::buildPdg(subject.source, "k", {"", 64});
        if (built) pdg_ = *built;
    }

    Simulation with(const RegisterRequest& request, const Assembler& assembler) {
        launch_.registers = request;
        SimulationOptions options;
        options.assembler = assembler;
        return *simulate(pdg_, launch_, device("amd-mi210"), options);
    }

    Launch launch_;
    Pdg pdg_;
};

TEST_F(CompiledRegisters, TakeTheEstimatesPlace) {
    const Assembler compiler = [](const Pdg&, const Launch&, const HardwareSpec&) {
        AssembledRegisters found{100, 0, "LLVM 1 for gfx90a"};
        auto compiled = std::make_shared<CompiledForAmd>();
        compiled->vectorRegisters = 100;
        compiled->lines[3].scalar = 10;
        found.compiled = compiled;
        return Result<AssembledRegisters>(found);
    };
    const auto device = with({}, compiler);
    EXPECT_EQ(device.registers, 100);
    ASSERT_TRUE(device.compiled);
    EXPECT_EQ(device.occupancy.groups, 16) << "512 registers of a SIMD hold four waves of 104";
    const auto estimate = with({RegisterRequest::Kind::Estimate, 0}, compiler);
    EXPECT_FALSE(estimate.compiled);
    EXPECT_EQ(device.estimatedRegisters, estimate.registers);
    EXPECT_NE(device.registerSource.find("by LLVM 1 for gfx90a"), std::string::npos) << device.registerSource;
    const Variation same{{}, test::device("amd-mi210"), device.occupancy};
    EXPECT_DOUBLE_EQ(counterfactualTimeUs(pdg_, launch_, device, same, {}).value_or(0), device.kernelTimeUs())
        << "what is simulated again is the same program";
    const auto scalar = static_cast<std::size_t>(Pipe::Scalar);
    EXPECT_GT(device.timeline->program.pipeInstructionsPerWarp[scalar], 0);
    EXPECT_EQ(estimate.timeline->program.pipeInstructionsPerWarp[scalar], 0);
}

TEST_F(CompiledRegisters, AreEstimatedWhereTheCompilerRefuses) {
    const Assembler refusing = [](const Pdg&, const Launch&, const HardwareSpec&) {
        return Result<AssembledRegisters>(
            Diagnostic{"frontend.amdgpu-builtin", Severity::Error, {}, "it is not known", ""});
    };
    const auto simulation = with({}, refusing);
    EXPECT_EQ(simulation.registers, with({RegisterRequest::Kind::Estimate, 0}, refusing).registers);
    EXPECT_FALSE(simulation.compiled);
    const auto told = [](const Simulation& s) {
        return std::any_of(s.diagnostics.begin(), s.diagnostics.end(), [](const Diagnostic& note) {
            return note.code == "frontend.amdgpu-builtin" && note.severity == Severity::Note;
        });
    };
    EXPECT_TRUE(told(simulation)) << "never in silence";
}

} // namespace
