#!/usr/bin/env bash
# Times batches of `sprague solve -`: 20,000 lines of Nim and 2,000 lines of mixed sums, by our release binary and by another
# one (of an older commit), alternately and five times. Prints the medians of the processor time of the whole process, and their
# ratio. Both must name the same winners. Without another binary, only ours is timed.
#
# usage: benches/batches.sh [OTHER_BINARY]
set -euo pipefail
cd "$(dirname "$0")/.."
export LC_ALL=C

rounds=5
cargo build --release --quiet --package sprague-cli
ours="${CARGO_TARGET_DIR:-target}/release/sprague"
binaries=("$ours" "${@:1:1}")
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT

awk 'BEGIN {
    srand(13)
    for (line = 0; line < 20000; line++) print "nim@" n(1000) "," n(1000) "," n(1000)
}
function n(most) { return int(rand() * (most + 1)) }' >"$folder/nim"

awk 'BEGIN {
    srand(13)
    split("nim kayles subtraction:1,3,4 subtraction:2,5,7 subtraction:1-5 octal:0.137 octal:0.07 octal:4.7 octal:0.156 grundy", families, " ")
    for (line = 0; line < 2000; line++) {
        question = term()
        for (more = 1 + n(2); more > 0; more--) question = question "+" term()
        print question
    }
}
function n(most) { return int(rand() * (most + 1)) }
function term(which, text, more) {
    which = n(11)
    if (which == 10) return "no-repeat:1-5@" n(40)
    text = which == 11 ? "knights@" n(7) "." n(7) : families[1 + n(9)] "@" n(40)
    for (more = n(2); more > 0; more--) text = text "," (which == 11 ? n(7) "." n(7) : n(40))
    return text
}' >"$folder/mixed"

# seconds of processor time that a binary takes for a batch, including its start
seconds() {
    local TIMEFORMAT='%U %S'
    { time "$1" solve - <"$folder/$2" >"$folder/answers"; } 2>&1 | awk '{ print $1 + $2 }'
}

median() {
    printf '%s\n' "$@" | sort -g | sed -n "$(($# / 2 + 1))p"
}

for batch in nim mixed; do
    lines=$(wc -l <"$folder/$batch")
    declare -A took=()
    for ((round = 0; round < rounds; round++)); do
        for binary in "${binaries[@]}"; do
            took[$binary]+="$(seconds "$binary" "$batch") "
            winners=$(grep -o '"outcome":"[WLD]"' "$folder/answers" | tee "$folder/winners" | cksum)
            [[ $(wc -l <"$folder/winners") == "$lines" && $winners == "${all:=$winners}" ]] || {
                echo "batches.sh: $batch: other winners by $binary" >&2
                exit 1
            }
        done
    done
    unset all
    for binary in "${binaries[@]}"; do
        # shellcheck disable=SC2086
        awk -v name="$binary" -v batch="$batch" -v lines="$lines" -v seconds="$(median ${took[$binary]})" -v first="${first:=$(median ${took[$binary]})}" \
            'BEGIN { printf "%s: %.3f s, %.1f µs a line, ratio %.1f (%s)\n", batch, seconds, 1e6 * seconds / lines, seconds / first, name }'
    done
    unset first
done
