# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
# A git repository of its own for a test of a gate, removed at the end; to be read with `source`. SOURCE is this project.
set -euo pipefail
SOURCE=$(realpath "$(dirname "${BASH_SOURCE[0]}")/../..")
REPOSITORY=$(mktemp -d)
trap 'rm -rf "$REPOSITORY"' EXIT
cd "$REPOSITORY"
# Neither the settings of who runs the test nor a repository around it may matter.
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE
git init --quiet --initial-branch=main

commit() {
  git add --all
  git -c user.name=test -c user.email=test@example.org commit --quiet --allow-empty -m "$1"
}

# passes COMMAND..., fails STATUS TEXT COMMAND...: it succeeds; it fails with this status, and its output holds the text
passes() {
  "$@" >"$REPOSITORY/.git/output" 2>&1 || {
    cat "$REPOSITORY/.git/output"
    echo "should pass: $*"
    exit 1
  }
}
fails() {
  local wanted=$1 text=$2 status=0
  shift 2
  "$@" >"$REPOSITORY/.git/output" 2>&1 || status=$?
  if ((status != wanted)) || ! grep -qF -- "$text" "$REPOSITORY/.git/output"; then
    cat "$REPOSITORY/.git/output"
    echo "should fail with $wanted and say '$text', is $status: $*"
    exit 1
  fi
}
# told TEXT: the output of the last command holds it
told() {
  grep -qF -- "$1" "$REPOSITORY/.git/output" || {
    cat "$REPOSITORY/.git/output"
    echo "should say '$1'"
    exit 1
  }
}
# lists EXPECTED COMMAND...: standard output is exactly this
lists() {
  local expected=$1 output
  shift
  output=$("$@" 2>/dev/null)
  if [[ $output != "$expected" ]]; then
    printf 'expected:\n%s\nis:\n%s\n' "$expected" "$output"
    exit 1
  fi
}
# without_tool NAME COMMAND...: with every tool but this one in the PATH
without_tool() {
  local name=$1 folder=$REPOSITORY/.git/tools
  shift
  rm -rf "$folder"
  mkdir "$folder"
  ln -s -t "$folder" /usr/bin/*
  rm "$folder/$name"
  PATH=$folder "$@"
}
