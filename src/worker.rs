//! What it takes to spread a read over workers, and to keep what is decoded outside this crate's memory.
//!
//! [`Document::plan`](crate::Document::plan) returns a [`ReadPlan`] of [`Piece`]s. A [`PieceReader`] reads a piece; its
//! [`split`](PieceReader::split) returns a [`TaskSplitter`], whose [`Task`]s are sent to workers as words and read there.
//! Columns of a FITS table are read together by a `ColumnsReader`.
//! Blocks of bzip2 streams are decoded in [`Bzip2Segment`]s first. A document that was opened
//! [lazily](crate::Options::lazily) has its block headers read by a [`HeaderReader`] when they are needed.

pub use crate::codec::Bzip2Segment;
pub use crate::layout::{HeaderReader, HeaderUpdate};
pub use crate::ranges::{CacheStorage, CachedBytes};
pub use crate::read::{Bzip2Segments, Piece, PieceInfo, PieceReader, ReadPlan, Region, Task, TaskSplitter};
#[cfg(feature = "fits")]
pub use crate::read::{ColumnsOutput, ColumnsPlan, ColumnsReader};
