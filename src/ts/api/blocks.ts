/** What is known of a file's blocks (ASDF 1.0.0, "Block"), and warnings. Sizes and offsets are in bytes. */
import type { AsdfError } from "./error.ts";

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
  /** How many defects it stands for, if there are several of a kind. */
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
