/** The WebAssembly module that writes. It is loaded when something is first written. */
import * as generated from "../asdf_wasm_writer.js";
import { Module } from "./module.ts";

export const writerModule = new Module(generated, "asdf_wasm_writer_bg.wasm", "initWriter");

/** What the module exports. */
export function writer(): typeof generated {
  return writerModule.exports();
}
