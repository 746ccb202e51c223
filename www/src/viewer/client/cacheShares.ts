/**
 * The cache of the page, which all its files share: the file that was read last gets half of it, the one before a quarter, and so on. The
 * last two get the same, and a file that is alone all of it.
 */
interface Sharer {
  /** Says how many bytes it may keep for later reads. */
  share(bytes: number): void;
}

/** In bytes: 512 MB, but no more than an eighth of the memory of the device, which some browsers tell in GB. */
const WHOLE = Math.min(4, deviceMemory()) * 2 ** 27;

/** The part of it for textures and pictures of planes that were drawn, on the page itself. */
export const FOR_TEXTURES = WHOLE / 8;

/** What gives back what the page itself keeps of its files. */
const keepers = new Set<() => void>();

/** The last used first. */
let sharers: readonly Sharer[] = [];

/** Gives more to a file that is read now. */
export function shareFirst(file: Sharer): void {
  if (sharers[0] !== file) {
    shareAmong([file, ...sharers.filter((other) => other !== file)]);
  }
}

/** Whether no other file was read later. */
export function isFirst(file: Sharer): boolean {
  return sharers[0] === file;
}

/** Has what the page itself keeps given back when a file is closed, until the signal aborts. */
export function keepOnPage(giveBack: () => void, signal: AbortSignal): void {
  keepers.add(giveBack);
  signal.addEventListener("abort", () => keepers.delete(giveBack), { once: true });
}

/** Gives the share of a file that is closed to the others. */
export function shareWithout(file: Sharer): void {
  for (const giveBack of keepers) {
    giveBack();
  }
  shareAmong(sharers.filter((other) => other !== file));
}

function shareAmong(files: readonly Sharer[]): void {
  sharers = files;
  for (const [i, file] of files.entries()) {
    file.share((WHOLE - FOR_TEXTURES) / 2 ** Math.min(i + 1, files.length - 1));
  }
}

function deviceMemory(): number {
  return (globalThis.navigator && "deviceMemory" in navigator && Number(navigator.deviceMemory)) || Infinity;
}
