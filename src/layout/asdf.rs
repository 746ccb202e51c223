//! The fields of a block's header in ASDF 1.0.0 ("Block header"): flags, compression, three sizes, and an MD5 digest.

use super::block::{Checksum, Encoding};
use super::header::{Fields, Form, Header, STREAMED};

/// What they take.
pub(super) const SIZE: u16 = 48;

pub(super) const FORM: Form = Form { size: SIZE, flags: STREAMED, read };

fn read(fields: &mut Fields<'_>) -> Option<Header> {
    Some(Header {
        flags: fields.flags()?,
        encoding: Encoding::of_label(fields.take()?),
        allocated: fields.size()?,
        used: fields.size()?,
        decoded: Some(fields.size()?),
        checksum: Checksum::md5(fields.take()?),
    })
}
