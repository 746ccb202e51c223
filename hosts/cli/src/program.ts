/**
 * The program: its help, messages and exit codes. What a subcommand does is loaded when it runs, so that `--help` and short
 * commands start fast.
 */
import { Command, CommanderError, Option } from "commander";
import type { CompletionOptions } from "./commands/completion.ts";
import { type CommonOptions, Context, type Subcommand } from "./context.ts";
import { EXIT, jsonOf, misuse, Problem, sentenceOf } from "./exit.ts";
import { settingsFor } from "./settings.ts";
import { declareSubcommands } from "./subcommands.ts";
import { colourWanted, styleOf } from "./terminal/colour.ts";
import { paged, printed } from "./terminal/pager.ts";
import { visible } from "./terminal/visible.ts";

/** The version of the package, which the build puts here. */
declare const VERSION: string;

const NAME = "asdf-wasm";

/** Runs the program; returns its exit code. */
export async function runProgram(given: readonly string[]): Promise<number> {
  let exit: number = EXIT.done;
  const isJson = given.includes("--json");
  const program = programOf(isJson, (code) => {
    exit = code;
  });
  const args = subcommandFirst(
    given,
    program.commands.map((command) => command.name()),
  );
  let settings: readonly string[] = [];
  try {
    const elsewhere = ELSEWHERE[args[0] ?? ""];
    if (elsewhere !== undefined) {
      throw misuse(`asdftool has this: here ${elsewhere}`);
    }
    if (args.length === 0) {
      await printed(program.helpInformation());
      return EXIT.usage;
    }
    const command = program.commands.find((one) => one.name() === args[0]);
    settings = command && !isHelp(args) ? settingsFor(command) : [];
    await program.parseAsync([...args.slice(0, 1), ...settings, ...args.slice(1)], { from: "user" });
    return exit;
  } catch (thrown) {
    if (thrown instanceof CommanderError) {
      if (thrown.exitCode !== 0 && settings.length > 0 && !isJson) {
        process.stderr.write(`${NAME}: the settings add ${visible(settings.join(" "))}\n`);
      }
      return thrown.exitCode === 0 ? EXIT.done : EXIT.usage;
    }
    tell(args, thrown);
    return thrown instanceof Problem ? thrown.exit : EXIT.failed;
  }
}

/** Ends the process: idle connections of `fetch` would keep it for seconds. */
export async function finish(code: number): Promise<never> {
  await Promise.all(
    [process.stdout, process.stderr].map((stream) => new Promise((done) => stream.write("", done))),
  );
  process.exit(code);
}

function tell(args: readonly string[], thrown: unknown): void {
  if (args.includes("--json")) {
    process.stderr.write(`${JSON.stringify(jsonOf(thrown))}\n`);
    return;
  }
  const style = styleOf(colourWanted(process.stderr, undefined));
  const [name = ""] = args;
  process.stderr.write(`${style.bad(`${NAME} ${name}:`)} ${visible(sentenceOf(thrown))}\n`);
}

function programOf(isJson: boolean, ended: (code: number) => void): Command {
  const program = new Command(NAME)
    .description(
      "Looks into ASDF files, changes them and writes them, wherever they are: only the bytes that are needed are read.",
    )
    .version(VERSION, "-V, --version", "print the version")
    .helpOption("-h, --help", "print this help")
    .helpCommand("help [command]", "print the help of a subcommand")
    .showSuggestionAfterError()
    .showHelpAfterError(isJson ? false : "(--help lists arguments and options)")
    .configureOutput({
      outputError: (text, write) => {
        const message = text.trim().replace(/^error: /, "");
        write(isJson ? `${JSON.stringify(jsonOf(misuse(message)))}\n` : text);
      },
    })
    .exitOverride()
    .addHelpText(
      "after",
      `
Exit codes: 0 done; 1 the answer is no (files differ, a file is damaged, nothing found); 2 wrong arguments;
3 a file cannot be read or written; 130 interrupted.`,
    );

  const add = <Options>(
    usage: string,
    summary: string,
    example: string,
    load: () => Promise<Subcommand<Options>>,
  ): Command => {
    const command = program
      .command(usage)
      .description(summary)
      .option("--json", "print the result as JSON, and a failure as JSON on the standard error")
      .option("--color", "colours, also where the output is no terminal")
      .option("--no-color", "no colours, as the environment variable NO_COLOR")
      .option("--no-pager", "long output without the pager ($PAGER, less)")
      .addHelpText("after", `\nExample:\n${example.replace(/^/gm, "  $ ")}`);
    // commander would colour by default otherwise: the terminal decides.
    for (const option of command.options.filter(({ long }) => long === "--color" || long === "--no-color")) {
      command.setOptionValueWithSource(option.attributeName(), undefined, "default");
    }
    command.action(async () => {
      const options = command.opts<CommonOptions & Options>();
      const context = new Context(options);
      try {
        ended(await (await load()).run(context, command.args, options));
      } finally {
        await paged(context.text, context.pager);
      }
    });
    return command;
  };

  declareSubcommands(add);
  add<CompletionOptions>(
    "completion",
    "What makes a shell complete subcommands, options and paths in the tree at the key Tab.",
    "asdf-wasm completion bash >> ~/.bash_completion\nasdf-wasm completion fish > ~/.config/fish/completions/asdf-wasm.fish",
    async () => (await import("./commands/completion.ts")).completionOf(program),
  )
    .argument("[shell]", "bash, zsh or fish")
    .argument("[words...]")
    .addOption(new Option("--words", "complete the words that follow").hideHelp());
  add("man", "The manual page, as `man` formats it.", "asdf-wasm man | man -l -", async () =>
    (await import("./commands/man.ts")).manOf(program),
  );
  return program;
}

/** What `asdftool` has under other names, or not at all. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  "remove-hdu": "`convert FILE.fits OUTPUT.asdf` writes the ASDF of a FITS file as a file of its own",
  search: "`tree FILE --find TEXT`, `--key REGEX`, `--value TEXT` and `--kind KIND` search",
  defragment: "`convert FILE OUTPUT` leaves out unused space",
  to_yaml:
    "`convert --inline FILE OUTPUT` writes all arrays as text, and `get FILE PATH` prints a part as YAML",
  tags: "it lists what is installed in Python; `tree FILE --tags` shows the tags of a file",
  extensions: "it lists what is installed in Python; `get FILE history/extensions` prints those of a file",
};

/** Help is printed whatever the settings are. */
function isHelp(args: readonly string[]): boolean {
  return args.includes("--help") || args.includes("-h") || ["completion", "man"].includes(args[0] ?? "");
}

/** Options before the subcommand belong to it. */
function subcommandFirst(args: readonly string[], names: readonly string[]): readonly string[] {
  const at = args[0]?.startsWith("-") ? args.findIndex((arg) => names.includes(arg)) : 0;
  const name = args[at];
  return at > 0 && name !== undefined ? [name, ...args.slice(0, at), ...args.slice(at + 1)] : args;
}
