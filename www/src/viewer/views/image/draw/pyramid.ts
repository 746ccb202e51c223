/**
 * Rendered pixels, and the same at half the size, a quarter and so on: a pixel there is the mean of four. An image that is drawn small
 * thus shows all its elements, as with WebGL2, and few pixels are moved for it.
 */

/** Sides shorter than this are not halved. */
const LEAST = 64;

export class Pyramid {
  readonly #levels: readonly HTMLCanvasElement[];

  constructor(columns: number, rows: number) {
    const levels = [canvasOf(columns, rows)];
    for (let part = 2; Math.min(columns, rows) / part >= LEAST; part *= 2) {
      levels.push(canvasOf(Math.ceil(columns / part), Math.ceil(rows / part)));
    }
    this.#levels = levels;
  }

  /** Puts rows of pixels below `top`. */
  put(image: ImageData, top: number): void {
    const [base] = this.#levels;
    base?.getContext("2d")?.putImageData(image, 0, top);
    let [from, to] = [top, top + image.height];
    for (const [index, canvas] of this.#levels.slice(1).entries()) {
      const finer = this.#levels[index];
      const context = canvas.getContext("2d");
      [from, to] = [Math.floor(from / 2), Math.ceil(to / 2)];
      if (finer && context) {
        context.clearRect(0, from, canvas.width, to - from);
        context.drawImage(
          finer,
          0,
          2 * from,
          2 * canvas.width,
          2 * (to - from),
          0,
          from,
          canvas.width,
          to - from,
        );
      }
    }
  }

  /**
   * Draws rows from `top` on, `columns` by `rows` of them, into the unit square, at a scale of so many pixels of the screen an element.
   */
  draw(context: CanvasRenderingContext2D, top: number, columns: number, rows: number, scale: number): void {
    const level = Math.min(Math.max(0, Math.floor(-Math.log2(scale))), this.#levels.length - 1);
    const canvas = this.#levels[level];
    const part = 2 ** level;
    if (canvas) {
      context.imageSmoothingEnabled = scale < 1;
      context.drawImage(canvas, 0, top / part, columns / part, rows / part, 0, 0, 1, 1);
    }
  }
}

function canvasOf(width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  return Object.assign(canvas, { width, height });
}
