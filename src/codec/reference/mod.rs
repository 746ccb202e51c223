//! The feature `reference-codecs`: `zlib` decoded by `miniz_oxide` and `zstd` by `ruzstd` instead of our own decoders.
//!
//! The modules here have the same names and functions as the ones they replace, for blocks, encoding chains and Blosc
//! alike. They are slower (`benches/decoders/RESULTS.md`) and share no code with ours, so tests can compare the two.

pub(super) mod zlib;
pub(super) mod zstd;
