/**
 * What WebGL2 draws with: the shader program, and the tables of levels and colours. Values arrive as the
 * bits of float32 in unsigned integers, which every driver leaves unaltered; the shader tests the bits for NaN, which
 * no fast-math setting can break. Everything a person can change is a uniform or in one of the two tables.
 */

/** How tiles are placed on the screen. */
interface Placing {
  readonly vertex: string;
  /** Statements that find `at`, the place in the tile, and `pixel`, a step of one device pixel, both in texels. */
  readonly place: string;
  readonly inputs: string;
  /** What is drawn where there is no number. */
  readonly blank: string;
  /** What is drawn where the value is `x`, 0 at black and 1 at white. */
  readonly paint: string;
}

/** Shaders as they are. */
interface Shaders {
  readonly vertex: string;
  readonly fragment: string;
}

const HEAD = `#version 300 es
precision highp float;
precision highp int;
precision highp sampler2D;
precision highp usampler2D;

uniform sampler2D u_levels;
uniform sampler2D u_colors;
out vec4 color;`;

const COLOR_OF = `// The number of the 255 levels that the value reaches.
int colorOf(float x) {
  int count = 0;
  for (int step = 128; step > 0; step >>= 1) {
    count += texelFetch(u_levels, ivec2(count + step - 1, 0), 0).r <= x ? step : 0;
  }
  return count;
}
`;

const COLORED = "color = vec4(texelFetch(u_colors, ivec2(colorOf(clamp(x, 0.0, 1.0)), 0), 0).rgb, 1.0);";

/** Straight, by the corner of the screen and the step of its pixels. */
const STRAIGHT: Placing = {
  vertex: `#version 300 es
void main() {
  vec2 corner = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
  gl_Position = vec4(corner, 0.0, 1.0);
}`,
  inputs: `uniform vec2 u_origin;     // the tile's coordinate, in texels, at the screen's lower left corner
uniform mat2 u_step;       // a step of one device pixel, in texels`,
  place: `vec2 at = u_origin + u_step * gl_FragCoord.xy;
  mat2 pixel = u_step;`,
  blank: "color = vec4(u_nan, 1.0); return;",
  paint: COLORED,
};

/** By the triangles of a mesh, whose corners know their places in the tile. What has no number shows what is beneath. */
export const BY_MESH: Placing = {
  vertex: `#version 300 es
layout(location = 0) in vec3 a_place;
layout(location = 1) in vec2 a_at;
out vec2 v_at;
void main() {
  gl_Position = vec4(a_place, 1.0);
  v_at = a_at;
}`,
  inputs: "in vec2 v_at;",
  place: `vec2 at = v_at;
  mat2 pixel = mat2(dFdx(v_at), dFdy(v_at));`,
  blank: "discard;",
  paint: COLORED,
};

/** The same, as what is added up for means: values, which half floats hold, and their number. */
export const TO_SUMS: Placing = {
  ...BY_MESH,
  paint: "color = vec4(clamp(x, -3e3, 3e3), 1.0, 0.0, 0.0);",
};

/** The most bits that are drawn. */
export const BITS = 32;

/** Flags in the colours of their bits, of which the first that any texel of a device pixel has is drawn. */
export const FLAGS_BY_MESH: Shaders = {
  vertex: BY_MESH.vertex,
  fragment: `#version 300 es
precision highp float;
precision highp int;
precision highp usampler2D;

uniform usampler2D u_values;
uniform int u_taps;
uniform vec2 u_extent;
uniform int u_count;
uniform uint u_bits[${BITS}];
uniform vec3 u_paints[${BITS}];
uniform float u_opacity;
in vec2 v_at;
out vec4 color;

void main() {
  mat2 pixel = mat2(dFdx(v_at), dFdy(v_at));
  ivec2 last = ivec2(ceil(u_extent)) - 1;
  mat2 gap = pixel / float(u_taps);
  vec2 line = v_at + gap * vec2(0.5) - pixel * vec2(0.5);
  uint word = 0u;
  for (int j = 0; j < u_taps; j += 1) {
    vec2 place = line;
    for (int i = 0; i < u_taps; i += 1) {
      word |= texelFetch(u_values, clamp(ivec2(place), ivec2(0), last), 0).r;
      place += gap[0];
    }
    line += gap[1];
  }
  for (int i = 0; i < u_count; i += 1) {
    if ((word & u_bits[i]) != 0u) {
      color = vec4(u_paints[i] * u_opacity, u_opacity);
      return;
    }
  }
  discard;
}`,
};

/** The colours of means. */
export const OF_SUMS: Shaders = {
  vertex: STRAIGHT.vertex,
  fragment: `${HEAD}
uniform sampler2D u_sums;
uniform int u_bottom;      // of the picture on the canvas
${COLOR_OF}
void main() {
  vec2 sum = texelFetch(u_sums, ivec2(gl_FragCoord.xy) - ivec2(0, u_bottom), 0).rg;
  if (sum.g == 0.0) {
    discard;
  }
  float x = sum.r / sum.g;
  ${COLORED}
}`,
};

const fragment = ({ inputs, place, blank, paint }: Placing) => `${HEAD}
uniform usampler2D u_values;
${inputs}
uniform int u_taps;        // samples on each axis when several texels share a device pixel
uniform vec2 u_extent;     // the tile's size in texels; the last texel may cover less than the others
uniform vec2 u_limits;
uniform vec3 u_nan;
uniform bool u_maximum;    // whether the greatest sample counts, not the mean

bool isNumber(uint bits) {
  return (bits & 0x7fffffffu) <= 0x7f800000u;
}

// From 0 at black to 1 at white, and beyond: the mean of values, not of colours, keeps the stars of an image that is drawn small.
// An infinite value still leaves the others of its pixel a weight.
const float BEYOND = 1e6;
float normalized(float value, float span) {
  return span > 0.0 ? clamp((value - u_limits.x) / span, -BEYOND, BEYOND) : (value > u_limits.x ? 1.0 : 0.0);
}

${COLOR_OF}
void main() {
  ${place}
  // Slightly beyond the edges, so that rounding leaves no gap between tiles.
  const float margin = 0.002;
  if (any(lessThan(at, vec2(-margin))) || any(greaterThan(at, u_extent + margin))) {
    discard;
  }
  // Computed once for all samples: software GPUs do not hoist it.
  float span = u_limits.y - u_limits.x;
  ivec2 last = ivec2(ceil(u_extent)) - 1;
  mat2 gap = pixel / float(u_taps);
  vec2 line = at + gap * vec2(0.5) - pixel * vec2(0.5);
  float sum = 0.0;
  float greatest = -BEYOND;
  float count = 0.0;
  for (int j = 0; j < u_taps; j += 1) {
    vec2 place = line;
    for (int i = 0; i < u_taps; i += 1) {
      uint bits = texelFetch(u_values, clamp(ivec2(place), ivec2(0), last), 0).r;
      if (isNumber(bits)) {
        float x = normalized(uintBitsToFloat(bits), span);
        sum += x;
        greatest = max(greatest, x);
        count += 1.0;
      }
      place += gap[0];
    }
    line += gap[1];
  }
  if (count == 0.0) {
    ${blank}
  }
  float x = u_maximum ? greatest : sum / count;
  ${paint}
}`;

export interface Pipeline {
  readonly program: WebGLProgram;
  readonly vertices: WebGLVertexArrayObject | null;
  readonly levels: WebGLTexture | null;
  readonly colors: WebGLTexture | null;
  readonly uniform: (name: string) => WebGLUniformLocation | null;
}

export function buildPipeline(
  gl: WebGL2RenderingContext,
  made: Placing | Shaders = STRAIGHT,
): Pipeline | undefined {
  const program = gl.createProgram();
  for (const [type, source] of [
    [gl.VERTEX_SHADER, made.vertex],
    [gl.FRAGMENT_SHADER, "fragment" in made ? made.fragment : fragment(made)],
  ] as const) {
    const shader = gl.createShader(type);
    if (!shader) {
      return undefined;
    }
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost()) {
    throw new Error(`the image shader does not compile: ${gl.getProgramInfoLog(program)}`);
  }
  const levels = table(gl, gl.R32F);
  const colors = table(gl, gl.RGB8);
  const locations = new Map<string, WebGLUniformLocation | null>();
  const uniform = (name: string): WebGLUniformLocation | null => {
    if (!locations.has(name)) {
      locations.set(name, gl.getUniformLocation(program, name));
    }
    return locations.get(name) ?? null;
  };
  return { program, vertices: gl.createVertexArray(), levels, colors, uniform };
}

export function uploadLevels(gl: WebGL2RenderingContext, pipeline: Pipeline, levels: Float64Array): void {
  const table = Float32Array.from(levels, (level) => Math.min(Math.max(level, -1), 2));
  gl.activeTexture(gl.TEXTURE2);
  gl.bindTexture(gl.TEXTURE_2D, pipeline.levels);
  gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, 255, 1, gl.RED, gl.FLOAT, table);
}

export function uploadColors(gl: WebGL2RenderingContext, pipeline: Pipeline, colors: Uint8Array): void {
  gl.activeTexture(gl.TEXTURE1);
  gl.bindTexture(gl.TEXTURE_2D, pipeline.colors);
  gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, 256, 1, gl.RGB, gl.UNSIGNED_BYTE, colors);
}

/** A texture of 256 texels in a row. */
function table(gl: WebGL2RenderingContext, format: GLenum): WebGLTexture | null {
  const texture = gl.createTexture();
  gl.bindTexture(gl.TEXTURE_2D, texture);
  gl.texStorage2D(gl.TEXTURE_2D, 1, format, 256, 1);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
  return texture;
}
