/**
 * Serves the viewer and some files of this machine, by range, to the browser of this machine alone: on 127.0.0.1, under an
 * address that nobody can guess, without CORS, and only for requests to that host, so that no page of another origin reads them
 * by a name that resolves to this machine (DNS rebinding).
 */
import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { fileURLToPath } from "node:url";
import send from "send";
import { Problem } from "../exit.ts";
import type { ServedFile } from "./files.ts";
import { pageOf, pageScript } from "./page.ts";
import { deliverRemote, type RemoteFile } from "./remote.ts";

const HOST = "127.0.0.1";
/** The folder of the package, of which scripts and WebAssembly modules are served. Bundled, this file is in `bin`. */
const PACKAGE = fileURLToPath(new URL("..", import.meta.url));
const SERVED = /^(?:[\w-]+\/)*[\w.-]+\.(?:js|wasm)$/;

export async function viewerServer(
  files: readonly ServedFile[],
  remote: readonly RemoteFile[],
  urls: readonly string[],
  port: number,
): Promise<{ readonly server: Server; readonly address: string }> {
  const secret = randomBytes(16).toString("hex");
  const names = files.map(({ name }) => name);
  // A number keeps files of one name apart.
  const remoteNames = remote.map(
    ({ address }, i) => `remote/${i}/${address.slice(address.lastIndexOf("/") + 1)}`,
  );
  const paths = new Map(files.map(({ name, path }) => [name, path]));
  const server = createServer((request, response) => {
    const path = pathOf(request, secret, server);
    const [kind = "", ...rest] = path?.split("/") ?? [];
    const inner = rest.join("/");
    const method = request.method ?? "";
    if (path === undefined || !["GET", "HEAD"].includes(method)) {
      refuse(response, path === undefined ? 403 : 405);
    } else if (path === "") {
      page(response, pageOf());
    } else if (path === "page.js") {
      script(response, pageScript([...names.map((name) => `files/${name}`), ...remoteNames], urls));
    } else if (kind === "package" && SERVED.test(inner)) {
      deliver(request, response, PACKAGE, inner);
    } else if (kind === "files" && paths.has(inner)) {
      deliver(request, response, undefined, paths.get(inner) ?? "");
    } else if (path !== undefined && remoteNames.includes(path)) {
      keepBytes(response);
      const file = remote[remoteNames.indexOf(path)];
      void (file && deliverRemote(request, response, file));
    } else {
      refuse(response, 404);
    }
  });
  await listening(server, port);
  const address = server.address();
  const own = typeof address === "object" && address ? address.port : port;
  return { server, address: `http://${HOST}:${own}/${secret}/` };
}

/** The path of a request below the secret; undefined if it is not meant for this server. */
function pathOf(request: IncomingMessage, secret: string, server: Server): string | undefined {
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const [path = ""] = (request.url ?? "").split("?");
  const isOwn = [`${HOST}:${port}`, `localhost:${port}`].includes(request.headers.host ?? "");
  if (!isOwn || !path.startsWith(`/${secret}/`)) {
    return undefined;
  }
  try {
    return decodeURIComponent(path.slice(secret.length + 2));
  } catch {
    return undefined;
  }
}

function listening(server: Server, port: number): Promise<void> {
  return new Promise((done, fail) => {
    server.once("error", (cause) => {
      fail(new Problem(`the server cannot start: ${cause.message}. --port chooses another port`));
    });
    server.listen(port, HOST, done);
  });
}

function deliver(
  request: IncomingMessage,
  response: ServerResponse,
  root: string | undefined,
  path: string,
): void {
  const options = { index: false as const, cacheControl: false, dotfiles: "allow" as const };
  const stream =
    root === undefined ? send(request, escaped(path), options) : send(request, path, { ...options, root });
  guard(response);
  if (root === undefined) {
    keepBytes(response);
  }
  stream
    .on("error", ({ status }: { readonly status?: number }) =>
      response.headersSent ? response.destroy() : refuse(response, status ?? 500),
    )
    .pipe(response);
}

function guard(response: ServerResponse): void {
  response.setHeader("Cross-Origin-Resource-Policy", "same-origin");
  response.setHeader("X-Content-Type-Options", "nosniff");
}

/** Has a file be bytes, never a page: a script in it would run beside the secret. */
function keepBytes(response: ServerResponse): void {
  guard(response);
  response.setHeader("Content-Type", "application/octet-stream");
  response.setHeader("Content-Disposition", "attachment");
  response.setHeader("Content-Security-Policy", "sandbox; default-src 'none'");
}

/** `send` decodes paths. */
function escaped(path: string): string {
  return path
    .split(/[\\/]/)
    .map(encodeURIComponent)
    .join("/")
    .replace(/^([A-Za-z])%3A/, "$1:");
}

function page(response: ServerResponse, text: string): void {
  response.writeHead(200, {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy":
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' blob: data:; worker-src 'self' blob:; connect-src 'self' http: https: blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
  });
  response.end(text);
}

function script(response: ServerResponse, text: string): void {
  response.writeHead(200, { "Content-Type": "text/javascript; charset=utf-8" });
  response.end(text);
}

function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, { "Content-Length": 0 }).end();
}
