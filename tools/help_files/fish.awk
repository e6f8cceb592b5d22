# SPDX-License-Identifier: GPL-3.0-or-later
# What options.awk tells of a program in, its completion for fish out. Set `program` with -v.
BEGIN {
    FS = "\t"
    name = "__" program
    gsub(/-/, "_", name)
    print "# SPDX-License-Identifier: GPL-3.0-or-later"
    print "# fish completion of " program ". Made by tools/help_files/make: do not edit."
    print ""
}

function defineFunctions() {
    print "function " name "_at # the words of the command so far are these"
    print "    set -l words"
    print "    for word in (commandline -opc)[2..-1]"
    print "        switch $word"
    print "            case '-*'"
    print "                continue"
    print "        end"
    print "        set -a words $word"
    print "        test \"$words\" = spec; or break"
    print "    end"
    print "    test \"$words\" = \"$argv[1]\""
    print "end"
    print ""
    print "function " name "_specs"
    print "    " program " spec list 2>/dev/null | string replace -r '^(\\S+)\\s+' '$1\\t'"
    print "end"
    print ""
}

function quoted(text) {
    gsub(/\\/, "\\\\", text)
    gsub(/'/, "\\'", text)
    return "'" text "'"
}

function choices(values) {
    if (values == "folder") return "'(__fish_complete_directories)'"
    if (values == "spec") return "'(" name "_specs; __fish_complete_suffix .toml)'"
    if (values == "spec-or-all") return "'(" name "_specs; echo all; __fish_complete_suffix .toml)'"
    if (values ~ /^file:./) return "'(__fish_complete_suffix ." substr(values, 6) ")'"
    return quoted(values)
}

function action(values) {
    if (values == "none") return ""
    if (values == "number" || values == "text") return " -x"
    if (values == "file:") return " -r -F"
    return " -x -a " choices(values)
}

# Where the command so far is `path`.
function at(path) { return "complete -c " program (isPlain ? "" : " -n \"" name "_at '" path "'\"") }

{ rows[++count] = $0 }
$2 == "command" { commands = 1 }
END {
    isPlain = !commands
    if (commands) defineFunctions()
    print "complete -c " program " -f"
    for (i = 1; i <= count; ++i) {
        split(rows[i], row, "\t")
        if (row[2] == "command") print at(row[1]) " -a " row[4] " -d " quoted(row[7])
        else if (row[2] ~ /^argument/) print at(row[1]) " -a " choices(row[5])
        else
            print at(row[1]) (row[3] == "" ? "" : " -s " substr(row[3], 2)) " -l " substr(row[4], 3) \
                action(row[5]) " -d " quoted(row[7])
    }
}
