// Derives the exchange's addresses in the browser: a SHA-256 as a TON address of workchain 0.

export function poolParts(factory: string, one: string, other: string): readonly string[] {
  const [lesser, greater] = one < other ? [one, other] : [other, one];
  return ['millpond', factory, 'pool', lesser, greater];
}

export async function derivedAddress(parts: readonly string[]): Promise<string> {
  const text = new TextEncoder().encode(parts.join('\n'));
  return friendly(new Uint8Array(await crypto.subtle.digest('SHA-256', text)));
}

const BOUNCEABLE = 0x11;

/** A bounceable, URL-safe address: tag, workchain, hash and a checksum. */
function friendly(hash: Uint8Array): string {
  const bytes = new Uint8Array([BOUNCEABLE, 0, ...hash, 0, 0]);
  new DataView(bytes.buffer).setUint16(34, crc16(bytes.subarray(0, 34)));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
}

/** CRC-16/XMODEM. */
function crc16(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff;
  }
  return crc;
}
