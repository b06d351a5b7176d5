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

export const isOwnRouter = (code: Cell): boolean => code.equals(CODE.router);
