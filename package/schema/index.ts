/** The code for schemas, which is loaded when a file is first checked against them, or described by them. */
import { checkSchemas, checkWork, type OptionNames } from "../api/arguments/checks.ts";
import { AsdfError } from "../api/error.ts";
import type { SchemaSource, WorkOptions } from "../api/options.ts";
import { keyText } from "../api/path.ts";
import type { DescribeOptions, Meaning, SchemaProblem, Validated, ValidateOptions } from "../api/schema.ts";
import type { TreeValue } from "../api/tree.ts";
import { pause, type Work } from "../bytes/work.ts";
import type { Readable } from "../file/schemas.ts";
import { asdfReader } from "../wasm/reading.ts";
import { Describer, modelOf } from "./describe.ts";
import { Effort } from "./effort.ts";
import { Validation } from "./engine.ts";
import { otherDrafts, partGiven, STANDARDS, schemaGiven } from "./given.ts";
import { countIn, entriesIn, type Item, type Items, isNode, itemsIn, type Node, plainOf } from "./items.ts";
import { lineFinder } from "./lines.ts";
import { partsFor } from "./pack.ts";
import { type Part, Registry } from "./registry.ts";
import type { Failure, Schema } from "./schema.ts";
import { treeText } from "./text.ts";

const DESCRIBE: OptionNames<DescribeOptions> = { schemas: true, signal: true };
const VALIDATE: OptionNames<ValidateOptions> = { ...DESCRIBE, onProgress: true, custom: true };

function checkGiven(options: ValidateOptions, known: object, call: string): void {
  checkWork(options, known, call);
  checkSchemas(options.schemas);
}

/** The schemas that count for a call: its own, then those that the file was opened with. */
function schemasFor(file: Readable, { schemas = [] }: DescribeOptions): SchemaSource[] {
  return [...schemas, ...file.schemas];
}

/** Checks the tree of a file against the schemas of its tags, as Python's asdf does. */
export async function validateFile(file: Readable, options: ValidateOptions = {}): Promise<Validated> {
  checkGiven(options, VALIDATE, "validate()");
  const schemas = schemasFor(file, options);
  const text = await treeText(file, options.signal);
  return validateText(text, file.info.standardVersion ?? "1.0.0", { ...options, schemas });
}

export async function validateText(
  text: string,
  standard: string,
  options: ValidateOptions,
): Promise<Validated> {
  await asdfReader();
  const items = await itemsIn(text, options.signal);
  const { root, nodes } = items;
  const custom = options.custom === undefined ? undefined : await schemaGiven(options.custom);
  const given = await partGiven(options.schemas ?? []);
  const registry = await registryFor(nodes, given, custom);
  const total = nodes.reduce((sum, node) => sum + countIn(node), 1);
  const validation = new Validation(registry, standard, new Effort(total));
  if (custom === undefined) {
    await inSteps(validation.byTags(root), total, options);
  } else {
    applied(() => validation.run(root, custom));
  }
  const lineOf = lineFinder(text, root);
  const problems = validation.failures.map((failure) => problemOf(failure, lineOf));
  if (!STANDARDS.includes(standard)) {
    const message = `the version ${standard} of the standard is not known`;
    problems.unshift({
      path: "",
      message,
      keyword: "ASDF_STANDARD",
      schema: "",
      schemaPath: [],
      expected: STANDARDS,
      line: undefined,
      causes: [],
    });
  }
  const drafts = otherDrafts([...Object.values(given.schemas), ...(custom ? [custom] : [])]);
  const warnings = [...drafts, ...validation.warnings, ...literalWarnings(items, standard)];
  return { isValid: problems.length === 0, problems, warnings };
}

/** What comes of applying schemas, which may be wrong, or too deep. */
function applied<T>(work: () => T): T {
  try {
    return work();
  } catch (cause) {
    if (cause instanceof SyntaxError) {
      throw new AsdfError("bad-argument", `a schema cannot be applied: ${cause.message}`, { cause });
    }
    if (cause instanceof RangeError) {
      const message = "the tree or its schemas are nested too deeply to be checked";
      throw new AsdfError("limit-exceeded", message, { cause });
    }
    throw cause;
  }
}

/** After so many nodes, the thread may do what else there is to do. */
const NODES = 256;

/** Takes the steps of a check, one for each of `total` nodes. */
async function inSteps(steps: Iterator<unknown>, total: number, options: WorkOptions): Promise<void> {
  const work: Work = { signal: options.signal, check: () => {} };
  for (let loaded = 0; !applied(() => steps.next().done); loaded += 1) {
    if (loaded % NODES === 0) {
      const { turn } = work;
      await pause(work);
      if (work.turn !== turn) {
        options.onProgress?.({ phase: "validate", loaded, total });
      }
    }
  }
}

/** A function that says what the schemas say of a node. */
export async function describerOf(
  file: Readable,
  options: DescribeOptions = {},
): Promise<(keys: readonly TreeValue[]) => Meaning | undefined> {
  checkGiven(options, DESCRIBE, "describe()");
  const schemas = schemasFor(file, options);
  await asdfReader();
  const { root, nodes } = await itemsIn(await treeText(file, options.signal), options.signal);
  const model = modelOf(root);
  const registry = await registryFor(nodes, await partGiven(schemas), model);
  const describer = applied(() => new Describer(registry, file.info.standardVersion ?? "1.0.0", root, model));
  return (keys) => applied(() => describer.describe(keys));
}

/** The schemas that a tree needs: those that were given, and parts of the pack. */
async function registryFor(nodes: readonly Node[], given: Part, custom?: Schema | string): Promise<Registry> {
  const uris = new Set(nodes.flatMap(({ tag }) => tag ?? []));
  addUris(given, uris);
  addUris(custom, uris);
  return new Registry([given, ...(await partsFor(uris))]);
}

/** Adds what references and manifests name. */
function addUris(value: unknown, uris: Set<string>): void {
  if (typeof value === "object" && value !== null) {
    for (const entry of Object.values(value)) {
      addUris(entry, uris);
    }
  } else if (typeof value === "string" && /^[a-z]+:/.test(value)) {
    uris.add(value);
  }
}

const [LEAST, MOST] = [-(2n ** 63n) + 2n, 2n ** 63n - 1n];

/** Integers and keys that Python reads with a warning, and does not write. */
function literalWarnings({ root, nodes }: Items, standard: string): Set<string> {
  const warnings = new Set<string>();
  const isRestricted = STANDARDS.indexOf(standard) >= STANDARDS.indexOf("1.6.0");
  const checkInteger = (item: Item) => {
    if (typeof item === "bigint" && (item < LEAST || item > MOST)) {
      warnings.add(
        `the integer ${item} is too large for the tree of a file: at most 64 bits with sign are allowed`,
      );
    }
  };
  checkInteger(root);
  for (const node of nodes) {
    for (const [key, item] of entriesIn(node)) {
      checkInteger(key);
      checkInteger(item);
      if (isRestricted && (isNode(key) || key === null)) {
        warnings.add(`the key ${String(plainOf(key))} is not allowed: keys are texts, integers and booleans`);
      }
    }
  }
  return warnings;
}

function problemOf(failure: Failure, lineOf: (path: readonly Item[]) => number | undefined): SchemaProblem {
  const { path, keyword, message, schema, schemaPath, expected, causes } = failure;
  return {
    path: path.map((key) => keyText(plainOf(key) as TreeValue)).join("/"),
    message,
    keyword,
    schema,
    schemaPath,
    expected,
    line: lineOf(path),
    causes: causes.map((cause) => problemOf(cause, lineOf)),
  };
}
