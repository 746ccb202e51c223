"""Makes the files of this folder, which are odd, broken or meant to harm, and the tables of what is to come of them.

No ASDF library is used: the bytes are put together here, so that each file is wrong in exactly one way. The answers
come from numpy. The same bytes come out every time.

    pip install -r ../requirements.txt && python make.py
"""

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

from tables import array_rows, write_tables

import arrays
import files


def main():
    for path in HERE.glob("*.asdf"):
        path.unlink()
    file_rows, rows = [], []
    for case in [*files.cases(), *arrays.cases()]:
        name = f"{case.name}.asdf"
        (HERE / name).write_bytes(case.content)
        file_rows.append(dict(file=name, **case.opens))
        for path, told in case.arrays.items():
            array, extra = told if isinstance(told, tuple) else (told, {})
            found = [dict(path=path)] if array is None else array_rows(path, array)
            rows += [dict(file=name, **row, **extra) for row in found]
    write_tables(HERE, file_rows, rows)


if __name__ == "__main__":
    main()
