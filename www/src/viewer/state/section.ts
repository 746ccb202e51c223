/**
 * Which section of the array on the stage is shown, and which of its elements is picked. Links write a section as one
 * word: an index for each axis, but `y` and `x` for the axes along rows and columns. `3,y,x` is the fourth plane of a
 * cube; `mean,y,x` is the mean of its planes, `sum:2:10,y,x` the sum of eight of them, `moment1:2:10:0.5,y,x` their first moment of
 * values above 0.5.
 */

import { type Collapse, isMoment, REDUCTIONS } from "@asdf-wasm/science/compute/reductions";
import { isSameShape } from "@asdf-wasm/science/elements/shapes";
import { firstSection, type Section } from "@asdf-wasm/science/sections/section";
import { batch, computed, signal } from "@preact/signals";

const NO_SECTION: Section = { axes: [], index: [] };
const NAMES = ["y", "x"];
/** What the axes on the stage lie along. */
const DIRECTIONS = ["row", "column"] as const;

/** An element of a section. */
export interface Cell {
  readonly row: number;
  readonly column: number;
}

export class SectionModel {
  readonly current = signal<Section>(NO_SECTION);
  /** The picked element, the same in all views. */
  readonly picked = signal<Cell | undefined>(undefined);
  /** Whether an axis is being played, one section after another. */
  readonly playing = signal(false);
  /** The index of the picked element on every axis; without one, the index of the section. */
  readonly at = computed<readonly number[]>(() => {
    const { axes, index } = this.current.value;
    const picked = this.picked.value;
    return picked
      ? axes.reduce((at, axis, direction) => at.with(axis, picked[DIRECTIONS[direction] ?? "column"]), index)
      : index;
  });
  /** The numbers of rows and columns, or only of columns. */
  readonly lengths = computed<readonly number[]>(() =>
    this.current.value.axes.map((axis) => this.#shape?.[axis] ?? 0),
  );
  #shape: readonly number[] | undefined;

  /** Starts at the first section of an array. Keeps the section and returns false when the shape is as before. */
  start(shape: readonly number[]): boolean {
    if (isSameShape(shape, this.#shape)) {
      return false;
    }
    this.#shape = shape;
    batch(() => {
      this.current.value = firstSection(shape);
      this.picked.value = undefined;
    });
    return true;
  }

  /** Shows one plane, of the last two axes. */
  flatten(): void {
    const { index } = this.current.peek();
    this.current.value = { axes: [...index.keys()].slice(-2), index };
  }

  /** Goes to the section that a link names; returns false if the array has none like it. */
  goTo(text: string): boolean {
    const section = sectionOf(text, this.#shape ?? []);
    if (section && sectionText(section) !== sectionText(this.current.peek())) {
      this.current.value = section;
    }
    return section !== undefined;
  }

  /** Picks an element, if the section has it; none without one. */
  pick(cell: Cell | undefined): void {
    const [rows = 1, columns = 1] = this.lengths.peek();
    const isInside = cell && isIndex(cell.row, rows) && isIndex(cell.column, columns);
    this.picked.value = isInside ? cell : undefined;
  }

  /** Goes to another index along one axis, if the array has it. On an axis on the stage, the picked element moves. */
  move(axis: number, index: number): void {
    const { index: before, ...others } = this.current.value;
    if (!(axis in before)) {
      return;
    }
    const { axes } = others;
    const last = (this.#shape?.[axis] ?? 1) - 1;
    const wanted = Math.min(Math.max(Math.round(index) || 0, 0), last);
    const direction = axes.indexOf(axis);
    const picked = this.picked.value;
    if (picked && direction >= 0) {
      this.picked.value = { ...picked, [DIRECTIONS[direction] ?? "column"]: wanted };
    } else if (before[axis] !== wanted) {
      this.current.value = { ...others, index: before.with(axis, wanted) };
    }
  }

  /** Collapses an axis that is not on the stage, over some of its indices; shows one plane again without. */
  collapse(wanted: Collapse | undefined): void {
    const { axes, index } = this.current.value;
    const length = this.#shape?.[wanted?.axis ?? 0] ?? 0;
    if (!wanted || axes.includes(wanted.axis) || length === 0) {
      this.current.value = { axes, index };
      return;
    }
    const start = within(wanted.start, 0, length - 1);
    const stop = within(wanted.stop, start + 1, length);
    this.current.value = { axes, index, collapse: { ...wanted, start, stop } };
  }

  /** Lays another axis along the rows (0) or columns (1), if the array has both. If it lies along the others, the two change places. */
  lay(direction: number, axis: number): void {
    const { axes, index, collapse } = this.current.value;
    if (!(direction in axes && axis in index)) {
      return;
    }
    const others = axes.map((other) => (other === axis ? (axes[direction] ?? axis) : other));
    batch(() => {
      const isKept = collapse && collapse.axis !== axis;
      this.current.value = { index, axes: others.with(direction, axis), ...(isKept && { collapse }) };
      this.picked.value = undefined;
    });
  }

  clear(): void {
    this.#shape = undefined;
    this.current.value = NO_SECTION;
    this.picked.value = undefined;
  }
}

function isIndex(at: number, length: number): boolean {
  return Number.isInteger(at) && at >= 0 && at < length;
}

function within(value: number, least: number, most: number): number {
  return Math.min(Math.max(Math.round(value) || 0, least), most);
}

/** `shape`: with it, a collapse of a whole axis is written without its range. */
export function sectionText({ axes, index, collapse }: Section, shape?: readonly number[]): string {
  const word = (at: number, axis: number) =>
    collapse?.axis === axis ? collapseText(collapse, shape?.[axis]) : at;
  return index.map((at, axis) => NAMES[axes.indexOf(axis)] ?? word(at, axis)).join(",");
}

function collapseText({ by, start, stop, above }: Collapse, length: number | undefined): string {
  const isWhole = start === 0 && stop === length && above === undefined;
  return isWhole ? by : [by, start, stop, ...(above === undefined ? [] : [above])].join(":");
}

/** Undefined when the word names no collapse of an axis of the length. */
function collapseIn(word: string, axis: number, length: number): Collapse | undefined {
  const [name, ...range] = word.split(":");
  const by = REDUCTIONS.find((reduction) => reduction === name);
  const [start = 0, stop = length, above] = range.map(Number);
  const isRange = range.length !== 1 && isIndex(start, stop) && Number.isInteger(stop) && stop <= length;
  const isThreshold = above === undefined || (Number.isFinite(above) && by !== undefined && isMoment(by));
  return by && isRange && isThreshold && range.length < 4
    ? { axis, by, start, stop, ...(above !== undefined && { above }) }
    : undefined;
}

/** Undefined when an array of the shape has no such section. */
function sectionOf(text: string, shape: readonly number[]): Section | undefined {
  const words = text.split(",");
  const axes = NAMES.map((name) => words.indexOf(name)).filter((axis) => axis >= 0);
  const collapses = words.map((word, axis) => collapseIn(word, axis, shape[axis] ?? 0));
  const [collapse, ...more] = collapses.filter((found) => found !== undefined);
  const index = words.map((word, axis) => (NAMES.includes(word) || collapses[axis] ? 0 : Number(word)));
  const isInside = (at: number, axis: number) => isIndex(at, shape[axis] ?? 0);
  const fits =
    words.length === shape.length && axes.length === Math.min(2, shape.length) && more.length === 0;
  return fits && index.every(isInside) ? { axes, index, ...(collapse && { collapse }) } : undefined;
}
