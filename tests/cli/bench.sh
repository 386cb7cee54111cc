#!/bin/sh
# lockstep bench comm, bench table and bench report on small sizes: every row is there, and sections that are not measured stay. usage: bench.sh LOCKSTEP
set -eu
lockstep=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
fail() { echo "bench.sh: $*" >&2; exit 1; }

"$lockstep" bench comm --max-bytes 64 --processes 2 --ranks 2 --json >"$folder/rows.json" || fail "exit status $?"
[ "$(grep -c '"collective"' "$folder/rows.json")" = 19 ] || fail "not 9 collectives of 2 sizes and a barrier: $(cat "$folder/rows.json")"
grep -q '"barrier", "bytes": 0, "ranks": 2, "layout": "2x1", "system": "processes"' "$folder/rows.json" || fail "no barrier between processes"
"$lockstep" bench comm --max-bytes 8 --ranks 2 --only all_to_all >"$folder/rows" || fail "exit status $?"
[ "$(grep -c all_to_all "$folder/rows")" = 1 ] || fail "not one row: $(cat "$folder/rows")"
"$lockstep" bench comm --memory none >/dev/null 2>&1 && fail "memory of no kind"
"$lockstep" bench comm --ranks 3 --processes 2 >/dev/null 2>&1 && fail "3 ranks in 2 processes"
"$lockstep" bench report --only nothing "$folder" >/dev/null 2>&1 && fail "a section that is not there"
[ -e "$folder/benchmarks.md" ] && fail "a page after a wrong call"
if command -v gnuplot >/dev/null; then
    "$lockstep" bench comm --max-bytes 64 --ranks 2 --only reduce --plot "$folder/plot.png" >/dev/null || fail "no plot"
    [ "$(head -c 4 "$folder/plot.png" | tail -c 3)" = PNG ] || fail "the plot is no PNG file"
fi

# A Python that has every module and prints what the peers' scripts print.
cat >"$folder/python" <<'EOF'
#!/bin/sh
[ "$1" = -c ] || echo "a model: ex/s/replica median 7.25 min 7.00 max 7.50"
EOF
chmod +x "$folder/python"
"$lockstep" bench table --model mnist --batch_size 4 --steps 1 --reps 2 --devices 2 --python "$folder/python" --json >"$folder/table.json" 2>"$folder/table.err" ||
    fail "exit status $? of bench table"
[ "$(grep -c '"system": "Lockstep"' "$folder/table.json")" = 4 ] || fail "not four rows of ours: $(cat "$folder/table.json")"
for runtime in "one process, threads" "a process per device"; do
    grep -q "\"runtime\": \"$runtime\"" "$folder/table.json" || fail "no row of $runtime"
done
grep -q "torch_train.py is not there" "$folder/table.err" || [ "$(grep -c '"median": 7.25' "$folder/table.json")" -ge 4 ] ||
    fail "not PyTorch's rows: $(cat "$folder/table.json")"
"$lockstep" bench table --model 'a;b' >/dev/null 2>&1 && fail "a model that is no name"
exit 0
