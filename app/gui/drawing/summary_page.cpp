// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/drawing/summary_page.h"

#include <algorithm>
#include <functional>

#include "app/gui/drawing/summary_sections.h"

namespace warpstring::gui {

namespace {

constexpr double cardMargin = 8;      ///< around cards
constexpr double cardPadding = 12;    ///< within them
constexpr double twoColumns = 560;    ///< pixels from which on ...
constexpr double threeColumns = 1050; ///< ... so many columns have room

using Write = std::function<void(PageWriter&)>;

class Cards {
public:
    Cards(const Summary& summary, const PageFonts& fonts, TimeUnit unit, double adviceHeight)
        : summary_(summary), fonts_(fonts), unit_(unit), adviceHeight_(adviceHeight) {}

    SummaryPage inColumns(double width) {
        const double whole = width - 2 * cardMargin;
        double top = cardMargin;
        card(cardMargin, top, whole, [this](PageWriter& to) { writeTime(to, summary_); });
        if (width < threeColumns) advice(cardMargin, top, whole);
        std::vector<std::vector<Write>> columns;
        if (width >= threeColumns)
            columns = {{occupancy()}, {cycles(), roofs()}, {lines(), memory()}};
        else if (width >= twoColumns)
            columns = {{cycles(), roofs()}, {lines(), memory(), occupancy()}};
        else
            columns = {{cycles(), lines(), memory(), roofs(), occupancy()}};
        const auto count = static_cast<double>(columns.size());
        const double each = (whole - (count - 1) * cardMargin) / count;
        double lowest = top;
        for (std::size_t i = 0; i < columns.size(); ++i) {
            const double x = cardMargin + static_cast<double>(i) * (each + cardMargin);
            double y = top;
            if (i == 0 && width >= threeColumns) advice(x, y, each);
            for (const Write& write : columns[i]) card(x, y, each, write);
            lowest = std::max(lowest, y);
        }
        result_.page.size = QSizeF(width, lowest);
        return std::move(result_);
    }

private:
    /// Returns its height; `y` goes on below it.
    double card(double x, double& y, double width, const Write& write, double least = 0) {
        const std::size_t place = result_.page.cards.size();
        result_.page.cards.push_back({});
        PageWriter to(result_.page, fonts_, x + cardPadding, y + cardPadding, width - 2 * cardPadding);
        write(to);
        const double height = std::max(least, to.y() + cardPadding - y);
        result_.page.cards[place] = {QRectF(x, y, width, height), {Ink::Of::Surface}, 5};
        y += height + cardMargin;
        return height;
    }

    void advice(double x, double& y, double width) {
        const double least = summary_.advice ? 0 : adviceHeight_;
        result_.adviceHeight = card(x, y, width, [this](PageWriter& to) { writeAdvice(to, summary_); }, least);
    }

    Write cycles() {
        return [this](PageWriter& to) { writeCycles(to, summary_, unit_); };
    }
    Write lines() {
        return [this](PageWriter& to) { writeLines(to, summary_, unit_); };
    }
    Write memory() {
        return [this](PageWriter& to) { writeMemory(to, summary_); };
    }
    Write roofs() {
        return [this](PageWriter& to) { writeRoofs(to, summary_); };
    }
    Write occupancy() {
        return [this](PageWriter& to) { writeOccupancy(to, summary_); };
    }

    const Summary& summary_;
    const PageFonts& fonts_;
    TimeUnit unit_;
    double adviceHeight_;
    SummaryPage result_;
};

} // namespace

SummaryPage layOutSummary(const Summary& summary, double width, const PageFonts& fonts, TimeUnit unit,
                          double adviceHeight) {
    return Cards(summary, fonts, unit, adviceHeight).inColumns(width);
}

} // namespace warpstring::gui
