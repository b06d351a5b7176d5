// What an order waits for on the chain, in a form that can be stored as JSON: addresses are raw (`0:…`).

/** One of the two tokens: the router's wallet of it, and the user's, which for TON is null. */
export type Side = { readonly routerWallet: string; readonly userWallet: string | null };

export type Watch = {
  /** `withdraw` is burning LP tokens as well as taking back what is staged. */
  readonly kind: 'swap' | 'provide' | 'withdraw';
  readonly user: string;
  readonly router: string;
  readonly pool: string;
  /** Of a swap: first what is offered, then what is wanted. */
  readonly sides: readonly [Side, Side];
  /** The user's wallet of the pool's LP tokens; unknown while there is no pool. */
  readonly lpWallet?: string;
};

/** Something that is sent to somebody: TON, or a jetton from one wallet of it to another. */
export type SendWatch = {
  readonly kind: 'send';
  readonly user: string;
  readonly to: string;
  /** The jetton wallets of both; null for TON. */
  readonly wallets: readonly [from: string, into: string] | null;
};

export type AnyWatch = Watch | SendWatch;

/** A message on its way, by what finds it again: no one else can send one with the same three. */
export type Sent = { readonly source: string; readonly destination: string; readonly createdLt: bigint };

export type Cost = {
  /** Of all transactions after the one of the user's wallet. */
  readonly gasUnits: bigint;
  /** Nanotons that the network took for them and for the messages between them. */
  readonly networkFee: bigint;
  /** Nanotons that left the user's wallet with the messages and did not come back to it, amounts of TON included. */
  readonly walletNano: bigint;
};

export type Received = {
  /** In the order of the watch's sides. */
  readonly sides: readonly [bigint, bigint];
  readonly lp: bigint;
};

export type FailureReason =
  /** What was offered came back from the router. */
  | 'refunded'
  /** The message did not get past the wallets: nothing was spent but the network's fee. */
  | 'bounced'
  /** What was provided waits in the LP account, for its other half or to be taken back. */
  | 'staged'
  /** The user has neither got what was wanted nor got back what was offered: somebody must look at it. */
  | 'stranded';

export type Verdict =
  | { readonly status: 'pending' }
  | (Settled & { readonly status: 'completed' })
  | (Settled & { readonly status: 'failed'; readonly reason: FailureReason });

export type Settled = {
  readonly received: Received;
  /** What the referrer was promised of the output, whether or not it could be delivered. */
  readonly refFee: bigint;
  /** What the contracts said with the payout (`EXIT`); of a bounced message the exit code of its wallet; null for nothing. */
  readonly exitCode: number | null;
  readonly cost: Cost;
};
