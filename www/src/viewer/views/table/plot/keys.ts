/** The keys of the plot of a table. */
import type { PlotStep } from "@asdf-wasm/science/tables/plotting";
import type { Command } from "../../../ui/commands.ts";

interface PlotContext {
  readonly walk: (step: PlotStep) => void;
  /** Selects the row of the current point, or lets it go. */
  readonly toggle: () => void;
  readonly zoom: (factor: number) => void;
  readonly reset: () => void;
  readonly release: () => void;
}

const ZOOM = Math.SQRT2;
const STEPS: Readonly<Record<string, PlotStep>> = {
  ...({ ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" } as const),
  ...({ Home: "first", End: "last" } as const),
};

const walk = ({ walk }: PlotContext, { key }: KeyboardEvent) => STEPS[key] && walk(STEPS[key]);

export const PLOT_KEYS: readonly Command<PlotContext>[] = [
  {
    label: "Next point along x, along y",
    keys: ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"],
    written: "← →, ↑ ↓",
    run: walk,
  },
  { label: "First and last point", keys: ["Home", "End"], run: walk },
  {
    label: "Select its row, or let it go",
    keys: ["Enter", " "],
    written: "Enter",
    run: ({ toggle }) => toggle(),
  },
  {
    label: "Zoom, all points",
    keys: ["+", "=", "-", "_", "0"],
    written: "+ − 0",
    run: ({ zoom, reset }, { key }) => (key === "0" ? reset() : zoom("+=".includes(key) ? 1 / ZOOM : ZOOM)),
  },
  { label: "Dragging adds, removes", keys: [], written: "Shift, Alt" },
  { label: "Deselect", keys: ["Escape"], run: ({ release }) => release() },
];
