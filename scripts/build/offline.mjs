/** Builds the page's service worker: it needs to know the files of the page that was built. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";

/** Files that the page can do without. */
const LEFT = /^(\.vite\/|index\.html$|asdf-viewer\.js$|icon-|sample\.asdf$|service-worker\.js$)/;

/** @param {string} www the folder of the page, which holds the built one */
export async function buildServiceWorker(www) {
  const dist = join(www, "dist");
  const files = readdirSync(dist, { recursive: true, encoding: "utf8" })
    .filter((name) => statSync(join(dist, name)).isFile())
    .map((name) => relative(dist, join(dist, name)).split(sep).join("/"))
    .filter((name) => !LEFT.test(name))
    .sort();
  const page = readFileSync(join(dist, "index.html"), "utf8");
  const hash = createHash("sha256").update(page);
  for (const file of files) {
    hash.update(file).update(readFileSync(join(dist, file)));
  }
  const { build } = await import("vite");
  await build({
    configFile: false,
    root: www,
    logLevel: "warn",
    publicDir: false,
    define: {
      PAGE: JSON.stringify(page),
      FILES: JSON.stringify(files),
      VERSION: JSON.stringify(hash.digest("hex").slice(0, 16)),
    },
    build: {
      outDir: dist,
      emptyOutDir: false,
      target: ["es2023", "chrome123", "firefox121", "safari17.5"],
      lib: {
        entry: join(www, "src", "offline", "serviceWorker.ts"),
        formats: ["iife"],
        name: "serviceWorker",
        fileName: () => "service-worker.js",
      },
    },
  });
}
