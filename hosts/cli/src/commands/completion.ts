/** `completion`: what a shell runs at the key Tab, and what may stand there: subcommands, options, their values, paths in the tree of a file. */
import { statSync } from "node:fs";
import { entriesOf } from "@asdf-wasm/science/tree/values";
import type { Command, Option } from "commander";
import type { Context, Subcommand } from "../context.ts";
import { EXIT, misuse } from "../exit.ts";
import { isRemote } from "../reading/open.ts";

export interface CompletionOptions {
  /** The words of the line are the arguments, the last of them incomplete. */
  readonly words?: boolean;
}

interface Candidate {
  readonly text: string;
  readonly description?: string;
}

/** Arguments and options that are a path in the tree of the first file. */
const TREE_PATHS: ReadonlySet<string> = new Set(["path", "parts", "changes", "delete", "ignore"]);

/** Each asks the command, and takes the names of files where that has no answer. A candidate that ends in a slash goes on. */
const SCRIPTS: Readonly<Record<string, string>> = {
  bash: `_asdf_wasm() {
  local line
  COMPREPLY=()
  while IFS=$'\\t' read -r line _; do
    COMPREPLY+=("$(printf %q "$line")")
  done < <(asdf-wasm completion --words -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  if [[ \${#COMPREPLY[@]} == 1 && \${COMPREPLY[0]} == */ ]]; then compopt -o nospace; fi
}
complete -o default -o bashdefault -F _asdf_wasm asdf-wasm
`,
  zsh: `#compdef asdf-wasm
_asdf_wasm() {
  local line
  local -a whole begun
  while IFS=$'\\t' read -r line _; do
    if [[ $line == */ ]]; then begun+=("$line"); else whole+=("$line"); fi
  done < <(asdf-wasm completion --words -- "\${(@Q)words[2,CURRENT]}" 2>/dev/null)
  if (( \${#whole} + \${#begun} == 0 )); then _files; return; fi
  (( \${#whole} )) && compadd -- $whole
  (( \${#begun} )) && compadd -S '' -- $begun
}
if [[ $funcstack[1] == _asdf_wasm ]]; then _asdf_wasm "$@"; else compdef _asdf_wasm asdf-wasm; fi
`,
  fish: `function __asdf_wasm
  set -l words (commandline -opc) (commandline -ct)
  asdf-wasm completion --words -- $words[2..] 2>/dev/null
end
complete -c asdf-wasm -a '(__asdf_wasm)'
`,
};

export const SHELLS = Object.keys(SCRIPTS);

/** The subcommand, which knows the others. */
export function completionOf(program: Command): Subcommand<CompletionOptions> {
  return {
    run: async (context: Context, args, { words }) => {
      if (words) {
        const found = await candidatesFor(program, args);
        context.printPicture(found.map(({ text, description = "" }) => `${text}\t${description}\n`).join(""));
        return EXIT.done;
      }
      const [shell = ""] = args;
      const script = Object.hasOwn(SCRIPTS, shell) ? SCRIPTS[shell] : undefined;
      if (script === undefined) {
        throw misuse(`say which shell: ${SHELLS.join(", ")}`);
      }
      context.printPicture(script);
      return EXIT.done;
    },
  };
}

/** What may stand in the place of the last word; nothing where that is the name of a file, or anything. */
async function candidatesFor(program: Command, words: readonly string[]): Promise<readonly Candidate[]> {
  const last = words.at(-1) ?? "";
  const before = words.slice(0, -1);
  const command = program.commands.find((one) => one.name() === before[0]);
  const fitting = (all: readonly Candidate[]) => all.filter(({ text }) => text.startsWith(last));
  if (!command) {
    const names = program.commands.map((one) => ({ text: one.name(), description: one.description() }));
    return before.length === 0 ? fitting(names) : [];
  }
  const valued = takesValue(command, before.at(-1));
  const { positional, files } = placesOf(command, before.slice(1));
  const argument = command.registeredArguments[positional] ?? command.registeredArguments.at(-1);
  if (valued?.argChoices) {
    return fitting(valued.argChoices.map((text) => ({ text })));
  }
  if (!valued && last.startsWith("-")) {
    return fitting(
      command.options
        .filter(({ hidden }) => !hidden)
        .flatMap(({ long, description }) => (long ? [{ text: long, description }] : [])),
    );
  }
  if (!valued && argument?.argChoices) {
    return fitting(argument.argChoices.map((text) => ({ text })));
  }
  const isPath = TREE_PATHS.has(valued?.name() ?? argument?.name() ?? "");
  return isPath && files[0] !== undefined ? pathsIn(files[0], last) : [];
}

/** The option that a word is, if what follows it is its value. */
function takesValue({ options }: Command, word = ""): Option | undefined {
  return options.find(({ long, short, required }) => required && (word === long || word === short));
}

/** The arguments of a subcommand that stand on the line, and how many there are. */
function placesOf(command: Command, words: readonly string[]) {
  const files = words.filter(
    (word, at) => (!word.startsWith("-") || word === "-") && !takesValue(command, words[at - 1]),
  );
  return { files, positional: files.length };
}

/** The paths of a file on disk that begin with a text, level by level. */
async function pathsIn(path: string, text: string): Promise<readonly Candidate[]> {
  // Neither a network nor a pipe is read at a key.
  if (isRemote(path) || !statSync(path, { throwIfNoEntry: false })?.isFile()) {
    return [];
  }
  const { open } = await import("asdf-wasm");
  using file = await open(path);
  const parent = text.includes("/") ? text.slice(0, text.lastIndexOf("/")) : "";
  const node = parent === "" ? file.tree : file.get(parent);
  return entriesOf(node ?? null).flatMap(([key, value]) => {
    const name = String(key).replaceAll("~", "~0").replaceAll("/", "~1");
    const found = parent === "" ? name : `${parent}/${name}`;
    const isMore = entriesOf(value).length > 0;
    // A line is a candidate, and a tab ends it.
    return found.startsWith(text) && !/\p{Cc}/u.test(found) ? [{ text: isMore ? `${found}/` : found }] : [];
  });
}
