// The code cells of our contracts.
import { Cell } from '@ton/core';
import * as compiled from './compiled.ts';

const cell = (base64: string): Cell => Cell.fromBase64(base64);

export const CODE = {
  jettonMinter: cell(compiled.JETTON_MINTER),
  /** Also the code of LP token wallets. */
  jettonWallet: cell(compiled.JETTON_WALLET),
  ptonMinter: cell(compiled.PTON_MINTER),
  ptonWallet: cell(compiled.PTON_WALLET),
  router: cell(compiled.ROUTER),
  pool: cell(compiled.POOL),
  lpAccount: cell(compiled.LP_ACCOUNT),
} as const;

/** Code hashes of routers deployed by earlier versions. */
const EARLIER_ROUTERS: ReadonlySet<string> = new Set([
  'f7b2999009a2d612bc57309c7b4bfc801a596e1a0bf250a4b21a9031530becc7',
  'a76e74afd289d239710ddce4c5ba4b35844658167114dbe2ce0926638529caa1',
  'c5befbc52f09f34aff5887ae45d5bc0cc351a6a60952c0f11bca81a4ada1f82a',
]);

export const isOwnRouter = (code: Cell): boolean =>
  code.equals(CODE.router) || EARLIER_ROUTERS.has(code.hash().toString('hex'));
