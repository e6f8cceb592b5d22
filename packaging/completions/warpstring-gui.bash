# SPDX-License-Identifier: GPL-3.0-or-later
# bash completion of warpstring-gui.

_warpstring_gui() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
    COMPREPLY=()
    if [[ $before == -s || $before == --spec ]]; then
        compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(
            compgen -W "$(warpstring spec list 2>/dev/null | cut -d ' ' -f 1)" -- "$word"
            compgen -d -- "$word"
            compgen -f -X '!*.toml' -- "$word"
        )
    elif [[ $word == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W '--help --help-all --version --spec' -- "$word")
    else
        compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(
            compgen -d -- "$word"
            for extension in toml cl warpstring; do compgen -f -X "!*.$extension" -- "$word"; done
        )
    fi
}

complete -F _warpstring_gui warpstring-gui
