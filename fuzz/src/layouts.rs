//! Layouts of files: block headers, blocks and indices that a script puts together, sound or not.

use asdf_wasm::writer::{BlockHeader, Codec, Md5, block_index};

use super::blocks::{encoded, quick};
use super::script::Script;
use super::{BlockBytes, WHOLE, describe, limits, open, run};

/// A file as it is put together: where its blocks are, and what they decode to.
#[derive(Default)]
struct Draft {
    file: Vec<u8>,
    blocks: Vec<(u64, Vec<u8>)>,
    /// Whether anything in it is not as the standard has it.
    odd: bool,
}

/// A file of blocks: the same in pieces, and if nothing in it is odd, with all blocks where they were put.
pub(crate) fn layout(bytes: &[u8]) {
    let mut script = Script(bytes);
    let mut draft = Draft::default();
    draft.head(&mut script);
    let streamed = script.seldom();
    let count = script.below(6);
    for number in 1..=count {
        draft.block(&mut script, streamed && number == count);
    }
    if !(streamed && count > 0) {
        draft.index(&mut script);
    }
    let Draft { mut file, blocks, mut odd } = draft;
    while !script.is_over() && script.seldom() {
        odd = true;
        let at = usize::from(script.byte()) << 8 | usize::from(script.byte());
        match script.below(4) {
            0 => file.truncate(at),
            1 => file.extend(script.bytes(9)),
            _ => file.get_mut(at).into_iter().for_each(|byte| *byte = script.byte()),
        }
    }
    let length = (usize::from(script.byte()) + 1).max(file.len() / 200);
    let whole = describe(&file, limits(), WHOLE, false);
    for backwards in [false, true] {
        let pieces = describe(&file, limits(), &[length], backwards);
        assert!(whole == pieces, "in pieces of {length} bytes:\n{pieces}\nat once:\n{whole}");
    }
    if !odd {
        found(&file, &blocks);
    }
}

/// Makes sure that a sound file has these blocks.
fn found(file: &[u8], blocks: &[(u64, Vec<u8>)]) {
    let document = open(file, limits()).expect("a sound file opens");
    assert_eq!(document.warnings(), []);
    let offsets: Vec<_> = document.layout().blocks.iter().map(|block| block.offset).collect();
    let expected: Vec<_> = blocks.iter().map(|(offset, _)| *offset).collect();
    assert_eq!(offsets, expected);
    for (number, (_, data)) in blocks.iter().enumerate() {
        let reading = document.read_block(number, &document.read_options());
        let decoded = reading.and_then(|reading| run(BlockBytes(reading, Vec::new()), file, WHOLE, false));
        assert_eq!(decoded.as_ref(), Ok(data));
    }
}

impl Draft {
    fn head(&mut self, script: &mut Script<'_>) {
        let lines: &[&str] = &["#ASDF 1.0.0\n", "#ASDF 1.0.0\n#ASDF_STANDARD 1.6.0\n", "#ASDF 1.0.0\r\n"];
        self.file.extend(script.choice(lines).as_bytes());
        if script.seldom() {
            self.odd = true;
            self.file.clear();
            let others: &[&str] = &["#ASDF 0.1.0\n", "%FINF 0.1.0\n", "#ASDF 2.0.0\n", ""];
            self.file.extend(script.choice(others).as_bytes());
        }
        let trees: &[&str] = &[
            "",
            "%YAML 1.1\n---\na: 1\n...\n",
            "%YAML 1.1\n--- {a: \u{1F980}}\n...\r\n",
            "%YAML 1.1\n%TAG ! tag:stsci.edu:asdf/\n--- !core/ndarray-1.1.0\n{source: 1, datatype: uint8, shape: ['*']}\n...\n",
            "%YAML 1.1\n%TAG ! tag:stsci.edu:asdf/\n---\n- !core/ndarray-1.1.0 {source: -1, datatype: uint8, shape: [3]}\n...\n",
        ];
        let tree = script.below(trees.len());
        self.odd |= tree > 2;
        self.file.extend(trees[tree].as_bytes());
        // There may be space between the tree and the first block.
        self.file.extend(std::iter::repeat_n(0, if tree > 0 { script.below(64) } else { 0 }));
    }

    fn block(&mut self, script: &mut Script<'_>, streamed: bool) {
        let (length, repeats) = (script.below(24), script.below(12));
        let data = script.bytes(length).repeat(repeats);
        let codec = script.choice(&Codec::ALL);
        let codec = (!streamed && script.byte().is_multiple_of(2)).then_some(codec);
        let element = script.below(9);
        let stored = codec.and_then(|codec| encoded(codec, &quick(codec, element), &data, data.len().max(1)));
        let label = stored.as_ref().and(codec).map_or([0; 4], Codec::label);
        let stored = stored.unwrap_or_else(|| data.clone());
        let mut checksum = [0; 16];
        if script.byte().is_multiple_of(2) {
            let mut digest = Md5::default();
            digest.update(&stored);
            checksum = digest.finish();
        }
        let (used, spare) = (stored.len() as u64, script.below(40));
        let mut header = BlockHeader {
            streamed,
            compression: label,
            allocated: if streamed { 0 } else { used + spare as u64 },
            used: if streamed { 0 } else { used },
            data: if streamed { 0 } else { data.len() as u64 },
            checksum: if streamed { [0; 16] } else { checksum },
        };
        if script.seldom() {
            self.odd = true;
            let size = script.choice(&[0, 1, u64::MAX, 1 << 32, 1 << 63, used + 1, used.saturating_sub(1)]);
            match script.below(4) {
                0 => header.allocated = size,
                1 => header.used = size,
                2 => header.data = size,
                _ => header.checksum[script.below(16)] ^= 1,
            }
        }
        self.blocks.push((self.file.len() as u64, data));
        let mut bytes = header.to_bytes();
        if script.seldom() {
            // A header may be longer than its fields.
            let more = script.below(64);
            let size = u16::try_from(48 + more).unwrap_or(48);
            bytes[4..6].copy_from_slice(&size.to_be_bytes());
            bytes.extend(std::iter::repeat_n(0, more));
        }
        self.file.extend(bytes);
        self.file.extend(stored);
        self.file.extend(std::iter::repeat_n(0, if streamed { 0 } else { spare }));
    }

    fn index(&mut self, script: &mut Script<'_>) {
        let mut offsets: Vec<_> = self.blocks.iter().map(|(offset, _)| *offset).collect();
        match script.below(8) {
            0 | 1 => return,
            2 => {
                self.odd = true;
                if let Some(offset) = offsets.last_mut() {
                    *offset = script.word() >> script.below(64);
                }
            }
            3 => {
                self.odd = true;
                let at = script.below(offsets.len() + 1);
                offsets.insert(at, script.byte().into());
            }
            4 => {
                self.odd = true;
                offsets.truncate(script.below(offsets.len() + 1));
            }
            _ => {}
        }
        self.file.extend(block_index(&offsets).into_bytes());
    }
}
