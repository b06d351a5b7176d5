// Code and initial data of each contract, which determine its address.
import { type Address, beginCell, type Cell, contractAddress } from '@ton/core';
import { CODE } from './code.ts';

export type Init = { readonly code: Cell; readonly data: Cell };

export const addressOf = (init: Init): Address => contractAddress(0, init);

export function jettonMinterInit({ admin, content }: { readonly admin: Address; readonly content: Cell }): Init {
  const data = beginCell().storeCoins(0).storeAddress(admin).storeRef(content).storeRef(CODE.jettonWallet).endCell();
  return { code: CODE.jettonMinter, data };
}

export function ptonMinterInit({ content }: { readonly content: Cell }): Init {
  return { code: CODE.ptonMinter, data: beginCell().storeRef(CODE.ptonWallet).storeRef(content).endCell() };
}

export function routerInit({ admin }: { readonly admin: Address }): Init {
  const data = beginCell()
    .storeBit(false)
    .storeAddress(admin)
    .storeRef(CODE.jettonWallet)
    .storeRef(CODE.pool)
    .storeRef(CODE.lpAccount)
    .endCell();
  return { code: CODE.router, data };
}

type Holding = { readonly owner: Address; readonly minter: Address };

const walletData = ({ owner, minter }: Holding): Cell =>
  beginCell().storeCoins(0).storeAddress(owner).storeAddress(minter).endCell();

/** The wallet of a token, or of LP tokens with the pool as minter. */
export const jettonWalletInit = (holding: Holding): Init => ({ code: CODE.jettonWallet, data: walletData(holding) });

export const ptonWalletInit = (holding: Holding): Init => ({ code: CODE.ptonWallet, data: walletData(holding) });

export type PoolPair = { readonly router: Address; readonly walletA: Address; readonly walletB: Address };

/** Takes the router's wallets of both tokens, in any order. */
export function poolInit({ router, walletA, walletB }: PoolPair): Init {
  const [wallet0, wallet1] = hashOf(walletA) > hashOf(walletB) ? [walletA, walletB] : [walletB, walletA];
  const data = beginCell()
    .storeAddress(router)
    .storeAddress(wallet0)
    .storeAddress(wallet1)
    .storeRef(CODE.jettonWallet)
    .storeRef(CODE.lpAccount)
    .endCell();
  return { code: CODE.pool, data };
}

export function lpAccountInit({ user, pool }: { readonly user: Address; readonly pool: Address }): Init {
  const data = beginCell().storeAddress(user).storeAddress(pool).storeCoins(0).storeCoins(0).endCell();
  return { code: CODE.lpAccount, data };
}

/** Token 0 of a pool is the one whose wallet has the greater hash. */
const hashOf = (address: Address): bigint =>
  BigInt(`0x${beginCell().storeAddress(address).endCell().hash().toString('hex')}`);
