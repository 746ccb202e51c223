/**
 * The WebGL2 renderer: one texture and one draw call per visible tile. Limits, stretch and colours are uniforms and
 * two small tables, so changing them uploads nothing of the image. Rows upload as they arrive, and limits that new
 * rows change glide. On a slow GPU it draws roughly first, then finely. It rebuilds a lost context from the plane.
 */
import { limitsToFrame } from "@asdf-wasm/science/elements/frame";
import type { DisplayLimits } from "@asdf-wasm/science/elements/values";
import { ABORTED } from "../../../protocol/notices.ts";
import type { Plane } from "../../../protocol/plane.ts";
import type { Pane } from "../camera/camera.ts";
import {
  boundsOf,
  overlap,
  type Point,
  type Rect,
  stepInImage,
  toImage,
  toScreen,
} from "../camera/camera.ts";
import { contextOf } from "./canvas.ts";
import { coarseTile, isEnough } from "./coarse.ts";
import { KeptTextures, type Uploads } from "./keptTextures.ts";
import { Pace } from "./pace.ts";
import { drawnFrom, Pictures } from "./pictures.ts";
import { buildPipeline, type Pipeline, uploadColors, uploadLevels } from "./pipeline.ts";
import { type Display, isSameDisplay, type Renderer } from "./renderer.ts";
import { distance, isWorthDrawing, keyOf, SIDE, type Tile, tilesOf } from "./tiles.ts";

/** Time per frame for uploads, in milliseconds; at least one is made. */
const UPLOAD_MS = 12;
/** The most uploads per frame, and pixels of them: two tiles. The GPU's queue holds no more. */
const MOST = { uploads: 8, pixels: 2 * SIDE * SIDE };
/**
 * How long uploads are not drawn after a drawing, which delays them: this many times as long as the GPU needed for it,
 * within bounds in milliseconds.
 */
const PROGRESS = { times: 8, least: 100, most: 1000 };
/** The most samples of an image on each axis of a pixel. Some make a mean; the greatest may be anywhere. */
const MAX_TAPS = { mean: 16, maximum: 64 };
/** So many elements of a coarse tile on each axis of a pixel are enough until all others are uploaded. */
const ENOUGH = 4;
/** The duration of gliding limits, in milliseconds. */
const GLIDE = 400;

/** The start of a transition between limits. */
interface Glide {
  readonly from: DisplayLimits;
  readonly since: number;
}

/** How and when the plane was drawn last; without panes, when the plane was set. */
interface Drawn {
  readonly panes: readonly Pane[];
  readonly display?: Display | undefined;
  readonly detail?: readonly Tile[];
  /** Whether everything was uploaded. */
  readonly isWhole: boolean;
  readonly isRough: boolean;
  readonly since: number;
}

/** A renderer for the canvas; undefined without WebGL2. */
export function webglRenderer(canvas: HTMLCanvasElement): Renderer | undefined {
  const gl = contextOf(canvas);
  return gl ? new WebglRenderer(canvas, gl) : undefined;
}

class WebglRenderer implements Renderer {
  readonly canvas: HTMLCanvasElement;
  onChange = (): void => {};
  readonly #gl: WebGL2RenderingContext;
  readonly #listening = new AbortController();
  #pipeline: Pipeline | undefined;
  #plane: Plane | undefined;
  #rows = 0;
  /** Whether more rows will arrive. */
  #hasMore = false;
  /** Whether arrived rows are still to be uploaded. */
  #isWaiting = false;
  readonly #pace: Pace;
  #display: Display | undefined;
  #glide: Glide | undefined;
  /** Whether the canvas is transparent, as it is at first. */
  #isEmpty = true;
  #drawn: Drawn = { panes: [], isWhole: false, isRough: false, since: 0 };
  readonly #kept: KeptTextures;
  readonly #pictures: Pictures;
  #uploads: Uploads = new Map();
  /** The plane's tiles, and the detail tiles drawn over them. */
  #tiles: readonly Tile[] = [];
  #detail: readonly Tile[] = [];
  /** The whole of a plane that was complete when it was set, or soon will be, until its tiles are uploaded. */
  #coarse: Tile | undefined;

  constructor(canvas: HTMLCanvasElement, gl: WebGL2RenderingContext) {
    this.canvas = canvas;
    this.#gl = gl;
    this.#pace = new Pace(gl);
    this.#pipeline = buildPipeline(gl);
    this.#warmUp();
    const { signal } = this.#listening;
    this.#kept = new KeptTextures(gl, signal);
    this.#pictures = new Pictures(gl, signal);
    canvas.addEventListener("webglcontextlost", (event) => this.#lose(event), { signal });
    canvas.addEventListener("webglcontextrestored", () => this.#restore(), { signal });
  }

  /** Draws a pixel, which is cleared: drivers compile a shader for the GPU when it is first drawn with, and not when it is linked. */
  #warmUp(): void {
    const gl = this.#gl;
    if (!this.#pipeline) {
      return;
    }
    this.#use(this.#pipeline);
    gl.activeTexture(gl.TEXTURE0);
    const texture = tileTexture(gl, { columns: 1, rows: 1 });
    gl.viewport(0, 0, 1, 1);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT);
    gl.deleteTexture(texture);
    gl.flush();
  }

  setPlane(plane: Plane): void {
    // The rows of a plane that was passed on coarsely change nothing of what is drawn.
    if (!plane.id || plane.id !== this.#plane?.id) {
      this.#forget();
      this.#uploads = this.#kept.take(plane.id);
      this.#pictures.take(plane.id);
    }
    this.#plane = plane;
    this.#tiles = tilesOf(plane);
  }

  clear(): boolean {
    this.#forget();
    this.onChange = () => {};
    return this.#pipeline !== undefined;
  }

  #forget(): void {
    this.#drop(this.#coarse ? [this.#coarse] : []);
    this.#kept.put(this.#plane?.id, this.#uploads);
    this.#pictures.put(this.#plane?.id);
    this.#uploads = new Map();
    this.#plane = undefined;
    this.#rows = 0;
    this.#hasMore = false;
    this.#isWaiting = false;
    this.#pace.forget();
    this.#display = undefined;
    this.#drawn = { panes: [], isWhole: false, isRough: false, since: performance.now() };
    this.#tiles = [];
    this.#detail = [];
    this.#coarse = undefined;
  }

  setDetail(tiles: readonly Tile[]): void {
    this.#drop(this.#detail.filter((tile) => !tiles.includes(tile)));
    this.#detail = tiles;
  }

  #drop(tiles: readonly Tile[]): void {
    for (const key of tiles.map(keyOf)) {
      this.#gl.deleteTexture(this.#uploads.get(key)?.texture ?? null);
      this.#uploads.delete(key);
    }
  }

  /** Whether rows will arrive that are to be uploaded: those of another look may be already. */
  get #isArriving(): boolean {
    return this.#hasMore && !this.#tiles.every((tile) => this.#isWhole(tile));
  }

  setRows(rows: number, more: boolean): void {
    this.#rows = rows;
    this.#hasMore = more;
  }

  setDisplay(display: Display): void {
    const before = this.#display;
    if (before && isSameDisplay(before, display)) {
      this.#display = display;
      return;
    }
    if (before && display.limits !== before.limits) {
      const glides =
        display.limits.rows > before.limits.rows && this.#pace.isSlow === false && !prefersStillness();
      this.#glide = glides ? { from: this.#limits(before), since: performance.now() } : undefined;
    } else if (!before) {
      this.#glide = undefined;
    }
    this.#display = display;
    if (display.levels !== before?.levels) {
      this.#uploadLevels();
    }
    if (display.colors !== before?.colors) {
      this.#uploadColors();
    }
  }

  /** Drawing itself says when more is to come. */
  async settled(): Promise<void> {}

  draw(panes: readonly [main: Pane, ...insets: Pane[]]): boolean {
    const gl = this.#gl;
    const [main] = panes;
    gl.viewport(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight);
    gl.clearColor(0, 0, 0, 0);
    if (!this.#pipeline || !this.#plane || !this.#display || gl.isContextLost()) {
      if (!this.#isEmpty) {
        gl.disable(gl.SCISSOR_TEST);
        gl.clear(gl.COLOR_BUFFER_BIT);
      }
      this.#isEmpty = true;
      return false;
    }
    if (this.#isFinal(panes)) {
      return false;
    }
    if (this.#isBusy(main)) {
      return true;
    }
    // A plane of one tile is uploaded within a frame anyway.
    const isKept = this.#plane.id !== undefined && this.#tiles.length > 1;
    const from = isKept ? drawnFrom(panes, this.#display, gl) : "";
    if (isKept && !this.#glide && this.#pictures.show(from, main)) {
      this.#noteDrawn(panes, { isWhole: true, isRough: false });
      return false;
    }
    if (this.#drawn.panes.length === 0 || this.#uploads.size === 0) {
      this.#coarse ??= coarseTile(this.#plane, this.#rows);
    }
    const visible = new Set(panes.flatMap((pane) => this.#visible(pane)));
    // A tile that is uploaded in one piece costs half: until it is drawn, one that is still arriving can wait.
    const isEarly = this.#isArriving && this.#isRecent(main);
    const tiles = [...visible].filter((tile) => !isEarly || this.#rowsOf(tile) === tile.rows);
    this.#isWaiting = this.#upload(tiles, main.camera);
    const more = this.#isWaiting || this.#isArriving;
    if (more && this.#isRecent(main)) {
      return true;
    }
    const isRough = this.#pace.isSlow !== false && (more || !this.#isDrawn(panes));
    gl.enable(gl.SCISSOR_TEST);
    this.#setDisplayUniforms(this.#pipeline, this.#plane, this.#display);
    for (const pane of panes) {
      this.#drawPane(this.#pipeline, pane, isRough ? 1 : MAX_TAPS[this.#display.shrinking]);
    }
    if (isKept && !this.#glide && !more && !isRough) {
      this.#pictures.keep(from, main);
    }
    this.#pace.note(more ? "part" : "whole");
    this.#noteDrawn(panes, { isWhole: !more, isRough });
    return isRough || this.#isWaiting || this.#glide !== undefined;
  }

  #noteDrawn(panes: readonly Pane[], how: Pick<Drawn, "isWhole" | "isRough">): void {
    this.#isEmpty = false;
    this.#drawn = {
      ...{ panes, display: this.#display, detail: this.#detail, since: performance.now() },
      ...how,
    };
  }

  /**
   * Whether the GPU is still at work while more is to be drawn: queueing more would block the page.
   */
  #isBusy({ frame }: Pane): boolean {
    const isMore = this.#isWaiting || this.#isArriving || this.#drawn.isRough;
    if (!isMore || !this.#pace.isBusy()) {
      return false;
    }
    const [before] = this.#drawn.panes;
    // A resized canvas is empty until it is drawn on.
    return !before || isEqual(before.frame, frame);
  }

  /** Whether this pane was drawn, or its plane was set, a moment ago. */
  #isRecent(main: Pane): boolean {
    const { panes, since } = this.#drawn;
    // The first rows of a slow plane are drawn at once, and so is a plane that can be drawn coarsely.
    const isSame =
      panes.length === 0
        ? !this.#isArriving && !(this.#coarse && this.#isUploaded(this.#coarse))
        : isEqual(panes[0], main);
    const { times, least, most } = PROGRESS;
    return isSame && performance.now() - since < Math.min(Math.max(times * this.#pace.needed, least), most);
  }

  /** Whether exactly this was drawn last and completely: then it is drawn finely. */
  #isDrawn(panes: readonly Pane[]): boolean {
    const { panes: before, isWhole } = this.#drawn;
    return isWhole && isEqual(before, panes);
  }

  /** Whether drawing again would change nothing: a GPU at work on that would keep the next image waiting. */
  #isFinal(panes: readonly Pane[]): boolean {
    const { display, detail, isRough } = this.#drawn;
    const isSame = display && this.#display && isSameDisplay(display, this.#display);
    return isSame === true && detail === this.#detail && !isRough && !this.#glide && this.#isDrawn(panes);
  }

  /** `taps`: the most samples per pixel on each axis. */
  #drawPane(pipeline: Pipeline, pane: Pane, taps: number): void {
    const gl = this.#gl;
    this.#scissor(pane.frame);
    gl.clear(gl.COLOR_BUFFER_BIT);
    for (const tile of this.#visible(pane)) {
      this.#drawTile(pipeline, tile, pane, taps);
    }
  }

  #visible(pane: Pane): Tile[] {
    const worth = this.#detail.filter((tile) => isWorthDrawing(tile, pane.camera));
    const tiles = [...this.#tiles, ...worth].filter((tile) => overlap(pane.frame, placeOf(tile, pane)));
    const coarse = this.#coarse;
    if (!coarse || tiles.every((tile) => this.#isWhole(tile))) {
      return tiles;
    }
    // It has not every element, among which the greatest may be.
    const isEnoughHere = this.#display?.shrinking !== "maximum" && isEnough(coarse, pane.camera, ENOUGH);
    return isEnoughHere ? [coarse] : [coarse, ...tiles];
  }

  /** Whether all its rows that have arrived are uploaded. */
  #isUploaded(tile: Tile): boolean {
    return (this.#uploads.get(keyOf(tile))?.rows ?? 0) >= this.#rowsOf(tile);
  }

  /** Whether all its rows are uploaded. */
  #isWhole(tile: Tile): boolean {
    return this.#uploads.get(keyOf(tile))?.rows === tile.rows;
  }

  /** Restricts drawing to these pixels of the canvas. */
  #scissor({ x, y, width, height }: Rect): void {
    const bottom = this.#gl.drawingBufferHeight - y - height;
    const [left, low] = [Math.floor(x), Math.floor(bottom)];
    this.#gl.scissor(left, low, Math.ceil(x + width) - left, Math.ceil(bottom + height) - low);
  }

  /** The limits at this moment. */
  #limits({ limits }: Display): DisplayLimits {
    const { from, since } = this.#glide ?? { from: limits, since: 0 };
    const part = Math.min((performance.now() - since) / GLIDE, 1);
    if (part === 1) {
      this.#glide = undefined;
      return limits;
    }
    const eased = part * (2 - part);
    const between = (a: number, b: number): number => a + (b - a) * eased;
    return { min: between(from.min, limits.min), max: between(from.max, limits.max) };
  }

  destroy(): void {
    this.#listening.abort(ABORTED);
    this.#uploads.clear();
    this.#gl.getExtension("WEBGL_lose_context")?.loseContext();
  }

  #drawTile({ uniform }: Pipeline, tile: Tile, { camera, frame }: Pane, taps: number): void {
    const gl = this.#gl;
    const { x, y, width, step } = tile;
    const upload = this.#uploads.get(keyOf(tile));
    const height = Math.min(tile.height, step * (upload?.rows ?? 0));
    const place = overlap(frame, placeOf({ x, y, width, height }, { camera, frame }));
    if (!upload || !place) {
      return;
    }
    const corner = toImage(camera, frame, { x: -frame.x, y: gl.drawingBufferHeight - frame.y });
    const across = stepInImage(camera, { x: 1 / step, y: 0 });
    const up = stepInImage(camera, { x: 0, y: -1 / step });
    this.#scissor(place);
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, upload.texture);
    gl.uniform2f(uniform("u_origin"), (corner.x - x) / step, (corner.y - y) / step);
    gl.uniformMatrix2fv(uniform("u_step"), false, [across.x, across.y, up.x, up.y]);
    gl.uniform2f(uniform("u_extent"), width / step, height / step);
    gl.uniform1i(uniform("u_taps"), Math.min(taps, Math.max(1, Math.ceil(1 / (camera.zoom * step)))));
    gl.drawArrays(gl.TRIANGLES, 0, 3);
  }

  /** Draws with these shaders, colours and levels from now on, and with values that are bound to the first unit. */
  #use({ program, vertices, levels, colors, uniform }: Pipeline): void {
    const gl = this.#gl;
    gl.useProgram(program);
    gl.bindVertexArray(vertices);
    gl.activeTexture(gl.TEXTURE1);
    gl.bindTexture(gl.TEXTURE_2D, colors);
    gl.uniform1i(uniform("u_values"), 0);
    gl.uniform1i(uniform("u_colors"), 1);
    gl.activeTexture(gl.TEXTURE2);
    gl.bindTexture(gl.TEXTURE_2D, levels);
    gl.uniform1i(uniform("u_levels"), 2);
  }

  #setDisplayUniforms(pipeline: Pipeline, plane: Plane, display: Display): void {
    const gl = this.#gl;
    const { uniform } = pipeline;
    const { min, max } = limitsToFrame(this.#limits(display), plane);
    const [red, green, blue] = display.nan;
    this.#use(pipeline);
    gl.uniform2f(uniform("u_limits"), min, max);
    gl.uniform3f(uniform("u_nan"), red / 255, green / 255, blue / 255);
    gl.uniform1i(uniform("u_maximum"), display.shrinking === "maximum" ? 1 : 0);
  }

  /** The number of rows of a tile that have arrived. */
  #rowsOf({ values, top, rows }: Tile): number {
    return values === this.#plane?.display ? Math.min(Math.max(this.#rows - top, 0), rows) : rows;
  }

  /** Uploads tiles, coarse ones and those nearest to the focus first, within a frame's time; returns whether more remain. */
  #upload(tiles: readonly Tile[], focus: Point): boolean {
    const missing = tiles
      .filter((tile) => !this.#isUploaded(tile))
      .sort((a, b) => b.step - a.step || distance(a, focus) - distance(b, focus));
    const started = performance.now();
    let [uploads, pixels] = [0, 0];
    this.#gl.activeTexture(this.#gl.TEXTURE0);
    for (const tile of missing) {
      const key = keyOf(tile);
      const { columns, rows: height } = tile;
      const upload = this.#uploads.get(key) ?? {
        texture: tileTexture(this.#gl, tile),
        ...{ columns, height, rows: 0 },
      };
      const [from, rows] = [upload.rows, this.#rowsOf(tile)];
      pixels += (rows - from) * tile.columns;
      const isTooMuch = uploads === MOST.uploads || pixels > MOST.pixels;
      if (uploads > 0 && (isTooMuch || performance.now() - started > UPLOAD_MS)) {
        break;
      }
      uploads += 1;
      this.#uploads.set(key, upload);
      uploadRows(this.#gl, tile, upload.texture, from, rows);
      upload.rows = rows;
    }
    if (uploads > 0) {
      this.#pace.note();
    }
    return uploads < missing.length;
  }

  #uploadLevels(): void {
    if (this.#pipeline && this.#display) {
      uploadLevels(this.#gl, this.#pipeline, this.#display.levels);
    }
  }

  #uploadColors(): void {
    if (this.#pipeline && this.#display) {
      uploadColors(this.#gl, this.#pipeline, this.#display.colors);
    }
  }

  #lose(event: Event): void {
    event.preventDefault();
    this.#pipeline = undefined;
    this.#pace.lose();
    this.#uploads.clear();
    this.#kept.clear();
    this.#pictures.clear();
    this.#drawn = { ...this.#drawn, panes: [] };
  }

  #restore(): void {
    this.#pipeline = buildPipeline(this.#gl);
    this.#uploadLevels();
    this.#uploadColors();
    this.onChange();
  }
}

/** Whether both are equal as JSON. */
function isEqual(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** The bounding box of a part of the image on the canvas. */
function placeOf(part: Rect, { camera, frame }: Pane): Rect {
  return boundsOf(part, (corner) => {
    const { x, y } = toScreen(camera, frame, corner);
    return { x: frame.x + x, y: frame.y + y };
  });
}

function prefersStillness(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** An empty texture for a tile. */
export function tileTexture(
  gl: WebGL2RenderingContext,
  tile: Pick<Tile, "columns" | "rows">,
): WebGLTexture | null {
  const texture = gl.createTexture();
  gl.bindTexture(gl.TEXTURE_2D, texture);
  gl.texStorage2D(gl.TEXTURE_2D, 1, gl.R32UI, tile.columns, tile.rows);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
  return texture;
}

/** Uploads rows of a tile without copying them. */
export function uploadRows(
  gl: WebGL2RenderingContext,
  {
    values,
    stride,
    left,
    top,
    columns,
  }: Pick<Tile, "stride" | "left" | "top" | "columns"> & {
    readonly values: Tile["values"] | Uint32Array<ArrayBuffer>;
  },
  texture: WebGLTexture | null,
  from: number,
  to: number,
): void {
  const bits = new Uint32Array(values.buffer, values.byteOffset, values.length);
  gl.bindTexture(gl.TEXTURE_2D, texture);
  gl.pixelStorei(gl.UNPACK_ROW_LENGTH, stride);
  gl.pixelStorei(gl.UNPACK_SKIP_PIXELS, left);
  gl.pixelStorei(gl.UNPACK_SKIP_ROWS, top + from);
  gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, from, columns, to - from, gl.RED_INTEGER, gl.UNSIGNED_INT, bits);
  gl.pixelStorei(gl.UNPACK_ROW_LENGTH, 0);
  gl.pixelStorei(gl.UNPACK_SKIP_PIXELS, 0);
  gl.pixelStorei(gl.UNPACK_SKIP_ROWS, 0);
}
