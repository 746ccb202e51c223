/**
 * Reads the images, a few parts at a time: first the whole of each, then what is looked at, which is kept up to an amount of memory. Of files on
 * a server, some single pixels stand for all until a person asks for these; of files on this machine, reading all takes no longer.
 */

import { ABORTED, isAborted, noticeOf, problemOf } from "../../../protocol/notices.ts";
import type { Camera, Rect, Size } from "../../image/camera/camera.ts";
import { boundsOf, overlap, toScreen } from "../../image/camera/camera.ts";
import { type Layer, type Part, SIDE } from "./layer.ts";
import { CELLS, type Mesh, meshOf } from "./mesh.ts";
import type { TangentPlane } from "./plane.ts";

/** Readings at a time. */
const LANES = 3;
/** The memory of parts in detail, in bytes. */
const ROOM = 128 * 2 ** 20;
/** How far from the truth anything is drawn, in pixels of the screen. */
export const EXACT = 0.1;

/** A part that is looked at. */
interface Wanted {
  readonly layer: Layer;
  readonly key: string;
  readonly rect: Rect;
  readonly step: number;
}

/** A layer as it is drawn now. */
export interface Drawn {
  readonly layer: Layer;
  /** From the coarsest to the finest. */
  readonly parts: readonly Part[];
}

interface ReadingOptions {
  /** Called when something has come. */
  readonly onChange: () => void;
  /** Called when the whole of an image has come, and with it a sample of its values. */
  readonly onWhole: () => void;
  /** Whether pixels with DO_NOT_USE are left out. */
  readonly leavesOut: () => boolean;
  /** Whether flags are drawn. */
  readonly hasFlags: () => boolean;
}

export class SkyReading {
  readonly #options: ReadingOptions;
  #layers: readonly Layer[] = [];
  #wanted: readonly Wanted[] = [];
  /** What is being read, by its key. */
  readonly #running = new Map<string, AbortController>();
  readonly #failed = new Set<string>();
  /** Whether all pixels are read of what a server has. */
  #readsAll = false;
  /** Meshes that are being made finer. */
  readonly #refining = new Set<Mesh>();

  constructor(options: ReadingOptions) {
    this.#options = options;
  }

  set layers(layers: readonly Layer[]) {
    for (const layer of this.#layers) {
      if (!layers.includes(layer)) {
        layer.forget();
      }
    }
    this.#layers = layers;
    this.#go();
  }

  get isBusy(): boolean {
    return this.#running.size > 0 || this.#refining.size > 0;
  }

  /** Stops, and forgets all that was read. */
  restart(): void {
    this.stop();
    this.#failed.clear();
    for (const layer of this.#layers) {
      layer.forget();
    }
    this.#go();
  }

  /** Reads all pixels of what a server has. */
  readAll(): void {
    this.#readsAll = true;
    for (const { parts } of this.#layers) {
      parts.clear();
    }
    this.#options.onChange();
    this.#go();
  }

  stop(): void {
    this.#wanted = [];
    for (const [key, stop] of this.#running) {
      this.#running.delete(key);
      stop.abort(ABORTED);
    }
  }

  /** Reads what a camera sees of the layers; returns what there is to draw of them. */
  look(plane: TangentPlane, camera: Camera, screen: Size): readonly Drawn[] {
    const wanted: Wanted[] = [];
    const drawn: Drawn[] = [];
    for (const layer of this.#layers) {
      const [place, whole] = [layer.place.peek(), layer.whole.peek()];
      if (!place || !whole || !layer.isShown.peek()) {
        continue;
      }
      const zoom = (camera.zoom * place.scale) / plane.scale;
      const step = 2 ** Math.max(0, Math.round(-Math.log2(zoom)));
      const seen = step < whole.step ? this.#seen(layer, whole, plane, step, camera, screen) : [];
      wanted.push(...seen);
      const have = seen.flatMap(({ key }) => {
        const part = layer.parts.get(key);
        if (part) {
          layer.parts.delete(key);
          layer.parts.set(key, part);
        }
        return part ?? [];
      });
      const isComplete = seen.length > 0 && have.length === seen.length;
      const finer = [...layer.parts.values()].filter((part) => 2 * part.step * zoom >= 1);
      const parts = isComplete ? have : [whole, ...finer.sort((a, b) => b.step - a.step)];
      const inView = parts.filter(({ mesh }) => isSeen(mesh.on(plane).bounds, camera, screen));
      drawn.push({ layer, parts: inView });
      // Neighbours with as many cells meet without gaps.
      const cells = Math.max(...inView.map(({ mesh }) => mesh.cells));
      for (const part of inView) {
        const { error } = part.mesh.on(plane);
        if (error * camera.zoom > EXACT || (part !== whole && part.mesh.cells < cells)) {
          void this.#refine(layer, part);
        }
      }
    }
    this.#wanted = wanted;
    const keys = new Set(wanted.map(keyOf));
    for (const [key, stop] of this.#running) {
      if (key.includes("#") && !keys.has(key)) {
        this.#running.delete(key);
        stop.abort(ABORTED);
      }
    }
    this.#makeRoom(keys);
    this.#go();
    return drawn;
  }

  /** The parts of a layer that are in view, nearest to the middle first. */
  #seen(
    layer: Layer,
    whole: Part,
    plane: TangentPlane,
    step: number,
    camera: Camera,
    screen: Size,
  ): readonly Wanted[] {
    const side = SIDE * step;
    const { rect } = whole;
    const found = new Map<string, Wanted & { readonly distance: number }>();
    const on = whole.mesh.on(plane);
    for (const { on: cell, pixels } of isSeen(on.bounds, camera, screen) ? on.around() : []) {
      if (!isSeen(cell, camera, screen)) {
        continue;
      }
      const distance = Math.hypot(cell.x + cell.width / 2 - camera.x, cell.y + cell.height / 2 - camera.y);
      const [right, top] = [pixels.x + pixels.width, pixels.y + pixels.height];
      for (let y = startOf(pixels.y, rect.y, side); y < top; y += side) {
        for (let x = startOf(pixels.x, rect.x, side); x < right; x += side) {
          const width = Math.min(side, rect.x + rect.width - x);
          const height = Math.min(side, rect.y + rect.height - y);
          const key = `${step}/${x}/${y}`;
          if (width > 0 && height > 0 && !(found.get(key) && (found.get(key)?.distance ?? 0) <= distance)) {
            found.set(key, { layer, key, step, rect: { x, y, width, height }, distance });
          }
        }
      }
    }
    return [...found.values()].sort((a, b) => a.distance - b.distance);
  }

  /** Begins readings while there is room for them. */
  #go(): void {
    while (this.#running.size < LANES) {
      const next = this.#next();
      if (!next) {
        return;
      }
      const [key, read] = next;
      const stop = new AbortController();
      this.#running.set(key, stop);
      void this.#run(key, read, stop.signal);
    }
  }

  #next(): readonly [key: string, read: (signal: AbortSignal) => Promise<void>] | undefined {
    const isFree = (key: string) => !this.#running.has(key) && !this.#failed.has(key);
    const shown = this.#layers.filter((layer) => layer.place.peek() && layer.isShown.peek());
    for (const layer of shown) {
      if (!layer.whole.peek() && isFree(layer.source.key)) {
        return [layer.source.key, (signal) => this.#readWhole(layer, signal)];
      }
    }
    for (const wanted of this.#wanted) {
      if (!wanted.layer.parts.has(wanted.key) && isFree(keyOf(wanted))) {
        return [keyOf(wanted), (signal) => this.#readPart(wanted, signal)];
      }
    }
    for (const layer of shown) {
      if (layer.whole.peek()?.isDecimated && this.#readsAll && isFree(layer.source.key)) {
        return [layer.source.key, (signal) => this.#readWhole(layer, signal)];
      }
    }
    return undefined;
  }

  async #run(key: string, read: (signal: AbortSignal) => Promise<void>, signal: AbortSignal): Promise<void> {
    try {
      await read(signal);
    } catch (cause) {
      if (!signal.aborted && !isAborted(noticeOf(cause))) {
        this.#failed.add(key);
        const layer = this.#layers.find(({ source }) => key.startsWith(source.key));
        if (layer) {
          layer.problem.value = problemOf(cause);
        }
      }
    }
    if (!signal.aborted) {
      this.#running.delete(key);
      this.#options.onChange();
      this.#go();
    }
  }

  async #readWhole(layer: Layer, signal: AbortSignal): Promise<void> {
    const { rect, mesh } = layer.place.peek() ?? {};
    if (rect && mesh) {
      const step = 2 ** Math.ceil(Math.log2(Math.max(rect.width, rect.height, SIDE) / SIDE));
      const { part, sample, counts = [] } = await this.#read(layer, rect, step, signal);
      [layer.sample, layer.counts] = [sample, counts];
      layer.whole.value = { ...part, mesh: layer.whole.peek()?.mesh ?? mesh };
      this.#options.onWhole();
    }
  }

  async #readPart({ layer, key, rect, step }: Wanted, signal: AbortSignal): Promise<void> {
    const [{ part }, mesh] = await Promise.all([
      this.#read(layer, rect, step, signal),
      meshOf(rect, CELLS.least, layer.toSky),
    ]);
    layer.parts.set(key, { ...part, mesh });
  }

  async #read(layer: Layer, rect: Rect, step: number, signal: AbortSignal) {
    const { host, node, section, part } = layer.source;
    const leavesOut = this.#options.leavesOut();
    const flags = leavesOut || this.#options.hasFlags() ? layer.flags?.node : undefined;
    const isQuick = layer.cost.isRemote && !this.#readsAll;
    const request = { node: node.id, section, part, excerpt: { ...rect, step }, isQuick, flags, leavesOut };
    const { display, sample, isDecimated, bits, counts } = await host.request(signal, (worker, signal) =>
      worker.image.averages(request, signal),
    );
    signal.throwIfAborted();
    const [columns, rows] = [Math.ceil(rect.width / step), Math.ceil(rect.height / step)];
    return { part: { rect, step, columns, rows, values: display, isDecimated, bits }, sample, counts };
  }

  /** Doubles the cells of a mesh. */
  async #refine(layer: Layer, part: Part): Promise<void> {
    const { mesh } = part;
    if (mesh.cells >= CELLS.most || this.#refining.has(mesh)) {
      return;
    }
    this.#refining.add(mesh);
    part.mesh = await meshOf(mesh.rect, 2 * mesh.cells, layer.toSky);
    this.#refining.delete(mesh);
    this.#options.onChange();
  }

  #makeRoom(keep: ReadonlySet<string>): void {
    let size = 0;
    for (const { parts } of this.#layers) {
      for (const part of parts.values()) {
        size += bytesOf(part);
      }
    }
    for (const layer of this.#layers) {
      for (const [key, part] of layer.parts) {
        if (size > ROOM && !keep.has(keyOf({ layer, key }))) {
          layer.parts.delete(key);
          size -= bytesOf(part);
        }
      }
    }
  }
}

function keyOf({ layer, key }: Pick<Wanted, "layer" | "key">): string {
  return `${layer.source.key}#${key}`;
}

function bytesOf({ values, bits }: Part): number {
  return values.byteLength + (bits?.byteLength ?? 0);
}

function startOf(at: number, from: number, side: number): number {
  return from + side * Math.floor((at - from) / side);
}

function isSeen(rect: Rect, camera: Camera, screen: Size): boolean {
  const on = boundsOf(rect, (corner) => toScreen(camera, screen, corner));
  return overlap(on, { x: 0, y: 0, ...screen }) !== undefined;
}
