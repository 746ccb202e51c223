/** Buckets and other places on the page: browsed, opened with keys that a person gives, and renewed in the middle of a read. No secret is left anywhere. */
import { createServer } from "node:http";
import { expect, onTestFinished } from "vitest";
import { type Store, type StoreOptions, startStore } from "../../support/bucketServer.ts";
import { blockHeader } from "../../support/build.ts";
import { blockFile, treeFile } from "../../support/files.ts";
import { test, type Viewer } from "../support/viewer.ts";

const SECRET = "wJalrXUtnFEMI/K7MDENG+bPxRfiCY";
const TOKENS = ["FwoGZXIvYXdzEXPIRING1", "FwoGZXIvYXdzRENEWED02"] as const;
const SIDE = 3000;
const image = blockFile(
  `data: !core/ndarray-1.1.0 {source: 0, datatype: uint8, shape: [${SIDE}, ${SIDE}]}`,
  Uint8Array.from({ length: SIDE * SIDE }, (_, i) => i / SIDE),
);
const table = Buffer.from("id,mag\n1,19.5\n2,21\n");

/** A file of 10 GB, of which only the beginning is kept. */
const HUGE = 10 ** 10;
const front = Buffer.concat([
  treeFile(`name: huge\ndata: !core/ndarray-1.1.0 {source: 0, datatype: uint8, shape: [100000, 100000]}`),
  blockHeader(HUGE),
]);
/** How many bytes of it each request was given. */
const given: number[] = [];

function fileOf(name: string): ReturnType<StoreOptions["file"]> {
  if (name.endsWith("huge.asdf")) {
    const bytes = (offset: number, length: number) => {
      given.push(length);
      const part = new Uint8Array(length);
      part.set(front.subarray(Math.min(offset, front.length), Math.min(offset + length, front.length)));
      return part;
    };
    return { size: front.length + HUGE, bytes };
  }
  const whole = name.endsWith(".csv") ? table : image;
  return { size: whole.length, bytes: (offset, length) => whole.subarray(offset, offset + length) };
}

async function stored(options: Partial<StoreOptions> = {}): Promise<Store> {
  const keys: StoreOptions["keys"] = new Map<string, { secret: string; token?: string }>([
    ["AKID", { secret: SECRET }],
    ...TOKENS.map((token, i) => [`ASIA${i}`, { secret: SECRET, token }] as const),
  ]);
  const names = ["a.asdf", "night 1/b+c.asdf", "night 1/d.asdf", "night 1/huge.asdf", "night 1/stars.csv"];
  const store = await startStore({ bucket: "sky", keys, names, file: fileOf, cors: true, ...options });
  onTestFinished(() => store.stop());
  return store;
}

const dialog = ({ page }: Viewer) => page.getByRole("dialog", { name: "Browse" });
const list = (viewer: Viewer) => dialog(viewer).getByRole("listbox");
const options = (viewer: Viewer) => list(viewer).getByRole("option");
const tally = (viewer: Viewer) => dialog(viewer).locator(".place-tally");

/** Asks by keys for what is at an address. */
async function browse(viewer: Viewer, address: string): Promise<void> {
  const { keyboard } = viewer.page;
  await keyboard.press("Control+o");
  await dialog(viewer).waitFor();
  await keyboard.press("Control+a");
  await keyboard.type(address);
  await keyboard.press("Enter");
}

/** Gives keys in the form that is shown. */
async function give({ page }: Viewer, access: string, token = "", endpoint?: string): Promise<void> {
  const form = page.getByRole("form", { name: "Keys" }).last();
  await form.getByLabel("Access key").fill(access);
  await form.getByLabel("Secret key").fill(SECRET);
  await form.getByLabel("Session token").fill(token);
  if (endpoint !== undefined) {
    await form.getByText("Server, if").click();
    await form.getByLabel("Endpoint").fill(endpoint);
  }
  await form.getByLabel("Secret key").press("Enter");
}

/** Fails if the secret, or a token, is in what the page keeps, says, or links to. */
async function expectNoSecret(viewer: Viewer, said: readonly string[]): Promise<void> {
  const { page } = viewer;
  const kept = await page.evaluate(async () => {
    const databases = (await indexedDB.databases?.()) ?? [];
    const caches = (await globalThis.caches?.keys()) ?? [];
    const viewer = document.querySelector("asdf-viewer");
    const fields = [...(viewer?.shadowRoot?.querySelectorAll("input") ?? [])].map(({ value }) => value);
    return [
      location.href,
      JSON.stringify(history.state),
      JSON.stringify({ ...localStorage }),
      JSON.stringify({ ...sessionStorage }),
      JSON.stringify(databases),
      JSON.stringify(caches),
      document.cookie,
      viewer?.shadowRoot?.innerHTML,
      fields.join(),
      performance
        .getEntriesByType("resource")
        .map(({ name }) => name)
        .join(),
    ].join("\n");
  });
  for (const secret of [SECRET, encodeURIComponent(SECRET), ...TOKENS]) {
    for (const text of [kept, ...said, ...viewer.complaints]) {
      expect(text).not.toContain(secret);
    }
  }
}

/** What the page logs from now on. */
function logged({ page }: Viewer): string[] {
  const said: string[] = [];
  page.on("console", (message) => said.push(message.text()));
  return said;
}

test("a private bucket: keys are asked for, files are opened together, and the secret is nowhere", async ({
  viewer,
}) => {
  const store = await stored();
  const { page } = viewer;
  const said = logged(viewer);
  await browse(viewer, `${store.endpoint}/sky/`);
  const form = page.getByRole("form", { name: "Keys" });
  await form.waitFor();
  expect(await dialog(viewer).getByRole("alert").innerText()).toContain(
    "does not let everybody list this bucket",
  );
  await viewer.checkAccessibility();
  await viewer.screenshot("places-keys");
  await page.setViewportSize({ width: 400, height: 700 });
  await viewer.screenshot("places-keys-narrow");
  await page.setViewportSize({ width: 1440, height: 900 });
  await give(viewer, "NONE");
  await expect
    .poll(() => dialog(viewer).getByRole("alert").innerText())
    .toContain("does not know this access key");
  await give(viewer, "AKID");
  await options(viewer).first().waitFor();
  expect((await options(viewer).allInnerTexts()).map((text) => text.split("\n")[0])).toEqual([
    "night 1/",
    "a.asdf",
  ]);
  await list(viewer).focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => options(viewer).count()).toBe(4);
  await viewer.checkAccessibility();
  await viewer.screenshot("places");
  await page.setViewportSize({ width: 400, height: 700 });
  await page.emulateMedia({ colorScheme: "dark" });
  // Colours fade over.
  await page.waitForTimeout(300);
  await viewer.screenshot("places-narrow");
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: "light" });
  for (const key of ["Home", " ", "ArrowDown", " "]) {
    await page.keyboard.press(key);
  }
  await dialog(viewer).getByRole("button", { name: "Open 2 files" }).click();
  await viewer.drawn();
  await expect.poll(() => viewer.tabs.locator(".file-name").allInnerTexts()).toEqual(["b+c.asdf", "d.asdf"]);
  expect(new URL(page.url()).searchParams.getAll("url")).toEqual([
    `${store.endpoint}/sky/night%201/b%2Bc.asdf`,
    `${store.endpoint}/sky/night%201/d.asdf`,
  ]);
  await page.keyboard.press("?");
  await page.getByText("Report a problem").click();
  said.push(await page.locator(".report").innerText());
  await page.keyboard.press("Escape");
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("menuitem", { name: /session/i }).click();
  const session = await (await saving).createReadStream();
  for await (const chunk of session) {
    said.push(String(chunk));
  }
  await expectNoSecret(viewer, said);
  // The link leads others, and this page when it is loaded anew, to where keys are given.
  await page.reload();
  await page.getByRole("button", { name: "give them there" }).click();
  await give(viewer, "AKID");
  await options(viewer).first().waitFor();
  await list(viewer).press("Backspace");
  await expect.poll(() => options(viewer).count()).toBe(2);
  await expectNoSecret(viewer, said);
  // The browser itself logs that the server refused.
  viewer.complaints.splice(0);
});

test("the buckets of the keys are listed when none is named", async ({ viewer }) => {
  const store = await stored();
  const said = logged(viewer);
  await browse(viewer, "s3://");
  await viewer.page.getByRole("form", { name: "Keys" }).waitFor();
  expect(store.asked).toEqual([]);
  await give(viewer, "AKID", "", store.endpoint);
  await expect.poll(() => options(viewer).locator(".place-name").allInnerTexts()).toEqual(["sky/"]);
  await options(viewer).first().click();
  await options(viewer).filter({ hasText: "night 1/" }).click();
  await options(viewer).filter({ hasText: "b+c.asdf" }).dblclick();
  await viewer.drawn();
  expect(store.asked.at(-1)).toContain("/sky/night%201/b%2Bc.asdf");
  // The keys of all buckets are those of each.
  await browse(viewer, "s3://sky/night 1/");
  await options(viewer).filter({ hasText: "d.asdf" }).waitFor();
  await expectNoSecret(viewer, said);
});

test("a private folder of tables is offered as one table where a file describes it", async ({ viewer }) => {
  const names = ["bare/band=1/a.parquet", "told/_metadata", "told/night=1/a.parquet"];
  const store = await stored({ names });
  await browse(viewer, `${store.endpoint}/sky/told/`);
  await give(viewer, "AKID");
  const button = dialog(viewer).getByRole("button", { name: "Open as one table" });
  await button.waitFor();
  const address = dialog(viewer).getByRole("textbox", { name: "Address of a place" });
  await address.fill(`${store.endpoint}/sky/bare/`);
  await address.press("Enter");
  await options(viewer).filter({ hasText: "band=1/" }).waitFor({ timeout: 15_000 });
  expect(await button.count()).toBe(0);
  // The browser logs the refusals.
  viewer.complaints.splice(0);
});

test("keys that expire in the middle of a read are asked for once, and nothing is read twice", async ({
  viewer,
}) => {
  const expired = new Set<string>();
  const ranges: string[] = [];
  const file: StoreOptions["file"] = (name) => {
    const stored = fileOf(name);
    return (
      stored && {
        ...stored,
        bytes: (offset, length) => {
          ranges.push(`${offset}+${length}`);
          // What is behind the first bytes of the image is asked for in several requests.
          if (offset > 1_000_000) {
            expired.add(TOKENS[0]);
          }
          return stored.bytes(offset, length);
        },
      }
    );
  };
  const store = await stored({ file, expired });
  const { page } = viewer;
  const said = logged(viewer);
  await browse(viewer, "s3://sky");
  await dialog(viewer).getByRole("button", { name: "Keys…" }).click();
  await give(viewer, "ASIA0", TOKENS[0], store.endpoint);
  await options(viewer).filter({ hasText: "a.asdf" }).dblclick();
  const question = page.getByRole("dialog", { name: "The keys have expired" });
  await question.waitFor();
  await viewer.checkAccessibility();
  await viewer.screenshot("places-expired");
  await give(viewer, "ASIA1", TOKENS[1]);
  await viewer.drawn();
  await expect.poll(() => question.count()).toBe(0);
  await expect.poll(() => viewer.notices.count()).toBe(0);
  expect(ranges).toEqual([...new Set(ranges)]);
  // Without new keys, what waits fails with a sentence, and the next reading asks again.
  expired.add(TOKENS[1]);
  await browse(viewer, "s3://sky");
  await question.waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => dialog(viewer).getByRole("alert").innerText()).toContain("no others were given");
  await expectNoSecret(viewer, said);
  viewer.complaints.splice(0);
});

test("100,000 keys are browsed, searched and sorted with few elements on the page; a file of 10 GB opens", async ({
  viewer,
}) => {
  const names = Array.from({ length: 100_000 }, (_, i) => `r${String(i).padStart(7, "0")}_cal.asdf`);
  names[77_777] = "r0077777_huge.asdf";
  const store = await stored({ names });
  const { page } = viewer;
  await browse(viewer, `${store.endpoint}/sky/`);
  await page.getByRole("form", { name: "Keys" }).waitFor();
  await give(viewer, "AKID");
  await expect.poll(() => tally(viewer).innerText(), { timeout: 120_000 }).toBe("100,000 files and folders");
  await list(viewer).press("End");
  await expect.poll(() => options(viewer).last().innerText()).toContain("r0099999");
  await dialog(viewer).getByRole("button", { name: "Sort by size" }).click();
  await expect.poll(() => options(viewer).first().innerText()).toContain("r0077777_huge.asdf");
  await dialog(viewer).getByRole("searchbox").pressSequentially("r00777");
  await expect.poll(() => tally(viewer).innerText()).toContain("100 found");
  expect(await options(viewer).count()).toBeLessThan(100);
  given.splice(0);
  const opening = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const answered = () =>
          performance.getEntriesByType("resource").filter(({ name }) => name.includes("huge.asdf")).length;
        document.querySelector("asdf-viewer")?.addEventListener("asdf-open", () => resolve(answered()));
      }),
  );
  await options(viewer).first().dblclick();
  // After it, the view reads what it shows.
  const requests = await opening;
  expect(requests).toBeGreaterThan(0);
  expect(requests).toBeLessThanOrEqual(3);
  expect(given.slice(0, requests).reduce((sum, length) => sum + length, 0)).toBeLessThanOrEqual(256 * 1024);
  await viewer.row("name").waitFor();
  viewer.complaints.splice(0);
});

/** A folder of a web server with one file. */
async function folder(cors: boolean): Promise<string> {
  const server = createServer(({ url = "" }, response) => {
    const headers = cors ? { "access-control-allow-origin": "*" } : {};
    if (url.endsWith("/")) {
      const page =
        '<pre><a href="../">../</a>\n<a href="a%2Bb.asdf">a+b.asdf</a>  27-Nov-2026 13:27  9000171\n</pre>';
      response.writeHead(200, { ...headers, "content-type": "text/html" }).end(page);
    } else {
      response.writeHead(200, headers).end(image);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}/data/`;
}

test("the folder of a web server is listed where an address leads to it, and its files have links", async ({
  viewer,
}) => {
  const { page } = viewer;
  const address = await folder(true);
  await page.getByRole("textbox", { name: "Address of a file" }).fill(address);
  await page.keyboard.press("Enter");
  await options(viewer).filter({ hasText: "a+b.asdf" }).dblclick();
  await viewer.drawn();
  expect(new URL(page.url()).searchParams.get("url")).toBe(`${address}a%2Bb.asdf`);
});

test("what keeps a page from a place is said, with what helps", async ({ open }) => {
  const viewer = await open({ prepare: () => Reflect.deleteProperty(Crypto.prototype, "subtle") });
  const { page } = viewer;
  const said = () => dialog(viewer).getByRole("alert").innerText();
  const [plain, store] = [await folder(false), await stored({ region: "eu-west-1" })];
  await browse(viewer, plain);
  await expect
    .poll(said)
    .toContain(`it must send \`Access-Control-Allow-Origin: ${new URL(page.url()).origin}\``);
  await dialog(viewer).getByRole("textbox", { name: "Address of a place" }).fill("no place");
  await page.keyboard.press("Enter");
  await expect.poll(said).toContain("names no place of files");
  await dialog(viewer).getByRole("textbox", { name: "Address of a place" }).fill(`${store.endpoint}/sky/`);
  await page.keyboard.press("Enter");
  await page.getByRole("form", { name: "Keys" }).waitFor();
  await give(viewer, "AKID");
  await expect.poll(said).toContain("browsers sign only on pages at https:");
  viewer.complaints.splice(0);
});

test("a bucket in another region, and a clock that is wrong, are put right", async ({ viewer }) => {
  const store = await stored({ region: "eu-west-1" });
  store.ahead = 3 * 3600_000;
  await browse(viewer, `${store.endpoint}/sky/`);
  await viewer.page.getByRole("form", { name: "Keys" }).waitFor();
  await give(viewer, "AKID");
  await options(viewer).first().waitFor();
  await expectNoSecret(viewer, []);
  viewer.complaints.splice(0);
});

test("a list that does not end is read so far, and further when asked", async ({ viewer }) => {
  const names = Array.from({ length: 250_000 }, (_, i) => `r${String(i).padStart(7, "0")}.asdf`);
  const store = await stored({ names, keys: undefined, page: 10_000 });
  await browse(viewer, `${store.endpoint}/sky/`);
  await expect
    .poll(() => tally(viewer).innerText(), { timeout: 120_000 })
    .toBe("200,000 read, and there are more");
  await dialog(viewer).getByRole("button", { name: "Read on" }).click();
  await expect.poll(() => tally(viewer).innerText(), { timeout: 120_000 }).toBe("250,000 files and folders");
});

test("a list that breaks is read again from its beginning, and not taken for the whole", async ({
  viewer,
}) => {
  const names = Array.from({ length: 25 }, (_, i) => `r${String(i).padStart(2, "0")}.asdf`);
  let [seen, refuse] = [0, () => {}];
  const file: StoreOptions["file"] = (name) => {
    seen += Number(name === "r05.asdf");
    if (name === "r05.asdf" && seen === 2) {
      refuse();
    }
    return fileOf(name);
  };
  const store = await stored({ names, keys: undefined, page: 10, file });
  // The page asks once where it is, then for the first ten, then for more.
  refuse = () => void store.refusals.push({ code: "NoSuchBucket", status: 404 });
  await browse(viewer, `${store.endpoint}/sky/`);
  await expect.poll(() => tally(viewer).innerText()).toBe("10 read before this went wrong");
  await dialog(viewer).getByRole("button", { name: "Read again" }).click();
  await expect.poll(() => tally(viewer).innerText()).toBe("25 files and folders");
  viewer.complaints.splice(0);
});

test("keys go to the bucket that asked for them, whatever is typed meanwhile", async ({ viewer }) => {
  const [store, other] = [await stored(), await stored()];
  await browse(viewer, `${store.endpoint}/sky/`);
  await viewer.page.getByRole("form", { name: "Keys" }).waitFor();
  await dialog(viewer).getByRole("textbox", { name: "Address of a place" }).fill(`${other.endpoint}/sky/`);
  await give(viewer, "AKID");
  await options(viewer).first().waitFor();
  expect(other.asked).toEqual([]);
  viewer.complaints.splice(0);
});

test("folders of a data set are gone to again by their address, and when the dialog is opened anew", async ({
  viewer,
}) => {
  const { page } = viewer;
  const data = [{ label: "b.asdf", directoryLabel: "night 1", dataFile: { id: 8, filesize: 10 } }];
  await page.route("https://dataverse.example/**", (route) =>
    new URL(route.request().url()).searchParams.get("persistentId") === "doi:10.7910/DVN/ABC"
      ? route.fulfill({ json: { data }, headers: { "access-control-allow-origin": "*" } })
      : route.fulfill({ status: 404, headers: { "access-control-allow-origin": "*" } }),
  );
  await browse(viewer, "https://dataverse.example/dataset.xhtml?persistentId=doi:10.7910/DVN/ABC");
  await options(viewer).filter({ hasText: "night 1/" }).click();
  const inside = options(viewer).filter({ hasText: "b.asdf" });
  await inside.waitFor();
  await dialog(viewer).getByRole("button", { name: "Go" }).click();
  await inside.waitFor();
  await page.keyboard.press("Escape");
  // Not only hidden: its event of closing comes later.
  await expect.poll(() => page.locator("dialog").count()).toBe(0);
  await page.keyboard.press("Control+o");
  await inside.waitFor();
  expect(await dialog(viewer).getByRole("alert").count()).toBe(0);
});

test("a file that has grown since it was listed is not opened cut", async ({ viewer }) => {
  let rows = "";
  const file: StoreOptions["file"] = () => {
    const whole = Buffer.concat([table, Buffer.from(rows)]);
    return { size: whole.length, bytes: (offset, length) => whole.subarray(offset, offset + length) };
  };
  const store = await stored({ names: ["stars.csv"], file });
  await browse(viewer, `${store.endpoint}/sky/`);
  await viewer.page.getByRole("form", { name: "Keys" }).waitFor();
  await give(viewer, "AKID");
  await options(viewer).first().waitFor();
  rows = "3,22\n";
  await options(viewer).first().dblclick();
  await expect
    .poll(() => viewer.notices.allInnerTexts().then((texts) => texts.join()))
    .toContain(`has ${table.length + rows.length} bytes, and its list says ${table.length}`);
  viewer.complaints.splice(0);
});
