/**
 * Names of files that are alike: cut, as names of one exposure begin with thirty equal characters, and differ in one word near their end;
 * and with numbers, where they are the same.
 */

/** Names that begin with as many equal characters are of one kind. */
const KIND = 6;

/** The names in at most about `most` characters, each with the part in which it differs from others of its kind. */
export function distinctNames(names: readonly string[], most: number): readonly string[] {
  return names.map((name) => {
    const others = names.filter((other) => other !== name && other.slice(0, KIND) === name.slice(0, KIND));
    return name.length <= most ? name : cutAlike(name, others, most);
  });
}

function cutAlike(name: string, others: readonly string[], most: number): string {
  const before = Math.min(...others.map((other) => equalStart(name, other)), name.length);
  const after = Math.min(
    ...others.map((other) => equalStart(reversed(name), reversed(other))),
    name.length - before,
  );
  // Whole words: `wfi01`, not `01`.
  const start = others.length === 0 ? 0 : Math.max(name.lastIndexOf("_", before - 1) + 1, 0);
  const own = others.length === 0 ? "" : name.slice(start, name.length - after);
  const left = most - own.length;
  if (own === "" || left < 4) {
    const half = Math.max(Math.floor(most / 2), 1);
    return `${name.slice(0, half)}…${name.slice(-half)}`;
  }
  const head = name.slice(0, Math.min(start, Math.ceil(left / 2)));
  const tail = name.slice(Math.max(name.length - after, name.length - (left - head.length)));
  return [head, head.length < start ? "…" : "", own, tail.length < after ? "…" : "", tail].join("");
}

function equalStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) {
    length += 1;
  }
  return length;
}

function reversed(text: string): string {
  return text.split("").reverse().join("");
}

/** A name as it is, or with a number in it if it is taken. */
export function freeName(name: string, taken: Pick<ReadonlySet<string>, "has">): string {
  return taken.has(name) ? numbered(name, taken) : name;
}

/** A name with a number before its ending, as `same (2).asdf`: the first that is not taken. */
export function numbered(name: string, taken: Pick<ReadonlySet<string>, "has">, first = 2): string {
  const ending = /(?:\.\w{1,8}(?:\.gz)?)?\/?$/.exec(name)?.[0] ?? "";
  const stem = name.slice(0, name.length - ending.length);
  for (let number = first; ; number += 1) {
    const one = `${stem} (${number})${ending}`;
    if (!taken.has(one)) {
      return one;
    }
  }
}

/** A name without the number that tells it from others. */
export function unnumbered(name: string): string {
  return name.replace(/ \(\d+\)(?=[^()]*$)/, "");
}
