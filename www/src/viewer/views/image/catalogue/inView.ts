/**
 * Of a table that is stored by parts of the sky, as a catalogue of HATS is, what is in view: the rows of the parts that the view touches, or,
 * where these are too many, how many there are in each of its small parts.
 */
import { positionOf, stepOnSphere, vectorOf } from "@asdf-wasm/science/regions/sphere";
import type { SkyCone } from "@asdf-wasm/science/tables/sky";
import { effect, type Signal, signal, untracked } from "@preact/signals";
import { ABORTED } from "../../../protocol/notices.ts";
import type { RowsInView } from "../../../protocol/over/catalogue.ts";
import { toImage } from "../camera/camera.ts";
import type { Density } from "./draw/density.ts";
import type { Chosen } from "./placing.ts";
import { read } from "./reading.ts";
import type { Surface } from "./surface.ts";

/** More rows are not read for one view. */
const MOST = 2 ** 21;
/** The view is at rest for so long before anything is read, in milliseconds. */
const REST = 200;
/** Points on each side of the view whose positions say where it is. */
const SIDE = 5;
/** The cone is a little larger than these points need, for what is between them. */
const MARGIN = 1.1;

export class PartsInView {
  readonly density = signal<Density | undefined>(undefined);
  readonly dispose: () => void;
  readonly #chosen: Signal<Chosen | undefined>;
  readonly #surface: Surface;
  readonly #problem: Signal<string>;

  constructor(chosen: Signal<Chosen | undefined>, surface: Surface, problem: Signal<string>) {
    [this.#chosen, this.#surface, this.#problem] = [chosen, surface, problem];
    const { camera, screen, image } = surface.viewpoint;
    this.dispose = effect(() => {
      const [wanted, placing] = [chosen.value, surface.placing.value];
      const stopping = new AbortController();
      // All that changes the view.
      if (wanted?.spans && placing && camera.value && screen.value && image.value) {
        const waiting = setTimeout(() => untracked(() => void this.#look(wanted, stopping.signal)), REST);
        stopping.signal.addEventListener("abort", () => clearTimeout(waiting));
      } else {
        this.density.value = undefined;
      }
      return () => stopping.abort(ABORTED);
    });
  }

  async #look(chosen: Chosen, stop: AbortSignal): Promise<void> {
    const { node } = chosen.table;
    const found = await read(this.#problem, stop, async () => {
      const cone = await this.#cone();
      const answer: RowsInView = cone
        ? await chosen.host.request(stop, (worker) => worker.catalogue.inView({ node, cone, most: MOST }))
        : { spans: [] };
      const { cells } = answer;
      const corners = cells && (await this.#surface.placing.peek()?.(cells.corners, "icrs"));
      return { spans: answer.spans, density: cells && corners && { rows: cells.rows, corners } };
    });
    if (found && this.#chosen.peek() === chosen) {
      this.density.value = found.density;
      if (JSON.stringify(found.spans) !== JSON.stringify(chosen.spans)) {
        this.#chosen.value = { ...chosen, spans: found.spans };
      }
    }
  }

  /** A cone around what is in view; undefined where no sky is. */
  async #cone(): Promise<SkyCone | undefined> {
    const { viewpoint, sky } = this.#surface;
    const [camera, screen] = [viewpoint.camera.peek(), viewpoint.screen.peek()];
    const { width = 0, height = 0 } = viewpoint.image.peek() ?? {};
    const points = Array.from({ length: SIDE * SIDE }, (_, i) => {
      const [across, down] = [(i % SIDE) / (SIDE - 1), Math.floor(i / SIDE) / (SIDE - 1)];
      const { x, y } = toImage(camera, screen, { x: across * screen.width, y: down * screen.height });
      return [Math.min(Math.max(x, 0), width), Math.min(Math.max(y, 0), height)];
    });
    const positions = (await sky(Float64Array.from(points.flat()))) ?? new Float64Array();
    return coneAround(positions);
  }
}

/** Where some positions are not known, more than half of the sky may be in view. */
function coneAround(positions: Float64Array): SkyCone | undefined {
  const known = Array.from(
    { length: positions.length / 2 },
    (_, i) => [positions[2 * i] ?? Number.NaN, positions[2 * i + 1] ?? Number.NaN] as const,
  ).filter(([ra, dec]) => Number.isFinite(ra + dec));
  if (known.length === 0) {
    return undefined;
  }
  const vectors = known.map((position) => vectorOf(...position));
  const along = (axis: 0 | 1 | 2) => vectors.reduce((sum, vector) => sum + vector[axis], 0);
  const [ra, dec] = positionOf([along(0), along(1), along(2)]);
  const furthest = Math.max(...known.map((position) => Math.hypot(...stepOnSphere(ra, dec, ...position))));
  const isWhole = known.length < positions.length / 2;
  return { ra, dec, radius: isWhole ? 180 : Math.min(MARGIN * furthest, 180) };
}
