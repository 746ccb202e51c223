/**
 * Makes the package's declarations readable for every TypeScript since 5.0. Typed arrays have a type parameter since 5.7, and
 * `Symbol.dispose` is declared since 5.2.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

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
export function forOlderCompilers(text) {
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
