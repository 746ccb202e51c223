"""Makes the FITS files of this folder, and what astropy reads of them: arrays.tsv and cards.tsv.

arrays.tsv has one row for each array and for each field of a table: the file, the HDU, the number of the field, numpy's
letter and size of the elements, their shape, the SHA-256 of the elements in C order, little-endian and zero where they
are masked, and that of the mask, a byte for each element. cards.tsv has one row for each card.
"""

import hashlib
import io
import json
import warnings
from pathlib import Path

import asdf
import numpy as np
from astropy.io import fits

warnings.simplefilter("ignore")
HERE = Path(__file__).parent
RANDOM = np.random.default_rng(21)


def image(data, name, **cards):
    hdu = fits.ImageHDU(data, name=name)
    hdu.header.update(cards)
    return hdu


def stored(data, name, **cards):
    """An image whose header says what its stored numbers mean."""
    hdu = fits.ImageHDU(data, name=name, do_not_scale_image_data=True)
    hdu.header.update(cards)
    return hdu


def images():
    shape = (3, 5)
    hdus = [fits.PrimaryHDU(np.arange(24, dtype="u1").reshape(2, 3, 4))]
    for kind in ["i2", "i4", "i8"]:
        limits = np.iinfo(kind)
        hdus.append(image(RANDOM.integers(limits.min, limits.max, shape, dtype=kind), kind))
    for kind in ["f4", "f8"]:
        data = RANDOM.normal(size=shape).astype(kind)
        data[1, 1:4] = [np.nan, np.inf, -0.0]
        hdus.append(image(data, kind))
    for kind in ["i1", "u2", "u4", "u8"]:
        limits = np.iinfo(kind)
        hdus.append(image(RANDOM.integers(limits.min, limits.max, shape, dtype=kind), kind))
    for kind in ["u1", "i2", "i4", "i8"]:
        limits = np.iinfo(kind)
        data = RANDOM.integers(limits.min, limits.max, shape, dtype=kind)
        hdus.append(stored(data, f"SCALED-{kind}", BSCALE=0.1, BZERO=-7.3))
    hdus.append(stored(RANDOM.normal(size=shape).astype("f4"), "SCALED-f4", BSCALE=2.5, BZERO=1.1))
    hdus.append(stored(RANDOM.normal(size=shape), "SCALED-f8", BSCALE=2.5, BZERO=1.1))
    hdus.append(stored(np.array([[1, -99, 3], [4, 5, -99]], "i2"), "BLANK", BLANK=-99))
    hdus.append(stored(np.array([[1, -99, 3], [4, 5, -99]], "i2"), "BLANK-SCALED", BLANK=-99, BSCALE=0.5))
    hdus.append(stored(np.array([1, -99, 3], "i4"), "BLANK-u4", BLANK=-99, BZERO=2**31))
    hdus.append(fits.ImageHDU(name="EMPTY"))
    return fits.HDUList(hdus)


def groups():
    parameters = ["UU", "VV", "DATE", "DATE"]
    data = fits.GroupData(
        RANDOM.normal(size=(4, 1, 2, 3)).astype("f4"),
        bitpix=-32,
        parnames=parameters,
        pardata=[RANDOM.normal(size=4).astype("f4") for _ in parameters],
    )
    return fits.HDUList([fits.GroupsHDU(data)])


def tables():
    rows = 4
    objects = np.empty(rows, dtype=object)
    columns = [
        fits.Column("L", "L", array=[True, False, True, False]),
        fits.Column("X", "11X", array=RANDOM.integers(0, 2, (rows, 11)).astype(bool)),
        fits.Column("B", "B", array=np.array([0, 1, 200, 255], "u1")),
        fits.Column("I", "2I", array=RANDOM.integers(-30000, 30000, (rows, 2)), unit="s", null=7),
        fits.Column("J", "J", array=np.array([1, 7, -7, 7]), null=7),
        fits.Column("K", "K", array=np.array([1, -(2**62), 2**62, 3])),
        fits.Column("A", "6A", array=["ab", "", " c ", "defghi"]),
        fits.Column("E", "E", array=[1.5, np.nan, -0.0, 3e38]),
        fits.Column("D", "6D", dim="(3,2)", array=RANDOM.normal(size=(rows, 2, 3))),
        fits.Column("C", "C", array=np.array([1 + 2j, 0, -1j, 3])),
        fits.Column("M", "2M", array=RANDOM.normal(size=(rows, 2)) + 1j),
        fits.Column("U", "J", bzero=2**31, array=np.array([0, 1, 2**31, 2**32 - 1], "u4")),
        fits.Column("S", "I", array=np.array([0, 1, 3960, -60], "i2")),
        fits.Column("TEXTS", "12A", dim="(4,3)", array=np.array([["a", "bb", "ccc"]] * rows)),
        fits.Column("NONE", "0E", array=np.zeros((rows, 0), "f4")),
    ]
    fixed = fits.BinTableHDU.from_columns(columns, name="FIXED")
    scaled = 1 + [column.name for column in columns].index("S")
    fixed.header[f"TSCAL{scaled}"], fixed.header[f"TZERO{scaled}"] = 0.25, 10.0
    hdus = [fits.PrimaryHDU(), fixed]
    columns = []
    lengths = [3, 0, 1, 5]
    for code, kind in [("B", "u1"), ("I", "i2"), ("J", "i4"), ("K", "i8"), ("E", "f4"), ("D", "f8"), ("C", "c8"), ("M", "c16")]:
        for number, length in enumerate(lengths):
            objects[number] = np.arange(number, number + length).astype(kind)
        columns.append(fits.Column(f"P{code}", f"P{code}()", array=objects.copy()))
    for number, length in enumerate(lengths):
        objects[number] = np.arange(length) % 2 == 0
    columns.append(fits.Column("PL", "PL()", array=objects.copy()))
    columns.append(fits.Column("PA", "PA()", array=np.array(["abc", "", "d", "efghi"])))
    for number, length in enumerate(lengths):
        objects[number] = np.arange(length, dtype="f8") * 1.5
    columns.append(fits.Column("QD", "QD()", array=objects.copy()))
    hdus.append(fits.BinTableHDU.from_columns(columns, name="VARIABLE"))
    columns = [
        fits.Column("NAME", "A8", array=["one", "two", "", "four"]),
        fits.Column("SHORT", "I4", array=[1, -2, 3, 4]),
        fits.Column("INT", "I9", array=[1, -2, 3, 400000000]),
        fits.Column("LONG", "I20", array=[1, -2, 3, 2**60]),
        fits.Column("F", "F12.5", array=[1.5, -2.25, 0, 1e5]),
        fits.Column("E", "E15.7", array=[1.5e30, -2.25, 0, 1e-30]),
        fits.Column("D", "D25.17", array=[np.pi, -np.e, 0, 1e300]),
    ]
    hdus.append(fits.TableHDU.from_columns(columns, name="ASCII"))
    return fits.HDUList(hdus)


def tiles():
    y, x = np.mgrid[:23, :37]
    sky = RANDOM.normal(100, 5, x.shape) + 800 * np.exp(-((x - 20) ** 2 + (y - 9) ** 2) / 20)
    floats = sky.astype("f4")
    floats[3, 4:7] = np.nan
    floats[5] = 0
    whole = sky.astype("i2")
    hdus = [fits.PrimaryHDU()]

    def add(data, name, kind, tile=None, **options):
        hdus.append(fits.CompImageHDU(data, name=name, compression_type=kind, tile_shape=tile, **options))

    for kind in ["RICE_1", "GZIP_1", "GZIP_2", "PLIO_1"]:
        add(whole, f"{kind}-i2", kind, (7, 10))
    add(whole.astype("u1"), "RICE-u1", "RICE_1")
    add(whole.astype("i4") * 70001, "RICE-i4", "RICE_1", (5, 37))
    add(whole.astype("u2") + 40000, "RICE-u2", "RICE_1", (7, 10))
    add(whole, "HCOMPRESS-i2", "HCOMPRESS_1", (12, 37))
    add(whole, "HCOMPRESS-LOSSY", "HCOMPRESS_1", (23, 37), hcomp_scale=16)
    add(whole, "HCOMPRESS-SMOOTH", "HCOMPRESS_1", (23, 37), hcomp_scale=16, hcomp_smooth=1)
    add(whole.astype("i8") << 33, "GZIP-i8", "GZIP_2", (7, 10))
    for method in [-1, 1, 2]:
        for kind in ["RICE_1", "GZIP_2", "HCOMPRESS_1"]:
            data = floats if kind != "HCOMPRESS_1" else np.nan_to_num(floats)
            tile = (7, 10) if kind != "HCOMPRESS_1" else (12, 37)
            add(data, f"{kind}-f4-{method}", kind, tile, quantize_method=method, dither_seed=9997)
    add(sky, "RICE-f8", "RICE_1", (7, 10), quantize_method=1, dither_seed=3)
    add(floats, "LOSSLESS-f4", "GZIP_1", (7, 10), quantize_level=0)
    add(sky, "LOSSLESS-f8", "GZIP_2", (7, 10), quantize_level=0)
    # Tiles that cannot be quantised are stored by gzip.
    mixed = floats.copy()
    mixed[10:14] = RANDOM.normal(size=(4, 37)) * 1e30
    add(mixed, "MIXED-f4", "RICE_1", (4, 37), quantize_method=1, dither_seed=5)
    add(np.arange(2 * 5 * 6, dtype="i4").reshape(2, 5, 6), "CUBE", "RICE_1", (2, 3, 4))
    return fits.HDUList(hdus)


def card(text):
    return fits.Card.fromstring(text.ljust(80))


def headers():
    hdu = fits.PrimaryHDU()
    header = hdu.header
    header["LONG"] = ("It's a long string that continues. " * 5, "with a comment that is long as well " * 2)
    header["HIERARCH ESO DET CHIP1 NX"] = (4096, "of a chip")
    header["QUOTE"] = "it's 'quoted'"
    header["EMPTY"] = ""
    header["UNDEF"] = (None, "no value")
    header["COMPLEX"] = 1.5 - 2.25j
    header["BIG"] = 2**80
    header["REAL"] = -1.25e-200
    header["COMMENT"] = "a comment"
    header["HISTORY"] = "h" * 100
    header["TWICE"] = 1
    for text in [
        "TWICE   =                    2 / the second",
        "lower   =                  1e5 / lower case",
        "FORTRAN =              1.5D+03 / an exponent of Fortran",
        "BLANKS  =          - 1 . 5 E 3",
        "BLANKS2 =            - 15 E  3",
        "NOSPACE= 5",
        "BADSTR  = 'no end",
        "LONE    = 'it's'                / a lone quote",
        "SLASH   = 'a/b'/c",
        "NOVALUE   something else",
        "BOOL    =                    T",
        "POINT   =                   .5 / no digit before the point",
        "POINT2  =                   5. / none behind it",
        "ZEROS   =                00012",
        "PLUS    =                  +12",
        "PAIR    = (1, -2.5E1)          / complex",
        "STAY    = '  leading and trailing  '",
        "DP1     = 'EXTVER: 1.0'        / a record-valued card",
        "DP1     = 'AXIS.1: 2'",
        "DATE    = '2026-11-23T13:00:00'",
    ]:
        header.append(card(text), end=True)
    return fits.HDUList([hdu])


def embedded():
    """ASDF in both of its forms in FITS: arrays in HDUs, and one in a block."""
    sky = np.arange(12, dtype="f4").reshape(3, 4)
    flags = np.arange(12, dtype="u4").reshape(3, 4)
    tree = {"inside": np.arange(5, dtype="i2"), "name": "embedded"}
    buffer = io.BytesIO()
    asdf.AsdfFile(tree).write_to(buffer)
    text = buffer.getvalue()
    for version, source in [("sky", "SCI,1"), ("flags", "DQ"), ("number", "1")]:
        node = f"{version}: !core/ndarray-1.1.0 {{source: 'fits:{source}', datatype: float32, byteorder: big, shape: [3, 4]}}\n"
        at = text.index(b"inside:")
        text = text[:at] + node.encode() + text[at:]
    # Offsets in the block index are those of before.
    text = text[: text.index(b"#ASDF BLOCK INDEX")]
    hdus = [fits.PrimaryHDU(), fits.ImageHDU(sky, name="SCI"), fits.ImageHDU(flags, name="DQ")]
    record = np.zeros(1, dtype=[("ASDF_METADATA", "u1", (len(text),))])
    record["ASDF_METADATA"] = np.frombuffer(text, "u1")
    table = fits.BinTableHDU(record, name="ASDF")
    array = fits.ImageHDU(np.frombuffer(text, "u1"), name="ASDF")
    return fits.HDUList([*hdus, table]), fits.HDUList([*hdus, array])


def masked_of(hdu, raw, data):
    """The elements that BLANK and TNULLn mask."""
    blank = raw.get("BLANK") if isinstance(hdu, fits.ImageHDU | fits.PrimaryHDU) else None
    return None if blank is None else np.isnan(data)


def row(file, number, field, data, mask):
    data = np.asarray(data)
    if data.dtype.kind in "SU":
        texts = [text.decode() if isinstance(text, bytes) else text for text in data.ravel()]
        content = json.dumps([text.rstrip() for text in texts], separators=(",", ":")).encode()
        kind = "string"
    else:
        data = data.astype(data.dtype.newbyteorder("<"))
        if mask is not None:
            data = np.where(mask, np.zeros((), data.dtype), data).astype(data.dtype)
        content = np.ascontiguousarray(data).tobytes()
        kind = data.dtype.str[1:]
    digest = hashlib.sha256(content).hexdigest()
    masked = "-" if mask is None else hashlib.sha256(np.ascontiguousarray(mask, "u1").tobytes()).hexdigest()
    shape = "[" + ",".join(str(length) for length in data.shape) + "]"
    return "\t".join([file, str(number), "-" if field is None else str(field), kind, shape, digest, masked])


def padded(column, most):
    """A column of variable length as a rectangle, and which elements it does not have."""
    kind = np.asarray(column[0]).dtype
    data = np.zeros((len(column), most), kind.newbyteorder("="))
    mask = np.ones(data.shape, bool)
    for number, values in enumerate(column):
        data[number, : len(values)] = values
        mask[number, : len(values)] = False
    return data, mask


def arrays(file, hdus):
    for number, hdu in enumerate(hdus):
        data = hdu.data
        if data is None:
            continue
        header = hdu.header
        if not isinstance(data, fits.FITS_rec):
            mask = masked_of(hdu, header, data)
            if "BLANK" in hdu.name:
                raw = fits.open(HERE / file, do_not_scale_image_data=True)[number]
                blank, stored = -99, raw.data
                mask = stored == blank
                if hdu.name == "BLANK":
                    data = stored
                elif hdu.name == "BLANK-u4":
                    data = (stored.astype("i8") + 2**31).astype("u4")
            yield row(file, number, None, data, mask)
            continue
        for field, name in enumerate(data.names):
            column = data.field(field)
            form = getattr(hdu.columns[field], "format", "") if not isinstance(hdu, fits.GroupsHDU) else ""
            null = hdu.columns[field].null if not isinstance(hdu, fits.GroupsHDU) else None
            mask = None
            if isinstance(hdu, fits.TableHDU):
                mask = None if form.startswith("A") else np.zeros(len(data), bool)
            elif column.dtype == object and not form.startswith("PA"):
                column, mask = padded(column, max(len(values) for values in column))
            elif column.dtype == object:
                column = np.array(["".join(text) if len(text) else "" for text in column])
            elif column.dtype.kind == "b" and form.endswith("L"):
                mask = np.zeros(column.shape, bool)
            elif null is not None:
                mask = column == null
            yield row(file, number, field, column, mask)


def cards(file, hdus):
    for number, hdu in enumerate(hdus):
        for item in hdu.header.cards:
            keyword, comment = item.keyword, ""
            try:
                value, comment = item.value, item.comment
            except fits.VerifyError:
                value, kind = "", "malformed"
            else:
                kind = type(value).__name__
                if isinstance(value, fits.card.Undefined):
                    value, kind = "", "undefined"
                elif keyword in ("COMMENT", "HISTORY", "") or item._invalid:
                    kind = "comment"
            if keyword or value:
                yield "\t".join([file, str(number), keyword, kind, str(value), comment])


def main():
    files = {
        "images.fits": images(),
        "groups.fits": groups(),
        "tables.fits": tables(),
        "tiles.fits": tiles(),
        "headers.fits": headers(),
    }
    files["asdf-table.fits"], files["asdf-image.fits"] = embedded()
    rows, texts = [], []
    for name, hdus in files.items():
        hdus.writeto(HERE / name, overwrite=True, output_verify="ignore")
        with fits.open(HERE / name) as read:
            rows += arrays(name, read)
        with fits.open(HERE / name, disable_image_compression=True) as read:
            texts += cards(name, read) if name == "headers.fits" else []
    (HERE / "arrays.tsv").write_text("\n".join(["file\thdu\tfield\tkind\tshape\tcontent\tmask", *rows]) + "\n")
    (HERE / "cards.tsv").write_text("\n".join(["file\thdu\tkeyword\tkind\tvalue\tcomment", *texts]) + "\n")


main()
