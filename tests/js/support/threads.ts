/** Threads that a test may end. */

/** How many threads are started while `work` is done, which may end all those that are there. */
export async function threads(work: (kill: () => Promise<void>) => Promise<unknown>): Promise<number> {
  const started: { terminate(): Promise<number> }[] = [];
  const note = (worker: { terminate(): Promise<number> }) => void started.push(worker);
  process.on("worker", note);
  try {
    await work(async () => {
      await Promise.all(started.map((worker) => worker.terminate()));
    });
  } finally {
    process.off("worker", note);
  }
  return started.length;
}
