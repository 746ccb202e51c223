/** Converts the values of a tree to YAML text. */

import type { Datatype } from "../../api/arrays.ts";
import { isStruct, valuesOf } from "../../api/elements.ts";
import { sizeOf } from "../../api/shape.ts";
import { Reference } from "../../api/tree.ts";
import { Complex, Float, isFloat, ORDERED_MAP, Tagged, tagOf } from "../../api/values.ts";
import { guard } from "../../wasm/failure.ts";
import { writer } from "../../wasm/writer.ts";
import type { Elements } from "../input/array.ts";
import { fromHalf } from "../input/half.ts";
import type { Settings } from "../input/settings.ts";
import { childrenOf, isArray, isBinary } from "../input/values.ts";
import { type ArrayPlan, type BlockPlan, LEAST, type TilesPlan } from "./array-plan.ts";
import type { WritePlan } from "./plan.ts";

type TreeText = InstanceType<ReturnType<typeof writer>["TreeText"]>;

/** The largest integer that a tree may contain directly. */
const MOST = 2n ** 63n - 1n;
const TIMESTAMP = "tag:yaml.org,2002:timestamp";

/** The text of the tree whose root has these entries. */
export function treeText(
  root: object,
  entries: Iterable<[unknown, unknown]>,
  plan: WritePlan,
  settings: Settings,
): string {
  const text = new (writer().TreeText)();
  try {
    return guard(() => {
      new TreeWriter(text, root, plan, settings).root(entries);
      return text.finish();
    });
  } catch (thrown) {
    text.free();
    throw thrown;
  }
}

class TreeWriter {
  readonly #text: TreeText;
  readonly #root: object;
  readonly #plan: WritePlan;
  readonly #settings: Settings;
  readonly #anchors = new Map<object, number>();

  constructor(text: TreeText, root: object, plan: WritePlan, settings: Settings) {
    this.#text = text;
    this.#root = root;
    this.#plan = plan;
    this.#settings = settings;
  }

  root(entries: Iterable<[unknown, unknown]>): void {
    this.#mapping(this.#root, this.#settings.tag("asdf"), this.#anchor(this.#root), entries);
  }

  /** The number of the anchor for an object that occurs several times, when it is written first. */
  #anchor(value: object): number | undefined {
    if (!this.#plan.shared.has(value)) {
      return undefined;
    }
    const anchor = this.#anchors.size + 1;
    this.#anchors.set(value, anchor);
    return anchor;
  }

  #node(value: unknown): void {
    const text = this.#text;
    if (typeof value === "string") {
      text.text(value);
    } else if (typeof value === "boolean") {
      text.bool(value);
    } else if (typeof value === "bigint") {
      this.#integer(value);
    } else if (typeof value === "number") {
      if (Number.isSafeInteger(value) && !Object.is(value, -0)) {
        text.integer(String(value));
      } else {
        text.float(value);
      }
    } else if (typeof value === "object" && value !== null) {
      this.#object(value);
    } else {
      // The plan has rejected all other values.
      text.null();
    }
  }

  #object(value: object): void {
    const known = this.#anchors.get(value);
    if (known !== undefined) {
      this.#text.alias(known);
      return;
    }
    const anchor = this.#anchor(value);
    const tag = this.#settings.tagIn(tagOf(value), this.#plan.isNew(value));
    if (isArray(value)) {
      const plan = this.#plan.arrays.get(value);
      if (plan) {
        this.#array(plan, anchor);
      }
    } else if (isBinary(value)) {
      this.#text.bytes(value, anchor);
    } else if (value instanceof Date) {
      this.#text.timestamp(value.toISOString(), anchor);
    } else if (value instanceof Tagged) {
      if (value.tag === TIMESTAMP) {
        this.#text.timestamp(value.value, anchor);
      } else if (value instanceof Float && anchor === undefined) {
        this.#text.float(Number(value.value));
      } else {
        this.#text.text(value.value, this.#settings.tagIn(value.tag), anchor);
      }
    } else if (value instanceof Complex) {
      this.#text.text(complexText(value), tag ?? this.#settings.tag("complex"), anchor);
    } else if (Array.isArray(value)) {
      this.#sequence(value, tag, anchor);
    } else if (value instanceof Reference) {
      this.#mapping(value, tag, anchor, [["$ref", value.uri]]);
    } else if (tag === ORDERED_MAP) {
      this.#orderedMap(value, anchor);
    } else {
      this.#mapping(value, tag, anchor, childrenOf(value));
    }
  }

  #mapping(
    map: object,
    tag: string | undefined,
    anchor: number | undefined,
    entries: Iterable<[unknown, unknown]>,
  ): void {
    this.#text.beginMapping(tag, anchor, false);
    for (const [key, value] of entries) {
      this.#node(key);
      this.#child(map, key, value);
    }
    this.#text.end();
  }

  /** YAML's `!!omap`: a sequence of mappings with one entry each. */
  #orderedMap(map: object, anchor: number | undefined): void {
    this.#text.beginSequence(ORDERED_MAP, anchor, false);
    for (const entry of childrenOf(map)) {
      this.#mapping(map, undefined, undefined, [entry]);
    }
    this.#text.end();
  }

  /** Writes a value of a collection. A number that was a float when it was read is written as a float. */
  #child(collection: object, key: unknown, value: unknown): void {
    if (typeof value === "number" && isFloat(collection, key)) {
      this.#text.float(value);
    } else {
      this.#node(value);
    }
  }

  #sequence(items: readonly unknown[], tag?: string, anchor?: number): void {
    this.#text.beginSequence(tag, anchor, items.length > 0 && items.every(isNumeric));
    for (const [index, item] of items.entries()) {
      this.#child(items, index, item);
    }
    this.#text.end();
  }

  /** Integers out of range are written with the schema core/integer. */
  #integer(value: bigint): void {
    const text = this.#text;
    if (value >= LEAST && value <= MOST) {
      text.integer(String(value));
      return;
    }
    // Hexadecimal digits are found in linear time.
    const digits = (value < 0n ? -value : value).toString(16);
    const words: number[] = [];
    for (let end = digits.length; end > 0; end -= 8) {
      words.push(Number.parseInt(digits.slice(Math.max(0, end - 8), end), 16));
    }
    text.beginMapping(this.#settings.tag("integer"), undefined, false);
    text.text("words");
    text.beginMapping(this.#settings.tag("ndarray"), undefined, false);
    this.#entry("data", words);
    this.#entry("datatype", "uint32");
    this.#entry("shape", [words.length]);
    text.end();
    this.#entry("sign", value < 0n ? "-" : "+");
    this.#entry("string", String(value));
    text.end();
  }

  #entry(key: string, value: unknown): void {
    this.#text.text(key);
    this.#node(value);
  }

  #array(plan: ArrayPlan, anchor: number | undefined): void {
    if (plan.kind === "table") {
      this.#mapping(plan.node, tagOf(plan.node), anchor, childrenOf(plan.node));
      return;
    }
    if (plan.kind === "chunks" || plan.kind === "tiles") {
      const { shape, dtype } = plan.kind === "chunks" ? plan.array : plan;
      this.#text.beginMapping(this.#settings.tag("chunked-ndarray"), anchor, false);
      this.#entry("shape", shape);
      this.#datatype(dtype);
      if (plan.kind === "chunks") {
        this.#entry("chunks", plan.chunks);
      } else {
        this.#tiles(plan);
      }
    } else {
      this.#text.beginMapping(this.#settings.tag("ndarray"), anchor, false);
      if (plan.kind === "block") {
        this.#block(plan);
      } else {
        this.#inline(plan.elements);
      }
    }
    this.#text.end();
  }

  #tiles({ tiles }: TilesPlan): void {
    this.#text.text("chunks");
    this.#text.beginSequence(undefined, undefined, false);
    for (const { start, array } of tiles) {
      this.#text.beginMapping(this.#settings.tag("ndarray-chunk"), undefined, false);
      this.#entry("start", start);
      this.#text.text("ndarray");
      this.#array(array, undefined);
      this.#text.end();
    }
    this.#text.end();
  }

  #block({ shape, dtype, byteorder, orders, slot, offset, strides, mask }: BlockPlan): void {
    this.#entry("source", slot.source);
    this.#datatype(dtype, byteorder, orders?.[Symbol.iterator]());
    this.#entry("byteorder", byteorder);
    this.#entry("shape", shape);
    if (slot.base + offset > 0) {
      this.#entry("offset", slot.base + offset);
    }
    if (strides) {
      this.#entry("strides", strides);
    }
    if (typeof mask === "object") {
      this.#text.text("mask");
      this.#array(mask, undefined);
    } else if (mask !== undefined) {
      this.#entry("mask", mask);
    }
  }

  /** `orders`: the byte orders of the fields in sequence, if they are not all `byteorder`. */
  #datatype(dtype: Datatype, byteorder?: "little" | "big", orders?: Iterator<string>): void {
    this.#text.text("datatype");
    this.#type(dtype, byteorder, orders);
  }

  #type(dtype: Datatype, byteorder?: "little" | "big", orders?: Iterator<string>): void {
    const text = this.#text;
    if (typeof dtype === "string") {
      text.text(dtype);
    } else if (isStruct(dtype)) {
      text.beginSequence(undefined, undefined, false);
      for (const field of dtype.fields) {
        text.beginMapping(undefined, undefined, false);
        this.#entry("name", field.name);
        this.#datatype(field.dtype, byteorder, orders);
        if (byteorder && !isStruct(field.dtype)) {
          const own = orders?.next().value === "b" ? "big" : "little";
          this.#entry("byteorder", orders ? own : byteorder);
        }
        if (field.shape.length > 0) {
          this.#entry("shape", field.shape);
        }
        text.end();
      }
      text.end();
    } else {
      text.beginSequence(undefined, undefined, true);
      this.#node(dtype.kind);
      this.#node(dtype.length);
      text.end();
    }
  }

  #inline(elements: Elements): void {
    const { dtype, shape, mask } = elements;
    this.#text.text("data");
    this.#lists(elements);
    this.#datatype(dtype);
    this.#entry("shape", shape);
    if (mask instanceof Uint8Array) {
      this.#text.text("mask");
      this.#array({ kind: "inline", elements: { bytes: mask, dtype: "bool8", shape, offset: 0 } }, undefined);
    }
  }

  /** Writes the elements as nested lists, one level per axis. */
  #lists(elements: Elements): void {
    const { shape } = elements;
    const put = this.#putter(elements);
    const rows = (axis: number, first: number, count: number) => {
      const [length = 0] = shape.slice(axis);
      if (axis === shape.length) {
        put(first);
        return;
      }
      this.#text.beginSequence(undefined, undefined, true);
      for (let i = 0; i < length; i += 1) {
        rows(axis + 1, first + (i * count) / length, count / length);
      }
      this.#text.end();
    };
    rows(0, 0, sizeOf(shape));
  }

  /** Returns a function that writes the element with a given number. */
  #putter({ dtype, bytes, shape }: Elements): (index: number) => void {
    const text = this.#text;
    if (dtype === "float16" || dtype === "complex32") {
      const halves = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      const half = (at: number) => fromHalf(halves.getUint16(2 * at, true));
      return dtype === "float16"
        ? (index) => text.float(half(index))
        : (index) => this.#complex(half(2 * index), half(2 * index + 1));
    }
    if (isStruct(dtype)) {
      return () => {};
    }
    const values = valuesOf(dtype, bytes, sizeOf(shape), undefined);
    if (dtype === "complex64" || dtype === "complex128") {
      return (index) => this.#complex(Number(values[2 * index]), Number(values[2 * index + 1]));
    }
    if (dtype === "float32" || dtype === "float64") {
      return (index) => text.float(Number(values[index]));
    }
    if (dtype === "bool8") {
      return (index) => text.bool(values[index] === 1);
    }
    return (index) => this.#node(values[index]);
  }

  #complex(re: number, im: number): void {
    this.#text.text(complexText(new Complex(re, im)), this.#settings.tag("complex"));
  }
}

function isNumeric(value: unknown): boolean {
  return (
    typeof value === "number" ||
    typeof value === "boolean" ||
    (typeof value === "bigint" && value <= MOST && value >= LEAST)
  );
}

/** A complex number in the grammar of the schema core/complex. */
function complexText({ re, im }: Complex): string {
  const part = (value: number) => {
    const sign = value < 0 || Object.is(value, -0) ? "-" : "+";
    const magnitude = Math.abs(value);
    const words = Number.isNaN(value) ? "nan" : magnitude === Infinity ? "inf" : String(magnitude);
    return `${sign}${words}`;
  };
  return `${part(re).replace(/^\+/, "")}${part(im)}i`;
}
