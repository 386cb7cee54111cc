#!/usr/bin/env python3
"""write.py [FOLDER]: writes NAME.VERSION.mlirbc from every NAME.mlir of the folder (by default the one this file lies in), with the serialiser that
comes in jaxlib (pip install jax). With a folder also NAME.VERSION.text, what its own reader makes of the artifact. A program that a version cannot
hold is left out and named."""

import sys
from pathlib import Path

from jax._src.interpreters.mlir import make_ir_context
from jaxlib.mlir import ir
from jaxlib.mlir.dialects import stablehlo

# One per version of the encoding, and the newest.
VERSIONS = ['0.9.0', '0.11.0', '0.13.0', '0.14.0', '1.0.0', '1.17.0']

folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent
for source in sorted(folder.glob('*.mlir')):
    for version in VERSIONS:
        with make_ir_context() as context, ir.Location.unknown():
            context.emit_error_diagnostics = False
            try:
                module = ir.Module.parse(source.read_text())
                artifact = stablehlo.serialize_portable_artifact(module, version)
                source.with_suffix(f'.{version}.mlirbc').write_bytes(artifact)
                if len(sys.argv) > 1:
                    back = stablehlo.deserialize_portable_artifact(module.context, artifact)
                    source.with_suffix(f'.{version}.text').write_text(str(back))
            except Exception as error:
                print(f'# {source.stem} {version}: {str(error).splitlines()[0][:100]}')
