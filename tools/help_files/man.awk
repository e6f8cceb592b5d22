# SPDX-License-Identifier: GPL-3.0-or-later
# What options.awk tells of a program in, the sections COMMANDS and OPTIONS of its man page out. Set `program` with -v.
BEGIN { FS = "\t" }

function roff(text) {
    gsub(/\\/, "\\e", text)
    gsub(/--/, "\\-\\-", text)
    gsub(/~/, "\\(ti", text)
    if (text ~ /^['.]/) text = "\\&" text
    return text
}

function dashes(text) {
    gsub(/-/, "\\-", text)
    return text
}

function placeholder(values) {
    if (values == "none") return ""
    if (values == "number") return " \\fIN\\fR"
    if (values == "text") return " \\fITEXT\\fR"
    if (values == "folder") return " \\fIFOLDER\\fR"
    if (values ~ /^spec/) return " \\fISPEC\\fR"
    if (values ~ /^file:/) return " \\fIFILE\\fR"
    gsub(/ /, "\\fR|\\fB", values)
    return " \\fB" dashes(values) "\\fR"
}

function sentence(text, preset) {
    text = toupper(substr(text, 1, 1)) substr(text, 2)
    if (preset != "") text = text " (default: " preset ")"
    return roff(text) (text ~ /\.$/ ? "" : ".")
}

$2 == "command" {
    paths[++count] = ($1 == "" ? "" : $1 " ") $4
    about[paths[count]] = $7
    hasCommands[$1] = 1
    next
}
$2 ~ /^argument/ {
    word = "\\fI" $4 "\\fR" ($2 == "arguments" ? "..." : "")
    arguments[$1] = arguments[$1] " " ($6 == "optional" ? "[" word "]" : word)
    notes[$1] = notes[$1] ".PP\n" sentence($7) "\n"
    next
}
{
    options[$1] = options[$1] ".TP\n" ($3 == "" ? "" : "\\fB" dashes($3) "\\fR, ") "\\fB" dashes($4) "\\fR" \
        placeholder($5) "\n" sentence($7, $6) "\n"
}
END {
    if (count > 0) print ".SH COMMANDS"
    for (i = 1; i <= count; ++i) {
        path = paths[i]
        print ".SS " program " " path arguments[path] (path in hasCommands ? " \\fIcommand\\fR" : "")
        print sentence(about[path])
        printf "%s%s", notes[path], options[path]
    }
    print ".SH OPTIONS"
    printf "%s", options[""]
}
