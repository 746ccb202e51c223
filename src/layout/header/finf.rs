//! The fields of a block's header in FINF 0.1.0 ("Block header"): two sizes, a checksum and the name of an encoding, both
//! of which were "TBD". If the header is shorter, so is the name.

use super::fields::{FieldReader, HeaderFields, HeaderFormat};
use crate::layout::checksum::Checksum;
use crate::layout::encoding::Encoding;

/// The least size of the fields.
pub(super) const SIZE: u16 = 29;

pub(super) const FORMAT: HeaderFormat = HeaderFormat { size: SIZE, flags: 0, read };

fn read(fields: &mut FieldReader<'_>) -> Option<HeaderFields> {
    Some(HeaderFields {
        flags: 0,
        allocated: fields.size()?,
        used: fields.size()?,
        decoded: None,
        checksum: Checksum::unsettled(&fields.take::<8>()?),
        encoding: Encoding::of_name(fields.0),
    })
}
