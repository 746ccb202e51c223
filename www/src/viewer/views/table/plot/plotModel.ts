/** How the tables of a file are plotted, what is known of the plot that is shown, and its links. */

import type { RowChoice } from "@asdf-wasm/science/tables/choice";
import type { PlotFacts, PlotPicture, PlotWindow } from "@asdf-wasm/science/tables/plotting";
import type { Arrangement, TableFacts } from "@asdf-wasm/science/tables/window";
import { batch, signal } from "@preact/signals";
import { isAborted, noticeOf } from "../../../protocol/notices.ts";
import type { PlotPoint, PlotRequest } from "../../../protocol/plot.ts";
import type { Linked, Words } from "../../../state/linked.ts";
import { choiceIn, choiceText, RowsModel } from "../../../state/rows.ts";
import type { ViewHost, ViewModel } from "../../../state/view.ts";
import { PLOT_NAMES, type PlotSettings, plotIn, plotWords, usualPlot } from "./plotLink.ts";

/** So many bytes are fetched without asking. */
const LITTLE = 2 ** 24;

export type Tool = "box" | "lasso" | "move";
/** What an outline does with the rows that are selected before. */
export type Mode = "new" | "add" | "remove";

interface ShownTable {
  readonly node: number;
  readonly table: TableFacts;
}

/** What is drawn, and of which part of the plane. */
export interface Drawn {
  readonly of: PlotRequest;
  readonly picture: PlotPicture;
  readonly window: PlotWindow;
}

/** A plot that would fetch much. */
interface Question {
  readonly key: string;
  readonly bytes: number;
}

export class PlotModel implements ViewModel {
  readonly tool = signal<Tool>("box");
  readonly mode = signal<Mode>("new");
  readonly facts = signal<PlotFacts | undefined>(undefined);
  readonly drawn = signal<Drawn | undefined>(undefined);
  /** The points under the pointer and of the selected row. */
  readonly hovered = signal<PlotPoint | undefined>(undefined);
  readonly focused = signal<PlotPoint | undefined>(undefined);
  readonly question = signal<Question | undefined>(undefined);
  readonly linked: Linked = {
    names: PLOT_NAMES,
    words: (node) => {
      const [coming, shown] = [this.#coming.value, this.#shown.value];
      if (coming?.node === node) {
        return coming.words;
      }
      if (shown?.node !== node) {
        return {};
      }
      const { id, columns } = shown.table;
      const rows = choiceText(this.#rows.choiceOf(id), columns);
      return { ...plotWords(this.settingsOf(shown.table), columns), ...(rows !== "" && { rows }) };
    },
    follow: (words, node) => {
      const own = PLOT_NAMES.flatMap((name) => (words[name] ? [[name, words[name]] as const] : []));
      const hasOwn = this.#settings.peek().size > 0 || this.#rows.choice.peek() !== undefined;
      this.#coming.value = own.length > 0 || hasOwn ? { node, words: Object.fromEntries(own) } : undefined;
      this.#arrive();
    },
  };
  readonly #host: ViewHost;
  readonly #rows: RowsModel;
  readonly #settings = signal<ReadonlyMap<number, PlotSettings>>(new Map());
  readonly #shown = signal<ShownTable | undefined>(undefined);
  /** The words of a link to a table that is not known yet. */
  readonly #coming = signal<{ readonly node: number; readonly words: Words } | undefined>(undefined);
  /** Plots that may fetch what they need. */
  readonly #agreed = new Set<string>();
  #wanted: { readonly draw: () => Promise<void> } | undefined;
  #isDrawing = false;

  constructor(host: ViewHost) {
    [this.#host, this.#rows] = [host, host.model(RowsModel)];
  }

  /** A table is on the stage, and its columns are known. */
  show(shown: ShownTable): void {
    this.#shown.value = shown;
    this.#arrive();
  }

  settingsOf({ id, columns }: Pick<TableFacts, "id" | "columns">): PlotSettings {
    return this.#settings.value.get(id) ?? usualPlot(columns);
  }

  change(table: TableFacts, change: Partial<PlotSettings>): void {
    const settings = { ...this.settingsOf(table), ...change };
    this.#settings.value = new Map(this.#settings.peek()).set(table.id, settings);
  }

  requestOf(table: TableFacts, filters: Arrangement["filters"]): PlotRequest {
    const { x, y, color, logX, logY } = this.settingsOf(table);
    return { x, y, color, logX, logY, filters };
  }

  /** Reads the columns of a plot; asks first if they are large and far. */
  async read(table: number, request: PlotRequest): Promise<void> {
    const key = `${table} ${request.x} ${request.y} ${request.color}`;
    this.question.value = undefined;
    const failure = await this.#host.read(async ({ request: ask, signal }) => {
      const cost = await ask((worker) => worker.plot.cost({ table, plot: request }));
      if (cost.isRemote && cost.bytes > LITTLE && !this.#agreed.has(key)) {
        this.#forget();
        this.question.value = { key, bytes: cost.bytes };
        return;
      }
      const facts = await ask((worker, signal) => worker.plot.read({ table, plot: request }, signal));
      if (!signal.aborted) {
        batch(() => {
          this.facts.value = facts;
          this.hovered.value = undefined;
        });
      }
    });
    if (failure) {
      this.#host.fail(failure);
    }
  }

  /** The columns that are asked about may be fetched. */
  agree(): void {
    const key = this.question.peek()?.key;
    if (key !== undefined) {
      this.#agreed.add(key);
    }
  }

  /** Draws the newest that is wanted, once the drawing under way has ended. */
  draw(table: number, request: PlotRequest, window: PlotWindow, choice: RowChoice): void {
    const { signal } = new AbortController();
    const draw = async (): Promise<void> => {
      const { picture } = await this.#host.request(signal, (worker, signal) =>
        worker.plot.picture({ table, plot: request, window, choice }, signal),
      );
      if (this.facts.peek()) {
        this.drawn.value = { of: request, picture, window };
      }
    };
    this.#wanted = { draw };
    void this.#drawOn();
  }

  clear(): void {
    batch(() => {
      this.#settings.value = new Map();
      this.#shown.value = undefined;
      this.#coming.value = undefined;
      this.question.value = undefined;
      this.#agreed.clear();
      this.#forget();
    });
  }

  #forget(): void {
    batch(() => {
      this.facts.value = undefined;
      this.drawn.value = undefined;
      this.hovered.value = undefined;
      this.focused.value = undefined;
    });
  }

  async #drawOn(): Promise<void> {
    if (this.#isDrawing) {
      return;
    }
    this.#isDrawing = true;
    try {
      for (let next = this.#wanted; next; next = this.#wanted) {
        this.#wanted = undefined;
        await next.draw();
      }
    } catch (cause) {
      const notice = noticeOf(cause);
      if (!isAborted(notice)) {
        this.#host.fail(notice);
      }
    } finally {
      this.#isDrawing = false;
    }
  }

  #arrive(): void {
    const [coming, shown] = [this.#coming.peek(), this.#shown.peek()];
    if (coming && coming.node === shown?.node) {
      const { id, columns } = shown.table;
      batch(() => {
        this.#coming.value = undefined;
        this.#settings.value = new Map(this.#settings.peek()).set(id, plotIn(coming.words, columns));
        this.#rows.choose(id, choiceIn(coming.words["rows"] ?? "", columns));
      });
    }
  }
}
