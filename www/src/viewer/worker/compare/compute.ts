/** Arrays computed from two: of this file, or of another open one, which is resampled if its pixels are elsewhere on the sky. */
import { cut } from "@asdf-wasm/science/format/format";
import { factorOf } from "@asdf-wasm/science/mosaic/units";
import { datatypeName } from "@asdf-wasm/science/tree/values";
import type { ComputedArray, Computing } from "../../protocol/images/compare.ts";
import type { OpenFile } from "../opened.ts";
import { alignedWith } from "./aligned.ts";
import { computed } from "./computed.ts";

const SIGNS = { difference: "−", ratio: "÷" } as const;

export async function compute(
  file: OpenFile,
  { computation, one, other, sampling }: Computing,
): Promise<ComputedArray> {
  const { nodes, arrays } = file;
  const isOwn = typeof other === "number";
  // Bands are told apart by their maps: all of them may be called `data`.
  const bands = new Map(nodes.arraysOfBands(one).map((band) => [band.id, band.key]));
  const nameOf = (id: number) => bands.get(id) ?? nodes.arrayNode(id).key;
  const its = isOwn ? nameOf(other) : cut(other.name);
  const { array: aligned, kernel, remark } = await alignedWith(file, one, other, sampling);
  const array = computed(computation, arrays.arrayAt(one)[1], aligned);
  const [unit = "", unitOfOther = ""] = [nodes.unit(one), isOwn ? nodes.unit(other) : other.unit];
  const isOneUnit = factorOf({ unit }, unitOfOther) === 1;
  const remarks = [
    remark,
    isOneUnit
      ? ""
      : `The units differ: ${[unit, unitOfOther].map((name) => cut(name) || "none").join(" and ")}.`,
  ];
  const key = `${nameOf(one)} ${SIGNS[computation]} ${its}${kernel ? ` (${kernel})` : ""}`;
  const from = isOwn ? `${computation} ${one} ${other} ${kernel}` : undefined;
  const known = from === undefined ? undefined : arrays.computedFrom(from);
  const badges = {
    shape: array.shape,
    datatype: datatypeName(array.dtype),
    elements: "numbers" as const,
    ...(isOneUnit && unit && computation === "difference" && { unit: cut(unit) }),
    hasAlike: false,
    unreadable: false,
  };
  const all = remarks.filter(Boolean).join(" ");
  const node = { key, kind: "array", text: "", children: 0, of: one, array: badges } as const;
  return { array: known ?? arrays.add(node, array, { from, remark: all }), remark: all };
}
