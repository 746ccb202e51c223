/** The pixel under the pointer: whose it is, its value and its position. Where the highest image has no number, the next one is read out. */

import { DO_NOT_USE } from "@asdf-wasm/science/elements/flags";
import type { Elements } from "@asdf-wasm/science/elements/values";
import { element, rounded, withUnit } from "@asdf-wasm/science/format/format";
import { positionTexts, systemOf } from "@asdf-wasm/science/wcs/world";
import { useEffect, useState } from "preact/hooks";
import { ABORTED } from "../../protocol/notices.ts";
import { notation } from "../../state/settings/skySettings.ts";
import { NONE } from "../image/readout/found.ts";
import type { Hit, LiveSky } from "./liveSky.ts";
import { signOf } from "./sky/positions.ts";

const FRAME = { reference: 0, unit: 1 };
/** How long the pointer must rest before a value is read, in milliseconds. */
const REST = 40;

interface Found {
  readonly text: string;
  readonly value: number;
  /** Of its flags, if they are read. */
  readonly bits: number;
}

interface Read extends Found {
  readonly hit: Hit;
}

const NOTHING: Found = { text: NONE, value: Number.NaN, bits: 0 };

export function SkyReadout({ live }: { live: LiveSky }) {
  const pointed = live.pointed.value;
  const [read, setRead] = useState<Read>();
  const first = live.together.placed.value[0]?.place.value;
  const { flags } = live.together;
  const [leavesOut, hasFlags] = [live.together.leavesOut.value, flags.over.value];
  const [top] = pointed?.hits ?? [];
  const key = pointed?.hits.map(({ layer, x, y }) => `${layer.source.key} ${x} ${y}`).join();
  useEffect(() => {
    const stop = new AbortController();
    const waiting = setTimeout(async () => {
      for (const hit of pointed?.hits ?? []) {
        const found = await valueAt(hit, leavesOut, hasFlags, stop.signal).catch(() => NOTHING);
        if (stop.signal.aborted) {
          return;
        }
        setRead({ hit, ...found });
        flags.here.value = found.bits;
        if (found.text !== NONE) {
          return;
        }
      }
    }, REST);
    return () => {
      clearTimeout(waiting);
      stop.abort(ABORTED);
    };
  }, [key, leavesOut, hasFlags]);

  const isRead = read && pointed?.hits.some(({ layer, x, y }) => isSame(read.hit, layer.source.key, x, y));
  const hit = isRead ? read.hit : top;
  const unit = hit?.layer.levels.value.unit;
  const [longitude = Number.NaN, latitude = Number.NaN] = pointed?.sky ?? [];
  const position =
    first &&
    positionTexts(
      [longitude * signOf(first), latitude],
      systemOf(first.facts, first.frame),
      notation.value,
      first.facts,
    );
  return (
    <output class="readout" aria-live="off" aria-label="The pixel under the pointer">
      <span class="field">
        {hit ? `${hit.layer.source.name.value} ${hit.layer.detector.value}` : "No image"}
      </span>
      {(["x", "y"] as const).map((axis) => (
        <span key={axis} class="field">
          <span class="name">{axis}</span> <span class={`number ${axis}`}>{hit ? hit[axis] : NONE}</span>
        </span>
      ))}
      <span class="field">
        <span class="name">value</span>{" "}
        <span class="number datum">{isRead ? read.text : hit ? "loading…" : NONE}</span>
        {unit && <span class="unit"> {unit}</span>}
        {isRead && read.text !== NONE && drawnAs(live, read)}
      </span>
      {pointed &&
        position?.map(({ name, text, unit }) => (
          <span key={name} class="field">
            <span class="name">{name}</span> <span class="number coordinate">{text}</span>
            <span class="unit">{unit}</span>
          </span>
        ))}
    </output>
  );
}

/** What is drawn for a value that is converted, or has a background subtracted. */
function drawnAs({ together: { values } }: LiveSky, { hit, value }: Read): string {
  const { background, factor } = values.of.value.get(hit.layer) ?? { background: 0, factor: 1 };
  return background === 0 && factor === 1
    ? ""
    : ` drawn as ${withUnit(rounded((value - background) * factor, 6), values.unit.value)}`;
}

function isSame({ layer, x, y }: Hit, key: string, otherX: number, otherY: number): boolean {
  return layer.source.key === key && x === otherX && y === otherY;
}

/** The element at a pixel as text; `NONE` where there is no number, and where flags leave it out. */
async function valueAt(
  { layer, x, y }: Hit,
  leavesOut: boolean,
  hasFlags: boolean,
  signal: AbortSignal,
): Promise<Found> {
  const { host, node, section, part } = layer.source;
  const read = (node: number) =>
    host.request<Elements>(signal, (worker, signal) =>
      worker.image.excerpt(
        { node, section, part, excerpt: { x, y, width: 1, height: 1, step: 1 }, frame: FRAME },
        signal,
      ),
    );
  const found = await read(node.id);
  const flags = (leavesOut || hasFlags) && layer.flags ? await read(layer.flags.node) : undefined;
  const bits = Number(flags?.values[0] ?? 0);
  const isOut = leavesOut && (bits & DO_NOT_USE) !== 0;
  const isNumber = !found.mask?.[0] && !Number.isNaN(Number(found.values[0]));
  return isNumber && !isOut
    ? { text: element(found, 0), value: Number(found.values[0]), bits }
    : { ...NOTHING, bits };
}
