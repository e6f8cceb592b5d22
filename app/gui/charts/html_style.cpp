// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/charts/html_style.h"

#include <map>

#include "app/gui/charts/chart_paint.h"

namespace warpstring::gui {

namespace {

std::string hex(const QColor& colour) { return colour.name().toStdString(); }

/// The dark colour for each light one that charts are drawn with; the first meaning of a colour counts.
std::map<std::string, std::string> darkColours() {
    const Theme &light = lightTheme(), &dark = darkTheme();
    std::map<std::string, std::string> pairs;
    const auto add = [&](const QColor& from, const QColor& to) { pairs.emplace(hex(from), hex(to)); };
    const auto addBar = [&](const QColor& from, const QColor& to) {
        add(from, to);
        add(paleColour(from, light), paleColour(to, dark));
    };
    add(light.background, dark.background);
    add(light.text, dark.text);
    add(light.muted, dark.muted);
    add(light.grid, dark.grid);
    add(light.border, dark.border);
    add(light.good, dark.good);
    add(light.error, dark.error);
    for (std::size_t i = 0; i < 2; ++i) add(bandColour(i, light), bandColour(i, dark));
    addBar(light.simulated, dark.simulated);
    addBar(light.measured, dark.measured);
    for (std::size_t i = 0; i < light.series.size(); ++i) addBar(light.series[i], dark.series[i]);
    for (std::size_t i = 0; i < light.token.size(); ++i) add(light.token[i], dark.token[i]);
    for (std::size_t i = 0; i < light.stall.size(); ++i) add(light.stall[i], dark.stall[i]);
    return pairs;
}

std::string variables(const Theme& theme) {
    const auto one = [](const char* name, const QColor& colour) {
        return std::string("--") + name + ":" + hex(colour) + ";";
    };
    return ":root{" + one("background", theme.background) + one("surface", theme.surface) +
           one("text", theme.text) + one("muted", theme.muted) + one("border", theme.border) +
           one("grid", theme.grid) + one("good", theme.good) + one("fair", theme.warning) +
           one("bad", theme.error) + "}\n";
}

} // namespace

std::string htmlStyle() {
    std::string style = variables(lightTheme());
    style += R"(body{background:var(--background);color:var(--text);margin:0;
font:15px/1.5 system-ui,-apple-system,"Segoe UI","DejaVu Sans",sans-serif}
main{max-width:1100px;margin:0 auto;padding:24px}
h1{font-size:26px;margin:0 0 4px}h2{font-size:19px;margin:32px 0 8px;border-bottom:1px solid var(--grid)}
.facts{color:var(--muted);margin:0}
pre{background:var(--surface);padding:10px 12px;overflow-x:auto;border-radius:4px}
.wide{overflow-x:auto}
table{border-collapse:collapse;font-size:13px;width:100%}
th,td{padding:3px 8px;border-bottom:1px solid var(--grid);text-align:left;vertical-align:top}
th{background:var(--surface);font-weight:600}
.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
.good{color:var(--good)}.fair{color:var(--fair)}.bad{color:var(--bad)}
figure{margin:16px 0;border:1px solid var(--grid)}
figure svg{display:block;width:100%;height:auto}
figure svg text{font-family:system-ui,-apple-system,"Segoe UI","DejaVu Sans",sans-serif}
details{margin:8px 0}summary{font-weight:600;cursor:pointer}li{font-size:13px}
@media (prefers-color-scheme:dark){
)";
    style += variables(darkTheme());
    for (const auto& [light, dark] : darkColours()) {
        style += "svg [fill=\"" + light + "\"]{fill:" + dark + "}";
        style += "svg [stroke=\"" + light + "\"]{stroke:" + dark + "}\n";
    }
    return style + "}\n";
}

} // namespace warpstring::gui
