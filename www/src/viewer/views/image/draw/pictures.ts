/**
 * The picture of each plane that was drawn last with all its elements. Another look that would draw the same copies it, pixel by pixel: nothing
 * of the plane is uploaded until something else of it is drawn. It is a small part of a large plane's textures.
 */
import type { Pane } from "../camera/camera.ts";
import { KeptTextures, type Uploads } from "./keptTextures.ts";
import type { Display } from "./renderer.ts";

export class Pictures {
  readonly #gl: WebGL2RenderingContext;
  readonly #kept: KeptTextures;
  /** That of the plane that is drawn, by what it was drawn from. */
  #picture: Uploads = new Map();

  constructor(gl: WebGL2RenderingContext, signal: AbortSignal) {
    this.#gl = gl;
    this.#kept = new KeptTextures(gl, signal, { goLast: true });
  }

  take(id: string | undefined): void {
    this.#picture = this.#kept.take(id);
  }

  put(id: string | undefined): void {
    this.#kept.put(id, this.#picture);
    this.#picture = new Map();
  }

  /** Forgets what went with its context. */
  clear(): void {
    this.#picture.clear();
    this.#kept.clear();
  }

  /** Draws what was drawn from the same before; returns whether there was anything. */
  show(from: string, pane: Pane): boolean {
    const gl = this.#gl;
    const picture = this.#picture.get(from);
    if (!picture) {
      return false;
    }
    const { low, width, height } = this.#placeOf(pane);
    const framebuffer = gl.createFramebuffer();
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, framebuffer);
    gl.framebufferTexture2D(gl.READ_FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, picture.texture, 0);
    gl.disable(gl.SCISSOR_TEST);
    gl.blitFramebuffer(0, 0, width, height, 0, low, width, low + height, gl.COLOR_BUFFER_BIT, gl.NEAREST);
    gl.deleteFramebuffer(framebuffer);
    return true;
  }

  /** Keeps what this pane shows, with those inside of it, before the canvas is given to the screen. */
  keep(from: string, pane: Pane): void {
    const gl = this.#gl;
    const { low, width, height } = this.#placeOf(pane);
    let [picture] = this.#picture.values();
    gl.activeTexture(gl.TEXTURE0);
    if (picture?.columns !== width || picture.height !== height) {
      gl.deleteTexture(picture?.texture ?? null);
      picture = { texture: gl.createTexture(), columns: width, height, rows: height };
      gl.bindTexture(gl.TEXTURE_2D, picture.texture);
      gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGBA8, width, height);
    } else {
      gl.bindTexture(gl.TEXTURE_2D, picture.texture);
    }
    gl.copyTexSubImage2D(gl.TEXTURE_2D, 0, 0, 0, 0, low, width, height);
    this.#picture = new Map([[from, picture]]);
  }

  #placeOf({ frame: { width, height } }: Pane) {
    return { low: this.#gl.drawingBufferHeight - height, width, height };
  }
}

/** All that a picture of a plane is drawn from, besides its elements. */
export function drawnFrom(
  panes: readonly Pane[],
  { limits: { min, max }, levels, colors, nan, shrinking }: Display,
  { drawingBufferWidth, drawingBufferHeight }: WebGL2RenderingContext,
): string {
  const canvas = [drawingBufferWidth, drawingBufferHeight];
  return [JSON.stringify(panes), canvas, min, max, levels, colors, nan, shrinking].join();
}
