/** State of the line view: its axis, the lines held beside the current one and those of other files, and the scales. */

import type { ValueRange } from "@asdf-wasm/science/elements/values";
import { batch, signal } from "@preact/signals";
import type { Line } from "../../protocol/lines.ts";
import { ChosenFiles } from "../../state/chosenFiles.ts";
import { type Linked, numberIn, rangeIn, rangeText } from "../../state/linked.ts";
import type { ViewHost, ViewModel } from "../../state/view.ts";
import type { Point } from "./chart.ts";
import { binsForScreen, type LineChoice } from "./lineChoice.ts";
import { type BesideLine, linesElsewhere } from "./linesElsewhere.ts";
import type { RegionLine } from "./regionLine.ts";

export class LineModel implements ViewModel {
  /** The chosen axis of the line; the last axis by default. */
  readonly axis = signal<number | undefined>(undefined);
  readonly logX = signal(false);
  readonly logY = signal(false);
  /** Whether errors are drawn as bands. */
  readonly errors = signal(true);
  /** Whether the line belongs to the selected region. */
  readonly ofRegion = signal(false);
  /** Lines that stay beside others. */
  readonly held = signal<readonly LineChoice[]>([]);
  /** The part of the line that is shown, unless it is the whole. */
  readonly within = signal<ValueRange | undefined>(undefined);
  /** The current line, then those that are held, then those of other files. */
  readonly lines = signal<readonly Line[]>([]);
  /** The files whose lines are on the chart, and these. */
  readonly others: ChosenFiles;
  readonly beside = signal<readonly BesideLine[]>([]);
  /** The point at the cursor on each of them. */
  readonly points = signal<readonly (Point | undefined)[]>([]);
  /** In links: `along=0&log=x,y&errors=off&within=10,20&linesWith=b.fits,c.fits`. */
  readonly linked: Linked = {
    names: ["along", "log", "errors", "within", "linesWith"],
    words: () => {
      const linesWith = this.others.word();
      const log = [...(this.logX.value ? ["x"] : []), ...(this.logY.value ? ["y"] : [])].join();
      return {
        ...(this.axis.value !== undefined && { along: String(this.axis.value) }),
        ...(log !== "" && { log }),
        ...(linesWith && { linesWith }),
        ...(!this.errors.value && { errors: "off" }),
        ...(this.within.value && { within: rangeText(this.within.value) }),
      };
    },
    follow: ({ along, log = "", errors, within, linesWith }) => {
      const axis = numberIn(along);
      batch(() => {
        this.axis.value = axis !== undefined && Number.isInteger(axis) && axis >= 0 ? axis : undefined;
        this.logX.value = log.split(",").includes("x");
        this.logY.value = log.split(",").includes("y");
        this.errors.value = errors !== "off";
        this.within.value = rangeIn(within);
        this.others.follow(linesWith);
      });
    },
  };
  readonly #host: ViewHost;

  constructor(host: ViewHost) {
    this.#host = host;
    this.others = new ChosenFiles(host);
  }

  /** Shows the part of the lines in a window; `region` asks for the line in place of the first. */
  async show(
    choices: readonly LineChoice[],
    window: ValueRange | undefined,
    region?: RegionLine["ask"],
  ): Promise<void> {
    const requests = choices.map((choice) => ({ ...choice, window, bins: binsForScreen() }));
    const failure = await this.#host.read(async ({ request, signal }) => {
      const first = region && (await request(region));
      const asked = first ? requests.slice(1) : requests;
      const others =
        asked.length > 0 ? await request((worker, signal) => worker.array.lines(asked, signal)) : [];
      const own = first ? [first, ...others] : others;
      const beside = first ? [] : await this.#elsewhere(choices[0], own[0], window, signal);
      if (!signal.aborted) {
        const named = (line: Line) => ({ ...line, name: `${this.#host.uniqueName.peek()}: ${line.name}` });
        batch(() => {
          this.beside.value = beside;
          this.lines.value = [
            ...(beside.length > 0 ? own.map(named) : own),
            ...beside.flatMap(({ line }) => line ?? []),
          ];
        });
      }
    });
    if (failure) {
      this.#host.fail(failure);
    }
  }

  async #elsewhere(
    choice: LineChoice | undefined,
    line: Line | undefined,
    window: ValueRange | undefined,
    signal: AbortSignal,
  ): Promise<readonly BesideLine[]> {
    const sources = this.others.sources.peek();
    if (sources.length === 0 || !choice || !line) {
      return [];
    }
    const axisOf = (other: ViewHost) => other.model(LineModel).axis.peek();
    return linesElsewhere({ host: this.#host, choice, line, axisOf }, sources, window, signal);
  }

  forgetNeighbour(): void {
    this.others.forget();
    const open = this.others.sources.peek();
    this.beside.value = this.beside.peek().filter(({ source }) => open.some(({ id }) => id === source.id));
  }

  dispose(): void {
    this.others.dispose();
  }

  clear(): void {
    this.others.clear();
    this.beside.value = [];
    this.ofRegion.value = false;
    this.held.value = [];
    this.within.value = undefined;
    this.lines.value = [];
    this.points.value = [];
  }
}
