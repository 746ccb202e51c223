//! Reading a selection of an array: a plan of pieces, a reader for each, and tasks for workers.
//!
//! A [`ReadPlan`] divides the read into [pieces](Piece), each of which a [`PieceReader`] reads from one block. A
//! [`TaskSplitter`] splits a piece into [tasks](Task) for workers.

#[cfg(feature = "fits")]
mod columns;
mod gather;
mod options;
mod piece_reader;
mod plan;
mod split;
mod task;
mod tiles;

#[cfg(feature = "fits")]
pub use columns::{ColumnsOutput, ColumnsPlan, ColumnsReader};
pub use gather::{Output, Region};
pub use options::ReadOptions;
pub(crate) use piece_reader::read_block;
pub use piece_reader::{PieceInfo, PieceReader};
pub use plan::{Piece, ReadPlan};
pub use split::{Bzip2Segments, TaskSplitter};
pub use task::Task;
