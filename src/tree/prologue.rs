//! What precedes the document: the directives `%YAML` and `%TAG` (YAML 1.1, "Directives"), and the meaning of tag
//! handles.
//!
//! The parser never sees the directives: it keeps only the last `%TAG`, takes any unknown directive for a `%TAG`, and
//! fails on malformed ones. It cannot be told about handles in any other way. So [`hide_handles`] makes `!handle!name`
//! look like a local tag to the parser, and [`Handles::full`] reverses that.

use super::cursor::TextCursor;
use super::feed::Feed;
use super::tag::CORE;
use crate::error::{Error, ErrorKind, Result, Warning};
use std::cell::Cell;
use yaml_rust2::parser::Tag;
use yaml_rust2::scanner::TokenType;

/// Replaces the second `!` of `!handle!name` in a text whose handles are hidden. No known tag contains it.
const HIDDEN: char = '\'';

/// The most directives: real documents have two, so more than this are an attack.
const MOST_DIRECTIVES: usize = 64;

/// The directives of a document.
pub(super) struct Prologue {
    pub(super) handles: Handles,
    /// Where the document begins: byte offset, and number of lines before it.
    pub(super) end: usize,
    pub(super) lines: usize,
}

/// The handles that `%TAG` directives declare, with their prefixes.
#[derive(Default)]
pub(super) struct Handles(Vec<(String, String)>);

impl Prologue {
    /// Reads the directives, comments and blank lines at the beginning of `text`, which is at byte `offset`.
    pub(super) fn read(text: &str, offset: u64, warnings: &mut Vec<Warning>) -> Result<Self> {
        let mut prologue = Self { handles: Handles::default(), end: 0, lines: 0 };
        let mut version = false;
        let mut directives = 0;
        while let Some(line) = first_line(text.get(prologue.end..).unwrap_or_default()) {
            let at = offset + prologue.end as u64;
            if let Some(directive) = line.strip_prefix('%') {
                directives += 1;
                if directives > MOST_DIRECTIVES {
                    let message = format!("the tree has more than {MOST_DIRECTIVES} directives");
                    return Err(Error::new(ErrorKind::LimitExceeded, message).at(at));
                }
                let mut words = directive.split_whitespace().take_while(|word| !word.starts_with('#'));
                match words.next() {
                    Some("YAML") => {
                        version = true;
                        warnings.extend(odd_version(words.next()).map(|warning| warning.at(at)));
                    }
                    Some("TAG") => {
                        let warning = prologue.handles.declare(words.next(), words.next());
                        warnings.extend(warning.map(|warning| warning.at(at)));
                    }
                    _ => {
                        let message = format!("the unknown directive `{}` was ignored", line.trim_end());
                        warnings.push(Warning::new("unknown-directive", message).at(at));
                    }
                }
            } else if !line.trim_start().is_empty() && !line.starts_with('#') {
                break;
            }
            prologue.end += line.len();
            prologue.lines += 1;
        }
        if !version {
            let message = "the tree has no `%YAML` directive; it was read as YAML 1.1";
            warnings.push(Warning::new("no-yaml-directive", message).at(offset + prologue.end as u64));
        }
        Ok(prologue)
    }
}

/// The first line, with its line break (`\n`, `\r\n` or `\r`). `None` if the text is empty.
fn first_line(text: &str) -> Option<&str> {
    let end = text.find(['\n', '\r']).map_or(text.len(), |at| {
        let windows = text.get(at..).is_some_and(|rest| rest.starts_with("\r\n"));
        at + if windows { 2 } else { 1 }
    });
    text.get(..end).filter(|line| !line.is_empty())
}

fn odd_version(version: Option<&str>) -> Option<Warning> {
    let message = match version {
        Some("1.1") => return None,
        Some(version) => format!("the tree declares YAML {version}; it was read as YAML 1.1"),
        None => "the `%YAML` directive names no version; the tree was read as YAML 1.1".to_owned(),
    };
    Some(Warning::new("yaml-version", message))
}

impl Handles {
    /// Adds the handle of a `%TAG` directive. If the handle is not of the form `!name!`, its tags stay as they are
    /// written.
    fn declare(&mut self, handle: Option<&str>, prefix: Option<&str>) -> Option<Warning> {
        let (Some(handle), Some(prefix)) = (handle, prefix) else {
            let message = "a `%TAG` directive without handle or prefix was ignored";
            return Some(Warning::new("bad-directive", message));
        };
        if !(handle.starts_with('!') && handle.ends_with('!')) {
            self.0.push((handle.to_owned(), handle.to_owned()));
            let message = format!(
                "the tag handle `{handle}` is not of the form `!name!`; its tags stay as they are written"
            );
            return Some(Warning::new("bad-directive", message));
        }
        let earlier = self.prefix(handle).map(|earlier| {
            let message =
                format!("the tag handle `{handle}` stood for `{earlier}` and now stands for `{prefix}`");
            Warning::new("bad-directive", message)
        });
        self.0.push((handle.to_owned(), prefix.to_owned()));
        earlier
    }

    fn prefix(&self, handle: &str) -> Option<&str> {
        self.0.iter().rev().find(|(name, _)| name == handle).map(|(_, prefix)| &**prefix)
    }

    /// The full tag for a tag as the parser reports it; `None` for the non-specific tag `!`.
    pub(super) fn full(&self, tag: &Tag) -> Option<String> {
        let Tag { handle, suffix } = tag;
        match handle.as_str() {
            "" if suffix == "!" => None,
            CORE => Some(format!("{}{suffix}", self.prefix("!!").unwrap_or(CORE))),
            "!" => Some(self.local(suffix)),
            _ => Some(format!("{handle}{suffix}")),
        }
    }

    /// The full tag for `!suffix`.
    fn local(&self, suffix: &str) -> String {
        if let Some((name, rest)) = suffix.split_once(HIDDEN) {
            let handle = format!("!{name}!");
            return format!("{}{rest}", self.prefix(&handle).unwrap_or(&handle));
        }
        let stays = |(handle, prefix): &(String, String)| {
            handle == prefix
                && handle.strip_prefix('!').is_some_and(|name| !name.is_empty() && suffix.starts_with(name))
        };
        let prefix = if self.0.iter().any(stays) { None } else { self.prefix("!") };
        format!("{}{suffix}", prefix.unwrap_or("!"))
    }
}

/// Replaces the second `!` of each tag `!handle!name` in `text` by [`HIDDEN`]. The length stays the same.
pub(super) fn hide_handles(text: &str) -> String {
    let mut hidden = String::with_capacity(text.len());
    let mut cursor = TextCursor::new(text);
    let mut done = 0;
    let indicators = Cell::new(0);
    for token in Feed::scanner(text, &indicators) {
        indicators.set(0);
        let TokenType::Tag(handle, _) = &token.1 else { continue };
        if handle.len() <= 2 || !handle.starts_with('!') || !handle.ends_with('!') {
            continue;
        }
        let second = cursor.seek(token.0.line(), token.0.col()) + handle.len() - 1;
        if let (Some(before), Some('!')) =
            (text.get(done..second), text.get(second..).and_then(|rest| rest.chars().next()))
        {
            hidden.push_str(before);
            hidden.push(HIDDEN);
            done = second + 1;
        }
    }
    hidden.push_str(text.get(done..).unwrap_or_default());
    hidden
}
