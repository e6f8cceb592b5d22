// SPDX-License-Identifier: GPL-3.0-or-later
#include "pdg/frontend/assembly/index_space_query.h"

#include <bit>

namespace warpstring::frontend {

void finishQuery(Definition& body, const llvm::Function& function, std::string_view name,
                 const IndexSpaceAnswers& answers) {
    auto& builder = body.builder;
    const auto& of = answers.of;
    const auto wave = static_cast<unsigned>(answers.waveSize);
    const auto perWave = static_cast<std::uint64_t>(std::countr_zero(wave));
    const auto linear = [&](std::string_view place, std::string_view extent) {
        auto* rows = builder.CreateAdd(builder.CreateMul(of(place, 2), of(extent, 1)), of(place, 1));
        return builder.CreateAdd(builder.CreateMul(rows, of(extent, 0)), of(place, 0));
    };
    const auto item = [&] { return linear("get_local_id", "get_local_size"); };
    llvm::Value* value = nullptr;
    if (function.arg_size() == 1) {
        auto* dimension = builder.CreateZExtOrTrunc(function.getArg(0), builder.getInt32Ty());
        value = of(name, 0);
        for (const unsigned d : {1U, 2U})
            value =
                builder.CreateSelect(builder.CreateICmpEQ(dimension, builder.getInt32(d)), of(name, d), value);
    } else if (name == "get_local_linear_id") {
        value = item();
    } else if (name == "get_global_linear_id") {
        value = linear("get_global_id", "get_global_size");
    } else if (name == "get_sub_group_local_id") {
        value = answers.lane ? answers.lane() : builder.CreateAnd(item(), wave - 1);
    } else if (name == "get_sub_group_id") {
        value = builder.CreateLShr(item(), perWave);
    } else if (name == "get_num_sub_groups") {
        const auto size = [&](unsigned d) { return of("get_local_size", d); };
        auto* items = builder.CreateMul(builder.CreateMul(size(0), size(1)), size(2));
        value = builder.CreateLShr(builder.CreateAdd(items, llvm::ConstantInt::get(items->getType(), wave - 1)),
                                   perWave);
    } else {
        value = builder.getInt32(name == "get_work_dim" ? 3 : wave);
    }
    body.finish(builder.CreateZExtOrTrunc(value, function.getReturnType()));
}

} // namespace warpstring::frontend
