// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/json_ending.h"

#include <algorithm>
#include <iostream>
#include <string_view>

#include "app/common/exit_code.h"
#include "core/text/json.h"

namespace warpstring::cli {

namespace {

warpstring::Json toldJson(const Diagnostic& diagnostic) {
    warpstring::Json json;
    json.set("code", diagnostic.code);
    json.set("severity", name(diagnostic.severity));
    json.set("file", diagnostic.place.file);
    json.set("line", diagnostic.place.line);
    json.set("column", diagnostic.place.column);
    json.set("message", diagnostic.message);
    json.set("hint", diagnostic.hint);
    return json;
}

} // namespace

/// Passes everything on and remembers whether there was anything.
class JsonEnding::Watched : public std::streambuf {
public:
    Watched() : inner_(std::cout.rdbuf(this)) {}
    ~Watched() override { std::cout.rdbuf(inner_); }
    Watched(const Watched&) = delete;
    Watched& operator=(const Watched&) = delete;

    [[nodiscard]] bool hasText() const { return hasText_; }

protected:
    int overflow(int character) override {
        if (traits_type::eq_int_type(character, traits_type::eof())) return traits_type::not_eof(character);
        hasText_ = true;
        return inner_->sputc(traits_type::to_char_type(character));
    }
    std::streamsize xsputn(const char* text, std::streamsize count) override {
        hasText_ = hasText_ || count > 0;
        return inner_->sputn(text, count);
    }
    int sync() override { return inner_->pubsync(); }

private:
    std::streambuf* inner_;
    bool hasText_ = false;
};

JsonEnding::JsonEnding(int argc, char** argv) {
    if (std::any_of(argv, argv + argc, [](const char* word) { return std::string_view(word) == "--json"; }))
        watched_ = std::make_unique<Watched>();
}

JsonEnding::~JsonEnding() = default;

int JsonEnding::end(int exitCode, const Diagnostics& told) const {
    if (watched_ == nullptr || exitCode == exitOk || watched_->hasText()) return exitCode;
    warpstring::Json json;
    json.set("schema", "warpstring.diagnostics/1");
    json.set("exit_code", exitCode);
    json.set("diagnostics", warpstring::Json::arrayOf(told, toldJson));
    std::cout << json.pretty() << std::endl;
    return exitCode;
}

} // namespace warpstring::cli
