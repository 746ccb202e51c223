/** What the tool for regions is doing: the shape to be drawn next, and the one being drawn. */

import { centreOf, movedBy } from "@asdf-wasm/science/regions/geometry";
import { COLOR } from "@asdf-wasm/science/regions/linkText";
import type { NewRegion, Position, RegionKind, RegionShape } from "@asdf-wasm/science/regions/region";
import { batch, computed, signal } from "@preact/signals";
import { hasManyPoints, leastPoints, placed } from "../../../regions/drawing.ts";
import { isOfSky } from "../../../regions/names.ts";
import { RegionsModel } from "../../../state/regions.ts";
import type { ViewHost, ViewModel } from "../../../state/view.ts";
import type { Viewpoint } from "../camera/viewpoint.ts";
import { ImageModel } from "../model/imageModel.ts";

/** Half the size of a shape that is placed by a click, in CSS pixels, and how far copies are from their originals. */
const USUAL = 32;
const BESIDE = 16;
/** Steps in pixels of the image that are worth showing, and the zoom below which they are. */
const STEPS = [
  [0.5, 2],
  [0.1, 12],
  [0.01, Number.POSITIVE_INFINITY],
] as const;

/** What came of opening or saving a file. */
export interface Report {
  readonly text: string;
  /** What was left out, and why. */
  readonly problems: readonly string[];
  /** How many more there are. */
  readonly more: number;
}

export class RegionTool implements ViewModel {
  /** The shape to be drawn. */
  readonly kind = signal<RegionKind | undefined>(undefined);
  /** Whether it is drawn again and again. */
  readonly isHeld = signal(false);
  /** What is being drawn; the last point of one that is drawn by points follows the pointer. */
  readonly draft = signal<RegionShape | undefined>(undefined);
  /** What came of opening or saving a file. */
  readonly report = signal<Report | undefined>(undefined);
  /** Whether what is drawn next follows the sky. */
  readonly onSky = signal(false);
  /** The colour of what is drawn next. */
  readonly color = signal(COLOR);
  /** Whether what is drawn by points has enough of them. */
  readonly canFinish = computed(() => this.#settled(this.draft.value) !== undefined);
  readonly #regions: RegionsModel;
  readonly #viewpoint: Viewpoint;

  constructor(
    host: Pick<ViewHost, "model">,
    regions = host.model(RegionsModel),
    viewpoint = host.model(ImageModel).viewpoint,
  ) {
    [this.#regions, this.#viewpoint] = [regions, viewpoint];
  }

  /** CSS pixels in a pixel of the image. */
  get zoom(): number {
    return this.#viewpoint.camera.peek().zoom / devicePixelRatio;
  }

  /** Rounds a coordinate to what can be seen at the zoom. */
  readonly snap = (value: number): number => {
    const [step] = STEPS.find(([, most]) => this.zoom < most) ?? [0.01];
    return Number((Math.round(value / step) * step).toFixed(2));
  };

  arm(kind: RegionKind | undefined, isHeld = false): void {
    batch(() => {
      this.kind.value = kind;
      this.isHeld.value = isHeld;
      this.draft.value = undefined;
      if (kind) {
        this.#regions.select(undefined);
      }
    });
  }

  /** Adds a region and ends drawing, unless it is held. */
  finish(shape: RegionShape): void {
    batch(() => {
      this.draft.value = undefined;
      if (!this.isHeld.peek()) {
        this.kind.value = undefined;
      }
      this.#add({ shape, name: "", color: this.color.peek() }, this.onSky.peek());
    });
  }

  /** Lets a region of the image follow the sky. */
  async follow(id: number, gesture?: unknown): Promise<void> {
    if (!(await this.#regions.toSky(id, gesture))) {
      const text = "The region has no position on the sky: it stays with this image";
      this.report.value = { text, problems: [], more: 0 };
    }
  }

  /** Ends what is drawn by points at the last point that was set. */
  finishPoints(): void {
    const shape = this.#settled(this.draft.peek());
    if (shape) {
      this.finish(shape);
    }
  }

  /** Drops what is being drawn, and then the shape to be drawn. Returns whether there was either. */
  cancel(): boolean {
    const isDrawing = this.draft.peek() !== undefined;
    const isArmed = this.kind.peek() !== undefined;
    this.draft.value = undefined;
    if (!isDrawing) {
      this.arm(undefined);
    }
    return isDrawing || isArmed;
  }

  /** A shape of a usual size about a point, by default the middle of the view. */
  place(kind: RegionKind, at: Position = this.#middle): void {
    this.finish(placed(kind, at, Math.max(USUAL / this.zoom, 1), this.snap));
  }

  /** Copies the selected region to its side. */
  duplicate(): void {
    const region = this.#regions.selected.peek();
    if (region) {
      const step = Math.max(Math.round(BESIDE / this.zoom), 1);
      const { id, ...copy } = { ...region, shape: movedBy(region.shape, { x: step, y: -step }) };
      this.#add(copy, isOfSky(id));
    }
  }

  /** Brings a region into the middle of the view. */
  lookAt(shape: RegionShape): void {
    const { x, y } = centreOf(shape);
    this.#viewpoint.lookAt({ x: x + 0.5, y: y + 0.5 });
  }

  clear(): void {
    this.arm(undefined);
    this.report.value = undefined;
    this.color.value = COLOR;
  }

  /** Adds a region, which may then follow the sky: one step to undo. */
  #add(region: NewRegion, isOfSky: boolean): void {
    const gesture = {};
    this.#regions.add([region], gesture);
    const id = this.#regions.selectedId.peek();
    if (isOfSky && id !== undefined) {
      void this.follow(id, gesture);
    }
  }

  get #middle(): Position {
    const { x, y } = this.#viewpoint.camera.peek();
    return { x: x - 0.5, y: y - 0.5 };
  }

  /** What is drawn by points without the one that follows the pointer; undefined while they are too few. */
  #settled(draft: RegionShape | undefined): RegionShape | undefined {
    if (!draft || !("points" in draft) || !hasManyPoints(draft.kind)) {
      return undefined;
    }
    const points = draft.points.slice(0, -1);
    return points.length >= leastPoints(draft.kind) ? { kind: draft.kind, points } : undefined;
  }
}
