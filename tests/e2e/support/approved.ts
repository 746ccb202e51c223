/**
 * Pictures of the page beside those in `approved/`, which somebody has looked at. Letters are drawn a little differently by
 * each version of a browser, so every text is in fonts that come with the tests, and pictures are compared shrunk:
 * each of their pixels is the mean of a square of the page's. What differs is kept in `tests/artefacts`.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import pixelmatch from "pixelmatch";
import { PNG } from "pngjs";
import { expect } from "vitest";
import { artefacts, type Viewer } from "./viewer.ts";

const folder = join(import.meta.dirname, "../approved");
const approving = process.env["APPROVE"] === "1";

export interface Tolerance {
  /** The side of the squares of which there is one pixel each. */
  readonly shrink: number;
  /** How different a pixel may be, from 0 to 1, as pixelmatch measures it: 0.08 are 21 of 255 levels of grey. */
  readonly threshold: number;
  /** The part of the pixels that may be more different. */
  readonly share: number;
}

/**
 * Of the page: text is a shade of grey. Rendered without hinting, with letters at whole pixels, up to one pixel
 * in 2 500 is over this; of a tab that is missing one in 800 is, of a select too many one in 400.
 */
export const PAGE: Tolerance = { shrink: 8, threshold: 0.08, share: 0.001 };
/** Of what is drawn of data, without text. */
export const DRAWING: Tolerance = { shrink: 4, threshold: 0.03, share: 0.001 };

/** Sets every text of the page in the fonts of the tests. */
export async function setFonts({ page }: Viewer): Promise<void> {
  const require = createRequire(import.meta.url);
  for (const [name, file] of [
    ["sans", "DejaVuSans.ttf"],
    ["mono", "DejaVuSansMono.ttf"],
  ] as const) {
    const path = require.resolve(`dejavu-fonts-ttf/ttf/${file}`);
    await page.route(`**/approved-${name}.ttf`, (route) => route.fulfill({ path }));
    await page.evaluate(async (name) => {
      const font = new FontFace(
        `approved ${name}`,
        await (await fetch(`approved-${name}.ttf`)).arrayBuffer(),
      );
      document.fonts.add(await font.load());
      document.querySelector("asdf-viewer")?.style.setProperty(`--${name}`, `"approved ${name}"`);
    }, name);
  }
}

/** Holds what is seen against the picture of that name until they agree. */
export async function expectApproved(
  name: string,
  shoot: () => Promise<Buffer>,
  { shrink, threshold, share }: Tolerance,
): Promise<void> {
  const path = join(folder, `${name}.png`);
  if (approving) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(path, await settled(async () => PNG.sync.write(shrunk(await shoot(), shrink))));
    return;
  }
  if (!existsSync(path)) {
    throw new Error(`nobody has approved a picture called ${name}: \`npm run approve\`, and look at it`);
  }
  const expected = PNG.sync.read(readFileSync(path));
  const { width, height } = expected;
  const compare = async () => {
    const actual = shrunk(await shoot(), shrink, expected);
    const diff = new PNG({ width, height });
    const options = { threshold, includeAA: true };
    const different = pixelmatch(expected.data, actual.data, diff.data, width, height, options);
    return { different: different / (width * height), pictures: { expected, actual, diff } };
  };
  try {
    await expect.poll(async () => (await compare()).different).toBeLessThanOrEqual(share);
  } catch (cause) {
    mkdirSync(artefacts, { recursive: true });
    for (const [kind, picture] of Object.entries((await compare()).pictures)) {
      writeFileSync(join(artefacts, `${name}-${kind}.png`), PNG.sync.write(picture));
    }
    writeFileSync(join(artefacts, `${name}-page.png`), await shoot());
    throw new Error(
      `${name} is not as approved: see ${name}-*.png in tests/artefacts; if it should be so, \`npm run approve\``,
      { cause },
    );
  }
}

/** What is the same twice, one after the other. */
async function settled(shoot: () => Promise<Buffer>): Promise<Buffer> {
  for (let before = await shoot(); ; ) {
    const now = await shoot();
    if (now.equals(before)) {
      return now;
    }
    before = now;
  }
}

/** Means of squares; to a size, where a picture may be a few pixels larger or smaller. */
function shrunk(png: Buffer, side: number, size?: { readonly width: number; readonly height: number }): PNG {
  const from = PNG.sync.read(png);
  const to = new PNG({
    width: size?.width ?? Math.round(from.width / side),
    height: size?.height ?? Math.round(from.height / side),
  });
  const [across, down] = [from.width / to.width, from.height / to.height];
  for (let y = 0; y < to.height; y += 1) {
    for (let x = 0; x < to.width; x += 1) {
      const sums = [0, 0, 0];
      const [left, right] = [Math.floor(x * across), Math.floor((x + 1) * across)];
      const [top, bottom] = [Math.floor(y * down), Math.floor((y + 1) * down)];
      for (let row = top; row < bottom; row += 1) {
        for (let at = 4 * (row * from.width + left); at < 4 * (row * from.width + right); at += 4) {
          for (const [channel, sum] of sums.entries()) {
            sums[channel] = sum + (from.data[at + channel] ?? 0);
          }
        }
      }
      const count = (right - left) * (bottom - top);
      to.data.set([...sums.map((sum) => Math.round(sum / count)), 255], 4 * (y * to.width + x));
    }
  }
  return to;
}
