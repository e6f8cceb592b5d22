# SPDX-License-Identifier: GPL-3.0-or-later
# bash completion of warpstring-measure. Made by tools/help_files/make: do not edit.

_warpstring_measure_values() { # PROGRAM KIND WORD: fills COMPREPLY
    local program=$1 kind=$2 word=$3 extension
    case $kind in
    none | number | text) return ;;
    folder | file: | file:* | spec*) compopt -o filenames 2>/dev/null ;;
    esac
    case $kind in
    folder) mapfile -t COMPREPLY < <(compgen -d -- "$word") ;;
    file:) mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
    file:*)
        extension=${kind#file:}
        mapfile -t COMPREPLY < <(compgen -d -- "$word"; compgen -f -X "!*.$extension" -- "$word")
        ;;
    spec*)
        mapfile -t COMPREPLY < <(
            compgen -W "$("$program" spec list 2>/dev/null | cut -d ' ' -f 1)" -- "$word"
            if [[ $kind == spec-or-all ]]; then compgen -W all -- "$word"; fi
            compgen -d -- "$word"
            compgen -f -X '!*.toml' -- "$word"
        )
        ;;
    *) mapfile -t COMPREPLY < <(compgen -W "$kind" -- "$word") ;;
    esac
}

_warpstring_measure() {
    local word=${COMP_WORDS[COMP_CWORD]} before='' path='' i
    local commands='' options='' arguments=none values=''
    ((COMP_CWORD > 0)) && before=${COMP_WORDS[COMP_CWORD - 1]}
    # "--option=value" comes as three words
    if [[ $word == = ]]; then
        word=''
    elif [[ $before == = ]] && ((COMP_CWORD > 1)); then
        before=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    case $path in
    '')
        options='--devices --device --output --resume --cache --no-warp-latency --standard-error --min-samples --max-samples --max-seconds --warm-up --transfers --time-limit --calibrate --quick --version --help'
        arguments='file:jsonl'
        case $before in
        -d | --device) values='text' ;;
        -o | --output) values='file:' ;;
        --cache) values='warm cold' ;;
        --standard-error) values='number' ;;
        --min-samples) values='number' ;;
        --max-samples) values='number' ;;
        --max-seconds) values='number' ;;
        --warm-up) values='number' ;;
        --transfers) values='number' ;;
        --time-limit) values='number' ;;
        esac
        ;;
    esac
    COMPREPLY=()
    if [[ -n $values ]]; then
        _warpstring_measure_values "$1" "$values" "$word"
    elif [[ $word == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$options" -- "$word")
    elif [[ -n $commands ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$commands" -- "$word")
    else
        _warpstring_measure_values "$1" "$arguments" "$word"
    fi
}

complete -F _warpstring_measure warpstring-measure
