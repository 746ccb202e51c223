"""Makes the files of this folder, which are odd, broken or meant to harm, and the tables of what is to come of them.

No ASDF library is used: the bytes are put together here, so that each file is wrong in exactly one way. The answers
come from numpy. The same bytes come out every time.

    pip install -r ../requirements.txt && python make.py
"""

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

from tables import write_cases

import arrays
import composed
import files


def main():
    write_cases(HERE, [*files.cases(), *arrays.cases(), *composed.cases()])


if __name__ == "__main__":
    main()
