"""The lab's tag of docs/converters.md in Python: writes lab.vectors.asdf, or reads a file that asdf-wasm wrote. asdf 6.0.0, with its schema.

    python lab.vectors.py                 # writes lab.vectors.asdf
    python lab.vectors.py FILE            # prints what is in FILE
"""

import pathlib
import sys

import asdf
import numpy as np
from asdf.extension import Converter, ManifestExtension

MANIFEST = b"""id: asdf://lab.example/manifests/lab-1.0.0
extension_uri: asdf://lab.example/extensions/lab-1.0.0
tags: [{tag_uri: asdf://lab.example/tags/spectrum-1.0.0, schema_uri: asdf://lab.example/schemas/spectrum-1.0.0}]
"""
SCHEMA = b"""{id: asdf://lab.example/schemas/spectrum-1.0.0, required: [name, flux], properties: {name: {type: string}}}
"""


class Spectrum:
    def __init__(self, name, flux):
        self.name, self.flux = name, flux


class SpectrumConverter(Converter):
    tags = ["asdf://lab.example/tags/spectrum-1.0.0"]
    types = [Spectrum]

    def to_yaml_tree(self, spectrum, tag, ctx):
        return {"name": spectrum.name, "flux": spectrum.flux}

    def from_yaml_tree(self, node, tag, ctx):
        return Spectrum(node["name"], node["flux"])


with asdf.config_context() as config:
    config.add_resource_mapping({"asdf://lab.example/manifests/lab-1.0.0": MANIFEST, "asdf://lab.example/schemas/spectrum-1.0.0": SCHEMA})
    config.add_extension(ManifestExtension.from_uri("asdf://lab.example/manifests/lab-1.0.0", converters=[SpectrumConverter()]))
    config.validate_on_read = True
    if len(sys.argv) > 1:
        with asdf.open(sys.argv[1]) as file:
            vega = file["vega"]
            print(type(vega).__name__, vega.name, vega.flux[:].tolist())
    else:
        vega = Spectrum("Vega", np.array([1.0, 2.0]))
        asdf.AsdfFile({"vega": vega, "again": vega}).write_to(pathlib.Path(__file__).with_name("lab.vectors.asdf"))
