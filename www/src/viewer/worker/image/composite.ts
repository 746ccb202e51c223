/**
 * Colour pictures of several sections, each in its colour and between its own limits. The sections are kept, so that other limits, colours or
 * another stretch cost no reading.
 */

import { drawnPart } from "@asdf-wasm/science/elements/complex";
import { fromFrame, limitsToFrame } from "@asdf-wasm/science/elements/frame";
import { isSameShape } from "@asdf-wasm/science/elements/shapes";
import type { DisplayLimits, Frame } from "@asdf-wasm/science/elements/values";
import { elementsOf, readSection } from "@asdf-wasm/science/sections/reading";
import type { Excerpt, ReadableArray } from "@asdf-wasm/science/sections/section";
import { allOf, sizeOf } from "@asdf-wasm/science/sections/section";
import type { ReadOptions } from "asdf-wasm";
import { render } from "asdf-wasm/image";
import { transfer } from "comlink";
import type {
  ChannelRequest,
  Color,
  Composite,
  CompositePicture,
  CompositeRequest,
} from "../../protocol/overlays.ts";
import { type Level, Levels, meanOf } from "./levels.ts";
import { paintLupton } from "./lupton.ts";
import { frameOf, narrow, stepFor } from "./planes.ts";
import { Sample } from "./sample.ts";

/** The most pixels read: larger sections are read with a step. */
const MOST = 2 ** 24;

interface Channel {
  /** What it was read of, and how. */
  readonly key: string;
  readonly remark: string;
  readonly levels: Levels<Float32Array<ArrayBuffer>>;
  readonly step: number;
  readonly frame: Frame;
  readonly sample: Sample;
}

interface Control {
  readonly signal: AbortSignal;
  readonly onProgress: NonNullable<ReadOptions["onProgress"]>;
}

/** An array with the pixels of the one on the stage, and what is to be known of it. */
interface Source {
  readonly path: string;
  readonly array: ReadableArray;
  readonly remark: string;
}

/** Reads channels, of which the newest are current. */
export class Composites {
  #channels: readonly Channel[] = [];

  /** All get the pixels of an array of a shape. */
  async read(
    aligned: (node: ChannelRequest["node"]) => Promise<Source>,
    shape: readonly number[],
    { channels, of, sampling, interval }: CompositeRequest,
    { signal, onProgress }: Control,
  ): Promise<Composite> {
    const read: Channel[] = [];
    for (const [i, channel] of channels.entries()) {
      const key = JSON.stringify([channel, of, sampling]);
      const known = [...read, ...this.#channels].find((other) => other.key === key);
      const told: Control["onProgress"] = ({ phase, loaded, total = loaded }) =>
        onProgress({ phase, loaded: i * total + loaded, total: channels.length * total });
      read.push(
        known ??
          (await readChannel(key, await aligned(channel.node), shape, channel, { signal, onProgress: told })),
      );
    }
    this.#channels = read;
    // Sorting all values of all of them would take seconds.
    const limits = read.map(({ sample }) => sample.limits(interval, false));
    return {
      limits,
      blank: limits.map(({ extremes: { min, max } }) => !(min < max)),
      step: read[0]?.step ?? 1,
      remarks: [...new Set(read.map(({ remark }) => remark))].filter(Boolean),
    };
  }

  /** Paints an excerpt, first row first; NaN is black. */
  async picture({ limits, colors, mixing, excerpt }: CompositePicture): Promise<ImageBitmap> {
    const { step } = excerpt;
    const picture = new ImageData(Math.ceil(excerpt.width / step), Math.ceil(excerpt.height / step));
    picture.data.fill(255);
    const bands = this.#channels.map(({ levels, step, frame }, i): Band => {
      const values = cutOut(levels.at(excerpt.step / step), excerpt);
      return { values, frame, limits: limits[i] ?? { min: 0, max: 1 }, color: colors[i] ?? [0, 0, 0] };
    });
    if ("lupton" in mixing) {
      paintLupton(inPrimaries(bands), mixing.lupton, new Uint8Array(picture.data.buffer));
    } else {
      paintEach(bands, mixing.levels, picture);
    }
    const bitmap = await createImageBitmap(picture);
    return transfer(bitmap, [bitmap]);
  }

  /** The values of a pixel, as the arrays have them. */
  at(x: number, y: number): number[] {
    return this.#channels.map(({ levels: { finest }, step, frame }) => {
      const value = finest.values[Math.floor(y / step) * finest.width + Math.floor(x / step)];
      return fromFrame(value ?? Number.NaN, frame);
    });
  }
}

async function readChannel(
  key: string,
  { array, path, remark }: Source,
  shape: readonly number[],
  { section, part }: ChannelRequest,
  control: Control,
): Promise<Channel> {
  if (!isSameShape(array.shape, shape)) {
    const shapes = [shape, array.shape].map((lengths) => lengths.join(" × ")).join(" and ");
    throw new RangeError(
      `images in colours need one shape, or a WCS each, and this one and ${path} have ${shapes}`,
    );
  }
  const [rows, columns] = sizeOf(array, section);
  const step = stepFor(columns, rows, MOST);
  const { values, mask } = elementsOf(
    await readSection(path, array, section, allOf(array, section, step), control),
  );
  const drawn = drawnPart(array, part);
  const [width, height] = [Math.ceil(columns / step), Math.ceil(rows / step)];
  const frame = frameOf(values, drawn);
  const display = narrow(values, drawn, mask, frame);
  const sample = new Sample(width, height, frame);
  sample.add(display);
  return { key, remark, levels: new Levels({ values: display, width, height }, meanOf), step, frame, sample };
}

/** Values of a channel, and how to draw them. */
interface Band {
  readonly values: Float32Array<ArrayBuffer>;
  readonly frame: Frame;
  readonly limits: DisplayLimits;
  readonly color: Color;
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
  const sums = new Float32Array(data.length);
  for (const { values, limits, frame, color } of bands) {
    const gray = render(
      { data: values, shape: [height, width], stride: [width, 1] },
      { ...limitsToFrame(limits, frame), levels, origin: "upper" },
    );
    for (const [primary, share] of color.entries()) {
      for (let at = primary; share > 0 && at < sums.length; at += 4) {
        sums[at] = (sums[at] ?? 0) + ((gray.data[at] ?? 0) * share) / 255;
      }
    }
  }
  for (const primary of [0, 1, 2]) {
    for (let at = primary; at < sums.length; at += 4) {
      data[at] = sums[at] ?? 0;
    }
  }
}

/** Red, green and blue: sums of the bands, shifted so that their lower limits are 0, in their colours. */
function inPrimaries(bands: readonly Band[]): readonly Float32Array[] {
  return [0, 1, 2].map((primary) => {
    const sum = new Float32Array(bands[0]?.values.length ?? 0);
    for (const { values, frame, limits, color } of bands) {
      const share = (color[primary] ?? 0) / 255;
      for (let i = 0; i < sum.length; i += 1) {
        sum[i] = (sum[i] ?? 0) + share * (fromFrame(values[i] ?? Number.NaN, frame) - limits.min);
      }
    }
    return sum;
  });
}
