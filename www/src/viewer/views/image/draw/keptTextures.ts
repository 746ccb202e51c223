/**
 * Textures of planes that were drawn: another look at one uploads nothing. They take a part of what the page may keep; those that
 * were not looked at for longest go first, and all when a file is closed.
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

export class KeptTextures {
  readonly #gl: WebGL2RenderingContext;
  /** The last drawn at the end. */
  readonly #planes = new Map<string, Uploads>();

  constructor(gl: WebGL2RenderingContext, signal: AbortSignal) {
    this.#gl = gl;
    keepOnPage(() => this.clear(), signal);
  }

  /** The uploads of a plane that is drawn again. */
  take(id: string | undefined): Uploads {
    const found = this.#planes.get(id ?? "");
    this.#planes.delete(id ?? "");
    return found ?? new Map();
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
      this.#planes.set(id, uploads);
      this.#evict(FOR_TEXTURES);
    }
  }

  clear(): void {
    this.#evict(0);
  }

  #evict(most: number): void {
    let size = 0;
    for (const uploads of this.#planes.values()) {
      size += bytesOf(uploads);
    }
    for (const [id, uploads] of this.#planes) {
      if (size > most) {
        this.#planes.delete(id);
        size -= bytesOf(uploads);
        this.put(undefined, uploads);
      }
    }
  }
}

function bytesOf(uploads: Uploads): number {
  return [...uploads.values()].reduce((sum, { columns, height }) => sum + 4 * columns * height, 0);
}
