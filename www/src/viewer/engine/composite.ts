/**
 * Colour pictures of three sections: one is red, one green, one blue, each
 * between limits of its own. They are kept, so that other limits and another
 * stretch cost no reading.
 */
import type { NdArray } from "asdf-wasm";
import { render } from "asdf-wasm/image";
import { transfer } from "comlink";
import { drawnPart } from "./complex.ts";
import { elementsOf } from "./feed.ts";
import { fromFrame, limitsToFrame } from "./frame.ts";
import { frameOf, narrow, stepFor } from "./planes.ts";
import type { ChannelAsked, Engine, Frame, Limits } from "./protocol.ts";
import { Sample } from "./sample.ts";
import { allOf, readSection, sizeOf } from "./sections.ts";

/** How many pixels a picture has at most: of larger sections only every so many rows and columns are read. */
const PICTURE = 2 ** 24;

interface Channel {
  readonly asked: ChannelAsked;
  readonly display: Float32Array<ArrayBuffer>;
  readonly width: number;
  readonly height: number;
  readonly step: number;
  readonly frame: Frame;
  readonly sample: Sample;
}

/** Those asked for last: red, green, blue. */
let channels: readonly Channel[] = [];

export async function readChannels(
  arrayAt: (id: number) => [path: string, array: NdArray],
  signal: AbortSignal,
  ...[, asked, interval]: Parameters<Engine["composite"]>
): Promise<Limits[]> {
  const read: Channel[] = [];
  for (const channel of asked) {
    const known = [...read, ...channels].find((other) => isSame(other.asked, channel));
    read.push(known ?? (await readChannel(...arrayAt(channel.node), channel, signal)));
  }
  if (read.some(({ width, height }) => width !== read[0]?.width || height !== read[0].height)) {
    throw new RangeError("red, green and blue are not of one shape");
  }
  channels = read;
  return channels.map(({ sample }) => sample.limits(interval, true));
}

async function readChannel(
  path: string,
  array: NdArray,
  asked: ChannelAsked,
  signal: AbortSignal,
): Promise<Channel> {
  const { slice, part } = asked;
  const [rows, columns] = sizeOf(array, slice);
  const step = stepFor(columns, rows, PICTURE);
  const { values, mask } = elementsOf(
    await readSection(path, array, slice, allOf(array, slice, step), { signal }),
  );
  const drawn = drawnPart(array, part);
  const [width, height] = [Math.ceil(columns / step), Math.ceil(rows / step)];
  const frame = frameOf(values, drawn);
  const display = narrow(values, drawn, mask, frame);
  const sample = new Sample(width, height, frame);
  sample.add(display);
  return { asked, display, width, height, step, frame, sample };
}

/** The first row first; what is no number is dark. */
export const compositePicture: Engine["compositePicture"] = async (limits, levels) => {
  const [first] = channels;
  if (!first) {
    return undefined;
  }
  const { width, height } = first;
  const picture = new ImageData(width, height);
  picture.data.fill(255);
  for (const [i, { display, frame }] of channels.entries()) {
    const { min, max } = limitsToFrame(limits[i] ?? { min: 0, max: 1 }, frame);
    const { data } = render(
      { data: display, shape: [height, width], stride: [width, 1] },
      { min, max, levels, origin: "upper" },
    );
    for (let at = 0; at < data.length; at += 4) {
      picture.data[at + i] = data[at] ?? 0;
    }
  }
  const bitmap = await createImageBitmap(picture);
  return transfer(bitmap, [bitmap]);
};

/** Red, green and blue of a pixel, as the arrays have them. */
export const compositeAt: Engine["compositeAt"] = async (x, y) =>
  channels.map(({ display, width, step, frame }) =>
    fromFrame(display[Math.floor(y / step) * width + Math.floor(x / step)] ?? Number.NaN, frame),
  );

function isSame(one: ChannelAsked, other: ChannelAsked): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
