# SPDX-License-Identifier: GPL-3.0-or-later
# bash completion of warpstring. Made by tools/help_files/make: do not edit.

_warpstring_values() { # PROGRAM KIND WORD: fills COMPREPLY
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

_warpstring() {
    local word=${COMP_WORDS[COMP_CWORD]} before='' path='' i
    local commands='' options='' arguments=none values=''
    ((COMP_CWORD > 0)) && before=${COMP_WORDS[COMP_CWORD - 1]}
    # "--option=value" comes as three words
    if [[ $word == = ]]; then
        word=''
    elif [[ $before == = ]] && ((COMP_CWORD > 1)); then
        before=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    for ((i = 1; i < COMP_CWORD; ++i)); do
        case "$path ${COMP_WORDS[i]}" in
        ' simulate') path='simulate' ;;
        ' string') path='string' ;;
        ' advise') path='advise' ;;
        ' init') path='init' ;;
        ' pdg') path='pdg' ;;
        ' replay') path='replay' ;;
        ' timeline') path='timeline' ;;
        ' transfers') path='transfers' ;;
        ' transform') path='transform' ;;
        ' strip') path='strip' ;;
        ' spec') path='spec' ;;
        'spec list') path='spec list' ;;
        'spec show') path='spec show' ;;
        'spec trust') path='spec trust' ;;
        'spec diff') path='spec diff' ;;
        'spec check') path='spec check' ;;
        'spec schema') path='spec schema' ;;
        ' tune') path='tune' ;;
        ' shape') path='shape' ;;
        ' generate') path='generate' ;;
        ' batch') path='batch' ;;
        ' merge') path='merge' ;;
        ' fit') path='fit' ;;
        ' gate') path='gate' ;;
        ' calibrate') path='calibrate' ;;
        ' chart') path='chart' ;;
        ' compare') path='compare' ;;
        ' counts') path='counts' ;;
        ' devices') path='devices' ;;
        ' measure') path='measure' ;;
        ' validate') path='validate' ;;
        esac
    done
    case $path in
    '')
        commands='simulate string advise init pdg replay timeline transfers transform strip spec tune shape generate batch merge fit gate calibrate chart compare counts devices measure validate'
        options='--help --version'
        ;;
    'simulate')
        options='--help --spec --spec-dir --options --source-shape --json --model --registers --threshold --time-limit --ascii --details --kernel --global --local --arg --buffer --image --sampler --struct --local-memory --define --include'
        arguments='file:toml'
        case $before in
        -s | --spec) values='spec-or-all' ;;
        --spec-dir) values='folder' ;;
        -O | --options) values='text' ;;
        --model) values='by-spec closed-form timeline' ;;
        --registers) values='device estimate ptxas' ;;
        --threshold) values='number' ;;
        --time-limit) values='number' ;;
        --kernel) values='file:' ;;
        --global) values='file:' ;;
        --local) values='file:' ;;
        --arg) values='file:' ;;
        --buffer) values='file:' ;;
        --image) values='file:' ;;
        --sampler) values='file:' ;;
        --struct) values='file:' ;;
        --local-memory) values='file:' ;;
        -D | --define) values='file:' ;;
        -I | --include) values='file:' ;;
        esac
        ;;
    'string')
        options='--help --spec --spec-dir --options --source-shape --json --model --registers --threshold --time-limit --ascii --kinds --kernel --global --local --arg --buffer --image --sampler --struct --local-memory --define --include'
        arguments='file:toml'
        case $before in
        -s | --spec) values='spec-or-all' ;;
        --spec-dir) values='folder' ;;
        -O | --options) values='text' ;;
        --model) values='by-spec closed-form timeline' ;;
        --registers) values='device estimate ptxas' ;;
        --threshold) values='number' ;;
        --time-limit) values='number' ;;
        --kernel) values='file:' ;;
        --global) values='file:' ;;
        --local) values='file:' ;;
        --arg) values='file:' ;;
        --buffer) values='file:' ;;
        --image) values='file:' ;;
        --sampler) values='file:' ;;
        --struct) values='file:' ;;
        --local-memory) values='file:' ;;
        -D | --define) values='file:' ;;
        -I | --include) values='file:' ;;
        esac
        ;;
    'advise')
        options='--help --spec --spec-dir --options --source-shape --json --model --registers --threshold --time-limit --sarif --kernel --global --local --arg --buffer --image --sampler --struct --local-memory --define --include'
        arguments='file:toml'
        case $before in
        -s | --spec) values='spec-or-all' ;;
        --spec-dir) values='folder' ;;
        -O | --options) values='text' ;;
        --model) values='by-spec closed-form timeline' ;;
        --registers) values='device estimate ptxas' ;;
        --threshold) values='number' ;;
        --time-limit) values='number' ;;
        --kernel) values='file:' ;;
        --global) values='file:' ;;
        --local) values='file:' ;;
        --arg) values='file:' ;;
        --buffer) values='file:' ;;
        --image) values='file:' ;;
        --sampler) values='file:' ;;
        --struct) values='file:' ;;
        --local-memory) values='file:' ;;
        -D | --define) values='file:' ;;
        -I | --include) values='file:' ;;
        esac
        ;;
    'init')
        options='--help --output --all --force --spec --spec-dir --kernel --global --local --arg --buffer --image --sampler --struct --local-memory --define --include'
        arguments='file:'
        case $before in
        -o | --output) values='file:' ;;
        -s | --spec) values='spec-or-all' ;;
        --spec-dir) values='folder' ;;
        --kernel) values='file:' ;;
        --global) values='file:' ;;
        --local) values='file:' ;;
        --arg) values='file:' ;;
        --buffer) values='file:' ;;
        --image) values='file:' ;;
        --sampler) values='file:' ;;
        --struct) values='file:' ;;
        --local-memory) values='file:' ;;
        -D | --define) values='file:' ;;
        -I | --include) values='file:' ;;
        esac
        ;;
    'pdg')
        options='--help --spec --spec-dir --options --source-shape --json --model --registers --threshold --time-limit --format --kernel --global --local --arg --buffer --image --sampler --struct --local-memory --define --include'
        arguments='file:toml'
        case $before in
        -s | --spec) values='spec-or-all' ;;
        --spec-dir) values='folder' ;;
        -O | --options) values='text' ;;
        --model) values='by-spec closed-form timeline' ;;
        --registers) values='device estimate ptxas' ;;
        --threshold) values='number' ;;
        --time-limit) values='number' ;;
        -f | --format) values='tree dot svg json' ;;
        --kernel) values='file:' ;;
        --global) values='file:' ;;
        --local) values='file:' ;;
        --arg) values='file:' ;;
        --buffer) values='file:' ;;
        --image) values='file:' ;;
        --sampler) values='file:' ;;
        --struct) values='file:' ;;
        --local-memory) values='file:' ;;
        -D | --define) values='file:' ;;
        -I | --include) values='file:' ;;
        esac
        ;;
    'replay')
        options='--help --spec --spec-dir --options --json --model --registers --threshold --time-limit --optimised --kernel --global --local --arg --buffer --image --sampler --struct --local-memory --define --include'
        arguments='file:toml'
        case $before in
        -s | --spec) values='spec-or-all' ;;
        --spec-dir) values='folder' ;;
        -O | --options) values='text' ;;
        --model) values='by-spec closed-form timeline' ;;
        --registers) values='device estimate ptxas' ;;
        --threshold) values='number' ;;
        --time-limit) values='number' ;;
        --kernel) values='file:' ;;
        --global) values='file:' ;;
        --local) values='file:' ;;
        --arg) values='file:' ;;
        --buffer) values='file:' ;;
        --image) values='file:' ;;
        --sampler) values='file:' ;;
        --struct) values='file:' ;;
        --local-memory) values='file:' ;;
        -D | --define) values='file:' ;;
        -I | --include) values='file:' ;;
        esac
        ;;
    'timeline')
        options='--help --spec --spec-dir --options --source-shape --json --model --registers --threshold --time-limit --output --format --sm --index --operations --warps --from --to --kernel --global --local --arg --buffer --image --sampler --struct --local-memory --define --include'
        arguments='file:toml'
        case $before in
        -s | --spec) values='spec-or-all' ;;
        --spec-dir) values='folder' ;;
        -O | --options) values='text' ;;
        --model) values='by-spec closed-form timeline' ;;
        --registers) values='device estimate ptxas' ;;
        --threshold) values='number' ;;
        --time-limit) values='number' ;;
        -o | --output) values='file:' ;;
        -f | --format) values='json svg' ;;
        --sm) values='number' ;;
        --index) values='number' ;;
        --operations) values='number' ;;
        --warps) values='number' ;;
        --from) values='number' ;;
        --to) values='number' ;;
        --kernel) values='file:' ;;
        --global) values='file:' ;;
        --local) values='file:' ;;
        --arg) values='file:' ;;
        --buffer) values='file:' ;;
        --image) values='file:' ;;
        --sampler) values='file:' ;;
        --struct) values='file:' ;;
        --local-memory) values='file:' ;;
        -D | --define) values='file:' ;;
        -I | --include) values='file:' ;;
        esac
        ;;
    'transfers')
        options='--help --spec --spec-dir --options --source-shape --json --model --registers --threshold --time-limit --by --pageable --declared --preset --memory --tiles --cpu-time --cpu --size --kernel --global --local --arg --buffer --image --sampler --struct --local-memory --define --include'
        arguments='file:toml'
        case $before in
        -s | --spec) values='spec-or-all' ;;
        --spec-dir) values='folder' ;;
        -O | --options) values='text' ;;
        --model) values='by-spec closed-form timeline' ;;
        --registers) values='device estimate ptxas' ;;
        --threshold) values='number' ;;
        --time-limit) values='number' ;;
        --by) values='whole interval packed' ;;
        --preset) values='file:' ;;
        --memory) values='file:' ;;
        --tiles) values='number' ;;
        --cpu-time) values='file:' ;;
        --cpu) values='file:' ;;
        --size) values='file:' ;;
        --kernel) values='file:' ;;
        --global) values='file:' ;;
        --local) values='file:' ;;
        --arg) values='file:' ;;
        --buffer) values='file:' ;;
        --image) values='file:' ;;
        --sampler) values='file:' ;;
        --struct) values='file:' ;;
        --local-memory) values='file:' ;;
        -D | --define) values='file:' ;;
        -I | --include) values='file:' ;;
        esac
        ;;
    'transform')
        options='--help --spec --spec-dir --options --source-shape --json --model --registers --threshold --time-limit --shape --pad --unroll --swap-axes --restrict --const --native --option --coarsen --vector --jam --load-once --stage --rewrite --recipe --register-limit --output --force --list --kernel --global --local --arg --buffer --image --sampler --struct --local-memory --define --include'
        arguments='file:toml'
        case $before in
        -s | --spec) values='spec-or-all' ;;
        --spec-dir) values='folder' ;;
        -O | --options) values='text' ;;
        --model) values='by-spec closed-form timeline' ;;
        --registers) values='device estimate ptxas' ;;
        --threshold) values='number' ;;
        --time-limit) values='number' ;;
        --shape) values='file:' ;;
        --pad) values='file:' ;;
        --unroll) values='file:' ;;
        --option) values='file:' ;;
        --coarsen) values='file:' ;;
        --vector) values='number' ;;
        --jam) values='file:' ;;
        --stage) values='file:' ;;
        --rewrite) values='file:' ;;
        --register-limit) values='file:' ;;
        -o | --output) values='file:' ;;
        --kernel) values='file:' ;;
        --global) values='file:' ;;
        --local) values='file:' ;;
        --arg) values='file:' ;;
        --buffer) values='file:' ;;
        --image) values='file:' ;;
        --sampler) values='file:' ;;
        --struct) values='file:' ;;
        --local-memory) values='file:' ;;
        -D | --define) values='file:' ;;
        -I | --include) values='file:' ;;
        esac
        ;;
    'strip')
        options='--help --spec --spec-dir --options --json --model --registers --threshold --time-limit --keep --memory-only --on-chip-only --no-counts --output --force --kernel --global --local --arg --buffer --image --sampler --struct --local-memory --define --include'
        arguments='file:toml'
        case $before in
        -s | --spec) values='spec-or-all' ;;
        --spec-dir) values='folder' ;;
        -O | --options) values='text' ;;
        --model) values='by-spec closed-form timeline' ;;
        --registers) values='device estimate ptxas' ;;
        --threshold) values='number' ;;
        --time-limit) values='number' ;;
        --keep) values='file:' ;;
        -o | --output) values='file:' ;;
        --kernel) values='file:' ;;
        --global) values='file:' ;;
        --local) values='file:' ;;
        --arg) values='file:' ;;
        --buffer) values='file:' ;;
        --image) values='file:' ;;
        --sampler) values='file:' ;;
        --struct) values='file:' ;;
        --local-memory) values='file:' ;;
        -D | --define) values='file:' ;;
        -I | --include) values='file:' ;;
        esac
        ;;
    'spec')
        commands='list show trust diff check schema'
        options='--help --spec-dir'
        case $before in
        --spec-dir) values='folder' ;;
        esac
        ;;
    'spec list')
        options='--help --json'
        ;;
    'spec show')
        options='--help --json'
        arguments='spec'
        ;;
    'spec trust')
        options='--help --json --markdown --collect --output --jobs'
        arguments='spec'
        case $before in
        --collect) values='file:' ;;
        -o | --output) values='file:' ;;
        -j | --jobs) values='number' ;;
        esac
        ;;
    'spec diff')
        options='--help --json'
        arguments='spec'
        ;;
    'spec check')
        options='--help'
        arguments='spec'
        ;;
    'spec schema')
        options='--help'
        ;;
    'tune')
        options='--help --spec --spec-dir --options --jobs --threshold --model --registers --json --quiet --space --top --budget --evaluations --seed --state --output --kernel-tuner --tuning-results --cache --measure --device --records --curve --csv --kernel --global --local --arg --buffer --image --sampler --struct --local-memory --define --include --rows --force --shard --of-plan --resume --slurm --tasks --cpus --partition --time --sbatch --retries --poll'
        arguments='file:toml'
        case $before in
        -s | --spec) values='spec-or-all' ;;
        --spec-dir) values='folder' ;;
        -O | --options) values='text' ;;
        -j | --jobs) values='number' ;;
        --threshold) values='number' ;;
        --model) values='by-spec closed-form timeline' ;;
        --registers) values='device estimate ptxas' ;;
        --space) values='file:' ;;
        --top) values='number' ;;
        --budget) values='file:' ;;
        --evaluations) values='number' ;;
        --seed) values='number' ;;
        --state) values='file:' ;;
        -o | --output) values='file:' ;;
        --kernel-tuner) values='file:' ;;
        --tuning-results) values='file:' ;;
        --cache) values='file:' ;;
        -d | --device) values='text' ;;
        --records) values='file:jsonl' ;;
        --curve) values='file:' ;;
        --kernel) values='file:' ;;
        --global) values='file:' ;;
        --local) values='file:' ;;
        --arg) values='file:' ;;
        --buffer) values='file:' ;;
        --image) values='file:' ;;
        --sampler) values='file:' ;;
        --struct) values='file:' ;;
        --local-memory) values='file:' ;;
        -D | --define) values='file:' ;;
        -I | --include) values='file:' ;;
        --rows) values='file:' ;;
        --shard) values='file:' ;;
        --of-plan) values='file:' ;;
        --tasks) values='number' ;;
        --cpus) values='number' ;;
        --partition) values='file:' ;;
        --time) values='file:' ;;
        --sbatch) values='file:' ;;
        --retries) values='number' ;;
        --poll) values='number' ;;
        esac
        ;;
    'shape')
        options='--help --spec --spec-dir --options --jobs --threshold --model --registers --json --quiet --kernel --global --local --arg --buffer --image --sampler --struct --local-memory --define --include'
        arguments='file:toml'
        case $before in
        -s | --spec) values='spec-or-all' ;;
        --spec-dir) values='folder' ;;
        -O | --options) values='text' ;;
        -j | --jobs) values='number' ;;
        --threshold) values='number' ;;
        --model) values='by-spec closed-form timeline' ;;
        --registers) values='device estimate ptxas' ;;
        --kernel) values='file:' ;;
        --global) values='file:' ;;
        --local) values='file:' ;;
        --arg) values='file:' ;;
        --buffer) values='file:' ;;
        --image) values='file:' ;;
        --sampler) values='file:' ;;
        --struct) values='file:' ;;
        --local-memory) values='file:' ;;
        -D | --define) values='file:' ;;
        -I | --include) values='file:' ;;
        esac
        ;;
    'generate')
        options='--help --spec --spec-dir --output --size --allow --forbid --search --wide --budget --seed --state --top --write-top --no-verify --measure --device --jobs --lock-step --fast-math --explain --tree --json --quiet'
        arguments='file:'
        case $before in
        -s | --spec) values='spec-or-all' ;;
        --spec-dir) values='folder' ;;
        -o | --output) values='file:' ;;
        -D | --size) values='file:' ;;
        --allow) values='file:' ;;
        --forbid) values='file:' ;;
        --search) values='auto enumerate mcts' ;;
        --budget) values='number' ;;
        --seed) values='number' ;;
        --state) values='file:' ;;
        --top) values='number' ;;
        --write-top) values='number' ;;
        --measure) values='number' ;;
        -d | --device) values='text' ;;
        -j | --jobs) values='number' ;;
        --lock-step) values='1 32 64' ;;
        --tree) values='file:' ;;
        esac
        ;;
    'batch')
        options='--help --spec --spec-dir --options --jobs --model --registers --time-limit --quiet --output --resume --force --shard --of-plan --source-shape --strings --threshold --kernel --global --local --arg --buffer --image --sampler --struct --local-memory --define --include --slurm --tasks --cpus --partition --time --sbatch --retries --poll'
        arguments='file:toml'
        case $before in
        -s | --spec) values='spec-or-all' ;;
        --spec-dir) values='folder' ;;
        -O | --options) values='text' ;;
        -j | --jobs) values='number' ;;
        --model) values='by-spec closed-form timeline' ;;
        --registers) values='device estimate ptxas' ;;
        --time-limit) values='number' ;;
        -o | --output) values='file:' ;;
        --shard) values='file:' ;;
        --of-plan) values='file:' ;;
        --threshold) values='number' ;;
        --kernel) values='file:' ;;
        --global) values='file:' ;;
        --local) values='file:' ;;
        --arg) values='file:' ;;
        --buffer) values='file:' ;;
        --image) values='file:' ;;
        --sampler) values='file:' ;;
        --struct) values='file:' ;;
        --local-memory) values='file:' ;;
        -D | --define) values='file:' ;;
        -I | --include) values='file:' ;;
        --tasks) values='number' ;;
        --cpus) values='number' ;;
        --partition) values='file:' ;;
        --time) values='file:' ;;
        --sbatch) values='file:' ;;
        --retries) values='number' ;;
        --poll) values='number' ;;
        esac
        ;;
    'merge')
        options='--help --force --quiet'
        arguments='file:'
        ;;
    'fit')
        options='--help --spec --spec-dir --options --jobs --registers --time-limit --quiet --model --records --device --any-device --caches --filter --hold-out --json --kernels --output --force --kernel --global --local --arg --buffer --image --sampler --struct --local-memory --define --include'
        arguments='file:toml'
        case $before in
        -s | --spec) values='spec-or-all' ;;
        --spec-dir) values='folder' ;;
        -O | --options) values='text' ;;
        -j | --jobs) values='number' ;;
        --registers) values='device estimate ptxas' ;;
        --time-limit) values='number' ;;
        -m | --model) values='by-spec closed-form timeline' ;;
        -r | --records) values='file:jsonl' ;;
        -d | --device) values='text' ;;
        --caches) values='warm cold' ;;
        --filter) values='file:' ;;
        --hold-out) values='file:' ;;
        --kernels) values='file:' ;;
        -o | --output) values='file:' ;;
        --kernel) values='file:' ;;
        --global) values='file:' ;;
        --local) values='file:' ;;
        --arg) values='file:' ;;
        --buffer) values='file:' ;;
        --image) values='file:' ;;
        --sampler) values='file:' ;;
        --struct) values='file:' ;;
        --local-memory) values='file:' ;;
        -D | --define) values='file:' ;;
        -I | --include) values='file:' ;;
        esac
        ;;
    'gate')
        options='--help --spec --spec-dir --options --jobs --model --registers --time-limit --quiet --baseline --max-regression --update --sarif --annotations --json --kernel --global --local --arg --buffer --image --sampler --struct --local-memory --define --include'
        arguments='file:toml'
        case $before in
        -s | --spec) values='spec-or-all' ;;
        --spec-dir) values='folder' ;;
        -O | --options) values='text' ;;
        -j | --jobs) values='number' ;;
        --model) values='by-spec closed-form timeline' ;;
        --registers) values='device estimate ptxas' ;;
        --time-limit) values='number' ;;
        --baseline) values='file:json' ;;
        --max-regression) values='text' ;;
        --sarif) values='file:' ;;
        --kernel) values='file:' ;;
        --global) values='file:' ;;
        --local) values='file:' ;;
        --arg) values='file:' ;;
        --buffer) values='file:' ;;
        --image) values='file:' ;;
        --sampler) values='file:' ;;
        --struct) values='file:' ;;
        --local-memory) values='file:' ;;
        -D | --define) values='file:' ;;
        -I | --include) values='file:' ;;
        esac
        ;;
    'calibrate')
        options='--help --device --base --name --output --probes-output --max-seconds --quick --quiet --records'
        arguments='file:jsonl'
        case $before in
        -d | --device) values='text' ;;
        -b | --base) values='file:toml' ;;
        -n | --name) values='text' ;;
        -o | --output) values='file:' ;;
        --probes-output) values='file:' ;;
        --max-seconds) values='number' ;;
        -r | --records) values='file:jsonl' ;;
        esac
        ;;
    'chart')
        options='--help --version --spec --spec-dir --options --jobs --model --registers --time-limit --quiet --output --records --device --any-device --cold --quantity --by --x --baseline --baseline-name --theme --size --kernel --global --local --arg --buffer --image --sampler --struct --local-memory --define --include'
        arguments='file:toml'
        case $before in
        -s | --spec) values='spec-or-all' ;;
        --spec-dir) values='folder' ;;
        -O | --options) values='text' ;;
        -j | --jobs) values='number' ;;
        --model) values='by-spec closed-form timeline' ;;
        --registers) values='device estimate ptxas' ;;
        --time-limit) values='number' ;;
        -o | --output) values='file:' ;;
        -r | --records) values='file:jsonl' ;;
        -d | --device) values='text' ;;
        --quantity) values='file:' ;;
        --by) values='file:' ;;
        --x) values='file:' ;;
        --baseline) values='file:' ;;
        --baseline-name) values='file:' ;;
        --theme) values='file:' ;;
        --size) values='file:' ;;
        --kernel) values='file:' ;;
        --global) values='file:' ;;
        --local) values='file:' ;;
        --arg) values='file:' ;;
        --buffer) values='file:' ;;
        --image) values='file:' ;;
        --sampler) values='file:' ;;
        --struct) values='file:' ;;
        --local-memory) values='file:' ;;
        -D | --define) values='file:' ;;
        -I | --include) values='file:' ;;
        esac
        ;;
    'compare')
        options='--help --spec --spec-dir --options --jobs --model --registers --time-limit --quiet --records --device --any-device --caches --filter --families --csv --json --sets --report --record --check --schedule --overlap --picture --cold --kernel --global --local --arg --buffer --image --sampler --struct --local-memory --define --include'
        arguments='file:toml'
        case $before in
        -s | --spec) values='spec-or-all' ;;
        --spec-dir) values='folder' ;;
        -O | --options) values='text' ;;
        -j | --jobs) values='number' ;;
        --model) values='by-spec closed-form timeline' ;;
        --registers) values='device estimate ptxas' ;;
        --time-limit) values='number' ;;
        -r | --records) values='file:jsonl' ;;
        -d | --device) values='text' ;;
        --caches) values='warm cold' ;;
        --filter) values='file:' ;;
        --sets) values='file:toml' ;;
        --report) values='file:' ;;
        --record) values='file:' ;;
        --schedule) values='text' ;;
        --picture) values='file:' ;;
        --kernel) values='file:' ;;
        --global) values='file:' ;;
        --local) values='file:' ;;
        --arg) values='file:' ;;
        --buffer) values='file:' ;;
        --image) values='file:' ;;
        --sampler) values='file:' ;;
        --struct) values='file:' ;;
        --local-memory) values='file:' ;;
        -D | --define) values='file:' ;;
        -I | --include) values='file:' ;;
        esac
        ;;
    'counts')
        options='--help --spec --spec-dir --options --source-shape --json --model --registers --threshold --time-limit --symbolic --numbers --group --warp --kernel --global --local --arg --buffer --image --sampler --struct --local-memory --define --include'
        arguments='file:toml'
        case $before in
        -s | --spec) values='spec-or-all' ;;
        --spec-dir) values='folder' ;;
        -O | --options) values='text' ;;
        --model) values='by-spec closed-form timeline' ;;
        --registers) values='device estimate ptxas' ;;
        --threshold) values='number' ;;
        --time-limit) values='number' ;;
        --symbolic) values='file:' ;;
        --group) values='number' ;;
        --warp) values='number' ;;
        --kernel) values='file:' ;;
        --global) values='file:' ;;
        --local) values='file:' ;;
        --arg) values='file:' ;;
        --buffer) values='file:' ;;
        --image) values='file:' ;;
        --sampler) values='file:' ;;
        --struct) values='file:' ;;
        --local-memory) values='file:' ;;
        -D | --define) values='file:' ;;
        -I | --include) values='file:' ;;
        esac
        ;;
    'devices')
        options='--help --json'
        ;;
    'measure')
        options='--help --device --output --options --resume --plan --cache --no-warp-latency --standard-error --min-samples --max-samples --max-seconds --warm-up --transfers --time-limit --json --quiet --kernel --global --local --arg --buffer --image --sampler --struct --local-memory --define --include'
        arguments='file:toml'
        case $before in
        -d | --device) values='text' ;;
        -o | --output) values='file:' ;;
        -O | --options) values='text' ;;
        --plan) values='file:' ;;
        --cache) values='warm cold' ;;
        --standard-error) values='number' ;;
        --min-samples) values='number' ;;
        --max-samples) values='number' ;;
        --max-seconds) values='number' ;;
        --warm-up) values='number' ;;
        --transfers) values='number' ;;
        --time-limit) values='number' ;;
        --kernel) values='file:' ;;
        --global) values='file:' ;;
        --local) values='file:' ;;
        --arg) values='file:' ;;
        --buffer) values='file:' ;;
        --image) values='file:' ;;
        --sampler) values='file:' ;;
        --struct) values='file:' ;;
        --local-memory) values='file:' ;;
        -D | --define) values='file:' ;;
        -I | --include) values='file:' ;;
        esac
        ;;
    'validate')
        options='--help --random --language --seed --most-groups --spec --spec-dir --device --output --resume --plan --records --compact --worst --keep --model --time-limit --jobs --json --quiet --rows --force --shard --of-plan --slurm --tasks --cpus --partition --time --sbatch --retries --poll'
        case $before in
        --random) values='number' ;;
        --language) values='number' ;;
        --seed) values='number' ;;
        --most-groups) values='number' ;;
        -s | --spec) values='spec-or-all' ;;
        --spec-dir) values='folder' ;;
        -d | --device) values='text' ;;
        -o | --output) values='file:' ;;
        --plan) values='file:' ;;
        -r | --records) values='file:jsonl' ;;
        --compact) values='file:' ;;
        --worst) values='number' ;;
        --keep) values='file:' ;;
        --model) values='by-spec closed-form timeline' ;;
        --time-limit) values='number' ;;
        -j | --jobs) values='number' ;;
        --rows) values='file:' ;;
        --shard) values='file:' ;;
        --of-plan) values='file:' ;;
        --tasks) values='number' ;;
        --cpus) values='number' ;;
        --partition) values='file:' ;;
        --time) values='file:' ;;
        --sbatch) values='file:' ;;
        --retries) values='number' ;;
        --poll) values='number' ;;
        esac
        ;;
    esac
    COMPREPLY=()
    if [[ -n $values ]]; then
        _warpstring_values "$1" "$values" "$word"
    elif [[ $word == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$options" -- "$word")
    elif [[ -n $commands ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$commands" -- "$word")
    else
        _warpstring_values "$1" "$arguments" "$word"
    fi
}

complete -F _warpstring warpstring
