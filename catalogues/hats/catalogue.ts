/**
 * Catalogues in folders of HATS (https://hats.readthedocs.io/en/stable/guide/directory_scheme.html): Parquet files, each of a pixel of
 * HEALPix. Which there are is read when the catalogue is opened, and partitions only when rows of their part of the sky are wanted.
 */
import { stepOnSphere } from "@asdf-wasm/science/regions/sphere";
import type { TableSource } from "@asdf-wasm/science/tables/columns";
import { AsdfError, type Bytes, type OpenOptions, openBytes, type Source } from "asdf-wasm";
import { damaged } from "../damaged.ts";
import type { ReadTable } from "../table.ts";
import { type Cone, type Partition, partitionsIn } from "./pixels.ts";
import { countOf, nullableIn, type Part, readParts } from "./rows.ts";

/** Finds a file of a folder by its path in it; undefined if it is not there. */
export type FolderReader = (path: string) => Promise<Source | undefined>;

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

/** Texts that describe the catalogue are not longer. */
const MOST_TEXT = 2 ** 26;

/**
 * Opens a catalogue in a folder of HATS: at an address, in Node at a path, or behind a function that finds its files. What describes it
 * is read. Of a collection it is the primary catalogue.
 *
 * @throws AsdfError `not-found` if the folder has none
 *
 * @example
 * const catalogue = await openHats("https://data.lsdb.io/hats/gaia_dr3/gaia");
 * const table = await catalogue.table({ cone: { ra: 56.75, dec: 24.1, radius: 0.1 } });
 * const { source_id } = await readRows(table, { columns: ["source_id"] });
 */
export async function openHats(
  folder: string | URL | FolderReader,
  options: OpenOptions = {},
): Promise<HatsCatalogue> {
  const files = new Files(folder, options);
  const collection = await files.text("collection.properties");
  const primary = collection === undefined ? undefined : propertiesIn(collection)["hats_primary_table_url"];
  const within = primary === undefined ? "" : `${primary}/`;
  const said = (await files.text(`${within}hats.properties`)) ?? (await files.text(`${within}properties`));
  const info = await files.text(`${within}partition_info.csv`);
  if (said === undefined || info === undefined) {
    throw new AsdfError(
      "not-found",
      `the folder is no catalogue of HATS: \`${said === undefined ? "hats.properties" : "partition_info.csv"}\` is not there`,
    );
  }
  const properties = propertiesIn(said);
  const suffix = properties["hats_npix_suffix"] ?? ".parquet";
  if (suffix === "/") {
    throw new AsdfError("unsupported-encoding", "partitions that are folders of several files are not read");
  }
  const partitions = partitionsOf(info);
  const pathOf = ({ order, pixel }: Partition) =>
    `${within}dataset/Norder=${order}/Dir=${Math.floor(pixel / 10_000) * 10_000}/Npix=${pixel}${suffix}`;
  return {
    properties,
    partitions,
    table: async ({ cone, signal } = {}) => {
      const wanted = cone ? partitionsIn(partitions, cone) : partitions;
      const tables = [];
      for (const partition of wanted) {
        tables.push(await files.table(pathOf(partition), signal));
      }
      const schema = tables[0] ?? (await files.table(`${within}dataset/_common_metadata`, signal));
      const names = [properties["hats_col_ra"] ?? "ra", properties["hats_col_dec"] ?? "dec"] as const;
      const parts: Part[] = [];
      for (const table of tables) {
        parts.push({ table, rows: cone && (await rowsIn(table, names, cone, signal)) });
      }
      return tableOf(schema, parts);
    },
    close: () => files.close(),
  };
}

function tableOf({ columns, left, metadata }: ReadTable, parts: readonly Part[]): TableSource {
  const rows = parts.reduce((sum, part) => sum + countOf(part), 0);
  const nullable = nullableIn(parts);
  return {
    rows,
    // Nulls and bounds are those of one partition.
    columns: columns.map(({ nulls: _, bounds: __, ...column }) => column),
    left,
    ...(metadata !== undefined && { metadata }),
    read: (wanted, span = { start: 0, stop: rows }, signal) =>
      readParts(
        parts,
        wanted.flatMap((index) => columns[index]?.name ?? []),
        nullable,
        span,
        signal,
      ),
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

/** The files of a folder that were opened. */
class Files {
  readonly #folder: string | URL | FolderReader;
  readonly #options: OpenOptions;
  readonly #opened = new Map<string, Promise<Bytes | undefined>>();
  readonly #tables = new Map<string, Promise<ReadTable>>();

  constructor(folder: string | URL | FolderReader, options: OpenOptions) {
    this.#folder = folder;
    this.#options = options;
  }

  async text(path: string): Promise<string | undefined> {
    const bytes = await this.#open(path);
    if (bytes && bytes.size > MOST_TEXT) {
      throw new AsdfError("limit-exceeded", `\`${path}\` has ${bytes.size} bytes, more than ${MOST_TEXT}`);
    }
    return bytes && new TextDecoder().decode(await bytes.read(0, bytes.size, this.#options.signal));
  }

  table(path: string, signal: AbortSignal | undefined): Promise<ReadTable> {
    const known = this.#tables.get(path);
    if (known) {
      return known;
    }
    const table = this.#read(path, signal);
    this.#tables.set(path, table);
    // What failed is tried again.
    table.catch(() => this.#tables.delete(path));
    return table;
  }

  close(): void {
    for (const opened of this.#opened.values()) {
      opened.then((bytes) => bytes?.close?.()).catch(() => {});
    }
  }

  async #read(path: string, signal: AbortSignal | undefined): Promise<ReadTable> {
    const bytes = await this.#open(path);
    if (!bytes) {
      throw new AsdfError("not-found", `the partition \`${path}\` is not there`);
    }
    const { parquetTable } = await import("../formats/parquet/parquet.ts");
    return parquetTable(bytes, { ...this.#options, signal });
  }

  #open(path: string): Promise<Bytes | undefined> {
    const opened = this.#opened.get(path) ?? this.#find(path);
    this.#opened.set(path, opened);
    opened.catch(() => this.#opened.delete(path));
    return opened;
  }

  async #find(path: string): Promise<Bytes | undefined> {
    try {
      const folder = this.#folder;
      const source =
        typeof folder === "function" ? await folder(path) : `${String(folder).replace(/\/?$/, "/")}${path}`;
      return source === undefined ? undefined : await openBytes(source, this.#options);
    } catch (thrown) {
      if (thrown instanceof AsdfError && thrown.code === "not-found") {
        return undefined;
      }
      throw thrown;
    }
  }
}

/** Lines `name = value` of a file of properties. */
function propertiesIn(text: string): Record<string, string> {
  const lines = text.split(/\r?\n/).filter((line) => /^\s*[^#!\s]/.test(line));
  return Object.fromEntries(
    lines.map((line) => {
      const [, name = "", value = ""] = /^\s*([^=:\s]+)\s*[=:]?\s*(.*?)\s*$/.exec(line) ?? [];
      return [name, value.replaceAll(/\\(.)/g, "$1")];
    }),
  );
}

/** @throws AsdfError `corrupt-data` if it has not the columns, or a row that is no pixel */
function partitionsOf(text: string): Partition[] {
  const [head = "", ...lines] = text.trim().split(/\r?\n/);
  const names = head.split(",").map((name) => name.trim());
  const [order, pixel] = [names.indexOf("Norder"), names.indexOf("Npix")];
  return lines.map((line) => {
    const cells = line.split(",").map(Number);
    const partition = { order: cells[order] ?? -1, pixel: cells[pixel] ?? -1 };
    const isPixel = partition.order >= 0 && partition.order <= 29 && partition.pixel >= 0;
    if (!isPixel || !Number.isSafeInteger(partition.pixel)) {
      throw damaged(`\`partition_info.csv\` has a line that is no pixel of HEALPix: ${line}`);
    }
    return partition;
  });
}
