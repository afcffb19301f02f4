#!/usr/bin/env bash
# Times the search for the period of 0.16 by `ogsolve` and by our release binary, alternately and three times. Prints the
# medians and their ratio. Skipped if ogsolve is not installed.
set -euo pipefail
cd "$(dirname "$0")/.."

rounds=3
# ogsolve needs this many heaps to see the period twice, and so does the proof by Guy and Smith
heaps=520000

if ! command -v ogsolve >/dev/null; then
    echo "ogsolve.sh: skipped, ogsolve is not installed"
    exit 0
fi

cargo build --release --quiet --package sprague-cli
sprague="${CARGO_TARGET_DIR:-target}/release/sprague"

# seconds of wall-clock time that a command takes
seconds() {
    local started=$EPOCHREALTIME
    "$@" >/dev/null
    LC_ALL=C awk -v from="$started" -v to="$EPOCHREALTIME" 'BEGIN { printf "%.6f\n", to - from }'
}

median() {
    printf '%s\n' "$@" | LC_ALL=C sort -g | sed -n "$(($# / 2 + 1))p"
}

export LC_ALL=C
ours=() theirs=()
for ((round = 0; round < rounds; round++)); do
    ours+=("$(seconds "$sprague" analyse octal:0.16 --seek "$heaps" --summary)")
    theirs+=("$(seconds ogsolve -m rc -n "$heaps" .16)") # rc: the fastest of its methods here
done

"$sprague" analyse octal:0.16 --seek "$heaps" --summary
awk -v ours="$(median "${ours[@]}")" -v theirs="$(median "${theirs[@]}")" 'BEGIN {
    printf "0.16: ours %.3f s, ogsolve %.3f s, ratio %.2f\n", ours, theirs, theirs / ours
}'
