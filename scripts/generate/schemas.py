"""Writes the schemas that the package brings with it: package/schema/pack/*.asdf, LICENSES.txt beside them, and the table in docs/schemas.md.

Each part is the schemas of one producer as one JSON text: an ASDF file with a single block, compressed by xz. Which tag has which
schemas under which version of the standard is what Python's extension manager says with these packages installed:

pip install asdf==6.0.0 asdf-standard==1.5.0 asdf-transform-schemas==0.6.0 asdf-wcs-schemas==0.5.0 asdf-coordinates-schemas==0.5.1 \\
  asdf-astropy==0.11.0 rad==1.2.1 roman_datamodels==1.2.0 dkist==1.18.1 stdatamodels==6.0.0 gwcs==1.0.3
"""

import importlib.metadata
import json
import lzma
import math
import pathlib
import re
import struct

import asdf
import yaml
from asdf.util import _patched_urllib_parse
from asdf.versioning import supported_versions

# The part, the package that registers its resources, and the distribution with its licence.
PARTS = [
    ("standard", "asdf_standard", "asdf_standard", "core, times, units, tables, FITS"),
    ("transform", "asdf_transform_schemas", "asdf_transform_schemas", "transforms"),
    ("wcs", "asdf_wcs_schemas", "asdf_wcs_schemas", "world coordinates (gwcs)"),
    ("coordinates", "asdf_coordinates_schemas", "asdf_coordinates_schemas", "coordinate frames"),
    ("astropy", "asdf-astropy", "asdf_astropy", "times, tables, units, FITS and data of astropy"),
    ("roman", "rad", "rad", "data of the Roman Space Telescope, all versions"),
    ("dkist", "dkist", "dkist", "data sets of DKIST"),
    ("jwst", "stdatamodels", "stdatamodels", "data and transforms of JWST"),
]

JWST = "http://stsci.edu/schemas/jwst_datamodel/"
# JSON has no infinity, but numbers that are too large for a float.
INFINITY = "\x00infinity"

urljoin = _patched_urllib_parse.urljoin
root = pathlib.Path(__file__).parents[2]
target = root / "package" / "schema" / "pack"
config = asdf.get_config()
resources = config.resource_manager
part_of_package = {package: part for part, package, _, _ in PARTS}
owner = {uri: part_of_package.get(resources._mappings_by_uri[uri].package_name) for uri in resources}


def plain(value):
    """A schema as JSON has it: keys are texts. Keys without a value in the flow style (`{a, b}`) name nothing that applies."""
    if isinstance(value, dict):
        return {str(key): plain(entry) for key, entry in value.items() if key is not None}
    if isinstance(value, list):
        return [plain(entry) for entry in value]
    if isinstance(value, float) and math.isinf(value):
        return INFINITY if value > 0 else f"-{INFINITY}"
    if value is None or isinstance(value, str | int | float):
        return value
    raise TypeError(f"{value!r} is not JSON")


def extensions(part):
    """The extensions that define the part's tags: the versions of the standard that enable them, and the schemas of each tag."""
    for extension in config.extensions:
        tags = {tag.tag_uri: tag.schema_uris for tag in extension.tags if any(owner.get(uri) == part for uri in tag.schema_uris)}
        # asdf-astropy repeats the core manifests of asdf itself.
        if tags and not (extension.package_name == "asdf-astropy" and "/core/extensions/" in extension.extension_uri):
            requirement = extension.asdf_standard_requirement
            yield {"standards": [str(version) for version in supported_versions if str(version) in requirement], "tags": tags}


def block(data):
    """An ASDF file with one block, which is compressed by xz."""
    stored = lzma.compress(data, preset=9 | lzma.PRESET_EXTREME, check=lzma.CHECK_CRC32)
    header = struct.pack(">I4sQQQ16s", 0, b"xz\0\0", len(stored), len(stored), len(data), bytes(16))
    return b"#ASDF 1.0.0\n#ASDF_STANDARD 1.6.0\n" + b"\xd3BLK" + struct.pack(">H", len(header)) + header + stored


def models():
    """The schemas of JWST's models, by the names that files have in `meta.model_type`."""
    import stdatamodels.jwst.datamodels as datamodels

    for name in sorted(dir(datamodels)):
        uri = getattr(getattr(datamodels, name), "schema_url", None)
        if uri in resources:
            yield name, {"$ref": uri}


def references(value):
    if isinstance(value, dict):
        if isinstance(value.get("$ref"), str):
            yield value["$ref"]
        for entry in value.values():
            yield from references(entry)
    elif isinstance(value, list):
        for entry in value:
            yield from references(entry)


rows, licences, total = [], [], 0
for part, package, distribution, what in PARTS:
    schemas = {
        uri: plain(yaml.load(resources[uri], Loader=asdf.yamlutil.AsdfLoader))
        for uri in sorted(resources)
        if owner[uri] == part and "/manifests/" not in uri and "/version_map-" not in uri
    }
    if part == "jwst":
        schemas[f"{JWST}models"] = dict(models())
    its = list(extensions(part))
    text = json.dumps({"extensions": its, "schemas": schemas}, separators=(",", ":"), ensure_ascii=False)
    text = text.replace('"-\\u0000infinity"', "-1e999").replace('"\\u0000infinity"', "1e999")
    content = block(text.encode())
    (target / f"{part}.asdf").write_bytes(content)
    meta = importlib.metadata.distribution(distribution)
    found = [file for file in meta.files or [] if re.search(r"licen[sc]e", file.name, re.I) and "dist-info" in str(file)]
    text = "\n".join(file.locate().read_text() for file in found) or f"The README of {meta.name} says: BSD 3-Clause.\n"
    licences.append(f"{part}.asdf: the schemas of {meta.name} {meta.version}\n\n{text}")
    targets = {urljoin(uri, ref).split("#")[0] for uri, schema in schemas.items() for ref in references(schema)}
    needs = sorted({owner.get(uri) for uri in targets} - {part, None})
    tags = len({tag for extension in its for tag in extension["tags"]})
    rows.append(f"| `{part}` | {what} | {meta.name} {meta.version} | {len(schemas)} | {tags} | {len(content) / 1000:.1f} kB |")
    total += len(content)
    print(part, len(content), "bytes, refers to", needs)
(target / "LICENSES.txt").write_text(("\n" + "-" * 100 + "\n\n").join(licences))
print(total)

page = root / "docs" / "schemas.md"
if page.exists():
    table = "\n".join(["| part | what | package | schemas | tags | size |", "|---|---|---|--:|--:|--:|", *rows])
    between = re.compile(r"(<!-- pack: [^>]*-->\n\n).*?(\n\n<!-- end of pack -->)", re.S)
    page.write_text(between.sub(lambda match: match[1] + table + match[2], page.read_text()))
