"""The names of JWST's data-quality bits as stdatamodels 6.0.0 has them: flagNames.vectors.json."""

import json
from pathlib import Path

from stdatamodels.jwst.datamodels.dqflags import pixel

names = {str(value.bit_length() - 1): name for name, value in pixel.items() if value > 0}
Path(__file__).with_suffix(".json").write_text(json.dumps({"jwst": names}, indent=2) + "\n")
