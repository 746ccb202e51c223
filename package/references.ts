/**
 * The entry `asdf-wasm/references`: reference files, by which engines that read Zarr read arrays of ASDF and FITS where they are. The
 * format is that of kerchunk, version 1 (https://fsspec.github.io/kerchunk/spec.html).
 *
 * @example
 * import { references } from "asdf-wasm/references";
 * const { content, left } = await references([{ file, url: "s3://bucket/image.asdf" }]);
 */
import { checkOptions, oneOf, wrong } from "./api/arguments/checks.ts";
import { AsdfError } from "./api/error.ts";
import { keysOf, nodeAt } from "./api/path.ts";
import { isTreeMap } from "./api/tree.ts";
import { tagOf } from "./api/values.ts";
import type { AsdfFile } from "./file/file.ts";
import { chunksOf, type ReferencedArray } from "./references/chunks.ts";
import { formats, type ZarrFormat } from "./references/metadata.ts";
import { Dimensions, nameFrom } from "./references/names.ts";
import { toUnit } from "./science/unit.ts";

/** A file whose arrays are referred to. */
export interface ReferencedFile {
  readonly file: AsdfFile;
  /** The address or path by which those who read find the file. */
  readonly url: string;
  /** The name of its group; by default the last segment of `url` without its extension. */
  readonly name?: string;
}

export interface ReferencesOptions {
  /** The metadata: `"kerchunk"`, of Zarr's format 2, which is the default, or `"zarr3"`, of its format 3. */
  readonly format?: "kerchunk" | "zarr3";
  /** Puts arrays of one path into one array, with a first axis of this name. Otherwise several files are a group each. */
  readonly stack?: string;
  /** The size of chunks of uncompressed arrays, in bytes; about 64 MiB by default. */
  readonly chunkSize?: number;
  readonly signal?: AbortSignal | undefined;
}

/** An array that a reference file does not have. */
export interface LeftArray {
  readonly url: string;
  readonly path: string;
  readonly reason: string;
}

export interface References {
  /** What is written to a file, as JSON. */
  readonly content: {
    readonly version: 1;
    readonly refs: Readonly<Record<string, Reference>>;
  };
  /** The names of the arrays. */
  readonly arrays: readonly string[];
  /** The arrays that cannot be referred to, with the reasons. */
  readonly left: readonly LeftArray[];
}

/** An entry of a reference file: metadata or elements as text, or where elements are. */
type Reference = string | readonly [url: string, offset: number, length: number];

interface Settings {
  readonly chunkSize: number;
  readonly signal: AbortSignal | undefined;
  readonly format: ZarrFormat;
}

interface Part {
  readonly url: string;
  readonly array: ReferencedArray;
}

/** An array to be written: as it is stored in one file, or in several. */
interface Variable {
  readonly group?: string | undefined;
  readonly name: string;
  readonly path: string;
  readonly unit: string | undefined;
  readonly parts: readonly [Part, ...Part[]];
}

/**
 * References to the arrays of opened files. No elements are read, but those of arrays in the tree.
 *
 * @throws AsdfError as reading the headers of blocks does
 */
export async function references(
  sources: readonly ReferencedFile[],
  options: ReferencesOptions = {},
): Promise<References> {
  checkOptions(options, { format: true, stack: true, chunkSize: true, signal: true }, "references()");
  oneOf("format", options.format, Object.keys(formats));
  const { stack, chunkSize = 2 ** 26, signal, format = "kerchunk" } = options;
  if (!(chunkSize >= 1)) {
    throw wrong("chunkSize", chunkSize, "a number of bytes");
  }
  const settings = { chunkSize, signal, format: formats[format] };
  const left: LeftArray[] = [];
  const isGrouped = stack === undefined && sources.length > 1;
  const names = isGrouped ? groupNames(sources) : [];
  const each: Variable[] = [];
  for (const [index, source] of sources.entries()) {
    const variables = await variablesOf(source, settings, left);
    each.push(...variables.map((variable) => ({ ...variable, group: names[index] })));
  }
  const variables = stack === undefined ? each : stacked(each, sources, left);
  const arrays = variables.map(({ group, name }) => (group === undefined ? name : `${group}/${name}`));
  return { content: { version: 1, refs: refsOf(variables, stack, settings.format) }, arrays, left };
}

const REFUSALS = ["bad-array", "bad-block", "not-found", "unsupported-compression", "unsupported-datatype"];

async function variablesOf(
  { file, url }: ReferencedFile,
  { chunkSize, signal, format }: Settings,
  left: LeftArray[],
): Promise<Variable[]> {
  const variables: Variable[] = [];
  const names = new Set<string>();
  for (const [path, array] of file.arrays()) {
    try {
      const part = { url, array: await chunksOf(file, array, chunkSize, signal) };
      format.checkDatatype(array.dtype);
      const { value: parent = null } = nodeAt(file.nodes, keysOf(path).slice(0, -1));
      const { unit } = isTreeMap(parent) ? parent : {};
      const isQuantity = isTreeMap(parent) && /unit\/quantity-/.test(tagOf(parent) ?? "");
      const name = nameFrom(isQuantity ? path.replace(/\/?value$/, "") : path);
      const own = names.has(name) ? `${name}_${names.size}` : name;
      names.add(own);
      variables.push({ name: own, path, unit: toUnit(unit ?? undefined), parts: [part] });
    } catch (thrown) {
      if (!(thrown instanceof AsdfError && REFUSALS.includes(thrown.code))) {
        throw thrown;
      }
      left.push({ url, path, reason: thrown.message });
    }
  }
  return variables;
}

/** A name of its own for each file. */
function groupNames(sources: readonly ReferencedFile[]): string[] {
  const names = sources.map(({ name, url }) => {
    const [last = ""] = url
      .replace(/[?#].*$/, "")
      .split("/")
      .slice(-1);
    return nameFrom(name ?? last.replace(/\.(asdf|fits?)$/i, ""));
  });
  return names.map((name, index) => (names.indexOf(name) === index ? name : `${name}_${index}`));
}

/** What all parts of a stacked array have in common. */
const sameOf = ({ places: _, ...same }: ReferencedArray) => JSON.stringify(same);

/** The arrays of one name in all files as one. */
function stacked(
  variables: readonly Variable[],
  files: readonly ReferencedFile[],
  left: LeftArray[],
): Variable[] {
  const byName = new Map<string, Variable>();
  for (const variable of variables) {
    const known = byName.get(variable.name);
    byName.set(variable.name, known ? { ...known, parts: [...known.parts, ...variable.parts] } : variable);
  }
  return [...byName.values()].filter(({ path, parts }) => {
    const [first] = parts;
    const other = parts.find(({ array }) => sameOf(array) !== sameOf(first.array));
    const missing = files.find(({ url }) => !parts.some((part) => part.url === url));
    if (other || missing) {
      const reason = other
        ? "it is stored in another way than in the first file"
        : "other files have it, this one not";
      left.push({ url: (other ?? missing)?.url ?? "", path, reason });
    }
    return !other && !missing;
  });
}

/** The entries of a reference file. */
function refsOf(variables: readonly Variable[], stack: string | undefined, format: ZarrFormat) {
  const metadata: Record<string, object> = { ...format.group };
  const refs: Record<string, Reference> = {};
  const put = (folder: string, entries: Readonly<Record<string, object>>) => {
    for (const [key, value] of Object.entries(entries)) {
      metadata[`${folder}/${key}`] = value;
    }
  };
  const groups = new Map<string | undefined, Dimensions>();
  for (const { group, name, path, unit, parts } of variables) {
    const dimensions = groups.get(group) ?? new Dimensions(namesIn(group, variables));
    if (group !== undefined && !groups.has(group)) {
      put(group, format.group);
    }
    groups.set(group, dimensions);
    const [first] = parts;
    const { array } = first;
    const axes = dimensions.of(array.shape);
    const attributes = { asdf_path: path, ...(unit !== undefined && { unit }) };
    const isStacked = stack !== undefined;
    const whole = isStacked
      ? { ...array, shape: [parts.length, ...array.shape], chunks: [1, ...array.chunks] }
      : array;
    const folder = group === undefined ? name : `${group}/${name}`;
    put(folder, format.array(whole, { ...attributes, dimensions: isStacked ? [stack, ...axes] : axes }));
    for (const [at, { url, array: part }] of parts.entries()) {
      for (const [index, place] of part.places) {
        const key = format.key(isStacked ? [at, ...index] : index);
        refs[`${folder}/${key}`] = typeof place === "string" ? place : [url, ...place];
      }
    }
  }
  const entries = Object.entries({ ...metadata, ...format.consolidated(metadata) });
  return { ...Object.fromEntries(entries.map(([key, value]) => [key, JSON.stringify(value)])), ...refs };
}

function namesIn(group: string | undefined, variables: readonly Variable[]): Set<string> {
  return new Set(variables.flatMap((variable) => (variable.group === group ? [variable.name] : [])));
}
