/**
 * A plot in links, by the names of columns: `plot=ra:dec`, `plot=ra:dec:flux` with the column of colours, without a name for the numbers
 * of rows; `plot-axes=logx,flipy,square`; `plot-part=10,20,-5,5` for the values of the part that is shown.
 */
import { ROW_NUMBER } from "@asdf-wasm/science/tables/choice";
import { isNumeric, type TableColumn } from "@asdf-wasm/science/tables/window";
import { escaped, inDigits, numberIn, unescaped, type Words } from "../../../state/linked.ts";

export const PLOT_NAMES = ["plot", "plot-axes", "plot-part", "rows"] as const;
const SEPARATORS = /:/g;
const AXES = ["logX", "logY", "flipX", "flipY", "square"] as const;

/** How the columns of a table are plotted. */
export interface PlotSettings {
  readonly isOn: boolean;
  readonly x: number;
  readonly y: number;
  readonly color: number | undefined;
  readonly logX: boolean;
  readonly logY: boolean;
  readonly flipX: boolean;
  readonly flipY: boolean;
  /** Whether both axes have the same scale. */
  readonly square: boolean;
  /** The values at the ends of the axes: from x, to x, from y, to y. Undefined for all points. */
  readonly part: readonly [number, number, number, number] | undefined;
}

const PLAIN = { logX: false, logY: false, flipX: false, flipY: false, square: false, part: undefined };

/** Columns that belong together. */
const PAIRS: readonly (readonly [x: string, y: string])[] = [
  ["ra", "dec"],
  ["l", "b"],
  ["lon", "lat"],
  ["x", "y"],
  ["xcentroid", "ycentroid"],
  ["wavelength", "flux"],
  ["time", "flux"],
];

/** Before anything is chosen: a known pair, else the first columns of measured numbers, or what comes nearest to them. */
export function usualPlot(columns: readonly TableColumn[]): PlotSettings {
  const named = (name: string) =>
    columns.findIndex((column) => isNumeric(column) && column.name.toLowerCase() === name);
  const pair = PAIRS.map((names) => names.map(named)).find((found) => !found.includes(-1));
  if (pair) {
    const [x = ROW_NUMBER, y = ROW_NUMBER] = pair;
    return { ...PLAIN, isOn: false, color: undefined, x, y };
  }
  const numeric = [...columns.entries()].filter(([, column]) => isNumeric(column));
  const measured = numeric.filter(([, { datatype }]) => /^(float|number)/.test(datatype));
  const [first, second] = [...measured, ...numeric.filter((column) => !measured.includes(column))];
  const [x, y] = second ? [first?.[0], second[0]] : [ROW_NUMBER, first?.[0]];
  return { ...PLAIN, isOn: false, color: undefined, x: x ?? ROW_NUMBER, y: y ?? ROW_NUMBER };
}

/** Empty while the rows are shown. */
export function plotWords(settings: PlotSettings, columns: readonly TableColumn[]): Words {
  if (!settings.isOn) {
    return {};
  }
  const { x, y, color, part } = settings;
  const name = (index: number) => escaped(columns[index]?.name ?? "", SEPARATORS);
  const axes = AXES.filter((axis) => settings[axis]).map((axis) => axis.toLowerCase());
  return {
    plot: [name(x), name(y), ...(color === undefined ? [] : [name(color)])].join(":"),
    ...(axes.length > 0 && { "plot-axes": axes.join() }),
    ...(part && { "plot-part": part.map((value) => inDigits(value, 12)).join() }),
  };
}

/** Columns that the table does not have are the usual ones. */
export function plotIn(words: Words, columns: readonly TableColumn[]): PlotSettings {
  const usual = usualPlot(columns);
  const { plot, "plot-axes": axes = "", "plot-part": part = "" } = words;
  if (plot === undefined) {
    return usual;
  }
  const [x, y, color] = plot.split(":").map((name) => {
    const found = columns.findIndex((column) => column.name === unescaped(name));
    return found < 0 && name !== "" ? undefined : found;
  });
  const has = (axis: string) => axes.split(",").includes(axis.toLowerCase());
  const [left, right, bottom, top, ...more] = part.split(",").map(numberIn);
  const isPart = left !== undefined && right !== undefined && bottom !== undefined && top !== undefined;
  return {
    isOn: true,
    ...{ x: x ?? usual.x, y: y ?? usual.y, color },
    ...{ logX: has("logX"), logY: has("logY"), flipX: has("flipX"), flipY: has("flipY") },
    square: has("square"),
    part:
      isPart && more.length === 0 && left < right && bottom < top ? [left, right, bottom, top] : undefined,
  };
}
