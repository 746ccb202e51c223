/** The worker that runs the package: it opens files, keeps their trees, and answers the page's calls. */
import { expose } from "comlink";
import { fileCalls } from "./calls/calls.ts";

// The page sends a port for each file, and makes the calls of that file there.
addEventListener("message", ({ data }: MessageEvent<unknown>) => {
  if (data instanceof MessagePort) {
    expose(fileCalls(), data);
  }
});
