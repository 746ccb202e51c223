/** What the line view shows and how: along which axis, which lines stay beside the current one, and the scales. */
import { signal } from "@preact/signals";
import type { Work } from "../../client/reading.ts";
import type { Limits, Line, LineAsked, Notice } from "../../protocol/protocol.ts";
import type { Point } from "./chart.ts";

/** How many stretches a long line is thinned to: hardly a chart is wider in pixels. */
export const BINS = 2048;

/** What the lines ask of the session. */
interface Asked {
  read(work: (work: Work) => Promise<void>): Promise<Notice | undefined>;
  /** Shows nothing but why. */
  fail(notice: Notice): void;
}

export type LineChoice = Omit<LineAsked, "bins" | "window">;

export class LineModel {
  /** The axis to go along, where there is a choice; the last one unless it is chosen. */
  readonly axis = signal<number | undefined>(undefined);
  readonly logX = signal(false);
  readonly logY = signal(false);
  /** Whether errors are drawn as bands. */
  readonly errors = signal(true);
  /** Lines that stay while others are looked at. */
  readonly held = signal<readonly LineChoice[]>([]);
  /** The current line, then those that are held. */
  readonly lines = signal<readonly Line[]>([]);
  /** Where the cursor is on each of them. */
  readonly points = signal<readonly (Point | undefined)[]>([]);
  readonly #asked: Asked;

  constructor(asked: Asked) {
    this.#asked = asked;
  }

  /** Shows lines, as far as they are in the window. */
  async show(choices: readonly LineChoice[], window: Limits | undefined): Promise<void> {
    const asked = choices.map((choice) => ({ ...choice, window, bins: BINS }));
    const failure = await this.#asked.read(async ({ connection, signal }) => {
      const lines = await connection.stoppable(signal, (task) => connection.engine.lines(task, asked));
      if (!signal.aborted) {
        this.lines.value = lines;
      }
    });
    if (failure) {
      this.#asked.fail(failure);
    }
  }

  clear(): void {
    this.held.value = [];
    this.lines.value = [];
    this.points.value = [];
  }
}
