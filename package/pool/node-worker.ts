/** The script of a worker in Node. */
import { parentPort } from "node:worker_threads";
import type { StartMessage } from "./protocol.ts";
import { runWorker } from "./worker-loop.ts";

// The port in the message keeps the thread alive.
parentPort?.once("message", (message: StartMessage) => runWorker(message));
