#!/bin/sh
# Jobs whose hosts meet over MPI: two pretended hosts with two processes each, under every mpirun that is installed and has
# a module. usage: mpi_test.sh RANK_PROGRAM CPU_PLUGIN [NAME:MODULE...]; prints TAP.
program=$1 LOCKSTEP_CPU_PLUGIN=$2
shift 2
export LOCKSTEP_CPU_PLUGIN LOCKSTEP_FABRIC=mpi LOCKSTEP_LOG=info INIT_METHOD=mpi:// TIMEOUT_MS=60000
thread_sanitizer=${TSAN_OPTIONS:-}
# MPI libraries keep memory until the process ends, and the thread sanitizer does not see into them.
export ASAN_OPTIONS="${ASAN_OPTIONS:-}:detect_leaks=0"
export TSAN_OPTIONS="${TSAN_OPTIONS:-}:detect_deadlocks=0:ignore_noninstrumented_modules=1"
export LOCKSTEP_NUM_RANKS=4 LOCKSTEP_CPU_DEVICES=4
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
export OMPI_MCA_mpi_yield_when_idle=1 OMPI_MCA_btl_base_warn_component_unused=0
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
echo "1..4"
number=0

check() # NAME MODE: all four ranks are well, over MPI
{
    number=$((number + 1))
    module=
    for pair in $modules; do [ "${pair%%:*}" = "$1" ] && module=${pair#*:}; done
    run=$(command -v "mpirun.$1")
    if [ -z "$module" ] || [ -z "$run" ]; then
        echo "ok $number - $2 over $1 # SKIP $1's mpirun or headers are not installed"
        return
    fi
    if [ "$1" = mpich ] && [ -n "$thread_sanitizer" ]; then
        echo "ok $number - $2 over $1 # SKIP MPICH does not end well under the thread sanitizer"
        return
    fi
    # Each rank has a file of its own: a launcher may mix their lines.
    LOCKSTEP_MPI_MODULE=$module timeout 80 "$run" -n 4 sh -c \
        'r=${OMPI_COMM_WORLD_RANK:-$PMI_RANK} folder=$1; shift; LOCKSTEP_HOST_ID=h$((r / 2)) exec "$@" >"$folder/$r" 2>&1' \
        sh "$folder" "$program" "$2" >"$folder/launcher" 2>&1
    status=$?
    output=$(cat "$folder"/*)
    rm -f "$folder"/*
    well=$(printf '%s\n' "$output" | grep -c '^ok')
    kinds=$(printf '%s\n' "$output" | grep '^ok' | sort -u | wc -l)
    over=$(printf '%s\n' "$output" | grep -c 'reaches the others by MPI')
    if [ $status = 0 ] && [ "$well" = 4 ] && [ "$kinds" = 1 ] && [ "$over" -ge 4 ]; then
        echo "ok $number - $2 over $1"
    else
        echo "not ok $number - $2 over $1"
        printf '%s\n' "# status $status, $well well, $kinds different, $over over MPI" "$output" | sed 's/^/# /'
    fi
}

modules=$*
for name in openmpi mpich; do
    check $name collect
    check $name train
done
