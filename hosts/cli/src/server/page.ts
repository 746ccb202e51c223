/** The page of the viewer. */

/** More files are not opened at once. */
export const TABS = 20;

export function pageOf(): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>ASDF viewer</title>
    <link rel="icon" href="data:," />
    <style>
      html, body { height: 100%; margin: 0; }
      asdf-viewer { display: block; height: 100%; }
    </style>
    <script type="module" src="page.js"></script>
  </head>
  <body>
    <asdf-viewer></asdf-viewer>
  </body>
</html>
`;
}

/** Opens the files in tabs, the first in front. */
export function pageScript(paths: readonly string[], urls: readonly string[]): string {
  const local = paths.map((path) => path.split("/").map(encodeURIComponent).join("/"));
  return `import "./package/viewer/index.js";

const sources = ${JSON.stringify([...local, ...urls].slice(0, TABS))};
const viewer = document.querySelector("asdf-viewer");
let link;
viewer.addEventListener("asdf-change", ({ detail }) => {
  document.title = detail.name ? \`\${detail.name} – ASDF viewer\` : "ASDF viewer";
  link = detail.link;
});
const [first, ...others] = sources.map((source) => new URL(source, location.href).href);
// Why a file cannot be opened is shown in its tab.
await viewer.open(first).catch(() => {});
const front = link;
for (const other of others) {
  await viewer.add(other).catch(() => {});
}
if (others.length > 0 && front) {
  await viewer.follow(front).catch(() => {});
}
`;
}
