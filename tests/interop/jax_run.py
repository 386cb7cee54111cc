"""Runs programs of jax_programs.py on the backend that JAX_PLATFORMS names: jax_run.py FOLDER, names on standard input. Each leaves
FOLDER/name.npz with its results in order, or with its error."""

import sys
from pathlib import Path

import jax
import numpy as np

import jax_random  # adds to PROGRAMS
from jax_programs import PROGRAMS


def flat(result):
    """Arrays that numpy can save, with the names of their types: what numpy lacks goes as float32 or as its bytes' integers."""
    arrays = {}
    for i, leaf in enumerate(jax.tree.leaves(result)):
        array = np.asarray(leaf)
        name = array.dtype.name
        if array.dtype.kind == 'V' or name.startswith(('bfloat', 'float8', 'int4', 'uint4', 'int2', 'uint2')):
            array = array.astype(np.float32)
        arrays[f'{i}:{name}'] = array
    return arrays


def run(program):
    with jax.enable_x64(program.x64):
        function = jax.jit(program.run) if program.jit else program.run
        return flat(jax.block_until_ready(function(*program.args)))


for name in sys.stdin.read().split():
    try:
        arrays = run(PROGRAMS[name])
    except Exception as error:  # whatever it is, it is this program's result
        arrays = {'error': np.array(f'{type(error).__name__}: {error}'.split('\n--------')[0])}
    np.savez(Path(sys.argv[1]) / f'{name}.npz', **arrays)
