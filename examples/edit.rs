//! Changes a text of the tree, and keeps everything else: `cargo run --example edit -- FILE PATH TEXT`.

use asdf_wasm::File;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, path, text] = arguments.as_slice() else { return Err("expected FILE PATH TEXT".into()) };
    let opened = File::open(file)?;
    let mut edit = opened.edit()?;
    edit.set(path, text.as_str())?;
    edit.save(file)?;
    Ok(())
}
