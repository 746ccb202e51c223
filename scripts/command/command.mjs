/**
 * The command line of the scripts behind `npm run …`. A script declares its arguments in a table, from which `--help` is
 * written. A wrong argument ends the script with one sentence and the exit code 1, before anything else happens.
 */
import { parseArgs } from "node:util";
import { main, Problem } from "./process.mjs";

/**
 * @typedef {object} Option
 * @property {string} help one line: what it does
 * @property {string} [value] the name of its value, as `--help` shows it; without one, the option is a flag
 * @property {string} [fallback] the value when the option is not given
 * @property {boolean} [whole] whether its value must be a whole number, 1 or more
 * @property {string} [short] a letter that abbreviates the option
 */

/**
 * @typedef {object} Positionals
 * @property {string} name as `--help` shows it
 * @property {string} help one line: what they are
 * @property {readonly string[]} [choices] the ones that exist
 * @property {number} [max] how many may be given; any number without it
 */

/**
 * @typedef {object} Usage
 * @property {string} name as it is typed: `npm run build`
 * @property {string} help what the command does, in a sentence or two
 * @property {Positionals} [positionals]
 * @property {Record<string, Option>} [options]
 */

/** @typedef {{ positionals: string[], values: Record<string, string>, flags: Set<string> }} Arguments */

/**
 * The arguments as the usage declares them, or the text of `--help` when that is what they ask for.
 *
 * @param {Usage} usage
 * @param {string[]} args
 * @returns {Arguments | string}
 */
export function parseArguments(usage, args) {
  const { positionals = [], values = {} } = parse(usage, args);
  if (values["help"]) {
    return helpOf(usage);
  }
  checkPositionals(usage, positionals);
  /** @type {Arguments} */
  const found = { positionals, values: {}, flags: new Set() };
  for (const [name, option] of Object.entries(usage.options ?? {})) {
    const value = values[name] ?? option.fallback;
    if (value === true) {
      found.flags.add(name);
    } else if (typeof value === "string") {
      if (option.whole && !/^[1-9]\d{0,8}$/.test(value)) {
        throw new Problem(`\`--${name}\` takes a whole number, and "${value}" is not one. ${hint(usage)}`);
      }
      found.values[name] = value;
    }
  }
  return found;
}

/** @param {Usage} usage @param {string[]} args */
function parse(usage, args) {
  /** @type {Record<string, { type: "string" | "boolean", short?: string }>} */
  const options = { help: { type: "boolean", short: "h" } };
  for (const [name, { value, short }] of Object.entries(usage.options ?? {})) {
    options[name] = { type: value === undefined ? "boolean" : "string", ...(short && { short }) };
  }
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    // After its first sentence Node explains how to quote, which does not help here.
    const [sentence = ""] = (error instanceof Error ? error.message : String(error)).split(
      /\.?(?: To |\n|$)/,
    );
    throw new Problem(`${sentence}. ${hint(usage)}`);
  }
}

/** @param {Usage} usage @param {string[]} given */
function checkPositionals(usage, given) {
  const { name = "", choices, max = Number.POSITIVE_INFINITY } = usage.positionals ?? { max: 0 };
  const extra = given[max];
  if (extra !== undefined) {
    throw new Problem(
      `\`${usage.name}\` takes ${max === 0 ? "no arguments" : `one ${name}`}: "${extra}" is too many. ${hint(usage)}`,
    );
  }
  const wrong = given.find((one) => choices && !choices.includes(one));
  if (wrong !== undefined) {
    throw new Problem(`There is no ${name} "${wrong}": choose from ${choices?.join(", ")}. ${hint(usage)}`);
  }
}

/** @param {Usage} usage */
const hint = ({ name }) => `\`${typed(name)} --help\` says more.`;

/** npm keeps options for itself unless they follow `--`. @param {string} name */
const typed = (name) => (name.startsWith("npm ") ? `${name} --` : name);

/** @param {Usage} usage */
function helpOf({ name, help, positionals, options = {} }) {
  const shown = positionals && (positionals.max === 1 ? `[${positionals.name}]` : `[${positionals.name}…]`);
  const rows = Object.entries(options).map(([option, { help, value, fallback, short }]) => {
    const left = `${short ? `-${short}, ` : ""}--${option}${value ? ` ${value}` : ""}`;
    return [left, fallback === undefined ? help : `${help} (${fallback})`];
  });
  if (positionals) {
    const choices = positionals.choices ? `: ${positionals.choices.join(", ")}` : "";
    rows.unshift([positionals.name, positionals.help + choices]);
  }
  rows.push(["-h, --help", "shows this text"]);
  const width = Math.max(...rows.map(([left = ""]) => left.length));
  const lines = rows.map(([left = "", right]) => `  ${left.padEnd(width)}  ${right}`);
  const usage = [typed(name), shown, Object.keys(options).length > 0 && "[options]"]
    .filter(Boolean)
    .join(" ");
  return `${usage}\n\n${help}\n\n${lines.join("\n")}`;
}

/**
 * The body of a script: answers `--help`, refuses wrong arguments, and runs `body` with right ones.
 *
 * @param {Usage} usage
 * @param {(args: Arguments) => Promise<void>} body
 */
export function command(usage, body) {
  return main(async () => {
    const found = parseArguments(usage, process.argv.slice(2));
    if (typeof found === "string") {
      console.log(found);
    } else {
      await body(found);
    }
  });
}
