#!/bin/sh
# Runs the example programs in several layouts and looks at what they print and how they end. usage: programs.sh BUILD/examples SOURCE
set -eu
programs=$(cd "$1" && pwd) source=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$source"
export LOCKSTEP_CPU_DEVICES=4
fail() { echo "programs.sh: $*" >&2; exit 1; }

# runs NAME STATUS PROGRAM [ARGUMENT...]: the output goes to $folder/NAME
runs() {
    name=$1 expected=$2
    shift 2
    status=0
    timeout 100 "$programs/$@" >"$folder/$name" 2>"$folder/$name.err" || status=$?
    [ $status = "$expected" ] || fail "$*: exit status $status, not $expected: $(cat "$folder/$name" "$folder/$name.err")"
}
says() { grep -q -e "$2" "$folder/$1" "$folder/$1.err" || fail "$1: no \"$2\" in: $(cat "$folder/$1" "$folder/$1.err")"; }

# Four ranks in every layout: the same lines.
for processes in 1 2 4; do
    LOCKSTEP_NUM_PROCESSES=$processes runs all_gather_$processes 0 all_gather
    sort "$folder/all_gather_$processes" >"$folder/all_gather_$processes.sorted"
    cmp "$folder/all_gather_1.sorted" "$folder/all_gather_$processes.sorted" || fail "all_gather differs with $processes processes"
    runs linear_$processes 0 ddp_linear --num_processes $processes
    cmp "$folder/linear_1" "$folder/linear_$processes" || fail "ddp_linear differs with $processes processes"
    runs linear_env_$processes 0 ddp_linear --num_processes $processes --init_method env://
    cmp "$folder/linear_1" "$folder/linear_env_$processes" || fail "ddp_linear differs with $processes processes and env://"
done
[ "$(wc -l <"$folder/all_gather_1")" = 16 ] || fail "all_gather printed $(cat "$folder/all_gather_1")"
runs linear_usage 2 ddp_linear --steps x
says linear_usage "not a whole number"
runs linear_help 0 ddp_linear --help
says linear_help "usage"
LOCKSTEP_CPU_DEVICES=abc runs all_gather_wrong 3 all_gather
says all_gather_wrong "LOCKSTEP_CPU_DEVICES"
runs linear_large 0 ddp_linear --large --steps 3
says linear_large "step 2: parameters differ from one process's by at most"

# Training: the log, the summary, the exit statuses.
export LOCKSTEP_CPU_DEVICES=2
runs mnist_fake 0 train_mnist --fake_data --ddp --num_epochs 1 --train_steps 5 --test_steps 2 --log_steps 2 --metrics_debug
says mnist_fake "Device=cpu:1 Rank=1 Epoch=1 Step=4 Loss="
says mnist_fake "on 2 replicas"
says mnist_fake "[Cc]ompile"
runs mnist_no_ddp 0 train_mnist --fake_data --num_epochs 1 --train_steps 3 --test_steps 1 --broadcast_params --num_processes 2 --logdir "$folder/log"
ls "$folder"/log/events.out.tfevents.* >/dev/null 2>&1 || fail "no event file in --logdir"
runs mnist_below 21 train_mnist --num_epochs 1 --train_steps 2 --test_steps 2 --ddp --target_accuracy 99.9
says mnist_below "below the target"
says mnist_below "^Max accuracy .* on MNIST.* after"
runs mnist_ranks 0 train_mnist --fake_data --num_epochs 1 --train_steps 2 --test_steps 1 --num_processes 1 --num_threads 1
says mnist_ranks "on 1 replicas"
runs mnist_many 1 train_mnist --fake_data --num_threads 3
says mnist_many "3"
runs mnist_help 0 train_mnist --help
says mnist_help "(default 128)"
runs mnist_usage 64 train_mnist --batch_size none
says mnist_usage "not a whole number"
runs imagenet_usage 64 train_imagenet
says imagenet_usage "fake_data"
runs imagenet_model 1 train_imagenet --fake_data --model vgg
says imagenet_model "resnet18"
runs imagenet 0 train_imagenet --fake_data --model resnet18 --ddp --batch_size 1 --train_steps 2 --test_steps 1 --log_steps 1
says imagenet "on 2 replicas"

# The same programs under the launcher: one job, one result.
launcher=$(cd "$programs/../cli" && pwd)/lockstep
"$launcher" run -n 2 "$programs/train_mnist" --fake_data --ddp --num_epochs 1 --train_steps 2 --test_steps 1 >"$folder/launched" 2>"$folder/launched.err" ||
    fail "lockstep run: $(cat "$folder/launched" "$folder/launched.err")"
[ "$(grep -c "^\[rank 0\] Max accuracy .* on 2 replicas" "$folder/launched")" = 1 ] || fail "lockstep run: $(cat "$folder/launched")"
! grep -q "^\[rank 1\] Max accuracy" "$folder/launched" || fail "rank 1 tells the result too"
