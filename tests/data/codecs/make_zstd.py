"""Writes zstd.bin, Zstandard streams one behind the other, and zstd.tsv, which says where each one is and what it holds.

With zstandard 0.25.0 (libzstd 1.5.7) of ../requirements.txt; running it again changes nothing. A row named `dictionary` and one word is a
dictionary; the streams that need it are named after it, with a dash behind.
"""

import hashlib
import random
import struct
from pathlib import Path

import zstandard as zstd

HERE = Path(__file__).parent
BLOCK = 128 << 10
LEVELS = [-5, -1, 1, 3, 6, 9, 12, 16, 19, 22]
WORDS = "the sky has a star and a star has its light in every band of each image we keep for later".split()


def noise(rng, size):
    return rng.randbytes(size)


def text(rng, size):
    return " ".join(rng.choice(WORDS) for _ in range(size // 2)).encode()[:size]


def image(rng, size):
    """Rows of float32, values quantised to a ninth of the noise."""
    values = (round(rng.gauss(0.35, 0.05) * 180) / 180 for _ in range(size // 4 + 1))
    return b"".join(struct.pack("<f", value) for value in values)[:size]


def records(rng, size):
    """Of 24 bytes, alike but for two fields: the last offsets come again and again."""
    rows = (struct.pack("<IHH", n, rng.randrange(9), 7) + b"constant part..." for n in range(size // 24 + 1))
    return b"".join(rows)[:size]


def runs(rng, size):
    """Short patterns of every period up to 20, repeated."""
    data = b""
    while len(data) < size:
        data += noise(rng, rng.randrange(1, 21)) * rng.randrange(2, 60)
    return data[:size]


def far(rng, size):
    """What repeats only far back."""
    piece = noise(rng, 3000)
    return piece + bytes(size - 6000) + piece


KINDS = {
    "zeros": lambda _, size: bytes(size),
    "text": text,
    "noise": noise,
    "image": image,
    "records": records,
    "runs": runs,
}


def streams():
    """Name, stored bytes and decoded bytes of each."""
    rng = random.Random(2027)

    def compress(data, level=3, **options):
        return zstd.ZstdCompressor(level=level, **options).compress(data)

    def skippable(size):
        return struct.pack("<II", 0x184D2A50 + size % 16, size) + noise(rng, size)

    for kind, make in KINDS.items():
        data = make(rng, 2500 if kind == "noise" else 9000)
        for level in LEVELS:
            yield f"{kind} level {level}", compress(data, level), data
    for size in [*range(21), 255, 256, 257, 1023, 1024, 1025]:
        data = text(rng, size)
        yield f"text of {size}", compress(data, write_checksum=size % 2 == 0), data
    for size in [65_791, 65_792, BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK + 5]:
        for kind in ["zeros", "runs"]:
            data = KINDS[kind](rng, 2000) * (size // 2000 + 1)
            yield f"{kind} of {size}", compress(data[:size], write_checksum=True), data[:size]
    data = image(rng, 40_000)
    for level in [1, 22]:
        yield f"image of 40000 level {level}", compress(data, level), data
    data = text(rng, 40_000)
    for level in [-5, 19]:
        yield f"text of 40000 level {level}", compress(data, level, write_checksum=True), data
    data = records(rng, 2 * BLOCK)
    yield "records of 262144", compress(data, 12), data
    for checksum in [False, True]:
        for size in [False, True]:
            options = {"write_checksum": checksum, "write_content_size": size}
            data = text(rng, 3000)
            yield f"text, checksum {checksum}, content size {size}", compress(data, **options), data
    # More matches than one, two or three bytes of their number can say; and none.
    data = b"".join(b"%c%c" % (n % 251, n // 251 % 256) + b"same" for n in range(20_000))
    yield "many sequences", compress(data, 19), data
    parameters = zstd.ZstdCompressionParameters.from_level(19, window_log=27, enable_ldm=True)
    data = far(rng, 12 << 20)
    yield "window 27", zstd.ZstdCompressor(compression_params=parameters).compress(data), data
    parameters = zstd.ZstdCompressionParameters.from_level(3, window_log=10)
    data = text(rng, 20_000)
    streaming = zstd.ZstdCompressor(compression_params=parameters).compressobj()
    yield "window 10", streaming.compress(data) + streaming.flush(), data
    streaming = zstd.ZstdCompressor(level=3, write_checksum=True).compressobj()
    pieces = [KINDS[kind](rng, size) for kind in ["text", "noise", "zeros", "image", "text"] for size in [1, 700]]
    flushed = b"".join(streaming.compress(piece) + streaming.flush(zstd.COMPRESSOBJ_FLUSH_BLOCK) for piece in pieces)
    yield "flushed", flushed + streaming.flush(), b"".join(pieces)
    one, two = text(rng, 900), image(rng, 900)
    yield "two frames", compress(one) + compress(two, 19, write_checksum=True), one + two
    yield "skippable", skippable(0) + compress(one) + skippable(300) + compress(two) + skippable(17), one + two
    yield "nothing, then a frame", compress(b"") + compress(one), one
    samples = [records(rng, 700) + text(rng, 300) for _ in range(200)]
    trained = zstd.train_dictionary(2000, samples, level=3).as_bytes()
    raw = text(rng, 1500)
    for name, content in [("trained", trained), ("raw", raw)]:
        dictionary = zstd.ZstdCompressionDict(content)
        yield f"dictionary {name}", content, content
        for level in [1, 3, 19]:
            for size in [100, 2000, 20_000]:
                data = (records(rng, 400) + text(rng, size))[:size]
                data = content[-50:] + data
                stored = compress(data, level, dict_data=dictionary, write_checksum=True)
                yield f"dictionary {name} - level {level}, {size}", stored, data


def main():
    rows = ["offset\tlength\tsize\tsha256\tname\n"]
    stored = b""
    for name, stream, data in streams():
        if not name.startswith("dictionary "):
            decompressor = zstd.ZstdDecompressor(max_window_size=1 << 27)
            assert decompressor.stream_reader(stream, read_across_frames=True).read() == data
        digest = hashlib.sha256(data).hexdigest()
        rows.append(f"{len(stored)}\t{len(stream)}\t{len(data)}\t{digest}\t{name}\n")
        stored += stream
    (HERE / "zstd.bin").write_bytes(stored)
    (HERE / "zstd.tsv").write_text("".join(rows))


if __name__ == "__main__":
    main()
