/** Options that several subcommands have. */
import { type Command, Option } from "commander";
import { gathered, limits, whole } from "./arguments.ts";

const COMPRESSIONS = ["none", "zlib", "bzp2", "lz4", "zstd", "xz", "blsc", "bls2"];
const STRETCHES = ["linear", "log", "sqrt", "squared", "asinh", "sinh", "power", "powerdist"];

/** As `command.option()` takes it. */
export const FORCE = ["-f, --force", "replace a file that exists"] as const;

/** Of subcommands that write an array of their own as an ASDF file. */
export function packing(command: Command): Command {
  return command
    .option(...FORCE)
    .addOption(new Option("-c, --compression <name>", "compress blocks anew").choices(COMPRESSIONS))
    .addOption(new Option("--level <n>", "the level of the compression").argParser(whole(0)));
}

/** Of subcommands that write a file that is there in another form. */
export function writing(command: Command): Command {
  return packing(command)
    .option("--drop-unused", "leave out blocks that no array names, and list them")
    .option("--allow-missing", "write an empty block in place of one that was not found")
    .option("--history <text>", "add an entry to the history of the file")
    .addOption(
      new Option(
        "--validate <how>",
        "check the tree against schemas: what is not valid is not written, or with warnings",
      ).choices(["error", "warn"]),
    )
    .addOption(schemas());
}

/** Of subcommands that make a picture. */
export function drawing(command: Command): Command {
  return command
    .addOption(
      new Option("--stretch <name>", "how values become brightness").choices(STRETCHES).default("asinh"),
    )
    .addOption(
      new Option(
        "--limits <kind>",
        "values of black and white: zscale, minmax, a percentage such as 99.5, or MIN,MAX",
      )
        .argParser(limits)
        .default({ kind: "percentile", percentile: 99.5 }, "99.5"),
    )
    .option("--colormap <name>", "a colour map: gray, viridis, inferno, …", "gray")
    .option("--invert", "reverse the colour map")
    .addOption(
      new Option("--origin <side>", "where the first row is").choices(["lower", "upper"]).default("lower"),
    );
}

/** Of subcommands that put images on other pixels. */
export function resampling(command: Command): Command {
  return command
    .option("-o, --output <file>", "the file to write, .fits or .asdf")
    .option(...FORCE)
    .option("--path <path>", "the path of the image; without it the image that the viewer shows first")
    .addOption(
      new Option("--kernel <name>", "how pixels become others; exact is by the shared area")
        .choices(["nearest", "bilinear", "exact"])
        .default("bilinear"),
    );
}

export function schemas(): Option {
  return new Option("--schema <path>", "a schema, a manifest of tags, or a folder of them; can be repeated")
    .argParser(gathered)
    .default([], "those of the package");
}

/** Of subcommands that choose rows of a table. */
export function choosing(command: Command): Command {
  return reading(command)
    .option("--columns <names>", "only these columns, separated by commas")
    .addOption(
      new Option("--where <comparison>", "only rows such as 'mag < 20'; may be given several times")
        .argParser(gathered)
        .default([], "all rows"),
    )
    .option("--sort <column>", "rows sorted by a column; -COLUMN: the greatest first");
}

/** Of subcommands that need the positions of rows. */
export function placing(command: Command): Command {
  return command
    .option(
      "--positions <columns>",
      "of positions on the sky, if they are not found: as in ra,dec or l,b,galactic",
    )
    .option("--pixels <columns>", "rows are where these say, in pixels that count from 0: as in x,y")
    .option(
      "--date <date>",
      "rows are where their proper motions have led them: 2027.5, or 2027-07-02T12:00:00",
    );
}

/** Of subcommands that read tables. */
export function reading(command: Command): Command {
  return command
    .option("--table <name>", "of a file with several tables: the path, name or number of one")
    .option("--delimiter <character>", "of CSV: what separates cells, or tab; without it, it is found")
    .addOption(
      new Option("--decimal <sign>", "of CSV: the decimal sign; without it, it is found").choices([".", ","]),
    )
    .option("--no-header", "of CSV: the first line has no names");
}
