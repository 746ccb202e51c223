/** Base64 (RFC 4648) as it arrives: spaces and line breaks between its characters are left out. */
import { damaged } from "../../damaged.ts";

const CHARACTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const SPACE = 64;
const PADDING = 65;
const WRONG = 255;
const VALUES = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  const value = CHARACTERS.indexOf(character);
  return value >= 0 ? value : /\s/.test(character) ? SPACE : character === "=" ? PADDING : WRONG;
});

export class Base64 {
  #bits = 0;
  #count = 0;

  push(text: string): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(Math.ceil((3 * text.length) / 4) + 1);
    let used = 0;
    for (let i = 0; i < text.length; i += 1) {
      const value = VALUES[text.charCodeAt(i)] ?? WRONG;
      if (value < SPACE) {
        this.#bits = (this.#bits << 6) | value;
        this.#count += 6;
        if (this.#count >= 8) {
          this.#count -= 8;
          bytes[used] = this.#bits >> this.#count;
          this.#bits &= 2 ** this.#count - 1;
          used += 1;
        }
      } else if (value === WRONG) {
        throw damaged(`base64 has no character "${text[i]}"`);
      }
    }
    return bytes.subarray(0, used);
  }
}
