/** The image view's questions: a plane, whose rows are handed to the page as they come, and limits to draw it by. */
import type { NdArray } from "asdf-wasm";
import { transfer } from "comlink";
import { Feed } from "./feed.ts";
import { buffersOf } from "./pixels.ts";
import { stepFor } from "./planes.ts";
import type { Engine, PlaneHead } from "./protocol.ts";
import { readSection, sizeOf } from "./sections.ts";
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
  const [rows, columns] = sizeOf(array, section);
  const step = stepFor(columns, rows);
  const datatype = datatypeName(array.dtype);
  const complex = datatype.startsWith("complex");
  const head: PlaneHead = {
    ...{ node, path, datatype, complex, part: complex ? complexPart : undefined },
    ...{ width: Math.ceil(columns / step), height: Math.ceil(rows / step), step },
  };
  const fed = new Feed(head, interval, (part) =>
    onPart(transfer(part, buffersOf(part.values, part.display, part.mask))),
  );
  feed = fed;
  try {
    const options = { signal, onProgress, onRows: fed.add };
    await fed.finish(await readSection(path, array, section, step, options));
  } catch (cause) {
    if (signal.aborted) {
      fed.stop();
    } else {
      await fed.end();
    }
    throw cause;
  }
}
