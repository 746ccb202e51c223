//! Finds the HDUs of a file (FITS 4.0, section 3), reading headers only: each says where the next one begins.

use super::column::{renamed, unclear};
use super::hdu::{Hdu, HduKind};
use super::header::{BLOCK, Header, bad};
use crate::error::{Error, ErrorKind, Result, Warning};
use crate::limits::{Limits, charge};
use crate::ranges::{Poll, SparseBuffer};

/// How many bytes are requested of the first header, and of each further one: more than most have.
const FRONT: u64 = 64 << 10;
const NEXT: u64 = 10 * BLOCK;
/// How far a header is searched for that is not where it should be.
const SEARCHED: u64 = 16 * NEXT;
/// No file has more HDUs; each takes two blocks of 2880 bytes or less.
const MOST: usize = 1 << 16;

/// Finds the HDUs. Polled until it answers; what it has found so far is kept in between.
#[derive(Debug)]
pub(crate) struct Walk {
    size: u64,
    limits: Limits,
    bytes: SparseBuffer,
    hdus: Vec<Hdu>,
    /// Where the next header would begin, how many bytes of it are looked at, and how much all took together.
    next: u64,
    seen: u64,
    read: u64,
    /// Where the header should begin, by the header before it.
    expected: u64,
    pub(crate) warnings: Vec<Warning>,
}

impl Walk {
    /// For a file of `size` bytes, of which `bytes` have arrived.
    pub(crate) fn new(size: u64, limits: Limits, bytes: SparseBuffer) -> Self {
        let (hdus, warnings) = (Vec::new(), Vec::new());
        Self { size, limits, bytes, hdus, next: 0, seen: FRONT, read: 0, expected: 0, warnings }
    }

    /// Takes bytes of the file that begin at `offset`.
    pub(crate) fn supply(&mut self, offset: u64, bytes: &[u8]) {
        self.bytes.supply(offset, bytes);
    }

    /// Goes on until all HDUs are found or bytes are needed. The first one has to be sound; damage further on ends the
    /// walk with a warning.
    pub(crate) fn poll(&mut self) -> Poll<Vec<Hdu>> {
        while self.next < self.size {
            let header = match self.poll_header()? {
                Ok(header) => header,
                Err(problem) => {
                    self.warn(problem)?;
                    self.extend(self.size);
                    break;
                }
            };
            let Some((header, length)) = header else { break };
            self.skipped();
            self.read = self.read.saturating_add(length);
            charge("the headers together", self.read, self.limits.tree)?;
            let hdu = Hdu::new(self.hdus.len(), header, self.next, length, self.size);
            let end = hdu.end();
            self.note(&hdu);
            if let Some(problem) = hdu.problem.clone() {
                if hdu.cut.is_none() {
                    self.warn(problem)?;
                } else {
                    self.warnings.push(Warning::of("truncated", &problem));
                }
            }
            self.hdus.push(hdu);
            let Some(end) = end else { break };
            if self.hdus.len() >= MOST {
                self.warn(Error::new(ErrorKind::LimitExceeded, "the file has too many HDUs").at(end))?;
                break;
            }
            self.bytes.evict_before(end.min(self.size));
            (self.next, self.seen, self.expected) = (end, NEXT, end);
        }
        Ok(std::mem::take(&mut self.hdus))
    }

    /// A warning about what ends the walk; an error if there is no HDU yet.
    fn warn(&mut self, problem: Error) -> Result<()> {
        if self.hdus.is_empty() {
            return Err(problem);
        }
        self.warnings.push(Warning::of("bad-hdu", &problem));
        Ok(())
    }

    /// The header at `next` and its length; `None` where the file has no further HDU, only padding.
    fn poll_header(&mut self) -> Poll<Result<Option<(Header, u64)>>> {
        loop {
            let end = self.next.saturating_add(self.seen).min(self.size);
            // What arrived with the header before this one may be enough.
            let at_hand = self.bytes.from(self.next).unwrap_or_default();
            if let Some(found) = Header::parse(at_hand).filter(|_| begins(at_hand, self.hdus.is_empty())) {
                return Ok(Ok(Some(found)));
            }
            let bytes = self.bytes.want(self.next..end)?;
            if !begins(bytes, self.hdus.is_empty()) {
                let is_blank = bytes.iter().all(|byte| *byte == 0 || *byte == b' ');
                if self.hdus.is_empty() {
                    return Ok(self.refuse(is_blank));
                }
                if let Some(at) = later(bytes) {
                    self.next += at;
                    continue;
                }
                // Many files end in padding: to search all of it would cost requests.
                if is_blank || end == self.size || self.seen >= SEARCHED {
                    return Ok(self.refuse(is_blank));
                }
                self.seen = self.seen.saturating_mul(4);
                continue;
            }
            if let Some(found) = Header::parse(bytes) {
                return Ok(Ok(Some(found)));
            }
            if end == self.size {
                return Ok(Err(self.unfinished()));
            }
            self.seen = self.seen.saturating_mul(4);
            charge("a header", self.seen, self.limits.tree)?;
        }
    }

    /// Says of an HDU what was done about its oddities.
    fn note(&mut self, hdu: &Hdu) {
        let warning =
            |code, text: String| Warning::new(code, format!("{}: {text}", hdu.label())).at(hdu.offset);
        if !hdu.header.behind_end.is_empty() {
            let text = format!("the card END is followed by `{}`, which is ignored", hdu.header.behind_end);
            self.warnings.push(warning("bad-card", text));
        }
        if let HduKind::BinaryTable | HduKind::AsciiTable = hdu.kind
            && let Some(text) = renamed(&hdu.header)
        {
            self.warnings.push(warning("duplicate-name", text));
        }
        if hdu.kind == HduKind::BinaryTable
            && let Some(text) = unclear(&hdu.header)
        {
            self.warnings.push(warning("unclear-null", text));
        }
    }

    /// Says that the header was found behind the place where it should be; what lies between may be the rest of a heap.
    fn skipped(&mut self) {
        if self.next > self.expected {
            let (count, expected) = (self.next - self.expected, self.expected);
            let number = self.hdus.len();
            let message = format!("{count} bytes before HDU {number} belong to no HDU by their headers");
            self.warnings.push(Warning::new("bad-hdu", message).at(expected));
            self.extend(self.next);
        }
    }

    /// Lets the data of the last HDU reach to this byte.
    fn extend(&mut self, end: u64) {
        if let Some(last) = self.hdus.last_mut() {
            last.reach = last.reach.max(end.saturating_sub(last.data_offset()));
        }
    }

    /// That the file ends inside a header.
    fn unfinished(&self) -> Error {
        if self.hdus.is_empty() {
            let message = "this FITS file is damaged or cut: its first header has no card END";
            return Error::new(ErrorKind::NotAsdf, message).at(self.next);
        }
        let message = "the file ends inside the header of an HDU, which has no card END";
        Error::new(ErrorKind::Truncated, message).at(self.next)
    }

    /// That no header begins where one should: padding, or something else.
    fn refuse(&self, blank: bool) -> Result<Option<(Header, u64)>> {
        if blank && !self.hdus.is_empty() {
            return Ok(None);
        }
        let message = if self.hdus.is_empty() {
            "the file does not begin with the card SIMPLE of FITS".to_owned()
        } else {
            format!(
                "what follows HDU {} is not an extension: it does not begin with the card XTENSION",
                self.hdus.len() - 1
            )
        };
        Err(bad(message).at(self.next))
    }
}

/// Where in `bytes` a block begins as the header of an extension does.
fn later(bytes: &[u8]) -> Option<u64> {
    let mut blocks = bytes.chunks(usize::try_from(BLOCK).unwrap_or(usize::MAX));
    let number = blocks.position(|block| begins(block, false))?;
    u64::try_from(number).ok()?.checked_mul(BLOCK)
}

/// Whether the first header, or a further one, may begin with `bytes`.
fn begins(bytes: &[u8], first: bool) -> bool {
    let keyword: &[u8] = if first { b"SIMPLE  " } else { b"XTENSION" };
    bytes.starts_with(keyword)
}
