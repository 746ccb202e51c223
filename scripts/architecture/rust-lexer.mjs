/**
 * Rust source as a list of tokens, without comments, and without the items that only tests compile. It knows as
 * much of the language as the paths in `use` declarations and expressions need, and no more.
 */

/** @typedef {{ text: string, line: number }} Token */

// In this order: what begins like something else comes first (`r"…"` before names, `'a'` before `'a`).
const TOKEN = new RegExp(
  [
    String.raw`(?<space>\s+|//[^\n]*)`,
    String.raw`(?<block>/\*)`,
    String.raw`(?<raw>(?:b|c)?r(?<hashes>#*)"[^]*?"\k<hashes>)`,
    String.raw`(?<text>(?:b|c)?"(?:\\[^]|[^"\\])*")`,
    String.raw`(?<char>b?'(?:\\(?:u\{[^}]*\}|[^])[^']*|[^'\\])')`,
    String.raw`(?<lifetime>'[\p{L}_][\p{L}\p{N}_]*)`,
    String.raw`(?<name>(?:r#)?[\p{L}_][\p{L}\p{N}_]*)`,
    "(?<number>[0-9][0-9A-Za-z_]*)",
    "(?<path>::)",
    "(?<other>[^])",
  ].join("|"),
  "uy",
);

/**
 * @param {string} source
 * @returns {Token[]} names, `::` and single characters; literals and lifetimes as `""`
 */
export function tokens(source) {
  /** @type {Token[]} */
  const found = [];
  let line = 1;
  let at = 0;
  while (at < source.length) {
    TOKEN.lastIndex = at;
    const groups = TOKEN.exec(source)?.groups ?? {};
    const end = groups["block"] ? endOfComment(source, at) : TOKEN.lastIndex;
    const { name, path, other } = groups;
    if (name || path || other) {
      found.push({ text: name?.replace("r#", "") ?? path ?? other ?? "", line });
    } else if (!groups["space"] && !groups["block"]) {
      found.push({ text: "", line });
    }
    line += source.slice(at, end).split("\n").length - 1;
    at = end;
  }
  return found;
}

/**
 * Block comments nest.
 *
 * @param {string} source
 * @param {number} start
 */
function endOfComment(source, start) {
  let depth = 0;
  let at = start;
  do {
    if (source.startsWith("/*", at)) {
      depth += 1;
      at += 2;
    } else if (source.startsWith("*/", at)) {
      depth -= 1;
      at += 2;
    } else {
      at += 1;
    }
  } while (depth > 0 && at < source.length);
  return at;
}

/**
 * Leaves out every item under `#[cfg(test)]`, or under a condition that asks for `test` among others.
 *
 * @param {readonly Token[]} all
 * @returns {Token[]}
 */
export function withoutTests(all) {
  /** @type {Token[]} */
  const kept = [];
  let at = 0;
  while (at < all.length) {
    const end = endOfAttribute(all, at);
    if (end > at && isForTests(all.slice(at, end))) {
      at = endOfItem(all, end);
    } else {
      kept.push(...all.slice(at, Math.max(end, at + 1)));
      at = Math.max(end, at + 1);
    }
  }
  return kept;
}

/**
 * Whether an attribute is `cfg(test)`, or a `cfg(all(…))` with `test` in it.
 *
 * @param {readonly Token[]} attribute
 */
function isForTests(attribute) {
  /** @type {string[]} */
  const around = [];
  return attribute.some(({ text }, index) => {
    if (text === "(") {
      around.push(attribute[index - 1]?.text ?? "");
    } else if (text === ")") {
      around.pop();
    }
    return text === "test" && around[0] === "cfg" && around.slice(1).every((name) => name === "all");
  });
}

/**
 * Where the outer attribute that starts at `at` ends; `at` if none does.
 *
 * @param {readonly Token[]} all
 * @param {number} at
 */
function endOfAttribute(all, at) {
  return all[at]?.text === "#" && all[at + 1]?.text === "[" ? endOfGroup(all, at + 1) : at;
}

/**
 * Where the item ends that starts at `start`, its other attributes included: after a `;`, or after its body.
 *
 * @param {readonly Token[]} all
 * @param {number} start
 */
function endOfItem(all, start) {
  let at = start;
  while (endOfAttribute(all, at) > at) {
    at = endOfAttribute(all, at);
  }
  let ended = "";
  const isUse = all.slice(at, at + 5).some(({ text }) => text === "use");
  for (; at < all.length; ) {
    const text = all[at]?.text ?? "";
    if (ended === "}" || text === ";") {
      return ended === "}" ? at : at + 1;
    }
    at = "([{".includes(text) && text !== "" ? endOfGroup(all, at) : at + 1;
    ended = text === "{" && !isUse ? "}" : "";
  }
  return at;
}

/**
 * Where the bracketed group ends that opens at `start`.
 *
 * @param {readonly Token[]} all
 * @param {number} start
 */
function endOfGroup(all, start) {
  let depth = 0;
  for (let at = start; at < all.length; at++) {
    const text = all[at]?.text ?? "";
    if (["(", "[", "{"].includes(text)) {
      depth += 1;
    } else if ([")", "]", "}"].includes(text)) {
      depth -= 1;
      if (depth === 0) {
        return at + 1;
      }
    }
  }
  return all.length;
}
