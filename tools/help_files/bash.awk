# SPDX-License-Identifier: GPL-3.0-or-later
# What options.awk tells of a program in, its completion for bash out. Set `program` with -v.
BEGIN { FS = "\t" }

$2 == "command" { commands[$1] = commands[$1] " " $4 }
$2 ~ /^argument/ { arguments[$1] = $5 }
$2 == "option" {
    options[$1] = options[$1] " " $4
    if ($5 != "none") cases[$1] = cases[$1] "        " ($3 == "" ? "" : $3 " | ") $4 ") values='" $5 "' ;;\n"
}
!($1 in seen) { seen[$1] = 1; paths[++count] = $1 }

function without(text) { return substr(text, 2) }

END {
    name = "_" program
    gsub(/-/, "_", name)
    print "# SPDX-License-Identifier: GPL-3.0-or-later"
    print "# bash completion of " program ". Made by tools/help_files/make: do not edit."
    print ""
    print name "_values() { # PROGRAM KIND WORD: fills COMPREPLY"
    print "    local program=$1 kind=$2 word=$3 extension"
    print "    case $kind in"
    print "    none | number | text) return ;;"
    print "    folder | file: | file:* | spec*) compopt -o filenames 2>/dev/null ;;"
    print "    esac"
    print "    case $kind in"
    print "    folder) mapfile -t COMPREPLY < <(compgen -d -- \"$word\") ;;"
    print "    file:) mapfile -t COMPREPLY < <(compgen -f -- \"$word\") ;;"
    print "    file:*)"
    print "        extension=${kind#file:}"
    print "        mapfile -t COMPREPLY < <(compgen -d -- \"$word\"; compgen -f -X \"!*.$extension\" -- \"$word\")"
    print "        ;;"
    print "    spec*)"
    print "        mapfile -t COMPREPLY < <("
    print "            compgen -W \"$(\"$program\" spec list 2>/dev/null | cut -d ' ' -f 1)\" -- \"$word\""
    print "            if [[ $kind == spec-or-all ]]; then compgen -W all -- \"$word\"; fi"
    print "            compgen -d -- \"$word\""
    print "            compgen -f -X '!*.toml' -- \"$word\""
    print "        )"
    print "        ;;"
    print "    *) mapfile -t COMPREPLY < <(compgen -W \"$kind\" -- \"$word\") ;;"
    print "    esac"
    print "}"
    print ""
    print name "() {"
    print "    local word=${COMP_WORDS[COMP_CWORD]} before='' path='' i"
    print "    local commands='' options='' arguments=none values=''"
    print "    ((COMP_CWORD > 0)) && before=${COMP_WORDS[COMP_CWORD - 1]}"
    print "    # \"--option=value\" comes as three words"
    print "    if [[ $word == = ]]; then"
    print "        word=''"
    print "    elif [[ $before == = ]] && ((COMP_CWORD > 1)); then"
    print "        before=${COMP_WORDS[COMP_CWORD - 2]}"
    print "    fi"
    if (count > 1) {
        print "    for ((i = 1; i < COMP_CWORD; ++i)); do"
        print "        case \"$path ${COMP_WORDS[i]}\" in"
        for (i = 1; i <= count; ++i)
            if (paths[i] != "")
                print "        '" (paths[i] ~ / / ? "" : " ") paths[i] "') path='" paths[i] "' ;;"
        print "        esac"
        print "    done"
    }
    print "    case $path in"
    for (i = 1; i <= count; ++i) {
        path = paths[i]
        print "    '" path "')"
        if (path in commands) print "        commands='" without(commands[path]) "'"
        if (path in options) print "        options='" without(options[path]) "'"
        if (path in arguments) print "        arguments='" arguments[path] "'"
        if (path in cases) printf "        case $before in\n%s        esac\n", cases[path]
        print "        ;;"
    }
    print "    esac"
    print "    COMPREPLY=()"
    print "    if [[ -n $values ]]; then"
    print "        " name "_values \"$1\" \"$values\" \"$word\""
    print "    elif [[ $word == -* ]]; then"
    print "        mapfile -t COMPREPLY < <(compgen -W \"$options\" -- \"$word\")"
    print "    elif [[ -n $commands ]]; then"
    print "        mapfile -t COMPREPLY < <(compgen -W \"$commands\" -- \"$word\")"
    print "    else"
    print "        " name "_values \"$1\" \"$arguments\" \"$word\""
    print "    fi"
    print "}"
    print ""
    print "complete -F " name " " program
}
