/**
 * Plays through an axis: one section after another at a rate, but never before the last one was read, so that
 * requests do not pile up.
 */
import { effect, type ReadonlySignal, type Signal, signal } from "@preact/signals";

/** The section that is played. */
export interface PlayerHost {
  /** Whether a section is still being read. */
  readonly busy: ReadonlySignal<boolean>;
  /** Set while an axis is played. */
  readonly playing: Signal<boolean>;
  /** The section on an axis, and how many there are. */
  at(axis: number): { readonly index: number; readonly length: number };
  move(axis: number, index: number): void;
}

/** Sections a second. */
export const RATES = [1, 2, 5, 10, 20] as const;
export type Rate = (typeof RATES)[number];

export class Player {
  readonly axis = signal<number | undefined>(undefined);
  readonly rate = signal<Rate>(5);
  readonly loops = signal(true);
  readonly #host: PlayerHost;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stopWaiting = () => {};

  constructor(played: PlayerHost) {
    this.#host = played;
  }

  /** Plays through the axis, or pauses. At the end it starts over. */
  toggle(axis: number): void {
    const plays = this.axis.value === axis;
    this.pause();
    if (!plays) {
      this.axis.value = axis;
      this.#host.playing.value = true;
      const { index, length } = this.#host.at(axis);
      if (index === length - 1) {
        this.#host.move(axis, 0);
      }
      this.#wait();
    }
  }

  pause(): void {
    clearTimeout(this.#timer);
    this.#stopWaiting();
    this.axis.value = undefined;
    this.#host.playing.value = false;
  }

  #wait(): void {
    this.#timer = setTimeout(() => {
      let due = true;
      this.#stopWaiting = effect(() => {
        if (due && !this.#host.busy.value) {
          due = false;
          this.#timer = setTimeout(() => this.#step());
        }
      });
    }, 1000 / this.rate.peek());
  }

  #step(): void {
    this.#stopWaiting();
    const axis = this.axis.peek();
    if (axis === undefined) {
      return;
    }
    const { index, length } = this.#host.at(axis);
    if (index < length - 1) {
      this.#host.move(axis, index + 1);
    } else if (this.loops.peek()) {
      this.#host.move(axis, 0);
    } else {
      this.pause();
      return;
    }
    this.#wait();
  }
}
