"""Times torch.distributed's gloo collectives as `lockstep bench comm` times ours: gloo_coll.py RANKS MAX_BYTES. Rank 0 prints
a line per collective and size: name, bytes of the larger operand, median and least us."""
import itertools
import os
import sys
import tempfile
import time

import torch
import torch.distributed as dist
import torch.multiprocessing as mp

SIZES = [8, 64, 512, 4096, 65536, 1 << 20, 4 << 20, 16 << 20, 64 << 20]
BATCH, CELL = 1e-3, 40e-3


def calls(rank, world, size):
    whole, part = size // 4, max(size // 4 // world, 1)
    x, y = torch.zeros(whole), torch.zeros(whole)
    shares, one = [torch.zeros(part) for _ in range(world)], torch.zeros(part)

    turn = itertools.count()

    def root():  # ranks take turns, so that nobody runs ahead
        return next(turn) % world

    def gather():
        to = root()
        dist.gather(one, shares if rank == to else None, to)

    def scatter():
        source = root()
        dist.scatter(one, shares if rank == source else None, source)

    def permute():
        ops = [dist.P2POp(dist.isend, x, (rank + 1) % world), dist.P2POp(dist.irecv, y, (rank - 1) % world)]
        for work in dist.batch_isend_irecv(ops):
            work.wait()

    yield 'all_reduce', lambda: dist.all_reduce(x)
    yield 'reduce', lambda: dist.reduce(x, root())
    yield 'broadcast', lambda: dist.broadcast(x, root())
    yield 'all_gather', lambda: dist.all_gather(shares, one)
    yield 'gather', gather
    yield 'scatter', scatter
    yield 'reduce_scatter', lambda: dist.reduce_scatter_tensor(one, x[:part * world])
    yield 'all_to_all', lambda: dist.all_to_all_single(y[:part * world], x[:part * world])
    yield 'permute', permute


def batch(call, count):
    start = time.perf_counter()
    for _ in range(count):
        call()
    return (time.perf_counter() - start) / count


def measure(rank, name, size, call):
    try:
        call()
    except RuntimeError:
        return
    seconds = torch.tensor([batch(call, 3)])
    dist.broadcast(seconds, 0)
    count = int(BATCH / seconds.item()) + 1
    batches = min(max(int(CELL / (seconds.item() * count)), 5), 41)
    taken = sorted(batch(call, count) for _ in range(batches))
    if rank == 0:
        print(name, size, f'{taken[batches // 2] * 1e6:.4f}', f'{taken[0] * 1e6:.4f}', flush=True)


def run(rank, world, most, path):
    torch.set_num_threads(1)
    dist.init_process_group('gloo', init_method=f'file://{path}', rank=rank, world_size=world)
    for size in SIZES:
        if size <= most:
            for name, call in calls(rank, world, size):
                measure(rank, name, size, call)
    measure(rank, 'barrier', 0, dist.barrier)
    dist.destroy_process_group()


if __name__ == '__main__':
    ranks, most_bytes = int(sys.argv[1]), int(sys.argv[2])
    os.environ.setdefault('GLOO_SOCKET_IFNAME', 'lo')
    with tempfile.TemporaryDirectory() as folder:
        mp.spawn(run, args=(ranks, most_bytes, folder + '/meet'), nprocs=ranks)
