/** What the arrays beside the image have at the pixel that is read out, and everything about the pixel as text to copy. */

import { collapsedUnit } from "@asdf-wasm/science/compute/reductions";
import { element, withUnit } from "@asdf-wasm/science/format/format";
import { frameIn, systemLabel, systemOf } from "@asdf-wasm/science/wcs/world";
import type { RefObject } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { TreeNode } from "../../../protocol/facts.ts";
import type { Plane } from "../../../protocol/plane.ts";
import { othersShown } from "../../../state/settings/readoutSettings.ts";
import { skyFrame } from "../../../state/settings/skySettings.ts";
import type { ViewHost } from "../../../state/view.ts";
import { WorldModel } from "../../../state/world.ts";
import { adopting } from "../../../styles/sheet.ts";
import { type Command, useCommands } from "../../../ui/commands.ts";
import type { ImageModel, Readout } from "../model/imageModel.ts";
import { indexIn } from "../model/neighbourhood.ts";
import { textsOf } from "../position/texts.ts";
import styles from "./beside.css?inline";
import { areaAround, BesideModel } from "./companions.ts";
import { type Found, isRead, NONE, reasonOf, wordOf } from "./found.ts";
import { errorText, flagNames, lineOf, type OtherValue, otherValue } from "./line.ts";

const styled = adopting(styles);

export const COPY_KEYS: readonly Command<() => void>[] = [
  { label: "Copy all that is known of the pixel", keys: ["P"], run: (copy) => copy() },
];

interface BesideProps {
  readonly host: ViewHost;
  readonly image: ImageModel;
  readonly facts: TreeNode;
}

/** Reads what the arrays beside the image have at the pixel that is read out. */
export function useBeside({ host, image, facts }: BesideProps): void {
  const beside = host.model(BesideModel);
  const plane = image.plane.value;
  const at = image.readout.value;
  const picked = host.section.picked.value;
  const nodes = wantedOf(beside, arrayOf(facts));
  const asked = at !== undefined && (at.by === "pick" || (picked?.column === at.x && picked.row === at.y));
  // Moving within an area that is being read does not begin again.
  const area = at && plane && areaAround(at.x, at.y, plane.whole);
  useEffect(() => void beside.show(arrayOf(facts)), [beside, facts]);
  useEffect(() => {
    // Beside a collapsed axis, other arrays have nothing that belongs to it.
    const isOne = plane?.node === facts.id && !plane.section.collapse;
    return isOne && area && nodes.length > 0
      ? beside.want({ nodes, section: plane.section, x: area.x, y: area.y, asked }, plane.whole)
      : undefined;
  }, [beside, plane, facts, area?.x, area?.y, asked, nodes.join()]);
}

/** "± 0.02" beside the value. */
export function ErrorHere(props: BesideProps) {
  const error = props.host.model(BesideModel).companionsOf(arrayOf(props.facts))?.error;
  if (!error || props.facts.of !== undefined) {
    return null;
  }
  const pixel = shownPixel(props);
  const found = foundOf(props, pixel, error.node);
  const title = `Standard deviation, from the array beside${reasonOf(found)}`;
  return (
    <span class="uncertainty number" title={title}>
      ± {isRead(found) ? (errorOf(props, pixel) ?? NONE) : wordOf(found)}
    </span>
  );
}

export function FlagsHere(props: BesideProps) {
  const flags = props.host.model(BesideModel).companionsOf(arrayOf(props.facts))?.flags;
  if (!flags) {
    return null;
  }
  const pixel = shownPixel(props);
  const found = foundOf(props, pixel, flags.node);
  const names = isRead(found) ? flagsOf(props, pixel)?.join(" ") : undefined;
  const title = names ?? `Flags, from the array beside${reasonOf(found)}`;
  return (
    <output class="readout flags-here" aria-label="Flags here" aria-live="off" title={title}>
      <span class="name">Flags</span>{" "}
      <span class="flags-set">{names === "" ? "none" : (names ?? wordOf(found))}</span>
    </output>
  );
}

/** The values of all arrays of the same shape, on request. */
export function OtherValues(props: BesideProps) {
  const all = props.host.model(BesideModel).companionsOf(arrayOf(props.facts))?.all ?? [];
  if (all.length === 0 || othersShown.value === "off") {
    return null;
  }
  const pixel = shownPixel(props);
  const values = othersOf(props, pixel);
  return (
    <output class="readout others" aria-label="Values of other arrays" aria-live="off">
      {all.map(({ id, key, array }) => {
        const value = values.find((other) => other.node === id);
        const found = foundOf(props, pixel, id);
        return (
          <span key={id} class="field" title={value ? undefined : `${key}${reasonOf(found)}`}>
            <span class="name">{key}</span>{" "}
            <span class={`number${value ? "" : " none"}`}>
              {value ? withUnit(value.text, array.unit) : wordOf(found)}
            </span>
          </span>
        );
      })}
    </output>
  );
}

/** Buttons for the values of other arrays, and to copy everything. */
export function ReadoutButtons(props: BesideProps & { readonly pixels: RefObject<HTMLElement | null> }) {
  const { host, image, facts, pixels } = props;
  const [outcome, setOutcome] = useState<{ readonly of: string; readonly text: string }>();
  const hasOthers = (host.model(BesideModel).companionsOf(arrayOf(facts))?.all.length ?? 0) > 0;
  const { x, y } = image.readout.value ?? readOut(props) ?? {};
  const pixel = `${x},${y}`;
  const copy = async (): Promise<void> => {
    setOutcome({ of: pixel, text: await copied(props) });
  };
  useCommands(pixels, COPY_KEYS, () => void copy());
  return (
    <span class="readout-buttons" ref={styled}>
      {hasOthers && (
        <button
          type="button"
          class="quiet"
          aria-label="Other arrays"
          aria-pressed={othersShown.value === "on"}
          title="Values of the other arrays of this shape"
          onClick={() => {
            othersShown.value = othersShown.value === "on" ? "off" : "on";
          }}
        >
          Others
        </button>
      )}
      <button
        type="button"
        class="quiet"
        aria-label="Copy pixel"
        title="Copy all that is known of the pixel (P over the image)"
        onClick={() => void copy()}
      >
        Copy
      </button>
      <span class="readout-note" role="status">
        {outcome?.of === pixel ? outcome.text : ""}
      </span>
    </span>
  );
}

/** The pixel that is read out; the picked one, if the pointer has just left the image. */
function readOut({ host, image }: BesideProps): Readout | undefined {
  const picked = host.section.picked.peek();
  return image.readout.peek() ?? (picked && { x: picked.column, y: picked.row, by: "pick" });
}

/** Copies a line about the pixel that is read out; returns what came of it. */
async function copied(props: BesideProps): Promise<string> {
  const line = await lineAt(props).catch(() => undefined);
  if (line === undefined) {
    return "Click a pixel first: then it can be copied";
  }
  try {
    await navigator.clipboard.writeText(line);
    return `Copied ${line}`;
  } catch {
    return "The browser does not allow this page to copy";
  }
}

/** Everything about the pixel that is read out, also what is not shown of it. */
async function lineAt(props: BesideProps): Promise<string | undefined> {
  const { host, image, facts } = props;
  const at = readOut(props);
  const plane = image.plane.peek();
  const beside = host.model(BesideModel);
  await beside.show(arrayOf(facts));
  const patch = at && image.patches.peek()?.at({ ...at, width: 1, height: 1 }, image.rows.peek());
  const companions = beside.companionsOf(arrayOf(facts));
  if (!at || !plane || !patch) {
    return undefined;
  }
  const nodes = companions?.all.map(({ id }) => id) ?? [];
  const wanted = { nodes, section: plane.section, x: at.x, y: at.y, asked: true };
  await beside.read(wanted, plane.whole, new AbortController().signal);
  const world = host.model(WorldModel);
  const [known, place] = [world.facts.peek(), world.at.peek()];
  const frame = frameIn(known, skyFrame.peek());
  const values =
    place &&
    (await host.ask((worker) =>
      worker.wcs.toWorld({ at: place, points: Float64Array.of(at.x, at.y), frame }),
    ));
  const texts = known && values ? textsOf(known, values, frame) : { sky: [], others: [] };
  // Beside a collapsed axis, other arrays have nothing that belongs to it.
  const { collapse } = plane.section;
  const pixel = collapse ? undefined : { at, plane };
  return lineOf({
    ...{ path: plane.path, section: plane.section, x: at.x, y: at.y },
    value: element(patch, indexIn(patch, at.x, at.y)),
    unit: collapse ? collapsedUnit(collapse, facts.array?.unit) : facts.array?.unit,
    error: pixel && errorOf(props, pixel),
    flags: pixel && flagsOf(props, pixel),
    world: [...texts.sky, ...texts.others],
    system: known && texts.sky.length > 0 ? systemLabel(systemOf(known, frame)) : undefined,
    others: pixel ? othersOf(props, pixel) : [],
  });
}

/** The array of the file beside which others are: that in whose place one is shown that is computed. */
function arrayOf({ id, of }: TreeNode): number {
  return of ?? id;
}

/** A pixel of a plane. */
interface Pixel {
  readonly at: Readout;
  readonly plane: Plane;
}

function shownPixel({ image, facts }: BesideProps): Pixel | undefined {
  const [at, plane] = [image.readout.value, image.plane.value];
  return at && plane?.node === facts.id ? { at, plane } : undefined;
}

/** The arrays whose elements are shown. */
function wantedOf(beside: BesideModel, id: number): readonly number[] {
  const { error, flags, all = [] } = beside.companionsOf(id) ?? {};
  const shown = [error?.node, flags?.node].filter((node) => node !== undefined);
  return othersShown.value === "on" ? all.map(({ id }) => id) : shown;
}

/** What was found of an array at a pixel. */
function foundOf({ host }: BesideProps, pixel: Pixel | undefined, node: number): Found | undefined {
  return pixel && host.model(BesideModel).at(node, pixel.plane.section, pixel.at.x, pixel.at.y);
}

function errorOf(props: BesideProps, pixel: Pixel | undefined): string | undefined {
  const { host, facts } = props;
  const error = facts.of === undefined && host.model(BesideModel).companionsOf(arrayOf(facts))?.error;
  const found = error ? foundOf(props, pixel, error.node) : undefined;
  return pixel && error && isRead(found)
    ? errorText(found, error.squared, pixel.at.x, pixel.at.y)
    : undefined;
}

function flagsOf(props: BesideProps, pixel: Pixel | undefined): readonly string[] | undefined {
  const { host, facts } = props;
  const flags = host.model(BesideModel).companionsOf(arrayOf(facts))?.flags;
  const found = flags && foundOf(props, pixel, flags.node);
  return pixel && flags && isRead(found) ? flagNames(found, flags, pixel.at.x, pixel.at.y) : undefined;
}

function othersOf(
  props: BesideProps,
  pixel: Pixel | undefined,
): readonly (OtherValue & { readonly node: number })[] {
  const { host, facts } = props;
  const all = host.model(BesideModel).companionsOf(arrayOf(facts))?.all ?? [];
  return all.flatMap(({ id, key, array }) => {
    const found = foundOf(props, pixel, id);
    return pixel && isRead(found)
      ? [{ node: id, ...otherValue(key, array.unit, found, pixel.at.x, pixel.at.y) }]
      : [];
  });
}
