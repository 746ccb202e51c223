/**
 * Catalogues in folders of HATS (https://hats.readthedocs.io/en/stable/guide/directory_scheme.html): Parquet files, each of a pixel of
 * HEALPix, or several in a folder for each. Which there are is read when the catalogue is opened, and partitions only when rows of their
 * part of the sky are wanted.
 */
import { stepOnSphere } from "@asdf-wasm/science/regions/sphere";
import type { TableSource } from "@asdf-wasm/science/tables/columns";
import { AsdfError, type OpenOptions } from "asdf-wasm";
import { damaged } from "../damaged.ts";
import { Files, type FolderReader } from "../folders/files.ts";
import { type Part, rowsOfParts } from "../folders/rows.ts";
import { openSeveral } from "../folders/several.ts";
import { rowsByFile } from "../formats/parquet/summary.ts";
import type { ReadTable } from "../table.ts";
import { type Cone, isPixel, type Partition, partitionsIn } from "./pixels.ts";

export interface HatsCatalogue {
  /** What `hats.properties` says. */
  readonly properties: Readonly<Record<string, string>>;
  readonly partitions: readonly Partition[];
  /**
   * The table of the rows inside of a cone, for which only the partitions that it touches are opened; without one, of all.
   *
   * @throws AsdfError `not-found` if there are no columns of positions, and as reading Parquet does
   */
  table(options?: {
    readonly cone?: Cone | undefined;
    readonly signal?: AbortSignal | undefined;
  }): Promise<TableSource>;
  /** Frees what was opened. */
  close(): void;
}

/** Lists the files of a folder, and of the folders in it, by their paths. */
export type FolderList = () => Promise<readonly string[]>;

/** How many rows each file has, by its path. */
type Summary = ReadonlyMap<string, number>;

/** A larger `_metadata` is not read: of a survey it has the statistics of millions of chunks. */
export const MOST_SUMMARY = 2 ** 25;

/** @throws AsdfError `not-found` if the folder has none */
export async function hatsCatalogue(
  folder: string | URL | FolderReader,
  options: OpenOptions,
): Promise<HatsCatalogue> {
  const files = new Files(folder, options);
  const found = await Hats.in(files, undefined);
  if (typeof found === "string") {
    files.close();
    throw new AsdfError("not-found", `the folder is no catalogue of HATS: \`${found}\` is not there`);
  }
  return found;
}

export class Hats implements HatsCatalogue {
  readonly properties: Readonly<Record<string, string>>;
  readonly partitions: readonly Partition[];
  /** The names of the columns of positions. */
  readonly positions: readonly [ra: string, dec: string];
  /** The folder of the catalogue in that of a collection, with `/` behind it. */
  readonly within: string;
  readonly files: Files;
  /** The number of rows of each file, by its path in `dataset`; undefined if `_metadata` is not there or too large. */
  readonly summary: () => Promise<Summary | undefined>;
  readonly #list: FolderList | undefined;
  readonly #paths = kept(() => this.#listed());
  readonly #closing: (() => void)[] = [];

  /** The catalogue in a folder, of a collection the primary one; or the name of the file that it lacks. */
  static async in(files: Files, list: FolderList | undefined): Promise<Hats | string> {
    const collection = propertiesIn(await files.text("collection.properties"));
    const primary = collection["hats_primary_table_url"];
    const within = primary === undefined ? "" : `${primary}/`;
    const [said, older, info] = await Promise.all(
      ["hats.properties", "properties", "partition_info.csv"].map((name) => files.text(within + name)),
    );
    // Some servers answer with a page whatever they are asked for.
    const properties = [said, older].map(propertiesIn).find(isOfHats);
    if (!properties) {
      return "hats.properties";
    }
    const summary = kept(() => summaryIn(files, within));
    const partitions = info === undefined ? partitionsWith(await summary()) : partitionsOf(info);
    return info === undefined && partitions.length === 0
      ? "partition_info.csv"
      : new Hats({ files, within, properties, partitions, summary }, list);
  }

  private constructor(
    {
      files,
      within,
      properties,
      partitions,
      summary,
    }: Pick<Hats, "files" | "within" | "properties" | "partitions" | "summary">,
    list: FolderList | undefined,
  ) {
    [this.files, this.within, this.properties] = [files, within, properties];
    [this.partitions, this.summary] = [partitions, summary];
    this.positions = [properties["hats_col_ra"] ?? "ra", properties["hats_col_dec"] ?? "dec"];
    this.#list = list;
  }

  async table({ cone, signal }: Parameters<HatsCatalogue["table"]>[0] = {}): Promise<TableSource> {
    const wanted = cone ? partitionsIn(this.partitions, cone) : this.partitions;
    const tables = [];
    for (const partition of wanted) {
      tables.push(await this.partition(partition, signal));
    }
    const schema = tables[0] ?? (await this.files.table(`${this.within}dataset/_common_metadata`, signal));
    const parts: Part[] = [];
    for (const table of tables) {
      parts.push({ table, rows: cone && (await rowsIn(table, this.positions, cone, signal)) });
    }
    return tableOf(schema, parts);
  }

  /** The table of a partition, which is opened once. */
  partition(partition: Partition, signal: AbortSignal | undefined): Promise<ReadTable> {
    const suffix = this.properties["hats_npix_suffix"] ?? ".parquet";
    const path = `${this.within}dataset/${pathOf(partition)}`;
    return suffix === "/"
      ? this.files.once(path, () => this.#ofFolder(path, signal))
      : this.files.table(path + suffix, signal);
  }

  close(): void {
    this.files.close();
    for (const close of this.#closing) {
      close();
    }
  }

  async #ofFolder(path: string, signal: AbortSignal | undefined): Promise<ReadTable> {
    const names = (await this.#paths()).flatMap((file) =>
      file.startsWith(`${path}/`) ? file.slice(path.length + 1) : [],
    );
    if (names.length === 0) {
      throw new AsdfError("not-found", `the partition \`${path}/\` is not there, or has no files`);
    }
    const table = await openSeveral(names, (name) => this.files.source(`${path}/${name}`), {
      ...this.files.options,
      signal,
    });
    this.#closing.push(table.close);
    return table;
  }

  /** All files of partitions that are folders. */
  async #listed(): Promise<readonly string[]> {
    const summary = await this.summary();
    if (summary) {
      return Array.from(summary.keys(), (path) => `${this.within}dataset/${path}`);
    }
    if (this.#list) {
      return this.#list();
    }
    const message = `the partitions are folders, and no \`dataset/_metadata\` that is read says which files they have`;
    throw new AsdfError("not-found", message);
  }
}

/** The path of a partition in `dataset`, without what its name ends with. */
export function pathOf({ order, pixel }: Partition): string {
  return `Norder=${order}/Dir=${Math.floor(pixel / 10_000) * 10_000}/Npix=${pixel}`;
}

/** The partition that a file of `dataset` belongs to. */
export function partitionIn(path: string): Partition | undefined {
  const [, order, pixel] = /Norder=(\d+)\/(?:Dir=\d+\/)?Npix=(\d+)/.exec(path) ?? [];
  const partition = { order: Number(order ?? -1), pixel: Number(pixel ?? -1) };
  return isPixel(partition) ? partition : undefined;
}

async function summaryIn(files: Files, within: string): Promise<Summary | undefined> {
  const bytes = await files.open(`${within}dataset/_metadata`);
  return bytes && bytes.size <= MOST_SUMMARY ? rowsByFile(bytes, files.options.signal) : undefined;
}

/** Does work when its result is first asked for. What failed is tried again. */
function kept<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => {
    result ??= work().catch((thrown: unknown) => {
      result = undefined;
      throw thrown;
    });
    return result;
  };
}

function tableOf({ columns, left, metadata }: ReadTable, parts: readonly Part[]): TableSource {
  return {
    ...rowsOfParts(parts, columns),
    // Nulls and bounds are those of one partition.
    columns: columns.map(({ nulls: _, bounds: __, ...column }) => column),
    left,
    ...(metadata !== undefined && { metadata }),
    bytes: (wanted) => parts.reduce((sum, { table }) => sum + table.bytes(wanted), 0),
  };
}

/** The rows of a partition inside of a cone. Row groups at other declinations are not read. */
async function rowsIn(
  table: ReadTable,
  names: readonly [ra: string, dec: string],
  cone: Cone,
  signal: AbortSignal | undefined,
): Promise<Uint32Array> {
  const [ra = -1, dec = -1] = names.map((name) => table.columns.findIndex((column) => column.name === name));
  if (ra < 0 || dec < 0) {
    throw new AsdfError("not-found", `the partitions have no columns \`${names.join("` and `")}\``);
  }
  const near = [
    { column: dec, text: `>= ${cone.dec - cone.radius - NEAR}` },
    { column: dec, text: `<= ${cone.dec + cone.radius + NEAR}` },
  ];
  const rows: number[] = [];
  for (const span of table.candidates?.(near) ?? [{ start: 0, stop: table.rows }]) {
    const [ras, decs] = await table.read([ra, dec], span, signal ?? new AbortController().signal);
    for (let row = span.start; row < span.stop; row += 1) {
      const at = row - span.start;
      const step = stepOnSphere(cone.ra, cone.dec, Number(ras?.data[at]), Number(decs?.data[at]));
      if (!ras?.mask?.[at] && !decs?.mask?.[at] && Math.hypot(...step) <= cone.radius) {
        rows.push(row);
      }
    }
  }
  return Uint32Array.from(rows);
}

/** A margin in degrees around the declinations of a cone, because sums are rounded. */
const NEAR = 1e-9;

/** Lines `name = value` of a file of properties. */
function propertiesIn(text = ""): Record<string, string> {
  const lines = text.split(/\r?\n/).filter((line) => /^\s*[^#!\s]/.test(line));
  return Object.fromEntries(
    lines.map((line) => {
      const [, name = "", value = ""] = /^\s*([^=:\s]+)\s*[=:]?\s*(.*?)\s*$/.exec(line) ?? [];
      return [name, value.replaceAll(/\\(.)/g, "$1")];
    }),
  );
}

function isOfHats(properties: Record<string, string>): boolean {
  return Object.keys(properties).some((name) => /^(hats_|hipscat_|catalog_name$|obs_collection$)/.test(name));
}

/** The partitions of the files that a summary has. */
function partitionsWith(summary: Summary = new Map()): Partition[] {
  return distinct([...summary.keys()].flatMap((path) => partitionIn(path) ?? []));
}

/** @throws AsdfError `corrupt-data` if it has not the columns, or a row that is no pixel */
function partitionsOf(text: string): Partition[] {
  const [head = "", ...lines] = text.trim().split(/\r?\n/);
  const names = head.split(",").map((name) => name.trim());
  const [order, pixel, rows] = ["Norder", "Npix", "num_rows"].map((name) => names.indexOf(name));
  const partitions = lines.map((line): Partition => {
    const cells = line.split(",").map((cell) => (cell.trim() === "" ? -1 : Number(cell)));
    const at = (column = -1) => cells[column] ?? -1;
    const partition = { order: at(order), pixel: at(pixel) };
    if (!isPixel(partition)) {
      throw damaged(`\`partition_info.csv\` has a line that is no pixel of HEALPix: ${line}`);
    }
    const isCounted = Number.isSafeInteger(at(rows)) && at(rows) >= 0;
    return isCounted ? { ...partition, rows: at(rows) } : partition;
  });
  return distinct(partitions);
}

/** What is there twice would have its rows twice. */
function distinct(partitions: readonly Partition[]): Partition[] {
  return [...new Map(partitions.map((partition) => [pathOf(partition), partition] as const)).values()];
}
