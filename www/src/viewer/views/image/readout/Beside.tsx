/** What the arrays beside the image have at the pixel that is read out, and everything about the pixel as text to copy. */
import type { RefObject } from "preact";
import { useEffect, useState } from "preact/hooks";
import { element, withUnit } from "../../../format/format.ts";
import { frameIn, systemLabel, systemOf } from "../../../format/world.ts";
import { collapsedUnit } from "../../../protocol/computed/reductions.ts";
import type { TreeNode } from "../../../protocol/facts.ts";
import type { Plane } from "../../../protocol/plane.ts";
import { othersShown } from "../../../state/settings/readoutSettings.ts";
import { skyFrame } from "../../../state/settings/skySettings.ts";
import type { ViewHost } from "../../../state/view.ts";
import { WorldModel } from "../../../state/world.ts";
import { adopting } from "../../../styles/sheet.ts";
import { useKey } from "../../../ui/keys.ts";
import type { ImageModel, Readout } from "../model/model.ts";
import { indexIn } from "../model/neighbourhood.ts";
import { textsOf } from "../position/texts.ts";
import styles from "./beside.css?inline";
import { BesideModel } from "./companions.ts";
import { errorText, flagNames, lineOf, type OtherValue, otherValue } from "./line.ts";

const styled = adopting(styles);

interface BesideProps {
  readonly host: ViewHost;
  readonly image: ImageModel;
  readonly facts: TreeNode;
}

/** Reads what the arrays beside the image have at the pixel that is read out. */
export function useBeside({ host, image, facts }: BesideProps): void {
  const beside = host.model(BesideModel);
  const plane = image.plane.value;
  const { x, y, by } = image.readout.value ?? {};
  const nodes = wantedOf(beside, arrayOf(facts));
  useEffect(() => void beside.show(arrayOf(facts)), [beside, facts]);
  useEffect(() => {
    // Beside a collapsed axis, other arrays have nothing that belongs to it.
    const isOne = plane?.node === facts.id && !plane.section.collapse;
    const isShown = isOne && x !== undefined && y !== undefined && nodes.length > 0;
    return isShown
      ? beside.want({ nodes, section: plane.section, x, y, asked: by === "pick" }, plane.whole)
      : undefined;
  }, [beside, plane, facts, x, y, by, nodes.join()]);
}

/** "± 0.02" beside the value. */
export function ErrorHere(props: BesideProps) {
  const error = props.host.model(BesideModel).companionsOf(arrayOf(props.facts))?.error;
  return error && props.facts.of === undefined ? (
    <span class="uncertainty number" title="Standard deviation, from the array beside">
      ± {errorOf(props, shownPixel(props)) ?? "–"}
    </span>
  ) : null;
}

export function FlagsHere(props: BesideProps) {
  const flags = props.host.model(BesideModel).companionsOf(arrayOf(props.facts))?.flags;
  const text = flags ? flagsOf(props, shownPixel(props))?.join(" ") : undefined;
  return flags ? (
    <output class="readout flags-here" aria-label="Flags here" aria-live="off" title={text}>
      <span class="name">Flags</span> <span class="flags-set">{text === "" ? "none" : (text ?? "–")}</span>
    </output>
  ) : null;
}

/** The values of all arrays of the same shape, on request. */
export function OtherValues(props: BesideProps) {
  const all = props.host.model(BesideModel).companionsOf(arrayOf(props.facts))?.all ?? [];
  if (all.length === 0 || othersShown.value === "off") {
    return null;
  }
  const values = othersOf(props, shownPixel(props));
  return (
    <output class="readout others" aria-label="Values of other arrays" aria-live="off">
      {all.map(({ id, key, array }) => {
        const value = values.find((other) => other.node === id);
        return (
          <span key={id} class="field">
            <span class="name">{key}</span>{" "}
            <span class={`number${value ? "" : " none"}`}>{withUnit(value?.text ?? "–", array.unit)}</span>
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
  useKey(pixels, "P", () => void copy());
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
    place && (await host.ask((worker) => worker.toWorld(place, Float64Array.of(at.x, at.y), frame)));
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

function errorOf({ host, facts }: BesideProps, pixel: Pixel | undefined): string | undefined {
  if (facts.of !== undefined) {
    return undefined;
  }
  const beside = host.model(BesideModel);
  const error = beside.companionsOf(arrayOf(facts))?.error;
  const { x, y } = pixel?.at ?? { x: -1, y: -1 };
  const patch = pixel && error && beside.at(error.node, pixel.plane.section, x, y);
  return patch && errorText(patch, error.squared, x, y);
}

function flagsOf({ host, facts }: BesideProps, pixel: Pixel | undefined): readonly string[] | undefined {
  const beside = host.model(BesideModel);
  const flags = beside.companionsOf(arrayOf(facts))?.flags;
  const { x, y } = pixel?.at ?? { x: -1, y: -1 };
  const patch = pixel && flags && beside.at(flags.node, pixel.plane.section, x, y);
  return patch && flagNames(patch, flags, x, y);
}

function othersOf(
  { host, facts }: BesideProps,
  pixel: Pixel | undefined,
): readonly (OtherValue & { readonly node: number })[] {
  const beside = host.model(BesideModel);
  const { x, y } = pixel?.at ?? { x: -1, y: -1 };
  return (beside.companionsOf(arrayOf(facts))?.all ?? []).flatMap(({ id, key, array }) => {
    const patch = pixel && beside.at(id, pixel.plane.section, x, y);
    return patch ? [{ node: id, ...otherValue(key, array.unit, patch, x, y) }] : [];
  });
}
