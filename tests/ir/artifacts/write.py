#!/usr/bin/env python3
"""Writes NAME.VERSION.mlirbc from every NAME.mlir here, with the serialiser that comes in jaxlib (pip install jax)."""

from pathlib import Path

from jax._src.interpreters.mlir import make_ir_context
from jaxlib.mlir import ir
from jaxlib.mlir.dialects import stablehlo

# One per version of the encoding, and the newest.
VERSIONS = ['0.9.0', '0.11.0', '0.13.0', '0.14.0', '1.0.0', '1.17.0']

for source in sorted(Path(__file__).parent.glob('*.mlir')):
    with make_ir_context(), ir.Location.unknown():
        module = ir.Module.parse(source.read_text())
        for version in VERSIONS:
            source.with_suffix(f'.{version}.mlirbc').write_bytes(stablehlo.serialize_portable_artifact(module, version))
