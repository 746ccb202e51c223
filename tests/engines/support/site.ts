/** The built page, served as anyone would serve it; beside it the package, the fixtures, and a page of narrow windows. */
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { type PreviewServer, preview } from "vite";

const root = join(import.meta.dirname, "../../..");
const TYPES: Readonly<Record<string, string>> = { ".js": "text/javascript", ".wasm": "application/wasm" };
const FOLDERS: Readonly<Record<string, string>> = { package: "pkg", data: "tests/data" };

/** A page of one frame: a window as narrow as a phone, which windows of desktop browsers cannot be. */
const narrow = (width: number, height: number) =>
  `<!doctype html><title>Frame</title><body style="margin:0">` +
  `<iframe src="/" title="Viewer" width="${width}" height="${height}" style="border:0"></iframe>`;

async function answer(
  path: string,
  query: URLSearchParams,
): Promise<{ type: string; body: string | Buffer }> {
  const [, folder = "", ...names] = path.split("/");
  if (folder === "narrow") {
    const [width, height] = [Number(query.get("width")), Number(query.get("height"))];
    return { type: "text/html", body: narrow(width, height) };
  }
  if (folder === "blank") {
    return { type: "text/html", body: "<!doctype html><title>Blank</title>" };
  }
  const body = await readFile(join(root, FOLDERS[folder] ?? "", ...names));
  return { type: TYPES[extname(path)] ?? "application/octet-stream", body };
}

/** Its address ends with a slash. */
export async function serveSite(): Promise<{ address: string; server: PreviewServer }> {
  const server = await preview({
    configFile: join(root, "www/vite.config.ts"),
    logLevel: "silent",
    preview: { port: 0, host: "127.0.0.1" },
    plugins: [
      {
        name: "engines",
        configurePreviewServer({ middlewares }) {
          middlewares.use("/engines", (request, response) => {
            const { pathname, searchParams } = new URL(request.url ?? "", "http://127.0.0.1");
            answer(pathname, searchParams).then(
              ({ type, body }) => response.setHeader("content-type", type).end(body),
              () => response.writeHead(404).end(),
            );
          });
        },
      },
    ],
  });
  return { address: server.resolvedUrls?.local[0] ?? "", server };
}
