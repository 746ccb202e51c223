/**
 * Textures of planes that were drawn: another look at one uploads nothing. Those of all renderers take a part of what the page may keep;
 * those that were not looked at for longest go first, and all when a file is closed.
 */
import { FOR_TEXTURES, keepOnPage } from "../../../client/cacheShares.ts";

/** A tile's texture, its size, and the number of rows uploaded to it. */
export interface Upload {
  readonly texture: WebGLTexture | null;
  readonly columns: number;
  readonly height: number;
  rows: number;
}

/** The uploads of a plane by their tiles' keys. */
export type Uploads = Map<string, Upload>;

interface KeptPlane {
  readonly by: KeptTextures;
  readonly id: string;
  readonly uploads: Uploads;
}

/** Of all renderers on the page, the last drawn at the end. */
const planes = new Set<KeptPlane>();

/** Those of one renderer, until the signal aborts. */
export class KeptTextures {
  readonly #gl: WebGL2RenderingContext;
  /** Whether they make room only once no others are left. */
  readonly goLast: boolean;

  constructor(gl: WebGL2RenderingContext, signal: AbortSignal, { goLast = false } = {}) {
    [this.#gl, this.goLast] = [gl, goLast];
    keepOnPage(() => this.clear(), signal);
    signal.addEventListener("abort", () => this.clear(), { once: true });
  }

  /** The uploads of a plane that is drawn again. */
  take(id: string | undefined): Uploads {
    for (const plane of planes) {
      if (plane.by === this && plane.id === id) {
        planes.delete(plane);
        return plane.uploads;
      }
    }
    return new Map();
  }

  /** Keeps what was uploaded whole; nothing of a plane without an identifier. */
  put(id: string | undefined, uploads: Uploads): void {
    for (const [key, upload] of uploads) {
      if (!id || upload.rows < upload.height) {
        this.#gl.deleteTexture(upload.texture);
        uploads.delete(key);
      }
    }
    if (id && uploads.size > 0) {
      planes.add({ by: this, id, uploads });
      makeRoom();
    }
  }

  clear(): void {
    for (const plane of planes) {
      if (plane.by === this) {
        giveBack(plane);
      }
    }
  }
}

function makeRoom(): void {
  let size = 0;
  for (const { uploads } of planes) {
    size += bytesOf(uploads);
  }
  for (const plane of [...planes].sort((a, b) => Number(a.by.goLast) - Number(b.by.goLast))) {
    if (size > FOR_TEXTURES) {
      size -= bytesOf(plane.uploads);
      giveBack(plane);
    }
  }
}

function giveBack(plane: KeptPlane): void {
  planes.delete(plane);
  plane.by.put(undefined, plane.uploads);
}

function bytesOf(uploads: Uploads): number {
  return [...uploads.values()].reduce((sum, { columns, height }) => sum + 4 * columns * height, 0);
}
