/** What the arrays beside an image have at the pixel that is read out: error, flags, values, and all of it copied. */
import { ndarray, write } from "asdf-wasm";
import { expect } from "vitest";
import { fixture } from "../../support/files.ts";
import { test } from "../support/viewer.ts";

test("error, flags and other arrays are read out with the value, and copied as a line", async ({ open }) => {
  const viewer = await open({ permissions: ["clipboard-read", "clipboard-write"] });
  const { page } = viewer;
  await viewer.show("roman.asdf", await fixture("roman/roman_l2_192.asdf"));
  const others = page.getByLabel("Values of other arrays");
  const toggle = page.getByRole("button", { name: "Other arrays" });
  await toggle.click();
  await others.waitFor();
  await viewer.drawn();
  const at = await viewer.centreOf(160, 1, 192, 192);
  await page.mouse.click(at.x, at.y);
  await expect.poll(() => page.getByLabel("Flags here").textContent()).toBe("Flags DO_NOT_USE JUMP_DET");
  await expect.poll(() => page.locator(".uncertainty").innerText()).toBe("± 0.7017");
  await expect.poll(() => others.textContent()).toBe("dq 5err 0.70166016var_poisson 0.4921875");
  await page.getByRole("button", { name: "Copy pixel" }).click();
  const line =
    "roman/data[1, 160] = 0.4921872 ± 0.7017; x 160, y 1; RA 05h20m59.0258s, Dec +30d08m55.90s (ICRS); " +
    "flags DO_NOT_USE JUMP_DET; dq 5, err 0.70166016, var_poisson 0.4921875";
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(line);
  await page.getByText(`Copied ${line}`).waitFor();
  await viewer.checkAccessibility();
  await viewer.screenshot("beside");
  await page.reload();
  await viewer.show("roman.asdf", await fixture("roman/roman_l2_192.asdf"));
  await expect.poll(() => toggle.getAttribute("aria-pressed")).toBe("true");
  await page.setViewportSize({ width: 400, height: 800 });
  await viewer.screenshot("beside-narrow");
});

test("what stands beside a large compressed image is read under the pointer, and is said to be loading", async ({
  viewer,
}) => {
  const { page } = viewer;
  const side = 2200;
  const shape = [side, side];
  const data = Float32Array.from({ length: side * side }, (_, i) => i % 256);
  const err = data.map((value) => value / 8);
  const dq = Uint32Array.from(data, (value) => (value === 0 ? 1 : 4));
  const store = (values: Float32Array | Uint32Array, compression: "lz4" | "zlib") =>
    ndarray(values, { shape, compression });
  const roman = { data: store(data, "lz4"), err: store(err, "lz4"), dq: store(dq, "zlib") };
  const file = await write({ roman: { meta: { telescope: "ROMAN" }, ...roman } });
  await viewer.show("l2.asdf", Buffer.from(await file.arrayBuffer()));
  const said = await page.evaluateHandle(() => {
    const said = new Set<string | null | undefined>();
    const root = document.querySelector("asdf-viewer")?.shadowRoot;
    new MutationObserver(() => {
      for (const name of [".uncertainty", ".flags-set"]) {
        said.add(`${name} ${root?.querySelector(name)?.textContent}`);
      }
    }).observe(root ?? document, { subtree: true, childList: true, characterData: true });
    return said;
  });
  // Far from the first rows, and nothing is clicked.
  const { x, y } = await viewer.centreOf(1000, 2100, side, side);
  const pixel = await viewer.readAt(x, y);
  const value = (side * Number(pixel.y) + Number(pixel.x)) % 256;
  expect(Number(pixel.value)).toBe(value);
  await expect.poll(() => page.locator(".uncertainty").innerText()).toBe(`± ${value / 8}`);
  const flags = value === 0 ? "DO_NOT_USE" : "JUMP_DET";
  await expect.poll(() => page.locator(".flags-set").innerText()).toBe(flags);
  expect(await said.evaluate((said) => [...said])).toEqual(
    expect.arrayContaining([".uncertainty ± loading…", ".flags-set loading…"]),
  );
});
