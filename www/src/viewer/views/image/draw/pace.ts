/**
 * How fast the GPU draws, as fences tell that stand behind what it was asked for. Only a drawing of the whole plane shows that it is
 * fast: an upload, or a drawing of some rows, is done sooner.
 */

/**
 * A GPU that is done within this time, by the next frame, counts as fast, and one busy for longer than that as slow, in
 * milliseconds. Software rendering is slow.
 */
const [FAST, SLOW] = [25, 50];

/** What the GPU was asked to draw: all of a plane, or the rows that were uploaded. */
export type Drawing = "whole" | "part";

export class Pace {
  readonly #gl: WebGL2RenderingContext;
  /** The fence behind the GPU's latest work, when it was set, and which drawing that was, if it was one of this plane. */
  #fence: WebGLSync | null = null;
  #asked = 0;
  #drawing: Drawing | undefined;
  #needed = SLOW;
  #isSlow: boolean | undefined;

  constructor(gl: WebGL2RenderingContext) {
    this.#gl = gl;
  }

  /** Undefined until it was seen: then the GPU is spared. */
  get isSlow(): boolean | undefined {
    return this.#isSlow;
  }

  /** How long the last drawing took, in milliseconds; at first, as long as on a slow GPU. */
  get needed(): number {
    return this.#needed;
  }

  /** Notes that the GPU was asked for uploads, or for a drawing. */
  note(drawing?: Drawing): void {
    const gl = this.#gl;
    gl.deleteSync(this.#fence);
    this.#fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    this.#asked = performance.now();
    this.#drawing = drawing;
    gl.flush();
  }

  /** Whether the GPU is still at work on what was noted last. */
  isBusy(): boolean {
    const gl = this.#gl;
    if (!this.#fence) {
      return false;
    }
    const spent = performance.now() - this.#asked;
    if (gl.getSyncParameter(this.#fence, gl.SYNC_STATUS) === gl.UNSIGNALED) {
      if (spent > SLOW) {
        this.#isSlow = true;
      }
      return true;
    }
    if (this.#drawing) {
      this.#needed = spent;
    }
    if (this.#drawing === "whole" && spent < FAST) {
      this.#isSlow ??= false;
    }
    return false;
  }

  /** Another plane is drawn, which may take another time. */
  forget(): void {
    this.#isSlow = undefined;
    this.#drawing = undefined;
  }

  /** The context was lost, and its fence with it. */
  lose(): void {
    this.#fence = null;
  }
}
