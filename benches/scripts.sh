#!/usr/bin/env bash
# Compares loaded rules with pure Python: the nimber of Wythoff's game at 100.150 by a script and by C as WebAssembly, the
# nimber of Cram 4×5 by a script, and the rows of Kayles to 2000 by a script (2.5, 0.4 and 2 million options). Our release
# binary, another one (of an older commit, or none) and benches/rivals/scripts/pure.py run alternately, five times. Prints the
# medians of the user time of the whole process, and their ratios to that of Python. All must give the same results. The bars
# are 4, 1, 2 and 2 s if Python takes 1.5, 1.5, 0.5 and 0.5 s.
#
# usage: benches/scripts.sh [OTHER_BINARY]
set -euo pipefail
export LC_ALL=C
other=${1:+$(realpath "$1")}
cd "$(dirname "$0")/.."

rounds=5
cargo build --release --quiet --locked --package sprague-cli
ours=$(realpath "${CARGO_TARGET_DIR:-target}/release/sprague")
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
cp benches/rivals/scripts/* examples/plugins/kayles.rhai "$folder"
cd "$folder"
games=(wythoff.rhai cram.rhai kayles.rhai)
for clang in clang clang-14; do
    "$clang" --target=wasm32 -nostdlib -O2 -Wl,--no-entry -o wythoff.wasm wythoff.c 2>/dev/null && games=(wythoff.wasm "${games[@]}") && break
done

# user seconds that a binary takes for a game, including its start; the nimber is written to a file
seconds() {
    local TIMEFORMAT=%U
    case $2 in
        kayles*) { time "$1" analyse "./$2" --to 2000 --format csv >answer; } 2>&1 && tail -n 1 answer | cut -d , -f 3 >nimber ;;
        cram*) { time "$1" solve "./$2@0" --nimber >answer; } 2>&1 && sed -n 's/^nimber //p' answer >nimber ;;
        *) { time "$1" solve "./$2@100.150" --nimber >answer; } 2>&1 && sed -n 's/^nimber //p' answer >nimber ;;
    esac
}

median() {
    printf '%s\n' "$@" | sort -g | sed -n "$(($# / 2 + 1))p"
}

for game in "${games[@]}"; do
    declare -A took=()
    for ((round = 0; round < rounds; round++)); do
        read -r nimber python < <(python3 pure.py "${game%.*}")
        took[python]+="$python "
        for binary in "$ours" ${other:+"$other"}; do
            took[$binary]+="$(seconds "$binary" "$game") "
            [[ $(<nimber) == "$nimber" ]] || {
                echo "scripts.sh: $game: $(<nimber) by $binary, $nimber by Python" >&2
                exit 1
            }
        done
    done
    # shellcheck disable=SC2086
    rival=$(median ${took[python]})
    echo "$game: Python $rival s"
    for binary in "$ours" ${other:+"$other"}; do
        # shellcheck disable=SC2086
        awk -v seconds="$(median ${took[$binary]})" -v rival="$rival" -v name="$binary" \
            'BEGIN { printf "  %.2f s, %.1f times as long (%s)\n", seconds, seconds / rival, name }'
    done
done
