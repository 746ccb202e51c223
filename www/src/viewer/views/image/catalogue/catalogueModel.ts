/** The catalogue over the image: which table and columns, where its rows are in the image, and the selected one. */

import { isTableFile } from "@asdf-wasm/science/format/dialects";
import type { PositionColumns } from "@asdf-wasm/science/tables/positions";
import { batch, computed, effect, type ReadonlySignal, signal, untracked } from "@preact/signals";
import { ABORTED, isAborted, noticeOf, problemOf } from "../../../protocol/notices.ts";
import type { CatalogueTable } from "../../../protocol/over/catalogue.ts";
import type { SymbolShape } from "../../../protocol/over/markers.ts";
import type { Linked } from "../../../state/linked.ts";
import { RowsModel } from "../../../state/rows.ts";
import type { ViewHost, ViewModel, WaitingFile } from "../../../state/view.ts";
import { catalogueIn, catalogueText } from "./catalogueLink.ts";
import { countInside, countLost, nearest } from "./places.ts";
import { isMagnitude, type Sizes, sizesOf } from "./sizes.ts";
import { fromEdge, type Surface, stageOf } from "./surface.ts";
import { type CatalogueSource, OpenTables } from "./tables.ts";

interface Chosen extends CatalogueSource {
  readonly columns: PositionColumns;
}

interface Sizing {
  readonly column: number;
  /** Whether the least values have the largest symbols. */
  readonly reversed: boolean;
}

/** The values of a column of a table. */
interface Known {
  readonly table: CatalogueTable;
  readonly column: number;
  readonly values: Float64Array;
}

/** How far from a symbol a click still means it, in CSS pixels. */
const NEAR = 10;

interface Placed {
  readonly chosen: Chosen;
  /** How many rows have no position in the table. */
  readonly lost: number;
  /** Pairs x, y of the image, with 0 at the edge of the first pixel. */
  readonly points: Float64Array;
}

export class CatalogueModel implements ViewModel {
  /** The tables of this file, then of other files. */
  readonly tables: ReadonlySignal<readonly CatalogueSource[]>;
  readonly chosen = signal<Chosen | undefined>(undefined);
  /** Whether symbols are drawn. */
  readonly shown = signal(true);
  readonly symbol = signal<SymbolShape>("circle");
  /** In CSS pixels. */
  readonly size = signal(10);
  readonly color = signal("#39e6ff");
  /** The column that symbols have their sizes by, if they are not all the same. */
  readonly sizing = signal<Sizing | undefined>(undefined);
  /** Of the rows that are drawn, once they are known. */
  readonly sizes: ReadonlySignal<Sizes | undefined>;
  /** Where the rows are, while that is known for the image that is shown. */
  readonly points: ReadonlySignal<Float64Array | undefined>;
  /** How many rows are in the image, and how many have no position. */
  readonly inside: ReadonlySignal<number | undefined>;
  readonly lost = computed(() => this.#placed.value?.lost ?? 0);
  /** Whether so many rows are in view that they are drawn as dots. */
  readonly crowded = signal(false);
  /** The rows of it that are selected together, as pairs x, y. */
  readonly chosenPoints: ReadonlySignal<Float64Array | undefined>;
  readonly chosenRows: ReadonlySignal<Uint32Array | undefined>;
  /** The selected row of the table that is drawn. */
  readonly selected: ReadonlySignal<number | undefined>;
  readonly problem = signal("");
  /** What is said of a file that is opened for its table. */
  readonly note = signal("");
  /** The word of links. */
  protected get word(): string {
    return "catalogue";
  }

  readonly linked: Linked = {
    names: [this.word],
    words: () => {
      const chosen = this.chosen.value;
      // A file beside this one is not part of the link.
      const isOwn = chosen && !chosen.file;
      const catalogue = isOwn ? catalogueText(chosen.table, chosen.columns) : this.#coming.value;
      return catalogue === undefined ? {} : { [this.word]: catalogue };
    },
    follow: (words) => {
      this.#coming.value = words[this.word];
      this.chosen.value = undefined;
      this.sizing.value = undefined;
      this.#arrive();
    },
  };
  readonly #host: ViewHost;
  readonly #surface: Surface;
  readonly #open: OpenTables;
  /** Whether a person has chosen a table, or none. */
  #isDecided = false;
  readonly #placed = signal<Placed | undefined>(undefined);
  readonly #measured = signal<Known | undefined>(undefined);
  /** The word of a link to tables that are not known yet. */
  readonly #coming = signal<string | undefined>(undefined);
  readonly #stop: readonly (() => void)[];

  constructor(host: ViewHost, surface = stageOf(host)) {
    [this.#host, this.#surface, this.#open] = [host, surface, new OpenTables(host)];
    this.tables = this.#open.all;
    this.points = computed(() => {
      const placed = this.#placed.value;
      return placed && placed.chosen === this.chosen.value ? placed.points : undefined;
    });
    this.sizes = computed(() => {
      const [chosen, sizing, known] = [this.chosen.value, this.sizing.value, this.#measured.value];
      const isKnown = sizing && known?.table === chosen?.table && known?.column === sizing.column;
      return isKnown ? sizesOf(known.values, sizing.reversed) : undefined;
    });
    this.inside = computed(() => {
      const [points, size] = [this.points.value, surface.viewpoint.image.value];
      return points && size && countInside(points, size);
    });
    this.chosenRows = computed(() => {
      const chosen = this.chosen.value;
      return chosen?.host.model(RowsModel).chosenOf(chosen.table.node);
    });
    this.chosenPoints = computed(() => {
      const [points, rows] = [this.points.value, this.chosenRows.value];
      return points && rows && pointsOf(points, rows);
    });
    this.selected = computed(() => {
      const chosen = this.chosen.value;
      const selected = chosen?.host.model(RowsModel).selected.value;
      return selected && selected.table === chosen?.table.node ? selected.row : undefined;
    });
    this.#stop = [
      effect(() => {
        const chosen = this.chosen.value;
        const placing = chosen && "sky" in chosen.columns.place ? surface.placing.value : undefined;
        const stopping = new AbortController();
        if (chosen) {
          untracked(() => void this.#place(chosen, placing, stopping.signal));
        }
        return () => stopping.abort(ABORTED);
      }),
      effect(() => {
        const [chosen, column] = [this.chosen.value, this.sizing.value?.column];
        const stopping = new AbortController();
        if (chosen && column !== undefined) {
          untracked(() => void this.#measure(chosen, column, stopping.signal));
        }
        return () => stopping.abort(ABORTED);
      }),
      effect(() => {
        // The file of the table has been closed.
        const chosen = this.chosen.value;
        if (chosen?.file && !host.neighbours.value.some((other) => other.host === chosen.host)) {
          batch(() => {
            this.chosen.value = undefined;
            this.#placed.value = undefined;
          });
        }
      }),
    ];
  }

  /** Finds the tables of the open files, once. */
  async find(): Promise<void> {
    if (await this.#open.find()) {
      this.#arrive();
      await this.#takeDropped();
    }
  }

  /** Whether neither a person nor a link has said what is drawn. */
  get #isFree(): boolean {
    return !this.#isDecided && !this.chosen.peek() && this.#coming.peek() === undefined;
  }

  /** Draws the catalogue that was dropped together with the image, if it is the only one and nothing else is to be drawn. */
  async #takeDropped(): Promise<void> {
    const [only, ...others] = this.#host.waiting.peek().filter(({ name }) => isTableFile(name));
    if (only && others.length === 0 && this.#isFree && this.#open.own.peek().length === 0) {
      await this.chooseIn(only);
    }
  }

  /** Draws the only table whose rows have a place in this image, unless a person has decided. */
  suggest(): void {
    if (!this.#isFree) {
      return;
    }
    const isOnSky = this.#surface.isOnSky();
    const { hasPixels } = this.#surface;
    const fitting = this.tables.value.filter(({ table }) =>
      table.positions.some(({ place }) => ("first" in place ? hasPixels : isOnSky)),
    );
    const own = fitting.filter(({ file }) => file === undefined);
    const [only, ...others] = own.length > 0 ? own : fitting;
    if (only && others.length === 0) {
      this.#draw(only);
    }
  }

  /** Draws a table that a person has chosen, or none. */
  choose(source: CatalogueSource | undefined): void {
    this.#isDecided = true;
    this.#draw(source);
  }

  /** Opens a file, and draws its likeliest table. */
  async chooseIn({ name, open }: WaitingFile): Promise<void> {
    this.#isDecided = true;
    this.note.value = `Opening ${name} …`;
    try {
      const id = await open();
      const host = this.#host.neighbours.peek().find((other) => other.id === id)?.host;
      const [table] = (await host?.ask((worker) => worker.catalogue.list())) ?? [];
      if (host && table) {
        this.#draw({ table, file: name, host });
      } else {
        this.note.value = `${name} has no table with two columns of numbers.`;
      }
    } catch (cause) {
      this.note.value = `${name} cannot be opened: ${problemOf(cause)}`;
    }
  }

  /** At its likeliest columns, those on the sky if the image has a place there. */
  #draw(source: CatalogueSource | undefined): void {
    const table = source?.table;
    const isOnSky = untracked(this.#surface.isOnSky);
    const suiting = table?.positions.find(({ place }) => "sky" in place === isOnSky);
    const columns = suiting ?? table?.positions[0] ?? { x: 0, y: 1, place: { first: 0 as const } };
    batch(() => {
      this.#coming.value = undefined;
      this.problem.value = "";
      this.note.value = "";
      this.shown.value = true;
      this.sizing.value = undefined;
      this.chosen.value = source && { ...source, columns };
    });
  }

  setColumns(columns: PositionColumns): void {
    const chosen = this.chosen.peek();
    this.chosen.value = chosen && { ...chosen, columns };
  }

  /** Gives symbols sizes by a column, or all the same. */
  sizeBy(column: number | undefined): void {
    const unit = this.chosen.peek()?.table.columns[column ?? -1]?.unit ?? "";
    this.sizing.value = column === undefined ? undefined : { column, reversed: isMagnitude(unit) };
  }

  /** Selects a row; with `centred`, the image moves to it. */
  select(row: number | undefined, centred = false): void {
    const chosen = this.chosen.peek();
    if (chosen) {
      const selected = row === undefined ? undefined : { table: chosen.table.node, row };
      chosen.host.model(RowsModel).selected.value = selected;
    }
    const point = row === undefined ? undefined : this.placeOf(row);
    if (point && centred) {
      this.#surface.viewpoint.lookAt(point);
    }
  }

  placeOf(row: number): { readonly x: number; readonly y: number } | undefined {
    const points = this.points.peek();
    const [x = Number.NaN, y = Number.NaN] = [points?.[2 * row], points?.[2 * row + 1]];
    return Number.isFinite(x) && Number.isFinite(y) ? { x, y } : undefined;
  }

  /** The row drawn at a point of the image, or so near that a click means it. */
  near(point: { readonly x: number; readonly y: number }): number | undefined {
    const points = this.shown.peek() ? this.points.peek() : undefined;
    const scale = devicePixelRatio / this.#surface.viewpoint.camera.peek().zoom;
    return points && nearest(points, point, Math.max(NEAR, this.size.peek() / 2) * scale);
  }

  forgetNeighbour(): void {
    this.#open.forgetNeighbour();
    for (const computed of [
      this.tables,
      this.sizes,
      this.inside,
      this.chosenRows,
      this.chosenPoints,
      this.selected,
    ]) {
      computed.peek();
    }
  }

  clear(): void {
    this.#isDecided = false;
    batch(() => {
      this.#open.clear();
      this.chosen.value = undefined;
      this.problem.value = "";
      this.note.value = "";
      this.#placed.value = undefined;
      this.#measured.value = undefined;
      this.sizing.value = undefined;
      this.#coming.value = undefined;
    });
  }

  dispose(): void {
    this.#open.dispose();
    for (const stop of this.#stop) {
      stop();
    }
  }

  /** Draws the table that a link names, once it is known. */
  #arrive(): void {
    const word = this.#coming.peek();
    const found = word === undefined ? undefined : catalogueIn(word, this.#open.own.peek());
    const { table, columns } = found ?? {};
    if (table && columns) {
      batch(() => {
        this.#coming.value = undefined;
        this.chosen.value = { table, file: undefined, host: this.#host, columns };
      });
    }
  }

  async #measure({ host, table }: Chosen, column: number, stop: AbortSignal): Promise<void> {
    const values = await this.#read(stop, () =>
      host.request(stop, (worker, signal) => worker.catalogue.numbers({ node: table.node, column }, signal)),
    );
    if (values) {
      this.#measured.value = { table, column, values };
    }
  }

  async #place(chosen: Chosen, placing: Surface["placing"]["value"], stop: AbortSignal): Promise<void> {
    const { place } = chosen.columns;
    if ("sky" in place ? !placing : !this.#surface.hasPixels) {
      this.problem.value =
        "sky" in place
          ? "This image has no world coordinates: choose columns of pixels"
          : "Pixels are those of one image: choose columns of positions on the sky";
      return;
    }
    const found = await this.#read(stop, async () => {
      const pairs = await chosen.host.request(stop, (worker, signal) =>
        worker.catalogue.positions({ node: chosen.table.node, columns: chosen.columns }, signal),
      );
      const points =
        "sky" in place
          ? await placing?.(pairs, place.sky)
          : fromEdge(pairs.map((value) => value - place.first));
      return points && { chosen, lost: countLost(pairs), points };
    });
    if (found) {
      batch(() => {
        this.problem.value = "";
        this.#placed.value = found;
      });
    }
  }

  /** What is read, unless that was stopped, or failed, which is said. */
  async #read<T>(stop: AbortSignal, read: () => Promise<T>): Promise<T | undefined> {
    try {
      const found = await read();
      return stop.aborted ? undefined : found;
    } catch (cause) {
      const notice = noticeOf(cause);
      if (!isAborted(notice) && !stop.aborted) {
        this.problem.value = notice.message;
      }
      return undefined;
    }
  }
}

function pointsOf(points: Float64Array, rows: Uint32Array): Float64Array {
  const found = new Float64Array(2 * rows.length);
  for (const [i, row] of rows.entries()) {
    found[2 * i] = points[2 * row] ?? Number.NaN;
    found[2 * i + 1] = points[2 * row + 1] ?? Number.NaN;
  }
  return found;
}
