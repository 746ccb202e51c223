//! Files for users of the crate: reads, edits and writes them, over the rooms that do no I/O.
//!
//! This is the only room that reads and writes files. The WebAssembly modules are built without it.

mod array;
mod blocks;
mod builder;
mod edit;
mod element;
mod file_array;
mod info;
mod new_array;
mod open;
mod save;
mod selection;
#[cfg(feature = "serde")]
mod serde;
mod wcs;

pub use array::Array;
pub use builder::FileBuilder;
pub use edit::Edit;
pub use element::Element;
pub use file_array::FileArray;
pub use info::Info;
pub use new_array::NewArray;
pub use open::File;
pub use selection::Selection;
