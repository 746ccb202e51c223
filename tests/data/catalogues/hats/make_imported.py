"""Two catalogues written by hats-import, of the same rows: `imported`, a file for each partition, and `folders`, a folder for each, one of them
with two files, and without maps of the sky. imported.json: cones as lsdb reads them.
pip install hats==0.11.1 hats-import==0.11.1 lsdb==0.11.1 pyarrow==26.0.1"""
import json, os, pathlib, shutil
import lsdb
import numpy as np, pandas as pd, pyarrow.parquet as pq
from dask.distributed import Client
from hats.io.parquet_metadata import write_parquet_metadata
from hats_import.catalog.arguments import ImportArguments
from hats_import.pipeline import pipeline_with_client

CONES = ((150, 0, 0.5), (150, 0, 3), (152.5, 1, 0.2), (0, 89, 20), (359.5, -30, 15), (70, 10, 0.01))


def main():
    os.chdir(pathlib.Path(__file__).parent)
    rng = np.random.default_rng(7)
    n = 1200
    ra, dec = rng.uniform(0, 360, n), np.degrees(np.arcsin(rng.uniform(-1, 1, n)))
    ra[:700], dec[:700] = 150 + rng.normal(0, 4, 700), rng.normal(0, 4, 700)
    rows = {"id": np.arange(n) + 2**60, "ra": ra % 360, "dec": dec, "mag": rng.normal(20, 2, n), "name": [f"s{i}" for i in range(n)]}
    pd.DataFrame(rows).to_csv("input.csv", index=False)
    with Client(n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None) as client:
        for name, more in (("imported", {"npix_suffix": ".parquet", "skymap_alt_orders": [2]}), ("folders", {"npix_suffix": "/", "npix_parquet_name": "part0.parquet"})):
            shutil.rmtree(name, ignore_errors=True)
            same = {"output_path": ".", "input_file_list": ["input.csv"], "file_reader": "csv", "sort_columns": "id", "pixel_threshold": 150, "highest_healpix_order": 4, "progress_bar": False}
            pipeline_with_client(ImportArguments(output_artifact_name=name, **same, **more), client)
        part = pathlib.Path("folders/dataset/Norder=4/Dir=0/Npix=1702/part0.parquet")
        table = pq.read_table(part)
        pq.write_table(table.slice(0, 30), part)
        pq.write_table(table.slice(30), part.with_name("part1.parquet"))
        write_parquet_metadata("folders")
        for path in [*pathlib.Path("folders").glob("*.fits"), *pathlib.Path(".").glob("*/properties"), *pathlib.Path(".").glob("*/point_map.fits"), pathlib.Path("input.csv")]:
            path.unlink(missing_ok=True)
        catalogue = lsdb.open_catalog("imported")
        cones = [{"cone": cone, "ids": sorted(int(i) - 2**60 for i in catalogue.cone_search(*cone[:2], cone[2] * 3600).compute()["id"])} for cone in CONES]
        assert sorted(lsdb.open_catalog("folders").compute()["id"]) == sorted(rows["id"])
    json.dump({"rows": n, "partitions": len(catalogue.get_healpix_pixels()), "cones": cones}, open("imported.json", "w"))
    print([len(cone["ids"]) for cone in cones])


if __name__ == "__main__":
    main()
