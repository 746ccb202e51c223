/**
 * Rendered pixels, and the same at half the size, a quarter and so on: there the values of four elements are one before they become a
 * colour. An image that is drawn small thus keeps its stars, as with WebGL2, and few pixels are moved for it.
 */
import type { ArrayData } from "asdf-wasm";
import { type Shrinking, shrink } from "asdf-wasm/image";

/** Sides shorter than this are not halved. */
const LEAST = 64;

type Values = ArrayData<Float32Array<ArrayBuffer> | Float64Array<ArrayBuffer>>;

/** How values become pixels. */
export interface Painting {
  readonly shrinking: Shrinking;
  readonly paint: (values: Values) => ImageData;
}

export class Pyramid {
  readonly #columns: number;
  readonly #levels: readonly HTMLCanvasElement[];
  #shrinking: Shrinking = "mean";

  constructor(columns: number, rows: number) {
    const levels = [canvasOf(columns, rows)];
    for (let part = 2; Math.min(columns, rows) / part >= LEAST; part *= 2) {
      levels.push(canvasOf(Math.ceil(columns / part), Math.ceil(rows / part)));
    }
    this.#columns = columns;
    this.#levels = levels;
  }

  /** Takes the rows from one on to before another. `values`: of all rows up to there, the first row at the bottom. */
  put(values: Float32Array<ArrayBuffer>, from: number, to: number, { shrinking, paint }: Painting): void {
    const width = this.#columns;
    this.#shrinking = shrinking;
    for (const [level, canvas] of this.#levels.entries()) {
      const step = 2 ** level;
      // Blocks that began with the rows before are complete only now.
      const first = Math.floor(from / step);
      const data = values.subarray(first * step * width, to * width);
      const rows = { data, shape: [data.length / width, width], stride: [width, 1] };
      const image = paint(step === 1 ? rows : shrink(rows, { step, by: shrinking }));
      canvas.getContext("2d")?.putImageData(image, 0, canvas.height - Math.ceil(to / step));
    }
  }

  /** Draws the first rows, `columns` by `rows` of them, into the unit square, at a scale of so many pixels of the screen an element. */
  draw(context: CanvasRenderingContext2D, columns: number, rows: number, scale: number): void {
    // Between two levels, the finer one has all detail; of maxima, smoothing it would dim the greatest.
    const round = this.#shrinking === "mean" ? Math.floor : Math.ceil;
    const level = Math.min(Math.max(0, round(-Math.log2(scale))), this.#levels.length - 1);
    const canvas = this.#levels[level];
    const part = 2 ** level;
    if (canvas) {
      context.imageSmoothingEnabled = scale < 1;
      context.drawImage(canvas, 0, canvas.height - rows / part, columns / part, rows / part, 0, 0, 1, 1);
    }
  }
}

function canvasOf(width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  return Object.assign(canvas, { width, height });
}
