/** Which subcommands there are: their arguments and options, and from where each is loaded. */
import { type Command, Option } from "commander";
import { arcseconds, gathered, integer, real, ring, whole } from "./arguments.ts";
import type { Subcommand } from "./context.ts";
import {
  choosing,
  drawing,
  FORCE,
  packing,
  placing,
  reading,
  resampling,
  schemas,
  writing,
} from "./options.ts";

const FILE = "a path, a URL, s3://bucket/key, or - for the standard input";
const OUTPUT = "the file to write, or - for the standard output";
const PART = "a path in the tree; of an array also a part, as in 'data[0, 10:20, ::2]'";

const STANDARDS = ["1.0.0", "1.1.0", "1.2.0", "1.3.0", "1.4.0", "1.5.0", "1.6.0"];

/** Adds a subcommand; its arguments and options are still to be declared. */
export type Add = <Options>(
  usage: string,
  summary: string,
  example: string,
  load: () => Promise<Subcommand<Options>>,
) => Command;

export function declareSubcommands(add: Add): void {
  add(
    "info",
    "Layout, versions, arrays, blocks and warnings of files.",
    "asdf-wasm info r0000101.asdf\nasdf-wasm info https://example.org/large.asdf --json | jq '.arrays[].path'",
    () => import("./commands/info.ts"),
  )
    .argument("<files...>", FILE)
    .option("--blocks", "read the header of every block of a remote file, too")
    .option("-a, --all", "list all arrays and blocks, however many")
    .option("--describe", "say what nodes mean, by the titles and units of their schemas");

  add(
    "tree",
    "The tree of a file, folded, or what a search finds in it.",
    "asdf-wasm tree r0000101.asdf roman/meta --depth 2\nasdf-wasm tree r0000101.asdf --find exposure",
    () => import("./commands/tree.ts"),
  )
    .argument("<file>", FILE)
    .argument("[path]", "where to begin, such as roman/meta")
    .addOption(new Option("-d, --depth <n>", "how many levels are unfolded").argParser(whole(0)).default(3))
    .addOption(new Option("-n, --items <n>", "of a list, so many items").argParser(whole(1)).default(10))
    .option("-a, --all", "unfold everything")
    .option("-t, --tags", "show the tags of nodes")
    .option("--find <text>", "list nodes whose key or value contains a text, in any case")
    .option("--key <regex>", "list nodes whose key matches a regular expression")
    .option("--value <text>", "list nodes with exactly this value")
    .option(
      "--kind <kind>",
      "list nodes of a kind: array, map, sequence, string, number, time, reference, …",
    );

  add(
    "get",
    "A value of the tree, or elements of an array.",
    "asdf-wasm get r0000101.asdf roman/meta/exposure/start_time\nasdf-wasm get r0000101.asdf 'roman/data[2000, 2040:2050]'",
    () => import("./commands/get.ts"),
  )
    .argument("<file>", FILE)
    .argument("<path>", PART)
    .option("-a, --all", "print an array whatever its size");

  placing(
    choosing(
      add(
        "table",
        "A table of Parquet, VOTable, ECSV, CSV, FITS or ASDF: its columns, rows, statistics.",
        "asdf-wasm table sources.ecsv --where 'mag < 20' --columns id,ra,dec --head 20\nasdf-wasm table gaia.vot.gz --stats\nasdf-wasm table sources.parquet --inside field.reg -o inside.parquet",
        () => import("./tables/table.ts"),
      ),
    ),
  )
    .argument("<file>", FILE)
    .option("--inside <regions>", "only rows inside of the regions of a file: .reg, .crtf or JSON")
    .addOption(new Option("--head <n>", "print so many rows").argParser(whole(0)).default(10))
    .option("--stats", "missing values, minimum, maximum, mean and deviation of columns")
    .option("-o, --output <file>", "write the rows as a table instead, by the extension")
    .option(...FORCE);

  placing(
    choosing(
      add(
        "regions",
        "The rows of a table as regions: circles or ellipses, in a file of DS9 or CASA.",
        "asdf-wasm regions sources.ecsv --radius 2arcsec -o sources.reg\nasdf-wasm regions sources.parquet --semi-axes semimajor,semiminor --angle orientation_sky --scale 3 -o sources.crtf",
        () => import("./tables/regions.ts"),
      ),
    ),
  )
    .argument("<file>", FILE)
    .requiredOption("-o, --output <file>", `${OUTPUT}; .crtf for CASA`)
    .option(...FORCE)
    .option("--radius <size>", "of circles: 2arcsec, 5px, or a column")
    .option("--semi-axes <sizes>", "of ellipses: two sizes or columns, as in a,b")
    .option(
      "--angle <degrees>",
      "of the first semi-axis, or a column: on the sky from north to east, otherwise from the x axis",
    )
    .addOption(new Option("--scale <n>", "sizes times a number").argParser(real).default(1))
    .option("--names <column>", "names of regions; without it the numbers of rows");

  placing(
    reading(
      add(
        "measure",
        "The photometry of an image at every row of a table, as columns of that table.",
        "asdf-wasm measure r0000101.asdf --rows sources.ecsv --radius 3 --annulus 5,10 --errors roman/err -o measured.ecsv",
        () => import("./tables/measure.ts"),
      ),
    ),
  )
    .argument("<file>", FILE)
    .argument("[path]", `${PART}; without it the first image`)
    .requiredOption("--rows <table>", "the file of the table, of any format")
    .requiredOption("-o, --output <file>", `${OUTPUT}: a table, by the extension`)
    .option(...FORCE)
    .addOption(
      new Option("--radius <pixels>", "of the circle at each row").argParser(real).makeOptionMandatory(),
    )
    .addOption(
      new Option(
        "--annulus <gap,width>",
        "subtract the background in a ring around the circle, in pixels",
      ).argParser(ring),
    )
    .addOption(
      new Option("--by <name>", "what the background is of the ring; clipped: the median within 3 σ")
        .choices(["median", "mean", "clipped"])
        .default("median"),
    )
    .option("--errors <path>", "the standard deviations of the pixels, for the error of the sum")
    .option("--variances <path>", "their variances instead")
    .option("--flags <path>", "pixels with the bit 1 there do not count; PATH=BITS: with any of these bits")
    .option("--wcs <path>", "which WCS, if there are several");

  reading(
    add(
      "match",
      "The rows of two tables that are near each other on the sky, or have the same key, as one table.",
      "asdf-wasm match sources.ecsv gaia.parquet --radius 1arcsec -o both.vot\nasdf-wasm match sources.fits names.csv --key id=source_id --join left -o named.ecsv",
      () => import("./tables/match.ts"),
    )
      .argument("<file>", FILE)
      .argument("<other>", FILE)
      .requiredOption("-o, --output <file>", OUTPUT)
      .option(...FORCE)
      .option("--other-table <name>", "the same as --table, of the other file")
      .addOption(
        new Option(
          "--radius <angle>",
          "the greatest separation: 0.5, 500mas, 1arcsec, 2arcmin, 0.1deg",
        ).argParser(arcseconds),
      )
      .option("--all", "all rows that are near, not the nearest")
      .addOption(
        new Option("--neighbour <n>", "1 for the nearest, 2 for the second nearest, …").argParser(whole(1)),
      )
      .option("--key <columns>", "rows with equal values: a column that both have, or LEFT=RIGHT")
      .addOption(new Option("--sigmas <n>", "the greatest separation in standard deviations").argParser(real))
      .option("--errors <columns>", "of standard deviations: one or two, or LEFT=RIGHT, as in sd=e_ra,e_dec")
      .option(
        "--positions <columns>",
        "of positions, if they are not found: as in ra,dec, or LEFT=RIGHT, as in ra,dec=l,b,galactic",
      )
      .addOption(
        new Option("--join <kind>", "which rows are in the result besides pairs; anti: only those without")
          .choices(["inner", "left", "right", "outer", "anti"])
          .default("inner"),
      ),
  );

  add(
    "stats",
    "Statistics of an array: count, NaN, minimum, maximum, mean, deviation, percentiles.",
    "asdf-wasm stats r0000101.asdf 'roman/data[0:1000, :]'\nasdf-wasm stats catalog.asdf catalog/flux",
    () => import("./commands/stats.ts"),
  )
    .argument("<file>", FILE)
    .argument("[path]", `${PART}; without it the first image`)
    .option("--exact", "percentiles of all values of an array that is larger than 256 MiB, in memory");

  drawing(
    add(
      "show",
      "A picture of an array, in the terminal or in a file.",
      "asdf-wasm show r0000101.asdf roman/data\nasdf-wasm show cube.asdf 'data[17]' --stretch log -o plane.png",
      () => import("./commands/show.ts"),
    )
      .argument("<file>", FILE)
      .argument("[path]", `${PART}; without it the first image`)
      .option("-o, --output <png>", "write a PNG file instead")
      .option(...FORCE)
      .addOption(new Option("--max-size <n>", "at most so many pixels along each side").argParser(whole(1)))
      .addOption(
        new Option("--shrink <how>", "what becomes of elements that share a pixel")
          .choices(["mean", "maximum"])
          .default("mean"),
      )
      .addOption(
        new Option("--as <way>", "how the terminal draws; without it as it can").choices([
          "kitty",
          "iterm",
          "blocks",
        ]),
      ),
  );

  drawing(
    add(
      "extract",
      "An array, a part of it, or a table as another format, by the extension: .npy, .csv, .fits, .png.",
      "asdf-wasm extract r0000101.asdf roman/data data.npy\nasdf-wasm extract r0000101.asdf 'roman/data[0:512, 0:512]' corner.fits",
      () => import("./commands/extract.ts"),
    )
      .argument("<file>", FILE)
      .argument("<path>", PART)
      .argument("<output>", OUTPUT)
      .option(...FORCE)
      .option("--alone", "of an image of a FITS file, leave out the errors and flags beside it")
      .addOption(
        new Option("--format <name>", "the format, whatever the extension").choices([
          "npy",
          "csv",
          "fits",
          "png",
        ]),
      ),
  );

  writing(
    add(
      "cutout",
      "The file with parts of its images, and a WCS that fits them.",
      "asdf-wasm cutout r0000101.asdf part.asdf 'roman/data[100:612, 100:612]'\nasdf-wasm cutout s3://bucket/r0000101.asdf part.asdf --center '17:59:36 +65:57:12' --size 30arcsec",
      () => import("./commands/cutout.ts"),
    )
      .argument("<file>", FILE)
      .argument("<output>", OUTPUT)
      .argument("[parts...]", "the parts, such as 'roman/data[0:100, 0:100]'; with --center, images")
      .option("--alone", "leave siblings of the same size whole, such as errors and flags")
      .option("--center <direction>", "cut around a direction in ICRS")
      .option("--size <size>", "with --center: 30arcsec, 2x1arcmin, 200px")
      .option("--wcs <path>", "with --center: which WCS, if there are several"),
  );

  writing(
    reading(
      add(
        "convert",
        "The file written anew: another compression, standard or layout; or its table as Parquet, ECSV, VOTable, CSV, FITS or ASDF.",
        "asdf-wasm convert r0000101.asdf small.asdf --compression zstd --level 9\nasdf-wasm convert r0000101.asdf text.yaml --inline\nasdf-wasm convert sources.ecsv sources.vot",
        () => import("./commands/convert.ts"),
      ),
    )
      .argument("<file>", FILE)
      .argument("<output>", OUTPUT)
      .addOption(new Option("--codec <name>", "of blsc and bls2").choices(["lz4", "zlib", "zstd"]))
      .addOption(new Option("--shuffle <filter>", "of blsc and bls2").choices(["none", "byte", "bit"]))
      .addOption(new Option("--layout <name>", "of lz4").choices(["chunks", "frame"]))
      .addOption(new Option("--standard <version>", "the version of the ASDF Standard").choices(STANDARDS))
      .addOption(
        new Option("--inline [n]", "arrays of at most n elements, or all, in the tree as text")
          .argParser(whole(0))
          .preset(String(Number.MAX_SAFE_INTEGER)),
      )
      .addOption(new Option("--padding <bytes>", "blocks begin at multiples of this").argParser(whole(1)))
      .option("--no-index", "no block index")
      .option("--no-checksum", "no checksums")
      .addOption(new Option("--compatible <program>", "what another program can read").choices(["asdf-cxx"]))
      .option("-r, --resolve-references", "put what references refer to in their place"),
  );

  writing(
    add(
      "edit",
      "Values of the tree changed, in place or into another file: by PATH=VALUE, or in $EDITOR.",
      "asdf-wasm edit r0000101.asdf roman/meta/observation/program=17 'roman/meta/target/name=\"M 33\"'\nasdf-wasm edit r0000101.asdf --delete roman/meta/comment -o clean.asdf",
      () => import("./commands/edit.ts"),
    )
      .argument("<file>", FILE)
      .argument(
        "[changes...]",
        "PATH=VALUE, of the type that stands there; PATH:=VALUE, of any type, as YAML; a last key - appends to a list; without any, the tree opens in $EDITOR",
      )
      .option("-o, --output <file>", "write another file; - for the standard output")
      .addOption(new Option("--delete <path>", "remove a node").argParser(gathered).default([], "nothing"))
      .option("--create", "make maps that are missing on the way"),
  );

  writing(
    add(
      "explode",
      "The exploded form: a file with the tree, and one for each block.",
      "asdf-wasm explode r0000101.asdf -o parts",
      () => import("./commands/explode.ts"),
    )
      .argument("<file>", FILE)
      .option("-o, --output <folder>", "where to; without it beside the file")
      .option("--name <name>", "how the files begin; without it NAME_exploded"),
  );

  writing(
    add(
      "implode",
      "The files of an exploded form in one; the others are found beside the first.",
      "asdf-wasm implode parts/r0000101_exploded.asdf r0000101.asdf",
      () => import("./commands/implode.ts"),
    )
      .argument("<file>", "the file with the tree")
      .argument("[output]", "the file to write; without it NAME_all.asdf beside the first")
      .option("-r, --resolve-references", "put what references refer to in their place"),
  );

  resampling(
    add(
      "mosaic",
      "The images of files as one, by their world coordinates, on a plane that touches the sky.",
      "asdf-wasm mosaic r0000101_*_wfi*_cal.asdf -o sky.fits --order nearest-centre --background match",
      () => import("./sky/mosaic.ts"),
    ),
  )
    .argument("<files...>", FILE)
    .addOption(
      new Option("--order <name>", "what counts where images overlap")
        .choices(["nearest-centre", "first", "mean"])
        .default("nearest-centre"),
    )
    .addOption(
      new Option(
        "--background <name>",
        "what is subtracted: what the metadata say, or also what makes images equal",
      )
        .choices(["none", "meta", "match"])
        .default("none"),
    )
    .addOption(
      new Option("--scale <arcsec>", "the side of a pixel; without it as in the finest image").argParser(
        real,
      ),
    )
    .option("--unit <unit>", "the unit, such as MJy/sr; without it the first that all images can have");

  resampling(
    add(
      "reproject",
      "The image of a file in the pixels of another, by their world coordinates.",
      "asdf-wasm reproject f158.asdf --like f129.asdf -o aligned.fits --kernel exact",
      () => import("./sky/reproject.ts"),
    ),
  )
    .argument("<file>", FILE)
    .option("--like <other>", "the file whose image has the pixels");

  packing(
    add(
      "stack",
      "The arrays of files as one array along a new axis, in the order of the files.",
      "asdf-wasm stack exposure_*.fits --path SCI/data -o cube.asdf",
      () => import("./commands/stack.ts"),
    )
      .argument("<files...>", "paths, URLs, s3://bucket/key")
      .requiredOption("-o, --output <file>", "the file to write; - for the standard output")
      .option("--path <path>", "the path of the array; without it the image of the first file")
      .addOption(
        new Option("--axis <n>", "where the new axis is; negative ones are counted from the end")
          .argParser(integer)
          .default(0),
      ),
  );

  add(
    "refs",
    "A reference file, by which xarray and dask read the arrays where they are, without a copy.",
    "asdf-wasm refs r0000101.asdf -o r0000101.json\nasdf-wasm refs exposures/*.asdf --stack exposure -o exposures.json",
    () => import("./commands/refs.ts"),
  )
    .argument("<files...>", "paths, URLs, s3://bucket/key; several files are a group each")
    .option("-o, --output <json>", "the file to write; without it the standard output", "-")
    .option(...FORCE)
    .addOption(
      new Option("--format <name>", "the metadata: kerchunk, of Zarr 2, or zarr3")
        .choices(["kerchunk", "zarr3"])
        .default("kerchunk"),
    )
    .option("--stack <axis>", "arrays of one path as one array, with a first axis of this name")
    .addOption(
      new Option("--chunk <bytes>", "the size of chunks of uncompressed arrays, about")
        .argParser(whole(1))
        .default(2 ** 26),
    )
    .option("--relative", "paths as seen from the folder of the reference file, in place of absolute ones");

  add(
    "diff",
    "What differs in the trees and the arrays of two files.",
    "asdf-wasm diff before.asdf after.asdf --rtol 1e-6 --ignore asdf_library --ignore history",
    () => import("./commands/diff.ts"),
  )
    .argument("<one>", FILE)
    .argument("<other>", FILE)
    .addOption(new Option("--rtol <x>", "relative tolerance of numbers").argParser(real).default(0))
    .addOption(new Option("--atol <x>", "absolute tolerance of numbers").argParser(real).default(0))
    .addOption(
      new Option("-i, --ignore <path>", "leave out a node, and all below it; * stands for any key")
        .argParser(gathered)
        .default([], "nothing"),
    )
    .option("-m, --minimal", "only where, not the values");

  add(
    "verify",
    "Checksums, structure, and every array decoded. The exit code says whether all is well.",
    "asdf-wasm verify *.asdf && echo good",
    () => import("./commands/verify.ts"),
  )
    .argument("<files...>", FILE)
    .option("--lenient", "only what cannot be read counts, not other defects of the structure");

  add(
    "validate",
    "The tree checked against the schemas of its tags, as Python's asdf does. The exit code says whether all is well.",
    "asdf-wasm validate *.asdf && echo valid\nasdf-wasm validate spectrum.asdf --schema lab/schemas",
    () => import("./commands/validate.ts"),
  )
    .argument("<files...>", FILE)
    .addOption(schemas())
    .option("--custom <file>", "a schema for the whole tree, beside the schemas of its tags");

  add(
    "schema",
    "What the schemas say of a value: title, description, unit, limits, where an archive keeps it.",
    "asdf-wasm schema r0000101.asdf roman/meta/exposure/ma_table_number",
    () => import("./commands/schema.ts"),
  )
    .argument("<file>", FILE)
    .argument("<path>", "a path in the tree")
    .addOption(schemas());

  add(
    "types",
    "Types of TypeScript for the tree of a file, or for what schemas describe, so that editors complete paths.",
    "asdf-wasm types r0000101.asdf -o r0000101.d.ts\nasdf-wasm types lab/schemas -o lab.d.ts\nasdf-wasm types 'asdf://stsci.edu/datamodels/roman/tags/wfi_*'",
    () => import("./commands/types.ts"),
  )
    .argument(
      "<what>",
      "a file; a schema or a folder of them; a tag, with wildcards perhaps, or a schema's URI",
    )
    .option("-o, --output <file>", "the file to write; without it the standard output", "-")
    .option(...FORCE)
    .option("--name <name>", "of a file: the name of the type; without it Tree")
    .addOption(schemas());

  add(
    "ls",
    "The files and folders in a bucket, a folder of a web server or a record; or the buckets of the keys in the environment or a profile.",
    "asdf-wasm ls s3://bucket/night-1/\nasdf-wasm ls s3://bucket/ --recursive --find _cal.asdf --sort date\nasdf-wasm ls 10.5281/zenodo.1234567",
    () => import("./commands/ls.ts"),
  )
    .argument(
      "<where>",
      "s3://bucket/prefix, gs://…, the address of a folder, a DOI; or s3:// for the buckets",
    )
    .option("-r, --recursive", "the keys in folders, too")
    .option("--find <text>", "only keys that contain a text, in any case")
    .addOption(
      new Option("--sort <by>", "the largest or newest first")
        .choices(["name", "size", "date"])
        .default("name"),
    )
    .addOption(new Option("-n, --max <n>", "at most so many").argParser(whole(1)))
    .option("--endpoint <url>", "the server, if it is not Amazon's; without it AWS_ENDPOINT_URL")
    .option("--region <name>", "without it AWS_REGION, or the region of the profile")
    .option("--profile <name>", "the profile with the keys; without it AWS_PROFILE, or the environment")
    .option("--no-sign", "as anybody, without keys");

  add(
    "view",
    "The viewer in the browser, on files, folders, URLs and buckets; files are read from this machine by range.",
    "asdf-wasm view r0000101.asdf\nasdf-wasm view . --no-open --port 8000\nasdf-wasm view s3://bucket/night-1/",
    () => import("./commands/view.ts"),
  )
    .argument("<files...>", "files, folders, URLs, s3://bucket/key or s3://bucket/prefix/")
    .addOption(
      new Option("--port <n>", "the port of the server; without it a free one")
        .argParser(whole(0))
        .default(0, "a free one"),
    )
    .option("--no-open", "print the address, but do not start a browser");
}
