//! Memory of JavaScript's to keep bytes in: WebAssembly memory never shrinks again.

use js_sys::Uint8Array;

use crate::{Kept, Shelf};

/// The heap as a shelf.
#[derive(Debug)]
pub(super) struct Heap;

impl Shelf for Heap {
    fn keep(&self, bytes: &[u8]) -> Box<dyn Kept> {
        Box::new(OnHeap(Uint8Array::from(bytes)))
    }
}

#[derive(Debug)]
struct OnHeap(Uint8Array);

impl Kept for OnHeap {
    fn copy(&self, at: usize, output: &mut [u8]) {
        if let (Ok(start), Ok(end)) = (u32::try_from(at), u32::try_from(at + output.len()))
            && end <= self.0.length()
        {
            self.0.subarray(start, end).copy_to(output);
        }
    }
}
