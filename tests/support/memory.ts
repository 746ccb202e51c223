/** Memory that runs out: the package's code is refused arrays of some size, as a machine does that has no more. */

/** Smaller arrays are always to be had. */
const SMALL = 4096;

/** Lets `refuses` decide about each large array that the package asks for, until the returned function is called. */
export function refuseMemory(refuses: (length: number) => boolean): () => void {
  const { Uint8Array: Real } = globalThis;
  const construct = (target: typeof Real, args: unknown[], asked: unknown) => {
    const [length] = args;
    if (typeof length === "number" && length >= SMALL && isOfPackage() && refuses(length)) {
      throw new RangeError("Array buffer allocation failed");
    }
    return Reflect.construct(target, args, asked === refusing ? target : (asked as typeof Real));
  };
  const refusing: typeof Real = new Proxy(Real, { construct });
  globalThis.Uint8Array = refusing;
  return () => {
    globalThis.Uint8Array = Real;
  };
}

/** Whether code of the package, and nothing of Node's, is what calls. */
function isOfPackage(): boolean {
  const [, , , caller = ""] = new Error("where").stack?.split("\n") ?? [];
  return caller.includes("/pkg/");
}
