"""Reads what our encoders make, by the libraries of Python. First `cargo test --test encode -- --ignored`, which writes the
files into target/encoded; then this, with the packages of requirements.txt.

Python asdf reads zlib, bzp2 and chunks of lz4 itself, asdf-compression zstd and blsc; for the frame under the label of lz4,
xz and bls2 their libraries are asked. Each array must have the SHA-256 that the tree says.
"""

import hashlib
import lzma
from collections import Counter
from pathlib import Path

import asdf
import blosc2
import lz4.frame
import numpy as np
from asdf.extension import Compressor, Extension


class Xz(Compressor):
    label = b"xz"

    def decompress(self, blocks, out, **_):
        out[:] = lzma.decompress(b"".join(blocks), format=lzma.FORMAT_XZ)
        return out.nbytes


class Blosc2Frame(Compressor):
    label = b"bls2"

    def decompress(self, blocks, out, **_):
        frame = blosc2.schunk_from_cframe(b"".join(blocks))
        assert frame.nbytes == out.nbytes
        out[:] = frame[:] if frame.nbytes else b""
        # One chunk by itself, and a slice across chunks.
        if frame.nchunks:
            last = frame.decompress_chunk(frame.nchunks - 1)
            assert bytes(out[out.nbytes - len(last) :]) == last
        return out.nbytes


class Compressions(Extension):
    extension_uri = "asdf://github.com/asdf-wasm/tests/compressions-1.0.0"
    compressors = [Xz(), Blosc2Frame()]


def main():
    asdf.get_config().add_extension(Compressions())
    read = Counter()
    for path in sorted((Path(__file__).parents[2] / "target" / "encoded").glob("*.asdf")):
        with asdf.open(path, memmap=False, lazy_load=True) as file:
            if "lz4: Frame" in file["name"]:
                block = path.read_bytes().split(b"\n...\n", 1)[1][54:]
                data = np.frombuffer(lz4.frame.decompress(block), np.uint8)
            else:
                data = np.asarray(file["data"])
            assert hashlib.sha256(data.tobytes()).hexdigest() == file["sha256"], file["name"]
            read[file["name"].split()[0]] += 1
    print(*(f"{codec}: {count}" for codec, count in sorted(read.items())), sep="\n")


if __name__ == "__main__":
    main()
