/** Settings that are remembered on this device. Where the browser refuses storage, they last as long as the page. */
import { effect, type Signal, signal } from "@preact/signals";

/** A setting. Anything may be stored for it: `read` gives what of it is possible. */
export function remembered<T extends string>(
  key: string,
  read: (stored: string) => T | undefined,
  standard: T,
): Signal<T> {
  const setting = signal(read(attempt(() => localStorage.getItem(key)) ?? "") ?? standard);
  effect(() => {
    const { value } = setting;
    if (value !== (attempt(() => localStorage.getItem(key)) ?? standard)) {
      attempt(() => localStorage.setItem(key, value));
    }
  });
  return setting;
}

/** One of a few choices. */
export function rememberedChoice<T extends string>(
  key: string,
  choices: readonly T[],
  standard: T,
): Signal<T> {
  return remembered(key, (stored) => choices.find((choice) => choice === stored), standard);
}

/** Undefined if storage is refused or full. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
