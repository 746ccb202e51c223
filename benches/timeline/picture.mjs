/** A time line as a picture: a lane for each thread, a bar for each span. */

import { TASK } from "./spans.mjs";

/** @typedef {import("./spans.mjs").Span} Span */
/** @typedef {import("./spans.mjs").Thread} Thread */

/** What spans are of, by their names, and their colours: the first that fits. */
const KINDS = /** @type {const} */ ([
  ["reading the file", "#8ab4f8", /^read the file$/],
  ["loading the module", "#bbbbbb", /^load the module$|^start$/],
  ["opening", "#c58af9", /^(opening|headerreader|document)_/],
  ["decoding, checksum", "#f28b82", /^(piecereader|readplan|tasksplitter|bzip2segment)_/],
  ["limits, statistics", "#fdd663", /^(statistics|percentiles)_/],
  ["averages, colours", "#81c995", /^renderer_/],
  ["upload, drawing", "#ff8bcb", /^(tex|draw|link|GPU)/],
  ["collecting garbage", "#a1887f", /^GC$/],
  ["any other task", "#d8d8d8", /^task$/],
]);

const [WIDTH, LEFT, LANE, TOP] = [1100, 110, 34, 46];

/** @param {string} name */
function kindOf(name) {
  return KINDS.find(([, , names]) => names.test(name)) ?? ["other", "#9aa0a6"];
}

/**
 * @param {string} title
 * @param {readonly Thread[]} threads
 * @param {{ start: number, end: number }} from the drop to the image
 */
export function pictureOf(title, threads, { start, end }) {
  const lanes = threads.map(({ thread, spans }) => ({
    thread,
    spans: spans.filter((span) => span.end > start && span.start < end),
  }));
  const scale = (WIDTH - LEFT - 20) / (end - start);
  const x = (/** @type {number} */ time) => LEFT + (Math.max(time, start) - start) * scale;
  const height = TOP + LANE * lanes.length + 60;
  const step = [10, 20, 50, 100, 200, 500, 1000].find((each) => (end - start) / each < 14) ?? 2000;
  const ticks = Array.from({ length: Math.floor((end - start) / step) + 1 }, (_, i) => {
    const at = x(start + i * step);
    return `<path d="M${at} ${TOP - 6}V${height - 56}" stroke="#dddddd"/><text x="${at}" y="${height - 42}" text-anchor="middle">${i * step} ms</text>`;
  });
  const bars = lanes.flatMap(({ thread, spans }, lane) => {
    const y = TOP + LANE * lane;
    // Tasks first, and so behind what they are made of.
    const ordered = spans.toSorted((a, b) => Number(b.name === TASK) - Number(a.name === TASK));
    return [
      `<text x="${LEFT - 8}" y="${y + 18}" text-anchor="end">${thread}</text>`,
      ...ordered.map((span) => {
        const [kind, colour] = kindOf(span.name);
        const width = Math.max(x(Math.min(span.end, end)) - x(span.start), 0.6);
        const about = `${span.name} (${kind}): ${(span.start - start).toFixed(1)} to ${(span.end - start).toFixed(1)} ms`;
        const inset = span.name === TASK ? 0 : 5;
        return `<rect x="${x(span.start).toFixed(1)}" y="${y + inset}" width="${width.toFixed(1)}" height="${26 - 2 * inset}" fill="${colour}"><title>${about}</title></rect>`;
      }),
    ];
  });
  const legend = KINDS.map(
    ([kind, colour], i) =>
      `<rect x="${20 + i * 119}" y="${height - 24}" width="11" height="11" fill="${colour}"/><text x="${35 + i * 119}" y="${height - 14}">${kind}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="11">
<title>${title}</title>
<rect width="100%" height="100%" fill="#ffffff"/>
<text x="20" y="22" font-size="14">${title}</text>
${[...ticks, ...bars, ...legend].join("\n")}
</svg>
`;
}

/** @typedef {readonly (readonly [what: string, time: number])[]} Shares */

/**
 * How long something of each kind ran, on any thread, and how long no thread did anything.
 *
 * @param {readonly Thread[]} threads
 * @param {{ start: number, end: number }} whole
 * @returns {Shares}
 */
export function sharesOf(threads, { start, end }) {
  const spans = threads.flatMap((thread) => thread.spans);
  const busy = (/** @type {readonly Span[]} */ some) => {
    let [sum, until] = [0, start];
    for (const span of some.toSorted((a, b) => a.start - b.start)) {
      sum += Math.max(0, Math.min(span.end, end) - Math.max(span.start, until));
      until = Math.max(until, span.end);
    }
    return sum;
  };
  return [
    ...KINDS.map(
      ([kind]) => /** @type {const} */ ([kind, busy(spans.filter(({ name }) => kindOf(name)[0] === kind))]),
    ),
    /** @type {const} */ (["nothing", end - start - busy(spans)]),
  ].filter(([, time]) => time > 0);
}

/**
 * How long which threads were at work together: the others waited for them.
 *
 * @param {readonly Thread[]} threads
 * @param {{ start: number, end: number }} whole
 * @returns {Shares}
 */
export function togetherOf(threads, { start, end }) {
  /** @type {Map<string, number>} */
  const times = new Map();
  for (let at = Math.ceil(start); at < end; at += 1) {
    const busy = threads.filter(({ spans }) => spans.some((span) => span.start <= at && at < span.end));
    const names = busy.map(({ thread }) => thread).join(" + ") || "no thread";
    times.set(names, (times.get(names) ?? 0) + 1);
  }
  return [...times].sort(([, a], [, b]) => b - a).slice(0, 8);
}
