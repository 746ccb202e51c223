/** Lines of a chart as a file, which says the axis and the unit of each where they differ. */
import type { Line } from "@asdf-wasm/www/viewer/protocol/lines.ts";
import { chartText } from "@asdf-wasm/www/viewer/views/line/chartText.ts";
import { expect, test } from "vitest";

function line(name: string, more: Partial<Line>): Line {
  return {
    ...{ name, datatype: "float64", quantity: name, axisName: "index", thinned: false },
    ...{ extent: { min: 0, max: 1 }, leastPositive: 1 },
    ...{ x: Float64Array.of(0, 1), y: Float64Array.of(5, Number.NaN) },
    ...more,
  };
}

const spectrum = line("a", { along: "wave", alongUnit: "um", unit: "Jy", error: Float64Array.of(1, 2) });

test("lines over one axis in one unit have these in the titles", () => {
  expect(chartText([spectrum, { ...spectrum, name: "b, c", error: undefined }], false)).toBe(
    'line,wave [um],value [Jy],error [Jy]\r\na,0,5,1\r\na,1,NaN,2\r\n"b, c",0,5,\r\n"b, c",1,NaN,\r\n',
  );
});

test("lines over several axes and in several units say theirs in each row", () => {
  const text = chartText([spectrum, line("b", { unit: "DN" })], true);
  expect(text).toContain('# - {"name":"value","datatype":"float64"}\n');
  expect(text.split("\n").filter((row) => !row.startsWith("#"))).toEqual([
    "line,axis,coordinate,value,error,unit",
    "a,wave (um),0,5,1,Jy",
    "a,wave (um),1,NaN,2,Jy",
    "b,index,0,5,,DN",
    "b,index,1,NaN,,DN",
    "",
  ]);
});
