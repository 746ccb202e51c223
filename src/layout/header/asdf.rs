//! The fields of a block's header in ASDF 1.0.0 ("Block header"): flags, compression, three sizes, and an MD5 digest.

use super::fields::{FieldReader, HeaderFields, HeaderFormat, STREAMED};
use crate::layout::checksum::Checksum;
use crate::layout::encoding::Encoding;

/// The size of the fields.
pub(super) const SIZE: u16 = 48;

pub(super) const FORMAT: HeaderFormat = HeaderFormat { size: SIZE, flags: STREAMED, read };

fn read(fields: &mut FieldReader<'_>) -> Option<HeaderFields> {
    Some(HeaderFields {
        flags: fields.flags()?,
        encoding: Encoding::of_label(fields.take()?),
        allocated: fields.size()?,
        used: fields.size()?,
        decoded: Some(fields.size()?),
        checksum: Checksum::md5(fields.take()?),
    })
}
