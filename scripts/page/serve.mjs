/**
 * `npm run serve -- FOLDER`: serves a folder's files on this machine, by range and to pages of any origin.
 */
import { readdirSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { resolve, sep } from "node:path";
import { command } from "../command/command.mjs";
import { Problem } from "../command/process.mjs";
import { requirePackages } from "../setup/setup.mjs";

/** How many addresses are printed. */
const SHOWN = 20;

/**
 * A server of a folder's files.
 *
 * @param {string} folder
 * @param {readonly string[]} [only] the folders in it that are served; all without it
 */
export async function fileServer(folder, only) {
  const { default: send } = await import("send");
  return createServer((request, response) => {
    response.setHeader("Access-Control-Allow-Origin", "*");
    response.setHeader("Access-Control-Expose-Headers", "Content-Range, ETag");
    if (request.method === "OPTIONS") {
      // Only pages that add headers of their own send this request.
      response.setHeader(
        "Access-Control-Allow-Headers",
        request.headers["access-control-request-headers"] ?? "",
      );
      response.writeHead(204).end();
      return;
    }
    const [path = ""] = (request.url ?? "").split("?");
    if (only && !only.some((name) => path.startsWith(`/${name}/`))) {
      response.writeHead(404).end();
      return;
    }
    const options = { root: folder, index: false, cacheControl: false };
    send(request, path, options)
      .on("error", ({ status }) =>
        response.headersSent ? response.destroy() : response.writeHead(status, { "Content-Length": 0 }).end(),
      )
      .on("directory", () => response.writeHead(404).end())
      .pipe(response);
  });
}

/**
 * The ASDF files of a folder, as paths of URLs.
 *
 * @param {string} folder
 */
function asdfFiles(folder) {
  /** @type {string[]} */
  let names = [];
  try {
    names = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  } catch {
    // Some folder cannot be read: the others are served all the same.
  }
  return names
    .filter((name) => name.endsWith(".asdf"))
    .map((name) => name.split(sep).map(encodeURIComponent).join("/"));
}

/** @param {import("../command/command.mjs").Arguments} args */
async function serve({ values: { port, host }, positionals }) {
  const folder = resolve(process.env["INIT_CWD"] ?? ".", positionals[0] ?? ".");
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new Problem(`${folder} is not a folder: say which one to serve, \`npm run serve -- FOLDER\`.`);
  }
  await requirePackages();
  const server = await fileServer(folder);
  await new Promise((ready, fail) => {
    server.once("error", fail).listen(Number(port), host, () => ready(undefined));
  }).catch((error) => {
    throw new Problem(`The server cannot start: ${error.message}. \`--port\` chooses another port.`);
  });
  const address = `http://${host}:${port}/`;
  console.log(`${folder} is at ${address}  (Ctrl-C ends it)`);
  const files = asdfFiles(folder);
  for (const file of files.slice(0, SHOWN)) {
    console.log(address + file);
  }
  if (files.length > SHOWN) {
    console.log(`… and ${files.length - SHOWN} more ASDF files`);
  }
}

if (process.argv[1] === import.meta.filename) {
  await command(
    {
      name: "npm run serve",
      help: "Serves a folder's files on this machine, by range and to pages of any origin, until it is interrupted.",
      positionals: { name: "FOLDER", help: "the folder; this one without it", max: 1 },
      options: {
        port: { value: "PORT", help: "the port to listen on", fallback: "8000", whole: true },
        host: { value: "HOST", help: "the address to listen on", fallback: "127.0.0.1" },
      },
    },
    serve,
  );
}
