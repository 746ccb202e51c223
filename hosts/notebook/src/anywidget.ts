/** The part of anywidget's interface that is used: the state that the kernel and the page share, and messages between them. */

import type { Markers } from "asdf-wasm/viewer";

/** The traits that both sides have; `_viewer.py` describes them. */
export interface Traits {
  link: string;
  height: number | string;
  theme: "auto" | "light" | "dark";
  name: string;
  problem: string;
  _seen: readonly number[];
  readonly _markers: Readonly<Record<string, KernelMarkers>>;
  readonly _asked: number;
  _heard: readonly [asked: number, report: number];
  readonly _file: HeldFile | Readonly<Record<string, never>>;
}

/** Markers as the kernel sends them: their points are pairs of float64. */
export interface KernelMarkers extends Omit<Markers, "points"> {
  readonly points: DataView<ArrayBuffer>;
}

/** The file that the kernel holds. */
export interface HeldFile {
  /** Counts the files that this widget has shown. */
  readonly number: number;
  readonly name: string;
  /** Whether the viewer may write over it. */
  readonly save: boolean;
  /** How long it is; a file at a URL has that instead. */
  readonly size?: number;
  readonly url?: string;
}

export interface Model {
  get<Name extends keyof Traits>(name: Name): Traits[Name];
  set<Name extends keyof Traits>(name: Name, value: Traits[Name]): void;
  save_changes(): void;
  // biome-ignore lint/suspicious/noExplicitAny: listeners of different events take different arguments
  on(event: string, listener: (...details: any[]) => void): void;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  off(event: string, listener: (...details: any[]) => void): void;
  send(content: unknown, callbacks?: unknown, buffers?: readonly ArrayBufferView[]): void;
}
