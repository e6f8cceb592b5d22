// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/session/source_facts.h"

#include <optional>

#include "app/gui/models/launch/launch_fill.h"
#include "pdg/frontend/build_pdg.h"

namespace warpstring::gui {

namespace {

std::optional<SourceFacts> factsOf(const frontend::KernelSource& source, const std::string& options,
                                   const std::string& kernel, const Cancellation& cancellation) {
    frontend::BuildOptions build;
    build.options = options;
    build.addressBits = 64;
    build.cancellation = &cancellation;
    auto kernels = listKernels(source, build);
    if (!kernels) return std::nullopt;
    SourceFacts facts{std::move(*kernels), kernel, {}};
    if (auto arguments = listArguments(source, kernel, build)) facts.arguments = std::move(*arguments);
    return facts;
}

} // namespace

void SourceFactsFinder::follow(const std::filesystem::path& path, const std::string& source,
                               const std::string& launchText) {
    const SaidOfLaunch said = saidOfLaunch(launchText);
    const std::string options = compilerOptions(said);
    std::string all = path.string();
    for (const std::string& part : {said.choice.kernel, options, source}) all += '\0' + part;
    if (all == followed_) return;
    followed_ = std::move(all);
    const quint64 round = ++round_;
    task_.start([this, round, options, kernel = said.choice.kernel,
                 text = frontend::KernelSource{path.string(), source}](const std::atomic<bool>& cancelled) {
        const Cancellation cancellation(&cancelled);
        auto facts = factsOf(text, options, kernel, cancellation);
        if (!facts || cancellation.reason() != StopReason::None) return;
        QMetaObject::invokeMethod(
            this,
            [this, round, facts = std::move(*facts)]() mutable {
                if (round != round_) return;
                facts_ = std::move(facts);
                Q_EMIT found();
            },
            Qt::QueuedConnection);
    });
}

void SourceFactsFinder::clear() {
    task_.cancel();
    ++round_;
    followed_.clear();
    facts_ = {};
    Q_EMIT found();
}

} // namespace warpstring::gui
