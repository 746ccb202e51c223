/** What a worker of a pool runs in a browser: a file of its own, which imports the rest of the package. */
import type { Begin } from "./protocol.ts";
import { serve } from "./worker-loop.ts";

self.onmessage = ({ data }: MessageEvent<Begin>) => serve(data);
