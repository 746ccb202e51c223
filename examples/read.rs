//! Prints what is in a file, and the mean of each array of numbers: `cargo run --example read -- FILE`.

use asdf_wasm::File;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("which file?")?;
    let file = File::open(path)?;
    print!("{}", file.info());
    for warning in file.warnings() {
        eprintln!("{}", warning.message);
    }
    for (node, _) in file.document().arrays() {
        let path = file.tree()?.path_of(node);
        match file.read::<f64>(&path, ..) {
            Ok(array) => {
                let values = array.data.iter().filter(|value| !value.is_nan());
                let (sum, count) = values.fold((0.0, 0.0), |(sum, count), value| (sum + value, count + 1.0));
                println!("{path}: {}", sum / count);
            }
            Err(error) => println!("{path}: {error}"),
        }
    }
    Ok(())
}
