/** The HDUs of a FITS file and the cards of their headers, as the page shows them. */

export interface HduFacts {
  readonly index: number;
  /** EXTNAME, `PRIMARY` for the first; empty for one without a name. */
  readonly name: string;
  /** EXTVER. */
  readonly version: number;
  readonly kind: "image" | "table" | "compressed-image" | "ascii-table" | "groups" | "other";
  /** Of its array, if it has one. */
  readonly shape?: readonly number[] | undefined;
  readonly datatype?: string | undefined;
  /** Bytes of its header and its data in the file. */
  readonly bytes: number;
  readonly cards: number;
  /** The array of the tree that has its data. */
  readonly node?: number | undefined;
  /** Whether its data can be shown. */
  readonly hasData: boolean;
  /** Why its data cannot be read. */
  readonly problem?: string | undefined;
}

/** One card: what a header says in one place, which may take several of its lines. */
export interface CardFacts {
  readonly keyword: string;
  /** The value as text, strings without quotes; the text of commentary. */
  readonly value: string;
  /** `comment`: COMMENT, HISTORY and the like; `none`: a keyword without a value. */
  readonly kind: "string" | "number" | "logical" | "comment" | "none";
  readonly comment: string;
}

/** A card that a search found. */
export interface CardHit extends CardFacts {
  readonly hdu: number;
  /** Its place in the header. */
  readonly at: number;
}

/** The cards of all headers in which a text was found, in order: the first of very many. */
export interface FoundCards {
  readonly cards: readonly CardHit[];
  readonly total: number;
}

export interface HduCalls {
  list(): Promise<readonly HduFacts[]>;
  cards(hdu: number): Promise<readonly CardFacts[]>;
  find(text: string): Promise<FoundCards>;
  /** A header as text, a card on each line. */
  text(hdu: number): Promise<string>;
}
