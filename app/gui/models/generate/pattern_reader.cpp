// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/models/generate/pattern_reader.h"

#include <algorithm>
#include <utility>

namespace warpstring::gui {

PatternReading readingOf(const std::string& text, const std::string& file, const generate::GivenSizes& given) {
    PatternReading reading;
    if (generate::isNestFile(file)) { // its sizes are macros, which only the text can tell
        auto nest = generate::readNest(text, file, given);
        if (!nest) {
            reading.faults = nest.diagnostics();
            return reading;
        }
        reading.notes = std::move(nest->warnings);
        reading.notes.insert(reading.notes.end(), nest->assumptions.begin(), nest->assumptions.end());
        reading.program = std::make_shared<const generate::Program>(std::move(nest->program));
        return reading;
    }
    auto written = generate::readSizes(text, file);
    if (!written) {
        reading.faults = written.diagnostics();
        return reading;
    }
    reading.written = *std::move(written);
    generate::GivenSizes known;
    for (const generate::PatternSize& size : reading.written)
        if (const auto found = given.find(size.name); found != given.end()) known.insert(*found);
    auto sizes = generate::readSizes(text, file, known);
    if (!sizes) {
        reading.faults = sizes.diagnostics();
        return reading;
    }
    reading.sizes = *std::move(sizes);
    auto program = generate::readPattern(text, file, known);
    if (program)
        reading.program = std::make_shared<const generate::Program>(*std::move(program));
    else
        reading.faults = program.diagnostics();
    return reading;
}

void PatternReader::start(std::string text, std::string file, generate::GivenSizes given) {
    const quint64 revision = ++revision_;
    busy_ = true;
    task_.start([this, revision, text = std::move(text), file = std::move(file),
                 given = std::move(given)](const std::atomic<bool>& cancelled) {
        if (cancelled) return;
        auto reading = std::make_shared<const PatternReading>(readingOf(text, file, given));
        QMetaObject::invokeMethod(
            this,
            [this, revision, reading] {
                if (revision != revision_) return;
                busy_ = false;
                Q_EMIT finished(reading);
            },
            Qt::QueuedConnection);
    });
}

} // namespace warpstring::gui
