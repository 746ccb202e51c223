/** The file with a person's own defaults of options: `{ "show": { "stretch": "log" }, "*": { "pager": false } }`. */
import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import type { Command } from "commander";
import { misuse } from "./exit.ts";

/** Where it is: named by an environment variable, or where a system keeps settings. */
function placeOf({ ASDF_WASM_CONFIG: named, XDG_CONFIG_HOME: folder, APPDATA }: NodeJS.ProcessEnv): string {
  return named ?? join(folder || APPDATA || join(homedir(), ".config"), "asdf-wasm", "config.json");
}

/** The options that the file has for a subcommand, as arguments; those of `*` count where a subcommand has such an option. */
export function settingsFor(command: Command): readonly string[] {
  const path = placeOf(process.env);
  const settings = readFrom(path);
  const known = new Set(command.parent?.commands.map((one) => one.name()));
  const unknown = Object.keys(settings).find((name) => name !== "*" && !known.has(name));
  if (unknown !== undefined) {
    throw misuse(`${path}: there is no subcommand \`${unknown}\``);
  }
  const own = settings[command.name()] ?? {};
  const all = Object.entries(settings["*"] ?? {}).filter(
    ([name]) => !Object.hasOwn(own, name) && command.options.some((option) => isFor(option.long, name)),
  );
  return [...all, ...Object.entries(own)].flatMap(([name, value]) => {
    if (!command.options.some(({ long }) => isFor(long, name))) {
      throw misuse(`${path}: \`${command.name()}\` has no option \`${name}\``);
    }
    if (typeof value === "boolean") {
      return [value ? `--${name}` : `--no-${name}`];
    }
    const values: readonly unknown[] = [value].flat();
    if (!values.every((each) => typeof each === "string" || typeof each === "number")) {
      throw misuse(`${path}: \`${name}\` is a text, a number, true, false, or a list of texts`);
    }
    return values.map((each) => `--${name}=${each}`);
  });
}

function isFor(long: string | undefined, name: string): boolean {
  return long === `--${name}` || long === `--no-${name}`;
}

type Settings = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

function readFrom(path: string): Settings {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") {
      return {};
    }
    throw misuse(`${path}: ${(cause as Error).message}`);
  }
  try {
    const settings: unknown = JSON.parse(text);
    if (isMap(settings) && Object.values(settings).every(isMap)) {
      return settings as Settings;
    }
  } catch (cause) {
    throw misuse(`${path}: ${(cause as Error).message}`);
  }
  throw misuse(`${path}: it has a map of options for each subcommand, as {"show": {"stretch": "log"}}`);
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
