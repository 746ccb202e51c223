/** Whether readers and writers of tables in other formats are there: not where the worker is one script, which everybody would load. */

/** Defined where the viewer is built with a worker of one script. */
declare const ONE_SCRIPT: true | undefined;

export const HAS_CATALOGUES: boolean = typeof ONE_SCRIPT === "undefined";
