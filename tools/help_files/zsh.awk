# SPDX-License-Identifier: GPL-3.0-or-later
# What options.awk tells of a program in, its completion for zsh out. Set `program` with -v.
BEGIN { FS = "\t" }

function quoted(text) {
    gsub(/'/, "'\\''", text)
    return text
}

# Within the brackets of _arguments and before the colon of _describe.
function about(text) {
    gsub(/\\/, "\\\\", text)
    gsub(/:/, "\\:", text)
    gsub(/\[/, "\\[", text)
    gsub(/\]/, "\\]", text)
    return quoted(text)
}

function action(values) {
    if (values == "none") return ""
    if (values == "number" || values == "text") return ":" values ": "
    if (values == "folder") return ":folder:_files -/"
    if (values == "spec") return ":spec:" name "_specs"
    if (values == "spec-or-all") return ":spec:" name "_specs all"
    if (values == "file:") return ":file:_files"
    if (values ~ /^file:/) return ":file:_files -g \"*." substr(values, 6) "(-.)\""
    return ":value:(" values ")"
}

BEGIN {
    name = "_" program
    gsub(/-/, "_", name)
}
$2 == "command" {
    commands[$1] = commands[$1] "        '" $4 ":" about($7) "'\n"
    paths[++count] = ($1 == "" ? "" : $1 " ") $4
}
$2 ~ /^argument/ { options[$1] = options[$1] " \\\n        '" ($2 == "arguments" ? "*" : "1") action($5) "'" }
$2 == "option" {
    repeats = $4 ~ /^--(spec|records)$/ ? "*" : ""
    names = $3 == "" ? "'" repeats $4 : repeats == "*" ? "'*'{" $3 "," $4 "}'" : "'(" $3 " " $4 ")'{" $3 "," $4 "}'"
    options[$1] = options[$1] " \\\n        " names "[" about($7) "]" action($5) "'"
}

# The function of a path: its options, and its commands where it has some.
function define(path,    function_, i) {
    function_ = name (path == "" ? "" : "_" path)
    gsub(/ /, "_", function_)
    print ""
    print function_ "() {"
    if (!(path in commands)) {
        print "    _arguments -s" options[path]
        print "}"
        return
    }
    print "    local curcontext=$curcontext state line"
    print "    typeset -A opt_args"
    print "    local -a commands=("
    printf "%s    )\n", commands[path]
    print "    _arguments -C -s" options[path] " \\\n        '1: :->command' \\\n        '*:: :->rest'"
    print "    case $state in"
    print "    command) _describe command commands ;;"
    print "    rest) (( $+functions[" function_ "_$line[1]] )) && " function_ "_$line[1] ;;"
    print "    esac"
    print "}"
}

END {
    print "#compdef " program
    print "# SPDX-License-Identifier: GPL-3.0-or-later"
    print "# zsh completion of " program ". Made by tools/help_files/make: do not edit."
    if (count > 0) {
        print ""
        print name "_specs() {"
        print "    local -a names"
        print "    names=($1 ${${(f)\"$(_call_program specs " program " spec list 2>/dev/null)\"}%% *})"
        print "    _alternative \"specs:spec:($names)\" 'files:spec file:_files -g \"*.toml(-.)\"'"
        print "}"
    }
    for (i = 1; i <= count; ++i) define(paths[i])
    define("")
    print ""
    print name " \"$@\""
}
