/** The WebAssembly module for world coordinates. It is loaded with the first WCS. */
import * as generated from "../asdf_wasm_wcs.js";
import { Module } from "./module.ts";

export type { Coordinates } from "../asdf_wasm_wcs.js";

export const wcsModule = new Module(generated, "asdf_wasm_wcs_bg.wasm", "initWcs");

/** The exports of the module. */
export function wcs(): typeof generated {
  return wcsModule.exports();
}
