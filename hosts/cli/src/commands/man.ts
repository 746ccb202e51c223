/** `man`: the manual page, made of what `help` prints. The build packs it, and `npm install --global` puts it where `man` looks. */
import type { Command } from "commander";
import type { Context, Subcommand } from "../context.ts";
import { EXIT } from "../exit.ts";

export function manOf(program: Command): Subcommand<object> {
  return {
    run: async (context: Context) => {
      const summary = firstOf(program.description());
      context.printPicture(
        [
          `.TH ${program.name().toUpperCase()} 1 "" "${program.name()} ${program.version()}"`,
          ".SH NAME",
          `${program.name()} \\- ${quoted(summary)}`,
          ".SH SYNOPSIS",
          ...verbatim(helpOf(program)),
          ...program.commands.flatMap((command) => [
            `.SH ${quoted(command.name()).toUpperCase()}`,
            ...verbatim(helpOf(command)),
          ]),
          "",
        ].join("\n"),
      );
      return EXIT.done;
    },
  };
}

function firstOf(text: string): string {
  return text.split(/[.:]/, 1)[0] ?? text;
}

function helpOf(command: Command): string {
  let text = "";
  command.configureOutput({
    writeOut: (part) => {
      text += part;
    },
  });
  command.outputHelp();
  return text.trimEnd();
}

function verbatim(text: string): readonly string[] {
  return [".nf", ...text.split("\n").map(quoted), ".fi"];
}

/** Text of which roff takes nothing for a request or an escape. */
function quoted(line: string): string {
  return line.replaceAll("\\", "\\e").replaceAll("-", "\\-").replace(/^[.']/, "\\&$&");
}
