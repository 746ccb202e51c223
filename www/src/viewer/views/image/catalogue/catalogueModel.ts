/** The catalogue over the image: which table and columns, where its rows are in the image, and the selected one. */

import { isTableFile } from "@asdf-wasm/science/format/dialects";
import type { PositionColumns } from "@asdf-wasm/science/tables/positions";
import { batch, computed, effect, type ReadonlySignal, signal, untracked } from "@preact/signals";
import { problemOf } from "../../../protocol/notices.ts";
import type { Linked } from "../../../state/linked.ts";
import { RowsModel } from "../../../state/rows.ts";
import type { ViewHost, ViewModel, WaitingFile } from "../../../state/view.ts";
import { catalogueIn, catalogueText, lookIn, lookText } from "./catalogueLink.ts";
import { nearest } from "./draw/places.ts";
import { ErrorEllipses } from "./ellipses.ts";
import { PartsInView } from "./inView.ts";
import { CatalogueLook } from "./look.ts";
import { type Chosen, chosenOf, placeOf, RowPlaces, rowAt } from "./placing.ts";
import { type Surface, stageOf } from "./surface.ts";
import { type CatalogueSource, OpenTables } from "./tables.ts";

/** How far from a symbol a click still means it, in CSS pixels. */
const NEAR = 10;

export class CatalogueModel implements ViewModel {
  /** The tables of this file, then of other files. */
  readonly tables: ReadonlySignal<readonly CatalogueSource[]>;
  readonly chosen = signal<Chosen | undefined>(undefined);
  readonly look: CatalogueLook;
  readonly places: RowPlaces;
  readonly inView: PartsInView;
  readonly ellipses: ErrorEllipses;
  /** Whether so many rows are in view that they are drawn as dots. */
  readonly crowded = signal(false);
  /** The rows of it that are selected together, as pairs x, y. */
  readonly chosenPoints: ReadonlySignal<Float64Array | undefined>;
  /** Where these are among the rows that were read. */
  readonly chosenRows: ReadonlySignal<Uint32Array | undefined>;
  /** The selected row of the table that is drawn. */
  readonly selected: ReadonlySignal<number | undefined>;
  /** What is said of a file that is opened for its table. */
  readonly note = signal("");
  /** The word of links. */
  protected get word(): string {
    return "catalogue";
  }

  readonly linked: Linked = {
    names: [this.word, `${this.word}-by`],
    words: () => {
      const chosen = this.chosen.value;
      // A file beside this one is not part of the link.
      const isOwn = chosen && !chosen.file;
      const catalogue = isOwn ? catalogueText(chosen.table, chosen.columns) : this.#coming.value;
      const by = isOwn
        ? lookText(chosen.table, { ...this.look.by, errors: this.ellipses.factor.value })
        : this.#comingLook.value;
      return {
        ...(catalogue !== undefined && { [this.word]: catalogue }),
        ...(by !== undefined && { [`${this.word}-by`]: by }),
      };
    },
    follow: (words) => {
      this.#coming.value = words[this.word];
      this.#comingLook.value = words[`${this.word}-by`];
      this.chosen.value = undefined;
      this.#clearLook();
      this.#arrive();
    },
  };
  readonly #host: ViewHost;
  readonly #surface: Surface;
  readonly #open: OpenTables;
  /** Whether a person has chosen a table, or none. */
  #isDecided = false;
  /** The file that is being opened for its table, unless something else has been chosen since. */
  #opening: symbol | undefined;
  /** The word of a link to tables that are not known yet. */
  readonly #coming = signal<string | undefined>(undefined);
  readonly #comingLook = signal<string | undefined>(undefined);
  readonly #stop: readonly (() => void)[];

  constructor(host: ViewHost, surface = stageOf(host)) {
    [this.#host, this.#surface, this.#open] = [host, surface, new OpenTables(host)];
    this.tables = this.#open.all;
    this.places = new RowPlaces(this.chosen, surface);
    this.inView = new PartsInView(this.chosen, surface, this.places.problem);
    this.look = new CatalogueLook(this.chosen, this.places.problem);
    this.ellipses = new ErrorEllipses(this.chosen, this.places);
    this.chosenRows = computed(() => {
      const chosen = this.chosen.value;
      const rows = chosen?.host.model(RowsModel).chosenOf(chosen.table.node);
      return chosen?.spans ? rows?.map((row) => placeOf(chosen, row)) : rows;
    });
    this.chosenPoints = computed(() => {
      const [points, rows] = [this.places.points.value, this.chosenRows.value];
      return points && rows && pointsOf(points, rows);
    });
    this.selected = computed(() => {
      const chosen = this.chosen.value;
      const selected = chosen?.host.model(RowsModel).selected.value;
      return selected && selected.table === chosen?.table.node ? selected.row : undefined;
    });
    this.#stop = [
      this.places.dispose,
      this.inView.dispose,
      () => this.look.dispose(),
      this.ellipses.dispose,
      effect(() => {
        // The file of the table has been closed.
        const chosen = this.chosen.value;
        if (chosen?.file && !host.neighbours.value.some((other) => other.host === chosen.host)) {
          batch(() => {
            this.chosen.value = undefined;
            this.places.clear();
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
    this.#opening = undefined;
    this.#draw(source);
  }

  /** Opens a file, and draws its likeliest table. */
  async chooseIn({ name, open }: WaitingFile): Promise<void> {
    this.#isDecided = true;
    const opening = Symbol(name);
    this.#opening = opening;
    this.note.value = `Opening ${name} …`;
    try {
      const id = await open();
      const host = this.#host.neighbours.peek().find((other) => other.id === id)?.host;
      const [table] = (await host?.ask((worker) => worker.catalogue.list())) ?? [];
      if (this.#opening !== opening) {
        return;
      }
      if (host && table) {
        this.#draw({ table, file: name, host });
      } else {
        this.note.value = `${name} has no table with two columns of numbers.`;
      }
    } catch (cause) {
      if (this.#opening === opening) {
        this.note.value = `${name} cannot be opened: ${problemOf(cause)}`;
      }
    }
  }

  /** At its likeliest columns, those on the sky if the image has a place there. */
  #draw(source: CatalogueSource | undefined): void {
    const table = source?.table;
    const isOnSky = untracked(this.#surface.isOnSky);
    const suiting = table?.positions.find(({ place }) => "first" in place !== isOnSky);
    const columns = suiting ?? table?.positions[0] ?? { x: 0, y: 1, place: { first: 0 as const } };
    batch(() => {
      this.#coming.value = undefined;
      this.#comingLook.value = undefined;
      this.places.problem.value = "";
      this.note.value = "";
      this.look.shown.value = true;
      this.#clearLook();
      this.chosen.value = source && chosenOf(source, columns);
    });
  }

  setColumns(columns: PositionColumns): void {
    const chosen = this.chosen.peek();
    this.chosen.value = chosen && chosenOf(chosen, columns);
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
    const [points, chosen] = [this.places.points.peek(), this.chosen.peek()];
    const place = chosen ? placeOf(chosen, row) : row;
    const [x = Number.NaN, y = Number.NaN] = [points?.[2 * place], points?.[2 * place + 1]];
    return Number.isFinite(x) && Number.isFinite(y) ? { x, y } : undefined;
  }

  /** The row drawn at a point of the image, or so near that a click means it. */
  near(point: { readonly x: number; readonly y: number }): number | undefined {
    const points = this.look.shown.peek() ? this.places.points.peek() : undefined;
    const scale = devicePixelRatio / this.#surface.viewpoint.camera.peek().zoom;
    const place = points && nearest(points, point, Math.max(NEAR, this.look.size.peek() / 2) * scale);
    const chosen = this.chosen.peek();
    return place === undefined || !chosen ? place : rowAt(chosen, place);
  }

  forgetNeighbour(): void {
    this.#open.forgetNeighbour();
    const { look, places } = this;
    for (const computed of [
      ...[this.tables, look.sizes, look.shades, places.inside, this.ellipses.diameters],
      ...[this.chosenRows, this.chosenPoints, this.selected],
    ]) {
      computed.peek();
    }
  }

  clear(): void {
    this.#isDecided = false;
    this.#opening = undefined;
    batch(() => {
      this.#open.clear();
      this.chosen.value = undefined;
      this.places.clear();
      this.#clearLook();
      this.note.value = "";
      this.#coming.value = undefined;
      this.#comingLook.value = undefined;
    });
  }

  dispose(): void {
    this.#open.dispose();
    for (const stop of this.#stop) {
      stop();
    }
  }

  #clearLook(): void {
    this.look.clear();
    this.ellipses.clear();
  }

  /** Draws the table that a link names, once it is known. */
  #arrive(): void {
    const word = this.#coming.peek();
    const found = word === undefined ? undefined : catalogueIn(word, this.#open.own.peek());
    const { table, columns } = found ?? {};
    if (table && columns) {
      batch(() => {
        this.#coming.value = undefined;
        this.chosen.value = chosenOf({ table, file: undefined, host: this.#host }, columns);
        const by = lookIn(this.#comingLook.peek() ?? "", table);
        this.look.take(by);
        this.ellipses.factor.value = by.errors;
        this.#comingLook.value = undefined;
      });
    }
  }
}

/** Of some rows, as pairs x, y. */
export function pointsOf(points: Float64Array, rows: Uint32Array): Float64Array {
  const found = new Float64Array(2 * rows.length);
  for (const [i, row] of rows.entries()) {
    found[2 * i] = points[2 * row] ?? Number.NaN;
    found[2 * i + 1] = points[2 * row + 1] ?? Number.NaN;
  }
  return found;
}
