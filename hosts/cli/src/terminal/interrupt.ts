/** Ctrl-C and other requests to end: what must not remain is removed first. */
import { EXIT } from "../exit.ts";

type Cleanup = () => void;

const cleanups = new Set<Cleanup>();
let installed = false;

/** Runs `cleanup`, which must be synchronous, if the process is told to end. Returns a function that takes it back. */
export function whenInterrupted(cleanup: Cleanup): () => void {
  if (!installed) {
    installed = true;
    process.on("SIGINT", () => end(EXIT.interrupted));
    process.on("SIGTERM", () => end(EXIT.terminated));
    process.on("SIGHUP", () => end(EXIT.terminated));
  }
  cleanups.add(cleanup);
  return () => cleanups.delete(cleanup);
}

function end(code: number): never {
  for (const cleanup of cleanups) {
    cleanup();
  }
  process.exit(code);
}
