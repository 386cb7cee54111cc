"""Programs for jax_test.py: each runs on JAX's own CPU backend and on ours, and must give the same.

@case(args...)        the function's name is the program's; it is jitted
case(args...)(f)      the same for a lambda, with name=
options: name=, x64=True (64-bit types on), tolerance= (relative, for floats), exact=True, refused="what the error says"
"""

import functools

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax, nn, random

PROGRAMS = {}


class Program:
    def __init__(self, run, args, x64=False, tolerance=None, exact=False, refused=None, jit=True):
        self.run, self.args, self.x64, self.jit = run, args, x64, jit
        self.tolerance, self.exact, self.refused = tolerance, exact, refused


def case(*args, name=None, **options):
    def add(function):
        key = name or function.__name__
        assert key not in PROGRAMS, key
        PROGRAMS[key] = Program(function, args, **options)
        return function

    return add


def ramp(*shape, low=-2.0, high=3.0, dtype=np.float32):
    """Numbers without order, from low to high, none twice."""
    count = int(np.prod(shape))
    order = (np.arange(count) * 7919 % max(count, 1)) if count % 7919 else np.arange(count)
    values = low + (high - low) * (order + 0.5) / max(count, 1)
    return values.reshape(shape).astype(dtype)


def ints(*shape, low=-50, high=50, dtype=np.int32):
    count = int(np.prod(shape))
    return (low + (np.arange(count) * 7919 + 13) % (high - low)).reshape(shape).astype(dtype)


X = ramp(4, 6)
POSITIVE = ramp(4, 6, low=0.1, high=4)
UNIT = ramp(4, 6, low=-0.95, high=0.95)

# --- Elementwise -----------------------------------------------------------------------------------------------

UNARY = {
    'abs': (jnp.abs, X),
    'negative': (jnp.negative, X),
    'sign': (jnp.sign, X),
    'floor': (jnp.floor, X),
    'ceil': (jnp.ceil, X),
    'round': (jnp.round, X),
    'trunc': (jnp.trunc, X),
    'exp': (jnp.exp, X),
    'exp2': (jnp.exp2, X),
    'expm1': (jnp.expm1, X),
    'log': (jnp.log, POSITIVE),
    'log2': (jnp.log2, POSITIVE),
    'log10': (jnp.log10, POSITIVE),
    'log1p': (jnp.log1p, POSITIVE),
    'sqrt': (jnp.sqrt, POSITIVE),
    'rsqrt': (lax.rsqrt, POSITIVE),
    'cbrt': (jnp.cbrt, X),
    'sin': (jnp.sin, X),
    'cos': (jnp.cos, X),
    'tan': (jnp.tan, UNIT),
    'tanh': (jnp.tanh, X),
    'sinh': (jnp.sinh, X),
    'cosh': (jnp.cosh, X),
    'arcsin': (jnp.arcsin, UNIT),
    'arccos': (jnp.arccos, UNIT),
    'arctan': (jnp.arctan, X),
    'arcsinh': (jnp.arcsinh, X),
    'arccosh': (lambda x: jnp.arccosh(1 + x), POSITIVE),
    'arctanh': (jnp.arctanh, UNIT),
    'sigmoid': (nn.sigmoid, X),
    'relu': (nn.relu, X),
    'gelu': (nn.gelu, X),
    'gelu_exact': (functools.partial(nn.gelu, approximate=False), X),
    'silu': (nn.silu, X),
    'softplus': (nn.softplus, X),
    'elu': (nn.elu, X),
    'erf': (lax.erf, X),
    'erfc': (lax.erfc, X),
    'erf_inv': (lax.erf_inv, UNIT),
    'lgamma': (lax.lgamma, POSITIVE),
    'digamma': (lax.digamma, POSITIVE),
    'is_finite': (jnp.isfinite, np.array([1, np.inf, -np.inf, np.nan], np.float32)),
    'reciprocal': (jnp.reciprocal, POSITIVE),
    'square': (jnp.square, X),
    'sinc': (jnp.sinc, X),
    'logsumexp': (nn.logsumexp, X),
    'bessel_i0e': (jax.scipy.special.i0e, X),
    'bessel_i1e': (jax.scipy.special.i1e, X),
    'ndtri': (jax.scipy.special.ndtri, ramp(12, low=0.02, high=0.98)),
}
for key, (function, x) in UNARY.items():
    case(x, name='unary_' + key)(function)

Y = ramp(4, 6, low=0.3, high=2.5)[::-1].copy()
BINARY = {
    'add': jnp.add,
    'subtract': jnp.subtract,
    'multiply': jnp.multiply,
    'divide': jnp.divide,
    'power': lambda x, y: jnp.power(jnp.abs(x), y),
    'float_power_int': lambda x, y: x**3,
    'remainder': jnp.remainder,
    'fmod': jnp.fmod,
    'floor_divide': jnp.floor_divide,
    'maximum': jnp.maximum,
    'minimum': jnp.minimum,
    'arctan2': jnp.arctan2,
    'hypot': jnp.hypot,
    'logaddexp': jnp.logaddexp,
    'less': jnp.less,
    'equal': jnp.equal,
    'nextafter': jnp.nextafter,
    'copysign': jnp.copysign,
    'xlogy': lambda x, y: jax.scipy.special.xlogy(jnp.abs(x), y),
    'heaviside': jnp.heaviside,
    'betainc': lambda x, y: lax.betainc(jnp.abs(x) + 1, y, jnp.full_like(x, 0.3)),
    'igamma': lambda x, y: lax.igamma(jnp.abs(x) + 0.5, y),
    'igammac': lambda x, y: lax.igammac(jnp.abs(x) + 0.5, y),
    'zeta': lambda x, y: lax.zeta(jnp.abs(x) + 2, y),
    'polygamma': lambda x, y: lax.polygamma(jnp.ones_like(y), y),
}
for key, function in BINARY.items():
    case(X, Y, name='binary_' + key, tolerance=1e-4 if key in ('betainc', 'igamma', 'igammac', 'zeta', 'polygamma') else None)(
        function
    )

INTS = {
    'add': jnp.add,
    'multiply': jnp.multiply,
    'floor_divide': lambda a, b: a // jnp.where(b == 0, 1, b),
    'div': lambda a, b: lax.div(a, jnp.where(b == 0, jnp.ones_like(b), b)),
    'rem': lambda a, b: lax.rem(a, jnp.where(b == 0, jnp.ones_like(b), b)),
    'and': jnp.bitwise_and,
    'or': jnp.bitwise_or,
    'xor': jnp.bitwise_xor,
    'not': lambda a, b: ~a,
    'shift_left': lambda a, b: a << (b & 7),
    'shift_right': lambda a, b: a >> (b & 7),
    'shift_right_logical': lambda a, b: lax.shift_right_logical(a, b & 7),
    'max': jnp.maximum,
    'less': jnp.less,
    'power': lambda a, b: a**3,
    'popcount': lambda a, b: lax.population_count(a),
    'clz': lambda a, b: lax.clz(a),
    'abs': lambda a, b: jnp.abs(a),
    'sign': lambda a, b: jnp.sign(a),
    'clip': lambda a, b: jnp.clip(a, 3, 20),
}
for dtype in ('int8', 'int16', 'int32', 'int64', 'uint8', 'uint16', 'uint32', 'uint64'):
    a, b = ints(3, 7, dtype=dtype, low=0 if dtype[0] == 'u' else -50), ints(3, 7, low=0, high=40, dtype=dtype)[::-1].copy()

    def every_int_op(a, b):
        return {key: f(a, b) for key, f in INTS.items()}

    case(a, b, name='ints_' + dtype, x64='64' in dtype)(every_int_op)

FLOATS = [
    'float16',
    'bfloat16',
    'float32',
    'float64',
    'float8_e4m3fn',
    'float8_e5m2',
    'float8_e4m3b11fnuz',
    'float8_e4m3fnuz',
    'float8_e5m2fnuz',
]
KINDS = FLOATS + [
    'int8',
    'int16',
    'int32',
    'int64',
    'uint8',
    'uint16',
    'uint32',
    'uint64',
    'bool',
    'int4',
    'uint4',
    'int2',
    'uint2',
]
for dtype in FLOATS:

    def float_ops(x, dtype=dtype):
        x = x.astype(dtype)
        return [x + x, x * x, -x, jnp.abs(x), jnp.maximum(x, -x), x < x[::-1], jnp.where(x > 0, x, -x)]

    def float_functions(x, dtype=dtype):
        x = x.astype(dtype)
        return [jnp.exp(x), jnp.log(x), jnp.tanh(x), jnp.sqrt(x), jnp.sin(x), x / (x + 1), jnp.sum(x, axis=0), jnp.max(x, axis=1)]

    case(X, name='float_ops_' + dtype, x64=dtype == 'float64')(float_ops)
    if '8' not in dtype:
        case(POSITIVE, name='float_functions_' + dtype, x64=dtype == 'float64')(float_functions)

for source in KINDS:

    def converts(x, source=source):
        x = x.astype(source)
        wide = '64' in source
        return [x.astype(d) for d in KINDS[:4] + KINDS[9:18] if wide or '64' not in d]

    case(ramp(40, low=0, high=1.9), name='convert_from_' + source, x64='64' in source)(converts)
for target in FLOATS[4:] + ['int4', 'uint4', 'int2', 'uint2']:
    case(ramp(64, low=0, high=1.9) if 'int' in target else ramp(64, low=-40, high=40), name='convert_to_' + target)(
        lambda x, target=target: x.astype(target).astype(np.float32)
    )

# --- Shapes ----------------------------------------------------------------------------------------------------

Z = ramp(2, 3, 4, 5)
SHAPES = {
    'reshape': lambda z: z.reshape(6, 20),
    'transpose': lambda z: z.transpose(3, 1, 0, 2),
    'swapaxes': lambda z: jnp.swapaxes(z, 1, 3),
    'broadcast': lambda z: jnp.broadcast_to(z[:, :1], z.shape),
    'slice': lambda z: z[:, 1:, ::2, 1:4:2],
    'reverse': lambda z: z[::-1, :, ::-1],
    'concatenate': lambda z: jnp.concatenate([z, z * 2, z[:, :1]], axis=1),
    'stack': lambda z: jnp.stack([z, -z], axis=2),
    'pad': lambda z: jnp.pad(z, ((1, 2), (0, 0), (3, 0), (0, 1))),
    'pad_negative': lambda z: lax.pad(z, np.float32(7), ((-1, 2, 0), (0, 0, 2), (1, -1, 1), (0, 0, 0))),
    'pad_reflect': lambda z: jnp.pad(z, 1, mode='reflect'),
    'pad_wrap': lambda z: jnp.pad(z, 1, mode='wrap'),
    'roll': lambda z: jnp.roll(z, 2, axis=3),
    'tile': lambda z: jnp.tile(z, (1, 2, 1, 3)),
    'repeat': lambda z: jnp.repeat(z, 3, axis=2),
    'squeeze': lambda z: jnp.squeeze(z[:1], 0),
    'flip': lambda z: jnp.flip(z),
    'split': lambda z: jnp.split(z, 2, axis=2),
    'tril': lambda z: jnp.tril(z),
    'triu': lambda z: jnp.triu(z, 1),
    'diag': lambda z: jnp.diag(z[0, 0, 0]),
    'diagonal': lambda z: jnp.diagonal(z[0, 0]),
    'eye': lambda z: jnp.eye(5, 4, 1) + z[0, 0].T,
    'meshgrid': lambda z: jnp.meshgrid(z[0, 0, 0], z[0, 0, :, 0]),
    'rot90': lambda z: jnp.rot90(z[0, 0]),
    'moveaxis': lambda z: jnp.moveaxis(z, 0, -1),
    'where': lambda z: jnp.where(z > 0, z, 0.0),
    'arange': lambda z: jnp.arange(3, 20, 4) + z[0, 0, 0],
    'linspace': lambda z: jnp.linspace(0, 1, 7),
    'empty': lambda z: z[:, :0] * 2,
    'empty_sum': lambda z: z[:, :0].sum(axis=1),
    'iota_2d': lambda z: lax.broadcasted_iota(jnp.int32, (3, 4), 1),
    'bitcast_f32_i32': lambda z: lax.bitcast_convert_type(z, jnp.int32),
    'bitcast_f32_u8': lambda z: lax.bitcast_convert_type(z, jnp.uint8),
    'bitcast_u8_f32': lambda z: lax.bitcast_convert_type(lax.bitcast_convert_type(z, jnp.uint8), jnp.float32),
    'bitcast_f32_i16': lambda z: lax.bitcast_convert_type(z, jnp.int16),
    'reduce_precision': lambda z: lax.reduce_precision(z, 5, 7),
    'expand_dims': lambda z: z[..., None] + z[:, :, :, None],
}
for key, function in SHAPES.items():
    case(Z, name='shape_' + key)(function)

# --- Reductions, windows, sorting --------------------------------------------------------------------------------

REDUCTIONS = {
    'sum': lambda z: [z.sum(), z.sum(axis=0), z.sum(axis=(1, 3)), z.sum(axis=-1, keepdims=True)],
    'prod': lambda z: z.prod(axis=2),
    'max': lambda z: [z.max(), z.max(axis=1)],
    'min': lambda z: z.min(axis=(0, 2)),
    'mean': lambda z: z.mean(axis=3),
    'var': lambda z: z.var(axis=(0, 1)),
    'std': lambda z: z.std(),
    'all': lambda z: (z > -1).all(axis=1),
    'any': lambda z: (z > 2.5).any(axis=2),
    'argmax': lambda z: [z.argmax(axis=1), z.argmax()],
    'argmin': lambda z: z.argmin(axis=3),
    'norm': lambda z: jnp.linalg.norm(z, axis=1),
    'cumsum': lambda z: jnp.cumsum(z, axis=2),
    'cumprod': lambda z: jnp.cumprod(z, axis=1),
    'cummax': lambda z: lax.cummax(z, axis=3),
    'cummin_reverse': lambda z: lax.cummin(z, axis=3, reverse=True),
    'cumlogsumexp': lambda z: lax.cumlogsumexp(z, axis=1),
    'associative_scan': lambda z: lax.associative_scan(jnp.add, z, axis=2),
    'median': lambda z: jnp.median(z, axis=1),
    'quantile': lambda z: jnp.quantile(z, jnp.array([0.25, 0.5]), axis=3),
    'count_nonzero': lambda z: jnp.count_nonzero(z > 0, axis=1),
    'ptp': lambda z: jnp.ptp(z, axis=2),
    'bincount': lambda z: jnp.bincount((z[0, 0].ravel() * 2 + 5).astype(int), length=12),
    'histogram': lambda z: jnp.histogram(z, bins=5, range=(-2, 3))[0],
    'average': lambda z: jnp.average(z, axis=0, weights=jnp.array([1.0, 3.0])),
    'nanmean': lambda z: jnp.nanmean(jnp.where(z > 1, jnp.nan, z), axis=1),
    'custom': lambda z: lax.reduce(z, np.float32(1), lambda a, b: a * b + 0 * a, (1, 2)),
    'variadic': lambda z: lax.reduce(
        (z, -z), (np.float32(0), np.float32(0)), lambda a, b: (a[0] + b[0], jnp.minimum(a[1], b[1])), (0, 3)
    ),
    'xor': lambda z: lax.reduce((z * 10).astype(jnp.int32), np.int32(0), lax.bitwise_xor, (2,)),
}
for key, function in REDUCTIONS.items():
    case(Z, name='reduce_' + key)(function)

IMAGE = ramp(2, 9, 8, 3)
WINDOWS = {
    'max_pool': lambda x: lax.reduce_window(x, -jnp.inf, lax.max, (1, 3, 3, 1), (1, 2, 2, 1), 'SAME'),
    'avg_pool': lambda x: lax.reduce_window(x, 0.0, lax.add, (1, 2, 2, 1), (1, 2, 2, 1), 'VALID') / 4,
    'min_padding': lambda x: lax.reduce_window(x, jnp.inf, lax.min, (1, 3, 2, 1), (1, 1, 2, 1), ((0, 0), (2, 1), (0, 3), (0, 0))),
    'dilated': lambda x: lax.reduce_window(x, 0.0, lax.add, (1, 2, 3, 1), (1, 1, 1, 1), 'VALID', window_dilation=(1, 2, 2, 1)),
    'base_dilated': lambda x: lax.reduce_window(x, 0.0, lax.add, (1, 3, 3, 1), (1, 2, 1, 1), 'SAME', base_dilation=(1, 2, 3, 1)),
    'product': lambda x: lax.reduce_window(x, 1.0, lax.mul, (1, 1, 2, 3), (1, 1, 1, 1), 'VALID'),
    'max_pool_gradient': jax.grad(
        lambda x: (lax.reduce_window(x, -jnp.inf, lax.max, (1, 3, 3, 1), (1, 2, 2, 1), 'SAME') ** 2).sum()
    ),
    'avg_pool_gradient': jax.grad(lambda x: (lax.reduce_window(x, 0.0, lax.add, (1, 2, 2, 1), (1, 2, 2, 1), 'VALID') ** 3).sum()),
    'min_pool_gradient': jax.grad(lambda x: lax.reduce_window(x, jnp.inf, lax.min, (1, 2, 2, 1), (1, 1, 2, 1), 'VALID').sum()),
}
for key, function in WINDOWS.items():
    case(IMAGE, name='window_' + key)(function)

SORTS = {
    'sort': lambda x: [jnp.sort(x, axis=0), jnp.sort(x, axis=1)],
    'argsort': lambda x: jnp.argsort(x, axis=1),
    'descending': lambda x: jnp.sort(x, axis=1, descending=True),
    'pairs': lambda x: lax.sort((jnp.round(x), x), dimension=1, num_keys=1, is_stable=True),
    'two_keys': lambda x: lax.sort((jnp.round(x), -x, x), dimension=0, num_keys=2),
    'unique': lambda x: jnp.unique(jnp.round(x), size=7),
    'searchsorted': lambda x: jnp.searchsorted(jnp.sort(x[0]), x[1]),
    'lexsort': lambda x: jnp.lexsort((x[0], jnp.round(x[1]))),
    'ints': lambda x: jnp.sort((x * 100).astype(jnp.int32), axis=1),
    'partition': lambda x: jnp.sort(jnp.partition(x, 3, axis=1)[:, :3], axis=1),
}
for key, function in SORTS.items():
    case(X, name='sort_' + key)(function)
case(np.array([3, np.nan, -0.0, 0.0, np.inf, -np.inf, -np.nan, 1], np.float32), name='sort_specials')(
    lambda x: [jnp.sort(x), jnp.argsort(x)]
)
case(ramp(3, 11), name='top_k')(lambda x: lax.top_k(x, 4))
case(ints(3, 11), name='top_k_ints')(lambda x: lax.top_k(x, 4))
case(ramp(3, 64), name='approx_max_k')(lambda x: jnp.sort(lax.approx_max_k(x, 5, recall_target=1.0)[0], axis=-1))

# --- Indexing ----------------------------------------------------------------------------------------------------

T = ramp(6, 5, 4)
I = np.array([[0, 5, 2], [3, 3, 1]], np.int32)
INDEXING = {
    'take': lambda t, i: jnp.take(t, i, axis=0),
    'take_axis': lambda t, i: jnp.take(t, i % 4, axis=2),
    'rows': lambda t, i: t[i],
    'points': lambda t, i: t[i, i % 5, i % 4],
    'mixed': lambda t, i: t[i, :, 2],
    'clip': lambda t, i: t.at[i + 4].get(mode='clip'),
    'fill': lambda t, i: t.at[i + 4].get(mode='fill', fill_value=-1),
    'wrap': lambda t, i: jnp.take(t, i + 9, axis=0, mode='wrap'),
    'negative': lambda t, i: t[-1 - i],
    'along_axis': lambda t, i: jnp.take_along_axis(t, jnp.broadcast_to(i[:, :1, None], (2, 5, 4)), axis=0),
    'slices': lambda t, i: lax.dynamic_slice(t, (i[0, 1], i[1, 1], 9), (2, 3, 2)),
    'update_slice': lambda t, i: lax.dynamic_update_slice(t, t[:2, :1], (i[0, 1], i[1, 2], 0)),
    'index_in_dim': lambda t, i: lax.dynamic_index_in_dim(t, i[0, 2], axis=1),
    'set': lambda t, i: t.at[i[0]].set(7.0),
    'add': lambda t, i: t.at[i].add(t[i] * 2),
    'multiply': lambda t, i: t.at[i[0], 1].multiply(3.0),
    'min': lambda t, i: t.at[i].min(0.5),
    'max': lambda t, i: t.at[i, 0].max(0.5),
    'apply': lambda t, i: t.at[i[0]].apply(jnp.sin),
    'drop': lambda t, i: t.at[i + 4].set(1.0, mode='drop'),
    'segment_sum': lambda t, i: jax.ops.segment_sum(t, jnp.array([0, 2, 2, 1, 0, 7]), num_segments=4),
    'segment_max': lambda t, i: jax.ops.segment_max(t, jnp.array([0, 2, 2, 1, 0, 3]), num_segments=4),
    'one_hot': lambda t, i: nn.one_hot(i, 6),
    'embedding_gradient': jax.grad(lambda t, i: (t[i] ** 2).sum()),
    'gather_gradient': jax.grad(
        lambda t, i: (jnp.take_along_axis(t, jnp.broadcast_to(i[:, :1, None], (2, 5, 4)), axis=0) ** 2).sum()
    ),
    'vmap_slices': lambda t, i: jax.vmap(lambda k: lax.dynamic_slice(t, (k, 0, 1), (2, 3, 2)))(i[0]),
    'vmap_update': lambda t, i: jax.vmap(lambda a, k: a.at[k].add(1.0))(t[:3], i[0] % 5),
    'vmap_take': lambda t, i: jax.vmap(lambda a, k: a[k])(t[:2], i % 5),
    'nonzero': lambda t, i: jnp.nonzero(t > 1, size=9, fill_value=-1),
    'bool_where': lambda t, i: jnp.argwhere(t > 2, size=5),
    'scatter_ints': lambda t, i: jnp.zeros(6, jnp.int32).at[i.ravel()].add(jnp.arange(6)),
    'scatter_sub': lambda t, i: t.at[i].subtract(1.0),
    'scatter_div': lambda t, i: t.at[i[0]].divide(2.0),
    'scatter_power': lambda t, i: jnp.abs(t).at[i[0, :1]].power(2.0),
}
for key, function in INDEXING.items():
    case(T, I, name='index_' + key)(function)

# --- Products and convolutions -----------------------------------------------------------------------------------

A, B = ramp(5, 7), ramp(7, 6, low=-1, high=2)
PRODUCTS = {
    'matmul': lambda a, b: a @ b,
    'vector': lambda a, b: a @ b[:, 0],
    'dot': lambda a, b: jnp.dot(a[0], b[:, 1]),
    'outer': lambda a, b: jnp.outer(a[0], b[0]),
    'tensordot': lambda a, b: jnp.tensordot(a.reshape(5, 7, 1), b.reshape(7, 2, 3), axes=([1], [0])),
    'einsum': lambda a, b: jnp.einsum('ij,jk,lj->ikl', a, b, a),
    'einsum_batch': lambda a, b: jnp.einsum('bij,bjk->bki', jnp.stack([a, -a]), jnp.stack([b, b * 2])),
    'einsum_trace': lambda a, b: jnp.einsum('ii->', a[:, :5]),
    'kron': lambda a, b: jnp.kron(a[:2, :2], b[:2, :3]),
    'vdot': lambda a, b: jnp.vdot(a, a),
    'cross': lambda a, b: jnp.cross(a[:, :3], b[:5, :3]),
    'gradient': lambda a, b: jax.grad(lambda a, b: jnp.sin(a @ b).sum(), argnums=(0, 1))(a, b),
    'bf16': lambda a, b: a.astype(jnp.bfloat16) @ b.astype(jnp.bfloat16),
    'f16': lambda a, b: a.astype(jnp.float16) @ b.astype(jnp.float16),
    'bf16_to_f32': lambda a, b: lax.dot(a.astype(jnp.bfloat16), b.astype(jnp.bfloat16), preferred_element_type=jnp.float32),
    'ints': lambda a, b: (a * 10).astype(jnp.int32) @ (b * 10).astype(jnp.int32),
    'i8_to_i32': lambda a, b: lax.dot((a * 10).astype(jnp.int8), (b * 10).astype(jnp.int8), preferred_element_type=jnp.int32),
    'highest': lambda a, b: jnp.matmul(a, b, precision='highest'),
    'batched': lambda a, b: jnp.matmul(a.reshape(5, 1, 7), jnp.stack([b] * 5)),
    'general': lambda a, b: lax.dot_general(jnp.stack([a, a + 1]), jnp.stack([b, b - 1]), (((2,), (1,)), ((0,), (0,)))),
    'matrix_power': lambda a, b: jnp.linalg.matrix_power(a[:, :5] / 4, 5),
    'convolve': lambda a, b: jnp.convolve(a[0], b[:, 0][:4]),
    'polyval': lambda a, b: jnp.polyval(a[0], b[0]),
}
for key, function in PRODUCTS.items():
    case(A, B, name='product_' + key)(function)
case(A, B, name='product_f64', x64=True)(lambda a, b: a.astype(np.float64) @ b.astype(np.float64))

NHWC, HWIO = ('NHWC', 'HWIO', 'NHWC'), ramp(3, 3, 3, 4, low=-1, high=1)
KERNEL = ramp(4, 3, 3, 3, low=-1, high=1)
NCHW = ramp(2, 3, 9, 8)
conv = lax.conv_general_dilated
CONVOLUTIONS = {
    'same': lambda x, w: conv(x, w, (1, 1), 'SAME'),
    'valid': lambda x, w: conv(x, w, (1, 1), 'VALID'),
    'strided': lambda x, w: conv(x, w, (2, 2), ((1, 1), (1, 1))),
    'padding': lambda x, w: conv(x, w, (1, 2), ((2, 0), (3, 1))),
    'negative_padding': lambda x, w: conv(x, w, (1, 1), ((-1, 2), (0, -2))),
    'dilated': lambda x, w: conv(x, w, (1, 1), 'SAME', rhs_dilation=(2, 2)),
    'transposed': lambda x, w: conv(x, w, (1, 1), ((2, 2), (2, 2)), lhs_dilation=(2, 2)),
    'groups': lambda x, w: conv(x, w[:3, :1], (1, 1), 'SAME', feature_group_count=3),
    'batch_groups': lambda x, w: conv(x, w, (1, 1), 'SAME', batch_group_count=2),
    'nhwc': lambda x, w: conv(x.transpose(0, 2, 3, 1), w.transpose(2, 3, 1, 0), (1, 1), 'SAME', dimension_numbers=NHWC),
    'conv_transpose': lambda x, w: lax.conv_transpose(x.transpose(0, 2, 3, 1), w.transpose(2, 3, 1, 0), (2, 2), 'SAME'),
    'one_d': lambda x, w: conv(x[:, :, 0], w[:, :, 0], (1,), 'SAME'),
    'three_d': lambda x, w: conv(x[:, :, :, :, None] * jnp.ones(4), w[:, :, :, :, None] * jnp.ones(2), (1, 1, 2), 'VALID'),
    'gradients': lambda x, w: jax.grad(lambda x, w: (conv(x, w, (2, 2), 'SAME') ** 2).sum(), argnums=(0, 1))(x, w),
    'gradients_dilated': lambda x, w: jax.grad(
        lambda x, w: (conv(x, w, (1, 1), 'SAME', rhs_dilation=(2, 1)) ** 2).sum(), argnums=(0, 1)
    )(x, w),
    'gradients_groups': lambda x, w: jax.grad(
        lambda x, w: (conv(x, w, (1, 1), 'SAME', feature_group_count=3) ** 2).sum(), argnums=(0, 1)
    )(x, w[:3, :1]),
    'bf16': lambda x, w: conv(x.astype(jnp.bfloat16), w.astype(jnp.bfloat16), (1, 1), 'SAME'),
    'patches': lambda x, w: lax.conv_general_dilated_patches(x, (2, 2), (1, 1), 'VALID'),
    'one_by_one': lambda x, w: conv(x, w[:, :, :1, :1], (1, 1), 'VALID'),
    'hessian_vector': lambda x, w: jax.jvp(jax.grad(lambda w: (jnp.tanh(conv(x, w, (1, 1), 'SAME')) ** 2).sum()), (w,), (w,))[1],
}
for key, function in CONVOLUTIONS.items():
    case(NCHW, KERNEL, name='conv_' + key)(function)

# --- Control flow and transformations ----------------------------------------------------------------------------


@case(X)
def control_while(x):
    return lax.while_loop(lambda c: c[1] < 7, lambda c: (c[0] * 1.5 - c[1], c[1] + 1), (x, 0))


@case(X)
def control_scan(x):
    return lax.scan(lambda c, a: (c + a, (c * a, jnp.sum(c))), x[0], x)


@case(X)
def control_scan_reverse_gradient(x):
    return jax.grad(lambda x: lax.scan(lambda c, a: (jnp.tanh(c * a + 1), c), x[0], x, reverse=True)[0].sum())(x)


@case(X, np.int32(2))
def control_switch(x, i):
    return [lax.switch(i + k, [lambda a: a, lambda a: a * 2, lambda a: a @ a.T @ a], x) for k in range(-3, 2)]


@case(X)
def control_cond(x):
    return [lax.cond(x[0, 0] > k, lambda a: a * 2, lambda a: jnp.sin(a), x) for k in (-5.0, 5.0)]


@case(X)
def control_cond_gradient(x):
    return jax.grad(lambda x: lax.cond(x.sum() > 0, lambda a: (a**2).sum(), lambda a: (a**3).sum(), x))(x)


@case(X)
def control_fori(x):
    return lax.fori_loop(0, 5, lambda i, a: a.at[i % 4].add(i), x)


@case(X)
def control_map(x):
    return lax.map(lambda a: jnp.outer(a, a).sum(), x)


@case(np.int32(27))
def control_collatz(n):
    return lax.while_loop(lambda c: c[0] != 1, lambda c: (jnp.where(c[0] % 2 == 0, c[0] // 2, 3 * c[0] + 1), c[1] + 1), (n, 0))


@case(X)
def control_nested(x):
    return lax.fori_loop(0, 3, lambda i, a: lax.scan(lambda c, b: (c + b * i, c), a[0], a)[1], x)


@case(X)
def control_vmap_while(x):
    return jax.vmap(lambda a: lax.while_loop(lambda c: c.sum() < 20, lambda c: c * 1.5 + 1, a))(x)


@case(X)
def transform_hessian(x):
    return jax.hessian(lambda a: (jnp.tanh(a) ** 3).sum())(x[0])


@case(X)
def transform_jacobians(x):
    f = lambda a: jnp.sin(a) * jnp.cumsum(a)
    return [jax.jacfwd(f)(x[0]), jax.jacrev(f)(x[1])]


@case(X)
def transform_vmap_grad(x):
    return jax.vmap(jax.value_and_grad(lambda a: jnp.log(jnp.abs(a)).sum()))(x)


@case(X)
def transform_jvp_vjp(x):
    out, vjp = jax.vjp(lambda a: jnp.exp(a) / a.sum(), x)
    return [jax.jvp(jnp.sinh, (x,), (x,)), vjp(out)]


@case(X)
def transform_checkpoint(x):
    return jax.grad(lambda a: jax.checkpoint(lambda b: jnp.sin(jnp.sin(b)))(a).sum())(x)


@jax.custom_vjp
def clipped(x):
    return x


clipped.defvjp(lambda x: (x, None), lambda _, g: (jnp.clip(g, -0.1, 0.1),))


@case(X)
def transform_custom_gradient(x):
    return jax.grad(lambda a: (clipped(a) ** 2).sum())(x)


@case(X)
def transform_linearize(x):
    return jax.linearize(lambda a: jnp.tanh(a) * a, x)[1](x)


@case(X)
def transform_remat_scan(x):
    return jax.grad(lambda a: lax.scan(jax.checkpoint(lambda c, b: (jnp.sin(c) + b, None)), a[0], a)[0].sum())(x)


@case(X, jit=False)
def eager(x):
    y = jnp.asarray(x)
    return [y + 1, (y * 2).sum(), y[1:, ::2], jnp.concatenate([y, y]), jnp.sort(y, axis=0), y.at[0].set(3.0)]


@case(X, jit=False)
def donation(x):
    step = jax.jit(lambda a, b: (a + b, a * b), donate_argnums=(0, 1))
    a, b = jax.device_put(x), jax.device_put(x * 2)
    for _ in range(4):
        a, b = step(a, b * 0.5)
    return a, b


@case(X, jit=False)
def donated_is_gone(x):
    a = jax.device_put(x)
    jax.jit(lambda a: a + 1, donate_argnums=0)(a)
    return a.is_deleted()


@case(X, jit=False)
def transfers(x):
    tree = {d: jax.device_put(x.astype(d)) for d in ('float16', 'int8', 'uint16', 'bool', 'float32')}
    tree['bfloat16'] = jax.device_put(jnp.asarray(x, jnp.bfloat16))
    tree['strided'] = jax.device_put(x.T[::2])
    tree['scalar'] = jax.device_put(3.5)
    return jax.device_get(tree)


@case(X, jit=False)
def ahead_of_time(x):
    compiled = jax.jit(lambda a: (a @ a.T, a.sum())).lower(x).compile()
    return compiled(x), compiled.cost_analysis() is not None, compiled.memory_analysis() is not None


@case(X)
def sharding_marks(x):
    return lax.with_sharding_constraint(x * 2, jax.sharding.SingleDeviceSharding(jax.devices()[0])) + 1


@case(X, jit=False)
def sharding_mesh(x):
    mesh = jax.make_mesh((1,), ('x',), devices=jax.devices()[:1], axis_types=(jax.sharding.AxisType.Auto,))
    spec = jax.sharding.NamedSharding(mesh, jax.sharding.PartitionSpec('x'))
    f = jax.jit(lambda a: lax.with_sharding_constraint(a * 2, spec) + 1, in_shardings=spec, out_shardings=spec)
    total = jax.jit(
        jax.shard_map(lambda a: lax.psum(a.sum(), 'x'), mesh=mesh, in_specs=spec.spec, out_specs=jax.sharding.PartitionSpec())
    )
    return f(x), total(x)


# --- Random numbers ----------------------------------------------------------------------------------------------

RANDOM = {
    'bits': lambda k: random.bits(k, (5, 3)),
    'uniform': lambda k: random.uniform(k, (7,)),
    'normal': lambda k: random.normal(k, (33,)),
    'split': lambda k: random.key_data(random.split(k, 5)),
    'fold_in': lambda k: random.key_data(random.fold_in(k, 17)),
    'randint': lambda k: random.randint(k, (20,), -7, 30),
    'bernoulli': lambda k: random.bernoulli(k, 0.3, (17,)),
    'permutation': lambda k: random.permutation(k, 13),
    'choice': lambda k: random.choice(k, 9, (6,), replace=False),
    'categorical': lambda k: random.categorical(k, jnp.log(jnp.arange(1.0, 6.0)), shape=(12,)),
    'truncated_normal': lambda k: random.truncated_normal(k, -1, 2, (9,)),
    'gamma': lambda k: random.gamma(k, 2.5, (9,)),
    'exponential': lambda k: random.exponential(k, (9,)),
    'laplace': lambda k: random.laplace(k, (9,)),
    'gumbel': lambda k: random.gumbel(k, (9,)),
    'beta': lambda k: random.beta(k, 2.0, 3.0, (5,)),
    'dirichlet': lambda k: random.dirichlet(k, jnp.ones(4), (3,)),
    'poisson': lambda k: random.poisson(k, 3.0, (9,)),
    'bits_8': lambda k: random.bits(k, (9,), 'uint8'),
    'bits_16': lambda k: random.bits(k, (9,), 'uint16'),
    'uniform_bf16': lambda k: random.uniform(k, (9,), jnp.bfloat16),
    'orthogonal_free': lambda k: random.rademacher(k, (9,)),
    'dropout': lambda k: jnp.where(random.bernoulli(k, 0.8, (6, 6)), 1 / 0.8, 0.0),
}
for key, function in RANDOM.items():
    case(name='random_' + key)(lambda function=function: function(random.key(42)))
case(name='random_f64', x64=True)(lambda: [random.normal(random.key(1), (9,)), random.bits(random.key(2), (4,), 'uint64')])
case(np.array([5, 6, 7, 8], np.uint32), name='rng_three_fry')(
    lambda k: lax.rng_bit_generator(k, (7, 3), algorithm=lax.RandomAlgorithm.RNG_THREE_FRY)
)
case(np.array([1, 2, 3, 4], np.uint32), name='rng_philox')(
    lambda k: lax.rng_bit_generator(k, (7, 3), algorithm=lax.RandomAlgorithm.RNG_PHILOX)
)
case(np.array([1, 2, 3, 4], np.uint32), name='rng_default')(lambda k: lax.rng_bit_generator(k, (6, 2)))
case(name='random_rbg_key')(lambda: random.uniform(random.key(5, impl='rbg'), (4, 4)))

# --- Complex numbers, transforms, factorisations -------------------------------------------------------------------

C = X + 1j * X[::-1]
COMPLEX = {
    'arithmetic': lambda c: [c + c, c * c, c / (c + 1), -c, c - 2j],
    'parts': lambda c: [c.real, c.imag, jnp.conj(c), jnp.abs(c), jnp.angle(c)],
    'functions': lambda c: [jnp.exp(c), jnp.log(c), jnp.sqrt(c), jnp.sin(c), jnp.tanh(c)],
    'power': lambda c: c**2.5,
    'sum': lambda c: [c.sum(axis=1), c.prod(axis=0)],
    'matmul': lambda c: c @ c.T,
    'compare': lambda c: [c == c[::-1], c != c],
    'where': lambda c: jnp.where(c.real > 0, c, 0),
    'gradient': lambda c: jax.grad(lambda a: jnp.abs(a * c).sum())(c.real),
    'is_finite': lambda c: jnp.isfinite(c),
    'convert': lambda c: c.real.astype(jnp.complex64),
    'sign': lambda c: jnp.sign(c),
    'sort': lambda c: jnp.sort(c, axis=1),
    'expm1': lambda c: [jnp.expm1(c), jnp.log1p(c)],
    'transpose': lambda c: [c.T, c[::-1, 1:], c.reshape(-1), jnp.pad(c, 1)],
    'gather': lambda c: [c[jnp.array([2, 0])], c.at[jnp.array([1])].add(1j)],
    'trig': lambda c: [jnp.cos(c), jnp.tan(c / 4), jnp.sinh(c), jnp.arctan(c)],
}
for key, function in COMPLEX.items():
    case(C.astype(np.complex64), name='complex_' + key)(function)
case(C, name='complex_f64', x64=True)(lambda c: [c * c, jnp.exp(c), c @ c.T])
FFTS = {
    'fft': jnp.fft.fft,
    'ifft': jnp.fft.ifft,
    'rfft': lambda x: jnp.fft.rfft(x.real),
    'irfft': lambda x: jnp.fft.irfft(x),
    'fft2': jnp.fft.fft2,
    'odd': lambda x: jnp.fft.fft(x[:, :5]),
    'rfft2': lambda x: jnp.fft.rfft2(x.real),
    'fftshift': lambda x: jnp.fft.fftshift(x),
    'rfft_gradient': lambda x: jax.grad(lambda a: (jnp.abs(jnp.fft.rfft(a)) ** 2).sum())(x.real),
    'fftconvolve': lambda x: jax.scipy.signal.fftconvolve(x.real, x.real[:2, :3]),
}
for key, function in FFTS.items():
    case(C.astype(np.complex64), name='fft_' + key, tolerance=1e-4)(function)

SPD = (lambda a: a @ a.T + 4 * np.eye(4, dtype=np.float32))(ramp(4, 4))
case(SPD, name='lapack_cholesky', refused='lapack_spotrf')(jnp.linalg.cholesky)
case(SPD, name='lapack_eigh', refused='lapack_ssyevd')(jnp.linalg.eigh)
case(SPD, name='lapack_qr', refused='lapack_sgeqrf')(jnp.linalg.qr)
case(SPD, name='lapack_solve', refused='lapack_')(lambda a: jnp.linalg.solve(a, a[0]))
case(SPD, name='lapack_triangular', refused='lapack_|blas_')(lambda a: jax.scipy.linalg.solve_triangular(a, a[0], lower=True))
case(X, name='callback', refused='callback')(lambda x: jax.pure_callback(lambda a: a, jax.ShapeDtypeStruct(x.shape, x.dtype), x))

# --- Networks ----------------------------------------------------------------------------------------------------


def dense(params, x):
    for w, b in params[:-1]:
        x = nn.relu(x @ w + b)
    return x @ params[-1][0] + params[-1][1]


MLP = [(ramp(6, 16, low=-0.5, high=0.5), np.zeros(16, np.float32)), (ramp(16, 5, low=-0.4, high=0.6), np.zeros(5, np.float32))]


@case(MLP, X, np.array([0, 2, 4, 1], np.int32))
def network_mlp_step(params, x, labels):
    def loss(params):
        return -jnp.take_along_axis(nn.log_softmax(dense(params, x)), labels[:, None], axis=1).mean()

    value, gradients = jax.value_and_grad(loss)(params)
    return value, jax.tree.map(lambda p, g: p - 0.1 * g, params, gradients)


@case(MLP, X, np.array([0, 2, 4, 1], np.int32), tolerance=1e-4)
def network_adam_steps(params, x, labels):
    def loss(params):
        return -(nn.one_hot(labels, 5) * nn.log_softmax(dense(params, x))).sum(axis=1).mean()

    def step(state, i):
        params, m, v = state
        value, g = jax.value_and_grad(loss)(params)
        m = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, m, g)
        v = jax.tree.map(lambda v, g: 0.999 * v + 0.001 * g * g, v, g)
        new = jax.tree.map(
            lambda p, m, v: p - 0.01 * m / (1 - 0.9 ** (i + 1)) / (jnp.sqrt(v / (1 - 0.999 ** (i + 1))) + 1e-3), params, m, v
        )
        return (new, m, v), value

    zeros = jax.tree.map(jnp.zeros_like, params)
    return lax.scan(step, (params, zeros, zeros), jnp.arange(8))


@case(ramp(2, 5, 8), ramp(8, 24, low=-0.3, high=0.3), ramp(8, 8, low=-0.3, high=0.3))
def network_attention(x, qkv, out):
    def attend(x):
        q, k, v = jnp.split((x @ qkv).reshape(2, 5, 3, 2, 4).transpose(2, 0, 3, 1, 4), 3)
        scores = jnp.einsum('nbhid,nbhjd->nbhij', q, k) / 2
        scores = jnp.where(jnp.tril(jnp.ones((5, 5), bool)), scores, -1e9)
        return x + (nn.softmax(scores) @ v)[0].transpose(0, 2, 1, 3).reshape(2, 5, 8) @ out

    return attend(x), jax.grad(lambda x: (attend(x) ** 2).sum())(x)


@case(NCHW, KERNEL)
def network_conv_batch_norm(x, w):
    def block(x, w):
        y = conv(x, w, (1, 1), 'SAME')
        mean, var = y.mean(axis=(0, 2, 3), keepdims=True), y.var(axis=(0, 2, 3), keepdims=True)
        y = nn.relu((y - mean) / jnp.sqrt(var + 1e-5))
        return lax.reduce_window(y, -jnp.inf, lax.max, (1, 1, 2, 2), (1, 1, 2, 2), 'VALID')

    return block(x, w), jax.grad(lambda x, w: (block(x, w) ** 3).sum(), argnums=(0, 1))(x, w)


@case(ramp(3, 5, 6), ramp(14, 32, low=-0.4, high=0.4))
def network_lstm(x, w):
    def cell(state, x):
        h, c = state
        i, f, g, o = jnp.split(jnp.concatenate([x, h], axis=-1) @ w, 4, axis=-1)
        c = nn.sigmoid(f) * c + nn.sigmoid(i) * jnp.tanh(g)
        h = nn.sigmoid(o) * jnp.tanh(c)
        return (h, c), h

    def run(w):
        return lax.scan(cell, (jnp.zeros((3, 8)), jnp.zeros((3, 8))), x.transpose(1, 0, 2))[1]

    return run(w), jax.grad(lambda w: run(w).sum())(w)


@case(ramp(4, 16))
def network_layer_norm(x):
    def norm(x):
        return (x - x.mean(-1, keepdims=True)) * lax.rsqrt(x.var(-1, keepdims=True) + 1e-5)

    return norm(x), jax.grad(lambda x: (norm(x) ** 3).sum())(x)


# What JAX lowers to CHLO ops and to composites.
case(X, name='nn_log_softmax')(lambda x: nn.log_softmax(x, axis=1))
case(X, name='nn_softmax_gradient')(jax.grad(lambda x: (nn.softmax(x) ** 2).sum()))
case(X, name='nn_standardize')(nn.standardize)
case(X, name='nn_glu')(lambda x: nn.glu(x))
case(IMAGE, name='image_resize')(lambda x: jax.image.resize(x, (2, 5, 11, 3), 'bilinear'))
case(IMAGE, name='image_resize_cubic')(lambda x: jax.image.resize(x, (2, 14, 6, 3), 'cubic'))
case(X, name='map_coordinates')(
    lambda x: jax.scipy.ndimage.map_coordinates(x, [jnp.array([0.5, 1.2]), jnp.array([2.1, 3.9])], order=1)
)
case(ramp(24), name='optimise_newton')(
    lambda x: lax.fori_loop(0, 6, lambda i, y: y - (y**3 - x) / (3 * y**2 + 1), jnp.abs(x) + 1)
)
case(X, name='ode')(lambda x: lax.fori_loop(0, 10, lambda i, y: y + 0.01 * (jnp.roll(y, 1, 0) - 2 * y + jnp.roll(y, -1, 0)), x))
