// Known wallet contracts and where their initial data contain the public key, so that the chain need not be asked for it.
import { Cell, loadStateInit, type StateInit } from '@ton/core';

type Layout = {
  readonly version: string;
  /** Bits before the key. */
  readonly keyAt: number;
  /** Required first bit, which says that signatures are allowed; a v5 wallet may be controlled by extensions alone. */
  readonly firstBit?: boolean;
};

/** By hash of the code. */
const KNOWN: ReadonlyMap<string, Layout> = new Map([
  ['a0cfc2c48aee16a271f2cfc0b7382d81756cecb1017d077faaab3bb602f6868c', { version: 'v1r1', keyAt: 32 }],
  ['d4902fcc9fad74698fa8e353220a68da0dcf72e32bcb2eb9ee04217c17d3062c', { version: 'v1r2', keyAt: 32 }],
  ['587cc789eff1c84f46ec3797e45fc809a14ff5ae24f1e0c7a6a99cc9dc9061ff', { version: 'v1r3', keyAt: 32 }],
  ['5c9a5e68c108e18721a07c42f9956bfb39ad77ec6d624b60c576ec88eee65329', { version: 'v2r1', keyAt: 32 }],
  ['fe9530d3243853083ef2ef0b4c2908c0abf6fa1c31ea243aacaa5bf8c7d753f1', { version: 'v2r2', keyAt: 32 }],
  ['b61041a58a7980b946e8fb9e198e3c904d24799ffa36574ea4251c41a566f581', { version: 'v3r1', keyAt: 64 }],
  ['84dafa449f98a6987789ba232358072bc0f76dc4524002a5d0918b9a75d2d599', { version: 'v3r2', keyAt: 64 }],
  ['feb5ff6820e2ff0d9483e7e0d62c817d846789fb4ae580c878866d959dabd5c0', { version: 'v4r2', keyAt: 64 }],
  [
    'f3d7ca53493deedac28b381986a849403cbac3d2c584779af081065af0ac4b93',
    { version: 'v5beta', keyAt: 113, firstBit: false },
  ],
  ['20834b7b72b112147e1b2fb457b84e74d1a30f04f737d4f62a668e9552d2b72f', { version: 'v5r1', keyAt: 65, firstBit: true }],
]);

export type KnownWallet = { readonly version: string; readonly publicKey: Buffer };

/** Several times the longest StateInit of a wallet; longer ones are not parsed. */
const MAX_STATE_INIT = 16_384;

/** Parses a StateInit with its hash; undefined if the text is not one. */
export function readStateInit(base64: string): (StateInit & { readonly hash: Buffer }) | undefined {
  if (base64.length > MAX_STATE_INIT) return undefined;
  try {
    const roots = Cell.fromBoc(Buffer.from(base64, 'base64'));
    const root = roots[0];
    if (root === undefined || roots.length > 1) return undefined;
    const slice = root.beginParse();
    const init = loadStateInit(slice);
    slice.endParse();
    return { ...init, hash: root.hash() };
  } catch {
    return undefined;
  }
}

/** The public key of a known wallet; undefined for other contracts, or if signatures are not allowed. */
export function knownWallet({ code, data }: StateInit): KnownWallet | undefined {
  const layout = code && KNOWN.get(code.hash().toString('hex'));
  if (!layout || !data || data.isExotic || data.bits.length < layout.keyAt + 256) return undefined;
  if (layout.firstBit !== undefined && data.bits.at(0) !== layout.firstBit) return undefined;
  return { version: layout.version, publicKey: data.beginParse().skip(layout.keyAt).loadBuffer(32) };
}
