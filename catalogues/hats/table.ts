/**
 * All partitions of a catalogue as one table. How many rows each has is known before it is opened, and it is opened when rows of it are read.
 * What is not as the catalogue says is a warning: the rows of a partition that cannot be read are masked.
 */
import { grouped, many } from "@asdf-wasm/science/format/format";
import { inTurns } from "@asdf-wasm/science/sections/inTurns";
import type { Span } from "@asdf-wasm/science/sections/section";
import { joinedParts, withMask } from "@asdf-wasm/science/tables/parts";
import { NO_ROW, takenRows } from "@asdf-wasm/science/tables/picked";
import type { SkyCell } from "@asdf-wasm/science/tables/sky";
import type { TableColumn } from "@asdf-wasm/science/tables/window";
import { type ArrayData, AsdfError } from "asdf-wasm";
import type { ReadTable } from "../table.ts";
import type { Hats } from "./catalogue.ts";
import { countsOf, rowsIn, type SkyMap } from "./counts.ts";
import { type Cone, cornersOf, orderFor, type Partition, partitionsIn, pixelsIn } from "./pixels.ts";

/** More partitions are not opened to count their rows. */
const MOST_COUNTED = 500;
/** What was read of whole columns of partitions is kept up to this size: a view of the sky that moves reads the same again. */
const MOST_KEPT = 2 ** 26;
/** How many pixels of a density the radius of a cone has at least. */
const FINE = 16;
/** Failures that are of one partition. Others, of the network, may be of all. */
const OWN: readonly string[] = ["not-found", "corrupt-data", "truncated", "not-asdf", "unsupported-encoding"];

interface Part extends Span, Partition {}

export async function hatsTable(hats: Hats, signal: AbortSignal | undefined): Promise<ReadTable> {
  const reading = new Reading(hats);
  const { rows: counted, map, warnings } = await countsOf(hats, signal);
  reading.warn(...warnings);
  const schema = await reading.schema(signal);
  const parts = await reading.partsOf(counted, signal);
  const rows = parts.at(-1)?.stop ?? 0;
  const said = Number(hats.properties["hats_nrows"] ?? rows);
  if (said !== rows) {
    reading.warn(`\`hats.properties\` says ${grouped(said)} rows, and the partitions have ${grouped(rows)}`);
  }
  const columns = schema.columns.map((column) => describedBy(hats, column));
  const without = hats.positions.filter((name) => !columns.some((column) => column.name === name));
  if (without.length > 0) {
    reading.warn(
      `\`hats.properties\` says that positions are in \`${without.join("` and `")}\`, which is no column`,
    );
  }
  const spansOf = (some: readonly Part[]): Span[] => some.map(({ start, stop }) => ({ start, stop }));
  return {
    rows,
    columns,
    left: schema.left,
    warnings: reading.warnings,
    metadata: { hats: { ...hats.properties }, ...Object(schema.metadata) },
    read: (wanted, span = { start: 0, stop: rows }, signal) =>
      reading.read(
        parts,
        wanted.flatMap((index) => columns[index] ?? []),
        span,
        signal,
      ),
    bytes: (wanted) => rows * wanted.reduce((sum, index) => sum + widthOf(columns[index]), 0),
    // One by one, they need not be in memory together.
    candidates: () => spansOf(parts),
    sky: {
      spans: (cone) => spansOf(partitionsIn(parts, cone)),
      cells: (cone) => cellsIn(parts, map, cone),
    },
  };
}

class Reading {
  /** There may be more after each read. */
  readonly warnings: string[] = [];
  readonly #hats: Hats;
  readonly #kept = new Map<string, ArrayData>();
  #size = 0;
  #schema: ReadTable | undefined;

  constructor(hats: Hats) {
    this.#hats = hats;
  }

  warn(...warnings: readonly string[]): void {
    this.warnings.push(...warnings.filter((warning) => !this.warnings.includes(warning)));
  }

  /** The columns: those of the first partition that can be read if no file says them. */
  async schema(signal: AbortSignal | undefined): Promise<ReadTable> {
    const { files, within, partitions } = this.#hats;
    const path = `${within}dataset/_common_metadata`;
    this.#schema = (await files.open(path))
      ? await this.#orWarned(() => files.table(path, signal))
      : undefined;
    for (const partition of partitions) {
      this.#schema ??= await this.#orWarned(() => this.#hats.partition(partition, signal));
    }
    if (!this.#schema) {
      throw this.#unreadable();
    }
    return this.#schema;
  }

  /** The rows of each partition in the table, which are counted where nothing says how many they are. */
  async partsOf(counted: readonly (number | undefined)[], signal: AbortSignal | undefined): Promise<Part[]> {
    const { partitions } = this.#hats;
    const unknown = partitions.filter((_, i) => counted[i] === undefined);
    if (unknown.length > MOST_COUNTED) {
      const message = `nothing says how many rows ${many(unknown.length, "partition")} of the catalogue have, and at most ${MOST_COUNTED} are opened to count them`;
      throw new AsdfError("limit-exceeded", message);
    }
    const found = new Map<Partition, number>();
    await inTurns(unknown, async (partition) => {
      found.set(partition, (await this.#orWarned(() => this.#hats.partition(partition, signal)))?.rows ?? 0);
    });
    if (unknown.length === partitions.length && [...found.values()].every((rows) => rows === 0)) {
      throw this.#unreadable();
    }
    let stop = 0;
    return partitions.map((partition, i) => {
      const start = stop;
      stop += counted[i] ?? found.get(partition) ?? 0;
      return { ...partition, start, stop };
    });
  }

  async read(
    parts: readonly Part[],
    columns: readonly TableColumn[],
    { start, stop }: Span,
    signal: AbortSignal,
  ): Promise<ArrayData[]> {
    const touched = parts.filter((part) => part.start < stop && part.stop > start);
    const found = await inTurns(touched, (part) => {
      const from = Math.max(start - part.start, 0);
      return this.#rowsOf(
        part,
        columns,
        { start: from, stop: Math.min(stop, part.stop) - part.start },
        signal,
      );
    });
    // Without rows, too, each column has its type.
    const none = touched.length === 0 ? await this.#none(columns, 0, signal) : [];
    return columns.map((_, i) =>
      withMask(joinedParts([...found.flatMap((some) => some[i] ?? []), ...none.slice(i, i + 1)], [])),
    );
  }

  /** Some rows of a partition; what it does not have is masked. */
  async #rowsOf(
    part: Part,
    columns: readonly TableColumn[],
    span: Span,
    signal: AbortSignal,
  ): Promise<ArrayData[]> {
    const table = await this.#orWarned(() => this.#hats.partition(part, signal));
    const name = `the partition ${nameOf(part)}`;
    const said = part.stop - part.start;
    if (table && table.rows !== said) {
      this.warn(
        `${name} has ${many(table.rows, "row")} and not ${grouped(said)}, as the catalogue says: ${table.rows < said ? "others are masked" : "more are left out"}`,
      );
    }
    const own = columns.map(
      (wanted) =>
        table?.columns.findIndex(
          ({ name, datatype }) => name === wanted.name && datatype === wanted.datatype,
        ) ?? -1,
    );
    for (const [i, { name: column, datatype }] of columns.entries()) {
      if (table && own[i] === -1) {
        this.warn(`${name} has no column \`${column}\` of ${datatype}: it is masked there`);
      }
    }
    const there = { ...span, stop: Math.max(span.start, Math.min(span.stop, table?.rows ?? 0)) };
    const stored = own.filter((index) => index >= 0);
    const isRead = table !== undefined && there.start < there.stop && stored.length > 0;
    const arrived = isRead
      ? await this.#orWarned(() => this.#keep(part, table, stored, there, signal))
      : undefined;
    const count = span.stop - span.start;
    const missing = count - (arrived ? there.stop - there.start : 0);
    const isWhole = missing === 0 && stored.length === columns.length;
    const none = isWhole ? [] : await this.#none(columns, count, signal);
    return columns.flatMap((_, i) => {
      const [data, empty] = [arrived?.[stored.indexOf(own[i] ?? -1)], none[i]];
      if (!data) {
        return empty ?? [];
      }
      const rest = empty && missing > 0 ? [takenRows(empty, new Uint32Array(missing).fill(NO_ROW))] : [];
      return joinedParts([data, ...rest], []);
    });
  }

  /** Reads some rows, and keeps columns that are read whole. */
  async #keep(
    part: Part,
    table: ReadTable,
    columns: readonly number[],
    span: Span,
    signal: AbortSignal,
  ): Promise<ArrayData[]> {
    const keyOf = (column: number) => `${nameOf(part)} ${column}`;
    const missing = columns.filter((column) => !this.#kept.has(keyOf(column)));
    const kept = columns.map((column) => this.#kept.get(keyOf(column)));
    const read = missing.length > 0 ? await table.read(missing, span, signal) : [];
    const isWhole = span.start === 0 && span.stop === table.rows;
    for (const [i, data] of read.entries()) {
      const [size, key] = [8 * data.data.length, keyOf(missing[i] ?? -1)];
      // Two calls may read the same.
      if (isWhole && size <= MOST_KEPT && !this.#kept.has(key)) {
        this.#size += size;
        this.#kept.set(key, data);
      }
    }
    for (const [key, data] of this.#kept) {
      if (this.#size <= MOST_KEPT) {
        break;
      }
      this.#size -= 8 * data.data.length;
      this.#kept.delete(key);
    }
    const rows = Uint32Array.from({ length: span.stop - span.start }, (_, i) => span.start + i);
    return columns.flatMap((column, i) => {
      const whole = kept[i];
      return (whole && (isWhole ? whole : takenRows(whole, rows))) ?? read[missing.indexOf(column)] ?? [];
    });
  }

  /** So many masked elements of each column, of its type. */
  async #none(columns: readonly TableColumn[], count: number, signal: AbortSignal): Promise<ArrayData[]> {
    const schema = this.#schema;
    const indices = columns.map(
      ({ name }) => schema?.columns.findIndex((column) => column.name === name) ?? -1,
    );
    const empty = (await schema?.read(indices, { start: 0, stop: 0 }, signal)) ?? [];
    const rows = new Uint32Array(count).fill(NO_ROW);
    return empty.map((data) => takenRows(data, rows));
  }

  #unreadable(): AsdfError {
    const why = this.warnings[0] ?? "there is none with rows";
    return new AsdfError("not-found", `no partition of the catalogue can be read: ${why}`);
  }

  async #orWarned<T>(read: () => Promise<T>): Promise<T | undefined> {
    try {
      return await read();
    } catch (thrown) {
      if (!(thrown instanceof AsdfError && OWN.includes(thrown.code))) {
        throw thrown;
      }
      this.warn(thrown.message);
      return undefined;
    }
  }
}

function nameOf({ order, pixel }: Partition): string {
  return `Norder=${order}, Npix=${pixel}`;
}

/** A column of the catalogue: its positions are in degrees of ICRS. */
function describedBy(hats: Hats, { nulls: _, bounds: __, ...column }: TableColumn): TableColumn {
  const axis = hats.positions.indexOf(column.name);
  const ucd = `pos.eq.${axis === 0 ? "ra" : "dec"};meta.main`;
  return axis < 0 ? column : { ...column, ucd, unit: column.unit || "deg" };
}

/** Bytes of an element, about those of short texts. */
function widthOf({ datatype = "", isText = true }: Partial<TableColumn> = {}): number {
  return isText ? 16 : Number(/\d+/.exec(datatype)?.[0] ?? 8) / 8;
}

/** Pixels of a map of the sky that are much smaller than the cone, or partitions where there is no map. */
function cellsIn(parts: readonly Part[], map: SkyMap | undefined, cone: Cone): SkyCell[] {
  const pixels = map
    ? pixelsIn(cone, Math.min(map.order, orderFor(cone.radius / FINE))).map((pixel) => ({
        ...pixel,
        rows: rowsIn(map, pixel),
      }))
    : partitionsIn(parts, cone).map((part) => ({ ...part, rows: part.stop - part.start }));
  return pixels.flatMap(({ rows, ...pixel }) => (rows > 0 ? { rows, corners: cornersOf(pixel) } : []));
}
