// Parsing shared by the text formats of C2SP.

/** A key, note or request that is not written as its format demands. */
export class MalformedLogText extends Error {
  override readonly name = 'MalformedLogText';
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Like Go's decoder it ignores unused bits of the last character. */
export function fromBase64(text: string, thing: string): Buffer {
  if (!BASE64.test(text)) throw new MalformedLogText(`${thing} is not base64`);
  return Buffer.from(text, 'base64');
}

export function hashFromBase64(text: string, thing: string): Buffer {
  const bytes = fromBase64(text, thing);
  if (bytes.length !== 32) throw new MalformedLogText(`${thing} has ${bytes.length} bytes instead of 32`);
  return bytes;
}

/** Sizes above 2^53 - 1 are refused: no journal reaches them. */
export function sizeOf(text: string, thing: string): number {
  const size = Number(text);
  if (/^(0|[1-9]\d{0,15})$/.test(text) && Number.isSafeInteger(size)) return size;
  throw new MalformedLogText(`${thing} is not a size in decimal`);
}
