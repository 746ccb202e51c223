/** Converters: nodes with a tag become objects when a file is opened, and objects nodes when one is written. As in Python's asdf. */

/** What methods of a converter are told besides the node or the object. */
export interface ConverterContext<Node = unknown> {
  /** The path of the node, as for `AsdfFile.get`. */
  readonly path: string;
  /**
   * The node as it is in the file, in which everything is plain. When an object is written: the node that it was read from, if it was.
   */
  readonly node: Node | undefined;
  /** The tag of that node. */
  readonly tag: string | undefined;
}

/** What `read` of a converter is told of a node. */
export interface ReadContext<Node = unknown> extends ConverterContext<Node> {
  readonly node: Node;
  readonly tag: string;
  /** Reads the content of a block of the file, decoded: for nodes that name blocks by their numbers. */
  readBlock(index: number, options?: { readonly signal?: AbortSignal }): Promise<Uint8Array<ArrayBuffer>>;
}

/** What `selectTag` of a converter is told of an object. */
export interface SelectContext<Node = unknown> extends ConverterContext<Node> {
  /** The version of the standard of the file that is written, such as `"1.6.0"`. */
  readonly standard: string;
}

/** What `write` of a converter is told of an object. */
export interface WriteContext<Node = unknown> extends SelectContext<Node> {
  /** The tag that the node gets; empty if `selectTag` chose none. */
  readonly tag: string;
}

/** How nodes with some tags become objects of some classes, and the other way round. `Node`: what the nodes are, in your word. */
export interface Converter<Value = unknown, Node = unknown> {
  /** The tags; `*` stands for anything without `/`, `**` for anything. */
  readonly tags: readonly string[];
  /** The classes whose objects `write` takes; subclasses are other classes. */
  readonly types?: readonly { readonly prototype: Value }[] | undefined;
  /**
   * Makes an object of a node: a map, a sequence, the text of a scalar, or an array, which is not read yet. What the node contains was
   * converted before. A generator yields the object first, and is continued when everything is converted: so objects can contain each other.
   */
  read(node: Node, context: ReadContext<Node>): Value | Generator<Value, void, void>;
  /**
   * Makes a node of an object: a map, a sequence, a text or an array. It may contain other objects. Without it, only what is frozen can be
   * written: as the node that it was read from.
   */
  write?(value: Value, context: WriteContext<Node>): unknown;
  /**
   * The tag of the node that `write` makes, of several; null: what it makes is converted again, or has no tag. Default: the tag that the
   * object was read with, or else the only one.
   */
  selectTag?(value: Value, tags: readonly string[], context: SelectContext<Node>): string | null;
}

/** The converters for files that are opened, and trees that are written, without the option `converters`. */
export const registered: Converter[] = [];

/**
 * Registers a converter for all files that are opened from now on, and all trees that are written, unless the option `converters`
 * says which are used. Files that are open keep those that they were opened with. Applications call this; a library passes the option.
 * Returns a function that takes it back.
 */
export function register<Value, Node>(converter: Converter<Value, Node>): () => void {
  const entry: Converter = converter;
  registered.unshift(entry);
  let isThere = true;
  return () => {
    // It may be registered several times, and each time is taken back once.
    registered.splice(registered.indexOf(entry), isThere ? 1 : 0);
    isThere = false;
  };
}
