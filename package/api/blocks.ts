/**
 * What is known of a file's parts: blocks (ASDF 1.0.0, "Block"), HDUs (FITS 4.0, section 3), and warnings. Sizes and offsets
 * are in bytes.
 */
import type { Datatype } from "./arrays.ts";
import type { AsdfError } from "./error.ts";
import type { NdArray } from "./ndarray.ts";
import type { Complex } from "./values.ts";

/** The position of a block. */
export interface BlockPlace {
  readonly index: number;
  /** The offset of the block's magic bytes in the file. */
  readonly offset: number;
  /** Whether it was found through the block index or by walking from header to header. */
  readonly source: "index" | "walk";
}

/** The fields of a block's header. */
export interface BlockHeader {
  /** The length of the header, not counting the magic bytes and the length field. */
  readonly headerSize: number;
  /** 0 in FINF, whose headers have no flags. */
  readonly flags: number;
  /**
   * The compression as the header spells it (`"zlib"`), or null; `"chain"` if the block begins with an encoding chain
   * (ASDF 0.1.0).
   */
  readonly compression: string | null;
  /** Bytes allocated in the file after the header. */
  readonly allocatedSize: number;
  /** Bytes of these that are in use. */
  readonly usedSize: number;
  /** Bytes of the decoded content; in FINF, whose headers do not say this, the stored bytes. */
  readonly dataSize: number;
  /**
   * The checksum in the header, in hexadecimal, or null. It is an MD5 digest; before ASDF 1.0.0 it was 8 or 16 bytes of an
   * undefined checksum, which is not verified.
   */
  readonly checksum: string | null;
  /** Whether the block extends to the end of the file. */
  readonly streamed: boolean;
}

/**
 * One block of the file: its position and, once its header was read, the fields of the header, which are undefined until
 * then.
 */
export type BlockInfo = BlockPlace & (BlockHeader | { readonly [Field in keyof BlockHeader]?: undefined });

/** The value of a card; undefined if it has none. Integers that a number does not represent exactly are `bigint`. */
export type CardValue = string | number | bigint | boolean | Complex | undefined;

/** A card of a header. A string that is continued on further cards is one card. */
export interface Card {
  /** In upper case; in a `HIERARCH` card as it is written. */
  readonly keyword: string;
  /**
   * The value. For `COMMENT`, `HISTORY` and other cards without a value it is their text. `isFloat(card, "value")` tells 2.0
   * from 2.
   */
  readonly value: CardValue;
  readonly comment: string;
}

/** An HDU of a FITS file. */
export interface Hdu {
  /** Its number, from 0. */
  readonly index: number;
  /** EXTNAME in upper case; `PRIMARY` for the first HDU without one, otherwise empty. */
  readonly name: string;
  /** EXTVER; 1 if the header has none. */
  readonly version: number;
  readonly kind: "image" | "table" | "compressed-image" | "ascii-table" | "groups" | "other";
  /** The shape of `data`, the slowest axis first: for tables, the number of rows. Undefined if there are no data, or they cannot be read. */
  readonly shape: readonly number[] | undefined;
  /** The datatype of `data`: for tables, a record with a field for each column. */
  readonly dtype: Datatype | undefined;
  /** The cards in their order, without `END` and blank ones. */
  readonly cards: readonly Card[];
  /**
   * The data as an array, scaled as the header says: also if the tree does not refer to it. Undefined for a header alone;
   * its `error` says why it cannot be read.
   */
  readonly data: NdArray | undefined;
  /** Where the header begins in the file. */
  readonly offset: number;
  /** The size of the header, with its padding; the data follow it. */
  readonly headerSize: number;
  /** The size of the data as they are stored, without padding. */
  readonly dataSize: number;
  /** What is wrong with it: why its data cannot be read, or that the file ends inside them. */
  readonly problem: AsdfError | undefined;
}

/** A defect of the file that did not prevent reading it. */
export interface Warning {
  readonly code: string;
  readonly message: string;
  /** The byte offset that it concerns. */
  readonly offset?: number;
  /** The node of the tree that it concerns. */
  readonly path?: string;
  /** The external file that it concerns, as passed to `resolve`; absent when it concerns the opened file. */
  readonly uri?: string;
  /** How many defects it reports, if there are several of a kind. */
  readonly count?: number;
}

/** What `AsdfFile.verify` found. */
export interface Verification {
  /** The indices of blocks whose content matches their checksum. */
  readonly matched: readonly number[];
  /** Blocks that do not match their checksum, or that cannot be read or decoded. */
  readonly failed: readonly FailedBlock[];
  /** The indices of blocks that can be decoded, but have no checksum, or one of an unknown kind (before ASDF 1.0.0). */
  readonly unchecked: readonly number[];
  /** What was found of the HDUs of a FITS file; undefined if none of them has a checksum, or only one block was verified. */
  readonly hdus?: HduVerification | undefined;
}

/** What `AsdfFile.verify` found of HDUs, by their `CHECKSUM` and `DATASUM`. */
export interface HduVerification {
  /** The indices of HDUs whose bytes match them. */
  readonly matched: readonly number[];
  /** HDUs that do not match, with an error whose code is `checksum`. */
  readonly failed: readonly { readonly hdu: number; readonly error: AsdfError }[];
  /** The indices of HDUs that have neither. */
  readonly unchecked: readonly number[];
}

/** A block that failed to be verified. */
export interface FailedBlock {
  readonly block: number;
  /**
   * Why. Its code is `checksum` if the block does not match its checksum; `corrupt-data`, `truncated` or `bad-block` if it is
   * damaged otherwise; `unsupported-compression` or `limit-exceeded` if it could not be decoded to be verified.
   */
  readonly error: AsdfError;
}
