/** The image on the stage as a picture can be made of it. */
import { signal } from "@preact/signals";
import type { ViewModel } from "../../../state/view.ts";
import type { Camera, Size } from "../camera/camera.ts";
import type { Drawn } from "./raster.ts";

/** What is drawn over the image on canvases of their own. */
export const PAINTED = [
  ["contours", "Contours"],
  ["catalogue", "Catalogue"],
] as const;

export type PaintedLayer = (typeof PAINTED)[number][0];

/** Draws such a layer on an empty canvas as large as a screen; `ratio`: pixels of the canvas per CSS pixel. */
export type Painter = (
  context: CanvasRenderingContext2D,
  camera: Camera,
  screen: Size,
  ratio: number,
) => void;

/** The colour bar: its 256 colours, its ends, its ticks at places from 0 to 1, and what the values are, with their unit. */
export interface Bar {
  readonly colors: Uint8Array;
  readonly label: string;
  readonly low: string;
  readonly high: string;
  readonly ticks: readonly { readonly place: number; readonly label: string }[];
}

export interface LivePicture {
  /** What is on the canvas now; undefined before the first plane. */
  readonly drawn: () => Drawn | undefined;
  /** The element that holds the canvas and what is over it. */
  readonly room: HTMLElement;
  /** Draw what is over the image but not in its element as SVG, the lowest layer first. */
  readonly painters: () => ReadonlyMap<PaintedLayer, Painter>;
  /** Undefined for views with colours of their own. */
  readonly bar: () => Bar | undefined;
}

export class PictureModel implements ViewModel {
  /** Undefined while no image is on the stage. */
  readonly live = signal<LivePicture | undefined>(undefined);
  readonly #painters = new Map<PaintedLayer, Painter>();

  get painters(): ReadonlyMap<PaintedLayer, Painter> {
    return new Map(PAINTED.flatMap(([layer]) => [...this.#painters].filter(([name]) => name === layer)));
  }

  /** Lets a picture have a layer. Returns a function that takes it away again. */
  paint(layer: PaintedLayer, painter: Painter): () => void {
    this.#painters.set(layer, painter);
    return () => this.#painters.delete(layer);
  }

  clear(): void {
    this.live.value = undefined;
  }
}
