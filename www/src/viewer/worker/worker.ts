/** The worker that runs the package: it opens a file, keeps its tree, and answers the page's calls. */
import { expose } from "comlink";
import { fileCalls } from "./calls/calls.ts";

expose(fileCalls());
