/**
 * The page in one browser, for every engine alike: what a person does to it and sees of it. What is done waits for its
 * element; what is read is polled by the tests.
 */
import { PNG } from "pngjs";
import { expect, vi } from "vitest";
import { type Query, seek } from "./seek.ts";
import type { ElementReference, Session } from "./webdriver.ts";

/** Keys that have no character, by their names. https://www.w3.org/TR/webdriver2/#keyboard-actions */
const KEYS: Readonly<Record<string, string>> = {
  Enter: "\ue007",
  Escape: "\ue00c",
  Tab: "\ue004",
  Control: "\ue009",
  Shift: "\ue008",
  End: "\ue010",
  Home: "\ue011",
  ArrowLeft: "\ue012",
  ArrowUp: "\ue013",
  ArrowRight: "\ue014",
  ArrowDown: "\ue015",
  F2: "\ue032",
  F6: "\ue036",
};

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Box extends Point {
  readonly width: number;
  readonly height: number;
}

/** What a pointer does, one after another; a pause is as long as a long press. */
export type Move = Point | "down" | "up" | "pause";

const LONG_PRESS = 800;

/** How long a browser may take on a loaded machine. */
export const WAIT = { timeout: 60_000, interval: 50 };

export class Tab {
  readonly session: Session;
  /** Pixels of the screen to one of the page. */
  readonly scale: number;

  constructor(session: Session, scale: number) {
    this.session = session;
    this.scale = scale;
  }

  async goto(url: string): Promise<void> {
    await this.session.post("url", { url });
  }

  async reload(): Promise<void> {
    await this.session.post("refresh");
  }

  async url(): Promise<string> {
    return String(await this.session.get("url"));
  }

  /** Gives the window an inner size. */
  async resize(width: number, height: number): Promise<void> {
    await vi.waitUntil(async () => {
      const [insideWidth = 0, insideHeight = 0] = await this.run(() => [innerWidth, innerHeight]);
      if (insideWidth === width && insideHeight === height) {
        return true;
      }
      const outer = (await this.session.get("window/rect")) as Box;
      await this.session.post("window/rect", {
        ...{ x: 0, y: 0 },
        width: outer.width + width - insideWidth,
        height: outer.height + height - insideHeight,
      });
      return false;
    }, WAIT);
  }

  /** Works in the first frame of the page from now on, or in the page again. */
  async frame(id: 0 | null): Promise<void> {
    await this.session.post("frame", { id });
  }

  /** Runs a function in the page. */
  async run<Result, Arguments extends readonly unknown[]>(
    work: (...args: Arguments) => Result,
    ...args: Arguments
  ): Promise<Awaited<Result>> {
    return (await this.script(`return (${work}).apply(null, arguments)`, ...args)) as Awaited<Result>;
  }

  /** Runs the body of a function in the page; waits if it returns a promise. */
  script(script: string, ...args: readonly unknown[]): Promise<unknown> {
    return this.session.post("execute/sync", { script, args });
  }

  async #all(query: Query): Promise<ElementReference[]> {
    return (await this.run(seek, query)) as unknown as ElementReference[];
  }

  /** Does something to the first element, as soon as it is there and takes it. */
  async #to(query: Query, command: string, body?: object): Promise<void> {
    await expect
      .poll(
        async () => {
          try {
            const [element] = await this.#all(query);
            if (!element) {
              return "not there";
            }
            await this.session.post(this.session.to(element, command), body);
            return "done";
          } catch (error) {
            return String(error);
          }
        },
        { message: `${command} ${JSON.stringify(query)}` },
      )
      .toBe("done");
  }

  click(query: Query): Promise<void> {
    return this.#to(query, "click");
  }

  /** Types into a field, in place of what it has. */
  async fill(query: Query, text: string): Promise<void> {
    await this.#to(query, "clear");
    await this.#to(query, "value", { text });
  }

  /** Picks a file, or types where the element is. */
  put(query: Query, text: string): Promise<void> {
    return this.#to(query, "value", { text });
  }

  /** Chooses from a list. */
  choose(query: Query, option: string): Promise<void> {
    return this.click({ css: "option", has: option, within: query, hidden: true });
  }

  async count(query: Query): Promise<number> {
    return (await this.#all(query)).length;
  }

  /** Waits until the element is there. */
  async see(query: Query): Promise<void> {
    await expect.poll(() => this.count(query), { message: JSON.stringify(query) }).toBeGreaterThan(0);
  }

  /** Waits until there is none. */
  async miss(query: Query): Promise<void> {
    await expect.poll(() => this.count(query), { message: JSON.stringify(query) }).toBe(0);
  }

  /** The text of the first element. */
  async text(query: Query): Promise<string> {
    const [element] = await this.#all(query);
    return element ? this.run((shown) => (shown as unknown as HTMLElement).innerText.trim(), element) : "";
  }

  /** An attribute of the first element; empty where there is none. */
  async attribute(query: Query, name: string): Promise<string> {
    const [element] = await this.#all(query);
    const read = (shown: unknown, name: string) => (shown as HTMLElement).getAttribute(name) ?? "";
    return element ? this.run(read, element as unknown, name) : "";
  }

  /** What a field has. */
  async value(query: Query): Promise<string> {
    const [element] = await this.#all(query);
    return element ? this.run((shown) => (shown as unknown as HTMLInputElement).value, element) : "";
  }

  async isFocused(query: Query): Promise<boolean> {
    const [element] = await this.#all(query);
    return Boolean(
      element && (await this.run((shown) => (shown as unknown as Element).matches(":focus"), element)),
    );
  }

  async box(query: Query): Promise<Box> {
    const [element] = await this.#all(query);
    const read = (shown: unknown) => {
      const { x, y, width, height } = (shown as HTMLElement).getBoundingClientRect();
      return { x, y, width, height };
    };
    return element ? this.run(read, element as unknown) : { x: 0, y: 0, width: 0, height: 0 };
  }

  /** The role and the name of every element, as the engine tells them to screen readers. */
  async accessible(query: Query): Promise<string[]> {
    const names: string[] = [];
    for (const element of await this.#all(query)) {
      const role = await this.session.get(this.session.to(element, "computedrole"));
      const name = await this.session.get(this.session.to(element, "computedlabel"));
      names.push(`${role} “${name}”`);
    }
    return names;
  }

  /** Presses keys that have names, such as `Control+s`, or types one character. */
  async press(...chords: string[]): Promise<void> {
    const values = chords.map((chord) =>
      (chord.length > 1 ? chord.split("+") : [chord]).map((key) => KEYS[key] ?? key),
    );
    const actions = values.flatMap((keys) => [
      ...keys.map((value) => ({ type: "keyDown", value })),
      ...keys.toReversed().map((value) => ({ type: "keyUp", value })),
    ]);
    await this.#perform([{ type: "key", id: "keys", actions }]);
  }

  /** Types a text where the focus is. */
  type(text: string): Promise<void> {
    return this.press(...text);
  }

  /** Moves the mouse, presses and releases its button. */
  async mouse(...moves: Move[]): Promise<void> {
    await this.#perform([pointer("mouse", "mouse", moves)]);
  }

  /** What each finger does, at the same time. */
  async touch(...fingers: readonly (readonly Move[])[]): Promise<void> {
    await this.#perform(fingers.map((moves, i) => pointer(`finger ${i}`, "touch", moves)));
  }

  /** Moves a pen over the screen, sets its tip down and lifts it. */
  async pen(...moves: Move[]): Promise<void> {
    await this.#perform([pointer("pen", "pen", moves)]);
  }

  async wheel({ x, y }: Point, deltaY: number): Promise<void> {
    const scroll = { type: "scroll", x: Math.round(x), y: Math.round(y), deltaX: 0, deltaY, duration: 0 };
    await this.#perform([{ type: "wheel", id: "wheel", actions: [scroll] }]);
  }

  async #perform(actions: readonly object[]): Promise<void> {
    await this.session.post("actions", { actions });
  }

  /** The colours of places of the page, as the screen shows them. */
  async colors(points: readonly Point[]): Promise<(readonly number[])[]> {
    const picture = await this.screenshot();
    return points.map(({ x, y }) => {
      const at = 4 * (Math.floor(y * this.scale) * picture.width + Math.floor(x * this.scale));
      return [...picture.data.subarray(at, at + 3)];
    });
  }

  async screenshot(): Promise<PNG> {
    return PNG.sync.read(Buffer.from(String(await this.session.get("screenshot")), "base64"));
  }
}

function pointer(id: string, pointerType: string, moves: readonly Move[]): object {
  const actions = moves.map((move) => {
    if (move === "pause") {
      return { type: "pause", duration: LONG_PRESS };
    }
    if (typeof move === "string") {
      return { type: move === "down" ? "pointerDown" : "pointerUp", button: 0 };
    }
    const [x, y] = [Math.round(move.x), Math.round(move.y)];
    return { type: "pointerMove", duration: 0, origin: "viewport", x, y };
  });
  return { type: "pointer", id, parameters: { pointerType }, actions };
}
