/**
 * Colour pictures of three sections, red, green and blue, each between its own limits. The sections are kept, so
 * that other limits or another stretch cost no reading.
 */

import { drawnPart } from "@asdf-wasm/science/elements/complex";
import { fromFrame, limitsToFrame } from "@asdf-wasm/science/elements/frame";
import type { DisplayLimits, Frame } from "@asdf-wasm/science/elements/values";
import { elementsOf, readSection } from "@asdf-wasm/science/sections/reading";
import type { Excerpt } from "@asdf-wasm/science/sections/section";
import { allOf, sizeOf } from "@asdf-wasm/science/sections/section";
import type { NdArray } from "asdf-wasm";
import { render } from "asdf-wasm/image";
import { transfer } from "comlink";
import type { ChannelRequest, Composite, CompositePicture } from "../../protocol/overlays.ts";
import type { IntervalName } from "../../protocol/plane.ts";
import { type Level, Levels, meanOf } from "./levels.ts";
import { paintLupton } from "./lupton.ts";
import { frameOf, narrow, stepFor } from "./planes.ts";
import { Sample } from "./sample.ts";

/** The most pixels read: larger sections are read with a step. */
const MOST = 2 ** 24;

interface Channel {
  readonly request: ChannelRequest;
  readonly levels: Levels<Float32Array<ArrayBuffer>>;
  readonly step: number;
  readonly frame: Frame;
  readonly sample: Sample;
}

/** Reads channels, of which the newest are current: red, green, blue. */
export class Composites {
  #channels: readonly Channel[] = [];

  async read(
    arrayAt: (node: ChannelRequest["node"]) => Promise<[path: string, array: NdArray]>,
    channels: readonly ChannelRequest[],
    interval: IntervalName,
    signal: AbortSignal,
  ): Promise<Composite> {
    const read: Channel[] = [];
    for (const channel of channels) {
      const known = [...read, ...this.#channels].find((other) => isSame(other.request, channel));
      read.push(known ?? (await readChannel(...(await arrayAt(channel.node)), channel, signal)));
    }
    const [first, ...others] = read.map(({ levels }) => levels.finest);
    if (others.some(({ width, height }) => width !== first?.width || height !== first.height)) {
      throw new RangeError("red, green and blue are not of one shape");
    }
    this.#channels = read;
    // Sorting all values of all three would take seconds.
    const limits = read.map(({ sample }) => sample.limits(interval, false));
    return {
      limits,
      blank: limits.map(({ extremes: { min, max } }) => !(min < max)),
      step: read[0]?.step ?? 1,
    };
  }

  /** Paints an excerpt, first row first; NaN is black. */
  async picture({ limits, mixing, excerpt }: CompositePicture): Promise<ImageBitmap> {
    const { step } = excerpt;
    const picture = new ImageData(Math.ceil(excerpt.width / step), Math.ceil(excerpt.height / step));
    picture.data.fill(255);
    const bands = this.#channels.map(({ levels, step, frame }, i): Band => {
      const values = cutOut(levels.at(excerpt.step / step), excerpt);
      return { values, frame, limits: limits[i] ?? { min: 0, max: 1 } };
    });
    if ("lupton" in mixing) {
      paintLupton(bands.map(aboveBlack), mixing.lupton, new Uint8Array(picture.data.buffer));
    } else {
      paintEach(bands, mixing.levels, picture);
    }
    const bitmap = await createImageBitmap(picture);
    return transfer(bitmap, [bitmap]);
  }

  /** Red, green and blue of a pixel, as stored in the arrays. */
  at(x: number, y: number): number[] {
    return this.#channels.map(({ levels: { finest }, step, frame }) => {
      const value = finest.values[Math.floor(y / step) * finest.width + Math.floor(x / step)];
      return fromFrame(value ?? Number.NaN, frame);
    });
  }
}

async function readChannel(
  path: string,
  array: NdArray,
  request: ChannelRequest,
  signal: AbortSignal,
): Promise<Channel> {
  const { section, part } = request;
  const [rows, columns] = sizeOf(array, section);
  const step = stepFor(columns, rows, MOST);
  const { values, mask } = elementsOf(
    await readSection(path, array, section, allOf(array, section, step), { signal }),
  );
  const drawn = drawnPart(array, part);
  const [width, height] = [Math.ceil(columns / step), Math.ceil(rows / step)];
  const frame = frameOf(values, drawn);
  const display = narrow(values, drawn, mask, frame);
  const sample = new Sample(width, height, frame);
  sample.add(display);
  return { request, levels: new Levels({ values: display, width, height }, meanOf), step, frame, sample };
}

/** Values of a channel, and how to draw them. */
interface Band {
  readonly values: Float32Array<ArrayBuffer>;
  readonly frame: Frame;
  readonly limits: DisplayLimits;
}

function cutOut(
  { values, width: stride }: Level<Float32Array<ArrayBuffer>>,
  { x, y, width, height, step }: Excerpt,
): Float32Array<ArrayBuffer> {
  const [columns, rows] = [Math.ceil(width / step), Math.ceil(height / step)];
  const part = new Float32Array(columns * rows);
  for (let row = 0; row < rows; row += 1) {
    const from = (y / step + row) * stride + x / step;
    part.set(values.subarray(from, from + columns), row * columns);
  }
  return part;
}

/** Each band by the same stretch, between limits of its own. */
function paintEach(bands: readonly Band[], levels: Float64Array, { data, width, height }: ImageData): void {
  for (const [i, { values, limits, frame }] of bands.entries()) {
    const gray = render(
      { data: values, shape: [height, width], stride: [width, 1] },
      { ...limitsToFrame(limits, frame), levels, origin: "upper" },
    );
    for (let at = 0; at < data.length; at += 4) {
      data[at + i] = gray.data[at] ?? 0;
    }
  }
}

/** The values of a band, shifted so that the lower limit is 0. */
function aboveBlack({ values, frame, limits: { min } }: Band): Float32Array {
  return values.map((value) => fromFrame(value, frame) - min);
}

function isSame(one: ChannelRequest, other: ChannelRequest): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
