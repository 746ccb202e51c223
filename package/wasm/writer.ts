/** The WebAssembly module that writes. It is loaded with the first write. */
import * as generated from "../asdf_wasm_writer.js";
import { Module } from "./module.ts";

export const writerModule = new Module(generated, "asdf_wasm_writer_bg.wasm", "initWriter");

/** The exports of the module. */
export function writer(): typeof generated {
  return writerModule.exports();
}
