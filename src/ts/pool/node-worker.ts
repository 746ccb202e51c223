/** What a worker of a pool runs in Node. */
import { parentPort } from "node:worker_threads";
import type { Begin } from "./protocol.ts";
import { serve } from "./worker-loop.ts";

// The port that comes with it keeps the thread alive.
parentPort?.once("message", (begin: Begin) => serve(begin));
