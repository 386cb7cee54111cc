#!/usr/bin/env python3
"""Programs of jax_programs.py on JAX's CPU backend and on ours, one process each; results are compared. Prints TAP.

jax_test.py PLUGIN FOLDER_OF_JAX [NAME...]    names may have * in them; all programs by default"""

import fnmatch
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
# What an error says where an element type or op is one that the device does not have yet.
MISSING = re.compile(
    r'elements of type (\S+) are not supported|in (vhlo\.\w+): .*is not supported|the CPU device has no (custom call named \S+)'
)
# Relative differences that two good implementations of one program may have, by element type.
TOLERANCES = {'float64': 1e-12, 'complex128': 1e-12, 'float32': 1e-5, 'complex64': 1e-5, 'float16': 2e-3, 'bfloat16': 1.6e-2}


def run_all(names, platform, environment, folder):
    """Runs them in one process, in another behind one that ends it."""
    folder.mkdir()
    left = list(names)
    while left:
        try:
            process = subprocess.run(
                [sys.executable, HERE / 'jax_run.py', folder],
                input='\n'.join(left),
                text=True,
                capture_output=True,
                env=dict(os.environ, JAX_PLATFORMS=platform, **environment),
                timeout=900,
            )
            end, output = f'exit status {process.returncode}', process.stderr
        except subprocess.TimeoutExpired as error:
            end, output = 'no end in 900 s', (error.stderr or b'').decode(errors='replace')
        todo = [name for name in left if not (folder / f'{name}.npz').exists()]
        if not todo:
            return
        import numpy as np

        np.savez(folder / f'{todo[0]}.npz', error=np.array(f'{end}: {output[-600:]}'))
        left = todo[1:]


def difference(np, key, theirs, ours, program):
    """Says what differs, or nothing."""
    kind = key.split(':')[1]
    if theirs.shape != ours.shape:
        return f'shape {ours.shape} instead of {theirs.shape}'
    if theirs.dtype.kind not in 'fc' or program.exact:
        wrong = theirs != ours
    else:
        tolerance = program.tolerance or TOLERANCES.get(kind, 0.0)
        finite = np.isfinite(theirs)
        scale = np.abs(theirs[finite]).max(initial=0)
        with np.errstate(all='ignore'):
            near = np.abs(theirs - ours) <= tolerance * (np.abs(theirs) + 0.1 * scale)
        wrong = ~np.where(finite, near, (theirs == ours) | (np.isnan(theirs) & np.isnan(ours)))
    if not wrong.any():
        return ''
    at = tuple(int(i) for i in np.argwhere(wrong)[0])
    return f'result {key}: {int(wrong.sum())} of {wrong.size} differ, first at {at}: {ours[at]!r} instead of {theirs[at]!r}'


def judge(np, program, theirs, ours):
    """A line's end for one program: '' is good, '# SKIP why' is not counted, anything else is what is wrong."""
    error = str(ours['error']) if 'error' in ours else ''
    if program.refused:
        return '' if re.search(program.refused, error) else f'not refused as it should be: {error}'
    if error:
        missing = MISSING.search(error)
        return f'# SKIP {next(filter(None, missing.groups()))} is missing' if missing else error
    if 'error' in theirs:
        return f'# SKIP JAX itself: {theirs["error"]}'
    if set(theirs.files) != set(ours.files):
        return f'results {ours.files} instead of {theirs.files}'
    return '; '.join(filter(None, (difference(np, key, theirs[key], ours[key], program) for key in theirs.files)))


def main(plugin, jax_folder, *patterns):
    if not Path(jax_folder, 'jax').is_dir():
        print(f'1..0 # SKIP no jax in {jax_folder}; make interop installs it')
        return 0
    sys.path[:0] = [jax_folder, str(HERE)]
    os.environ['PYTHONPATH'] = jax_folder
    os.environ['JAX_PLATFORMS'] = 'cpu'
    import numpy as np
    import jax_random  # adds to PROGRAMS
    from jax_programs import PROGRAMS

    names = [n for n in PROGRAMS if not patterns or any(fnmatch.fnmatch(n, p) for p in patterns)]
    with tempfile.TemporaryDirectory() as folder:
        theirs, ours = Path(folder, 'cpu'), Path(folder, 'lockstep')
        run_all(names, 'cpu', {}, theirs)
        run_all(names, 'lockstep', {'PJRT_NAMES_AND_LIBRARY_PATHS': f'lockstep:{plugin}'}, ours)
        print(f'1..{len(names)}')
        failed = 0
        for number, name in enumerate(names, 1):
            result = judge(np, PROGRAMS[name], np.load(theirs / f'{name}.npz'), np.load(ours / f'{name}.npz'))
            result = result.replace('\n', ' ')[:600]
            is_good = not result or result.startswith('# SKIP')
            failed += not is_good
            print(f'{"ok" if is_good else "not ok"} {number} - {name}' + (f' {result}' if is_good else ''))
            if not is_good:
                print(f'# {result}')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
