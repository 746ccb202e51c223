/** The colours of the page as a canvas and a file take them, in its theme or in another. */
import type { Palette } from "./picture.ts";

export type Ground = "page" | "white" | "black" | "none";

const GROUNDS = { white: "#ffffff", black: "#000000", none: "none" } as const;

/** Colours for a background: the colours of the light theme on white and without a background, of the dark theme on black. */
export function paletteOf(element: HTMLElement, ground: Ground): Palette {
  const probe = document.createElement("span");
  probe.style.display = "none";
  if (ground !== "page") {
    // The style sheet sets the colours again: those that are inherited are of the page's theme.
    probe.className = "inks";
    probe.dataset["theme"] = ground === "black" ? "dark" : "light";
  }
  element.append(probe);
  const known = new Map<string, string>();
  const named = (name: string): string => {
    probe.style.color = `var(${name})`;
    return getComputedStyle(probe).color;
  };
  for (const name of NAMES) {
    known.set(name, named(name));
  }
  const page = ground === "page" ? named("--ground") : GROUNDS[ground];
  const family = getComputedStyle(element).fontFamily;
  probe.remove();
  return { ink: (name) => known.get(name) ?? "#000", family, ground: page };
}

/** All that charts are drawn in. */
const NAMES = [
  ...(["--text", "--muted", "--line", "--line-strong", "--ground", "--accent"] as const),
  ...(["--series-1", "--series-2", "--series-3", "--series-4", "--series-5", "--series-6"] as const),
];

/** Calls back when the theme changes. Returns a function that stops it. */
export function onTheme(element: Element, change: () => void): () => void {
  const system = matchMedia("(prefers-color-scheme: dark)");
  system.addEventListener("change", change);
  const chosen = new MutationObserver(change);
  const root = element.getRootNode();
  if (root instanceof ShadowRoot) {
    chosen.observe(root.host, { attributeFilter: ["theme"] });
  }
  return () => {
    system.removeEventListener("change", change);
    chosen.disconnect();
  };
}
