//! Writes the parts of an ASDF 1.0.0 file ("Low-level file layout"): the text of a tree from values, and blocks from
//! bytes.
//!
//! A file consists of its [`preamble()`]; the text of its tree, from an [`Emitter`]; its blocks, each after its
//! [`BlockHeader`]; and the [`block_index`]. Nothing here does I/O, or holds more of a block than it is given at a
//! time. What the standard forbids is an error. What is written reads back equal.
//!
//! ```
//! use asdf_wasm::writer::{
//!     BlockHeader, Codec, Emitter, EncodeOptions, Encoder, Md5, Props, Scalar, Standard, block_index, preamble,
//! };
//! use asdf_wasm::{Opening, Options, run};
//!
//! # fn main() -> asdf_wasm::Result<()> {
//! let standard = Standard::default();
//! let (root, array) = (standard.tag("asdf"), standard.tag("ndarray"));
//! let text = |tree: &mut Emitter, text: &str| tree.scalar(Props::default(), Scalar::Text(text));
//!
//! // The tree: a root with one array of four float32 numbers in block 0.
//! let mut tree = Emitter::default();
//! tree.begin_mapping(Props { tag: root.as_deref(), anchor: None }, false)?;
//! text(&mut tree, "data");
//! tree.begin_mapping(Props { tag: array.as_deref(), anchor: None }, false)?;
//! for (key, value) in [("datatype", "float32"), ("byteorder", "little")] {
//!     text(&mut tree, key);
//!     text(&mut tree, value);
//! }
//! text(&mut tree, "source");
//! tree.scalar(Props::default(), Scalar::Int(0));
//! text(&mut tree, "shape");
//! tree.begin_sequence(Props::default(), true)?;
//! tree.scalar(Props::default(), Scalar::Int(4));
//! tree.end();
//! tree.end();
//! tree.end();
//!
//! // The block, compressed, with its checksum.
//! let data: Vec<u8> = [1.0_f32, 2.0, 3.0, 4.0].iter().flat_map(|value| value.to_le_bytes()).collect();
//! let mut stored = Vec::new();
//! let mut encoder = Encoder::new(Codec::Zlib, data.len() as u64, &EncodeOptions::default())?;
//! encoder.write(&data, &mut stored)?;
//! encoder.finish(&mut stored)?;
//! let mut digest = Md5::default();
//! digest.update(&stored);
//! let header = BlockHeader {
//!     compression: Codec::Zlib.label(),
//!     allocated: stored.len() as u64,
//!     used: stored.len() as u64,
//!     data: data.len() as u64,
//!     checksum: digest.finish(),
//!     ..BlockHeader::default()
//! };
//!
//! let mut file = preamble(standard, &["written by an example"])?.into_bytes();
//! file.extend(tree.finish().into_bytes());
//! let offset = file.len() as u64;
//! file.extend(header.to_bytes());
//! file.extend(stored);
//! file.extend(block_index(&[offset]).into_bytes());
//!
//! let document = run(Opening::new(file.len() as u64, Options::default()), &file)?;
//! let (node, _) = document.arrays().next().expect("the file has an array");
//! assert_eq!(document.read(node, &document.read_options())?.read(&file)?.bytes, data);
//! # Ok(())
//! # }
//! ```

mod block;
mod emitter;
mod encode;
mod index;
mod preamble;
mod style;
mod tree;

pub use crate::codec::checksum::Md5;
pub use block::BlockHeader;
pub use emitter::{Emitter, Props, Scalar};
pub use encode::{BloscCodec, Codec, EncodeOptions, Encoder, Lz4Layout, PieceSizes, Shuffle, encode_piece};
pub use index::block_index;
pub use preamble::{Standard, preamble};
