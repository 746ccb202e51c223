/** The schemas that the package brings with it: a part for each producer, loaded when first needed. docs/schemas.md lists them. */
import type { SchemaFile } from "../api/configure.ts";
import { AsdfError, reasonOf } from "../api/error.ts";
import { OpenedFile } from "../file/opened-file.ts";
import { packageBytes } from "../wasm/module.ts";
import type { Part } from "./registry.ts";

interface Entry {
  readonly file: SchemaFile;
  readonly found: () => URL;
  /** What its tags and URIs begin with. */
  readonly prefixes: readonly string[];
  /** The parts to which its schemas refer. */
  readonly needs: readonly SchemaFile[];
}

const STANDARD = "schema/pack/standard.asdf";
const TRANSFORM = "schema/pack/transform.asdf";
const COORDINATES = "schema/pack/coordinates.asdf";
const WCS = "schema/pack/wcs.asdf";
const ASTROPY = "schema/pack/astropy.asdf";

const ENTRIES: readonly Entry[] = [
  {
    file: STANDARD,
    found: () => new URL("./pack/standard.asdf", import.meta.url),
    prefixes: [
      "tag:stsci.edu:asdf/",
      "http://stsci.edu/schemas/asdf/",
      "http://stsci.edu/schemas/yaml-schema/",
    ],
    needs: [TRANSFORM],
  },
  {
    file: TRANSFORM,
    found: () => new URL("./pack/transform.asdf", import.meta.url),
    prefixes: [],
    needs: [STANDARD],
  },
  {
    file: COORDINATES,
    found: () => new URL("./pack/coordinates.asdf", import.meta.url),
    prefixes: ["tag:astropy.org:astropy/coordinates/", "http://astropy.org/schemas/astropy/coordinates/"],
    needs: [STANDARD],
  },
  {
    file: WCS,
    found: () => new URL("./pack/wcs.asdf", import.meta.url),
    prefixes: ["tag:stsci.edu:gwcs/", "http://stsci.edu/schemas/gwcs/"],
    needs: [STANDARD, COORDINATES],
  },
  {
    file: ASTROPY,
    found: () => new URL("./pack/astropy.asdf", import.meta.url),
    prefixes: ["tag:astropy.org:astropy/", "http://astropy.org/schemas/astropy/"],
    needs: [STANDARD, COORDINATES],
  },
  {
    file: "schema/pack/roman.asdf",
    found: () => new URL("./pack/roman.asdf", import.meta.url),
    prefixes: ["asdf://stsci.edu/datamodels/roman/"],
    needs: [STANDARD],
  },
  {
    file: "schema/pack/dkist.asdf",
    found: () => new URL("./pack/dkist.asdf", import.meta.url),
    prefixes: ["asdf://dkist.nso.edu/", "tag:dkist.nso.edu:"],
    needs: [STANDARD, ASTROPY, WCS],
  },
  {
    file: "schema/pack/jwst.asdf",
    found: () => new URL("./pack/jwst.asdf", import.meta.url),
    prefixes: [
      "tag:stsci.edu:jwst_pipeline/",
      "http://stsci.edu/schemas/jwst_pipeline/",
      "http://stsci.edu/schemas/jwst_datamodel/",
    ],
    needs: [STANDARD],
  },
];

const parts = new Map<SchemaFile, Promise<Part>>();

/** The parts that tags and URIs of schemas need, in the order of the list. */
export async function partsFor(
  uris: Iterable<string>,
): Promise<{ readonly key: string; readonly parts: Part[] }> {
  const all = [...uris];
  const wanted = new Set<SchemaFile>();
  const want = ({ file, needs }: Entry) => {
    if (!wanted.has(file)) {
      wanted.add(file);
      ENTRIES.filter((entry) => needs.includes(entry.file)).forEach(want);
    }
  };
  ENTRIES.filter(({ prefixes }) =>
    prefixes.some((prefix) => all.some((uri) => uri.startsWith(prefix))),
  ).forEach(want);
  const entries = ENTRIES.filter(({ file }) => wanted.has(file));
  return { key: entries.map(({ file }) => file).join(), parts: await Promise.all(entries.map(partOf)) };
}

function partOf(entry: Entry): Promise<Part> {
  const known = parts.get(entry.file);
  if (known) {
    return known;
  }
  const loading = load(entry);
  parts.set(entry.file, loading);
  loading.catch(() => parts.delete(entry.file));
  return loading;
}

/** Reads a part: a text in JSON, which is the one block of an ASDF file. */
async function load({ file, found }: Entry): Promise<Part> {
  try {
    const opened = OpenedFile.openSync(await packageBytes(file, found()), {});
    try {
      return JSON.parse(new TextDecoder().decode(await opened.readBlock(0, {})));
    } finally {
      opened.close();
    }
  } catch (cause) {
    const hint = `check that ${file} is served, or say where it is by \`configure({ locate })\``;
    throw new AsdfError("network", `schemas could not be loaded (${reasonOf(cause)}): ${hint}`, { cause });
  }
}
