/**
 * Commands as tables. Whatever takes keys obeys a table of commands; menus, the list of keys and the one in docs/viewer.md are made of the same
 * tables.
 */
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";

export interface Command<C> {
  /** What it does, in the list of keys and in menus. */
  readonly label: string;
  /** As events name them, after `Control+` and `Shift+`. None where a pointer or a control of the browser does it. */
  readonly keys: readonly string[];
  /** How the list writes them, if otherwise. */
  readonly written?: string;
  /** Whether it is left to a page that owns the file. */
  readonly ofPage?: true;
  readonly when?: (context: C, event: KeyboardEvent) => boolean;
  /** Returns "pass" to leave the key to others. */
  readonly run?: (context: C, event: KeyboardEvent) => unknown;
}

/** Keys that buttons and menus name, too. */
export const SHORTCUTS = {
  ...{ save: "Control+s", saveAs: "Control+Shift+s", export: "Control+e", link: "Control+Shift+l" },
  ...{ undo: "Control+z", redo: "Control+Shift+z", copy: "Control+c" },
  ...{ sidebar: "Control+b", alone: "f", keys: "?", release: "Escape" },
} as const;

/** Commands of one place, as the list of keys has them. */
export interface KeyGroup {
  readonly where: string;
  readonly commands: readonly Command<never>[];
}

/** Runs the command of a key; returns whether there is one. */
export function obey<C>(commands: readonly Command<C>[], context: C, event: KeyboardEvent): boolean {
  const isDone = namesOf(event).some((name) =>
    commands.some(
      ({ keys, when, run }) =>
        run && keys.includes(name) && (when?.(context, event) ?? true) && run(context, event) !== "pass",
    ),
  );
  if (isDone) {
    event.preventDefault();
  }
  return isDone;
}

/** Listens for the keys of commands on an element. */
export function useCommands<C>(
  element: RefObject<HTMLElement | null>,
  commands: readonly Command<C>[],
  context: C,
): void {
  const newest = useRef(context);
  newest.current = context;
  useEffect(() => {
    const listening = new AbortController();
    element.current?.addEventListener("keydown", (event) => obey(commands, newest.current, event), {
      signal: listening.signal,
    });
    return () => listening.abort();
  }, [element, commands]);
}

/** A key in the notation of `aria-keyshortcuts`. */
export function ariaKey(key = ""): string {
  return /^[A-Z]$/.test(key)
    ? `Shift+${key}`
    : key.replace(/(?<=^|\+)[a-z]$/, (letter) => letter.toUpperCase());
}

/** What a menu says of a key. */
export function menuKey(key: string | undefined) {
  const shortcut = ariaKey(key);
  return { note: shortcut.replace("Control", "Ctrl"), shortcut };
}

/** The names of a key: what it is without Shift comes second. */
function namesOf({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): readonly string[] {
  const isCommand = ctrlKey || metaKey;
  const name = `${isCommand ? "Control+" : ""}${altKey ? "Alt+" : ""}`;
  if (isCommand) {
    return [`${name}${shiftKey ? "Shift+" : ""}${key.length === 1 ? key.toLowerCase() : key}`];
  }
  return shiftKey && key.length > 1 ? [`${name}Shift+${key}`, name + key] : [name + key];
}
