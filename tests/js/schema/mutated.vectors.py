"""Writes what Python's asdf says of many trees, for mutated.test.ts: python mutated.vectors.py COUNT SEED [LENGTH] | gzip -9 > mutated.vectors.jsonl.gz

Trees: every example in every schema, fake data of every model of roman_datamodels and stdatamodels, and files of tests/data; then COUNT
mutations of these, by SEED. A line is {"text", "errors": [[keyword, path, schema path], …], "exception"}; a mutation has, in place of
its text, the line that it is a mutation of, and what differs: {"of", "edits": [[first line, number of lines, new lines], …], …}.
Needs the packages of scripts/generate/schemas.py. What is recorded is of COUNT 10000, SEED 34, LENGTH 20000, without mutations of which
Python says an exception.
"""

import difflib
import functools
import io
import json
import pathlib
import random
import re
import signal
import sys
import warnings

import asdf
import numpy as np
import yaml
from asdf import schema as schemas
from asdf import tagged, util, yamlutil

warnings.simplefilter("ignore")
sys.stdout.reconfigure(line_buffering=True)


def stop(*_):
    raise TimeoutError


signal.signal(signal.SIGALRM, stop)
COUNT, SEED = int(sys.argv[1]), int(sys.argv[2])
MOST = int(sys.argv[3]) if len(sys.argv) > 3 else 1 << 30
rng = random.Random(SEED)
config = asdf.get_config()
resources = config.resource_manager
PACKAGES = {"asdf_standard", "asdf_transform_schemas", "asdf_wcs_schemas", "asdf_coordinates_schemas", "asdf-astropy", "rad", "dkist", "stdatamodels"}
tags = sorted({tag.tag_uri for e in config.extensions if e.package_name not in ("sunpy", "ndcube") for tag in e.tags})


def header(standard):
    return f"#ASDF 1.0.0\n#ASDF_STANDARD {standard}\n%YAML 1.1\n%TAG ! tag:stsci.edu:asdf/\n"


def load(text):
    return util.load_yaml(io.BytesIO(text.encode()), tagged=True)


def dump(tree, standard):
    buffer = io.BytesIO()
    yaml.dump_all([tree], stream=buffer, Dumper=yamlutil.AsdfDumper, explicit_start=True, explicit_end=True, version=(1, 1), tags={"!": "tag:stsci.edu:asdf/"}, allow_unicode=True, encoding="utf-8", sort_keys=False)
    return f"#ASDF 1.0.0\n#ASDF_STANDARD {standard}\n" + buffer.getvalue().decode()


# A validator parses the schemas that it needs anew.
loader = functools.lru_cache(None)(schemas._make_schema_loader())
schemas._make_schema_loader = lambda: loader


def judge(text):
    standard = re.search(r"#ASDF_STANDARD (\S+)", text)[1]
    out = {"errors": []}
    # Some mutations take Python for ever.
    signal.alarm(10)
    try:
        tree = load(text)
        context = asdf.AsdfFile(version=standard)
        for e in schemas.get_validator({}, context).iter_errors(tree):
            out["errors"].append([e.validator, [str(k) for k in e.absolute_path], [k for k in e.absolute_schema_path]])
    except Exception as e:
        out["exception"] = f"{type(e).__name__}: {e}"[:200]
    finally:
        signal.alarm(0)
    return out


def sources():
    for uri in sorted(resources):
        if resources._mappings_by_uri[uri].package_name not in PACKAGES or "/manifests/" in uri:
            continue
        schema = yaml.load(resources[uri], Loader=yamlutil.AsdfLoader)
        for example in schema.get("examples", []) if isinstance(schema, dict) else []:
            text = example[-1] if isinstance(example, list) else example
            if isinstance(text, str):
                yield header(rng.choice(["1.6.0", "1.6.0", "1.5.0", "1.2.0"])) + "--- !core/asdf-1.1.0\nexample:\n" + "".join("  " + line + "\n" for line in text.strip("\n").split("\n")) + "...\n"
    import roman_datamodels.datamodels as models

    for name in sorted(dir(models)):
        cls = getattr(models, name)
        if isinstance(cls, type) and hasattr(cls, "create_fake_data"):
            try:
                model = cls.create_fake_data()
                file = asdf.AsdfFile({"roman": model._instance})
                yield dump(yamlutil.custom_tree_to_tagged_tree(file._tree if hasattr(file, "_tree") else file.tree, file), file.version_string)
            except Exception as e:
                print(name, repr(e)[:150], file=sys.stderr)
    from stdatamodels.jwst import datamodels as jwst

    for name, cls in sorted(jwst._defined_models.items()):
        try:
            model = cls()
            for array in sorted({"data", "dq", "err"} & model.schema["properties"].keys()):
                setattr(model, array, np.zeros((2,) * model.schema["properties"][array].get("ndim", 2)))
            file = asdf.AsdfFile(dict(model._instance))
            yield dump(yamlutil.custom_tree_to_tagged_tree(file.tree, file), file.version_string)
        except Exception as e:
            print(name, repr(e)[:150], file=sys.stderr)
    for path in sorted((pathlib.Path(__file__).parents[2] / "data").rglob("*.asdf")):
        data = path.read_bytes()
        end = re.search(rb"\n\.\.\.\r?\n", data)
        if data.startswith(b"#ASDF 1") and b"#ASDF_STANDARD" in data[:100] and end:
            yield data[: end.end()].decode("utf-8", "replace")


def nodes(tree):
    stack, found, seen = [(None, None, tree)], [], set()
    while stack:
        parent, key, node = stack.pop()
        found.append((parent, key, node))
        # Trees may contain themselves.
        if isinstance(node, dict | list) and id(node) in seen:
            continue
        seen.add(id(node))
        if isinstance(node, dict):
            stack += [(node, k, v) for k, v in node.items()]
        elif isinstance(node, list):
            stack += [(node, i, v) for i, v in enumerate(node)]
    return found[1:]


DATATYPES = ["int8", "uint16", "int32", "uint64", "float16", "float32", "float64", "complex64", "bool8", ["ascii", 5], ["ucs4", 3], [{"name": "x", "datatype": "int16"}], "nonsense"]


def value():
    return rng.choice([None, True, False, 0, 1, -1, 3, -999999, 1.0, -0.5, 1e300, float("nan"), float("inf"), "", "x", "?", "WFI01", "2020-01-01T00:00:00", [], [1, 2], ["a", "a"], [[1.0], [2.0]], {}, {"a": 1}, {"$ref": "#/x"}, 2**60, 2**70])


def mutate(tree):
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        every = nodes(tree)
        if not every:
            return
        parent, key, node = rng.choice(every)
        kind = rng.randrange(8)
        arrays = [n for _, _, n in every if isinstance(n, dict) and ("datatype" in n or "shape" in n)]
        tagged_nodes = [n for _, _, n in every if getattr(n, "_tag", None)]
        if kind == 0:
            del parent[key]
        elif kind == 1 and isinstance(parent, dict):
            parent[f"{key}x"] = parent.pop(key)
        elif kind == 2 and tagged_nodes:
            chosen = rng.choice(tagged_nodes)
            chosen._tag = rng.choice([rng.choice(tags), re.sub(r"-\d+\.", "-9.", chosen._tag), "asdf://example.org/tags/none-1.0.0"])
        elif kind == 3 and arrays:
            rng.choice(arrays)["datatype"] = rng.choice(DATATYPES)
        elif kind == 4 and arrays:
            rng.choice(arrays)["shape"] = rng.choice([[], [2], [2, 3], [2, 3, 4], ["*", 2], 3])
        elif kind == 5 and isinstance(node, int | float) and not isinstance(node, bool):
            parent[key] = rng.choice([-node, node * 1000, node + 0.5, str(node), int(node) if node == node and abs(node) < 1e300 else 0])
        elif kind == 6 and isinstance(parent, dict):
            parent[rng.choice(["extra", "type", "data", "0"])] = value()
        else:
            parent[key] = value()


def edits(before, after):
    before, after = before.split("\n"), after.split("\n")
    start = 0
    while start < min(len(before), len(after)) and before[start] == after[start]:
        start += 1
    same = difflib.SequenceMatcher(None, before[start:], after[start:])
    return [[start + i, j - i, after[start + k : start + end]] for what, i, j, k, end in same.get_opcodes() if what != "equal"]


originals = [text for text in dict.fromkeys(sources()) if len(text) <= MOST]
print(len(originals), "trees", file=sys.stderr)
loaded = []
for line, text in enumerate(originals):
    result = judge(text)
    print(json.dumps({"text": text, **result}))
    if "exception" not in result or len(result["errors"]):
        # As it is dumped, so that mutations differ in little.
        loaded.append((line, text))
for _ in range(COUNT):
    line, text = rng.choice(loaded)
    tree = load(text)
    try:
        mutate(tree)
        mutated = dump(tree, re.search(r"#ASDF_STANDARD (\S+)", text)[1])
    except Exception:
        continue
    print(json.dumps({"of": line, "edits": edits(text, mutated), **judge(mutated)}))
