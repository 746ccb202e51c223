/** Files by their addresses: typed, pasted, in the page's own address, tried again; and those opened last. */
import { expect, onTestFinished } from "vitest";
import { fixture, treeFile } from "../../support/files.ts";
import { SlowServer } from "../support/slow-server.ts";
import { test, type Viewer } from "../support/viewer.ts";

const field = ({ page }: Viewer) => page.getByRole("textbox", { name: "Address of a file" });
const recent = ({ page }: Viewer) => page.getByRole("region", { name: "Recent" });
const named = (viewer: Viewer) => viewer.tabs.locator(".file-name").allInnerTexts();

/** Pastes a text or a file as the browser would: where the focus is. */
function paste({ page }: Viewer, what: string | Buffer): Promise<void> {
  return page.evaluate(
    (what) => {
      const clipboardData = new DataTransfer();
      if (typeof what === "string") {
        clipboardData.setData("text/plain", what);
      } else {
        clipboardData.items.add(new File([Uint8Array.from(what)], "pasted.asdf"));
      }
      const init = { bubbles: true, cancelable: true, composed: true, clipboardData };
      const focused = document.activeElement?.shadowRoot?.activeElement ?? document.body;
      focused.dispatchEvent(new ClipboardEvent("paste", init));
    },
    typeof what === "string" ? what : [...what],
  );
}

test("an address is typed; what fails says why, and can be mended", async ({ viewer }) => {
  const { page } = viewer;
  let status = 403;
  await page.route("**/made.asdf", (route) => route.fulfill({ status, body: treeFile("made: 1") }));
  await field(viewer).fill("made.asdf");
  await page.keyboard.press("Enter");
  await expect.poll(() => viewer.notices.innerText()).toMatch(/The server answered 403 .*made\.asdf/);
  await expect.poll(() => field(viewer).inputValue()).toMatch(/^http.*\/made\.asdf$/);
  await viewer.checkAccessibility();
  await viewer.screenshot("address-failed");
  status = 200;
  await page.getByRole("button", { name: "Try again" }).click();
  await viewer.row("made").waitFor();
  await expect.poll(() => viewer.notices.count()).toBe(0);
});

test("a server that does not let the page read: the headers that it must send are named", async ({
  viewer,
}) => {
  await viewer.page.route("https://example.org/**", (route) => route.abort("failed"));
  await field(viewer).fill("https://example.org/a.asdf");
  await viewer.page.getByRole("button", { name: "Open", exact: true }).click();
  await expect
    .poll(() => viewer.notices.innerText())
    .toContain("Access-Control-Allow-Origin: http://127.0.0.1");
  await field(viewer).fill("sample.asdf");
  await viewer.page.getByRole("button", { name: "Open", exact: true }).click();
  await viewer.drawn();
});

test("addresses and files are pasted anywhere, but not into fields", async ({ viewer, address }) => {
  await paste(viewer, `  ${address}sample.asdf\n${address}sample.asdf?again `);
  await viewer.drawn();
  await expect.poll(() => named(viewer)).toEqual(["sample.asdf", "sample (2).asdf"]);
  await viewer.tree.focus();
  await paste(viewer, "no address");
  await viewer.page.getByRole("searchbox").focus();
  await paste(viewer, `${address}sample.asdf`);
  await expect.poll(() => viewer.tabs.count()).toBe(2);
  await viewer.tree.focus();
  await paste(viewer, treeFile("pasted: 1"));
  await viewer.row("pasted").waitFor();
  await expect.poll(() => named(viewer)).toEqual(["sample.asdf", "sample (2).asdf", "pasted.asdf"]);
});

test("the page's address names files and the node shown, and follows what is open", async ({ open }) => {
  const viewer = await open({ query: "?url=sample.asdf&url=./sample.asdf?b&tab=1&path=roman/err" });
  const { page } = viewer;
  await viewer.drawn();
  await expect.poll(() => viewer.row("err").getAttribute("aria-selected")).toBe("true");
  await expect.poll(() => viewer.canvas.getAttribute("aria-label")).toContain("roman/err");
  // The other is not fetched before it is shown.
  expect(page.workers()).toHaveLength(1);
  await viewer.row("dq").click();
  await expect
    .poll(() => new URL(page.url()).search)
    .toBe("?url=sample.asdf&url=sample.asdf%3Fb&tab=1&as=&as=sample+%282%29.asdf&path=roman/dq");
  await viewer.tabs.first().click();
  await viewer.drawn();
  await expect.poll(() => new URL(page.url()).search).toContain("path=roman/data");
  await page.reload();
  await viewer.drawn();
  await expect.poll(() => viewer.tabs.count()).toBe(2);
  await expect.poll(() => viewer.canvas.getAttribute("aria-label")).toContain("roman/data");
  await viewer.drop("local.asdf", treeFile("a: 1"));
  await expect.poll(() => new URL(page.url()).hash).toBe("#file=local.asdf&path=a");
  expect(new URL(page.url()).search).not.toContain("path=");
  for (const [name, left] of [
    ["local.asdf", 2],
    ["sample (2).asdf", 0],
    ["sample.asdf", 0],
  ] as const) {
    await page.getByRole("button", { name: `Close ${name}` }).click();
    // A single file has no tab.
    await expect.poll(() => viewer.tabs.count()).toBe(left);
  }
  await expect.poll(() => new URL(page.url()).search).toBe("");
});

test("a link keeps the section and the view", async ({ open }) => {
  const viewer = await open({ query: "?url=sample.asdf&path=roman/amp33&section=1,y,x&view=values" });
  const { page } = viewer;
  await viewer.row("amp33").waitFor();
  await expect
    .poll(() => page.getByRole("tab", { name: "Values" }).getAttribute("aria-selected"))
    .toBe("true");
  await page.getByRole("tab", { name: "Image" }).click();
  await expect.poll(() => page.getByLabel("Index on axis 0").inputValue()).toBe("1");
  await viewer.drawn();
  await expect.poll(() => new URL(page.url()).search).toBe("?url=sample.asdf&path=roman/amp33&section=1,y,x");
});

test("a path that the file does not have is no obstacle", async ({ open }) => {
  const viewer = await open({ query: "?url=sample.asdf&path=roman/none&tab=7&section=9,y,x&view=none" });
  await viewer.drawn();
  await expect.poll(() => viewer.canvas.getAttribute("aria-label")).toContain("roman/data");
});

test("recent files are offered, opened, kept and cleared", async ({ viewer, address }) => {
  const { page } = viewer;
  await expect.poll(() => recent(viewer).count()).toBe(0);
  await field(viewer).fill("sample.asdf");
  await page.keyboard.press("Enter");
  await viewer.drawn();
  await viewer.drop("<b>local</b>.asdf", await fixture("early/chain-bare.asdf"));
  await page.goto(address);
  await expect
    .poll(() => recent(viewer).locator(".file-name").allInnerTexts())
    .toEqual(["<b>local</b>.asdf", "sample.asdf"]);
  await viewer.checkAccessibility();
  await viewer.screenshot("recent");
  await recent(viewer).getByRole("button", { name: "sample.asdf" }).click();
  await viewer.drawn();
  await page.goto(address);
  const choosing = page.waitForEvent("filechooser");
  await recent(viewer).getByRole("button", { name: "local" }).click();
  await choosing;
  await recent(viewer).getByRole("button", { name: "Clear" }).click();
  await page.reload();
  await field(viewer).waitFor();
  await expect.poll(() => recent(viewer).count()).toBe(0);
});

test("where the browser keeps nothing, files open all the same", async ({ open }) => {
  const viewer = await open({
    prepare: () =>
      Object.defineProperty(globalThis, "localStorage", {
        get() {
          throw new DOMException("refused", "SecurityError");
        },
      }),
  });
  await viewer.page.getByRole("button", { name: "Open the sample" }).click();
  await viewer.drawn();
  await viewer.page.getByRole("button", { name: "Close sample.asdf" }).click();
  await recent(viewer).waitFor();
});

test("opening a slow file shows how many bytes have come, and is cancelled", async ({ viewer }) => {
  const { page } = viewer;
  const slow = await SlowServer.start(treeFile(`text: "${"word ".repeat(100_000)}"`));
  onTestFinished(() => slow.stop());
  slow.begin({ limit: 200_000 });
  await field(viewer).fill(slow.url);
  await page.keyboard.press("Enter");
  const opening = page.getByRole("region", { name: "Opening" });
  await expect.poll(() => opening.innerText()).toMatch(/slow\.asdf\s+\d+(\.\d)? kB/);
  await viewer.checkAccessibility();
  await viewer.screenshot("opening");
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Choose a file" }).waitFor();
  await expect.poll(() => page.workers().length).toBe(0);
  // Nor is anybody left to guess while the first bytes come, or nothing does.
  for (const [limit, said] of [
    [30_000, /slow\.asdf\s+30\.0 kB/],
    [0, /Waiting for the first bytes from 127\.0\.0\.1:\d+…/],
  ] as const) {
    slow.begin({ limit });
    await field(viewer).fill(`${slow.url}?${limit}`);
    await page.keyboard.press("Enter");
    await expect.poll(() => opening.innerText()).toMatch(said);
    await page.getByRole("button", { name: "Cancel" }).click();
    await field(viewer).waitFor();
  }
});

test("what is no address of a file: the cause, and what to do instead", async ({ viewer }) => {
  const { page } = viewer;
  await page.route("**/example.org/**", (route) =>
    route.fulfill({ body: "<!doctype html><title>The site</title>", contentType: "text/html" }),
  );
  for (const [typed, said] of [
    ["htp://example.org/a.asdf", "did you mean `http`?"],
    ["http://127.0.0.1:99999/a.asdf", "it is no valid URL"],
    ["file:///home/me/a.asdf", "a page reads no path of this device"],
    ["C:\\data\\a.asdf", "a page reads no path of this device"],
    ["example.org/a.asdf", "it is a web page, perhaps what a server answered"],
  ] as const) {
    await field(viewer).fill(typed);
    await page.keyboard.press("Enter");
    await expect.poll(() => viewer.notices.innerText()).toContain(said);
    const hint = page.getByText("A file on this device has no address: choose it, or drop it here.");
    await expect.poll(() => hint.count()).toBe(typed.startsWith("http:") ? 0 : 1);
  }
});
