//! `asdf-wasm-bindgen MODULE FOLDER NAME` writes the JavaScript around a compiled module, for the web. It is wasm-bindgen's library
//! without its programs, which take twice as long to compile.
#![forbid(unsafe_code)]

use std::env::args;
use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let args: Vec<String> = args().skip(1).collect();
    let [module, folder, name] = args.as_slice() else {
        eprintln!("usage: asdf-wasm-bindgen MODULE FOLDER NAME");
        return ExitCode::FAILURE;
    };
    let mut bindgen = Bindgen::new();
    bindgen.input_path(module).out_name(name).typescript(true);
    // Only the package's entries name the module's path: `asdf-wasm/slim` must not.
    bindgen.omit_default_module_path(true);
    match bindgen.web(true).and_then(|web| web.generate(folder)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error:?}");
            ExitCode::FAILURE
        }
    }
}
