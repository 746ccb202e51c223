/**
 * What a person may do to the page without knowing what they do: clicks on whatever is there, keys, words, the wheel, drags,
 * files, tabs, Back and Forward, other sizes of the window. Every action follows from a seed and from what the page shows.
 */
import type { Page } from "playwright-core";
import { dropEncoded, encodedFiles } from "../../support/drop.ts";
import type { Random } from "../../support/random.ts";
import type { Viewer } from "../support/viewer.ts";

/** The files that are dropped, by their names. */
export type Files = Readonly<Record<string, Buffer>>;

/** A control that can be seen, and the point in it that a pointer reaches. */
interface Control {
  readonly label: string;
  readonly x: number;
  readonly y: number;
}

/** The controls of the page and in the viewer's shadow tree, in their order. */
function controlsOf(page: Page): Promise<Control[]> {
  return page.evaluate(() => {
    const root = document.querySelector("asdf-viewer")?.shadowRoot;
    const selector =
      "button, input, select, textarea, summary, canvas, [role=tab], [role=treeitem], [role=slider], [role=separator], [role=gridcell], [role=columnheader], [contenteditable=true]";
    return [...(root?.querySelectorAll<HTMLElement>(selector) ?? [])].flatMap((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const [at, across] = [x + width / 2, y + height / 2];
      const hit = root?.elementFromPoint(at, across);
      if (!(hit && (hit === element || element.contains(hit)))) {
        return [];
      }
      const name =
        element.getAttribute("aria-label") ??
        element.getAttribute("title") ??
        element.textContent ??
        element.tagName;
      return [{ label: `${element.tagName} ${name.trim().slice(0, 40)}`, x: at, y: across }];
    });
  });
}

const KEYS = [
  ..."abcdefghijklmnopqrstuvwxyz0123456789+-?/.,[](){}=_ ",
  ..."ArrowLeft ArrowRight ArrowUp ArrowDown Enter Escape Tab Delete Backspace Home End PageUp PageDown F2".split(
    " ",
  ),
  ..."Control+z Control+y Control+a Control+c Control+v Control+x Control+f Control+s Control+Enter".split(
    " ",
  ),
  ..."Shift+Tab Shift+ArrowDown Shift+ArrowRight Control+ArrowRight Alt+ArrowUp Control+Home".split(" "),
];

const WORDS = [
  "0",
  "-1",
  "1e400",
  "NaN",
  "-0.5",
  "99999999999999999999",
  "data",
  "roman/data",
  "10:00:00 +20:00:00",
  "[1, 2, {a: *b}]",
  "!core/ndarray-1.1.0 {source: 99}",
  "<img src=x onerror=fail()>",
  "🔭 ångström ‮",
  "' \" \\ \u0000",
  "a".repeat(300),
  "[0:5, ::2]",
  ">= 3",
  "(",
];

const SIZES = [
  [320, 480],
  [768, 1024],
  [1024, 600],
  [1440, 900],
  [2560, 1200],
] as const;

interface Step {
  readonly text: string;
  readonly act: () => Promise<unknown>;
}

/** Chooses what to do next. */
export async function nextStep(viewer: Viewer, random: Random, files: Files, remote: string): Promise<Step> {
  const { page } = viewer;
  const { width, height } = page.viewportSize() ?? { width: 800, height: 600 };
  const point = () => [random.below(width), random.below(height)] as const;
  const [x, y] = point();
  const steps: (readonly [share: number, choose: () => Step | Promise<Step>])[] = [
    [
      40,
      async () => {
        const controls = await controlsOf(page);
        const control = controls[random.below(controls.length)];
        if (!control) {
          return click(page, x, y, "");
        }
        // Not with the right button: the browser keeps what its menu was asked for, with all that is around it.
        const clickCount = random.chance(0.1) ? 2 : 1;
        return {
          text: `click ${clickCount} × ${control.x},${control.y} ${control.label}`,
          act: () => page.mouse.click(control.x, control.y, { clickCount }),
        };
      },
    ],
    [6, () => click(page, x, y, "")],
    [4, () => ({ text: `point ${x},${y}`, act: () => page.mouse.move(x, y, { steps: 3 }) })],
    [
      18,
      () => {
        const keys = Array.from({ length: 1 + random.below(4) }, () => random.pick(KEYS));
        return {
          text: `keys ${keys.join(" ")}`,
          act: async () => {
            for (const key of keys) {
              await page.keyboard.press(key === " " ? "Space" : key);
            }
          },
        };
      },
    ],
    [
      8,
      () => {
        const word = random.pick(WORDS);
        const end = random.pick(["Enter", "Tab", undefined]);
        return {
          text: `type ${JSON.stringify(word)} ${end ?? ""}`,
          act: async () => {
            await page.keyboard.insertText(word);
            if (end) {
              await page.keyboard.press(end);
            }
          },
        };
      },
    ],
    [
      6,
      () => {
        const by = random.below(2000) - 1000;
        const key = random.chance(0.3) ? "Control" : undefined;
        return {
          text: `wheel ${x},${y} ${by} ${key ?? ""}`,
          act: () => held(page, key, () => page.mouse.move(x, y).then(() => page.mouse.wheel(0, by))),
        };
      },
    ],
    [
      8,
      () => {
        const [toX, toY] = point();
        const key = random.pick(["Shift", "Control", "Alt", undefined, undefined, undefined]);
        return {
          text: `drag ${x},${y} to ${toX},${toY} ${key ?? ""}`,
          act: () =>
            held(page, key, async () => {
              await page.mouse.move(x, y);
              await page.mouse.down();
              await page.mouse.move(toX, toY, { steps: 4 });
              await page.mouse.up();
            }),
        };
      },
    ],
    [
      5,
      async () => {
        const names = Object.keys(files);
        const open = await viewer.tabs.count();
        const wanted =
          open > 5
            ? []
            : random.chance(0.2)
              ? [random.pick(names), random.pick(names)]
              : [random.pick(names)];
        const dropped = Object.fromEntries(wanted.map((name) => [name, files[name] ?? Buffer.of()]));
        return {
          text: `drop ${wanted.join(" ")}`,
          act: () => page.evaluate(dropEncoded, encodedFiles(dropped)),
        };
      },
    ],
    [
      1,
      () => ({
        text: "open the remote file",
        act: () =>
          page.evaluate((url) => {
            const viewer = document.querySelector("asdf-viewer");
            // It may be closed before it is open.
            viewer?.add(url).catch(() => {});
          }, remote),
      }),
    ],
    // Back, but not out of the page.
    [1, () => ({ text: "back", act: () => page.evaluate(() => navigation.canGoBack && history.back()) })],
    [
      1,
      () => ({
        text: "forward",
        act: () => page.evaluate(() => navigation.canGoForward && history.forward()),
      }),
    ],
    [
      2,
      () => {
        const [width, height] = random.pick(SIZES);
        return { text: `size ${width}×${height}`, act: () => page.setViewportSize({ width, height }) };
      },
    ],
    [
      1,
      () => {
        const colorScheme = random.pick(["dark", "light"] as const);
        return { text: `theme ${colorScheme}`, act: () => page.emulateMedia({ colorScheme }) };
      },
    ],
  ];
  let share = random.below(steps.reduce((sum, [share]) => sum + share, 0));
  for (const [own, choose] of steps) {
    share -= own;
    if (share < 0) {
      return choose();
    }
  }
  throw new Error("no share is left");
}

function click(page: Page, x: number, y: number, label: string): Step {
  return { text: `click ${x},${y} ${label}`, act: () => page.mouse.click(x, y) };
}

/** Does something while a key is held. */
async function held(page: Page, key: string | undefined, act: () => Promise<unknown>): Promise<void> {
  if (key) {
    await page.keyboard.down(key);
  }
  await act();
  if (key) {
    await page.keyboard.up(key);
  }
}
