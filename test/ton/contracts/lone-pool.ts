// One pool with whatever state a test gives it, which takes one message: what it then holds, and what it sends.
import { Address, beginCell, type Cell, internal, type Message, toNano } from '@ton/core';
import { Blockchain, createShardAccount, type SmartContract } from '@ton/sandbox';
import { CODE } from '../../../src/ton/contracts/code.ts';
import { addressOf, jettonWalletInit, lpAccountInit, poolInit } from '../../../src/ton/contracts/init.ts';
import { JETTON, V1 } from '../../../src/ton/wire/ops.ts';
import { loadPool, type PoolState } from './states.ts';

export const addressNumber = (number: number): Address => new Address(0, Buffer.alloc(32, number));

/** What a pool sends: tokens out of the router's wallets, LP tokens, or back into the account of the provider. */
export type Sent =
  | { readonly kind: 'pay'; readonly to: string; readonly exitCode: number; readonly amounts: readonly bigint[] }
  | { readonly kind: 'mint'; readonly amount: bigint }
  | { readonly kind: 'stage'; readonly amounts: readonly bigint[] };

export const ROUTER = addressNumber(1);
const init = poolInit({ router: ROUTER, walletA: addressNumber(2), walletB: addressNumber(3) });
export const [WALLET0, WALLET1] = (() => {
  const data = init.data.beginParse();
  data.loadAddress();
  return [data.loadAddress(), data.loadAddress()] as const;
})();
export const POOL = addressOf(init);

export class LonePool {
  readonly #chain: Blockchain;

  private constructor(chain: Blockchain) {
    this.#chain = chain;
  }

  static async open(): Promise<LonePool> {
    return new LonePool(await Blockchain.create());
  }

  async take(
    state: PoolState,
    from: Address,
    body: Cell,
  ): Promise<{ exitCode: number; after: PoolState; sent: Sent[] }> {
    const pool: SmartContract = await this.#chain.getContract(POOL);
    const data = storePool(state);
    pool.account = createShardAccount({ address: POOL, code: CODE.pool, data, balance: toNano(1) });
    const message = internal({ to: POOL, value: toNano(1), body });
    const info = { ...message.info, src: from, createdAt: 0, createdLt: 0n, forwardFee: 0n } as Message['info'];
    const transaction = await pool.receiveMessage({ ...message, info } as Message);
    const { description } = transaction;
    if (description.type !== 'generic' || description.computePhase.type !== 'vm') throw new Error('nothing was run');
    const stored = pool.accountState?.type === 'active' ? pool.accountState.state.data : undefined;
    return {
      exitCode: description.computePhase.exitCode,
      after: loadPool(stored as Cell),
      sent: transaction.outMessages.values().flatMap(sentBy),
    };
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
