/** The image on the stage as a picture can be made of it. */
import { signal } from "@preact/signals";
import type { ViewModel } from "../../../state/view.ts";
import type { Camera, Size } from "../camera/camera.ts";
import type { Picturable } from "./raster.ts";

/**
 * Draws such a layer on an empty canvas as large as a screen; `ratio`: pixels of the canvas per CSS pixel. What is so far outside of the screen as
 * `beyond` says is drawn, too, and changes nothing on the screen.
 */
export type Painter = (
  context: CanvasRenderingContext2D,
  camera: Camera,
  screen: Size,
  ratio: number,
  beyond?: number,
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
  readonly drawn: () => Picturable | undefined;
  /** The element that holds the canvas and what is over it. */
  readonly area: HTMLElement;
  /** Draw the layers over the image that are no SVG, the lowest first. */
  readonly painters: () => ReadonlyMap<string, Painter>;
  /** Undefined for views with colours of their own. */
  readonly bar: () => Bar | undefined;
}

export class PictureModel implements ViewModel {
  /** Undefined while no image is on the stage. */
  readonly live = signal<LivePicture | undefined>(undefined);
  /** By the canvases on the page. */
  readonly #painters = new Map<Element, readonly [layer: string, painter: Painter]>();

  readonly painters = (): ReadonlyMap<string, Painter> => {
    const isBelow = (one: Element, other: Element): boolean =>
      (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
    const lowestFirst = [...this.#painters].toSorted(([one], [other]) => (isBelow(one, other) ? -1 : 1));
    return new Map(lowestFirst.map(([, painted]) => painted));
  };

  /** Lets a picture have the layer that a canvas shows. Returns a function that takes it away again. */
  paint(canvas: Element | null, layer: string, painter: Painter): () => void {
    if (canvas) {
      this.#painters.set(canvas, [layer, painter]);
    }
    return () => canvas && this.#painters.delete(canvas);
  }

  clear(): void {
    this.live.value = undefined;
  }
}
