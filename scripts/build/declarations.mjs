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

/**
 * Copies a declaration file, and those beside it that it refers to by paths, so that other files of the package find them.
 *
 * @param {string} from the folder that the compiler wrote
 * @param {string} to
 * @param {string} entry
 * @param {(name: string) => string} besideOf where a package's module is, from the folder
 */
export function copyDeclarations(from, to, entry, besideOf) {
  const files = new Set([entry]);
  // The loop also visits files added during it.
  for (const file of files) {
    const folder = posix.dirname(file);
    const text = readFileSync(join(from, file), "utf8").replaceAll(
      /"(?:(\.\.?\/[^"]+?)\.tsx?|(@?asdf-wasm(?:\/[^"]+)?))"/g,
      (_, near, far) => {
        if (near !== undefined) {
          files.add(posix.join(folder, `${near}.d.ts`));
          return `"${near}.js"`;
        }
        return `"${posix.join(posix.relative(folder, "."), besideOf(far))}"`;
      },
    );
    mkdirSync(dirname(join(to, file)), { recursive: true });
    writeFileSync(join(to, file), forOlderCompilers(text));
  }
}
