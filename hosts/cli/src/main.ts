/** `asdf-wasm` on the command line: runs the subcommand that the arguments name, and exits with its code. */
import { EXIT } from "./exit.ts";
import { finish, runProgram } from "./program.ts";

// A reader such as `head` may end before the end of the output.
process.stdout.on("error", (cause: NodeJS.ErrnoException) => {
  process.exit(cause.code === "EPIPE" ? EXIT.done : EXIT.failed);
});

await finish(await runProgram(process.argv.slice(2)));
