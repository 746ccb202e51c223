"""Writes cases.vectors.json: what asdf 6.0.0 says of small trees, with validate_on_read on.
pip install asdf==6.0.0 asdf-standard==1.5.0 asdf-transform-schemas==0.6.0 asdf-astropy==0.11.0 rad==1.2.1 roman_datamodels==1.2.0 gwcs==1.0.3
Each case: yaml (the tree after the header), standard (#ASDF_STANDARD), custom_schema (yaml) and resources ({uri: yaml}) and
tags ({tag: [schema uri]}) where it has them; verdict of asdf.open(); the first error (what is raised) and all errors in order;
warnings in order. path is ValidationError.absolute_path, schema_path its absolute_schema_path."""
import io, json, os, pathlib, tempfile, warnings
import asdf, yaml
from asdf import schema as aschema, util, versioning
from asdf.exceptions import ValidationError

CASES = []
def case(name, body, standard="1.6.0", **more):
    CASES.append(dict(name=name, yaml=body, standard=standard, **more))

def S(text):  # a custom schema
    return "%YAML 1.1\n---\n$schema: http://stsci.edu/schemas/yaml-schema/draft-01\n" + text

A = "--- !core/asdf-1.1.0\n"
case("empty tree", A + "{}\n")
case("untagged root", "---\na: 1\n")
case("unknown tag is not validated", A + "a: !<asdf://example.org/tags/nothing-1.0.0> {x: 1}\n")
case("known inside unknown is validated", A + "a: !<asdf://example.org/tags/nothing-1.0.0>\n  b: !core/complex-1.0.0 xyz\n")
case("complex good", A + "a: !core/complex-1.0.0 1+2j\n")
case("complex bad pattern", A + "a: !core/complex-1.0.0 xyz\n")
case("ndarray inline bad datatype", A + "a: !core/ndarray-1.1.0 {data: [1, 2], datatype: int33}\n")
case("ndarray without data or source", A + "a: !core/ndarray-1.1.0 {shape: [2]}\n")
case("ndarray source without the rest", A + "a: !core/ndarray-1.1.0 {source: 0}\n")
case("ndarray version of other standard: no tag definition", A + "a: !core/ndarray-1.0.0 {source: 0}\n")
case("the same in standard 1.5.0", "--- !core/asdf-1.1.0\na: !core/ndarray-1.0.0 {source: 0}\n", standard="1.5.0")
case("block is missing and not read: valid", A + "a: !core/ndarray-1.1.0 {source: 7, shape: [2], datatype: int16, byteorder: little}\n")
case("asdf_library without version", A + "asdf_library: !core/software-1.0.0 {name: x}\n")
case("software extra property", A + "s: !core/software-1.0.0 {name: x, version: '1', foo: 3}\n")
case("history not right type", A + "history: 5\n")
case("quantity", A + "q: !unit/quantity-1.2.0 {value: 3.0, unit: !unit/unit-1.0.0 m}\n")
case("quantity without unit", A + "q: !unit/quantity-1.2.0 {value: 3.0}\n")
case("quantity unit untagged", A + "q: !unit/quantity-1.2.0 {value: 3.0, unit: m}\n")
case("transform shift bad offset", A + "t: !transform/shift-1.3.0 {offset: abc}\n")
case("transform compose with untagged member", A + "t: !transform/compose-1.3.0\n  forward: [{a: 1}, {b: 2}]\n")
case("transform compose with one member", A + "t: !transform/compose-1.3.0\n  forward: [!transform/identity-1.3.0 {}]\n")
case("json pointer reference is skipped", A + "q: !unit/quantity-1.2.0 {$ref: '#/b'}\nb: 3\n")
case("large integer literal warns on read", A + "a: 18446744073709551616\n")
case("integer of 64 bits, signed, does not warn", A + "a: 9223372036854775807\n")
case("integer of 64 bits, unsigned, warns", A + "a: 18446744073709551615\n")
case("float key warns on read from 1.6.0", A + "{1.5: a}\n")
case("float key does not warn in 1.5.0", "--- !core/asdf-1.1.0\n{1.5: a}\n", standard="1.5.0")
case("standard version that is not known", A + "a: 1\n", standard="9.9.9")

case("custom: required", A + "a: 1\n", custom_schema=S("type: object\nrequired: [b]\n"))
case("custom: nested path", A + "a: {b: [1, x]}\n", custom_schema=S("properties: {a: {properties: {b: {items: {type: integer}}}}}\n"))
case("custom: float 1.0 is not integer", A + "a: 1.0\n", custom_schema=S("properties: {a: {type: integer}}\n"))
case("custom: true is not a number", A + "a: true\n", custom_schema=S("properties: {a: {type: number}}\n"))
case("custom: nan is a number, no maximum refuses it", A + "a: .nan\n", custom_schema=S("properties: {a: {type: number, maximum: 3}}\n"))
case("custom: exclusiveMinimum is boolean", A + "a: 3\n", custom_schema=S("properties: {a: {minimum: 3, exclusiveMinimum: true}}\n"))
case("custom: const and if of later drafts are ignored", A + "a: 3\n", custom_schema=S("properties: {a: {const: 4}}\n"))
case("custom: format is not checked", A + "a: nonsense\n", custom_schema=S("properties: {a: {type: string, format: date-time}}\n"))
case("custom: timestamp is no string", A + "a: 2020-01-01T00:00:00\n", custom_schema=S("properties: {a: {type: string}}\n"))
case("custom: timestamp with format date-time is", A + "a: 2020-01-01T00:00:00\n", custom_schema=S("properties: {a: {type: string, format: date-time}}\n"))
case("custom: date with format date-time is not", A + "a: 2020-01-01\n", custom_schema=S("properties: {a: {type: string, format: date-time}}\n"))
case("custom: tag exact", A + "a: !core/complex-1.0.0 1+2j\n", custom_schema=S("properties: {a: {tag: 'tag:stsci.edu:asdf/core/complex-1.0.0'}}\n"))
case("custom: tag mismatch", A + "a: !core/complex-1.0.0 1+2j\n", custom_schema=S("properties: {a: {tag: 'tag:stsci.edu:asdf/core/ndarray-1.0.0'}}\n"))
case("custom: tag wildcard", A + "a: !core/complex-1.0.0 1+2j\n", custom_schema=S("properties: {a: {tag: 'tag:stsci.edu:asdf/core/complex-1.*'}}\n"))
case("custom: one star does not cross a slash", A + "a: !core/complex-1.0.0 1+2j\n", custom_schema=S("properties: {a: {tag: 'tag:stsci.edu:asdf/*'}}\n"))
case("custom: two stars do", A + "a: !core/complex-1.0.0 1+2j\n", custom_schema=S("properties: {a: {tag: 'tag:stsci.edu:**'}}\n"))
case("custom: tag of plain values", A + "{a: 1, b: x, c: [1], d: {}, e: true, f: 1.5}\n", custom_schema=S("properties:\n  a: {tag: 'tag:yaml.org,2002:int'}\n  b: {tag: 'tag:yaml.org,2002:str'}\n  c: {tag: 'tag:yaml.org,2002:seq'}\n  d: {tag: 'tag:yaml.org,2002:map'}\n  e: {tag: 'tag:yaml.org,2002:bool'}\n  f: {tag: 'tag:yaml.org,2002:float'}\n"))
case("custom: tag of null", A + "a: null\n", custom_schema=S("properties: {a: {tag: 'tag:yaml.org,2002:null'}}\n"))
case("custom: tag of a timestamp", A + "a: 2020-01-01T00:00:00\n", custom_schema=S("properties: {a: {tag: 'tag:yaml.org,2002:timestamp'}}\n"))
case("custom: enum with tagged string", A + "a: !<asdf://example.org/tags/s-1.0.0> x\n", custom_schema=S("properties: {a: {enum: [x]}}\n"))
case("custom: enum 0 is not false", A + "a: 0\n", custom_schema=S("properties: {a: {enum: [false]}}\n"))
case("custom: anyOf", A + "a: x\n", custom_schema=S("properties: {a: {anyOf: [{type: integer}, {type: 'null'}]}}\n"))
case("custom: oneOf both", A + "a: 3\n", custom_schema=S("properties: {a: {oneOf: [{type: integer}, {type: number}]}}\n"))
case("custom: not", A + "a: 3\n", custom_schema=S("properties: {a: {not: {type: integer}}}\n"))
case("custom: siblings of $ref apply, custom_schema resolves refs first and drops them", A + "a: 3\n", custom_schema=S("definitions: {d: {type: integer}}\nproperties: {a: {$ref: '#/definitions/d', maximum: 2}}\n"))
case("custom: additionalProperties and pattern", A + "a: {b: 1, c: 2}\n", custom_schema=S("properties: {a: {properties: {b: {}}, additionalProperties: false}}\n"))
case("custom: patternProperties", A + "a: {b1: 1, c: 2}\n", custom_schema=S("properties: {a: {patternProperties: {'^b': {type: integer}}, additionalProperties: false}}\n"))
case("custom: dependencies", A + "a: {b: 1}\n", custom_schema=S("properties: {a: {dependencies: {b: [c]}}}\n"))
case("custom: uniqueItems", A + "a: [1, 1]\n", custom_schema=S("properties: {a: {uniqueItems: true}}\n"))
case("custom: defaults are not filled from a custom schema in 1.6.0", A + "{}\n", custom_schema=S("properties: {a: {default: 3}}\n"))
N = "a: !core/ndarray-1.1.0 {source: 0, shape: [2, 3], datatype: float32, byteorder: little}\n"
case("custom: ndim", A + N, custom_schema=S("properties: {a: {ndim: 3}}\n"))
case("custom: max_ndim", A + N, custom_schema=S("properties: {a: {max_ndim: 1}}\n"))
case("custom: datatype widens", A + N, custom_schema=S("properties: {a: {datatype: float64}}\n"))
case("custom: datatype narrows", A + N, custom_schema=S("properties: {a: {datatype: int16}}\n"))
case("custom: exact_datatype", A + N, custom_schema=S("properties: {a: {datatype: float64, exact_datatype: true}}\n"))
case("custom: ndim on what is no ndarray is skipped", A + "a: [1, 2]\n", custom_schema=S("properties: {a: {ndim: 3}}\n"))
case("custom: datatype of inline data is inferred", A + "a: !core/ndarray-1.1.0 {data: [1, 2], datatype: int8}\nb: !core/ndarray-1.1.0 [1, 2]\n", custom_schema=S("properties: {a: {datatype: int16}, b: {datatype: int16}}\n"))
case("custom: structured datatype", A + "a: !core/ndarray-1.1.0 {source: 0, shape: [2], datatype: [{name: x, datatype: int16, byteorder: little}], byteorder: little}\n", custom_schema=S("properties: {a: {datatype: [{name: y, datatype: int8}]}}\n"))

case("custom: what the custom schema does not reach is not validated by its tag", A + "a: !core/complex-1.0.0 xyz\n", custom_schema=S("properties: {b: {type: string}}\n"))
case("custom: what it reaches is", A + "a: !core/complex-1.0.0 xyz\n", custom_schema=S("properties: {a: {}}\n"))
case("custom: what it reaches is, deeper", A + "a: {b: !core/complex-1.0.0 xyz}\n", custom_schema=S("properties: {a: {}}\n"))
case("custom: a schema without keywords walks no tree", A + "a: {b: !core/complex-1.0.0 xyz}\n", custom_schema=S("title: nothing\n"))
case("tagged node in a property that the schema of its parent does not name", A + "s: !core/software-1.0.0 {name: x, version: '1', foo: !core/complex-1.0.0 xyz}\n")
case("two errors: order is that of the walk", A + "b: !core/complex-1.0.0 xyz\na: !core/complex-1.0.0 abc\n")
case("custom: a tagged plain scalar is a string", A + "a: !<asdf://example.org/tags/n-1.0.0> 3\n", custom_schema=S("properties: {a: {type: integer}}\n"))
R = {"asdf://example.org/schemas/thing-1.0.0": "%YAML 1.1\n---\n$schema: http://stsci.edu/schemas/yaml-schema/draft-01\nid: asdf://example.org/schemas/thing-1.0.0\ntype: object\nproperties:\n  x: {$ref: base-1.0.0}\n  y: {$ref: '#/definitions/y', maximum: 2}\n  z: {$ref: 'asdf://example.org/schemas/missing-1.0.0'}\ndefinitions: {y: {type: integer}}\nrequired: [x]\n",
     "asdf://example.org/schemas/base-1.0.0": "%YAML 1.1\n---\n$schema: http://stsci.edu/schemas/yaml-schema/draft-01\nid: asdf://example.org/schemas/base-1.0.0\ntype: string\n"}
T = {"asdf://example.org/tags/thing-1.0.0": ["asdf://example.org/schemas/thing-1.0.0"], "asdf://example.org/tags/lost-1.0.0": ["asdf://example.org/schemas/lost-1.0.0"],
     "asdf://example.org/tags/two-1.0.0": ["asdf://example.org/schemas/thing-1.0.0", "asdf://example.org/schemas/base-1.0.0"], "asdf://example.org/tags/none-1.0.0": []}
E = dict(resources=R, tags=T)
t = "a: !<asdf://example.org/tags/%s-1.0.0> "
case("extension: relative $ref against id", A + t % "thing" + "{x: 1}\n", **E)
case("extension: siblings of $ref are checked too", A + t % "thing" + "{x: s, y: 3}\n", **E)
case("extension: $ref to a missing schema", A + t % "thing" + "{x: s, z: 3}\n", **E)
case("extension: tag whose schema is missing warns", A + t % "lost" + "{x: 1}\n", **E)
case("extension: two schemas, both apply", A + t % "two" + "{x: s}\n", **E)
case("extension: tag without schema is not validated", A + t % "none" + "{x: s}\n", **E)
case("extension: tag's schema first, then the schema around it", A + t % "thing" + "{}\n", custom_schema=S("properties: {a: {type: array}}\n"), **E)
case("anchors: a node is checked once per schema", A + "a: &x !core/complex-1.0.0 xyz\nb: *x\n")
case("rad: tagged scalar of wrong type", A + "a: !<asdf://stsci.edu/datamodels/roman/tags/calibration_software_version-1.0.0> 3\n")
case("rad: wfi_image without anything", A + "roman: !<asdf://stsci.edu/datamodels/roman/tags/wfi_image-1.4.0> {}\n")

def Ext(tags):
    return type("Ext", (asdf.extension.Extension,), dict(extension_uri="asdf://example.org/extensions/e-1.0.0",
        tags=[asdf.extension.TagDefinition(k, schema_uris=v) for k, v in tags.items()]))()

def show(e):
    return dict(message=e.message, path=list(e.absolute_path), schema_path=[str(x) if not isinstance(x, (int, str)) else x for x in e.absolute_schema_path],
                keyword=e.validator if isinstance(e.validator, str) else None, context=[dict(message=c.message, path=list(c.absolute_path)) for c in e.context])

def run(c):
    data = f"#ASDF 1.0.0\n#ASDF_STANDARD {c['standard']}\n%YAML 1.1\n%TAG ! tag:stsci.edu:asdf/\n{c['yaml']}...\n".encode()
    with asdf.config_context() as cfg, tempfile.TemporaryDirectory() as d, warnings.catch_warnings(record=True) as w:
        warnings.simplefilter("always")
        cfg.validate_on_read = True
        if "resources" in c:
            cfg.add_resource_mapping({k: v.encode() for k, v in c["resources"].items()})
            cfg.add_extension(Ext(c["tags"]))
        custom = None
        if "custom_schema" in c:
            custom = os.path.join(d, "s.yaml")
            pathlib.Path(custom).write_text(c["custom_schema"])
        out = {}
        try:
            asdf.open(io.BytesIO(data), custom_schema=custom, lazy_load=True).close()
            out["verdict"] = "valid"
        except ValidationError as e:
            out["verdict"] = "invalid"; out["error"] = show(e); out["str"] = str(e)[:600]
        except Exception as e:
            out["verdict"] = "exception"; out["exception"] = f"{type(e).__module__}.{type(e).__name__}: {e}"
        out["warnings"] = [f"{x.category.__name__}: {x.message}" for x in w]
        if out["verdict"] == "invalid":
            try:
                tree = util.load_yaml(io.BytesIO(data), tagged=True)
                ctx = asdf.AsdfFile(custom_schema=custom, version=c["standard"])
                out["errors"] = [show(e) for e in aschema.get_validator(ctx._custom_schema or {}, ctx).iter_errors(tree)]
            except Exception as e:
                out["errors_exception"] = repr(e)
    return {**c, **out}

res = [run(c) for c in CASES]
json.dump(dict(asdf=asdf.__version__, default_standard=str(versioning.default_version), cases=res), open("cases.vectors.json", "w"), indent=1, default=str)
for r in res:
    print(r["verdict"], "|", r["name"], "|", r.get("error", {}).get("message", r.get("exception", ""))[:110], "|", r.get("error", {}).get("path"), "|", r.get("error", {}).get("schema_path"), "|", len(r.get("errors", [])), "|", [x[:100] for x in r["warnings"]])
