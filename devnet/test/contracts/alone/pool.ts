// One pool with arbitrary state that executes one message: its new state and the messages it sends.
import { type Address, beginCell, type Cell, type Message } from '@ton/core';
import { CODE } from '../../../src/contracts/code.ts';
import { addressOf, jettonWalletInit, lpAccountInit, poolInit } from '../../../src/contracts/init.ts';
import { JETTON, V1 } from '../../../src/contracts/ops.ts';
import { loadPool, type PoolState } from '../states.ts';
import { addressNumber, LoneContract } from './contract.ts';

/** Messages that a pool sends: payouts from the router's wallets, LP tokens, or a return to the provider's account. */
type Sent =
  | { readonly kind: 'pay'; readonly to: string; readonly exitCode: number; readonly amounts: readonly bigint[] }
  | { readonly kind: 'mint'; readonly amount: bigint }
  | { readonly kind: 'stage'; readonly amounts: readonly bigint[] };

export const ROUTER = addressNumber(1);
const init = poolInit({ router: ROUTER, walletA: addressNumber(2), walletB: addressNumber(3) });
const [WALLET0, WALLET1] = (() => {
  const data = init.data.beginParse();
  data.loadAddress();
  return [data.loadAddress(), data.loadAddress()] as const;
})();
const POOL = addressOf(init);

export class LonePool {
  readonly #contract: LoneContract;

  private constructor(contract: LoneContract) {
    this.#contract = contract;
  }

  static async open(): Promise<LonePool> {
    return new LonePool(await LoneContract.open(POOL, CODE.pool));
  }

  async take(state: PoolState, from: Address, body: Cell) {
    const { exitCode, data, sent } = await this.#contract.take(storePool(state), from, body);
    return { exitCode, after: loadPool(data), sent: sent.flatMap(sentBy) };
  }
}

function storePool(state: PoolState): Cell {
  return beginCell()
    .storeBit(false)
    .storeCoins(state.reserve0)
    .storeCoins(state.reserve1)
    .storeCoins(state.collected0)
    .storeCoins(state.collected1)
    .storeUint(state.lpFee, 8)
    .storeUint(state.protocolFee, 8)
    .storeUint(state.refFee, 8)
    .storeCoins(state.supply)
    .storeAddress(null)
    .storeRef(init.data)
    .endCell();
}

function sentBy({ body }: Message): Sent[] {
  const content = body.beginParse();
  const op = content.loadUint(32);
  content.skip(64);
  if (op === V1.payTo) {
    const [to, exitCode] = [`${content.loadAddress()}`, content.loadUint(32)];
    const payout = content.loadRef().beginParse();
    const amount0 = payout.loadCoins();
    payout.loadAddress();
    return [{ kind: 'pay', to, exitCode, amounts: [amount0, payout.loadCoins()] }];
  }
  if (op === JETTON.internalTransfer) return [{ kind: 'mint', amount: content.loadCoins() }];
  if (op === V1.addLiquidity) return [{ kind: 'stage', amounts: [content.loadCoins(), content.loadCoins()] }];
  return [];
}

const begin = (op: number) => beginCell().storeUint(op, 32).storeUint(7, 64);

export const USER = addressNumber(4);
export const REFERRER = addressNumber(5);
export const LP_ACCOUNT = addressOf(lpAccountInit({ user: USER, pool: POOL }));
export const LP_WALLET = addressOf(jettonWalletInit({ owner: USER, minter: POOL }));

export type SwapMessage = {
  readonly isFirst: boolean;
  readonly amount: bigint;
  readonly minOut: bigint;
  readonly hasReferrer: boolean;
};

export function swapBody({ isFirst, amount, minOut, hasReferrer }: SwapMessage): Cell {
  const users = beginCell().storeAddress(USER);
  if (hasReferrer) users.storeAddress(REFERRER);
  return begin(V1.swap)
    .storeAddress(USER)
    .storeAddress(isFirst ? WALLET0 : WALLET1)
    .storeCoins(amount)
    .storeCoins(minOut)
    .storeBit(hasReferrer)
    .storeRef(users)
    .endCell();
}

export type Offered = { readonly amount0: bigint; readonly amount1: bigint };

export const cbAddLiquidityBody = ({ amount0, amount1 }: Offered, minLpOut: bigint): Cell =>
  begin(V1.cbAddLiquidity).storeCoins(amount0).storeCoins(amount1).storeAddress(USER).storeCoins(minLpOut).endCell();

export const burnNotificationBody = (amount: bigint): Cell =>
  begin(JETTON.burnNotification).storeCoins(amount).storeAddress(USER).storeAddress(USER).endCell();
