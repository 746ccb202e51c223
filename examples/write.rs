//! Writes an image in chunks that are compressed, and reads a part of it: `cargo run --example write -- FILE`.

use asdf_wasm::writer::Codec;
use asdf_wasm::{File, FileBuilder, NewArray, TreeValue};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("which file?")?;
    let pixels: Vec<f32> = (0..=u16::MAX).map(|pixel| (f32::from(pixel) / 1e3).sin()).collect();
    let exposure = TreeValue::mapping([("time", 139.8.into()), ("filter", "F184".into())]);
    let mut builder = FileBuilder::new();
    builder.set("meta/exposure", exposure)?;
    let image = NewArray::new(&pixels, [256, 256])?.compressed(Codec::Zstd).in_chunks([64, 256])?;
    builder.array("image", &image)?;
    builder.save(&path)?;

    let file = File::open(&path)?;
    println!("{}", file.info());
    println!("{:?}", file.read::<f32>("image", (200, 10..14))?.data);
    Ok(())
}
