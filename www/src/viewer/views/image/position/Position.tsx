/**
 * The world coordinates of the centre of the pixel that is read out: its position on the sky in the chosen system and
 * notation, and the other coordinates. `p` over the image copies the position.
 */

import type { SkyFrame, WcsFacts } from "@asdf-wasm/science/wcs/facts";
import { frameIn, hasNotation, systemLabel, systemOf, type WorldText } from "@asdf-wasm/science/wcs/world";
import type { RefObject } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { notation, skyFrame } from "../../../state/settings/skySettings.ts";
import type { ViewHost } from "../../../state/view.ts";
import { WorldModel } from "../../../state/world.ts";
import { adopting } from "../../../styles/sheet.ts";
import { type Command, useCommands } from "../../../ui/commands.ts";
import { NoticeText } from "../../../ui/NoticeText.tsx";
import { ImageModel } from "../model/imageModel.ts";
import { GoTo } from "./GoTo.tsx";
import styles from "./position.css?inline";
import { type PositionTexts, textsOf } from "./texts.ts";
import { Tracker } from "./tracker.ts";

const styled = adopting(styles);

export const POSITION_KEYS: readonly Command<() => void>[] = [
  { label: "Copy the position on the sky", keys: ["p"], run: (copy) => copy() },
];

interface PositionProps {
  readonly host: ViewHost;
  /** The image itself, which takes the key. */
  readonly pixels: RefObject<HTMLElement | null>;
}

export function Position({ host, pixels }: PositionProps) {
  const image = host.model(ImageModel);
  const world = host.model(WorldModel);
  const facts = world.facts.value;
  const frame = frameIn(facts, skyFrame.value);
  const texts = useTexts(host, image, facts, frame);
  const isOutside = facts !== undefined && outside(facts, image);
  const [copied, copy] = useCopy(texts?.sky ?? texts?.others ?? []);
  useCommands(pixels, POSITION_KEYS, copy);
  const system = facts && systemOf(facts, frame);
  return (
    <>
      <div class={`position${facts && facts.axes.length > 2 ? " many" : ""}`} ref={styled}>
        {facts && (
          <>
            <output
              class={`readout world${isOutside ? " outside" : ""}`}
              aria-label="Position of the pixel"
              aria-live="off"
              title="The centre of the pixel. P copies it."
            >
              {(texts ? [...texts.sky, ...texts.others] : blank(facts, frame)).map(({ name, text, unit }) => (
                <span key={name} class="field">
                  <span class="name">{name}</span>{" "}
                  <span class="quantity">
                    <span class="number coordinate">{text}</span>
                    {unit && <span class="unit">{unit === "°" || unit === "″" ? unit : ` ${unit}`}</span>}
                  </span>
                </span>
              ))}
            </output>
            {facts.sky && system !== undefined && (
              <span class="written">
                <SystemChoice facts={facts} frame={frame} />
                {hasNotation(system) && <NotationChoice />}
              </span>
            )}
          </>
        )}
        {image.plane.value && <GoTo host={host} image={image} facts={facts} frame={frame} />}
      </div>
      <span class="position-note" role="status">
        {copied || (isOutside ? "Outside the bounding box of the WCS: extrapolated" : "")}
      </span>
      {world.problem.value && (
        <div class="hint wcs-problem">
          <NoticeText notice={world.problem.value} />
        </div>
      )}
    </>
  );
}

function SystemChoice({ facts, frame }: { facts: WcsFacts; frame: SkyFrame }) {
  const frames = facts.sky?.frames ?? [];
  const own = systemOf(facts, "own");
  const chosen = frame === "own" ? (frames.find((other) => other === own) ?? frame) : frame;
  const offered = frames.filter((other) => other !== "own" || !frames.some((known) => known === own));
  return (
    <select
      aria-label="Reference system"
      value={chosen}
      disabled={offered.length < 2}
      onChange={({ currentTarget }) => {
        skyFrame.value = offered[currentTarget.selectedIndex] ?? "own";
      }}
    >
      {offered.map((other) => (
        <option key={other} value={other}>
          {systemLabel(systemOf(facts, other))}
        </option>
      ))}
    </select>
  );
}

function NotationChoice() {
  return (
    <select
      aria-label="Notation of positions"
      value={notation.value}
      onChange={({ currentTarget }) => {
        notation.value = currentTarget.selectedIndex === 0 ? "sexagesimal" : "decimal";
      }}
    >
      <option value="sexagesimal">Sexagesimal</option>
      <option value="decimal">Decimal</option>
    </select>
  );
}

/** The coordinates of the pixel that is read out, once they have come. */
function useTexts(
  host: ViewHost,
  image: ImageModel,
  facts: WcsFacts | undefined,
  frame: SkyFrame,
): PositionTexts | undefined {
  const world = host.model(WorldModel);
  const tracker = useMemo(() => new Tracker(host), [host]);
  const at = world.at.value;
  const { x, y } = image.readout.value ?? {};
  const query = at && x !== undefined && y !== undefined ? { at, x, y, frame } : undefined;
  useEffect(() => {
    if (query) {
      tracker.ask(query);
    }
  }, [tracker, at, x, y, frame]);
  const values = query && tracker.of(query);
  return facts && values && textsOf(facts, values, frame);
}

/** The names of the coordinates without their values. */
function blank(facts: WcsFacts, frame: SkyFrame): WorldText[] {
  const unknown = new Float64Array(facts.axes.length).fill(Number.NaN);
  const { sky, others } = textsOf(facts, unknown, frame);
  return [...sky, ...others].map((text) => ({ ...text, unit: "" }));
}

/** Whether the pixel that is read out is outside the bounding box. */
function outside({ boundingBox }: WcsFacts, { readout }: ImageModel): boolean {
  const at = readout.value;
  const isIn = (value: number, range: WcsFacts["boundingBox"][0]): boolean =>
    !range || (value >= range[0] && value <= range[1]);
  return at !== undefined && !(isIn(at.x, boundingBox[0]) && isIn(at.y, boundingBox[1]));
}

/** Copies texts; returns what came of it, and the function that does it. */
function useCopy(texts: readonly WorldText[]): readonly [string, () => void] {
  const [outcome, setOutcome] = useState<{ readonly of: string; readonly text: string }>();
  const wanted = texts.map(({ text }) => text).join(" ");
  const copy = async (): Promise<void> => {
    if (texts.some(({ text }) => text === "–") || wanted === "") {
      setOutcome({ of: wanted, text: "There is no position to copy" });
      return;
    }
    try {
      await navigator.clipboard.writeText(wanted);
      setOutcome({ of: wanted, text: `Copied ${wanted}` });
    } catch {
      setOutcome({ of: wanted, text: "The browser does not allow this page to copy" });
    }
  };
  return [outcome?.of === wanted ? outcome.text : "", () => void copy()];
}
