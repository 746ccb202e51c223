/** For what is asked faster than it is answered, as by a pointer: one thing at a time, so that answers never fall behind. */

/** Takes what is wanted; while it does, the newest of what is wanted meanwhile waits, and nothing else. */
export function latestOf<T>(take: (wanted: T) => Promise<void>): (wanted: T) => void {
  let next: { readonly wanted: T } | undefined;
  let isBusy = false;
  const run = async (): Promise<void> => {
    isBusy = true;
    try {
      for (let now = next; now; now = next) {
        next = undefined;
        await take(now.wanted);
      }
    } finally {
      isBusy = false;
    }
  };
  return (wanted) => {
    next = { wanted };
    if (!isBusy) {
      void run();
    }
  };
}
