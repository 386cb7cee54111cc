#!/bin/sh
# Installs a build into a temporary folder and compiles and runs the README's programs against it, as a user would.
# usage: installed.sh BUILD SOURCE CC
set -eu
build=$1 source=$2 cc=$3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
fail() { echo "installed.sh: $*" >&2; exit 1; }

DESTDIR=$folder/root meson install -C "$build" --no-rebuild --quiet >/dev/null
pc=$(find "$folder/root" -name lockstep.pc)
[ -n "$pc" ] || fail "no lockstep.pc was installed"
export PKG_CONFIG_PATH="${pc%/*}" PKG_CONFIG_SYSROOT_DIR="$folder/root"
library=$(dirname "$(find "$folder/root" -name liblockstep.so)")
export LD_LIBRARY_PATH="$library" LOCKSTEP_CPU_DEVICES=2

# The C programs of the README, in their order: program1.c, program2.c, ...
awk -v folder="$folder" '/^```c$/ { n++; on = 1; next } /^```$/ { on = 0 } on { print > (folder "/program" n ".c") }' "$source/README.md"
cd "$folder"
for program in program*.c; do
    # shellcheck disable=SC2046
    $cc -std=gnu17 -Wall -Wextra -Wno-unused-parameter -Werror "$program" -o "${program%.c}" $(pkg-config --cflags --libs lockstep)
done

./program1 | sort >all_gather.txt
for rank in 0 1; do for value in 0 1; do echo "[rank $rank] i32[1] [$value]"; done; done | sort >expected.txt
cmp all_gather.txt expected.txt || fail "the first program printed: $(cat all_gather.txt)"

./program2 >losses.txt
awk '{ gsub(/[^0-9.e+-]/, "", $NF); print $NF + 0 }' losses.txt >numbers.txt
[ "$(wc -l <numbers.txt)" = 5 ] || fail "the second program printed: $(cat losses.txt)"
awk 'NR == 1 { first = $1 } END { exit !($1 < first / 2) }' numbers.txt || fail "its loss did not fall: $(cat losses.txt)"
[ -s net.safetensors ] || fail "it saved no net.safetensors"
