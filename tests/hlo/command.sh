#!/bin/sh
# lockstep hlo: failures are counted one by one and give exit status 1; what fmt prints means the same.
set -u
command=$1 folder=$2
bad=0
fail() { echo "$*" >&2; bad=1; }

out=$("$command" hlo run --quiet "$folder/fails/assertions.mlir" 2>&1) && fail "assertions that do not hold passed"
modules=$(grep -c '^// -----' "$folder/fails/assertions.mlir")
echo "$out" | grep -q "^$((modules + 1)) modules: 0 passed, $((modules + 1)) failed$" || fail "not every module failed: $out"
echo "$out" | grep -q "assertions.mlir: 4:3: check.expect_eq_const: element \[1, 0\] is 3, expected 7; 1 of 4 differ in tensor<2x2xi64>" ||
    fail "no place in: $out"

for file in "$folder"/*.mlir; do
    for form in '' --generic; do
        printed=$("$command" hlo fmt $form "$file") || fail "fmt cannot read $file"
        echo "$printed" | "$command" hlo check - >/dev/null || fail "what fmt prints of $file is not valid"
        again=$(echo "$printed" | "$command" hlo fmt $form -)
        [ "$again" = "$printed" ] || fail "fmt changes what it printed of $file"
    done
done
echo "$("$command" hlo fmt "$folder/parallel.mlir")" | "$command" hlo run --quiet - >/dev/null || fail "fmt changed parallel.mlir"

result=$(printf 'func.func @main() -> tensor<2xf32> {\n %%0 = stablehlo.constant dense<[1.0, 2.5]> : tensor<2xf32>\n return %%0 : tensor<2xf32>\n}\n' |
    "$command" hlo run -)
[ "$result" = "dense<[1.000000e+00, 2.500000e+00]> : tensor<2xf32>
1 modules: 1 passed, 0 failed" ] || fail "results are printed as: $result"
dump=$(mktemp -d)
"$command" hlo compile --dump "$dump" "$folder/composite.mlir" >/dev/null || fail "composite.mlir does not compile"
[ -n "$(ls "$dump" | grep -- '-expand.mlir$')" ] && [ -n "$(ls "$dump" | grep -- '-memory.plan$')" ] || fail "the dump lacks passes: $(ls "$dump")"
rm -r "$dump"
printf 'func.func @main(%%x: tensor<64x64xf32>) -> tensor<64x64xf32> {\n %%0 = stablehlo.dot_general %%x, %%x, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>\n return %%0 : tensor<64x64xf32>\n}\n' |
    "$command" hlo bench --runs 2 - | grep -q 'stablehlo.dot_general' || fail "bench does not show the product"
"$command" hlo run /nowhere.mlir >/dev/null 2>&1 && fail "a missing file passed"
exit $bad
