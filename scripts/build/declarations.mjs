/**
 * Makes the package's declarations readable for every TypeScript since 5.0. Typed arrays have a type parameter since 5.7, and
 * `Symbol.dispose` is declared since 5.2.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";

const TYPED_ARRAY = /\b((?:Big)?(?:Int|Uint|Float)\d+(?:Clamped)?Array)<(ArrayBuffer|ArrayBufferLike)>/g;
const LIBRARY = /^\/\/\/ <reference lib="esnext\.disposable"[^>]*\/>\n/m;
const DISPOSABLE = `declare global {
    interface SymbolConstructor {
        readonly dispose: unique symbol;
    }
    interface Disposable {
        [Symbol.dispose](): void;
    }
}
`;

/**
 * The text of a declaration file for older compilers: `of()` returns an array whose memory is not shared, in every version.
 *
 * @param {string} text
 */
function forOlderCompilers(text) {
  const typed = text.replaceAll(TYPED_ARRAY, (_, name, memory) =>
    memory === "ArrayBuffer" ? `ReturnType<typeof ${name}.of>` : name,
  );
  const disposable = typed.includes("[Symbol.dispose]") && !typed.includes(DISPOSABLE);
  return `${typed.replace(LIBRARY, "")}${disposable ? DISPOSABLE : ""}`;
}

/**
 * Rewrites all declaration files of a folder.
 *
 * @param {string} folder
 */
export function rewriteDeclarations(folder) {
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (name.endsWith(".d.ts") && !name.startsWith("asdf_wasm")) {
      const path = join(folder, name);
      const text = readFileSync(path, "utf8");
      const rewritten = forOlderCompilers(text);
      if (rewritten !== text) {
        writeFileSync(path, rewritten);
      }
    }
  }
}

/**
 * Copies `index.d.ts`, and the declarations of its own modules and of others that it refers to.
 *
 * @param {(file: string) => string} sourceOf where the compiler wrote a file, by its path in `to`
 * @param {string} to
 * @param {(module: string) => string | undefined} placeOf where a module of the package is, from `to` and without its extension: beside
 * that folder, or in it, where it is copied, too; undefined if its name stays
 */
export function copyDeclarations(sourceOf, to, placeOf) {
  const files = new Set(["index.d.ts"]);
  // The loop also visits files added during it.
  for (const file of files) {
    const folder = posix.dirname(file);
    const text = readFileSync(sourceOf(file), "utf8").replaceAll(
      /"(?:(\.\.?\/[^"]+?)\.tsx?|(@?asdf-wasm(?:\/[^"]+)?))"/g,
      (whole, near, far) => {
        const place = near === undefined ? placeOf(far) : posix.join(folder, near);
        if (place === undefined) {
          return whole;
        }
        if (!place.startsWith("../")) {
          files.add(`${place}.d.ts`);
        }
        return `"${posix.relative(folder, place).replace(/^(?!\.)/, "./")}.js"`;
      },
    );
    mkdirSync(dirname(join(to, file)), { recursive: true });
    writeFileSync(join(to, file), forOlderCompilers(text));
  }
}
