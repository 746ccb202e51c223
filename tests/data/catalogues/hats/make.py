"""A catalogue in a folder of HATS, with partitions of several orders; expected.json: for cones, the partitions by hats and the rows by
astropy. pip install hats==0.11.1 pyarrow==26.0.1 astropy==8.0.2"""
import json, os, pathlib
import numpy as np, pyarrow as pa, pyarrow.parquet as pq
import hats
from astropy.coordinates import SkyCoord
import astropy.units as u
from hats.pixel_math import HealpixPixel
import hats.pixel_math.healpix_shim as hp

os.chdir(pathlib.Path(__file__).parent)
rng = np.random.default_rng(5)
n = 1500
ra = rng.uniform(0, 360, n)
dec = np.degrees(np.arcsin(rng.uniform(-1, 1, n)))
ra[:600], dec[:600] = 45 + rng.normal(0, 3, 600), 30 + rng.normal(0, 3, 600)
ra = ra % 360
pixels = []
for order, threshold in ((0, 130), (1, 130), (2, 10**9)):
    for pixel in range(12 * 4**order):
        inside = hp.radec2pix(order, ra, dec) == pixel
        parent = any(pixel >> 2 * (order - o) == p for o, p, _ in pixels if o < order)
        if not parent and 0 < inside.sum() <= threshold:
            pixels.append((order, pixel, np.flatnonzero(inside)))
for order, pixel, rows in pixels:
    folder = pathlib.Path(f"made/dataset/Norder={order}/Dir=0")
    folder.mkdir(parents=True, exist_ok=True)
    table = pa.table({"id": rows.astype(np.int64) + 2**60, "ra": ra[rows], "dec": dec[rows], "name": [f"s{i}" for i in rows]})
    pq.write_table(table, folder / f"Npix={pixel}.parquet", row_group_size=100)
pq.write_metadata(table.schema, "made/dataset/_common_metadata")
pathlib.Path("made/partition_info.csv").write_text("Norder,Npix\n" + "".join(f"{o},{p}\n" for o, p, _ in pixels))
text = f"#HATS catalog\nobs_collection=made\ndataproduct_type=object\nhats_nrows={n}\nhats_col_ra=ra\nhats_col_dec=dec\nhats_cols_default=id,ra,dec\nhats_order=2\nhats_builder=make.py\nhats_npix_suffix=.parquet\n"
pathlib.Path("made/hats.properties").write_text(text)
catalogue = hats.read_hats("made")
assert sum(len(r) for _, _, r in pixels) == n
places = SkyCoord(ra * u.deg, dec * u.deg)
cones = []
for cone in ((45, 30, 2), (45, 30, 0.2), (0, 0, 10), (120, 89.5, 5), (359.9, -45, 3), (200, -89.9, 0.5), (10, 10, 75)):
    found = catalogue.filter_by_cone(cone[0], cone[1], cone[2] * 3600)
    near = places.separation(SkyCoord(cone[0] * u.deg, cone[1] * u.deg)) <= cone[2] * u.deg
    cones.append({"cone": cone, "partitions": sorted([int(p.order), int(p.pixel)] for p in found.get_healpix_pixels()), "ids": sorted(int(i) for i in np.flatnonzero(near))})
json.dump({"rows": n, "partitions": len(pixels), "cones": cones}, open("expected.json", "w"))
print(len(pixels), [(len(c["partitions"]), len(c["ids"])) for c in cones])
