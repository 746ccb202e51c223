/** The commands of the image view, for its menu and its keys. */
import type { Signal } from "@preact/signals";
import type { Viewpoint } from "./viewpoint.ts";

interface Command {
  readonly name: string;
  readonly key: string;
  /** Whether the image must have a place on the sky. */
  readonly onSky?: true;
  /** The setting it toggles, if it does. */
  readonly aid?: (viewpoint: Viewpoint) => Signal<boolean>;
  readonly run: (viewpoint: Viewpoint) => void;
}

const ZOOM = Math.SQRT2;
const RIGHT_ANGLE = 90;
const SMALL_ANGLE = 5;

export const COMMANDS: readonly Command[] = [
  { name: "Fit", key: "0", run: (viewpoint) => viewpoint.fit() },
  { name: "Actual size", key: "1", run: (viewpoint) => viewpoint.actualSize() },
  { name: "Zoom in", key: "+", run: (viewpoint) => viewpoint.zoomBy(ZOOM) },
  { name: "Zoom out", key: "-", run: (viewpoint) => viewpoint.zoomBy(1 / ZOOM) },
  { name: "Rotate right", key: "r", run: (viewpoint) => viewpoint.turn(RIGHT_ANGLE) },
  { name: "Rotate left", key: "R", run: (viewpoint) => viewpoint.turn(-RIGHT_ANGLE) },
  { name: "Rotate 5° right", key: ".", run: (viewpoint) => viewpoint.turn(SMALL_ANGLE) },
  { name: "Rotate 5° left", key: ",", run: (viewpoint) => viewpoint.turn(-SMALL_ANGLE) },
  { name: "Flip left–right", key: "x", run: (viewpoint) => viewpoint.flipAcross() },
  { name: "Flip up–down", key: "y", run: (viewpoint) => viewpoint.flipUpright() },
  { name: "Reset orientation", key: "u", run: (viewpoint) => viewpoint.upright() },
  { name: "North up", key: "N", onSky: true, run: (viewpoint) => viewpoint.north.value?.() },
  aid("Pixel values", "v", (viewpoint) => viewpoint.pixelValues),
  aid("Magnifier", "m", (viewpoint) => viewpoint.magnifier),
  aid("Line cuts", "l", (viewpoint) => viewpoint.cuts),
  aid("Overview", "o", (viewpoint) => viewpoint.overview),
  { ...aid("Sky grid", "g", (viewpoint) => viewpoint.grid), onSky: true },
  { ...aid("Compass and scale", "k", (viewpoint) => viewpoint.compass), onSky: true },
];

/** Keys that stand for others, so that Shift is not needed. */
const ALIASES: Readonly<Record<string, string>> = { "=": "+", _: "-" };

/** The commands that suit the image. */
export function commandsFor({ north }: Viewpoint): readonly Command[] {
  return COMMANDS.filter(({ onSky }) => !onSky || north.value !== undefined);
}

/** Runs the command of a key; returns whether there is one. */
export function obey(key: string, viewpoint: Viewpoint): boolean {
  const command = commandsFor(viewpoint).find((command) => command.key === (ALIASES[key] ?? key));
  command?.run(viewpoint);
  return command !== undefined;
}

function aid(name: string, key: string, aid: (viewpoint: Viewpoint) => Signal<boolean>): Command {
  const run = (viewpoint: Viewpoint): void => {
    const shown = aid(viewpoint);
    shown.value = !shown.value;
  };
  return { name, key, aid, run };
}
