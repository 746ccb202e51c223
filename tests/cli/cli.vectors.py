"""
Writes cli.vectors.json: what numpy, astropy and asdf say of what the command line reads and writes.

The built command (`npm run build`) makes files, which are read here and compared with what asdf reads from the same
source; their digests are kept, so that the tests notice any change without Python.

    pip install asdf==6.0.0 astropy==8.0.2 numpy==2.4.6 && python tests/cli/cli.vectors.py
"""

import hashlib
import json
import subprocess
import tempfile
import warnings
from pathlib import Path

import asdf
import numpy as np
from astropy.io import fits
from astropy.wcs import WCS

ROOT = Path(__file__).resolve().parents[2]
ROMAN = ROOT / "tests/data/roman/roman_l2_192.asdf"
COMMAND = ["node", str(ROOT / "pkg/bin/asdf-wasm.js")]


# Tags of Roman need an extension that is not needed here.
warnings.simplefilter("ignore", asdf.exceptions.AsdfConversionWarning)


def run(*args):
    return subprocess.run([*COMMAND, *map(str, args)], check=True, capture_output=True, text=True).stdout


def digest(path):
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()


def scalars(node, path=""):
    """The scalars of a tree by path."""
    entries = node.items() if isinstance(node, dict) else enumerate(node)
    for key, value in entries:
        inner = f"{path}/{key}" if path else str(key)
        if isinstance(value, (dict, list)):
            yield from scalars(value, inner)
        elif isinstance(value, (str, int, float, bool)) or value is None:
            yield inner, value


def main():
    with asdf.open(ROMAN, memmap=False) as af, tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        array = lambda name: np.asarray(af["roman"][name])
        data, dq = array("data"), array("dq")
        vectors = {"stats": {}, "digests": {}, "scalars": {}}

        for name, values in {"roman/data": data, "roman/data[10:20, ::-3]": data[10:20, ::-3], "roman/dq": dq}.items():
            values = values.astype("float64")
            percents = [1, 5, 25, 50, 75, 95, 99]
            vectors["stats"][name] = {
                "shape": list(values.shape),
                "min": values.min(),
                "max": values.max(),
                "mean": values.mean(),
                "std": values.std(),
                "percentiles": dict(zip(map(str, percents), np.percentile(values, percents).tolist())),
            }

        def extract(part, name):
            path = folder / name
            run("extract", ROMAN, part, path)
            vectors["digests"][f"{part} {name}"] = digest(path)
            return path

        assert np.array_equal(np.load(extract("roman/data", "data.npy")), data)
        assert np.array_equal(np.load(extract("roman/data[10:20, ::-3]", "part.npy")), data[10:20, ::-3])
        assert np.array_equal(np.load(extract("roman/data[7]", "row.npy")), data[7])
        err = np.load(extract("roman/err", "err.npy"))
        assert err.dtype == np.float16 and np.array_equal(err, array("err"), equal_nan=True)
        assert np.array_equal(np.loadtxt(extract("roman/dq", "dq.csv"), delimiter=","), dq)

        with fits.open(extract("roman/data[20:84, 30:126]", "part.fits")) as hdus:
            hdus.verify("exception")
            assert np.array_equal(hdus[0].data, data[20:84, 30:126])
            wcs = WCS(hdus[0].header)
            vectors["sky"] = [float(angle) for angle in wcs.all_pix2world([[10, 20]], 0)[0]]

        keys = ("instrument", "exposure", "observation", "pointing")
        for key in keys:
            vectors["scalars"].update(scalars(af["roman"]["meta"][key], f"roman/meta/{key}"))

        # What is written is read by asdf.
        for name, options in {"bzp2": [], "zlib": ["--level", "9"], "lz4": []}.items():
            path = folder / f"{name}.asdf"
            run("convert", ROMAN, path, "-c", name, *options)
            with asdf.open(path, memmap=False) as written:
                assert np.array_equal(np.asarray(written["roman"]["data"]), data)
                assert written.get_array_compression(written["roman"]["data"]) == name
        inline = folder / "text.asdf"
        run("convert", ROMAN, inline, "--inline")
        with asdf.open(inline) as written:
            assert len(written._blocks.blocks) == 0
            assert np.array_equal(np.asarray(written["roman"]["data"], "float32"), data)
        run("explode", ROMAN, "-o", folder / "parts")
        with asdf.open(folder / "parts/roman_l2_192_exploded.asdf", memmap=False) as written:
            assert np.array_equal(np.asarray(written["roman"]["data"]), data)
        run("implode", folder / "parts/roman_l2_192_exploded.asdf", folder / "whole.asdf")
        run("edit", folder / "whole.asdf", "roman/meta/exposure/frame_time=2.5", 'roman/meta/new={"a": [1, true]}')
        with asdf.open(folder / "whole.asdf", memmap=False) as written:
            assert np.array_equal(np.asarray(written["roman"]["dq"]), dq)
            assert written["roman"]["meta"]["exposure"]["frame_time"] == 2.5
            assert written["roman"]["meta"]["new"] == {"a": [1, True]}

    text = json.dumps(vectors, indent=2, sort_keys=True)
    Path(__file__).with_name("cli.vectors.json").write_text(f"{text}\n")


main()
