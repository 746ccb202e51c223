/** The schemas that the package brings with it: a part for each producer, loaded when first needed. docs/schemas.md lists them. */
import { locatedModule, type SchemaFile } from "../api/configure.ts";
import { environment } from "../api/environment.ts";
import { AsdfError, reasonOf } from "../api/error.ts";
import { OpenedFile } from "../file/opened-file.ts";
import { packageFile } from "../wasm/location.ts";
import { fetched } from "../wasm/module.ts";
import type { Part } from "./registry.ts";

type Name = SchemaFile extends `schema/pack/${infer Its}.asdf` ? Its : never;

interface Entry {
  /** What its tags and URIs begin with. */
  readonly prefixes: readonly string[];
  /** The parts to which its schemas refer. */
  readonly needs: readonly Name[];
  /** Bundlers recognise this form. */
  readonly found: () => URL;
}

/** The parts, in the order in which they are asked. */
const ENTRIES: Readonly<Record<Name, Entry>> = {
  standard: {
    prefixes: [
      "tag:stsci.edu:asdf/",
      "http://stsci.edu/schemas/asdf/",
      "http://stsci.edu/schemas/yaml-schema/",
    ],
    needs: ["transform"],
    found: () => new URL("./pack/standard.asdf", import.meta.url),
  },
  transform: {
    prefixes: [],
    needs: ["standard"],
    found: () => new URL("./pack/transform.asdf", import.meta.url),
  },
  coordinates: {
    prefixes: ["tag:astropy.org:astropy/coordinates/", "http://astropy.org/schemas/astropy/coordinates/"],
    needs: ["standard"],
    found: () => new URL("./pack/coordinates.asdf", import.meta.url),
  },
  wcs: {
    prefixes: ["tag:stsci.edu:gwcs/", "http://stsci.edu/schemas/gwcs/"],
    needs: ["standard", "coordinates"],
    found: () => new URL("./pack/wcs.asdf", import.meta.url),
  },
  astropy: {
    prefixes: ["tag:astropy.org:astropy/", "http://astropy.org/schemas/astropy/"],
    needs: ["standard", "coordinates"],
    found: () => new URL("./pack/astropy.asdf", import.meta.url),
  },
  roman: {
    prefixes: ["asdf://stsci.edu/datamodels/roman/"],
    needs: ["standard"],
    found: () => new URL("./pack/roman.asdf", import.meta.url),
  },
  dkist: {
    prefixes: ["asdf://dkist.nso.edu/", "tag:dkist.nso.edu:"],
    needs: ["standard", "astropy", "wcs"],
    found: () => new URL("./pack/dkist.asdf", import.meta.url),
  },
  jwst: {
    prefixes: [
      "tag:stsci.edu:jwst_pipeline/",
      "http://stsci.edu/schemas/jwst_pipeline/",
      "http://stsci.edu/schemas/jwst_datamodel/",
    ],
    needs: ["standard"],
    found: () => new URL("./pack/jwst.asdf", import.meta.url),
  },
};
const NAMES = Object.keys(ENTRIES) as Name[];

const parts = new Map<Name, Promise<Part>>();

/** All parts. */
export function allParts(): Promise<Part[]> {
  return Promise.all(NAMES.map(partOf));
}

/** The parts that tags and URIs of schemas need, in the order of the table. */
export function partsFor(uris: Iterable<string>): Promise<Part[]> {
  const all = [...uris];
  const wanted = new Set<Name>();
  const want = (name: Name) => {
    if (!wanted.has(name)) {
      wanted.add(name);
      ENTRIES[name].needs.forEach(want);
    }
  };
  const isNamed = (name: Name) =>
    ENTRIES[name].prefixes.some((prefix) => all.some((uri) => uri.startsWith(prefix)));
  NAMES.filter(isNamed).forEach(want);
  return Promise.all(NAMES.filter((name) => wanted.has(name)).map(partOf));
}

function partOf(name: Name): Promise<Part> {
  const part = parts.get(name) ?? load(name);
  parts.set(name, part);
  part.catch(() => parts.delete(name));
  return part;
}

/** Reads a part: a text in JSON, which is the one block of an ASDF file. */
async function load(name: Name): Promise<Part> {
  const file: SchemaFile = `schema/pack/${name}.asdf`;
  try {
    const opened = OpenedFile.openSync(await bytesOf(file, ENTRIES[name].found()), {});
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

/** The bytes of a file that should be at an address, unless the caller has configured where it is. */
async function bytesOf(file: SchemaFile, found: URL): Promise<ArrayBuffer | ArrayBufferView> {
  const { installed = packageFile } = environment();
  const source = await fetched(await (locatedModule(file) ?? installed(found, file)));
  if (typeof Response === "function" && source instanceof Response) {
    return source.arrayBuffer();
  }
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) {
    return source;
  }
  throw new Error("what is configured is neither an address, a response nor bytes");
}
