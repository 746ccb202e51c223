/** The image view's questions: a plane, whose rows are handed to the page as they come, and limits to draw it by. */
import { type NdArray, slice } from "asdf-wasm";
import { transfer } from "comlink";
import { Feed } from "./feed.ts";
import { buffersOf, turned } from "./pixels.ts";
import { stepFor } from "./planes.ts";
import type { Engine, PlaneHead } from "./protocol.ts";
import { datatypeName } from "./values.ts";

/** The plane asked for last. */
let feed: Feed | undefined;

export const planeLimits: Engine["limits"] = async (interval) => feed?.limits(interval);

export async function readPlane(
  path: string,
  array: NdArray,
  signal: AbortSignal,
  ...[, node, section, complexPart, interval, onProgress, onPart]: Parameters<Engine["plane"]>
): Promise<void> {
  const { axes, index } = section;
  const [rows = 0, columns = 0] = axes.map((axis) => array.shape[axis]);
  const step = stepFor(columns, rows);
  const shown = step === 1 ? null : slice(null, null, step);
  const datatype = datatypeName(array.dtype);
  const complex = datatype.startsWith("complex");
  const head: PlaneHead = {
    ...{ node, path, datatype, complex, part: complex ? complexPart : undefined },
    ...{ width: Math.ceil(columns / step), height: Math.ceil(rows / step), step },
  };
  const isTurned = (axes[0] ?? 0) > (axes[1] ?? 0);
  const fed = new Feed(head, interval, (part) =>
    onPart(transfer(part, buffersOf(part.values, part.display, part.mask))),
  );
  feed = fed;
  try {
    const selection = index.map((at, axis) => (axes.includes(axis) ? shown : at));
    const part = await array.read(selection, { signal, onProgress, ...(!isTurned && { onRows: fed.add }) });
    if (part.fields) {
      throw new TypeError(`${path} holds no numbers to draw`);
    }
    await fed.finish(isTurned ? turned(part, head.height, head.complex ? 2 : 1) : part);
  } catch (cause) {
    if (signal.aborted) {
      fed.stop();
    } else {
      await fed.end();
    }
    throw cause;
  }
}
