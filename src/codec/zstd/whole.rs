//! Decodes whole frames into a slice, for the chunks of Blosc.

use super::super::frames::{SKIPPABLE_HEADER, Start};
use super::super::input::corrupt;
use super::block::Blocks;
use super::buffer::MatchBuffer;
use super::dictionary::Dictionary;
use super::frame::{Frame, Step, no_dictionary, wrong_magic};
use crate::error::Result;

/// Decodes all frames of `bytes` to the beginning of `output`, and returns the decoded size. `dictionary` is a trained
/// dictionary or raw content. Earlier uses of `blocks` make no difference.
pub(crate) fn decode_whole(
    blocks: &mut Blocks,
    bytes: &[u8],
    dictionary: Option<&[u8]>,
    output: &mut [u8],
) -> Result<usize> {
    let short = || corrupt("the zstd frames end too early");
    let dictionary = dictionary.map(Dictionary::new).transpose()?;
    let mut rest = bytes;
    let mut at = 0;
    while !rest.is_empty() {
        match Frame::read(rest)? {
            Start::Short(_) => return Err(short()),
            Start::Other(magic) => return Err(wrong_magic(magic)),
            Start::Skippable(size) => {
                let following = rest.get(SKIPPABLE_HEADER..).unwrap_or_default();
                let size = usize::try_from(size).unwrap_or(usize::MAX);
                rest = following.get(size..).ok_or_else(short)?;
            }
            Start::Frame(mut frame, length) => {
                if frame.dictionary != 0 && dictionary.is_none_or(|given| given.id != frame.dictionary) {
                    return Err(no_dictionary(frame.dictionary));
                }
                rest = rest.get(length..).unwrap_or_default();
                blocks.reset();
                let content = dictionary.map_or(Ok(&[][..]), |given| given.prepare(blocks))?;
                let most = frame.largest_block();
                let window = usize::try_from(frame.window).unwrap_or(usize::MAX);
                let begin = at;
                loop {
                    let end = (at + most).min(output.len());
                    let mut buffer =
                        MatchBuffer { buffer: output, begin, at, end, window, dictionary: content };
                    let step = frame.step(blocks, rest, &mut buffer)?;
                    at = buffer.at;
                    let (Step::Took(taken) | Step::Finished(taken)) = step else { return Err(short()) };
                    rest = rest.get(taken..).unwrap_or_default();
                    if matches!(step, Step::Finished(_)) {
                        break;
                    }
                }
            }
        }
    }
    Ok(at)
}
