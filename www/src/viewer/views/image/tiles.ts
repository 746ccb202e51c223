/** A plane cut into squares that every GPU accepts and that upload within a frame. */
import type { Plane } from "../../engine/protocol.ts";
import type { Point, Size } from "./camera.ts";

const TILE = 1024;

export interface Tile {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export function tilesOf({ width, height }: Size): Tile[] {
  const tiles: Tile[] = [];
  for (let y = 0; y < height; y += TILE) {
    for (let x = 0; x < width; x += TILE) {
      tiles.push({ x, y, width: Math.min(TILE, width - x), height: Math.min(TILE, height - y) });
    }
  }
  return tiles;
}

/** How far a tile's centre lies from a point, for uploading the nearest first. */
export function distance(tile: Tile, { x, y }: Point): number {
  return Math.hypot(tile.x + tile.width / 2 - x, tile.y + tile.height / 2 - y);
}

/** A texture for a tile, without its rows. */
export function tileTexture(gl: WebGL2RenderingContext, tile: Tile): WebGLTexture | null {
  const texture = gl.createTexture();
  gl.bindTexture(gl.TEXTURE_2D, texture);
  gl.texStorage2D(gl.TEXTURE_2D, 1, gl.R32UI, tile.width, tile.height);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
  return texture;
}

/** Uploads rows of a tile out of the plane's; nothing is copied on the way. */
export function uploadRows(
  gl: WebGL2RenderingContext,
  plane: Plane,
  tile: Tile,
  texture: WebGLTexture | null,
  from: number,
  to: number,
): void {
  const bits = new Uint32Array(plane.display.buffer, plane.display.byteOffset, plane.display.length);
  gl.bindTexture(gl.TEXTURE_2D, texture);
  gl.pixelStorei(gl.UNPACK_ROW_LENGTH, plane.width);
  gl.pixelStorei(gl.UNPACK_SKIP_PIXELS, tile.x);
  gl.pixelStorei(gl.UNPACK_SKIP_ROWS, tile.y + from);
  gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, from, tile.width, to - from, gl.RED_INTEGER, gl.UNSIGNED_INT, bits);
  gl.pixelStorei(gl.UNPACK_ROW_LENGTH, 0);
  gl.pixelStorei(gl.UNPACK_SKIP_PIXELS, 0);
  gl.pixelStorei(gl.UNPACK_SKIP_ROWS, 0);
}
