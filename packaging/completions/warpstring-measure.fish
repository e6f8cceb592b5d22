# SPDX-License-Identifier: GPL-3.0-or-later
# fish completion of warpstring-measure. Made by tools/help_files/make: do not edit.

complete -c warpstring-measure -f
complete -c warpstring-measure -a '(__fish_complete_suffix .jsonl)'
complete -c warpstring-measure -l devices -d 'list the OpenCL devices'
complete -c warpstring-measure -s d -l device -x -d 'an index of that list or a part of a name'
complete -c warpstring-measure -s o -l output -r -F -d 'a .jsonl file to append records to, or a folder for a file each'
complete -c warpstring-measure -l resume -d 'pass over launches that PATH already holds'
complete -c warpstring-measure -l cache -x -a 'warm cold' -d 'cold: write a large buffer before every run'
complete -c warpstring-measure -l no-warp-latency -d 'do not run the probe'
complete -c warpstring-measure -l standard-error -x -d 'stop when the mean\'s standard error is below this fraction'
complete -c warpstring-measure -l min-samples -x -d 'at least'
complete -c warpstring-measure -l max-samples -x -d 'at most'
complete -c warpstring-measure -l max-seconds -x -d 'of kernel time, then no more samples than the least'
complete -c warpstring-measure -l warm-up -x -d 'runs before the first sample, at least'
complete -c warpstring-measure -l transfers -x -d 'timed transfers per buffer and direction'
complete -c warpstring-measure -l time-limit -x -d 'for a launch; then its process is killed'
complete -c warpstring-measure -l calibrate -d 'Runs the micro-benchmarks from which \'warpstring calibrate\' makes a hardware spec.'
complete -c warpstring-measure -l quick -d 'few probes in small sizes: to see that it works'
complete -c warpstring-measure -l version -d 'print the version and exit'
complete -c warpstring-measure -l help -d 'print the help text and exit'
