/**
 * Draws parts of images by their meshes with WebGL2. Points of meshes become points of the screen in double precision, relative to the middle
 * of the view, before they are float32. Where images overlap, the order of layers decides, or depth: how far a pixel is from the middle of
 * its image; or values are added up, and means get colours at the end.
 */

import type { DisplayLimits } from "@asdf-wasm/science/elements/values";
import { ABORTED } from "../../../protocol/notices.ts";
import type { FlagPaint } from "../../../protocol/overlays.ts";
import { type Camera, type Size, stepOnScreen } from "../../image/camera/camera.ts";
import { contextOf, newCanvas } from "../../image/draw/canvas.ts";
import {
  BITS,
  BY_MESH,
  buildPipeline,
  FLAGS_BY_MESH,
  type Pipeline,
  uploadColors,
  uploadLevels,
} from "../../image/draw/pipeline.ts";
import type { Display } from "../../image/draw/renderer.ts";
import { tileTexture, uploadRows } from "../../image/draw/webgl.ts";
import { fromMiddle, type Layer, type Part } from "./layer.ts";
import { SkyMeans } from "./means.ts";
import type { OnPlane } from "./mesh.ts";
import type { TangentPlane } from "./plane.ts";
import type { Drawn } from "./reading.ts";

/** Uploads in a frame, and the most samples of an image on each axis of a pixel. */
const [MOST, TAPS] = [8, 16];
/** Numbers of a vertex: its place on the screen with its depth, and its place in the texture. */
const VERTEX = 5;

/** Where images overlap: the last one, their mean, or the one whose middle is nearest. */
export type Overlaps = "order" | "mean" | "nearest";

type Texels = NonNullable<Part["values" | "bits"]>;

export interface SkyScene {
  readonly plane: TangentPlane;
  readonly drawn: readonly Drawn[];
  readonly camera: Camera;
  readonly screen: Size;
  readonly display: Omit<Display, "limits">;
  readonly limits: (layer: Layer) => DisplayLimits | undefined;
  readonly overlaps: Overlaps;
  /** The bits of flags that are drawn, each over those that follow; without them, there are none. */
  readonly flags: { readonly paints: readonly FlagPaint[]; readonly opacity: number } | undefined;
  /** Whether pixels of the screen are made of single samples, while it moves. */
  readonly isRough: boolean;
}

export class SkyCanvas {
  readonly canvas: HTMLCanvasElement;
  readonly #gl: WebGL2RenderingContext;
  readonly #listening = new AbortController();
  #pipeline: Pipeline | undefined;
  #means: SkyMeans | undefined;
  #buffers: readonly (WebGLBuffer | null)[] = [];
  #flagging: Pipeline | undefined;
  /** By the texels of parts. */
  #textures = new Map<Texels, WebGLTexture | null>();
  /** The tables that pipelines have. */
  readonly #prepared = new Map<Pipeline, Pick<Display, "levels" | "colors">>();

  /** Throws without WebGL2. `onChange` is called when a lost context is there again. */
  constructor(screen: Size, onChange: () => void) {
    this.canvas = newCanvas(screen);
    const gl = contextOf(this.canvas, true);
    if (!gl) {
      throw new Error("images are drawn together with WebGL2, which this browser does not offer");
    }
    this.#gl = gl;
    this.#begin();
    const { signal } = this.#listening;
    const lose = (event: Event): void => {
      event.preventDefault();
      this.#pipeline = undefined;
    };
    const restore = (): void => {
      this.#begin();
      onChange();
    };
    this.canvas.addEventListener("webglcontextlost", lose, { signal });
    this.canvas.addEventListener("webglcontextrestored", restore, { signal });
  }

  destroy(): void {
    this.#listening.abort(ABORTED);
    this.#textures.clear();
    this.#gl.getExtension("WEBGL_lose_context")?.loseContext();
    this.canvas.remove();
  }

  /** Returns whether another frame is needed for what is not uploaded yet. */
  draw(scene: SkyScene): boolean {
    const gl = this.#gl;
    const pipeline = this.#pipeline;
    if (!pipeline || gl.isContextLost()) {
      return false;
    }
    const { drawn, display, screen, overlaps } = scene;
    const left = this.#upload(drawn.flatMap(({ parts }) => parts));
    const bottom = this.canvas.height - screen.height;
    const viewport = () => gl.viewport(0, bottom, screen.width, screen.height);
    gl.clearColor(0, 0, 0, 0);
    gl.bindVertexArray(pipeline.vertices);
    if (overlaps === "mean") {
      this.#means ??= new SkyMeans(gl);
      this.#means.begin(screen);
      this.#prepare(this.#means.summing, display);
      for (const [number, { layer, parts }] of drawn.entries()) {
        this.#means.beginImage(number);
        // Where a finer part is, a coarser one adds nothing.
        this.#drawParts(this.#means.summing, scene, layer, parts.toReversed());
      }
      viewport();
      this.#means.finish(bottom, (pipeline) => this.#prepare(pipeline, display));
      gl.bindVertexArray(pipeline.vertices);
      for (const { layer, parts } of drawn) {
        for (const part of parts) {
          this.#drawFlags(scene, layer, part);
        }
      }
    } else {
      viewport();
      this.#prepare(pipeline, display);
      gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
      const depth = overlaps === "nearest" ? gl.enable : gl.disable;
      depth.call(gl, gl.DEPTH_TEST);
      // Flags lie where their pixels are.
      gl.depthFunc(gl.LEQUAL);
      for (const { layer, parts } of drawn) {
        for (const part of parts) {
          this.#drawParts(pipeline, scene, layer, [part]);
          if (this.#drawFlags(scene, layer, part)) {
            gl.useProgram(pipeline.program);
          }
        }
      }
    }
    return left > 0;
  }

  #drawParts(pipeline: Pipeline, scene: SkyScene, layer: Layer, parts: readonly Part[]): void {
    const limits = scene.limits(layer);
    for (const part of parts) {
      if (limits && this.#textures.has(part.values)) {
        this.#gl.uniform2f(pipeline.uniform("u_limits"), limits.min, limits.max);
        this.#drawPart(pipeline, scene, layer, part, part.values);
      }
    }
  }

  /** Draws the flags of a part over it, by a program of their own; returns whether there are any. */
  #drawFlags(scene: SkyScene, layer: Layer, part: Part): boolean {
    const gl = this.#gl;
    const { paints, opacity } = scene.flags ?? { paints: [], opacity: 0 };
    if (paints.length === 0 || !part.bits || !this.#textures.has(part.bits)) {
      return false;
    }
    this.#flagging ??= buildPipeline(gl, FLAGS_BY_MESH);
    const pipeline = this.#flagging;
    if (!pipeline) {
      return false;
    }
    gl.useProgram(pipeline.program);
    gl.uniform1i(pipeline.uniform("u_values"), 0);
    gl.uniform1f(pipeline.uniform("u_opacity"), opacity);
    gl.uniform1i(pipeline.uniform("u_count"), Math.min(paints.length, BITS));
    gl.uniform1uiv(
      pipeline.uniform("u_bits"),
      paints.map(({ bit }) => 2 ** bit),
    );
    gl.uniform3fv(
      pipeline.uniform("u_paints"),
      paints.flatMap(({ color }) => color.map((value) => value / 255)),
    );
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    this.#drawPart(pipeline, scene, layer, part, part.bits);
    gl.disable(gl.BLEND);
    return true;
  }

  #begin(): void {
    const gl = this.#gl;
    this.#pipeline = buildPipeline(gl, BY_MESH);
    this.#textures.clear();
    [this.#means, this.#flagging] = [undefined, undefined];
    this.#prepared.clear();
    this.#buffers = [gl.createBuffer(), gl.createBuffer()];
    gl.bindVertexArray(this.#pipeline?.vertices ?? null);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#buffers[0] ?? null);
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, this.#buffers[1] ?? null);
    for (const [index, size, offset] of [
      [0, 3, 0],
      [1, 2, 3],
    ] as const) {
      gl.enableVertexAttribArray(index);
      gl.vertexAttribPointer(index, size, gl.FLOAT, false, 4 * VERTEX, 4 * offset);
    }
  }

  #prepare(pipeline: Pipeline, { levels, colors, shrinking }: SkyScene["display"]): void {
    const gl = this.#gl;
    const known = this.#prepared.get(pipeline);
    if (levels !== known?.levels) {
      uploadLevels(gl, pipeline, levels);
    }
    if (colors !== known?.colors) {
      uploadColors(gl, pipeline, colors);
    }
    this.#prepared.set(pipeline, { levels, colors });
    gl.useProgram(pipeline.program);
    for (const [unit, name, texture] of [
      [1, "u_colors", pipeline.colors],
      [2, "u_levels", pipeline.levels],
      [0, "u_values", null],
    ] as const) {
      gl.activeTexture(gl.TEXTURE0 + unit);
      gl.bindTexture(gl.TEXTURE_2D, texture);
      gl.uniform1i(pipeline.uniform(name), unit);
    }
    gl.uniform1i(pipeline.uniform("u_maximum"), shrinking === "maximum" ? 1 : 0);
  }

  /** Uploads some parts, and drops those that are not drawn; returns how many are left. */
  #upload(parts: readonly Part[]): number {
    const gl = this.#gl;
    const all = parts.flatMap((part) =>
      [part.values, ...(part.bits ? [part.bits] : [])].map((texels) => ({ part, texels })),
    );
    const known = new Set(all.map(({ texels }) => texels));
    for (const [texels, texture] of this.#textures) {
      if (!known.has(texels)) {
        gl.deleteTexture(texture);
        this.#textures.delete(texels);
      }
    }
    const missing = all.filter(({ texels }) => !this.#textures.has(texels));
    for (const { part, texels } of missing.slice(0, MOST)) {
      const { columns, rows } = part;
      const texture = tileTexture(gl, part);
      uploadRows(gl, { values: texels, columns, stride: columns, left: 0, top: 0 }, texture, 0, rows);
      this.#textures.set(texels, texture);
    }
    return Math.max(missing.length - MOST, 0);
  }

  #drawPart(
    { uniform }: Pipeline,
    { plane, camera, screen, isRough }: SkyScene,
    layer: Layer,
    part: Part,
    texels: Texels,
  ): void {
    const gl = this.#gl;
    const mesh = part.mesh.on(plane);
    const vertices = verticesOf(part, layer, mesh, camera, screen);
    // About how many texels share a pixel of the screen, on each axis.
    const taps = Math.max(1, Math.ceil(part.columns / Math.max(mesh.bounds.width * camera.zoom, 1)));
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, this.#textures.get(texels) ?? null);
    gl.uniform2f(uniform("u_extent"), part.rect.width / part.step, part.rect.height / part.step);
    gl.uniform1i(uniform("u_taps"), isRough ? 1 : Math.min(taps, TAPS));
    gl.bufferData(gl.ARRAY_BUFFER, vertices, gl.STREAM_DRAW);
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, mesh.triangles, gl.STREAM_DRAW);
    gl.drawElements(gl.TRIANGLES, mesh.triangles.length, gl.UNSIGNED_SHORT, 0);
  }
}

/** The corners of a mesh on the screen, and in the texture. */
function verticesOf(
  { rect, step, mesh: { cells } }: Part,
  layer: Layer,
  { points }: OnPlane,
  camera: Camera,
  screen: Size,
): Float32Array<ArrayBuffer> {
  const vertices = new Float32Array((points.length / 2) * VERTEX);
  const whole = layer.place.peek()?.rect ?? rect;
  const [right, up] = [stepOnScreen(camera, { x: 1, y: 0 }), stepOnScreen(camera, { x: 0, y: 1 })];
  for (let i = 0, at = 0; i < points.length; i += 2, at += VERTEX) {
    const [x, y] = [(points[i] ?? 0) - camera.x, (points[i + 1] ?? 0) - camera.y];
    const [across, along] = [((i / 2) % (cells + 1)) / cells, Math.floor(i / 2 / (cells + 1)) / cells];
    const [column, row] = [rect.x + across * rect.width, rect.y + along * rect.height];
    vertices[at] = (2 * (right.x * x + up.x * y)) / screen.width;
    vertices[at + 1] = (-2 * (right.y * x + up.y * y)) / screen.height;
    // A finer part is a little nearer than a coarser one.
    vertices[at + 2] = fromMiddle(whole, column, row) + 0.001 * Math.log2(step);
    vertices[at + 3] = (across * rect.width) / step;
    vertices[at + 4] = (along * rect.height) / step;
  }
  return vertices;
}
