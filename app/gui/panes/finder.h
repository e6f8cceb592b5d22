// SPDX-License-Identifier: GPL-3.0-or-later
// What a search of the program can be told by keys, and what a bar of it looks through.
#pragma once

#include "app/gui/models/search/search_hit.h"

class QWidget;

namespace warpstring::gui {

class Finder {
public:
    virtual ~Finder() = default;

    /// Asks what to look for.
    virtual void openFind() = 0;
    /// Goes on to the next hit or the one before; asks where nothing is looked for.
    virtual void findNext(bool forward) = 0;
    /// Whether there is something to go on with.
    [[nodiscard]] virtual bool isOpen() const = 0;
};

/// What a FindBar stands below.
class FindTarget {
public:
    virtual ~FindTarget() = default;

    [[nodiscard]] virtual std::vector<SearchHit> hits(const SearchQuery& query) = 0;
    /// From where on to look.
    [[nodiscard]] virtual SearchPosition position() const = 0;
    virtual void show(const SearchHit& hit) = 0;
    /// What is looked for most likely.
    [[nodiscard]] virtual QString proposal() const { return {}; }
    /// Gets the focus when the bar is closed.
    [[nodiscard]] virtual QWidget& widget() = 0;

    /// Of a text; 0: it has no lines to go to.
    [[nodiscard]] virtual int lines() const { return 0; }
    [[nodiscard]] virtual int line() const { return 0; }
    virtual void goToLine(int /*line*/) {}
};

} // namespace warpstring::gui
