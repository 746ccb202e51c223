//! The feature `reference-codecs`: `zlib` decoded by `miniz_oxide` and `zstd` by `ruzstd` instead of our own decoders.
//!
//! The modules here have the names and functions of those that they replace, for blocks, encoding chains and Blosc alike.
//! They are slower (`benches/decoders/RESULTS.md`), and share no code with ours: what both decode to the same is right.

pub(super) mod zlib;
pub(super) mod zstd;
