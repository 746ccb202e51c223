/** The element as other pages use it: calls before it is in a page, failures, moves, events, colours and parts. */
import { expect } from "vitest";
import { blockFile } from "../../support/files.ts";
import { fits } from "../../support/onSky.ts";
import { test as base, type Viewer } from "../support/viewer.ts";

const YAML = "image: !core/ndarray-1.1.0 {source: 0, datatype: uint8, byteorder: big, shape: [4, 4]}";

/** A page with an empty `<main>`; `a.test.asdf` and `b.test.asdf` are files with an image each. */
const test = base.extend("page", async ({ viewer }: { viewer: Viewer }) => {
  const { page } = viewer;
  await page.route("**/*.test.asdf", (route) =>
    route.fulfill({
      body: blockFile(
        YAML,
        Uint8Array.from({ length: 16 }, (_, i) => i),
      ),
    }),
  );
  await page.route("**/none.asdf", (route) => route.fulfill({ status: 200, body: "no ASDF" }));
  await page.evaluate(() => document.querySelector("main")?.replaceChildren());
  return page;
});

test("open() waits until the element is in a page, and resolves to the file", async ({ page }) => {
  const opened = await page.evaluate(async () => {
    const element = document.createElement("asdf-viewer");
    element.src = "src.test.asdf";
    const names: string[] = [];
    element.addEventListener("asdf-open", ({ detail }) => names.push(detail.name));
    const opening = element.open("a.test.asdf");
    document.querySelector("main")?.append(element);
    return { name: (await opening).name, names };
  });
  expect(opened).toEqual({ name: "a.test.asdf", names: ["a.test.asdf"] });
});

test("what waits is dropped by close() and by another src", async ({ page }) => {
  const codes = await page.evaluate(async () => {
    const element = document.createElement("asdf-viewer");
    const codeOf = (opening: Promise<unknown>) =>
      opening.then(
        () => "opened",
        ({ name, code }) => `${name} ${code}`,
      );
    const first = codeOf(element.open("a.test.asdf"));
    element.close();
    const second = codeOf(element.add("a.test.asdf"));
    element.src = "b.test.asdf";
    document.querySelector("main")?.append(element);
    return Promise.all([first, second]);
  });
  expect(codes).toEqual(["AbortError aborted", "AbortError aborted"]);
  await page.getByRole("heading", { name: "b.test.asdf" }).waitFor();
});

test("open() rejects when it fails, and src reports it by an event", async ({ page }) => {
  const failures = await page.evaluate(async () => {
    const element = document.createElement("asdf-viewer");
    document.querySelector("main")?.append(element);
    const bySrc = new Promise<string>((resolve) =>
      element.addEventListener("asdf-error", ({ detail }) => resolve(detail.code), { once: true }),
    );
    element.src = "none.asdf";
    const codeOf = (opening: Promise<unknown>) =>
      opening.then(
        () => "opened",
        ({ name, code, message }) => `${name} ${code} ${message.length > 0}`,
      );
    const codes = [await bySrc];
    codes.push(await codeOf(element.open("none.asdf")));
    codes.push(await codeOf(element.add(new Blob(["no ASDF"]))));
    codes.push(await codeOf(element.follow("?url=none.asdf")));
    const replaced = codeOf(element.open("a.test.asdf"));
    const opened = await codeOf(element.open("b.test.asdf"));
    codes.push(await replaced, opened, await codeOf(element.follow("?")));
    return codes;
  });
  expect(failures).toEqual([
    "not-asdf",
    "AsdfError not-asdf true",
    "AsdfError not-asdf true",
    "AsdfError not-asdf true",
    "AbortError aborted true",
    "opened",
    "opened",
  ]);
});

test("src = null closes", async ({ page }) => {
  await page.evaluate(async () => {
    const element = document.createElement("asdf-viewer");
    document.querySelector("main")?.append(element);
    const opened = new Promise((resolve) => element.addEventListener("asdf-open", resolve, { once: true }));
    element.src = new URL("a.test.asdf", location.href);
    await opened;
    element.src = null;
  });
  await page.getByRole("button", { name: "Choose a file" }).waitFor();
  await expect.poll(() => page.workers().length).toBeLessThanOrEqual(1);
});

test("moving the element keeps what it shows; removing it ends its worker", async ({ page, viewer }) => {
  let requests = 0;
  page.on("request", (request) => {
    requests += request.url().endsWith("a.test.asdf") ? 1 : 0;
  });
  await page.evaluate(() => {
    const main = document.querySelector("main");
    const element = document.createElement("asdf-viewer");
    element.src = "a.test.asdf";
    main?.append(document.createElement("section"), element);
  });
  await viewer.drawn();
  const [worker] = page.workers();
  const before = requests;

  const opened = await page.evaluate(async () => {
    const element = document.querySelector("asdf-viewer");
    const opened: string[] = [];
    element?.addEventListener("asdf-open", ({ detail }) => opened.push(detail.name));
    if (element) {
      document.querySelector("section")?.append(element);
      document.querySelector("main")?.prepend(element);
      await new Promise((resolve) => setTimeout(resolve));
      await new Promise((resolve) => setTimeout(resolve));
      document.querySelector("section")?.append(element);
    }
    return opened;
  });
  await viewer.drawn();
  await page.getByRole("treeitem", { name: /image/ }).click();
  await page.getByLabel("Zoom in").first().click();
  expect(opened).toEqual([]);
  expect(requests).toBe(before);
  expect(page.workers()[0]).toBe(worker);

  await page.evaluate(() => document.querySelector("asdf-viewer")?.remove());
  await expect.poll(() => page.workers().length).toBe(0);
});

test("events bubble out of the shadow root that the element is in", async ({ page }) => {
  const seen = await page.evaluate(async () => {
    const seen: string[] = [];
    const settled = new Promise<void>((resolve) => {
      document.addEventListener("asdf-open", ({ detail }) => seen.push(`open ${detail.name}`));
      document.addEventListener("asdf-change", ({ detail }) => {
        if (detail.path === "image") {
          seen.push(`change ${detail.name} ${detail.path}`);
          resolve();
        }
      });
    });
    const inner = document.querySelector("main")?.appendChild(document.createElement("div"));
    const element = document.createElement("asdf-viewer");
    element.src = "a.test.asdf";
    inner?.attachShadow({ mode: "open" }).append(element);
    await settled;
    return seen;
  });
  expect(seen).toEqual(["open a.test.asdf", "change a.test.asdf image"]);
});

test("what the empty viewer offers follows the attributes", async ({ page }) => {
  await page.evaluate(() => {
    document.querySelector("main")?.append(document.createElement("asdf-viewer"));
  });
  const sample = page.getByRole("button", { name: "Open the sample" });
  await page.getByRole("button", { name: "Choose a file" }).waitFor();
  await expect.poll(() => sample.count()).toBe(0);
  await page.evaluate(() => document.querySelector("asdf-viewer")?.setAttribute("sample", "a.test.asdf"));
  await sample.click();
  await page.getByRole("heading", { name: "a.test.asdf" }).waitFor();
});

test("properties that were set before the element was defined count", async ({ page }) => {
  const name = await page.evaluate(async () => {
    const element = document.createElement("asdf-viewer");
    // As a framework leaves it that sets properties of an element which is not defined yet.
    Object.defineProperty(element, "src", { value: "a.test.asdf", configurable: true, writable: true });
    const opened = new Promise<string>((resolve) =>
      element.addEventListener("asdf-open", ({ detail }) => resolve(detail.name)),
    );
    document.querySelector("main")?.append(element);
    return `${await opened} ${element.getAttribute("src")}`;
  });
  expect(name).toBe("a.test.asdf a.test.asdf");
});

test("a page sets colours, fonts and parts, and gets no styles from the viewer", async ({ page }) => {
  const looks = await page.evaluate(() => {
    const style = new CSSStyleSheet();
    style.replaceSync(`
      main { --asdf-background: rgb(1, 2, 3); --asdf-font: monospace; --asdf-min-height: 50px; height: 200px; }
      asdf-viewer::part(header) { background: rgb(4, 5, 6); }
    `);
    document.adoptedStyleSheets = [style];
    const element = document.createElement("asdf-viewer");
    document.querySelector("main")?.append(element);
    const part = (name: string) => element.shadowRoot?.querySelector(`[part=${name}]`) ?? element;
    const { backgroundColor, fontFamily } = getComputedStyle(part("viewer"));
    return {
      backgroundColor,
      fontFamily,
      header: getComputedStyle(part("header")).backgroundColor,
      sheets: document.styleSheets.length + document.adoptedStyleSheets.length,
    };
  });
  expect(looks).toEqual({
    backgroundColor: "rgb(1, 2, 3)",
    fontFamily: "monospace",
    header: "rgb(4, 5, 6)",
    sheets: 2,
  });
});

test("where the page gives no height, the viewer is as high as the element, and covers nothing", async ({
  page,
}) => {
  const heights = await page.evaluate(async () => {
    const main = document.querySelector("main");
    main?.style.setProperty("height", "auto");
    const element = document.createElement("asdf-viewer");
    main?.append(element);
    element.style.height = "auto";
    await element.open("a.test.asdf");
    const of = (box: Element | null | undefined) => box?.getBoundingClientRect().height;
    return [of(element), of(element.shadowRoot?.querySelector(".viewer"))];
  });
  expect(heights).toEqual([320, 320]);
});

test("mount() puts a viewer into any element", async ({ page }) => {
  // As text: Vitest would compile the import for itself.
  const names = await page.evaluate(`(async () => {
    const { mount } = await import(new URL("asdf-viewer.js", document.baseURI).href);
    const element = document.createElement("div");
    document.querySelector("main").append(element);
    const opened = [];
    const viewer = mount(element, { onOpen: ({ name }) => opened.push(name) });
    const { name } = await viewer.open("a.test.asdf");
    const code = await viewer.open("none.asdf").catch(({ code }) => code);
    viewer.destroy();
    return { opened, name, code, left: element.shadowRoot.childElementCount };
  })()`);
  expect(names).toEqual({ opened: ["a.test.asdf"], name: "a.test.asdf", code: "not-asdf", left: 0 });
});

test("markers on the sky are where each image has them, and are said of an image that has no sky", async ({
  page,
}) => {
  await page.evaluate(async () => {
    const element = document.createElement("asdf-viewer");
    document.querySelector("main")?.append(element);
    await element.open("a.test.asdf");
  });
  const image = fits({ ra: 150, dec: 2, value: 1 });
  await page.evaluate(
    async (bytes) => {
      const element = document.querySelector("asdf-viewer");
      await element?.open(new File([Uint8Array.from(bytes)], "image.fits"));
      await element?.follow("#file=image.fits&limits=0,2");
      await element?.setMarkers("sky", {
        // The second is on the other side of the sky.
        points: Float64Array.of(150, 2, 330, -2),
        system: "icrs",
        shape: "square",
        color: "#ff0000",
        size: 16,
      });
    },
    [...image],
  );
  const drawn = page.getByRole("img", { name: "1 marker" });
  await drawn.waitFor();
  const middle = await drawn.evaluate((canvas: HTMLCanvasElement) => {
    const { data } = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
    const reds = Array.from({ length: data.length / 4 }, (_, at) => at).filter(
      (at) => (data[4 * at] ?? 0) > 200 && (data[4 * at + 1] ?? 255) < 60,
    );
    const sum = reds.reduce((sum, at) => sum + (at % canvas.width), 0);
    return Math.abs(sum / reds.length - canvas.width / 2);
  });
  expect(middle).toBeLessThan(2);
  await page.evaluate(() =>
    document.querySelector("asdf-viewer")?.follow("#file=image.fits&path=PRIMARY/data&wcs=none"),
  );
  await page
    .getByText("2 markers are on the sky, where this image has no place that is known", { exact: true })
    .waitFor();
});

test("a node that is chosen while a link is followed stays", async ({ page }) => {
  const text = page.getByRole("treeitem", { name: "note" });
  await page.route("**/two.asdf", (route) =>
    route.fulfill({ body: blockFile(`note: words\n${YAML}`, new Uint8Array(16)) }),
  );
  await page.evaluate(async () => {
    const element = document.createElement("asdf-viewer");
    document.querySelector("main")?.append(element);
    await element.open("two.asdf");
  });
  await text.evaluate(async (row: HTMLElement) => {
    const following = document.querySelector("asdf-viewer")?.follow("?url=two.asdf&path=image&zoom=3px@1,2");
    row.click();
    await following;
  });
  await expect.poll(() => text.getAttribute("aria-selected")).toBe("true");
  await page.getByRole("region", { name: "Details" }).getByText("words").waitFor();
});

test("markers are drawn over the image until they are taken away, and what is seen of it is told", async ({
  page,
}) => {
  const seen = await page.evaluate(async () => {
    const element = document.createElement("asdf-viewer");
    document.querySelector("main")?.append(element);
    await element.open("a.test.asdf");
    const told = new Promise<unknown>((resolve) =>
      element.addEventListener(
        "asdf-change",
        ({ detail }) => detail.seen?.across === 3 && resolve(detail.seen),
      ),
    );
    await element.follow("?url=a.test.asdf&path=image&zoom=3px@1,2");
    await element.setMarkers("stars", {
      points: Float64Array.of(0, 0, 2, 1),
      shape: "diamond",
      color: "#ff0000",
    });
    await element.setMarkers("sky", { points: Float64Array.of(3, 3) });
    return told;
  });
  expect(seen).toEqual({ x: 1, y: 2, across: 3 });
  await page.getByRole("img", { name: "3 markers" }).waitFor();
  const mark = (label: string) =>
    page.evaluate((label) => document.querySelector("asdf-viewer")?.setMarkers(label), label);
  await mark("sky");
  const drawn = page.getByRole("img", { name: "2 markers" });
  await drawn.waitFor();
  const reds = await drawn.evaluate((canvas: HTMLCanvasElement) => {
    const { data } = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
    return [...data].filter((red, at) => at % 4 === 0 && red > 200 && (data[at + 1] ?? 255) < 60).length;
  });
  expect(reds).toBeGreaterThan(5);
  await mark("stars");
  await drawn.waitFor({ state: "detached" });
});
