/** The image on the stage as a picture can be made of it. */
import { signal } from "@preact/signals";
import type { ViewModel } from "../../../state/view.ts";
import type { Drawn } from "./raster.ts";

/** The colour bar: its 256 colours, its ends, and its ticks at places from 0 to 1. */
export interface Bar {
  readonly colors: Uint8Array;
  readonly low: string;
  readonly high: string;
  readonly ticks: readonly { readonly place: number; readonly label: string }[];
}

export interface LivePicture {
  /** What is on the canvas now; undefined before the first plane. */
  readonly drawn: () => Drawn | undefined;
  /** The element that holds the canvas and what is over it. */
  readonly room: HTMLElement;
  /** Undefined for views with colours of their own. */
  readonly bar: () => Bar | undefined;
}

export class PictureModel implements ViewModel {
  /** Undefined while no image is on the stage. */
  readonly live = signal<LivePicture | undefined>(undefined);

  clear(): void {
    this.live.value = undefined;
  }
}
