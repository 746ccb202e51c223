/** Prints a text: through a pager if it is longer than the terminal. */
import { spawn } from "node:child_process";

/** Prints all of a text to the standard output. */
export function printed(text: string): Promise<void> {
  return new Promise((done) => process.stdout.write(text, () => done()));
}

export async function paged(text: string, isAllowed: boolean): Promise<void> {
  const { isTTY } = process.stdout;
  const rows = process.stdout.rows || 24;
  const command = process.env["PAGER"] ?? (process.platform === "win32" ? "" : "less");
  const isLong = text.split("\n").length > rows;
  if (!(isAllowed && isTTY && isLong && command !== "" && (await through(command, text)))) {
    await printed(text);
  }
}

/** Whether the pager could be started. It keeps colours (R) and ends by itself (F) if the text fits. */
function through(command: string, text: string): Promise<boolean> {
  const [program = "", ...options] = command.split(/\s+/);
  // The pager handles Ctrl-C: it stops a search in it, not this program.
  const ignore = () => {};
  process.on("SIGINT", ignore);
  return new Promise<boolean>((done) => {
    const pager = spawn(program, options, {
      stdio: ["pipe", "inherit", "inherit"],
      env: { LESS: "FRX", ...process.env },
    });
    pager.on("error", () => done(false)).on("close", () => done(true));
    // A reader may leave before the end of the text.
    pager.stdin.on("error", ignore).end(text);
  }).finally(() => process.off("SIGINT", ignore));
}
