"""Checks the tree of a file against its schemas when a line asks for it: python measure.py FILE; answers processor seconds: parsing, checking."""

import io
import sys
import time
import warnings

import asdf
from asdf import schema, util

warnings.simplefilter("ignore")
data = open(sys.argv[1], "rb").read()
text = data[: data.index(b"\n...\n") + 5]
print(f"asdf {asdf.__version__}", flush=True)
for _ in sys.stdin:
    start = time.process_time()
    tree = util.load_yaml(io.BytesIO(text), tagged=True)
    parsed = time.process_time()
    schema.validate(tree, asdf.AsdfFile(version="1.6.0"))
    print(parsed - start, time.process_time() - parsed, flush=True)
