"""Compressions that Python asdf and asdf-compression lack, on the libraries that are native for them."""

import lzma

import asdf
import blosc2
from asdf.extension import Compressor, Extension

# One thread decodes, as in WebAssembly.
blosc2.set_nthreads(1)


class Blosc2(Compressor):
    """A Blosc2 chunk: LZ4 behind a byte shuffle."""

    label = b"bls2"

    def compress(self, data, **_):
        yield blosc2.compress2(data, codec=blosc2.Codec.LZ4, clevel=5, filters=[blosc2.Filter.SHUFFLE], typesize=4)

    def decompress(self, blocks, out, **_):
        blosc2.decompress2(b"".join(blocks), dst=out)
        return out.nbytes


class Xz(Compressor):
    """An .xz stream, as ASDF.jl writes."""

    label = b"xz"  # in the file it is filled up with zeros

    def compress(self, data, **_):
        yield lzma.compress(data)

    def decompress(self, blocks, out, **_):
        out[:] = lzma.decompress(b"".join(blocks))
        return out.nbytes


class Compressions(Extension):
    extension_uri = "asdf://github.com/asdf-wasm/benches/compressions-1.0.0"
    compressors = [Blosc2(), Xz()]


asdf.get_config().add_extension(Compressions())
