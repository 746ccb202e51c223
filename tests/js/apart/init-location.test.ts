/** Where the package looks for its files when they are not beside its modules: in Vite's cache, and at another origin. */
import { afterEach, expect, test, vi } from "vitest";

interface Location {
  packageFile(found: URL): URL;
  workerScript(found: URL): URL | undefined;
}

const path = new URL("../../../pkg/wasm/location.js", import.meta.url).href;
const { packageFile, workerScript }: Location = await import(path);

const from = (address: string) => {
  const found = new URL(address);
  return [packageFile(found).href, workerScript(found)?.href];
};

afterEach(() => {
  vi.unstubAllGlobals();
});

test.each([
  ["http://localhost:5173/node_modules/.vite/deps/asdf_wasm_bg.wasm", "http://localhost:5173/node_modules"],
  [
    "http://localhost:5173/app/node_modules/.vite/deps/x/../asdf_wasm_bg.wasm",
    "http://localhost:5173/app/node_modules",
  ],
  [
    "http://localhost:5173/node_modules/.vite/vitest/ab12/deps/asdf_wasm_bg.wasm",
    "http://localhost:5173/node_modules",
  ],
  [
    "http://localhost:5173/@fs/w/node_modules/.vite/deps_ssr/asdf_wasm_bg.wasm",
    "http://localhost:5173/@fs/w/node_modules",
  ],
])("%s is in Vite's cache", (address, modules) => {
  vi.stubGlobal("location", new URL("http://localhost:5173/"));
  expect(from(address)).toEqual([
    `${modules}/asdf-wasm/asdf_wasm_bg.wasm`,
    `${modules}/asdf-wasm/pool/worker.js`,
  ]);
});

test("beside its modules, and where a bundler has put it", () => {
  vi.stubGlobal("location", new URL("https://example.org/page/"));
  const plain = "https://example.org/node_modules/asdf-wasm/asdf_wasm_bg.wasm";
  expect(from(plain)).toEqual([plain, undefined]);
  const bundled = "https://static.example/assets/asdf_wasm_bg-D3kx.wasm";
  expect(from(bundled)).toEqual([bundled, undefined]);
});

test("at another origin, from which a worker has to be imported", () => {
  vi.stubGlobal("location", new URL("https://example.org/page/"));
  const cdn = "https://cdn.example/npm/asdf-wasm@1.0.0";
  expect(from(`${cdn}/asdf_wasm_bg.wasm`)).toEqual([`${cdn}/asdf_wasm_bg.wasm`, `${cdn}/pool/worker.js`]);
});

test("an address without a base, as webpack gives it in Next", () => {
  vi.stubGlobal("location", new URL("https://example.org/page/"));
  const found = Object.create(URL.prototype, {
    href: { value: "/_next/static/media/asdf_wasm_bg.wasm" },
    origin: { value: "" },
  });
  expect(packageFile(found)).toBe(found);
  expect(workerScript(found)).toBeUndefined();
});
