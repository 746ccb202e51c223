/** State of the line view: its axis, the lines held beside the current one, and the scales. */

import type { ValueRange } from "@asdf-wasm/science/elements/values";
import { batch, signal } from "@preact/signals";
import type { Line, LineRequest } from "../../protocol/lines.ts";
import { type Linked, numberIn, rangeIn, rangeText } from "../../state/linked.ts";
import type { ViewHost, ViewModel } from "../../state/view.ts";
import type { Point } from "./chart.ts";
import type { RegionLine } from "./regionLine.ts";

/** The number of bins that long lines are thinned to: on a chart as wide as the screen, each pixel has a whole one. */
export function binsForScreen(): number {
  return Math.max(2048, 2 * Math.ceil(screen.width * devicePixelRatio));
}

type LineHost = Pick<ViewHost, "read" | "fail">;

export type LineChoice = Omit<LineRequest, "bins" | "window">;

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
  /** The current line, then those that are held. */
  readonly lines = signal<readonly Line[]>([]);
  /** The point at the cursor on each of them. */
  readonly points = signal<readonly (Point | undefined)[]>([]);
  /** In links: `along=0&log=x,y&errors=off&within=10,20`. */
  readonly linked: Linked = {
    names: ["along", "log", "errors", "within"],
    words: () => {
      const log = [...(this.logX.value ? ["x"] : []), ...(this.logY.value ? ["y"] : [])].join();
      return {
        ...(this.axis.value !== undefined && { along: String(this.axis.value) }),
        ...(log !== "" && { log }),
        ...(!this.errors.value && { errors: "off" }),
        ...(this.within.value && { within: rangeText(this.within.value) }),
      };
    },
    follow: ({ along, log = "", errors, within }) => {
      const axis = numberIn(along);
      batch(() => {
        this.axis.value = axis !== undefined && Number.isInteger(axis) && axis >= 0 ? axis : undefined;
        this.logX.value = log.split(",").includes("x");
        this.logY.value = log.split(",").includes("y");
        this.errors.value = errors !== "off";
        this.within.value = rangeIn(within);
      });
    },
  };
  readonly #host: LineHost;

  constructor(host: LineHost) {
    this.#host = host;
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
      const lines = first ? [first, ...others] : others;
      if (!signal.aborted) {
        this.lines.value = lines;
      }
    });
    if (failure) {
      this.#host.fail(failure);
    }
  }

  clear(): void {
    this.ofRegion.value = false;
    this.held.value = [];
    this.within.value = undefined;
    this.lines.value = [];
    this.points.value = [];
  }
}
