//! Memory of JavaScript's to keep bytes in: WebAssembly memory never shrinks again.

use js_sys::Uint8Array;

use crate::worker::{CacheStorage, CachedBytes};

/// The heap as a shelf.
#[derive(Debug)]
pub(super) struct JsHeap;

impl CacheStorage for JsHeap {
    fn keep(&self, bytes: &[u8]) -> Box<dyn CachedBytes> {
        Box::new(JsBytes(Uint8Array::from(bytes)))
    }
}

#[derive(Debug)]
struct JsBytes(Uint8Array);

impl CachedBytes for JsBytes {
    fn copy(&self, at: usize, output: &mut [u8]) {
        if let (Ok(start), Ok(end)) = (u32::try_from(at), u32::try_from(at + output.len()))
            && end <= self.0.length()
        {
            self.0.subarray(start, end).copy_to(output);
        }
    }
}
