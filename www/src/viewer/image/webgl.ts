/**
 * The WebGL2 renderer: one texture a tile, one draw call a visible tile. Limits,
 * stretch and colours are uniforms and a 256-entry table, so changing them costs
 * a draw and no upload. A lost context is built up again from the plane.
 */
import type { Plane } from "../engine/protocol.ts";
import { type Camera, toImage } from "./camera.ts";
import { colorTable } from "./colors.ts";
import { type Display, NAN_COLOR, type Renderer } from "./renderer.ts";
import { FRAGMENT, VERTEX } from "./shaders.ts";
import { distance, type Tile, tilesOf, uploadTile } from "./tiles.ts";

/** Time in a frame for uploads; at least one tile goes up whatever it takes. */
const UPLOAD_MS = 12;
const MAX_TAPS = 4;

interface Pipeline {
  readonly program: WebGLProgram;
  readonly vertices: WebGLVertexArrayObject | null;
  readonly colors: WebGLTexture | null;
  readonly uniform: (name: string) => WebGLUniformLocation | null;
}

/** A renderer for the canvas, or nothing where WebGL2 is missing. */
export function webglRenderer(canvas: HTMLCanvasElement, onChange: () => void): Renderer | undefined {
  const gl = canvas.getContext("webgl2", { alpha: true, antialias: false, depth: false });
  return gl ? new WebglRenderer(gl, onChange) : undefined;
}

class WebglRenderer implements Renderer {
  readonly #gl: WebGL2RenderingContext;
  readonly #onChange: () => void;
  readonly #listening = new AbortController();
  #pipeline: Pipeline | undefined;
  #plane: Plane | undefined;
  #display: Display | undefined;
  #textures = new Map<Tile, WebGLTexture | null>();
  #tiles: readonly Tile[] = [];

  constructor(gl: WebGL2RenderingContext, onChange: () => void) {
    this.#gl = gl;
    this.#onChange = onChange;
    this.#pipeline = buildPipeline(gl);
    const { signal } = this.#listening;
    gl.canvas.addEventListener("webglcontextlost", (event) => this.#lose(event), { signal });
    gl.canvas.addEventListener("webglcontextrestored", () => this.#restore(), { signal });
  }

  setPlane(plane: Plane): void {
    for (const texture of this.#textures.values()) {
      this.#gl.deleteTexture(texture);
    }
    this.#textures.clear();
    this.#plane = plane;
    this.#tiles = tilesOf(plane);
  }

  setDisplay(display: Display): void {
    const before = this.#display;
    const recolor = display.colormap !== before?.colormap || display.inverted !== before.inverted;
    this.#display = display;
    if (recolor) {
      this.#uploadColors();
    }
  }

  draw(camera: Camera): boolean {
    const gl = this.#gl;
    const screen = { width: gl.drawingBufferWidth, height: gl.drawingBufferHeight };
    gl.viewport(0, 0, screen.width, screen.height);
    gl.disable(gl.SCISSOR_TEST);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT);
    if (!this.#pipeline || !this.#plane || !this.#display || gl.isContextLost()) {
      return false;
    }
    const corner = toImage(camera, screen, { x: 0, y: screen.height });
    const visible = this.#tiles.filter((tile) => {
      const left = (tile.x - corner.x) * camera.zoom;
      const bottom = (tile.y - corner.y) * camera.zoom;
      const right = left + tile.width * camera.zoom;
      const top = bottom + tile.height * camera.zoom;
      return right > 0 && top > 0 && left < screen.width && bottom < screen.height;
    });
    const waiting = this.#upload(visible, camera);
    this.#setUniforms(this.#pipeline, this.#plane, this.#display, camera);
    gl.enable(gl.SCISSOR_TEST);
    for (const tile of visible) {
      this.#drawTile(this.#pipeline, tile, corner, camera.zoom);
    }
    return waiting;
  }

  destroy(): void {
    this.#listening.abort();
    this.#textures.clear();
    this.#gl.getExtension("WEBGL_lose_context")?.loseContext();
  }

  #drawTile(pipeline: Pipeline, tile: Tile, corner: { x: number; y: number }, zoom: number): void {
    const gl = this.#gl;
    const texture = this.#textures.get(tile);
    if (!texture) {
      return;
    }
    const left = Math.floor((tile.x - corner.x) * zoom);
    const bottom = Math.floor((tile.y - corner.y) * zoom);
    gl.scissor(left, bottom, Math.ceil(tile.width * zoom) + 1, Math.ceil(tile.height * zoom) + 1);
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.uniform2f(pipeline.uniform("u_origin"), corner.x - tile.x, corner.y - tile.y);
    gl.uniform2i(pipeline.uniform("u_size"), tile.width, tile.height);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
  }

  #setUniforms(
    { program, vertices, colors, uniform }: Pipeline,
    plane: Plane,
    display: Display,
    camera: Camera,
  ): void {
    const gl = this.#gl;
    const { limits } = display;
    const [red, green, blue] = NAN_COLOR;
    gl.useProgram(program);
    gl.bindVertexArray(vertices);
    gl.activeTexture(gl.TEXTURE1);
    gl.bindTexture(gl.TEXTURE_2D, colors);
    gl.uniform1i(uniform("u_values"), 0);
    gl.uniform1i(uniform("u_colors"), 1);
    gl.uniform1f(uniform("u_scale"), 1 / camera.zoom);
    gl.uniform1i(uniform("u_taps"), Math.min(MAX_TAPS, Math.max(1, Math.ceil(1 / camera.zoom))));
    const inDisplay = (value: number): number => (value - plane.reference) / plane.unit;
    gl.uniform2f(uniform("u_limits"), inDisplay(limits.min), inDisplay(limits.max));
    gl.uniform1i(uniform("u_asinh"), display.stretch === "asinh" ? 1 : 0);
    gl.uniform3f(uniform("u_nan"), red / 255, green / 255, blue / 255);
  }

  /** Brings tiles to the GPU, nearest to the middle first, within a frame's time. */
  #upload(visible: readonly Tile[], camera: Camera): boolean {
    const missing = visible
      .filter((tile) => !this.#textures.has(tile))
      .sort((a, b) => distance(a, camera) - distance(b, camera));
    const started = performance.now();
    for (const [done, tile] of missing.entries()) {
      if (!this.#plane || (done > 0 && performance.now() - started > UPLOAD_MS)) {
        return true;
      }
      this.#gl.activeTexture(this.#gl.TEXTURE0);
      this.#textures.set(tile, uploadTile(this.#gl, this.#plane, tile));
    }
    return false;
  }

  #uploadColors(): void {
    const gl = this.#gl;
    if (this.#pipeline && this.#display) {
      const { colormap, inverted } = this.#display;
      gl.activeTexture(gl.TEXTURE1);
      gl.bindTexture(gl.TEXTURE_2D, this.#pipeline.colors);
      const table = colorTable(colormap, inverted);
      gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, 256, 1, gl.RGB, gl.UNSIGNED_BYTE, table);
    }
  }

  #lose(event: Event): void {
    event.preventDefault();
    this.#pipeline = undefined;
    this.#textures.clear();
  }

  #restore(): void {
    this.#pipeline = buildPipeline(this.#gl);
    this.#uploadColors();
    this.#onChange();
  }
}

function buildPipeline(gl: WebGL2RenderingContext): Pipeline | undefined {
  const program = gl.createProgram();
  for (const [type, source] of [
    [gl.VERTEX_SHADER, VERTEX],
    [gl.FRAGMENT_SHADER, FRAGMENT],
  ] as const) {
    const shader = gl.createShader(type);
    if (!shader) {
      return undefined;
    }
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost()) {
    throw new Error(`the image shader does not compile: ${gl.getProgramInfoLog(program)}`);
  }
  const colors = gl.createTexture();
  gl.bindTexture(gl.TEXTURE_2D, colors);
  gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGB8, 256, 1);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
  const locations = new Map<string, WebGLUniformLocation | null>();
  const uniform = (name: string): WebGLUniformLocation | null => {
    if (!locations.has(name)) {
      locations.set(name, gl.getUniformLocation(program, name));
    }
    return locations.get(name) ?? null;
  };
  return { program, vertices: gl.createVertexArray(), colors, uniform };
}
