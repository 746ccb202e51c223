/**
 * nginx on loopback, serving a folder of its own in every way that a server may be set up, and its access log: which
 * requests were made, and how many bytes of files were sent.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../support/port.ts";

/** A line of the access log. */
export interface Logged {
  readonly path: string;
  readonly method: string;
  readonly status: number;
  /** Of the body. */
  readonly bytes: number;
  readonly range: string;
  readonly condition: string;
  /** The header `X-Api-Key`. */
  readonly key: string;
}

export class Server {
  /** The folder of the files. */
  readonly files: string;
  /** Two origins of the same server. */
  readonly home: string;
  readonly abroad: string;
  readonly #folder: string;
  #process: ChildProcess | undefined;
  #marks = 0;

  private constructor(folder: string, ports: readonly number[]) {
    this.#folder = folder;
    this.files = join(folder, "files");
    mkdirSync(this.files);
    writeFileSync(join(folder, "nginx.conf"), configuration(folder, ports));
    const [home, abroad] = ports.map((port) => `http://127.0.0.1:${port}`);
    this.home = home ?? "";
    this.abroad = abroad ?? "";
  }

  static async start(): Promise<Server> {
    const folder = mkdtempSync(join(tmpdir(), "asdf-nginx-"));
    const server = new Server(folder, [await freePort(), await freePort()]);
    await server.begin();
    return server;
  }

  async begin(): Promise<void> {
    const nginx = process.env["NGINX"] ?? "nginx";
    const log = join(this.#folder, "error.log");
    const started = spawn(nginx, ["-p", this.#folder, "-c", "nginx.conf", "-e", log], { stdio: "ignore" });
    this.#process = started;
    while (started.exitCode === null) {
      const answer = await fetch(`${this.home}/mark/begin`).catch(() => undefined);
      if (answer) {
        return;
      }
      await pause(20);
    }
    throw new Error(`nginx did not start: ${readFileSync(log, "utf8")}`);
  }

  /** Ends the server and every connection, at once. */
  async end(): Promise<void> {
    const running = this.#process;
    if (running?.exitCode === null && running.signalCode === null) {
      const ended = new Promise((resolve) => running.once("exit", resolve));
      running.kill("SIGTERM");
      await ended;
    }
  }

  async remove(): Promise<void> {
    await this.end();
    rmSync(this.#folder, { recursive: true });
  }

  /** Breaks every connection; the server lives on. */
  cut(): void {
    const lines = readFileSync(join(this.#folder, "access.log"), "utf8").trim().split("\n");
    process.kill(JSON.parse(lines.at(-1) ?? "").pid, "SIGKILL");
  }

  write(name: string, content: Uint8Array): void {
    writeFileSync(join(this.files, name), content);
  }

  /** What is asked of the server while `work` is done. */
  async during<T>(work: () => Promise<T>): Promise<{ result: T; log: Logged[]; bytes: number }> {
    const before = (await this.requests()).length;
    const result = await work();
    const log = (await this.requests()).slice(before);
    return { result, log, bytes: log.reduce((sum, { bytes }) => sum + bytes, 0) };
  }

  /** All that was asked so far: a line is written when an answer has ended, so one more is made and waited for. */
  async requests(): Promise<Logged[]> {
    this.#marks += 1;
    const mark = `/mark/${this.#marks}`;
    await (await fetch(this.home + mark)).text();
    for (;;) {
      const lines = readFileSync(join(this.#folder, "access.log"), "utf8").trim().split("\n");
      const logged = lines.map((line): Logged => JSON.parse(line));
      if (logged.some(({ path }) => path === mark)) {
        return logged.filter(({ path }) => !path.startsWith("/mark/"));
      }
      await pause(5);
    }
  }
}

function configuration(folder: string, ports: readonly number[]): string {
  const logged =
    '{"pid":$pid,"path":"$uri","method":"$request_method","status":$status,"bytes":$body_bytes_sent';
  const sent = '"range":"$http_range","condition":"$http_if_range","key":"$http_x_api_key"}';
  const pkg = join(import.meta.dirname, "../../pkg");
  return `
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
${process.getuid?.() === 0 ? "user root;" : ""}
events {}
http {
  log_format json escape=json '${logged},${sent}';
  access_log ${folder}/access.log json;
  ${["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${folder}/${name};`).join("\n  ")}
  types { text/javascript js; application/wasm wasm; text/html html; application/octet-stream asdf; }
  server {
    ${ports.map((port) => `listen 127.0.0.1:${port};`).join("\n    ")}
    location /mark/ { return 204; }
    location /package/ { alias ${pkg}/; }
    location = /page { default_type text/html; return 200 "<!doctype html><title>page</title>"; }
    location /plain/ { alias ${folder}/files/; }
    location /open/ {
      alias ${folder}/files/;
      add_header Access-Control-Allow-Origin *;
      add_header Access-Control-Expose-Headers "Content-Range, ETag";
    }
    location /open-but-hidden/ { alias ${folder}/files/; add_header Access-Control-Allow-Origin *; }
    location /slow/ { alias ${folder}/files/; limit_rate 1m; }
    location /slow-and-open/ {
      alias ${folder}/files/;
      limit_rate 4m;
      add_header Access-Control-Allow-Origin *;
      add_header Access-Control-Expose-Headers "Content-Range, ETag";
    }
    location /gzip/ { alias ${folder}/files/; gzip on; gzip_types *; }
    location /gzipped/ {
      alias ${folder}/files/;
      add_header Content-Encoding gzip;
      add_header Access-Control-Allow-Origin *;
    }
    location /whole/ { alias ${folder}/files/; max_ranges 0; }
    location /whole-and-open/ {
      alias ${folder}/files/;
      max_ranges 0;
      add_header Access-Control-Allow-Origin *;
    }
    location /moved/ { rewrite ^/moved/(.*) /plain/$1 redirect; }
    location /away/ { rewrite ^/away/(.*) http://127.0.0.1:${ports[1]}/welcome/$1 redirect; }
    location /welcome/ {
      alias ${folder}/files/;
      add_header Access-Control-Allow-Origin * always;
      add_header Access-Control-Allow-Headers "x-api-key, range" always;
      if ($request_method = OPTIONS) { return 204; }
    }
    location /forbidden/ { return 403; }
  }
}
`;
}
