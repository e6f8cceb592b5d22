# SPDX-License-Identifier: GPL-3.0-or-later
# fish completion of warpstring-gui.

function __warpstring_gui_specs
    warpstring spec list 2>/dev/null | string replace -r '^(\S+)\s+' '$1\t'
end

complete -c warpstring-gui -f
complete -c warpstring-gui -a '(__fish_complete_suffix .toml; __fish_complete_suffix .cl; __fish_complete_suffix .warpstring)'
complete -c warpstring-gui -s h -l help -d 'print the help text and exit'
complete -c warpstring-gui -l help-all -d 'print the help text with the options of Qt and exit'
complete -c warpstring-gui -s v -l version -d 'print the version and exit'
complete -c warpstring-gui -s s -l spec -x -a '(__warpstring_gui_specs; __fish_complete_suffix .toml)' -d 'the device'
