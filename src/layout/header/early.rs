//! The fields of a block's header in the four layouts that files of `#ASDF 0.1.0` have.
//!
//! The specification has the first (ASDF 0.1.0, "Block header"); the others occur in the reference files of 2014 and 2015.
//! What the checksum covers was "TBD" in all of them.

use super::asdf;
use super::fields::{FieldReader, HeaderFields, HeaderFormat, STREAMED};
use crate::layout::checksum::Checksum;
use crate::layout::encoding::Encoding;

/// The content begins with the encoding chain.
const ENCODED: u32 = 0x2;

/// The layouts, in the order in which a header of another size is tried. The one of 44 bytes comes last because it has no
/// size that would have to agree with another.
pub(super) const FORMATS: [HeaderFormat; 4] = [
    HeaderFormat { size: 48, flags: STREAMED, read: read_48 },
    HeaderFormat { size: 40, flags: STREAMED, read: read_40 },
    HeaderFormat { size: 36, flags: STREAMED | ENCODED, read: read_36 },
    HeaderFormat { size: 44, flags: STREAMED, read: read_44 },
];

/// The one of the specification.
fn read_36(fields: &mut FieldReader<'_>) -> Option<HeaderFields> {
    let flags = fields.flags()?;
    Some(HeaderFields {
        flags,
        encoding: if flags & ENCODED == 0 { Encoding::None } else { Encoding::Chain },
        allocated: fields.size()?,
        used: fields.size()?,
        decoded: Some(fields.size()?),
        checksum: Checksum::unsettled(&fields.take::<8>()?),
    })
}

/// The same fields with a compression label instead of the chain.
fn read_40(fields: &mut FieldReader<'_>) -> Option<HeaderFields> {
    Some(HeaderFields {
        flags: fields.flags()?,
        encoding: Encoding::of_label(fields.take()?),
        allocated: fields.size()?,
        used: fields.size()?,
        decoded: Some(fields.size()?),
        checksum: Checksum::unsettled(&fields.take::<8>()?),
    })
}

/// FINF's, with flags in front.
fn read_44(fields: &mut FieldReader<'_>) -> Option<HeaderFields> {
    Some(HeaderFields {
        flags: fields.flags()?,
        allocated: fields.size()?,
        used: fields.size()?,
        decoded: None,
        checksum: Checksum::unsettled(&fields.take::<8>()?),
        encoding: Encoding::of_name(&fields.take::<16>()?),
    })
}

/// The fields of ASDF 1.0.0, except that what the digest covers is undefined.
fn read_48(fields: &mut FieldReader<'_>) -> Option<HeaderFields> {
    let header = (asdf::FORMAT.read)(fields)?;
    let checksum = header.checksum.and_then(|checksum| Checksum::unsettled(checksum.bytes()));
    Some(HeaderFields { checksum, ..header })
}
