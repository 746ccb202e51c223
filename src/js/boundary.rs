//! What the modules that read and write say things to JavaScript with: numbers, plain objects, errors.

use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::Error;

/// The result of every call: a failure is thrown as `{ code, message, offset?, block?, hdu?, path? }`.
pub(super) type Answer<T> = Result<T, JsValue>;

/// A number of bytes. JavaScript's numbers are exact up to 2⁵³, and no file is larger.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the cast saturates")]
pub(super) fn length(number: f64) -> u64 {
    number as u64
}

/// The nearest number of JavaScript's.
#[expect(
    clippy::cast_precision_loss,
    reason = "no file reaches 2⁵³ bytes; a size it only claims may be rounded"
)]
pub(super) fn number(number: u64) -> f64 {
    number as f64
}

/// A value as a plain object.
pub(super) fn plain(value: &impl Serialize) -> Answer<JsValue> {
    Ok(value.serialize(&serde_wasm_bindgen::Serializer::json_compatible())?)
}

/// An error as it is thrown.
#[expect(clippy::needless_pass_by_value, reason = "it is what `map_err` hands over")]
pub(super) fn thrown(error: Error) -> JsValue {
    plain(&Thrown::of(&error)).unwrap_or_else(|unserialisable| unserialisable)
}

/// An error as a plain object.
#[derive(Serialize)]
struct Thrown<'a> {
    code: &'static str,
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    offset: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    block: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hdu: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<&'a str>,
}

impl<'a> Thrown<'a> {
    fn of(error: &'a Error) -> Self {
        Self {
            code: error.kind().code(),
            message: error.message(),
            offset: error.offset().map(number),
            block: error.block(),
            hdu: error.hdu(),
            path: error.path(),
        }
    }
}
