/** Links as text, the image's settings in them, and the page's history. */

import { type AddressHost, leadsElsewhere, PageAddress } from "@asdf-wasm/www/pageAddress.ts";
import { type Link, linkIn, linkText } from "@asdf-wasm/www/viewer/shell/tabs/linkText.ts";
import { sessionIn, sessionText } from "@asdf-wasm/www/viewer/shell/tabs/sessionText.ts";
import { type FlagSettings, flagsIn, flagsText } from "@asdf-wasm/www/viewer/views/image/flags/flagsLink.ts";
import {
  AIDS,
  type ImageSettings,
  settingsOf,
  USUAL_SETTINGS,
  wordsOf,
} from "@asdf-wasm/www/viewer/views/image/model/settings.ts";
import { type RgbSettings, rgbIn, rgbWords } from "@asdf-wasm/www/viewer/views/image/rgb/rgbLink.ts";
import { arrangementIn, arrangementWords } from "@asdf-wasm/www/viewer/views/table/arrangementLink.ts";
import fc from "fast-check";
import { expect, test } from "vitest";

const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 });
const garbage = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc
    .array(fc.constantFrom("?", "#", "&", "=", "%", "%E0%A4", ",", "@", "1e999", "-", "url", "tab", "file"))
    .map((parts) => parts.join("")),
);
const reserved = ["url", "tab", "file", "as", "path", "selected", "view", "section", "__proto__"];
const words = fc.dictionary(
  text.filter((name) => !reserved.includes(name)),
  text,
  { maxKeys: 4, noNullPrototype: true },
);
const place = fc.record(
  { path: text, selected: text, view: text, section: text, words },
  { requiredKeys: ["words"] },
);
const link: fc.Arbitrary<Link> = fc.oneof(
  fc
    .tuple(fc.array(text, { minLength: 1, maxLength: 4 }), fc.nat(), place)
    .map(([urls, tab, place]) => ({ urls, tab: tab % urls.length, file: undefined, place })),
  fc
    .tuple(fc.array(text, { maxLength: 3 }), text, place)
    .map(([urls, file, place]) => ({ urls, tab: "none" as const, file, place })),
);

test("a link is read as it was written", () => {
  fc.assert(
    fc.property(link, (link) => {
      expect(linkIn(linkText(link))).toEqual(link);
    }),
  );
});

test("any text is read as a link, and its settings are possible", () => {
  fc.assert(
    fc.property(garbage, fc.dictionary(text, fc.string()), (text, words) => {
      const { urls, tab } = linkIn(text);
      expect(tab === "none" || tab < urls.length).toBe(true);
      const settings = settingsOf({ ...words, limits: text, zoom: text, stretch: text, rotate: text });
      expect(settings.contrast).toBeGreaterThan(0);
      expect(settings.angle).toBeLessThanOrEqual(360);
    }),
  );
});

test("of very long links and sessions, no more is read than is ever written", () => {
  const { urls, more, place } = linkIn(
    `?${"url=a&".repeat(1000)}${"x=1&y=2&".repeat(3)}${"z".repeat(5000)}=3`,
  );
  expect({ urls: urls.length, more, place }).toEqual({
    urls: 100,
    more: 900,
    place: { words: { x: "1", y: "2" } },
  });
  const many = Array.from({ length: 1000 }, (_, index) => `w${index}=1`).join("&");
  expect(Object.keys(linkIn(`?${many}&path=a`).place.words ?? {})).toHaveLength(500);
  expect(linkIn(`?${many}&path=a`).place.path).toBe("a");
  const links = Array.from({ length: 150 }, (_, index) => linkIn(`#file=${index}`));
  const saved = sessionIn(sessionText({ links, shown: 120 }));
  expect({ links: saved.links.length, shown: saved.shown, more: saved.more }).toEqual({
    links: 100,
    shown: 0,
    more: 50,
  });
});

test("a session is read as it was saved, and what is none says why", () => {
  const tabs = fc.array(
    link.map(
      (link): Link => ({ ...link, urls: link.urls.slice(0, 1), tab: link.file === undefined ? 0 : "none" }),
    ),
    { minLength: 1, maxLength: 4 },
  );
  fc.assert(
    fc.property(tabs, fc.nat(3), (links, at) => {
      const session = { links, shown: at % links.length };
      expect(sessionIn(sessionText(session))).toEqual(session);
    }),
  );
  const text = sessionText({ links: [{ urls: [], tab: "none", file: "a.asdf", place: {} }], shown: 0 });
  expect(() => sessionIn(text.slice(0, -9))).toThrow("this JSON file cannot be read: it may be cut");
  expect(() => sessionIn("[1]")).toThrow("no session of the viewer");
  expect(() => sessionIn(text.replace("1", "2"))).toThrow("another version of the viewer (2)");
  expect(() => sessionIn(text.replace("#file=a.asdf", "path=a"))).toThrow("the session names no files");
  expect(sessionIn(text.replace('"shown": 0', '"shown": {}')).shown).toBe(0);
});

test("links are short, and legible", () => {
  const place = { path: "roman/data", section: "3,y,x", words: { stretch: "log", zoom: "2@1012.5,998" } };
  expect(linkText({ urls: ["https://a.org/b c.asdf"], tab: 0, place })).toBe(
    "?url=https://a.org/b+c.asdf&path=roman/data&section=3,y,x&stretch=log&zoom=2@1012.5,998",
  );
  expect(linkText({ urls: ["a.asdf"], tab: "none", file: "é&.asdf", place: { path: "a" } })).toBe(
    "?url=a.asdf#file=%C3%A9%26.asdf&path=a",
  );
  expect(linkText({ urls: [], tab: "none", place: {} })).toBe("");
});

const number = fc.double({ noNaN: true, noDefaultInfinity: true });
const settings: fc.Arbitrary<ImageSettings> = fc.record({
  interval: fc.constantFrom("minmax", "zscale", "99.5", "90"),
  manual: fc.constant(undefined),
  shared: fc.boolean(),
  stretch: fc.constantFrom("linear", "sqrt", "histogram"),
  parameter: fc.constant(undefined),
  colormap: fc.constantFrom("gray", "viridis", "a"),
  inverted: fc.boolean(),
  contrast: fc.integer({ min: 10, max: 1000 }).map((value) => value / 100),
  bias: fc.integer({ min: 0, max: 1000 }).map((value) => value / 1000),
  nan: fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255)),
  shrinking: fc.constantFrom("mean", "maximum"),
  angle: fc.integer({ min: 0, max: 3599 }).map((value) => value / 10),
  mirrored: fc.boolean(),
  sight: fc.option(
    fc
      .tuple(fc.integer({ min: 1, max: 256 }), fc.nat(9999), fc.nat(9999))
      .map(([zoom, x, y]) => ({ zoom, x: x + 0.5, y: y + 0.5 })),
    { nil: undefined },
  ),
  aids: fc.subarray([...AIDS]),
  side: fc.constantFrom(1, 5, 11),
});

test("the settings of the image are read as they were written", () => {
  fc.assert(
    fc.property(settings, (settings) => {
      expect(settingsOf(wordsOf(settings))).toEqual(settings);
    }),
  );
  expect(wordsOf(USUAL_SETTINGS)).toEqual({});
  expect(settingsOf({})).toEqual({
    ...USUAL_SETTINGS,
    manual: undefined,
    parameter: undefined,
    sight: undefined,
  });
});

const columns = ["mag", "a:b;c", "-z%3A", "名", "list"].map((name) => ({
  ...{ name, datatype: "float64", unit: "", description: "", isText: false, sortable: name !== "list" },
}));
const column = fc.nat(columns.length - 1);
const arrangement = fc.record(
  {
    sort: fc.record({ column: fc.nat(columns.length - 2), descending: fc.boolean() }),
    filters: fc.uniqueArray(fc.record({ column, text }), { selector: ({ column }) => column }),
  },
  { requiredKeys: ["filters"] },
);

test("order and filters of a table are read as they were written, by the names of columns", () => {
  fc.assert(
    fc.property(arrangement, (arrangement) => {
      expect(arrangementIn(arrangementWords(arrangement, columns), columns)).toEqual(arrangement);
    }),
  );
  const sorted = { sort: { column: 0, descending: true }, filters: [{ column: 0, text: "< 20" }] };
  expect(arrangementWords(sorted, columns)).toEqual({ sort: "mag:desc", filter: "mag:< 20" });
  expect(arrangementIn({ sort: "gone", filter: "gone:1;mag;list:%" }, columns).filters).toEqual([
    { column: 4, text: "%" },
  ]);
});

const limit = fc.integer({ min: -999, max: 999 });
const rgb: fc.Arbitrary<RgbSettings> = fc.record({
  chosen: fc.oneof(
    fc.constant([]),
    fc.array(fc.record({ array: text, plane: fc.nat(99) }), { minLength: 3, maxLength: 8 }),
  ),
  typed: fc.oneof(
    fc.constant([]),
    fc
      .tuple(limit, fc.nat(99), fc.constantFrom(0, 1, 2))
      .map(([min, span, at]) => [0, 1, 2].map((i) => (i === at ? { min, max: min + span + 1 } : undefined))),
  ),
  mixing: fc.constant("lupton" as const),
  stretch: fc.constantFrom(undefined, 0.5, 12),
  q: fc.constantFrom(8, 0, 2.5),
  tints: fc.constantFrom([], ["ff0000", "00ff00", "0000ff", "8000ff"]),
  sampling: fc.constantFrom("bilinear" as const, "exact" as const),
});

test("the settings of the RGB view are read as they were written", () => {
  fc.assert(
    fc.property(rgb, (settings) => {
      expect(rgbIn(rgbWords(settings))).toEqual(settings);
    }),
  );
  const usual = rgbIn({});
  expect(rgbWords(usual)).toEqual({});
  fc.assert(
    fc.property(garbage, (text) => {
      expect(rgbIn({ rgb: text, channels: text, mix: text }).q).toBeGreaterThanOrEqual(0);
    }),
  );
});

const bit = fc.nat(63);
const flags: fc.Arbitrary<FlagSettings> = fc.record({
  over: fc.boolean(),
  hidden: fc.uniqueArray(bit).map((bits) => new Set(bits.toSorted((one, other) => one - other))),
  colors: fc
    .uniqueArray(fc.tuple(bit, fc.constantFrom("#ff0000", "#00a0ff")), { selector: ([bit]) => bit })
    .map((colors) => new Map(colors)),
  opacity: fc.nat(100).map((percent) => percent / 100),
});

test("flags are read as they were written", () => {
  fc.assert(
    fc.property(flags, garbage, (flags, text) => {
      expect(flagsIn(flagsText(flags))).toEqual(flags);
      flagsIn(text);
    }),
  );
  expect(flagsText(flagsIn())).toBe("");
  expect(flagsText(flagsIn("over,-3,5:FF0000,40,-99,x"))).toBe("over,-3,5:ff0000,40");
});

test("limits and places keep the digits that a picture needs", () => {
  fc.assert(
    fc.property(number, number, number, fc.double({ min: 0.01, max: 256, noNaN: true }), (a, b, x, zoom) => {
      const [min, max] = [Math.min(a, b), Math.max(a, b)];
      const at = (x % 1e4) + 0;
      const sight = { zoom, x: at, y: at };
      const words = wordsOf({ ...USUAL_SETTINGS, interval: "manual", manual: { min, max }, sight });
      const found = settingsOf(words);
      const span = max - min;
      expect(found.manual).toBeDefined();
      if (Number.isFinite(span)) {
        expect(Math.abs((found.manual?.min ?? Number.NaN) - min)).toBeLessThanOrEqual(1e-8 * span);
        expect(Math.abs((found.manual?.max ?? Number.NaN) - max)).toBeLessThanOrEqual(1e-8 * span);
      }
      expect(Math.abs((found.sight?.x ?? Number.NaN) - at) * zoom).toBeLessThanOrEqual(1e-3);
    }),
  );
});

test.each([
  ["limits=0.1,3.2", { interval: "manual", manual: { min: 0.1, max: 3.2 } }],
  ["limits=3.2,0.1", {}],
  ["limits=1,2,3", {}],
  ["limits=manual", {}],
  ["limits=0x10,1e999", {}],
  ["stretch=asinh,0.02", { stretch: "asinh", parameter: 0.02 }],
  ["stretch=linear,7", { stretch: "linear" }],
  ["stretch=constructor", {}],
  ["colormap=viridis_r", { colormap: "viridis", inverted: true }],
  ["colormap=toString_r", {}],
  ["zoom=2@1,2", { sight: { zoom: 2, x: 1.5, y: 2.5 } }],
  ["zoom=-2@1,2", {}],
  ["zoom=2", {}],
  ["zoom=100px@1,2", { sight: { across: 100, x: 1.5, y: 2.5 } }],
  ["zoom=0px@1,2", {}],
  ["contrast=99&bias=-1&nan=red&box=7", {}],
  ["show=cuts,none&hide=values", { aids: ["cuts", "overview"] }],
])("%s", (query, expected) => {
  expect(settingsOf(linkIn(`?url=a&${query}`).place.words ?? {})).toEqual({
    ...{ ...USUAL_SETTINGS, manual: undefined, parameter: undefined, sight: undefined },
    ...expected,
  });
});

test.each([
  ["", "?url=a", true],
  ["?url=a", "?url=a&path=p&view=line", false],
  ["?url=a&path=p", "?url=a&path=q", true],
  ["?url=a&path=p", "?url=a&path=p&view=line", true],
  ["?url=a&path=p", "?url=a&path=p&section=3,y,x&zoom=2@1,1&selected=r", false],
  ["?url=a&path=p", "?url=a&url=b&tab=1", true],
  ["#file=a&path=p", "#file=b", true],
  ["#file=a", "#file=a&path=p&stretch=log", false],
])("from %o to %o is a step of the history: %o", (before, after, expected) => {
  expect(leadsElsewhere(before, after)).toBe(expected);
});

/** A browser's history with a clock. */
class FakeBrowser implements AddressHost {
  readonly entries: string[];
  at = 0;
  time = 0;
  writes = 0;
  #timers: { readonly action: () => void; readonly due: number }[] = [];

  constructor(first: string) {
    this.entries = [first];
  }

  read(): string {
    return this.entries[this.at] ?? "";
  }

  push(link: string): void {
    this.at += 1;
    this.writes += 1;
    this.entries.splice(this.at, this.entries.length, link);
  }

  replace(link: string): void {
    this.writes += 1;
    this.entries[this.at] = link;
  }

  now(): number {
    return this.time;
  }

  later(action: () => void, milliseconds: number): void {
    this.#timers.push({ action, due: this.time + milliseconds });
  }

  pass(milliseconds: number): void {
    this.time += milliseconds;
    for (const { action } of this.#timers.filter(({ due }) => due <= this.time)) {
      action();
    }
    this.#timers = this.#timers.filter(({ due }) => due > this.time);
  }
}

const nothing = async () => {};

test("places become entries, the display only changes the newest", async () => {
  const browser = new FakeBrowser("");
  const address = new PageAddress(browser);
  await address.arrive(nothing);
  for (const link of [
    "",
    "?url=a",
    "?url=a&path=p",
    "?url=a&path=p&zoom=2@1,1",
    "?url=a&path=q",
    "?url=a&path=q&x=1",
  ]) {
    address.note(link);
  }
  expect(browser.entries).toEqual(["", "?url=a&path=p&zoom=2@1,1", "?url=a&path=q&x=1"]);
});

test("Back goes to an entry and adds none, even where it cannot arrive", async () => {
  const browser = new FakeBrowser("?url=a&path=p");
  const address = new PageAddress(browser);
  await address.arrive(nothing);
  address.note("?url=a&path=p");
  address.note("?url=a&path=q");
  browser.at = 0;
  const followed: string[] = [];
  await address.arrive(async (link) => {
    followed.push(link);
    // What was shown before is reported late.
    address.note("?url=a&path=q&zoom=1@1,1");
    throw new Error("gone");
  });
  expect(followed).toEqual(["?url=a&path=p"]);
  expect(browser.entries).toEqual(["?url=a&path=p", "?url=a&path=q"]);
  address.note("?url=a&path=other");
  expect(browser.entries).toEqual(["?url=a&path=other", "?url=a&path=q"]);
});

test("however fast things change, the browser is not asked more often than it allows, and keeps the last", async () => {
  const browser = new FakeBrowser("");
  const address = new PageAddress(browser);
  await address.arrive(nothing);
  for (let i = 0; i < 300; i += 1) {
    address.note(`?url=a&path=p${i}`);
    browser.pass(100);
  }
  expect(browser.writes).toBeLessThan(50);
  for (let i = 0; i < 10; i += 1) {
    browser.pass(1000);
  }
  expect(browser.read()).toBe("?url=a&path=p299");
});
