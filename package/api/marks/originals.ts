/**
 * Objects behind proxies. Frameworks such as Vue hand out proxies of every object in their state; private members of a class
 * cannot be reached through one, and the identity of a proxy is another.
 */

const ORIGINAL = Symbol("asdf-wasm.original");

/** Lets `originalOf()` find the object behind its proxies. A function, because frameworks do not wrap these in proxies. */
export function keepOriginal(object: object): void {
  Object.defineProperty(object, ORIGINAL, { value: () => object, configurable: true });
}

/** The object behind a proxy, if `keepOriginal()` was called for it; otherwise the value itself. */
export function originalOf<T>(value: T): T {
  if (typeof value !== "object" || value === null) {
    return value;
  }
  const original: unknown = Reflect.get(value, ORIGINAL);
  return typeof original === "function" ? original() : value;
}
