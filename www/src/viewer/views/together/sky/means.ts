/**
 * The mean of overlapping images: their values are added up in a texture of floats, with how many they are, and then get colours. The stencil
 * keeps an image, whose parts lie over one another, from counting twice.
 */

import type { Size } from "../../image/camera/camera.ts";
import { buildPipeline, OF_SUMS, type Pipeline, TO_SUMS } from "../../image/draw/pipeline.ts";

/** The texture unit of sums: others have the values and the tables. */
const UNIT = 3;

export class SkyMeans {
  readonly summing: Pipeline;
  readonly #finishing: Pipeline;
  readonly #gl: WebGL2RenderingContext;
  readonly #format: GLenum;
  readonly #frame: WebGLFramebuffer | null;
  #sums: WebGLTexture | null = null;
  #stencil: WebGLRenderbuffer | null = null;
  #size: Size = { width: 0, height: 0 };

  /** Throws where floats cannot be added up. */
  constructor(gl: WebGL2RenderingContext) {
    const hasFloats = gl.getExtension("EXT_color_buffer_float") && gl.getExtension("EXT_float_blend");
    const [summing, finishing] = [buildPipeline(gl, TO_SUMS), buildPipeline(gl, OF_SUMS)];
    if (!(hasFloats || gl.getExtension("EXT_color_buffer_half_float")) || !summing || !finishing) {
      throw new Error("this browser does not draw the mean of images");
    }
    [this.#gl, this.summing, this.#finishing] = [gl, summing, finishing];
    this.#format = hasFloats ? gl.RG32F : gl.RG16F;
    this.#frame = gl.createFramebuffer();
  }

  begin(screen: Size): void {
    const gl = this.#gl;
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.#frame);
    if (screen.width !== this.#size.width || screen.height !== this.#size.height) {
      this.#resize(screen);
    }
    gl.viewport(0, 0, screen.width, screen.height);
    gl.disable(gl.DEPTH_TEST);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE);
    gl.enable(gl.STENCIL_TEST);
    gl.stencilOp(gl.KEEP, gl.KEEP, gl.REPLACE);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.STENCIL_BUFFER_BIT);
  }

  /** The parts of an image follow, the finest first. */
  beginImage(number: number): void {
    this.#gl.stencilFunc(this.#gl.NOTEQUAL, (number % 255) + 1, 0xff);
  }

  /** Draws the means on the canvas, whose viewport is set: it begins `bottom` pixels above the lower edge. */
  finish(bottom: number, prepare: (pipeline: Pipeline) => void): void {
    const gl = this.#gl;
    gl.disable(gl.STENCIL_TEST);
    gl.disable(gl.BLEND);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.clear(gl.COLOR_BUFFER_BIT);
    prepare(this.#finishing);
    gl.activeTexture(gl.TEXTURE0 + UNIT);
    gl.bindTexture(gl.TEXTURE_2D, this.#sums);
    gl.uniform1i(this.#finishing.uniform("u_sums"), UNIT);
    gl.uniform1i(this.#finishing.uniform("u_bottom"), bottom);
    gl.bindVertexArray(this.#finishing.vertices);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
  }

  #resize(screen: Size): void {
    const gl = this.#gl;
    gl.deleteTexture(this.#sums);
    gl.deleteRenderbuffer(this.#stencil);
    this.#sums = gl.createTexture();
    gl.activeTexture(gl.TEXTURE0 + UNIT);
    gl.bindTexture(gl.TEXTURE_2D, this.#sums);
    gl.texStorage2D(gl.TEXTURE_2D, 1, this.#format, screen.width, screen.height);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, this.#sums, 0);
    this.#stencil = gl.createRenderbuffer();
    gl.bindRenderbuffer(gl.RENDERBUFFER, this.#stencil);
    gl.renderbufferStorage(gl.RENDERBUFFER, gl.DEPTH24_STENCIL8, screen.width, screen.height);
    gl.framebufferRenderbuffer(gl.FRAMEBUFFER, gl.DEPTH_STENCIL_ATTACHMENT, gl.RENDERBUFFER, this.#stencil);
    this.#size = screen;
  }
}
