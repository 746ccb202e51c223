/** The commands of the image view: where it is looked at from, and its aids. */
import type { Signal } from "@preact/signals";
import type { Command } from "../../../ui/commands.ts";
import type { Viewpoint } from "./viewpoint.ts";

interface ViewCommand extends Command<Viewpoint> {
  readonly when?: (viewpoint: Viewpoint) => boolean;
  /** The setting it toggles, if it does. */
  readonly aid?: (viewpoint: Viewpoint) => Signal<boolean>;
  readonly run: (viewpoint: Viewpoint) => void;
}

const ZOOM = Math.SQRT2;
const RIGHT_ANGLE = 90;
const SMALL_ANGLE = 5;

/** In screen pixels. */
const STEP = 48;
const STEPS: Readonly<Record<string, readonly [dx: number, dy: number]>> = {
  ArrowLeft: [STEP, 0],
  ArrowRight: [-STEP, 0],
  ArrowUp: [0, STEP],
  ArrowDown: [0, -STEP],
};

export const ARROWS: Command<Viewpoint> = {
  label: "Move",
  keys: Object.keys(STEPS),
  written: "arrows",
  run: (viewpoint, { key }) => viewpoint.panBy(...(STEPS[key] ?? [0, 0])),
};

const onSky = ({ north }: Viewpoint): boolean => north.value !== undefined;
const onImage = (viewpoint: Viewpoint): boolean => onSky(viewpoint) && viewpoint.hasAids;
const withAids = ({ hasAids }: Viewpoint): boolean => hasAids;

/** Keys that stand for others need no Shift. */
export const COMMANDS: readonly ViewCommand[] = [
  { label: "Fit", keys: ["0"], run: (viewpoint) => viewpoint.fit() },
  { label: "Actual size", keys: ["1"], run: (viewpoint) => viewpoint.actualSize() },
  { label: "Zoom in", keys: ["+", "="], written: "+", run: (viewpoint) => viewpoint.zoomBy(ZOOM) },
  { label: "Zoom out", keys: ["-", "_"], written: "-", run: (viewpoint) => viewpoint.zoomBy(1 / ZOOM) },
  { label: "Rotate right", keys: ["r"], run: (viewpoint) => viewpoint.turn(RIGHT_ANGLE) },
  { label: "Rotate left", keys: ["R"], run: (viewpoint) => viewpoint.turn(-RIGHT_ANGLE) },
  { label: "Rotate 5° right", keys: ["."], run: (viewpoint) => viewpoint.turn(SMALL_ANGLE) },
  { label: "Rotate 5° left", keys: [","], run: (viewpoint) => viewpoint.turn(-SMALL_ANGLE) },
  { label: "Flip left–right", keys: ["x"], run: (viewpoint) => viewpoint.flipAcross() },
  { label: "Flip up–down", keys: ["y"], run: (viewpoint) => viewpoint.flipUpright() },
  { label: "Reset orientation", keys: ["u"], run: (viewpoint) => viewpoint.upright() },
  { label: "North up", keys: ["N"], when: onSky, run: (viewpoint) => viewpoint.north.value?.() },
  aid("Pixel values", "v", (viewpoint) => viewpoint.pixelValues),
  aid("Magnifier", "m", (viewpoint) => viewpoint.magnifier),
  aid("Line cuts", "l", (viewpoint) => viewpoint.cuts),
  aid("Overview", "o", (viewpoint) => viewpoint.overview),
  { ...aid("Sky grid", "g", (viewpoint) => viewpoint.grid), when: onImage },
  { ...aid("Compass and scale", "k", (viewpoint) => viewpoint.compass), when: onImage },
];

function aid(label: string, key: string, aid: (viewpoint: Viewpoint) => Signal<boolean>): ViewCommand {
  const run = (viewpoint: Viewpoint): void => {
    const shown = aid(viewpoint);
    shown.value = !shown.value;
  };
  return { label, keys: [key], when: withAids, aid, run };
}
