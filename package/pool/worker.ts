/** The script of a worker in a browser: a file of its own, which imports the rest of the package. */
import type { StartMessage } from "./protocol.ts";
import { runWorker } from "./worker-loop.ts";

self.onmessage = ({ data }: MessageEvent<StartMessage>) => runWorker(data);
