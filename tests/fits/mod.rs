//! FITS files: what is in them, and ASDF in its two forms.

mod arrays;
mod columns;
mod defects;
mod errors;
mod headers;
mod hostile;
mod packed;
mod remote;
mod support;
mod together;
