/** The WebAssembly module that reads FITS as well as ASDF. It is loaded with the first FITS file, and then reads ASDF files, too. */
import * as generated from "../asdf_wasm_fits.js";
import { Module } from "./module.ts";

export const fitsModule = new Module(generated, "asdf_wasm_fits_bg.wasm", "initFits");
