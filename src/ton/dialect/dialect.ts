// One interface to the versions of STON.fi's routers: the messages that the exchange sends and the getters that it calls.
import type { Address, Cell } from '@ton/core';
import type { Chain } from '../chain.ts';

/** A message that the user's wallet sends; its value is the offered TON, if any, plus the gas for the whole trace. */
export type OutMessage = {
  readonly to: Address;
  readonly value: bigint;
  readonly body: Cell;
  /** True if the value returns when the recipient does not accept it; the default is true. */
  readonly bounce?: boolean;
  /** Makes the message differ from an equal one of another request; it is stored in a field that the network overwrites. */
  readonly mark?: bigint;
};

/** Source of the offered token: TON goes to the router's pTON wallet, a jetton leaves the user's own wallet. */
export type OfferedToken =
  | { readonly kind: 'ton'; readonly routerWallet: Address }
  | { readonly kind: 'jetton'; readonly userWallet: Address };

/** The wanted token, by the router's wallet of it. */
export type WantedToken = { readonly kind: 'ton' | 'jetton'; readonly routerWallet: Address };

type Terms = {
  readonly router: Address;
  readonly user: Address;
  readonly queryId: bigint;
  readonly offer: OfferedToken;
  readonly amount: bigint;
  /** In seconds by the chain's clock; only version 2 passes it to the contracts. */
  readonly deadlineS: bigint;
};

export type SwapTerms = Terms & {
  readonly ask: WantedToken;
  /** The minimum accepted: exactly this amount still succeeds, on every version. */
  readonly minReceived: bigint;
  readonly referrer?: Address;
};

/** One of the two tokens of a provision: it waits in the user's LP account (staged) until the other arrives. */
export type ProvideTerms = Terms & {
  readonly otherRouterWallet: Address;
  /** If zero, this token is only staged, and the pool mints nothing. */
  readonly minLp: bigint;
};

type BurnTerms = {
  readonly lpWallet: Address;
  readonly user: Address;
  readonly queryId: bigint;
  readonly amount: bigint;
};

type RouterData = {
  readonly isLocked: boolean;
  readonly admin: Address | null;
  /** The formula of its pools, as version 2 names it; version 1 has only one. */
  readonly pools: string;
};

export const CONSTANT_PRODUCT = 'constant_product';

/** A pool as its getter describes it; fees in 1/10000. */
export type PoolData = {
  readonly isLocked: boolean;
  /** Supply of LP tokens; null if the getter does not return it. */
  readonly supply: bigint | null;
  readonly reserve0: bigint;
  readonly reserve1: bigint;
  /** The router's wallets of the two tokens. */
  readonly wallet0: Address;
  readonly wallet1: Address;
  readonly lpFeeBps: bigint;
  readonly protocolFeeBps: bigint;
  /** Null if each swap sets its own referral fee. */
  readonly refFeeBps: bigint | null;
  /** Receiver of the protocol fees; null if none is set. */
  readonly feeAddress: Address | null;
  readonly collected0: bigint;
  readonly collected1: bigint;
};

export interface Dialect {
  readonly version: 1 | 2;
  swap(terms: SwapTerms): OutMessage;
  provide(terms: ProvideTerms): OutMessage;
  /** Takes back the tokens that are staged in an LP account. */
  refundMe(terms: { readonly lpAccount: Address; readonly queryId: bigint }): OutMessage;
  /** Takes back the gas that came with staged tokens; only LP accounts of version 1 keep it. */
  resetGas?(terms: { readonly lpAccount: Address; readonly queryId: bigint }): OutMessage;
  /** Burns LP tokens, for which the pool pays out their share of its reserves. */
  burn(terms: BurnTerms): OutMessage;
  /** Null if there is no such contract. */
  routerData(chain: Chain, router: Address): Promise<RouterData | null>;
  poolData(chain: Chain, pool: Address): Promise<PoolData | null>;
  /** Supply of LP tokens; `data` reads the rest of the pool, and is called only if the supply depends on it. */
  supply(chain: Chain, pool: Address, data: () => Promise<PoolData | null>): Promise<bigint | null>;
}

/** Thousandths of TON in nanotons; STON.fi's SDK writes attached amounts this way. */
export const milliTon = (thousandths: number): bigint => BigInt(thousandths) * 1_000_000n;

/** Null for the zero address, by which contracts mean nobody. */
export const ownerOf = (address: Address | null | undefined): Address | null =>
  address?.hash.some((byte) => byte !== 0) ? address : null;

export const referrerOf = ({ referrer }: SwapTerms): Address | null => ownerOf(referrer);
