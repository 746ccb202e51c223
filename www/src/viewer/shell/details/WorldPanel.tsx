/** What the WCS of the array on the stage says: system, size of a pixel, orientation, footprint, frames. */

import { rounded } from "@asdf-wasm/science/format/format";
import type { Orientation, PixelRange, SkyFrame, WcsFacts } from "@asdf-wasm/science/wcs/facts";
import { separation } from "@asdf-wasm/science/wcs/sky";
import { frameIn, positionTexts, systemLabel, systemOf } from "@asdf-wasm/science/wcs/world";
import type { WcsFrame } from "asdf-wasm";
import { useEffect, useState } from "preact/hooks";
import type { Session } from "../../state/session.ts";
import { notation, skyFrame } from "../../state/settings/skySettings.ts";
import { WorldModel } from "../../state/world.ts";
import { NoticeText } from "../../ui/NoticeText.tsx";
import { FactList } from "./FactList.tsx";

export function WorldPanel({ session }: { session: Session }) {
  const world = session.model(WorldModel);
  const path = world.path.value;
  const facts = world.facts.value;
  const problem = world.problem.value;
  if (path === undefined) {
    return null;
  }
  return (
    <section aria-label="World coordinates">
      <h3>World coordinates</h3>
      {problem && (
        <div class="notice warning">
          <NoticeText notice={problem} />
        </div>
      )}
      {facts && <Facts session={session} facts={facts} />}
    </section>
  );
}

function Facts({ session, facts }: { session: Session; facts: WcsFacts }) {
  const { sky, orientation, boundingBox, frames, invertible } = facts;
  const frame = frameIn(facts, skyFrame.value);
  const corners = useFootprint(session, facts, frame);
  const known: readonly (readonly [string, string | undefined])[] = [
    ["WCS", facts.path || "the root"],
    ["name", facts.name || undefined],
    ["system", sky && systemLabel(systemOf(facts, "own"))],
    ["pixel", orientation && pixel(orientation)],
    ["orientation", orientation && lie(orientation)],
    ["bounding box", box(boundingBox)],
    ["corners", corners],
    ["frames", frames.map(inWords).join("\n")],
    ["to pixels", invertible ? undefined : "this WCS has no inverse"],
  ];
  return <FactList class="world-facts" facts={known} />;
}

/** The range of a bounding box; where it is open, the range of the image. */
function closed([least, greatest]: PixelRange = [-Infinity, Infinity], length: number): PixelRange {
  return [Number.isFinite(least) ? least : -0.5, Number.isFinite(greatest) ? greatest : length - 0.5];
}

/** The positions of the image's corners, at the outer edges of its pixels. */
function useFootprint(session: Session, facts: WcsFacts, frame: SkyFrame): string | undefined {
  const at = session.model(WorldModel).at.value;
  const shape = session.scene.facts.value?.array?.shape;
  const { sky } = facts;
  const [text, setText] = useState<string>();
  const written = notation.value;
  useEffect(() => {
    // There are no positions where no corner is on the map, such as in an image of the whole sky.
    setText(undefined);
    if (!at || !shape || !sky?.isOnStage) {
      return;
    }
    let isShown = true;
    const [rows = 0, columns = 0] = at.section.axes.map((axis) => shape[axis] ?? 0);
    const [left, right] = closed(facts.boundingBox[0], columns);
    const [low, high] = closed(facts.boundingBox[1], rows);
    const corners = Float64Array.of(left, low, right, low, right, high, left, high);
    void session
      .ask((worker) => worker.wcs.toSky({ at, points: corners, frame }))
      .then((found) => {
        if (found?.some(Number.isFinite) && isShown) {
          const lines = [0, 2, 4, 6].map((i) =>
            positionTexts(
              [found[i] ?? Number.NaN, found[i + 1] ?? Number.NaN],
              systemOf(facts, frame),
              written,
              facts,
            )
              .map(({ text, unit }) => `${text}${text === "–" ? "" : unit}`)
              .join(" "),
          );
          setText(
            [`${systemLabel(systemOf(facts, frame))}, counterclockwise from pixel (0, 0):`, ...lines].join(
              "\n",
            ),
          );
        }
      });
    return () => {
      isShown = false;
    };
  }, [session, at, shape, facts, frame, written]);
  return text;
}

function pixel({ scale, scales: [x, y] }: Orientation): string {
  const isSquare = Math.abs(x / y - 1) < 0.005;
  return isSquare ? separation(scale) : `${separation(x)} along x, ${separation(y)} along y`;
}

/** Where north and east are in the image with its origin at the lower left. */
function lie({ north, isMirrored }: Orientation): string {
  const fromUp = rounded(((north - 90 + 540) % 360) - 180, 4);
  const side = fromUp > 0 ? "counterclockwise" : "clockwise";
  const up =
    Math.abs(fromUp) < 0.05
      ? "north is up (+y)"
      : `north is ${Math.abs(fromUp).toFixed(1)}° ${side} from up (+y)`;
  return `${up}, east ${isMirrored ? "clockwise from north: mirrored" : "counterclockwise from north, as on the sky"}`;
}

function box([x, y]: WcsFacts["boundingBox"]): string | undefined {
  const range = (name: string, ends: PixelRange | undefined): string[] =>
    ends?.some(Number.isFinite) ? [`${name} from ${written(ends[0])} to ${written(ends[1])}`] : [];
  const ranges = [...range("x", x), ...range("y", y)];
  return ranges.length > 0 ? ranges.join(", ") : undefined;
}

/** The end of a range, which may be open. */
function written(end: number): string {
  return Number.isFinite(end) ? String(end) : end < 0 ? "−∞" : "∞";
}

function inWords({ name, axes, reference }: WcsFrame): string {
  const listed = axes.map((axis) => (axis.unit ? `${axis.name} (${axis.unit})` : axis.name)).join(", ");
  const system = reference ? `, ${systemLabel(reference)}` : "";
  return `${name}${listed ? `: ${listed}` : ""}${system}`;
}
