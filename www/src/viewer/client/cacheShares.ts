/**
 * The cache of the page, which all its files share: the file that was read last gets half of it, the one before a quarter, and so on. The
 * last two get the same, and a file that is alone all of it.
 */
interface Sharer {
  /** Says how many bytes it may keep for later reads. */
  share(bytes: number): void;
}

/** In bytes: what a file of the package keeps by itself. */
const WHOLE = 2 ** 28;

/** The last used first. */
let sharers: readonly Sharer[] = [];

/** Gives more to a file that is read now. */
export function shareFirst(file: Sharer): void {
  if (sharers[0] !== file) {
    shareAmong([file, ...sharers.filter((other) => other !== file)]);
  }
}

/** Gives the share of a file that is closed to the others. */
export function shareWithout(file: Sharer): void {
  shareAmong(sharers.filter((other) => other !== file));
}

function shareAmong(files: readonly Sharer[]): void {
  sharers = files;
  for (const [i, file] of files.entries()) {
    file.share(WHOLE / 2 ** Math.min(i + 1, files.length - 1));
  }
}
