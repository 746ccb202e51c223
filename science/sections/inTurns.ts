/** Reads several parts, a few at a time. */
const AT_ONCE = 4;

export async function inTurns<T, R>(all: readonly T[], read: (one: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  for (let at = 0; at < all.length; at += AT_ONCE) {
    done.push(...(await Promise.all(all.slice(at, at + AT_ONCE).map(read))));
  }
  return done;
}
