"""Random programs for jax_test.py: every op of XLA that we have on drawn shapes, types, attributes and values, the odd ones among them (infinities,
NaNs, zeros with signs, the ends of integers). A program of each kind has several draws; its number is the seed."""

import functools
import os
import warnings

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from jax_programs import case

DRAWS, PROGRAMS_PER_KIND = 4, 4
SEED = int(os.environ.get('JAX_RANDOM_SEED', '0'))  # another one draws other programs
warnings.filterwarnings('ignore', 'invalid value encountered in cast')
SINGLE = ['float32', 'float16', 'bfloat16']
SIGNED = ['int8', 'int16', 'int32', 'int64']
UNSIGNED = ['uint8', 'uint16', 'uint32', 'uint64']
WHOLE = SIGNED + UNSIGNED
REAL = SINGLE + ['float64']
NUMBERS = REAL + WHOLE
EIGHT = ['float8_e4m3fn', 'float8_e5m2', 'float8_e4m3b11fnuz', 'float8_e4m3fnuz', 'float8_e5m2fnuz']
SMALL = ['int4', 'uint4', 'int2', 'uint2']
COMPLEX = ['complex64', 'complex128']
ANY = NUMBERS + ['bool'] + EIGHT + SMALL + COMPLEX


class Draw:
    """A series of random choices."""

    def __init__(self, seed):
        self.r = np.random.RandomState(seed)

    def int(self, low, high):
        return int(self.r.randint(low, high + 1))

    def ints(self, count, low, high):
        return tuple(self.int(low, high) for _ in range(count))

    def one(self, choices):
        return choices[self.int(0, len(choices) - 1)]

    def some(self, choices, least=0):
        count = self.int(least, len(choices))
        return tuple(sorted(self.r.permutation(choices)[:count].tolist()))

    def shape(self, low=0, high=4, largest=6):
        return self.ints(self.int(low, high), 1, largest)

    def array(self, shape, dtype, span=4.0, odd=False):
        """Values of moderate size; with `odd` a third of them are the type's special ones."""
        if dtype == 'bool':
            return self.r.rand(*shape) < 0.5
        if dtype.startswith('complex'):
            return (self.array(shape, 'float64', span) + 1j * self.array(shape, 'float64', span)).astype(dtype)
        real = jnp.issubdtype(jnp.dtype(dtype), jnp.floating)
        info = jnp.finfo(dtype) if real else jnp.iinfo(dtype)
        values = self.r.uniform(-span if real or info.min else 0, span, shape) * (1 if real else 12)
        values = np.asarray(values.astype(jnp.dtype(dtype)))
        if odd:
            ends = [0, 1, info.min, info.max]
            ends += (
                [-0.0, np.inf, -np.inf, np.nan, -1.0, 0.5, -1.5, 2.5]
                if real
                else [info.max - 1, info.bits - 1, info.bits, info.bits + 1]
            )
            special = (
                np.array([ends[i] for i in self.r.randint(0, len(ends), values.size)]).astype(jnp.dtype(dtype)).reshape(shape)
            )
            values = np.where(self.r.rand(*shape) < 0.4, special, values)
        return values


def kind(**options):
    """Makes programs of a function that draws (function of arrays, arrays)."""

    def add(make):
        for k in range(PROGRAMS_PER_KIND):
            functions, arguments = zip(*(make(Draw(SEED * 100003 + 1000 * k + d), d) for d in range(DRAWS)))

            def run(arguments, functions=functions):
                return [f(*a) for f, a in zip(functions, arguments)]

            case(list(arguments), name=f'draw_{make.__name__}_{k}', x64=True, **options)(run)
        return make

    return add


# --- Elementwise -------------------------------------------------------------------------------------------------


@kind()
def exact_unary(d, i):
    f = d.one(
        [
            jnp.negative,
            jnp.abs,
            jnp.floor,
            jnp.ceil,
            jnp.sign,
            jnp.isfinite,
            lax.round,
            functools.partial(lax.round, rounding_method=lax.RoundingMethod.TO_NEAREST_EVEN),
        ]
    )
    return f, (d.array(d.shape(), d.one(REAL), odd=True),)


@kind(tolerance=3e-6)
def inexact_unary(d, i):
    f = d.one(
        [
            jnp.exp,
            jnp.expm1,
            jnp.log,
            jnp.log1p,
            jnp.tanh,
            jnp.sqrt,
            lax.rsqrt,
            jnp.sin,
            jnp.cos,
            jnp.tan,
            jax.nn.sigmoid,
            jnp.cbrt,
            lax.erf,
            jnp.arctan,
            jnp.arcsinh,
        ]
    )
    return f, (d.array((2, 33), d.one(['float32', 'float64']), span=d.one([0.01, 1, 10, 60]), odd=True),)


@kind()
def binary(d, i):
    f = d.one([jnp.add, jnp.subtract, jnp.multiply, jnp.divide, lax.rem, jnp.less, jnp.equal, jnp.greater_equal, jnp.not_equal])
    shape, dtype = d.shape(1), d.one(['float32', 'float64'])
    return f, (d.array(shape, dtype, odd=True), d.array(shape, dtype, odd=True))


@kind()
def extremes(d, i):
    f = d.one([jnp.maximum, jnp.minimum, lambda x, y: lax.clamp(jnp.minimum(x, y), x + y, jnp.maximum(x, y))])
    shape, dtype = d.shape(1), d.one(['float32', 'float64'] + WHOLE)
    return f, (d.array(shape, dtype, odd=True), d.array(shape, dtype, odd=True))


@kind(tolerance=3e-6)
def power(d, i):
    shape, dtype = (3, 17), d.one(['float32', 'float64'])
    return d.one([lax.pow, lax.atan2]), (d.array(shape, dtype, odd=True), d.array(shape, dtype, odd=True))


@kind()
def whole_binary(d, i):
    f = d.one(
        [
            lax.add,
            lax.sub,
            lax.mul,
            lax.div,
            lax.rem,
            lax.bitwise_and,
            lax.bitwise_or,
            lax.bitwise_xor,
            lax.shift_left,
            lax.shift_right_arithmetic,
            lax.shift_right_logical,
            lax.lt,
            lax.ge,
            lax.max,
            lax.min,
        ]
    )
    shape, dtype = d.shape(1), d.one(WHOLE)
    return f, (d.array(shape, dtype, odd=True), d.array(shape, dtype, odd=True))


@kind()
def whole_unary(d, i):
    f = d.one([lax.neg, lax.bitwise_not, lax.population_count, lax.clz, lambda x: lax.integer_pow(x, 3), jnp.abs, jnp.sign])
    return f, (d.array(d.shape(1), d.one(WHOLE), odd=True),)


@kind()
def conversion(d, i):
    source, target = d.one(NUMBERS + ['bool']), d.one(NUMBERS + ['bool'])
    return lambda x: x.astype(target), (d.array(d.shape(1), source, span=d.one([3, 300]), odd=source != 'bool'),)


@kind()
def selection(d, i):
    shape, dtype = d.shape(1), d.one(NUMBERS + ['bool'])
    predicate = d.array(d.one([shape, ()]), 'bool')
    return lax.select, (predicate, d.array(shape, dtype), d.array(shape, dtype))


@kind()
def precision(d, i):
    exponent, mantissa = d.int(2, 8), d.int(1, 23)
    return lambda x: lax.reduce_precision(x, exponent, mantissa), (
        d.array((4, 9), d.one(['float32', 'bfloat16', 'float16']), span=50, odd=True),
    )


@kind()
def narrow_conversion(d, i):
    source, target = d.one(EIGHT + SMALL + SINGLE), d.one(EIGHT + SMALL + ['float32', 'bfloat16', 'float16', 'int32', 'bool'])
    odd = source not in SMALL and target not in SMALL + ['int32']
    span = 3 if target in SMALL else d.one([3, 300])
    return lambda x: x.astype(target), (d.array((5, 8), 'float32', span, odd=odd).astype(jnp.dtype(source)),)


@kind()
def narrow_binary(d, i):
    f = d.one([jnp.add, jnp.subtract, jnp.multiply, jnp.less, jnp.equal, jnp.maximum])
    dtype = d.one(EIGHT + SMALL)
    span = 6 if dtype in EIGHT else 1
    return f, tuple(d.array((4, 9), 'float32', span).astype(jnp.dtype(dtype)) for _ in range(2))


@kind(tolerance=1e-5)
def complex_unary(d, i):
    f = d.one(
        [
            jnp.exp,
            jnp.log,
            jnp.sqrt,
            lax.rsqrt,
            jnp.sin,
            jnp.cos,
            jnp.tanh,
            jnp.negative,
            jnp.abs,
            jnp.sign,
            jnp.real,
            jnp.imag,
            jnp.conj,
            jnp.expm1,
            jnp.log1p,
            jnp.isfinite,
            jnp.tan,
            jax.nn.sigmoid,
        ]
    )
    return f, (d.array(d.shape(1, 3), d.one(COMPLEX), span=d.one([0.1, 2, 8])),)


@kind(tolerance=1e-5)
def complex_binary(d, i):
    f, shape, dtype = d.one([lax.add, lax.sub, lax.mul, lax.div, lax.pow, lax.eq, lax.ne]), d.shape(1), d.one(COMPLEX)
    return f, (d.array(shape, dtype), d.array(shape, dtype))


@kind(tolerance=2e-5)
def transforms(d, i):
    shape = d.shape(1, 3, 9)
    count = d.int(1, min(len(shape), 3))
    kind, sizes = d.one(list(lax.FftType)), list(shape[-count:])
    if kind == lax.FftType.IRFFT:
        sizes[-1] = max(1, 2 * (shape[-1] - 1) + d.int(0, 1))
        if shape[-1] == 1:
            sizes[-1] = 1
    wide = d.int(0, 1)
    dtype = ['float32', 'float64'][wide] if kind == lax.FftType.RFFT else COMPLEX[wide]
    return lambda x: lax.fft(x, kind, tuple(sizes)), (d.array(shape, dtype),)


# --- Movement ------------------------------------------------------------------------------------------------------


@kind()
def broadcast(d, i):
    target = d.shape(1, 5)
    dims = d.some(range(len(target)))
    shape = tuple(target[k] if d.int(0, 3) else 1 for k in dims)
    return lambda x: lax.broadcast_in_dim(x, target, dims), (d.array(shape, d.one(ANY)),)


@kind()
def transposition(d, i):
    shape = d.shape(1, 5)
    order = tuple(d.r.permutation(len(shape)).tolist())
    flipped = d.some(range(len(shape)))
    return lambda x: lax.rev(lax.transpose(x, order), flipped), (d.array(shape, d.one(ANY)),)


@kind()
def slices(d, i):
    shape = d.shape(1)
    start = tuple(d.int(0, n) for n in shape)
    limit = tuple(d.int(s, n) for s, n in zip(start, shape))
    return lambda x, s=d.ints(len(shape), 1, 3): lax.slice(x, start, limit, s), (d.array(shape, d.one(ANY)),)


@kind()
def padding(d, i):
    shape = d.shape(1, 3)
    config = []
    for n in shape:
        interior = d.int(0, 2)
        whole = n + (n - 1) * interior
        low = d.int(-min(2, whole), 3)
        config.append((low, d.int(-min(2, whole + min(low, 0)), 3), interior))
    dtype = d.one(ANY)
    return lambda x, v: lax.pad(x, v, config), (d.array(shape, dtype), d.array((), dtype))


@kind()
def concatenation(d, i):
    shape, dtype = d.shape(1, 4), d.one(ANY)
    axis = d.int(0, len(shape) - 1)
    arrays = [d.array(shape[:axis] + (d.int(0, 4),) + shape[axis + 1 :], dtype) for _ in range(d.int(1, 4))]
    return lambda *a: lax.concatenate(a, axis), tuple(arrays)


@kind()
def dynamic_slices(d, i):
    shape, dtype = d.shape(1), d.one(ANY)
    sizes = tuple(d.int(1, n) for n in shape)
    starts = d.array((len(shape),), d.one(WHOLE), odd=d.int(0, 1) == 1)

    def run(x, u, starts):
        starts = [starts[k] for k in range(len(shape))]
        return lax.dynamic_slice(x, starts, sizes), lax.dynamic_update_slice(x, u, starts)

    return run, (d.array(shape, dtype), d.array(sizes, dtype), starts)


def gather_case(d):
    """operand shape, index shape, dimension numbers' parts, slice sizes: any valid combination with batching dims."""
    rank = d.int(1, 4)
    shape = d.ints(rank, 1, 5)
    dims = d.r.permutation(rank).tolist()
    batching = sorted(dims[: d.int(0, min(1, rank - 1))])
    rest = [k for k in range(rank) if k not in batching]
    mapped = [rest[k] for k in d.r.permutation(len(rest))[: d.int(1, len(rest))]] if rest else []
    sizes = [1 if k in batching else d.int(1, n) for k, n in enumerate(shape)]
    collapsed = [k for k in mapped if d.int(0, 1)]
    for k in collapsed:
        sizes[k] = 1
    batch = [shape[k] for k in batching] + list(d.shape(0, 2, 4))
    offset = len([k for k in range(rank) if k not in collapsed and k not in batching])
    return shape, batch, batching, mapped, sorted(collapsed), sizes, offset


@kind()
def gathers(d, i):
    shape, batch, batching, mapped, collapsed, sizes, offset = gather_case(d)
    out_rank = len(batch) + offset
    numbers = lax.GatherDimensionNumbers(
        offset_dims=tuple(sorted(d.r.permutation(out_rank)[:offset].tolist())),
        collapsed_slice_dims=tuple(collapsed),
        start_index_map=tuple(mapped),
        operand_batching_dims=tuple(batching),
        start_indices_batching_dims=tuple(range(len(batching))),
    )
    mode = d.one(['clip', 'fill', 'promise_in_bounds']) if d.int(0, 1) else 'clip'
    low, high = (0, 0) if mode == 'promise_in_bounds' else (-2, 6)
    indices = d.r.randint(low, high + 1, batch + [len(mapped)]).astype(
        d.one(['int32', 'int64', 'uint8'] if low == 0 else ['int32', 'int64', 'int8'])
    )
    return lambda x, i: lax.gather(x, i, numbers, tuple(sizes), mode=mode), (d.array(shape, d.one(NUMBERS)), indices)


@kind(tolerance=1e-5)
def scatters(d, i):
    shape, batch, batching, mapped, collapsed, sizes, offset = gather_case(d)
    window = [n for k, n in enumerate(sizes) if k not in collapsed and k not in batching]
    update_rank = len(batch) + offset
    places = sorted(d.r.permutation(update_rank)[:offset].tolist())
    update, at, batch_at = [], 0, 0
    for k in range(update_rank):
        update.append(window[at] if k in places else batch[batch_at])
        at, batch_at = at + (k in places), batch_at + (k not in places)
    numbers = lax.ScatterDimensionNumbers(
        update_window_dims=tuple(places),
        inserted_window_dims=tuple(collapsed),
        scatter_dims_to_operand_dims=tuple(mapped),
        operand_batching_dims=tuple(batching),
        scatter_indices_batching_dims=tuple(range(len(batching))),
    )
    f = d.one([lax.scatter_add, lax.scatter_max, lax.scatter_min, lax.scatter_mul])
    dtype, mode = d.one(['float32', 'int32', 'float64', 'int64', 'uint8']), d.one(['clip', 'drop'])
    indices = d.r.randint(-2, 6, batch + [len(mapped)]).astype(d.one(['int32', 'int64']))
    return lambda x, i, u: f(x, i, u, numbers, mode=mode), (d.array(shape, dtype), indices, d.array(tuple(update), dtype))


# --- Reductions ------------------------------------------------------------------------------------------------------


@kind(tolerance=1e-5)
def reductions(d, i):
    shape = d.shape(1, 4)
    f = d.one([jnp.sum, jnp.max, jnp.min, jnp.prod, jnp.all, jnp.any])
    dtype = (
        d.one(['float32', 'float64'] + WHOLE + (COMPLEX if f in (jnp.sum, jnp.prod) else []))
        if f not in (jnp.all, jnp.any)
        else 'bool'
    )
    axes = d.some(range(len(shape)))
    return lambda x: f(x, axis=axes), (d.array(shape, dtype, span=2, odd=f in (jnp.max, jnp.min)),)


@kind()
def arguments(d, i):
    shape = d.shape(1, 4)
    axis = d.int(0, len(shape) - 1)
    return lambda x: (jnp.argmax(x, axis=axis), jnp.argmin(x, axis=axis)), (d.array(shape, d.one(NUMBERS), span=1, odd=True),)


@kind(tolerance=1e-5)
def windows(d, i):
    rank = d.int(1, 4)
    shape = d.ints(rank, 2, 7)
    window, strides, base, dilation = d.ints(rank, 1, 3), d.ints(rank, 1, 2), d.ints(rank, 1, 2), d.ints(rank, 1, 2)
    pads = [(d.int(0, 2), d.int(0, 2)) for _ in range(rank)]
    f, init = d.one([(lax.add, 0), (lax.max, None), (lax.min, None), (lax.mul, 1)])
    dtype = d.one(['float32', 'float64', 'int32', 'int8', 'uint16'])
    if init is None:
        info = jnp.finfo(dtype) if 'float' in dtype else jnp.iinfo(dtype)
        init = info.min if f is lax.max else info.max
    init = np.array(init, dtype)
    return lambda x: lax.reduce_window(x, init, f, window, strides, pads, base, dilation), (d.array(shape, dtype, span=2),)


@kind(tolerance=1e-5)
def pool_gradients(d, i):
    rank = d.int(1, 4)
    shape = d.ints(rank, 3, 7)
    window, strides = d.ints(rank, 1, 3), d.ints(rank, 1, 3)
    padding, f, init = d.one(['SAME', 'VALID']), *d.one([(lax.max, -np.inf), (lax.min, np.inf), (lax.add, 0.0)])
    dtype = d.one(['float32', 'float64'])

    def pool(x):
        return (lax.reduce_window(x, np.array(init, dtype), f, window, strides, padding) ** 2).sum()

    return jax.grad(pool), (np.round(d.array(shape, dtype)),)


@kind(tolerance=1e-5)
def cumulations(d, i):
    shape = d.shape(1, 3)
    f = d.one([lax.cumsum, lax.cumprod, lax.cummax, lax.cummin])
    axis, reverse = d.int(0, len(shape) - 1), bool(d.int(0, 1))
    return lambda x: f(x, axis=axis, reverse=reverse), (
        d.array(shape, d.one(['float32', 'float64', 'int32', 'int16']), span=1.5),
    )


@kind()
def sorts(d, i):
    shape, count = d.shape(1, 3, 9), d.int(1, 3)
    axis, keys = d.int(0, len(shape) - 1), d.int(1, count)
    arrays = tuple(np.asarray(d.array(shape, d.one(NUMBERS), span=0.3, odd=True)) for _ in range(count))
    return lambda *a: lax.sort(a, dimension=axis, num_keys=keys, is_stable=True), arrays


@kind()
def tops(d, i):
    shape = d.shape(1, 3, 9)
    k = d.int(1, shape[-1])
    return lambda x: lax.top_k(x, k), (d.array(shape, d.one(['float32', 'bfloat16', 'int32', 'uint8']), span=1, odd=True),)


# --- Products ----------------------------------------------------------------------------------------------------------


@kind(tolerance=1e-5)
def products(d, i):
    batch, contract = d.shape(0, 2, 3), d.shape(0, 2, 5)
    free = (d.shape(0, 2, 4), d.shape(0, 2, 4))
    sides = []
    for side in range(2):
        dims = (
            [('b', k, n) for k, n in enumerate(batch)]
            + [('c', k, n) for k, n in enumerate(contract)]
            + [('f', k, n) for k, n in enumerate(free[side])]
        )
        sides.append([dims[k] for k in d.r.permutation(len(dims))])

    def places(side, letter, count):
        return tuple(next(p for p, (l, k, _) in enumerate(sides[side]) if (l, k) == (letter, which)) for which in range(count))

    numbers = (
        (places(0, 'c', len(contract)), places(1, 'c', len(contract))),
        (places(0, 'b', len(batch)), places(1, 'b', len(batch))),
    )
    dtype, out = d.one(
        [
            ('float32', None),
            ('float64', None),
            ('int32', None),
            ('int8', 'int32'),
            ('uint8', 'int32'),
            ('bfloat16', 'float32'),
            ('float16', 'float32'),
        ]
    )
    arrays = tuple(d.array(tuple(n for _, _, n in side), dtype, span=2) for side in sides)
    return lambda a, b: lax.dot_general(a, b, numbers, preferred_element_type=out), arrays


@kind(tolerance=2e-5)
def convolutions(d, i):
    spatial = d.int(1, 3)
    groups, batch_groups = d.one([(1, 1), (1, 1), (2, 1), (3, 1), (1, 2)])
    per_group = d.int(1, 3)
    batch, inputs, outputs = d.int(1, 2) * batch_groups, per_group * groups, d.int(1, 3) * groups * batch_groups
    image, kernel = d.ints(spatial, 4, 7), d.ints(spatial, 1, 3)
    strides, base, dilation = d.ints(spatial, 1, 2), d.ints(spatial, 1, 2), d.ints(spatial, 1, 2)
    pads = [(d.int(-1, 2), d.int(0, 3)) for _ in range(spatial)]
    letters = 'XYZ'[:spatial]
    spec = tuple(''.join(d.r.permutation(list(s + letters)).tolist()) for s in ('NC', 'OI', 'NC'))
    sizes = [dict(zip(letters + 'NC', image + (batch, inputs))), dict(zip(letters + 'OI', kernel + (outputs, per_group)))]
    x, w = (d.array(tuple(sizes[s][c] for c in spec[s]), 'float32', span=1) for s in range(2))

    def run(x, w):
        return lax.conv_general_dilated(
            x,
            w,
            strides,
            pads,
            base,
            dilation,
            dimension_numbers=spec,
            feature_group_count=groups,
            batch_group_count=batch_groups,
        )

    if i % 2 == 0:
        return run, (x, w)
    return lambda x, w: jax.grad(lambda x, w: (run(x, w) ** 2).sum(), argnums=(0, 1))(x, w), (x, w)


# --- Control flow and random bits -----------------------------------------------------------------------------------------


@kind()
def bits(d, i):
    algorithm = d.one([lax.RandomAlgorithm.RNG_DEFAULT, lax.RandomAlgorithm.RNG_PHILOX, lax.RandomAlgorithm.RNG_THREE_FRY])
    shape, dtype = d.shape(1, 3), d.one(['uint8', 'uint16', 'uint32', 'uint64'])
    return lambda k: lax.rng_bit_generator(k, shape, dtype, algorithm=algorithm), (d.r.randint(0, 2**32, 4).astype(np.uint32),)


@kind(tolerance=1e-4)
def loops(d, i):
    shape, steps = d.shape(1, 3), d.int(0, 5)
    axis, k = d.int(0, len(shape) - 1), d.int(1, 3)

    def body(c, n):
        c = lax.cond((n + k) % 2 == 0, lambda c: jnp.sin(c) + n, lambda c: c * 0.5 - jnp.flip(c, axis), c)
        return c, lax.while_loop(lambda s: s[1] < n, lambda s: (s[0] + s[1], s[1] + 1), (c.sum(axis=axis), 0))

    return lambda x: lax.scan(body, x, jnp.arange(steps)), (d.array(shape, 'float32'),)
