//! The fields of a block's header in FINF 0.1.0 ("Block header"): two sizes, a checksum and the name of an encoding, both
//! of which were "TBD". The name is cut short where the header is.

use super::block::{Checksum, Encoding};
use super::header::{Fields, Form, Header};

/// What they take at least.
pub(super) const SIZE: u16 = 29;

pub(super) const FORM: Form = Form { size: SIZE, flags: 0, read };

fn read(fields: &mut Fields<'_>) -> Option<Header> {
    Some(Header {
        flags: 0,
        allocated: fields.size()?,
        used: fields.size()?,
        decoded: None,
        checksum: Checksum::unsettled(&fields.take::<8>()?),
        encoding: Encoding::of_name(fields.0),
    })
}
