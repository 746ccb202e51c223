/** The keys of a grid. */
import { type Command, SHORTCUTS } from "../../ui/commands.ts";
import { type Extent, pressed, type Selection } from "./selection.ts";

interface GridContext {
  readonly selection: Selection;
  readonly extent: Extent;
  readonly select: (selection: Selection) => void;
  readonly copy: () => void;
  /** Changes the width of the current column by a step. */
  readonly widen: (step: number) => void;
  readonly fitColumn: () => void;
  readonly toggleRow: (() => void) | undefined;
  readonly release: (() => void) | undefined;
}

/** In CSS pixels. */
const WIDTH_STEP = 16;

const move = ({ selection, extent, select }: GridContext, event: KeyboardEvent): void => {
  const next = pressed(event, selection, extent);
  if (next) {
    select(next);
  }
};

export const GRID_KEYS: readonly Command<GridContext>[] = [
  {
    label: "Move",
    keys: ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "PageUp", "PageDown"],
    written: "arrows, Page Up and Down",
    run: move,
  },
  {
    label: "Ends of the row (Ctrl: grid)",
    keys: [
      ...(["Home", "End", "Control+Home", "Control+End"] as const),
      ...(["Control+Shift+Home", "Control+Shift+End"] as const),
    ],
    written: "Home End",
    run: move,
  },
  { label: "Select", keys: [], written: "Shift with these" },
  { label: "Select all", keys: ["Control+a"], written: "Ctrl+A", run: move },
  {
    label: "Copy",
    keys: [SHORTCUTS.copy, "Control+Shift+c"],
    written: "Ctrl+C",
    run: ({ copy }) => copy(),
  },
  {
    label: "Narrow and widen the column",
    keys: ["<", ">"],
    run: ({ widen }, { key }) => widen(key === "<" ? -WIDTH_STEP : WIDTH_STEP),
  },
  { label: "Fit the column to its content", keys: ["="], run: ({ fitColumn }) => fitColumn() },
  { label: "On a column's name: sort", keys: [], written: "Enter" },
  {
    label: "Select the row, or let it go",
    keys: [" "],
    written: "space",
    run: ({ toggleRow }) => (toggleRow ? toggleRow() : "pass"),
  },
  {
    label: "Let all rows go",
    keys: [SHORTCUTS.release],
    run: ({ release }) => (release ? release() : "pass"),
  },
];
