// What the gateway says to a DEX and asks of it: one interface for the versions of STON.fi's routers.
import type { Address, Cell } from '@ton/core';
import type { Chain } from '../chain.ts';

/** A message that the user's wallet sends; the value holds the offered TON, if any, and what the whole trace may burn. */
export type OutMessage = {
  readonly to: Address;
  readonly value: bigint;
  readonly body: Cell;
  /** Whether the value comes back if nobody takes it; true where nothing is said. */
  readonly bounce?: boolean;
  /** Tells it from a message that says the same; the network writes something else in its place. */
  readonly mark?: bigint;
};

/** Where what is offered comes from: TON goes to the router's pTON wallet, a jetton leaves the user's own wallet. */
export type Offer =
  | { readonly kind: 'ton'; readonly routerWallet: Address }
  | { readonly kind: 'jetton'; readonly userWallet: Address; readonly customPayload?: Cell };

/** What is wanted, by the router's wallet of it. */
export type Ask = { readonly kind: 'ton' | 'jetton'; readonly routerWallet: Address };

type Order = {
  readonly router: Address;
  readonly user: Address;
  readonly queryId: bigint;
  readonly offer: Offer;
  readonly amount: bigint;
  /** Seconds of the chain's clock; only version 2 takes it to the chain. */
  readonly deadlineS: bigint;
};

export type SwapOrder = Order & {
  readonly ask: Ask;
  /** The least that is accepted: exactly so much is still a success, on every version. */
  readonly minReceived: bigint;
  readonly referrer?: Address;
  /** Version 2 lets the swap name it (at most 100); version 1 has it in the pool. */
  readonly refFeeBps?: number;
};

/** One half of providing liquidity: it is staged until the other half arrives. */
export type ProvideOrder = Order & {
  readonly otherRouterWallet: Address;
  /** Zero only stages this half. */
  readonly minLp: bigint;
};

export type DirectAddOrder = {
  readonly lpAccount: Address;
  readonly user: Address;
  readonly queryId: bigint;
  readonly amount0: bigint;
  readonly amount1: bigint;
  readonly minLp: bigint;
};

export type BurnOrder = {
  readonly lpWallet: Address;
  readonly user: Address;
  readonly queryId: bigint;
  readonly amount: bigint;
};

export type RouterData = {
  readonly isLocked: boolean;
  readonly admin: Address | null;
  /** The formula of its pools, as version 2 names it; version 1 has one. */
  readonly pools: string;
};

export const CONSTANT_PRODUCT = 'constant_product';

/** A pool as its getter tells it; rates in 1/10000. */
export type PoolData = {
  readonly isLocked: boolean;
  /** Of its LP tokens; null where the getter does not tell it. */
  readonly supply: bigint | null;
  readonly reserve0: bigint;
  readonly reserve1: bigint;
  /** The router's wallets of the two tokens. */
  readonly wallet0: Address;
  readonly wallet1: Address;
  readonly lpFeeBps: bigint;
  readonly protocolFeeBps: bigint;
  /** Null where the swap says it itself. */
  readonly refFeeBps: bigint | null;
  /** Where the protocol's fees go; null for nowhere yet. */
  readonly feeAddress: Address | null;
  readonly collected0: bigint;
  readonly collected1: bigint;
};

export interface Dialect {
  readonly version: 1 | 2;
  swap(order: SwapOrder): OutMessage;
  provide(order: ProvideOrder): OutMessage;
  /** Gives back what is staged. */
  refundMe(order: { readonly lpAccount: Address; readonly queryId: bigint }): OutMessage;
  /** Gives back the TON that came with what was staged; only the LP accounts of version 1 keep it. */
  resetGas?(order: { readonly lpAccount: Address; readonly queryId: bigint }): OutMessage;
  /** Provides what is staged. */
  directAdd(order: DirectAddOrder): OutMessage;
  burn(order: BurnOrder): OutMessage;
  /** Null where there is no such contract. */
  routerData(chain: Chain, router: Address): Promise<RouterData | null>;
  poolData(chain: Chain, pool: Address): Promise<PoolData | null>;
  /** Of the pool's LP tokens; `data` reads the rest of the pool, and is called only when the supply follows from it. */
  supply(chain: Chain, pool: Address, data: () => Promise<PoolData | null>): Promise<bigint | null>;
}

/** TON in nanotons, written as the SDK of STON.fi writes what it attaches. */
export const milliTon = (thousandths: number): bigint => BigInt(thousandths) * 1_000_000n;

/** The zero address stands for nobody. */
export const ownerOf = (address: Address | null | undefined): Address | null =>
  address?.hash.some((byte) => byte !== 0) ? address : null;

export const referrerOf = ({ referrer }: SwapOrder): Address | null => ownerOf(referrer);
